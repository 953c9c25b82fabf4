import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import xmlValidator from './xml-validator.js';

const hasXmllint = hasProgram('xmllint', ['--version'], 'schemas of several files beside xmllint');
const folder = mkdtempSync(join(tmpdir(), 'schema-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const RNG = 'xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"';
const REST =
  '<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="n" type="number"/><xs:element ref="p:q"/></xs:choice></xs:complexType></xs:element>';
const IMPORT = '<xs:import namespace="urn:p" schemaLocation="other%20space.xsd"/>';
const OTHER = `<xs:schema ${XS} targetNamespace="urn:p"><xs:element name="q" type="xs:date"/></xs:schema>`;
const TYPES = '<xs:simpleType name="number"><xs:restriction base="xs:int"/></xs:simpleType>';

/** Each begins with the schema itself; the others are what it refers to. */
const SCHEMAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'XSD with include and import': {
    'main.xsd': `<xs:schema ${XS} xmlns:p="urn:p"><xs:include schemaLocation="types.xsd"/>${IMPORT}${REST}</xs:schema>`,
    'types.xsd': `<?xml version="1.0" encoding="ISO-8859-1"?><xs:schema ${XS}>${TYPES}</xs:schema>`,
    'other space.xsd': OTHER,
  },
  'XSD in a circle': {
    'main.xsd': `<xs:schema ${XS} xmlns:p="urn:p"><xs:include schemaLocation="types.xsd"/>${IMPORT}${REST}</xs:schema>`,
    'types.xsd': `<xs:schema ${XS}><xs:include schemaLocation="main.xsd"/>${TYPES}</xs:schema>`,
    'other space.xsd': OTHER,
  },
  'XSD with redefine': {
    'main.xsd': `<xs:schema ${XS} xmlns:p="urn:p"><xs:redefine schemaLocation="types.xsd"><xs:simpleType name="number"><xs:restriction base="number"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType></xs:redefine>${IMPORT}${REST}</xs:schema>`,
    'types.xsd': `<xs:schema ${XS}>${TYPES}</xs:schema>`,
    'other space.xsd': OTHER,
  },
  'RELAX NG with include and externalRef': {
    'main.rng': `<grammar ${RNG}><include href="defines.rng"/><start><element name="r"><oneOrMore><choice><ref name="n"/><externalRef href="q.rng"/></choice></oneOrMore></element></start></grammar>`,
    'defines.rng': `<grammar ${RNG}><define name="n"><element name="n"><data type="int"/></element></define></grammar>`,
    'q.rng': `<element name="q" ns="urn:p" ${RNG}><data type="date"/></element>`,
  },
};

const WORDS = ['<n>1</n>', '<n>9</n>', '<n>x</n>', '<p:q>2024-02-29</p:q>', '<p:q>2023-02-29</p:q>', '<z/>'];

const filesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));

describe.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
  inRounds.skipIf(!hasXmllint)('judges as xmllint does, in whatever order the files come', [4, 50], async (rounds) => {
    const next = chanceOf(24);
    const [main = ''] = Object.keys(schema);
    for (const { name, bytes } of filesOf(schema)) writeFileSync(join(folder, name), bytes);
    const verdicts = new Set<boolean>();
    for (let round = 0; round < rounds; round++) {
      const few = WORDS.filter((_word, index) => index === 0 || index === 3 || round % 2 === 0);
      const input = `<r xmlns:p="urn:p">${Array.from({ length: 1 + next(4) }, () => few[next(few.length)]).join('')}</r>`;
      const flag = main.endsWith('.rng') ? '--relaxng' : '--schema';
      const { status } = spawnSync('xmllint', ['--noout', '--nonet', flag, join(folder, main), '-'], { input });
      const uploads = filesOf(schema);
      // Where the schemas refer to each other in a circle, the first is the schema.
      const files = round % 2 === 0 || main === 'main.xsd' ? uploads : uploads.reverse();
      const { data, message } = await runTool(xmlValidator, { input, files });
      expect(message).toBeUndefined();
      const { valid } = data as { valid: boolean };
      expect(valid, input).toBe(status === 0);
      verdicts.add(valid);
    }
    expect(verdicts.size).toBe(2);
  });
});

it('what is not among the files is refused by its name, in a part too', async () => {
  const { 'other space.xsd': _, ...files } = SCHEMAS['XSD with include and import']!;
  const { status, message } = await runTool(xmlValidator, { input: '<r/>', files: filesOf(files) });
  expect([status, message]).toEqual([
    400,
    'Cannot use the schema of file "main.xsd": <xs:import> refers to "other space.xsd", which is not among the files',
  ]);
});

it('nothing of one run is there for the next', async () => {
  const files = filesOf(SCHEMAS['XSD with include and import']!);
  const first = await runTool(xmlValidator, { input: '<r><n>1</n></r>', files });
  expect(first.data).toMatchObject({ valid: true });
  const schema = `<xs:schema ${XS}><xs:include schemaLocation="mem:/schemas/types.xsd"/>${REST}</xs:schema>`;
  const { status, message } = await runTool(xmlValidator, { input: '<r/>', options: { schema } });
  expect([status, message]).toEqual([400, expect.stringContaining('refers to "types.xsd", which is not among')]);
});

it('definitions that multiply over several files are refused', async () => {
  const name = (level: number) => `g${level}`;
  const group = (level: number) =>
    `<xs:group name="${name(level)}"><xs:sequence>${`<xs:group ref="${name(level + 1)}"/>`.repeat(2)}</xs:sequence></xs:group>`;
  const levels = Array.from({ length: 30 }, (_, level) => level);
  const last = '<xs:group name="g30"><xs:sequence><xs:element name="e"/></xs:sequence></xs:group>';
  const part = (rest: number) =>
    levels
      .filter((level) => level % 2 === rest)
      .map(group)
      .join('');
  const files = filesOf({
    'a.xsd': `<xs:schema ${XS}><xs:include schemaLocation="b.xsd"/>${part(0)}<xs:element name="r"><xs:complexType><xs:group ref="g0"/></xs:complexType></xs:element></xs:schema>`,
    'b.xsd': `<xs:schema ${XS}>${part(1)}${last}</xs:schema>`,
  });
  const { status } = await runTool(xmlValidator, { input: '<r/>', files });
  expect(status).toBe(413);
});

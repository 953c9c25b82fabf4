import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './xml-validator.js';

const hasXmllint = hasProgram('xmllint', ['--version'], 'validity of random documents by libxml2');

const SCHEMAS = {
  xsd: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
<xs:element name="n" type="xs:int"/><xs:element name="d" type="xs:date"/>
<xs:element name="t"><xs:complexType mixed="true"><xs:sequence><xs:element name="n" minOccurs="0" maxOccurs="2"/></xs:sequence><xs:attribute name="k" type="xs:NCName" use="required"/></xs:complexType></xs:element>
</xs:choice></xs:complexType></xs:element></xs:schema>`,
  relaxng: `<element name="r" xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><oneOrMore><choice>
<element name="n"><data type="int"/></element><element name="d"><data type="date"/></element>
<element name="t"><attribute name="k"/><mixed><zeroOrMore><element name="n"><text/></element></zeroOrMore></mixed></element></choice></oneOrMore></element>`,
  dtd: '<!ELEMENT r (n|d|t)+>\n<!ELEMENT n (#PCDATA)>\n<!ELEMENT d (#PCDATA)>\n<!ELEMENT t (#PCDATA|n)*>\n<!ATTLIST t k NMTOKEN #REQUIRED>',
} as const;

const FLAGS = { xsd: '--schema', relaxng: '--relaxng', dtd: '--dtdvalid' } as const;

interface Answer {
  readonly valid: boolean;
  readonly errors: readonly { readonly line: number; readonly message: string }[];
}

describe('xml-validator', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xml-validator-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const type of ['xsd', 'relaxng', 'dtd'] as const) {
    inRounds.skipIf(!hasXmllint)(`agrees with xmllint on random documents, ${type}`, [10, 30], async (rounds) => {
      const path = join(folder, type);
      writeFileSync(path, SCHEMAS[type]);
      const chance = chanceOf(5);
      const words = [
        '<n>1</n>',
        '<n>x</n>',
        '<d>2024-02-29</d>',
        '<d>2023-02-29</d>',
        '<t k="a">x<n>1</n></t>',
        '<t/>',
        '<z/>',
        'text',
      ];
      let valid = 0;
      for (let round = 0; round < rounds; round++) {
        const few = words.filter((_, index) => index === 0 || index === 2 || index === 4 || round % 3 === 0);
        const input = `<r>\n${Array.from({ length: chance(5) }, () => few[chance(few.length)]).join('\n')}\n</r>`;
        const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', FLAGS[type], path, '-'], { input });
        const { data } = await runTool(tool, { input, options: { schema: SCHEMAS[type] } });
        const answer = data as Answer;
        expect(answer.valid, input).toBe(status === 0);
        if (answer.valid) valid++;
        const lines = [...stderr.toString().matchAll(/^-:(\d+):/gm)].map(([, line]) => Number(line));
        if (type !== 'relaxng')
          expect(
            answer.errors.map(({ line }) => line),
            input,
          ).toEqual(lines);
      }
      expect(valid).toBeGreaterThan(rounds / 4);
    });
  }

  it('reads nothing from outside and survives entities that explode', async () => {
    const bomb = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
    const laughs = `<!DOCTYPE a [<!ENTITY e0 "lol">${bomb}]><a>&e12;</a>`;
    const exploded = await runTool(tool, { input: laughs });
    expect([exploded.status, exploded.message]).toEqual([
      413,
      'Entities of property "input" must stand for at most 10000000 characters in all',
    ]);
    const outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect((await runTool(tool, { input: outside })).data).toMatchObject({ valid: true });
    const import_ =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import schemaLocation="http://127.0.0.1/x"/></xs:schema>';
    expect((await runTool(tool, { input: '<a/>', options: { schema: import_ } })).message).toContain(
      'not among the files',
    );
  });

  exhaustive('takes no more memory after 180 runs over 100 kB than a process may have grown', async () => {
    const input = `<r>${'<n>1</n>'.repeat(12_000)}</r>`;
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 60; round++) {
      await runTool(tool, { input, options: { schema: SCHEMAS.xsd } });
      await runTool(tool, { input, options: { schema: SCHEMAS.dtd } });
      await runTool(tool, { input: `${input}<`, options: { schema: SCHEMAS.relaxng } });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  });

  it('reads a file in the encoding it declares, schema first or last', async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><t k="e">ö</t></r>', 'latin1');
    const files = [
      { name: 'a.dtd', bytes: Buffer.from(SCHEMAS.dtd) },
      { name: 'a.xml', bytes },
    ];
    for (const order of [files, [...files].reverse()]) {
      expect((await runTool(tool, { files: order })).data).toEqual({
        valid: true,
        wellFormed: true,
        schemaType: 'dtd',
        errors: [],
      });
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToXml from './json-to-xml.js';

/** Texts in the order in which XML holds them. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return value === null || value === '' ? [] : [String(value)];
}

const toXml = async (value: unknown, options: Record<string, unknown> = {}): Promise<string> => {
  const answer = await runTool(jsonToXml, { input: JSON.stringify(value), options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.text ?? '';
};

describe('json-to-xml', () => {
  const random = fractionsOf(51);
  const KEYS = [
    'a',
    '@b',
    '#text',
    '1',
    '',
    ' ',
    'a b',
    'é',
    '中',
    'a:b',
    ':',
    'a:b:c',
    '-',
    '.',
    'xml',
    '😀',
    '<',
    '&',
    '"',
    '\u0300',
  ];
  const documents = Array.from({ length: 500 }, () =>
    Object.fromEntries(
      KEYS.filter(() => random() < 0.3).map((key) => [
        key,
        key === '@b' || key === '#text' ? 'x' : randomPlain(random, 3),
      ]),
    ),
  );

  it.skipIf(!hasProgram('xmllint', ['--version'], 'well-formed XML'))('is well-formed for any keys', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'json-to-xml-'));
    try {
      const paths: string[] = [];
      for (const [index, document] of documents.entries()) {
        paths.push(join(folder, `${index}.xml`));
        writeFileSync(paths[index]!, await toXml(document, { indent: index % 3 }));
      }
      // --noout prints faults only; it ends with 1 at the first file that is not well-formed.
      runProgram('xmllint', ['--noout', '--huge', ...paths]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const PYTHON =
    'import json,sys\nimport xml.etree.ElementTree as E\nprint(json.dumps([["".join(E.fromstring(t).itertext())] for t in json.load(sys.stdin)]))';
  it.skipIf(!hasProgram('python3', ['--version'], 'XML beside Python'))('keeps every text', async () => {
    const values = Array.from({ length: 500 }, () => randomPlain(random, 4));
    const texts: string[] = [];
    for (const value of values) texts.push(await toXml(value, { indent: 0 }));
    const read = JSON.parse(runProgram('python3', ['-c', PYTHON], JSON.stringify(texts)).toString()) as string[][];
    expect(read.map(([text]) => text)).toEqual(values.map((value) => textsOf(value).join('')));
  });
});

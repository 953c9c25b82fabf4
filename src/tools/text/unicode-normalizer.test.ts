import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './unicode-normalizer.js';

const SUITE = '/usr/share/unicode/NormalizationTest.txt.bz2';
const hasSuite = existsSync(SUITE) && hasProgram('bzcat', ['--help'], 'NormalizationTest.txt');

const normal = async (input: string, form: string) => (await runTool(tool, { input, options: { form } })).text ?? '';

const charactersOf = (field: string): string =>
  String.fromCodePoint(...field.split(' ').map((hex) => Number.parseInt(hex, 16)));

describe('unicode-normalizer', () => {
  it.skipIf(!hasSuite)('conforms to NormalizationTest.txt', async () => {
    const rows = runProgram('bzcat', [SUITE])
      .toString()
      .split('\n')
      .filter((line) => /^[0-9A-F]/.test(line))
      .map((line) => line.split(';').slice(0, 5).map(charactersOf));
    expect(rows).toHaveLength(19_074);
    const column = (index: number): string[] => rows.map((row) => row[index] ?? '');
    const join = (list: readonly string[]): string => list.join('\n');
    // Conformance, as the head of the file writes it: the columns from 0 that give column `to` in a form.
    for (const [form, to, from] of [
      ['NFC', 1, [0, 1, 2]],
      ['NFC', 3, [3, 4]],
      ['NFD', 2, [0, 1, 2]],
      ['NFD', 4, [3, 4]],
      ['NFKC', 3, [0, 1, 2, 3, 4]],
      ['NFKD', 4, [0, 1, 2, 3, 4]],
    ] as const)
      for (const index of from)
        expect((await normal(join(column(index)), form)) === join(column(to)), `${form} ${index}`).toBe(true);
    const listed = new Set(column(0));
    const others: string[] = [];
    for (let point = 0x20; point < 0x10000; point++) {
      const letter = String.fromCodePoint(point);
      // U+A7F1 is of Unicode 17.
      if (!listed.has(letter) && point !== 0xa7f1 && !(point >= 0xd800 && point < 0xe000) && !/\p{M}/u.test(letter))
        others.push(letter);
    }
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect((await normal(others.join('\n'), form)) === others.join('\n'), form).toBe(true);
  });

  it('tells which forms a text is in, and where it would change', async () => {
    const report = async (input: string, options: object = {}) =>
      (await runTool(tool, { input, options: { action: 'report', ...options } })).data;
    expect(await report('abc')).toMatchObject({ isNormalized: true, changed: 0, changes: [] });
    expect(await report('x²\r\n\r\n½½', { form: 'NFKC', limit: 2 })).toMatchObject({
      forms: { NFC: true, NFD: true, NFKC: false, NFKD: false },
      changed: 3,
      changes: [
        { line: 1, column: 2, from: '²', to: '2' },
        { line: 3, column: 1, from: '½', to: '1⁄2', toCodePoints: 'U+0031 U+2044 U+0032' },
      ],
    });
  });

  it('keeps the encoding of a file, and reads the one that it is told', async () => {
    const bytes = Buffer.from('cafe\u0301', 'utf16le');
    const { files } = await runTool(tool, { files: [{ name: 'a.txt', bytes }], options: { inputCharset: 'utf-16le' } });
    expect(files[0]?.bytes.toString('utf16le')).toBe('café');
  });

  it('takes time in proportion to the length', async () => {
    for (const piece of ['e\u0301', `a${'\u0301\u0323'.repeat(100)}`, '\ufdfa', '각'])
      for (const options of [{ form: 'NFKD' }, { action: 'report' }])
        await expectLinear(8000, (length) =>
          runTool(tool, { input: piece.repeat(Math.ceil(length / piece.length)), options }),
        );
    const marks = await runTool(tool, { input: '\u0301\u0323'.repeat(50_000) });
    expect(marks.message).toBe(
      'Cannot read property "input": at most 256 combining marks in a row are allowed, got 100000',
    );
  });
});

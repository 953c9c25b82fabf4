import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, papaCells } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-split.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-split beside Miller');
const KINDS = { w: 'word', t: 'text', n: 'integer' } as const;

inRounds.skipIf(!hasMiller)('gives the files of mlr split -g', [8, 100], async (rounds) => {
  const below = chanceOf(131);
  for (let round = 0; round < rounds; round++) {
    const { text } = messyTable(below, KINDS, { most: 20, delimiters: [','] });
    const folder = mkdtempSync(join(tmpdir(), 'csv-split-'));
    runProgram('mlr', ['--csv', 'split', '-g', 'w', '--prefix', join(folder, 'x')], text.replaceAll('\r\n', '\n'));
    const expected = readdirSync(folder).map((name) => papaCells(readFileSync(join(folder, name), 'utf8'), ','));
    rmSync(folder, { recursive: true });
    const { files } = await runTool(tool, { input: text, options: { by: 'column', column: 'w', delimiter: 'comma' } });
    const found = files.map(({ bytes }) => papaCells(bytes.toString(), ','));
    const order = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    expect(found.sort(order)).toEqual(expected.sort(order));
  }
});

inRounds('splits into files that give the table again', [20, 300], async (rounds) => {
  const below = chanceOf(132);
  for (let round = 0; round < rounds; round++) {
    const { text, delimiter, header, rows } = messyTable(below, KINDS, { most: 30 });
    const options = pick(below, [
      { by: 'rows', rows: 1 + below(8) },
      { by: 'parts', parts: 1 + below(8) },
    ] as const);
    const { files, data } = await runTool(tool, {
      input: text,
      options: { ...options, delimiter: delimiterName(delimiter) },
    });
    const tables = files.map(({ bytes }) => papaCells(bytes.toString(), delimiter));
    for (const [first] of tables) expect(first).toEqual(header);
    expect(tables.flatMap(([, ...below]) => below)).toEqual(rows);
    const counts = (data as { files: { rows: number }[] }).files.map((file) => file.rows);
    expect(counts).toEqual(tables.map(({ length }) => length - 1));
    if (options.by === 'parts') expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(2);
  }
});

it('states how many files it makes at most', async () => {
  const input = `n\n${Array.from({ length: 1001 }, (_, i) => `${i}\n`).join('')}`;
  for (const options of [{ rows: 1 }, { by: 'column' }]) {
    const { status, message } = await runTool(tool, { input, options });
    expect([status, message]).toEqual([413, 'The table must be split into at most 1000 files, got 1001']);
  }
});

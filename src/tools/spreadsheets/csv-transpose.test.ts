import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { messyTable, papaCells, writeMessy } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-transpose.js';

const hasPython = hasProgram('python3', ['--version'], 'csv-transpose beside Python');
const KINDS = { w: 'word', t: 'text', n: 'integer', m: 'maybe' } as const;

async function transposed(input: string): Promise<string> {
  const { text, message } = await runTool(tool, { input, options: { delimiter: 'comma' } });
  expect(message).toBeUndefined();
  return text ?? '';
}

inRounds.skipIf(!hasPython)('gives the cells of zip_longest in Python', [20, 300], async (rounds) => {
  const below = chanceOf(81);
  const texts = Array.from({ length: rounds }, () => {
    const { header, rows } = messyTable(below, KINDS);
    const ragged = [header, ...rows].map((cells) => cells.slice(0, 2 + below(3)));
    return writeMessy(below, ragged, ',', below(2) === 0 ? '\r\n' : '\n');
  });
  const expected = runPython<string[][][]>(
    `import csv, io, itertools
print(json.dumps([list(map(list, itertools.zip_longest(*csv.reader(io.StringIO(text, newline='')), fillvalue=''))) for text in data]))`,
    texts,
  );
  for (const [index, text] of texts.entries())
    expect(papaCells(await transposed(text), ','), text).toEqual(expected[index]);
});

describe('csv-transpose', () => {
  inRounds('gives the table back when it is run twice', [20, 300], async (rounds) => {
    const below = chanceOf(82);
    for (let round = 0; round < rounds; round++) {
      const { text } = messyTable(below, KINDS, { delimiters: [','] });
      expect(await transposed(await transposed(text))).toBe(text);
    }
  });

  it('refuses more rows than there can be columns', async () => {
    const { status, message } = await runTool(tool, { input: 'a\n'.repeat(16_385) });
    expect([status, message]).toEqual([413, 'The table of property "input" must have at most 16384 rows, got 16385']);
  });
});

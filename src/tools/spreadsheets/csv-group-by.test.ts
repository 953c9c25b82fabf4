import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells, sqlAnswers } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-group-by.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-group-by beside Miller');
const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-group-by beside SQLite');

async function grouped(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const KINDS = { w: 'word', m: 'maybe', n: 'integer', d: 'decimal' } as const;

/** Doubles agree with exact numbers to so many digits. */
const rounded = (cells: readonly string[]): string[] =>
  cells.map((cell) => (/^-?\d*\.?\d+(e-?\d+)?$/.test(cell) ? String(Number(Number(cell).toPrecision(9))) : cell));

describe('beside other programs', () => {
  inRounds.skipIf(!hasMiller)('gives the numbers of mlr stats1', [8, 300], async (rounds) => {
    const below = chanceOf(61);
    const names = ['count', 'sum', 'mean', 'var', 'stddev', 'p10', 'p50', 'p75', 'p99.5', 'min', 'max'];
    for (let round = 0; round < rounds; round++) {
      const table = messyTable(below, KINDS, { most: 30 });
      const options = {
        by: 'w',
        aggregates: names.map((name) => `${name === 'var' ? 'variance' : name}(n) as n_${name}`).join(', '),
        decimals: 20,
        delimiter: delimiterName(table.delimiter),
      };
      const args = ['stats1', '-i', '-a', names.join(','), '-f', 'n', '-g', 'w'];
      const expected = millerCells(table.text, table.delimiter, [...args, 'then', 'unsparsify']);
      const found = papaCells(await grouped(table.text, options), table.delimiter);
      const order = (expected[0] ?? []).map((name) => (found[0] ?? []).indexOf(name));
      expect(order).not.toContain(-1);
      expect(
        found.map((cells) => rounded(order.map((column) => cells[column] ?? ''))),
        table.text,
      ).toEqual(expected.map(rounded));
    }
  });

  inRounds.skipIf(!hasPython)('gives the groups of GROUP BY', [20, 300], async (rounds) => {
    const below = chanceOf(62);
    const cases = Array.from({ length: rounds }, () => {
      const table = messyTable(below, KINDS, { most: 30 });
      const sql = `SELECT w, m, count(*), count(d), sum(d), min(d), max(d), avg(d), min(m), count(DISTINCT d)
        FROM t GROUP BY w, m ORDER BY min(place)`;
      return { table, tables: { t: table }, numbers: ['n', 'd'], sql };
    });
    const answers = sqlAnswers(cases);
    for (const [index, { table }] of cases.entries()) {
      const aggregates = 'count, count(d), sum(d), min(d), max(d), mean(d), min(m), distinct(d)';
      const options = { by: 'w, m', aggregates, decimals: 20, delimiter: delimiterName(table.delimiter) };
      const [, ...found] = papaCells(await grouped(table.text, options), table.delimiter);
      const shown = found.map((cells, row) => {
        const same = rounded(cells);
        // 5 and 5.0 are two texts and one number.
        return [...same.slice(0, -1), (answers[index]?.[row] ?? []).at(-1) ?? ''];
      });
      expect(shown, JSON.stringify(table.text)).toEqual((answers[index] ?? []).map(rounded));
    }
  });
});

describe('csv-group-by', () => {
  it('adds up without loss', async () => {
    const numbers = Array.from({ length: 1000 }, () => '0.1').join('\n');
    expect(await grouped(`n\n${numbers}\n9007199254740993\n`, { aggregates: 'sum(n)' })).toBe(
      'n_sum\n9007199254741093.0\n',
    );
  });

  it('reads and writes the numbers of a language', async () => {
    expect(
      await grouped('n\n"1.234,5"\n"0,5"\n', { aggregates: 'sum(n), mean(n)', locale: 'de', delimiter: 'comma' }),
    ).toBe('n_sum,n_mean\n"1235,0","617,5"\n');
  });
});

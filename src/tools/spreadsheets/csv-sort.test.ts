import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells, sqlAnswers } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-sort.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-sort beside Miller');
const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-sort beside SQLite');

async function sorted(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const KINDS = { w: 'word', t: 'text', n: 'integer', d: 'decimal', m: 'maybe' } as const;

describe('beside other programs', () => {
  inRounds.skipIf(!hasMiller)('gives the rows and order of mlr sort', [8, 300], async (rounds) => {
    const below = chanceOf(41);
    for (let round = 0; round < rounds; round++) {
      const table = messyTable(below, KINDS);
      const keys = Array.from({ length: 1 + below(3) }, () =>
        pick(below, [
          ['n number', '-nf', 'n'],
          ['n desc', '-nr', 'n'],
          ['d number asc', '-nf', 'd'],
          ['w codepoint', '-f', 'w'],
          ['t codepoint desc', '-r', 't'],
        ] as const),
      );
      const options = { by: keys.map(([by]) => by).join(', '), delimiter: delimiterName(table.delimiter) };
      const expected = millerCells(table.text, table.delimiter, ['sort', ...keys.flatMap(([, ...args]) => args)]);
      const found = papaCells(await sorted(table.text, options), table.delimiter);
      expect(found, JSON.stringify([table.text, keys])).toEqual(expected);
    }
  });

  inRounds.skipIf(!hasPython)('gives the order of ORDER BY with empty cells last', [20, 300], async (rounds) => {
    const below = chanceOf(42);
    const cases = Array.from({ length: rounds }, () => {
      const table = messyTable(below, KINDS);
      const keys = Array.from({ length: 1 + below(3) }, () => {
        const [column, type] = pick(below, [
          ['n', ''],
          ['d', ''],
          ['w', 'codepoint'],
          ['m', 'codepoint'],
          ['t', 'codepoint'],
        ] as const);
        return { column, type, order: pick(below, ['asc', 'desc'] as const) };
      });
      const by = keys.map(({ column, type, order }) => `${column} ${type} ${order}`).join(', ');
      const order = keys.map((key) => `"${key.column}" IS NULL, "${key.column}" ${key.order}`).join(', ');
      return {
        table,
        by,
        tables: { t: table },
        numbers: ['n', 'd'],
        sql: `SELECT place FROM t ORDER BY ${order}, place`,
      };
    });
    const answers = sqlAnswers(cases);
    for (const [index, { table, by }] of cases.entries()) {
      const options = { by, delimiter: delimiterName(table.delimiter) };
      const expected = (answers[index] ?? []).map(([place]) => table.rows[Number(place)]);
      const [, ...found] = papaCells(await sorted(table.text, options), table.delimiter);
      expect(found, JSON.stringify([table.text, by])).toEqual(expected);
    }
  });
});

describe('csv-sort', () => {
  it('compares long numbers by all their digits', async () => {
    const numbers = ['12345678901234567891', '12345678901234567890', '0.10000000000000000001', '0.1', '1e20', '-1E-3'];
    const text = await sorted(`n\n${numbers.join('\n')}\n`, { by: 'n' });
    expect(text).toBe('n\n-1E-3\n0.1\n0.10000000000000000001\n12345678901234567890\n12345678901234567891\n1e20\n');
  });

  it('reads dates in the order of the language', async () => {
    const input = 'd\n3/4/2024\n12/1/2023\n3/12/2024 5:06 PM\n4/11/2023\n';
    expect(await sorted(input, { locale: 'en' })).toBe('d\n4/11/2023\n12/1/2023\n3/4/2024\n3/12/2024 5:06 PM\n');
    expect(await sorted(input, { locale: 'en-GB' })).toBe(
      'd\n4/11/2023\n12/1/2023\n3/4/2024\n3/12/2024 5:06 PM\n'.replace('4/11/2023\n12/1/2023', '12/1/2023\n4/11/2023'),
    );
    expect(await sorted('d\n1. März 2024\n28. Feb. 2024\n', { locale: 'de' })).toBe('d\n28. Feb. 2024\n1. März 2024\n');
    expect(await sorted('d\nMar 1, 2024\n28 February 2024\n2024-02-29T23:00:00+01:00\n', {})).toBe(
      'd\n28 February 2024\n2024-02-29T23:00:00+01:00\nMar 1, 2024\n',
    );
  });

  it('leaves codes with leading zeros text', async () => {
    expect(await sorted('zip\n90210\n01234\n1000\n', {})).toBe('zip\n01234\n1000\n90210\n');
  });

  it('keeps encoding, byte order mark and line breaks of a file', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('sep=;\r\nn;t\r\n10;ä\r\n9;"b"', 'utf16le')]);
    const { files } = await runTool(tool, { files: [{ name: 'a.csv', bytes }], options: { by: '1' } });
    expect(files[0]?.bytes.subarray(2).toString('utf16le')).toBe('sep=;\r\nn;t\r\n9;"b"\r\n10;ä');
    expect([...(files[0]?.bytes.subarray(0, 2) ?? [])]).toEqual([0xff, 0xfe]);
  });

  it('takes ragged rows and titles above the table', async () => {
    expect(await sorted('Report 2024\nn,t\n2\n1,x,y\n', { skipLines: 1 })).toBe('Report 2024\nn,t\n1,x,y\n2\n');
  });

  it('grows with the number of rows', () =>
    expectLinear(3000, async (length) => {
      await sorted(`n,t\n${Array.from({ length }, (_, i) => `${(i * 7919) % length},x${i % 10}\n`).join('')}`, {
        by: 't, n',
      });
    }));
});

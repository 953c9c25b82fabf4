import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { messyTable, papaCells, sqlAnswers } from '../../testing/csv-tables.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-join.js';

const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-join beside SQLite');

async function joined(left: string, right: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, {
    input: left,
    files: [{ name: 'right.csv', bytes: Buffer.from(right) }],
    options,
  });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

/** SQLite 3.39 has RIGHT and FULL JOIN; the left table's place comes first, rows without one last. */
const SQL = {
  inner: 'SELECT a.m, a.n, b.t FROM a JOIN b ON a.m = b.m ORDER BY a.place, b.place',
  left: 'SELECT a.m, a.n, b.t FROM a LEFT JOIN b ON a.m = b.m ORDER BY a.place, b.place',
  right:
    'SELECT coalesce(a.m, b.m), a.n, b.t FROM a RIGHT JOIN b ON a.m = b.m ORDER BY a.place IS NULL, a.place, b.place',
  full: 'SELECT coalesce(a.m, b.m), a.n, b.t FROM a FULL JOIN b ON a.m = b.m ORDER BY a.place IS NULL, a.place, b.place',
  semi: 'SELECT m, n FROM a WHERE EXISTS (SELECT 1 FROM b WHERE a.m = b.m) ORDER BY place',
  anti: 'SELECT m, n FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE a.m = b.m) ORDER BY place',
} as const;

inRounds.skipIf(!hasPython)('gives the rows of JOIN in SQL', [30, 300], async (rounds) => {
  const below = chanceOf(101);
  const cases = Array.from({ length: rounds }, () => {
    const a = messyTable(below, { m: 'maybe', n: 'integer' });
    const b = messyTable(below, { t: 'text', m: 'maybe' });
    const kind = pick(below, Object.keys(SQL) as (keyof typeof SQL)[]);
    return { kind, tables: { a, b }, numbers: [], sql: SQL[kind] };
  });
  const answers = sqlAnswers(cases);
  for (const [index, { kind, tables }] of cases.entries()) {
    const text = await joined(tables.a.text, tables.b.text, { join: kind, leftKey: 'm' });
    const [, ...found] = papaCells(text, tables.a.delimiter);
    expect(found, JSON.stringify([kind, tables])).toEqual(answers[index]);
  }
});

exhaustive('joins on several columns and states its limits', async () => {
  expect(await joined('a,b,c\n1,2,x\n1,3,y\n', 'b,a,d\n3,1,z\n', {})).toBe('a,b,c,d\n1,3,y,z\n');
  const many = `k\n${Array.from({ length: 3000 }, (_, i) => `key ${i}\n`).join('')}`;
  const { status, message } = await runTool(tool, {
    input: many,
    files: [{ name: 'b.csv', bytes: Buffer.from(many) }],
    options: { fuzzy: true },
  });
  expect([status, message]).toEqual([413, 'A fuzzy join compares at most 4000000 pairs of keys, got 3000 x 3000']);
  const bomb = `k,v\n${'x,1234567\n'.repeat(20_000)}`;
  const grown = await runTool(tool, {
    input: bomb,
    files: [{ name: 'b.csv', bytes: Buffer.from(bomb) }],
    options: { leftKey: 'k' },
  });
  expect(grown.status).toBe(413);
});

it('a byte order mark pasted with the left table is not part of its first name', async () => {
  expect(await joined('\ufeffid,a\n1,x\n', 'id,b\n1,y\n', {})).toBe('id,a,b\n1,x,y\n');
});

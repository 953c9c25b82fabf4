import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells, sqlAnswers } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-filter.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-filter beside Miller');
const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-filter beside SQLite');

async function filtered(input: string, where: string, options: Readonly<Record<string, unknown>> = {}) {
  const { text, message, cause } = await runTool(tool, { input, options: { where, ...options } });
  expect(message, `${where}: ${String(cause)}`).toBeUndefined();
  return text ?? '';
}

const refusal = async (where: string): Promise<string> =>
  (await runTool(tool, { input: 'a,b\n1,x\n', options: { where } })).message ?? '';

const KINDS = { w: 'word', t: 'text', n: 'integer', d: 'decimal', m: 'maybe' } as const;
const WORDS = ["'red'", "'Red'", "'blue'", "'Zoë'", "'a,b'", "'it''s'", "'日本'", "'😀'"];

function numberTerm(below: Chance, depth: number): string {
  const draw = below(depth > 2 ? 3 : 9);
  if (draw < 2) return 'n';
  if (draw === 2) return String(below(30) - 10);
  if (draw === 3) return `length(${textTerm(below, depth + 1)})`;
  if (draw === 4) return `abs(${numberTerm(below, depth + 1)})`;
  if (draw === 5) return `instr(${textTerm(below, depth + 1)}, 'e')`;
  if (draw === 6) return `CASE WHEN ${condition(below, depth + 1)} THEN n ELSE ${below(9)} END`;
  return `(${numberTerm(below, depth + 1)} ${pick(below, ['+', '-', '*', '%'])} ${numberTerm(below, depth + 1)})`;
}

function textTerm(below: Chance, depth: number): string {
  const draw = below(depth > 2 ? 4 : 10);
  if (draw < 3) return pick(below, ['w', 't', 'm']);
  if (draw === 3) return pick(below, WORDS);
  const inner = textTerm(below, depth + 1);
  if (draw === 4) return `lower(${inner})`;
  if (draw === 5) return `substr(${inner}, ${below(7) - 3}, ${below(4)})`;
  if (draw === 6) return `trim(${inner})`;
  if (draw === 7) return `replace(${inner}, 'e', 'xy')`;
  if (draw === 8) return `coalesce(${inner}, w)`;
  return `(${inner} || ${textTerm(below, depth + 1)})`;
}

function condition(below: Chance, depth = 0): string {
  const order = pick(below, ['=', '<>', '<', '<=', '>', '>=']);
  const draw = below(depth > 2 ? 5 : 11);
  const not = below(3) === 0 ? 'NOT ' : '';
  if (draw === 0) return `d ${order} ${below(50)}.${below(10)}`;
  if (draw === 1) return `${numberTerm(below, depth + 1)} ${order} ${numberTerm(below, depth + 1)}`;
  if (draw === 2) return `${textTerm(below, depth + 1)} ${order} ${pick(below, WORDS)}`;
  if (draw === 3) return `${pick(below, ['m', 'd', 'w', 'nullif(w, m)'])} IS ${not}NULL`;
  if (draw === 4) return `w ${not}IN (${pick(below, WORDS)}, ${pick(below, WORDS)}, m)`;
  if (draw === 5) return `n ${not}BETWEEN ${numberTerm(below, depth + 1)} AND ${below(20)}`;
  if (draw === 6)
    return `${textTerm(below, depth + 1)} ${not}LIKE ${pick(below, ["'%e%'", "'_e_'", "'R%'", "'%d'", "'__'", "'%i%s'"])}`;
  if (draw === 7) return `NOT (${condition(below, depth + 1)})`;
  if (draw === 8) return `(${condition(below, depth + 1)})`;
  return `${condition(below, depth + 1)} ${pick(below, ['AND', 'OR'])} ${condition(below, depth + 1)}`;
}

describe('beside other programs', () => {
  inRounds.skipIf(!hasPython)('keeps the rows of SELECT … WHERE', [60, 1000], async (rounds) => {
    const below = chanceOf(51);
    const cases = Array.from({ length: rounds }, () => {
      const table = messyTable(below, KINDS);
      const where = condition(below);
      return {
        table,
        where,
        tables: { t: table },
        numbers: ['n', 'd'],
        sql: `SELECT place FROM t WHERE ${where} ORDER BY place`,
      };
    });
    const answers = sqlAnswers(cases);
    let kept = 0;
    for (const [index, { table, where }] of cases.entries()) {
      const expected = (answers[index] ?? []).map(([place]) => table.rows[Number(place)]);
      const text = await filtered(table.text, where, { delimiter: delimiterName(table.delimiter) });
      const [, ...found] = papaCells(text, table.delimiter);
      expect(found, JSON.stringify([table.text, where])).toEqual(expected);
      kept += found.length;
    }
    expect(kept).toBeGreaterThan(rounds);
  });

  inRounds.skipIf(!hasMiller)('keeps the rows of mlr filter', [8, 300], async (rounds) => {
    const below = chanceOf(52);
    for (let round = 0; round < rounds; round++) {
      const table = messyTable(below, KINDS);
      const number = below(30) - 10;
      const sign = pick(below, ['<', '>', '<=', '>=']);
      const [where, miller] = pick(below, [
        [`n ${sign} ${number}`, `$n ${sign} ${number}`],
        [`n + 2 * n ${sign} ${number} AND w = 'red'`, `$n + 2 * $n ${sign} ${number} && $w == "red"`],
        [`m IS NOT NULL OR n = ${number}`, `is_not_empty($m) || $n == ${number}`],
        [`w REGEXP '^[rR]' AND NOT n ${sign} 5`, `$w =~ "^[rR]" && !($n ${sign} 5)`],
        [`length(t) ${sign} 3`, `strlen($t) ${sign} 3`],
      ] as const);
      const expected = millerCells(table.text, table.delimiter, ['filter', miller]);
      const text = await filtered(table.text, where, { delimiter: delimiterName(table.delimiter) });
      const found = papaCells(text, table.delimiter);
      // Miller writes no header without rows.
      expect(found.length > 1 ? found : [], JSON.stringify([table.text, where])).toEqual(
        expected.length > 1 ? expected : [],
      );
    }
  });
});

describe('csv-filter', () => {
  it('calculates on exact decimals', async () => {
    const rows = 'x,y\n0.1,0.2\n1e-3,7\n12345678901234567890,3\n';
    expect(await filtered(rows, 'x + y = 0.3')).toBe('x,y\n0.1,0.2\n');
    expect(await filtered(rows, 'x * 7 = 0.007')).toBe('x,y\n1e-3,7\n');
    expect(await filtered(rows, 'x = 12345678901234567890')).toBe('x,y\n12345678901234567890,3\n');
    expect(await filtered(rows, 'x = 12345678901234567891')).toBe('x,y\n');
    expect(await filtered(rows, 'y / 0 IS NULL AND 7 / y = 1')).toBe('x,y\n1e-3,7\n');
  });

  it('takes only numbers for numbers', async () => {
    const rows = 'zip,price\n01234,$9.50\n1234,"1,200"\n90210,n/a\n';
    expect(await filtered(rows, 'zip = 1234')).toBe('zip,price\n1234,"1,200"\n');
    expect(await filtered(rows, "zip = '01234'")).toBe('zip,price\n01234,$9.50\n');
    expect(await filtered(rows, 'price > 9')).toBe('zip,price\n01234,$9.50\n1234,"1,200"\n');
    expect(await filtered(rows, 'NOT price > 9')).toBe('zip,price\n');
  });

  it('names what is wrong and where', async () => {
    expect(await refusal('a >')).toContain('column 4: the expression ends here too early');
    expect(await refusal("a = 'x")).toContain('column 5: the quote that begins here is not closed');
    expect(await refusal('foo(a) = 1')).toContain('column 1: there is no function "foo"');
    expect(await refusal('lower(a, b) = 1')).toContain('lower takes 1 arguments, got 2');
    expect(await refusal('a ; b')).toContain('";" is not expected here');
    expect(await refusal('(a = 1')).toContain('")" is missing here');
    expect(await refusal("b REGEXP '('")).toContain('Option "where" must be a regular expression');
    expect(await refusal('a AND b LIKE b')).toContain('LIKE needs a text in single quotes');
  });

  it('stops at deep, long and costly expressions', async () => {
    for (const where of [`${'('.repeat(2000)}a`, `${'NOT '.repeat(1200)}a`, `${'-'.repeat(4000)}a = 1`])
      expect(await refusal(where)).toMatch(/nested more than 50 deep|more than 500 words/);
    expect(await refusal(`a = ${'1+'.repeat(2000)}1`)).toContain('more than 500 words and signs');
    const bomb = await runTool(tool, {
      input: `a\n${'x'.repeat(900_000)}\n`,
      options: { where: `a LIKE '${'%x'.repeat(2000)}y'` },
    });
    expect(bomb.status).toBe(200);
    const grown = await runTool(tool, {
      input: `a\n${'x'.repeat(9000)}\n`,
      options: { where: "length(replace(replace(a, 'x', a), 'x', a)) > 1" },
    });
    expect([grown.status, grown.message]).toEqual([413, expect.stringContaining('texts must have at most')]);
    const long = await runTool(tool, {
      input: `a\n${'9'.repeat(300)}\n`,
      options: { where: 'a * a * a * a > 1' },
    });
    expect([long.status, long.message]).toEqual([413, expect.stringContaining('at most 1000 digits')]);
  });

  it('grows with the number of rows', () =>
    expectLinear(3000, async (length) => {
      await filtered(
        `n,t\n${Array.from({ length }, (_, i) => `${i},x${i % 10}\n`).join('')}`,
        "n * 2 > 5 AND t LIKE 'x%'",
      );
    }));
});

it('a date without quotes is that date, not a difference of numbers', async () => {
  // SQLite 3.40 gives the same rows for the date in single quotes.
  const input = 'name,date\nAnn,2024-01-05\nBob,2023-02-01\n';
  for (const where of ['date >= 2024-01-01', "date >= '2024-01-01'"])
    expect((await runTool(tool, { input, options: { where } })).text).toBe('name,date\nAnn,2024-01-05\n');
  const sums = await runTool(tool, { input: 'a\n2017\n2018\n', options: { where: 'a = 2024 - 6 - 1' } });
  expect(sums.text).toBe('a\n2017\n');
});

it.each(['name = "Ann"', 'name = Ann'])('%s says how a text is written', async (where) => {
  const { message } = await runTool(tool, { input: 'name\nAnn\n', options: { where } });
  expect(message).toContain('there is no column "Ann", the columns are "name"; a text goes in single quotes');
});

it.each([
  ['d > 2024-02-01', 'ab'],
  ["d <= '2024-02-13'", 'ac'],
  ['2024-02-13 = d', 'a'],
  ['d BETWEEN 2024-01-25 AND 2024-02-13', 'ac'],
  ['d IN (2024-03-01, 2024-01-25)', 'bc'],
  ['d <> 2024-03-01', 'acx'],
  ['NOT d > 2024-02-01', 'cx'],
])('cells are compared with a day as the dates that they hold: %s', async (where, kept) => {
  const input = 'd,n\n13/02/2024,a\n1 March 2024,b\n25/01/2024,c\n,e\nn/a,x\n';
  expect(
    (await filtered(input, where))
      .replace(/^.*(.)$/gm, '$1')
      .replaceAll('\n', '')
      .slice(1),
  ).toBe(kept);
});

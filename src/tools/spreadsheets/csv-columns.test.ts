import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-columns.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-columns beside Miller');
const hasPython = hasProgram('python3', ['--version'], 'csv-columns beside Python');

async function changed(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const KINDS = { w: 'word', t: 'text', n: 'integer', d: 'decimal', m: 'maybe' } as const;

/** An expression of ours, which Python reads too where every name and number is a fraction. */
function calculation(below: Chance, depth = 0): string {
  const draw = below(depth > 3 ? 2 : 7);
  if (draw === 0) return pick(below, ['x', 'y', 'z']);
  if (draw === 1) return below(2) === 0 ? String(below(20)) : `${below(20)}.${below(1000)}`;
  if (draw === 2) return `-${calculation(below, depth + 1)}`;
  if (draw === 3) return `abs(${calculation(below, depth + 1)})`;
  return `(${calculation(below, depth + 1)} ${pick(below, ['+', '-', '*'])} ${calculation(below, depth + 1)})`;
}

describe('beside other programs', () => {
  inRounds.skipIf(!hasMiller)('gives the tables of mlr cut, rename and put', [8, 300], async (rounds) => {
    const below = chanceOf(71);
    for (let round = 0; round < rounds; round++) {
      const table = messyTable(below, KINDS);
      const names = ['w', 't', 'n', 'd', 'm'].filter(() => below(2) === 0).reverse();
      const list = names.length === 0 ? ['d'] : names;
      const [options, args] = pick(below, [
        [{ select: list.join(', ') }, ['cut', '-o', '-f', list.join(',')]],
        [{ drop: list.slice(0, 4).join(', ') }, ['cut', '-x', '-f', list.slice(0, 4).join(',')]],
        [{ rename: 'w = word, d=number' }, ['rename', 'w,word,d,number']],
        [{ select: '5-1' }, ['cut', '-o', '-f', 'm,d,n,t,w']],
        [{ add: 'k = n * 2 + 1; t = upper(w)' }, ['put', '$k = $n * 2 + 1; $t = toupper($w)']],
        [{ add: "s = w || '/' || n" }, ['put', '$s = $w . "/" . $n']],
      ] as const);
      const expected = millerCells(table.text, table.delimiter, args);
      const found = papaCells(
        await changed(table.text, { ...options, delimiter: delimiterName(table.delimiter) }),
        table.delimiter,
      );
      expect(found, JSON.stringify([table.text, options])).toEqual(expected);
    }
  });

  inRounds.skipIf(!hasPython)('calculates as Python does on fractions', [50, 1000], async (rounds) => {
    const below = chanceOf(72);
    const cases = Array.from({ length: rounds }, () => {
      const [x, y, z] = Array.from({ length: 3 }, () => `${below(2) === 0 ? '-' : ''}${below(1000)}.${below(100000)}`);
      return { values: { x, y, z }, source: calculation(below), places: below(6) };
    });
    const expected = runPython<{ exact: string; rounded: string }[]>(
      `from fractions import Fraction
import re
from decimal import Decimal, ROUND_HALF_UP, getcontext
getcontext().prec = 400
def answer(case):
    source = re.sub(r'(?<![\\w.])(\\d+(?:\\.\\d+)?)', r"Fraction('\\1')", case['source'])
    value = eval(source, {'Fraction': Fraction, 'abs': abs, **{k: Fraction(v) for k, v in case['values'].items()}})
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return {'exact': format(decimal, 'f'), 'rounded': format(decimal.quantize(Decimal(1).scaleb(-case['places']), ROUND_HALF_UP), 'f')}
print(json.dumps([answer(case) for case in data]))`,
      cases,
    );
    for (const [index, { values, source, places }] of cases.entries()) {
      const input = `x,y,z\n${values.x},${values.y},${values.z}\n`;
      const add = `a = ${source}; b = round(${source}, ${places}); c = (${source}) = (${expected[index]?.exact ?? ''})`;
      const [, found = ''] = (await changed(input, { add, select: 'a, b, c' })).split('\n');
      const [a = '', b = '', c] = found.split(',');
      // Decimal writes a minus before a zero.
      expect(`${Number(b)}`, source).toBe(`${Number(expected[index]?.rounded)}`);
      expect([c, a.includes('e')], source).toEqual(['true', false]);
    }
  });
});

describe('csv-columns', () => {
  it('has the functions that it tells of', async () => {
    const input = 'name,sold,n\n  Ada LOVELACE ,3/4/2024 17:05,-1234.565\n';
    const cases: Readonly<Record<string, string>> = {
      'trim(name)': 'Ada LOVELACE',
      'initcap(trim(name))': 'Ada Lovelace',
      "split_part(trim(name), ' ', 2)": 'LOVELACE',
      "split_part(trim(name), ' ', -1)": 'LOVELACE',
      'left(trim(name), 3)': 'Ada',
      'right(trim(name), 2)': 'CE',
      "lpad(text(7), 3, '0')": '007',
      "rpad('a', 3, '-')": 'a--',
      "trim('xxaxx', 'x')": 'a',
      "concat('a', NULL, 1)": 'a1',
      'date(sold)': '2024-03-04',
      'datetime(sold)': '2024-03-04T17:05:00',
      'year(sold) * 100 + month(sold)': '202403',
      'day(sold)': '4',
      "days_between('2024-02-28', sold)": '5',
      'round(n, 2)': '-1234.57',
      'round(n, -2)': '-1200',
      'floor(n)': '-1235',
      'ceil(n)': '-1234',
      'sign(n)': '-1',
      'mod(7, -4)': '3',
      'greatest(2, 10, 9)': '10',
      'least(2, 10, 1.5)': '1.5',
      "number('$1,200.50')": '1200.50',
      'is_number(name)': 'false',
      'is_date(sold)': 'true',
      "iif(n < 0, 'minus', 'plus')": 'minus',
      "contains(name, 'LOVE') AND starts_with('abc', 'ab') AND ends_with('abc', 'bc')": 'true',
      '10 / 4': '2.5',
      '1 / 3': '0.33333333333333333333',
      'row()': '1',
      "CASE n WHEN 1 THEN 'one' END": '',
    };
    for (const [source, expected] of Object.entries(cases)) {
      const text = await changed(input, { add: `r = ${source}`, select: 'r' });
      expect([source, papaCells(text, ',')[1]?.[0] ?? '']).toEqual([source, expected]);
    }
  });

  it('takes a text of one column apart', async () => {
    expect(await changed('name\nLovelace, Ada\nPlato\n', { split: '1', separator: ',' })).toBe(
      'name_1,name_2\nLovelace,Ada\nPlato,\n',
    );
  });
});

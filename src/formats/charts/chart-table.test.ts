import { expect, it } from 'vitest';

import { columnNumbers, readChartTable } from './chart-table.js';

const READING = { header: true, delimiter: 'auto', sheet: '', password: '', locale: 'en' } as const;

async function read(input: string, locale = 'en') {
  const table = await readChartTable({ input, files: [] }, { ...READING, locale });
  const columns = table.columns.map(({ name, type, cells }, index) => [
    name,
    type === 'text' ? cells : columnNumbers(table, index),
  ]);
  return { columns, warnings: table.warnings };
}

it('a first row of numbers alone is data, years above numbers are names', async () => {
  expect(await read('1\n5\n3\n')).toEqual({
    columns: [['column_1', [1, 5, 3]]],
    warnings: ['The first row has only numbers and was read as data, not as column names'],
  });
  expect(await read('2024,2025\n5,6\n')).toEqual({
    columns: [
      ['2024', [5]],
      ['2025', [6]],
    ],
    warnings: [],
  });
  expect((await read('a,3\nb,5\n')).warnings).toHaveLength(1);
});

it('an object of numbers is a table of names and values', async () => {
  expect((await read('{"a": 3, "b": 5}')).columns).toEqual([
    ['name', ['a', 'b']],
    ['value', [3, 5]],
  ]);
  expect((await read('{"x": [1, 2]}')).columns).not.toContainEqual(['name', ['x']]);
});

it('percentages and amounts of one unit are numbers', async () => {
  expect((await read('who,share\nA,40%\nB,59.5 %\n')).columns[1]).toEqual(['share', [40, 59.5]]);
  expect((await read('who;sum\nA;1.200,50 €\nB;-3 €\n', 'de')).columns[1]).toEqual(['sum', [1200.5, -3]]);
  expect((await read('who,sum\nA,"1,200 USD"\nB,3 USD\n')).columns[1]).toEqual(['sum', [1200, 3]]);
  expect((await read('who,sum\nA,3 EUR\nB,3%\n')).columns[1]).toEqual(['sum', ['3 EUR', '3%']]);
});

it('dates have the order that one of them shows', async () => {
  const input = 'd,n\n13/02/2024,1\n01/03/2024,2\n';
  const { columns } = await readChartTable({ input, files: [] }, READING);
  expect(columns[0]?.type).toBe('date');
});

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
    warnings: ['The first row has numbers and was read as data, not as column names'],
  });
  expect(await read('2024,2025\n5,6\n')).toEqual({
    columns: [
      ['2024', [5]],
      ['2025', [6]],
    ],
    warnings: [],
  });
  expect((await read('a,3\nb,5\n')).columns).toEqual([
    ['column_1', ['a', 'b']],
    ['column_2', [3, 5]],
  ]);
  expect((await read('a,2024\nb,5\n')).columns[1]).toEqual(['2024', [5]]);
  expect((await read('hour,1,2\nb,5,6\n')).warnings).toHaveLength(1);
});

it('names and numbers as people type them are a table', async () => {
  const cells = async (input: string, locale?: string) =>
    (await read(input, locale)).columns.map(([, column]) => column);
  expect(await cells('Rent: $1,200\nFood out = 400\n')).toEqual([
    ['Rent', 'Food out'],
    [1200, 400],
  ]);
  expect(await cells('Äpfel 3,5 €\nBirnen -2 €', 'de')).toEqual([
    ['Äpfel', 'Birnen'],
    [3.5, -2],
  ]);
  expect(await cells('Coal -> Power 30\nGas → Power: 20')).toEqual([
    ['Coal', 'Gas'],
    ['Power', 'Power'],
    [30, 20],
  ]);
  expect(await cells('Wages [1500] Budget\nBudget [500] Rent')).toEqual([
    ['Wages', 'Budget'],
    ['Budget', 'Rent'],
    [1500, 500],
  ]);
  expect(await cells('1 2 2 3.5')).toEqual([[1, 2, 2, 3.5]]);
  expect(await cells('1, 2, 3')).toEqual([[1, 2, 3]]);
  // CSV, texts that end in numbers of their own, and a header stay what they were.
  expect(await cells('a b,3\nc 4,5\nd 6,7')).toEqual([
    ['a b', 'c 4', 'd 6'],
    [3, 5, 7],
  ]);
  expect((await read('Windows 10\nWindows 11\nWindows 10')).columns).toHaveLength(1);
  expect((await read('name\nApples 10')).columns).toHaveLength(1);
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

import { expect, it } from 'vitest';

import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import barChart from './bar-chart.js';

const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'sheets with a title');

interface Drawn {
  readonly x: string;
  readonly rows: number;
  readonly series: readonly { readonly name: string; readonly least: number; readonly most: number }[];
  readonly warnings: readonly string[];
}

const drawn = async (input: string, options: Record<string, unknown> = {}): Promise<Drawn> => {
  const { data, message } = await runTool(barChart, { input, options });
  expect(message).toBeUndefined();
  return data as Drawn;
};

it.each([
  ['Umsatzbericht 2026;;\nMonat;Umsatz;Kosten\nJanuar;1.234,50;-200,5\nFebruar;;300\nMärz;2.000,00;n/a', 1],
  ['Kontoauszug vom 1.2.2026\nKonto: DE89, Berlin\n\nMonat;Umsatz;Kosten\nJanuar;1234,5;-200,5\nMärz;2000,00;300', 3],
  ['"Sales, by month"\nMonat,Umsatz,Kosten\nJanuar,"1.234,50",-200\nMärz,"2.000,00",300', 1],
])('a title above the names of the columns is skipped and told: %s', async (csv, skipped) => {
  const { x, series, warnings } = await drawn(csv, { locale: 'de' });
  expect(x).toBe('Monat');
  expect(series.map(({ name, most }) => [name, most])).toEqual([
    ['Umsatz', 2000],
    ['Kosten', 300],
  ]);
  expect(warnings).toEqual([
    `Skipped above the names of the columns: ${skipped === 1 ? 'one row' : `${skipped} rows`}`,
  ]);
});

it('the years of columns are names below a title', async () => {
  const { series } = await drawn('Sales\nRegion;2024;2025\nNorth;1;2\nSouth;3;4');
  expect(series.map(({ name }) => name)).toEqual(['2024', '2025']);
});

it.each(['Month,\nJan,5\nFeb,7', ',Value\nJan,5\nFeb,7', 'Month,Value\nJan,5\nFeb,7', 'Month,Value\n\nJan,5\nFeb,7'])(
  'no row is skipped without a title: %s',
  async (csv) => {
    const { rows, warnings } = await drawn(csv);
    expect(rows).toBe(2);
    expect(warnings.filter((warning) => warning.startsWith('Skipped'))).toEqual([]);
  },
);

it.skipIf(!hasOpenpyxl)('a sheet with a title and an empty row above its table', async () => {
  const book = runPython<string>(
    `import openpyxl, io, base64
wb = openpyxl.Workbook(); ws = wb.active
for row in [['Report 2026'], [], ['Region', 'Sales'], ['North', 5], ['South', 7]]: ws.append(row)
ws.merge_cells('A1:B1')
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
    {},
    PYTHON,
  );
  const { data } = await runTool(barChart, { files: [{ name: 'a.xlsx', bytes: Buffer.from(book, 'base64') }] });
  expect(data).toMatchObject({
    x: 'Region',
    rows: 2,
    series: [{ name: 'Sales', least: 5, most: 7 }],
    warnings: ['Skipped above the names of the columns: one row'],
  });
});

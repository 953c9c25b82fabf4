import { describe, expect, it } from 'vitest';

import { readXlsx } from '../../lib/workbook/read-xlsx.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import fillTemplate from './xlsx-fill-template.js';

const PYTHON = '/usr/bin/python3';
const hasOffice = hasProgram('soffice', ['--version'], 'filled templates beside LibreOffice');
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'filled templates beside openpyxl');

const TEMPLATE = readFixture('spreadsheets/invoice-template.xlsx');

interface Item {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

async function filledWith(items: readonly Item[]): Promise<Buffer> {
  const input = JSON.stringify({ number: 'A & <1>', date: '2024-02-29', customer: { name: '=1+1' }, items });
  const { files, message } = await runTool(fillTemplate, { input, files: [{ name: 'invoice.xlsx', bytes: TEMPLATE }] });
  expect(message).toBeUndefined();
  return files[0]?.bytes ?? Buffer.alloc(0);
}

const next = chanceOf(91);
const randomItems = (): Item[] =>
  Array.from({ length: 1 + next(40) }, (_, i) => ({
    name: `item ${i}`,
    quantity: next(20),
    price: next(10_000) / 100,
  }));

describe.skipIf(!hasOffice)('beside LibreOffice', () => {
  inRounds('sums grow with the rows, on other sheets too', [1, 40], async (rounds) => {
    const lists = Array.from({ length: rounds }, randomItems);
    const books = await Promise.all(lists.map(filledWith));
    const calculated = convertByOffice(
      books.map((bytes, i) => [`b${i}.xlsx`, bytes] as const),
      'xlsx',
    );
    for (const [i, bytes] of calculated.entries()) {
      const items = lists[i] ?? [];
      const [invoice, summary] = readXlsx(bytes, { formulas: true }).sheets;
      const total = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
      const last = invoice?.rows.at(-1);
      const sum = last?.cells.find(({ column }) => column === 3);
      expect(last?.index).toBe(5 + items.length);
      expect(sum?.value).toBeCloseTo(total, 6);
      expect(sum?.formula).toBe(items.length === 1 ? 'SUM(D5:D5)' : `SUM(D5:D${4 + items.length})`);
      expect(summary?.rows[0]?.cells[0]?.value).toBeCloseTo(total, 6);
      const amounts = invoice?.rows
        .slice(3, 3 + items.length)
        .map(({ cells }) => cells.find(({ column }) => column === 3)?.value);
      expect(amounts?.length).toBe(items.length);
      for (const [at, { quantity, price }] of items.entries()) expect(amounts?.[at]).toBeCloseTo(quantity * price, 8);
    }
  });
});

describe.skipIf(!hasOpenpyxl)('beside openpyxl', () => {
  it('values, types, formats and merged cells are read', async () => {
    const bytes = await filledWith([
      { name: '-x', quantity: 2, price: 1.5 },
      { name: 'ü😀', quantity: 3, price: 2 },
    ]);
    const read = runPython<unknown>(
      `import openpyxl, io, base64
wb = openpyxl.load_workbook(io.BytesIO(base64.b64decode(data))); ws = wb.worksheets[0]
print(json.dumps([[str(r) for r in sorted(ws.merged_cells.ranges, key=str)], [[str(c.value) if c.value is not None else None for c in row] for row in ws.rows], ws['C6'].number_format, ws['D2'].number_format, ws['A2'].data_type, ws['A1'].font.sz]))`,
      bytes.toString('base64'),
      PYTHON,
    );
    expect(read).toEqual([
      ['A1:D1', 'A8:C8'],
      [
        ['Invoice A & <1>', null, null, null],
        ['=1+1', null, null, '2024-02-29 00:00:00'],
        [null, null, null, null],
        ['Item', 'Quantity', 'Price', 'Amount'],
        ['-x', '2', '1.5', '=B5*C5'],
        ['ü😀', '3', '2', '=B6*C6'],
        [null, null, null, null],
        ['Total', null, null, '=SUM(D5:D6)'],
      ],
      '#,##0.00',
      'd mmmm yyyy',
      's',
      16,
    ]);
    const [sheet] = readXlsx(bytes, { formulas: true }).sheets;
    expect(sheet?.rows[1]?.cells[0]).toMatchObject({ value: '=1+1', formula: undefined });
  });
});

it('two lists in one row are refused', async () => {
  const { status, message } = await runTool(fillTemplate, {
    input: '{"items": {"name": [1, 2], "price": [3]}}',
    files: [{ name: 'invoice.xlsx', bytes: TEMPLATE }],
  });
  expect([status, message]).toEqual([
    400,
    'Cannot read file "invoice.xlsx" as a workbook: row 5 of sheet "Invoice" has placeholders of two lists, "items.name" and "items.price"',
  ]);
});

it('too many rows are refused', async () => {
  const input = `{"items": [${Array.from({ length: 300_000 }, () => '0').join(',')}]}`;
  const { status } = await runTool(fillTemplate, { input, files: [{ name: 'invoice.xlsx', bytes: TEMPLATE }] });
  expect(status).toBe(413);
});

inRounds('a template that is cut or changed is filled or refused', [20, 500], async (rounds) => {
  for (let round = 0; round < rounds; round++) {
    const changed = Buffer.from(TEMPLATE);
    for (let count = 0; count < 4; count++) changed[next(changed.length)] = next(256);
    for (const bytes of [changed, TEMPLATE.subarray(0, next(TEMPLATE.length))]) {
      const { status, cause } = await runTool(fillTemplate, {
        input: '{"items": [{}]}',
        files: [{ name: 'a.xlsx', bytes }],
      });
      expect([200, 400, 413], String(cause)).toContain(status);
    }
  }
});

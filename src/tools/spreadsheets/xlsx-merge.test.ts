import { describe, expect, it } from 'vitest';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hostileDocuments } from '../../testing/hostile/documents.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './xlsx-merge.js';

const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'merged workbooks beside openpyxl');

/** Workbooks of random cells; what openpyxl reads in one: sheets of rows of [value, format]. */
const SCRIPT = `
import openpyxl, io, base64, random, datetime
FORMATS = ['General', '0.00', '#,##0.00', '0%', 'yyyy-mm-dd', '[$€-407] #,##0.00', '@', 'd-mmm-yy', '"x"0']
def make(seed):
  r = random.Random(seed)
  wb = openpyxl.Workbook(); wb.remove(wb.active)
  for s in range(r.randint(1, 3)):
    ws = wb.create_sheet(r.choice(['Data', 'Zürich', '表 1', 'x' * 31]) + str(s) if r.random() < .7 else f'S{s}')
    names = r.sample(['day', 'ships', 'name', 'harbour', 'note'], r.randint(1, 5))
    for c, n in enumerate(names): ws.cell(1, c + 1, n)
    for row in range(r.randint(0, 8)):
      for c in range(len(names)):
        v = r.choice([None, 1, -2.5, 0.1 + 0.2, 1e21, 123456789012, True, False, 'text', ' =x ', '007', 'ü 漢字 😀', datetime.datetime(2024, 2, 29, 12, 30), datetime.date(1999, 12, 31), '#N/A'])
        if v is None: continue
        cell = ws.cell(row + 2, c + 1, v)
        if isinstance(v, str) and v.startswith(' ='): cell.data_type = 's'
        if type(v) in (int, float): cell.number_format = r.choice(FORMATS)
  out = io.BytesIO(); wb.save(out)
  return out.getvalue()
def read(data):
  wb = openpyxl.load_workbook(io.BytesIO(data))
  def told(c):
    if c.value is None: return None
    isNumber = c.data_type in ('n', 'd')
    return [str(c.value), c.data_type if isNumber or c.data_type == 'b' else 's', c.number_format if isNumber else '']
  return [[ws.title, [[told(c) for c in row] for row in ws.iter_rows()]] for ws in wb.worksheets]
`;

type Told = readonly [value: string, type: string, format: string] | null;
type Book = readonly (readonly [name: string, rows: readonly (readonly Told[])[]])[];

const madeBooks = (seeds: readonly number[]): { readonly bytes: string; readonly read: Book }[] =>
  runPython(
    `${SCRIPT}\nprint(json.dumps([{'bytes': base64.b64encode(b).decode(), 'read': read(b)} for b in map(make, data)]))`,
    seeds,
    PYTHON,
  );

const readBooks = (books: readonly Uint8Array[]): Book[] =>
  runPython(
    `${SCRIPT}\nprint(json.dumps([read(base64.b64decode(b)) for b in data]))`,
    books.map((bytes) => Buffer.from(bytes).toString('base64')),
    PYTHON,
  );

/** Without empty cells at the ends, which files may keep or not. */
function trimmed(rows: readonly (readonly Told[])[]): Told[][] {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1));
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
}

describe.skipIf(!hasOpenpyxl)('beside openpyxl', () => {
  inRounds('keeps values, types and number formats of every sheet', [2, 40], async (rounds) => {
    const books = madeBooks(Array.from({ length: 2 * rounds }, (_, i) => i));
    const merged: Buffer[] = [];
    const stacked: Buffer[] = [];
    for (let i = 0; i < rounds; i++) {
      const files = books
        .slice(2 * i, 2 * i + 2)
        .map(({ bytes }, k) => ({ name: `b${k}.xlsx`, bytes: Buffer.from(bytes, 'base64') }));
      for (const [shape, list] of [
        ['sheets', merged],
        ['rows', stacked],
      ] as const) {
        const answer = await runTool(tool, { files, options: { shape } });
        expect(answer.message).toBeUndefined();
        list.push(answer.files[0]?.bytes ?? Buffer.alloc(0));
      }
    }
    const read = readBooks(merged);
    const rows = readBooks(stacked);
    for (let i = 0; i < rounds; i++) {
      const sources = [...(books[2 * i]?.read ?? []), ...(books[2 * i + 1]?.read ?? [])];
      expect(
        read[i]?.map(([, cells]) => trimmed(cells)),
        `pair ${i}`,
      ).toEqual(sources.map(([, cells]) => trimmed(cells)));
      const records = sources.flatMap(([, [header = [], ...cells]]) =>
        cells.map((row) => recordOf(header, row)).filter((record) => Object.keys(record).length > 0),
      );
      const [header = [], ...own] = rows[i]?.[0]?.[1] ?? [];
      expect(
        own.map((row) => recordOf(header, row)),
        `pair ${i}`,
      ).toEqual(records);
    }
  });
});

exhaustive.skipIf(!hasOpenpyxl)('keeps merged cells', async () => {
  const made = runPython<string>(
    `import openpyxl, io, base64
wb = openpyxl.Workbook(); ws = wb.active
ws['A1'] = 'wide'; ws['B4'] = 'tall'; ws.merge_cells('A1:C1'); ws.merge_cells('B4:B6')
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
    null,
    PYTHON,
  );
  const { files } = await runTool(tool, { files: [{ name: 'a.xlsx', bytes: Buffer.from(made, 'base64') }] });
  const ranges = runPython<string[]>(
    `import openpyxl, io, base64
print(json.dumps(sorted(str(r) for r in openpyxl.load_workbook(io.BytesIO(base64.b64decode(data))).active.merged_cells.ranges)))`,
    files[0]?.bytes.toString('base64'),
    PYTHON,
  );
  expect(ranges).toEqual(['A1:C1', 'B4:B6']);
});

const recordOf = (header: readonly Told[], row: readonly Told[]): Record<string, Told> =>
  Object.fromEntries(row.flatMap((cell, i) => (cell === null ? [] : [[header[i]?.[0] ?? '', cell]])));

exhaustive.skipIf(!hasProgram('soffice', ['--version'], 'merged workbooks beside LibreOffice'))(
  'LibreOffice shows the values of XLS, ODS and XLSX files in one',
  async () => {
    const files = ['xls', 'ods', 'xlsx'].map((ending) => ({
      name: `${ending}.${ending}`,
      bytes: readFixture(`spreadsheets/orders.${ending}`),
    }));
    const answer = await runTool(tool, { files, options: { shape: 'rows' } });
    const [csv] = convertByOffice(
      [['m.xlsx', answer.files[0]?.bytes ?? Buffer.alloc(0)]],
      'csv:Text - txt - csv (StarCalc):44,34,76',
    );
    const lines = csv?.toString().split('\n') ?? [];
    expect(lines[0]).toContain('Date,Item,Quantity,Price,Total,Paid');
    expect(lines.filter((line) => line.includes('Desk, oak'))).toHaveLength(3);
  },
);

it('names sheets apart by their files', async () => {
  const files = [1, 2].map((n) => ({ name: `b${n}.xlsx`, bytes: readFixture('spreadsheets/orders.xlsx') }));
  const answer = await runTool(tool, { files });
  const again = await runTool(tool, { files: [{ name: 'm.xlsx', bytes: answer.files[0]?.bytes ?? Buffer.alloc(0) }] });
  expect((again.data as { sheets: { name: string }[] }).sheets.map(({ name }) => name)).toEqual(
    ['b1', 'b2'].flatMap((stem) => ['Orders', 'Rates', 'Archive'].map((name) => `${stem} ${name}`)),
  );
});

exhaustive('answers 200, 400 or 413 for hostile workbooks', async () => {
  for (const { name, bytes } of hostileDocuments().filter((one) => /\.(?:xlsx|ods|xls|csv)$/.test(one.name)))
    expect([200, 400, 413], name).toContain((await runTool(tool, { files: [{ name, bytes }] })).status);
});

it.skipIf(!hasOpenpyxl)('a hidden sheet stays hidden, and formulas without a value are told', async () => {
  const book = runPython<string>(
    `import openpyxl, io, base64
wb = openpyxl.Workbook(); wb.active.title = 'Secret'; wb.active['A1'] = '=1+1'; wb.active.sheet_state = 'hidden'; wb.create_sheet('Open')['A1'] = 1
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
    null,
    PYTHON,
  );
  const { data, files } = await runTool(tool, { files: [{ name: 'a.xlsx', bytes: Buffer.from(book, 'base64') }] });
  expect(data).toMatchObject({ warnings: [expect.stringMatching(/^a: 1 formula has no saved value/)] });
  const states = runPython<unknown>(
    `import openpyxl, io, base64
wb = openpyxl.load_workbook(io.BytesIO(base64.b64decode(data))); print(json.dumps([[ws.title, ws.sheet_state] for ws in wb] + [wb.active.title]))`,
    files[0]!.bytes.toString('base64'),
    PYTHON,
  );
  expect(states).toEqual([['Secret', 'hidden'], ['Open', 'visible'], 'Open']);
});

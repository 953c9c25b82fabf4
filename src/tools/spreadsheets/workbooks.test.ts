import { describe, expect, it } from 'vitest';

import { readFormat } from '../../lib/workbook/format-codes.js';
import { shownNumberOf } from '../../lib/workbook/shown-values.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hostileDocuments } from '../../testing/hostile/documents.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import csvToXlsx from './csv-to-xlsx.js';
import xlsxCompare from './xlsx-compare.js';
import formulaCalculator from './xlsx-formula-calculator.js';
import xlsxInfo from './xlsx-info.js';
import xlsxToCsv from './xlsx-to-csv.js';
import xlsxToJson from './xlsx-to-json.js';

const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'workbooks beside openpyxl');
const hasOffice = hasProgram('soffice', ['--version'], 'workbooks beside LibreOffice');

const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):9,34,76';

const tabCells = (csv: Buffer): string[][] =>
  csv
    .toString()
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')));

const CODES =
  '0|0.00|#,##0|#,##0.00|0%|0.00%|0.00E+00|# ?/?|# ??/??|m/d/yyyy|d-mmm-yy|d-mmm|mmm-yy|h:mm AM/PM|h:mm|yyyy-mm-dd hh:mm|[h]:mm|mm:ss.0|##0.0E+0|#,##0 ;(#,##0)|#,##0.00;[Red](#,##0.00)|"$"#,##0.00|[$€-407] #,##0.00|000-00-0000|(000) 000-0000|0.0,,"M"|#,##0,|?.??|dddd, mmmm d, yyyy|ddd mmmmm|[<10]"low" 0;[>=100]"high" 0;0.0|0;-0;"zero";@|00000|yy/m/d|0.0"x"|-0.0;+0.0|General" kg"|yyyy"年"m"月"d"日"|0.0%|#,###.0#'.split(
    '|',
  );

/** From March 1900, where LibreOffice counts the days as Excel does; times away from the half of what is shown. */
const VALUES = [
  61, 100, 1000, 1234.5, 12345.678, 36526.25, 45292, 45292.75, 45351.5, 59999.125, 65.0625, 99.75, 401.4, 2958465,
  730.01, 29221.9, 40000.001, 88.888, 1024.1024, 54321.12345, 70.5, 812.34, 9999.99, 8640.5, 333.3,
];

describe.skipIf(!hasOffice || !hasOpenpyxl)('beside LibreOffice', () => {
  exhaustive('1,000 numbers and dates in 40 formats are shown alike', () => {
    const book = runPython<string>(
      `import openpyxl, io, base64
wb = openpyxl.Workbook(); ws = wb.active
for r, v in enumerate(data['values']):
  for c, f in enumerate(data['codes']):
    cell = ws.cell(r + 1, c + 1, v); cell.number_format = f
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
      { values: VALUES, codes: CODES },
      PYTHON,
    );
    const [csv] = convertByOffice([['formats.xlsx', Buffer.from(book, 'base64')]], AS_SHOWN);
    const shown = tabCells(csv as Buffer);
    const isShown = (row: number, column: number): boolean => shown[row]?.[column] !== '#FMT';
    const formats = CODES.map(readFormat);
    // Hours of more than a million LibreOffice does not show.
    const ours = VALUES.map((value, y) =>
      formats.map((format, x) => (isShown(y, x) ? shownNumberOf(value, format) : '#FMT')),
    );
    expect(ours.flat().filter((text) => text !== '#FMT').length).toBe(997);
    expect(ours).toEqual(shown.slice(0, VALUES.length));
  });

  it('one workbook as XLSX, XLS and ODS gives the same values', async () => {
    const texts = await Promise.all(
      ['xlsx', 'ods'].map(async (ending) => {
        const files = [{ name: `orders.${ending}`, bytes: readFixture(`spreadsheets/orders.${ending}`) }];
        const { files: made } = await runTool(xlsxToCsv, { files });
        // LibreOffice writes 15 digits to XLSX and 17 to ODS.
        return made.map(({ bytes }) =>
          bytes.toString().replace(/\d+\.\d{12,}/g, (text) => String(Number(Number(text).toPrecision(15)))),
        );
      }),
    );
    // To LibreOffice's ODS, what TRUE() and FALSE() give are numbers.
    expect(texts[1]).toEqual(texts[0]?.map((text) => text.replace('TRUE', '1').replace('FALSE', '0')));
    const old = [{ name: 'orders.xls', bytes: readFixture('spreadsheets/orders.xls') }];
    const { files } = await runTool(xlsxToCsv, { files: old });
    const rounded = files.map(({ bytes }) => bytes.toString().replace('199.89999999999998', '199.9'));
    expect(rounded).toEqual(texts[0]);
  });

  exhaustive('tables that csv-to-xlsx made look as they were sent', async () => {
    const next = chanceOf(31);
    const tables = Array.from({ length: 8 }, () => randomTable(next));
    const made = await Promise.all(tables.map((table) => workbookOf(table)));
    const shown = convertByOffice(
      made.map((bytes, i) => [`t${i}.xlsx`, bytes] as const),
      AS_SHOWN,
    ).map(tabCells);
    for (const [i, table] of tables.entries())
      expect(shown[i]?.slice(0, table.length)).toEqual(
        table.map((row) => row.map((cell) => cell.replace(/^(true|false)$/, (word) => word.toUpperCase()))),
      );
  });
});

const WORDS = [
  'plain',
  'ünïcode 漢字 😀',
  '=1+1',
  '-x',
  '@name',
  '007',
  '+49 30',
  '1.10',
  '-3',
  '12,400.50',
  '$1,200',
  '7.5%',
  '2024-02-29',
  '1999-12-31 23:59',
  '12:30',
  'true',
  'false',
  '1e5',
  '01/02/2024',
  "'quoted",
  '1234567890123456',
  '0',
  '0.5',
];

function randomTable(next: Chance): string[][] {
  const columns = 1 + next(5);
  const header = Array.from({ length: columns }, (_, i) => `c${i}`);
  return [header, ...Array.from({ length: 1 + next(12) }, () => header.map(() => WORDS[next(WORDS.length)] ?? ''))];
}

async function workbookOf(table: readonly (readonly string[])[]): Promise<Buffer> {
  const text = table.map((row) => row.join('\t')).join('\n');
  const { files } = await runTool(csvToXlsx, { files: [{ name: 'table.tsv', bytes: Buffer.from(text) }] });
  return files[0]?.bytes ?? Buffer.alloc(0);
}

describe.skipIf(!hasOpenpyxl)('beside openpyxl', () => {
  const READ = `import openpyxl, io, base64, warnings
warnings.simplefilter('error')
ws = openpyxl.load_workbook(io.BytesIO(base64.b64decode(data))).worksheets[0]
print(json.dumps([ws.freeze_panes, ws.auto_filter.ref, [[[type(c.value).__name__, str(c.value), c.number_format] for c in row] for row in ws.rows]]))`;

  inRounds('tables that csv-to-xlsx made are read with their types', [1, 40], async (rounds) => {
    const next = chanceOf(32);
    for (let round = 0; round < rounds; round++) {
      const table = randomTable(next);
      const bytes = await workbookOf(table);
      const [frozen, filter, cells] = runPython<[string, string, [string, string, string][][]]>(
        READ,
        bytes.toString('base64'),
        PYTHON,
      );
      expect([frozen, filter]).toEqual(['A2', `A1:${'ABCDE'.charAt((table[0]?.length ?? 1) - 1)}${table.length}`]);
      for (const [y, row] of table.slice(1).entries()) {
        for (const [x, text] of row.entries()) {
          const [type, value, format] = cells[y + 1]?.[x] ?? ['', '', ''];
          const column = table.slice(1).map((one) => one[x] ?? '');
          const isCode =
            column.every((cell) => /^\+?\d+$/.test(cell)) && column.some((cell) => /^(?:0\d|\+)/.test(cell));
          if (isCode) expect([type, value]).toEqual(['str', text]);
          else expect([text, type, value, format]).toEqual([text, ...(EXPECTED[text] ?? ['str', text, 'General'])]);
        }
      }
    }
  });

  const EXPECTED: Readonly<Record<string, readonly [string, string, string]>> = {
    '1.10': ['float', '1.1', '0.00'],
    '-3': ['int', '-3', 'General'],
    '12,400.50': ['float', '12400.5', '#,##0.00'],
    '$1,200': ['int', '1200', '"$"#,##0'],
    '7.5%': ['float', '0.075', '0.0%'],
    '2024-02-29': ['datetime', '2024-02-29 00:00:00', 'yyyy-mm-dd'],
    '1999-12-31 23:59': ['datetime', '1999-12-31 23:59:00', 'yyyy-mm-dd hh:mm'],
    '12:30': ['time', '12:30:00', 'hh:mm'],
    true: ['bool', 'True', 'General'],
    false: ['bool', 'False', 'General'],
    '0': ['int', '0', 'General'],
    '0.5': ['float', '0.5', '0.0'],
  };

  const MAKE = `import openpyxl, io, base64, datetime, random
random.seed(data)
wb = openpyxl.Workbook(); wb.remove(wb.active); told = []
kinds = ['n', 'i', 's', 'b', 'd', 't', 'f', '']
for k in range(random.randint(1, 3)):
  ws = wb.create_sheet('Sheet %d ä&<' % k); cells = {}
  for _ in range(random.randint(1, 25)):
    r, c = random.randint(1, 30), random.choice([1, 2, 3, 5, 26, 27, 53]); kind = random.choice(kinds)
    cell = ws.cell(r, c); name = cell.coordinate; cells.pop(name, None); cell.value = None; cell.number_format = 'General'
    if kind == 'n': v = round(random.uniform(-1e6, 1e6), 6); cell.value = v; cells[name] = ['number', v]
    if kind == 'i': v = random.randint(-10**12, 10**12); cell.value = v; cells[name] = ['number', v]
    if kind == 's': v = random.choice(['a', ' x ', 'é漢😀', 'l1\\nl2', '<&>']); cell.value = v; cells[name] = ['text', v]
    if kind == 'b': v = random.random() < .5; cell.value = v; cells[name] = ['boolean', v]
    if kind == 'd': v = datetime.datetime(1950, 1, 1) + datetime.timedelta(days=random.randint(0, 40000), seconds=random.randint(0, 86399)); cell.value = v; cells[name] = ['date', v.strftime('%Y-%m-%d %H:%M:%S').replace(' 00:00:00', '')]
    if kind == 't': v = datetime.time(random.randint(0, 23), random.randint(0, 59)); cell.value = v; cells[name] = ['date', v.strftime('%H:%M:%S')]
    if kind == 'f': v = '=SUM(A%d:B2)&"x"' % random.randint(3, 9); cell.value = v; cells[name] = ['formula', v]
  merged = []
  if random.random() < .5: ws.merge_cells('H40:J42'); merged = ['H40:J42']
  told.append([ws.title, cells, merged])
out = io.BytesIO(); wb.save(out); print(json.dumps([base64.b64encode(out.getvalue()).decode(), told]))`;

  type Cells = Readonly<Record<string, readonly [string, unknown]>>;

  inRounds('random workbooks give what was written', [1, 60], async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [book, told] = runPython<[string, [string, Cells, string[]][]]>(MAKE, round, PYTHON);
      const files = [{ name: 'a.xlsx', bytes: Buffer.from(book, 'base64') }];
      const { data } = await runTool(xlsxToJson, { files, options: { shape: 'cells' } });
      const { sheets } = data as { sheets: { name: string; merged: string[]; rows: Record<string, unknown>[] }[] };
      const read = sheets.map(({ name, merged, rows }) => [
        name,
        Object.fromEntries(
          rows.map(({ cell, type, value, formula }) => [
            cell,
            formula === undefined ? [type, value] : ['formula', formula],
          ]),
        ),
        merged,
      ]);
      expect(read).toEqual(told);
      const info = await runTool(xlsxInfo, { files });
      const [report] = (info.data as { files: { formulas: number; sheets: { merged: string[] }[] }[] }).files;
      const formulas = told.flatMap(([, cells]) => Object.values(cells)).filter(([kind]) => kind === 'formula');
      expect(report?.formulas).toBe(formulas.length);
      expect(report?.sheets.map(({ merged }) => merged)).toEqual(told.map(([, , merged]) => merged));
      const csv = await runTool(xlsxToCsv, { files });
      expect(csv.files.length).toBe(told.length);
    }
  });
});

it('the formulas of a workbook give what LibreOffice saved', async () => {
  for (const ending of ['xlsx', 'ods']) {
    const files = [{ name: `orders.${ending}`, bytes: readFixture(`spreadsheets/orders.${ending}`) }];
    const { data } = await runTool(formulaCalculator, { files });
    const { cells } = data as { cells: { cell: string; changed: boolean }[] };
    // What TRUE() gives is a number to LibreOffice's ODS.
    const changed = cells.filter((cell) => cell.changed).map(({ cell }) => cell);
    expect([cells.length, changed]).toEqual([6, ending === 'ods' ? ['F2', 'F3'] : []]);
  }
});

describe('xlsx-compare', () => {
  const csvBook = async (rows: readonly (readonly (string | number)[])[]): Promise<Buffer> =>
    workbookOf(rows.map((line) => line.map(String)));
  const compare = async (one: Buffer, two: Buffer, options: Readonly<Record<string, unknown>>) => {
    const files = [
      { name: 'table.xlsx', bytes: one },
      { name: 'table2.xlsx', bytes: two },
    ];
    const { data } = await runTool(xlsxCompare, { files, options });
    return (data as { changes: Record<string, unknown>[] }).changes;
  };

  inRounds('finds the changes that were made, by key', [5, 40], async (rounds) => {
    const next = chanceOf(44);
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: 30 }, (_, i) => [`k${i}`, next(100), `text ${next(1000)}`, next(10) / 4]);
      const [gone, changed] = [new Set<number>(), new Map<number, number>()];
      for (let i = 0; i < 4; i++) gone.add(next(30));
      for (let i = 0; i < 5; i++) {
        const at = next(30);
        if (!gone.has(at)) changed.set(at, 1 + next(3));
      }
      const edited = rows.flatMap((line, i) =>
        gone.has(i) ? [] : [line.map((cell, column) => (changed.get(i) === column ? `new ${i}` : cell))],
      );
      edited.splice(next(10), 0, ['added', 1, 'x', 2]);
      const header = ['id', 'a', 'b', 'c'];
      const changes = await compare(await csvBook([header, ...rows]), await csvBook([header, ...edited]), {
        key: 'ID',
      });
      const told = changes.map(({ kind, key, after }) => [kind, key, after ?? null]);
      const expected = [
        ...[...changed.keys()].map((i) => ['changed', `k${i}`, `new ${i}`]),
        ...[...gone].map((i) => ['row removed', `k${i}`, null]),
        ['row added', 'added', null],
      ];
      expect(told.sort()).toEqual(expected.sort());
    }
  });

  it('finds a changed cell below an inserted row without a key', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [`r${i}`, i * 3]);
    const edited = [['n', 'v'], ['new', 1], ...rows.map((line, i) => (i === 9 ? ['r9', 1000] : line))];
    expect(await compare(await csvBook([['n', 'v'], ...rows]), await csvBook(edited), {})).toEqual([
      { sheet: 'table', kind: 'row added', cell: '2', values: ['new', '1'] },
      { sheet: 'table', kind: 'changed', cell: 'B11', movedTo: 'B12', before: '27', after: '1000' },
    ]);
  });
});

it.skipIf(!hasOpenpyxl)(
  'a table that begins in B3 has its names there, and formulas nobody calculated are told',
  async () => {
    const book = runPython<string>(
      `import openpyxl, io, base64
ws = (wb := openpyxl.Workbook()).active
ws['B3'] = 'name'; ws['C3'] = 'twice'; ws['B4'] = 'Ann'; ws['C4'] = '=2*2'; ws['B6'] = 'Bob'; ws['C6'] = 6
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
      null,
      PYTHON,
    );
    const files = [{ name: 'a.xlsx', bytes: Buffer.from(book, 'base64') }];
    const { data } = await runTool(xlsxToJson, { files });
    const none = { name: null, twice: null };
    expect(data).toMatchObject({
      sheets: [{ rows: [{ name: 'Ann', twice: null }, none, { name: 'Bob', twice: 6 }] }],
      warnings: [expect.stringMatching(/^1 formula has no saved value/)],
    });
    const inRange = await runTool(xlsxToJson, { files, options: { cells: 'B2:C4' } });
    expect(inRange.data).toMatchObject({
      sheets: [
        {
          rows: [
            { B: 'name', C: 'twice' },
            { B: 'Ann', C: null },
          ],
        },
      ],
    });
  },
);

const TOOLS = [xlsxToCsv, xlsxToJson, xlsxInfo, formulaCalculator];

describe('hostile workbooks', () => {
  it('a text that stands in thousands of cells is refused before it is written', async () => {
    const bomb = hostileDocuments().find(({ name }) => name === 'string-bomb.xlsx');
    const { status, message } = await runTool(xlsxToCsv, {
      files: [{ name: 'a.xlsx', bytes: bomb?.bytes ?? Buffer.alloc(0) }],
    });
    expect([status, message]).toEqual([413, 'The CSV of a sheet must have at most 20971520 characters']);
  });

  exhaustive('are read or refused', async () => {
    for (const { name, bytes } of hostileDocuments())
      for (const tool of TOOLS) {
        const { status } = await runTool(tool, { files: [{ name: name.endsWith('.xlsx') ? name : 'a.xlsx', bytes }] });
        expect([200, 400, 413], `${tool.id} ${name}`).toContain(status);
      }
  });

  const damage = async (ending: string, rounds: number) => {
    const bytes = readFixture(`spreadsheets/orders.${ending}`);
    const next = chanceOf(33);
    for (let round = 0; round < rounds; round++) {
      const cut = bytes.subarray(0, next(bytes.length));
      const changed = Buffer.from(bytes);
      for (let count = 0; count < 4; count++) changed[next(changed.length)] = next(256);
      for (const damaged of [cut, changed]) {
        const { status, cause } = await runTool(xlsxToCsv, { files: [{ name: `a.${ending}`, bytes: damaged }] });
        expect([200, 400, 413], String(cause)).toContain(status);
      }
    }
  };
  for (const ending of ['xlsx', 'xls', 'ods'])
    inRounds(`${ending} that is cut or changed is read or refused`, [8, 500], (rounds) => damage(ending, rounds));
});

it.skipIf(!hasOpenpyxl)('spans of time are hours, minutes and seconds, not days of January 1900', async () => {
  const book = runPython<string>(
    `import openpyxl, io, base64, datetime
wb = openpyxl.Workbook(); ws = wb.active
ws.append([datetime.timedelta(hours=30), datetime.timedelta(hours=8, minutes=15), datetime.timedelta(minutes=90, seconds=5), -0.0625])
for cell, code in zip(ws[1], ['[h]:mm', '[hh]:mm:ss', '[mm]:ss', '[h]:mm']): cell.number_format = code
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`,
    {},
    PYTHON,
  );
  const files = [{ name: 'times.xlsx', bytes: Buffer.from(book, 'base64') }];
  const { files: made } = await runTool(xlsxToCsv, { files });
  expect(made[0]?.bytes.toString()).toBe('30:00:00,08:15:00,01:30:05,-01:30:00\r\n');
});

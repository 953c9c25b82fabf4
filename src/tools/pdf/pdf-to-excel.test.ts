import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { readWorkbook } from '../../formats/workbook.js';
import { JsonNumber } from '../../lib/json/values.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import pdfToExcel from './pdf-to-excel.js';

interface TableReport {
  readonly page: number;
  readonly lastPage: number;
  readonly method: string;
  readonly rows: readonly (readonly string[])[];
  readonly merged: readonly unknown[];
}

async function tablesOf(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}) {
  const answer = await runTool(pdfToExcel, { files: [{ name: 'a.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return {
    files: answer.files,
    tables: (answer.data as { files: { tables: TableReport[] }[] }).files[0]?.tables ?? [],
  };
}

const scratch = mkdtempSync(join(tmpdir(), 'pdf-to-excel-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const rect = (x: number, y: number, width: number, height: number): string => `${x} ${y} ${width} ${height} re f`;

describe('tables with lines', () => {
  const rows = [
    ['a', 'b c', 'd'],
    ['1', '2', '3'],
    ['4', '5', '6'],
  ];
  const words = rows.flatMap((row, r) => row.map((text, c) => textAt(105 + 80 * c, 685 - 20 * r, text))).join(' ');

  it('are found whether lines are strokes, thin rectangles, short pieces or boxes round each cell', async () => {
    const at = [0, 1, 2, 3];
    const strokes = at.map(
      (i) => `100 ${700 - 20 * i} m 340 ${700 - 20 * i} l S ${100 + 80 * i} 640 m ${100 + 80 * i} 700 l S`,
    );
    const thin = at.map((i) => `${rect(100, 700 - 20 * i, 240, 0.5)} ${rect(100 + 80 * i, 640, 0.5, 60)}`);
    const pieces = at.flatMap((i) =>
      [0, 1, 2].map(
        (j) =>
          `${100 + 80 * j} ${700 - 20 * i} m ${180 + 80 * j} ${700 - 20 * i} l S ${100 + 80 * i} ${640 + 20 * j} m ${100 + 80 * i} ${660 + 20 * j} l S`,
      ),
    );
    const boxes = [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => `${100 + 80 * c} ${680 - 20 * r} 80 20 re S`));
    for (const lines of [strokes, thin, pieces, boxes]) {
      const { tables } = await tablesOf(textPdf([{ content: `${lines.join(' ')} ${words}` }]));
      expect(tables.map((table) => [table.method, table.rows])).toEqual([['lattice', rows]]);
    }
  });

  it('are found on a rotated page and inside a form', async () => {
    const lines = [0, 1, 2, 3]
      .map((i) => `100 ${700 - 20 * i} m 340 ${700 - 20 * i} l S ${100 + 80 * i} 640 m ${100 + 80 * i} 700 l S`)
      .join(' ');
    const turned = textPdf([{ content: `q 0 -1 1 0 -200 700 cm ${lines} ${words} Q`, entries: '/Rotate 270' }]);
    const upright = textPdf([
      { content: `q 0 1 -1 0 1000 0 cm ${lines} ${words} Q`, entries: '/Rotate 90 /MediaBox [0 0 1000 1000]' },
    ]);
    expect((await tablesOf(upright)).tables[0]?.rows).toEqual(rows);
    expect((await tablesOf(turned)).tables.length).toBeLessThanOrEqual(1);
  });

  it('are not seen in frames, underlines and charts', async () => {
    const frame = `50 50 500 700 re S ${textAt(60, 700, 'Some words in a frame')} ${textAt(60, 680, 'and more of them')}`;
    const raster = Array.from(
      { length: 20 },
      (_, i) => `100 ${100 + 10 * i} m 300 ${100 + 10 * i} l S ${100 + 10 * i} 100 m ${100 + 10 * i} 290 l S`,
    ).join(' ');
    const chart = `${raster} ${textAt(150, 150, 'x')} ${textAt(200, 200, 'y')}`;
    for (const content of [frame, chart]) expect((await tablesOf(textPdf([{ content }]))).tables).toEqual([]);
  });
});

describe('tables without lines', () => {
  it('keep cells that go on below, empty cells and a heading over two columns', async () => {
    const lines = [
      [[200, 'Both years']],
      [
        [72, 'Name'],
        [200, '2024'],
        [300, '2025'],
      ],
      [
        [72, 'North'],
        [200, '10'],
        [300, '20'],
      ],
      [
        [72, 'South'],
        [300, '30'],
      ],
      [
        [72, 'East'],
        [200, '40'],
        [300, 'fifty or'],
      ],
      [[300, 'sixty']],
    ] as const;
    const content = lines.flatMap((cells, r) => cells.map(([x, text]) => textAt(x, 700 - 15 * r, text))).join(' ');
    const { tables } = await tablesOf(textPdf([{ content }]));
    expect(tables.map((table) => table.rows)).toEqual([
      [
        ['', 'Both years', ''],
        ['Name', '2024', '2025'],
        ['North', '10', '20'],
        ['South', '', '30'],
        ['East', '40', 'fifty or\nsixty'],
      ],
    ]);
  });

  it('are not seen in lists and in columns of text', async () => {
    const list = Array.from(
      { length: 6 },
      (_, i) => `${textAt(72, 700 - 15 * i, `${i + 1}.`)} ${textAt(100, 700 - 15 * i, 'item of a list')}`,
    ).join(' ');
    expect((await tablesOf(textPdf([{ content: list }]))).tables).toEqual([]);
    expect((await tablesOf(readFixture('pdf/article.pdf'))).tables).toEqual([]);
  });
});

it('writes numbers as numbers, codes and formulas as text, in a workbook that reads back', async () => {
  const { files } = await tablesOf(readFixture('pdf/tables.pdf'));
  const sheets = readWorkbook(files[0]?.bytes ?? new Uint8Array(), 'the workbook');
  expect(sheets.map(({ name }) => name)).toEqual(['Page 1 Table 1', 'Page 1 Table 2', 'Page 2 Table 1']);
  const shown = sheets[0]?.rows.map((row) =>
    row.map((cell) => (cell instanceof JsonNumber ? `number ${cell.source}` : cell)),
  );
  expect(shown).toEqual([
    ['Article', 'Number', 'Price', 'Sum'],
    ['Pencil', '007', 'number 1.25', 'number 12.5'],
    ['Paper, white', '012', 'number 4', 'number 8'],
    ['=1+1', '120', 'number -3', 'number 1200'],
  ]);
});

it('gives the same bytes every time', async () => {
  const [first, second] = [
    await tablesOf(readFixture('pdf/tables.pdf')),
    await tablesOf(readFixture('pdf/tables.pdf')),
  ];
  expect(first.files[0]?.bytes).toEqual(second.files[0]?.bytes);
});

// LibreOffice may be installed without Calc.
const hasOffice =
  hasProgram('soffice', ['--version'], 'workbooks of pdf-to-excel in LibreOffice') &&
  existsSync('/usr/lib/libreoffice/program/libsclo.so');

exhaustive.skipIf(!hasOffice)(
  'LibreOffice shows every cell as the PDF does (skipped where it is not installed)',
  async () => {
    const { files, tables } = await tablesOf(readFixture('pdf/office.pdf'));
    writeFileSync(join(scratch, 'office.xlsx'), files[0]?.bytes ?? new Uint8Array());
    runProgram('soffice', [
      `-env:UserInstallation=file://${scratch}/profile`,
      ...['--headless', '--convert-to', 'html', '--outdir', scratch, join(scratch, 'office.xlsx')],
    ]);
    const html = readFileSync(join(scratch, 'office.html'), 'utf8');
    const rows = html
      .split('<tr')
      .slice(1)
      .map((row) =>
        [...row.matchAll(/<td([^>]*)>([\s\S]*?)<\/td>/g)].map(([, attributes = '', inner = '']) => {
          const text = inner
            .replace(/<br>\s*/g, ' ')
            .replace(/<[^>]*>/g, '')
            .trim();
          const span = /colspan="?(\d+)/.exec(attributes)?.[1];
          return `${/sdval/.test(attributes) ? 'number ' : ''}${text}${span === undefined ? '' : ` over ${span}`}`;
        }),
      );
    expect(rows).toEqual([
      ['Month', 'Ships', 'Tons', 'Income'],
      ['January', 'number 41', 'number 1,200.50', 'number $ 400'],
      ['February', 'number 38', 'number 998.00', 'number $ 380'],
      ['March, the first weeks of it only', 'number 57', 'number 2,310.75', 'number $ 615'],
      ['Sum of all months over 3', 'number $ 1,395'],
    ]);
    expect(tables.length).toBe(1);
  },
);

it('joins a table that goes on over pages without its repeated head, and takes commas for decimal signs where they are', async () => {
  const row = (y: number, cells: readonly string[]): string =>
    cells.map((text, i) => textAt([72, 220, 340][i] ?? 0, y, text)).join(' ');
  const head = ['Town', 'People', 'Share'];
  const page = (from: number, top: number, count: number): string =>
    [head, ...Array.from({ length: count }, (_, i) => [`Town ${from + i}`, `1.${200 + i},5`, `${i},25`])]
      .map((cells, i) => row(top - 16 * i, cells))
      .join(' ');
  const bytes = textPdf([{ content: page(1, 740, 42) }, { content: page(43, 740, 10) }]);
  const { tables, files } = await tablesOf(bytes);
  expect(tables.map(({ page: first, lastPage, rows }) => [first, lastPage, rows.length])).toEqual([[1, 2, 53]]);
  const [sheet] = readWorkbook(files[0]?.bytes ?? new Uint8Array(), 'the workbook');
  expect(sheet?.rows[1]?.[1]).toEqual(new JsonNumber('1200.5'));
  const apart = await tablesOf(bytes, { joinPages: false });
  expect(apart.tables.map(({ rows }) => rows.length)).toEqual([43, 11]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import htmlTableExtractor from './html-table-extractor.js';

// Where Debian's packages of Python are.
const PYTHON = '/usr/bin/python3';

const extract = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const answer = await runTool(htmlTableExtractor, { input, options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.text!;
};

const raw = { header: false };

describe('table model', () => {
  // https://html.spec.whatwg.org/multipage/tables.html#forming-a-table; the rows as browsers show them.
  const cases: readonly (readonly [string, string, string])[] = [
    ['rowspan ends with its group', '<tbody><tr><td rowspan=9>a<td>b<tbody><tr><td>c<td>d', 'a,b\nc,d\n'],
    ['rowspan 0 goes to the end of the group', '<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d', 'a,b\na,c\na,d\n'],
    ['tfoot stands last', '<tfoot><tr><td>sum</tfoot><tbody><tr><td>1', '1\nsum\n'],
    ['a colspan of 0 or nonsense is 1', '<tr><td colspan=0>a<td colspan=x>b<td colspan="+2z">c', 'a,b,c,c\n'],
    ['a short row is filled', '<tr><td>a<td>b<tr><td>c', 'a,b\nc,\n'],
    ['cells slide past a rowspan', '<tr><td>1<td rowspan=2>2<td>3<tr><td>4<td>5', '1,2,3\n4,2,5\n'],
    ['both spans at once', '<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c', 'a,a,b\na,a,c\n'],
    [
      'text of blocks, breaks and pictures',
      '<tr><td><p>x  y</p><p>z</p><td>a<br>b<td><img alt=pic>!',
      '"x y\nz","a\nb",pic!\n',
    ],
    ['no scripts', '<tr><td>a<script>1<2</script><style>x</style><!-- c -->b', 'ab\n'],
  ];
  it.each(cases)('%s', async (_, rows, csv) => {
    expect(await extract(`<table>${rows}</table>`, raw)).toBe(csv);
  });

  it('writes a merged cell once where asked', async () => {
    const input = '<table><tr><td colspan=2 rowspan=2>a<td>b<tr><td>c</table>';
    expect(await extract(input, { ...raw, repeatSpans: false })).toBe('a,,b\n,,c\n');
  });

  it('gives nested tables apart', async () => {
    const input = '<table><tr><td>out<table><tr><td>in</table>side<td>x</table>';
    expect(await extract(input, raw)).toBe('outside,x\n\nin\n');
    expect(await extract(input, { ...raw, table: 2 })).toBe('in\n');
  });

  it('joins header rows', async () => {
    const input =
      '<table><thead><tr><th rowspan=2>Id<th colspan=2>Size<tr><th>w<th>h<tbody><tr><td>1<td>2<td>3</table>';
    expect(await extract(input)).toBe('Id,Size w,Size h\n1,2,3\n');
  });

  it('bounds spans', async () => {
    const answer = await runTool(htmlTableExtractor, {
      input: `<table>${'<tr>'.repeat(2000)}<tr><td colspan=1000 rowspan=65534>a${'<tr><td>b'.repeat(2000)}</table>`,
    });
    expect([answer.status, answer.code]).toEqual([413, 'LIMIT_EXCEEDED']);
  });

  exhaustive('reads hostile pages in time', async () => {
    for (const input of [
      '<div>'.repeat(50_000),
      `<table>${'<tr><td>'.repeat(40_000)}`,
      '<table><tr><td>'.repeat(20_000),
      `<table><tr>${'<td rowspan=65534>'.repeat(900)}${'<tr><td>'.repeat(900)}`,
      `<table><tr><td>${' <p> '.repeat(50_000)}`,
      '<b><i><table>'.repeat(20_000),
    ]) {
      const answer = await runTool(htmlTableExtractor, { input });
      expect([200, 400, 413], `${input.slice(0, 30)} ${answer.cause}`).toContain(answer.status);
    }
  });
});

const OPENPYXL = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([[sheet.title, [[[c.data_type, c.value] for c in row] for row in sheet.iter_rows()]] for sheet in book]))
`;

describe.skipIf(!hasProgram(PYTHON, ['-c', 'import openpyxl'], 'workbooks against openpyxl'))('openpyxl', () => {
  it('reads the written workbook with the same cells, and no formula', async () => {
    const cells = [
      '=1+1',
      '5',
      '-2.5',
      '1.10',
      '007',
      '12345678901234567890',
      'true',
      '@x',
      '+1',
      'a&lt;b',
      '_x0041_',
      '東京 👩‍💻',
      'x<br>y',
    ];
    const row = cells.map((cell) => `<td>${cell}</td>`).join('');
    const input = `<table><caption>Bad: [name]/with 'quotes'*? and more than 31 letters</caption><tr><th>h${'<th>'.repeat(cells.length - 1)}</tr><tr>${row}</tr></table><table><tr><th>b<tr><td>1</table>`;
    const answer = await runTool(htmlTableExtractor, { input, options: { format: 'xlsx' } });
    const folder = mkdtempSync(join(tmpdir(), 'html-table-'));
    const path = join(folder, 'a.xlsx');
    writeFileSync(path, answer.files[0]!.bytes);
    const book = JSON.parse(runProgram(PYTHON, ['-c', OPENPYXL, path]).toString()) as [string, [string, unknown][][]][];
    rmSync(folder, { recursive: true });
    expect(book.map(([title]) => title)).toEqual(["Bad name with 'quotes' and more", 'Table 2']);
    // openpyxl does not undo _x005F_; Excel and LibreOffice do.
    expect(book[0]![1][1]).toEqual([
      ['s', '=1+1'],
      ['n', 5],
      ['n', -2.5],
      ['s', '1.10'],
      ['s', '007'],
      ['s', '12345678901234567890'],
      ['b', true],
      ['s', '@x'],
      ['s', '+1'],
      ['s', 'a<b'],
      ['s', '_x005F_x0041_'],
      ['s', '東京 👩‍💻'],
      ['s', 'x\ny'],
    ]);
    const again = await runTool(htmlTableExtractor, { input, options: { format: 'xlsx' } });
    expect(again.files[0]!.bytes.equals(answer.files[0]!.bytes)).toBe(true);
  });
});

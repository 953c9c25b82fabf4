import { CFB, read, utils, type WorkBook, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { CompoundFile } from '../../lib/office/compound-file.js';
import { OfficePackage } from '../../lib/office/package.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { convertByOffice } from '../../testing/office.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import xlsxInfo from './xlsx-info.js';
import xlsxToCsv from './xlsx-to-csv.js';
import xlsxToJson from './xlsx-to-json.js';

const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = hasProgram(PYTHON, ['-c', 'import openpyxl'], 'binary workbooks beside openpyxl');
const hasOffice = hasProgram('soffice', ['--version'], 'binary workbooks beside LibreOffice');

const csvOf = async (name: string, bytes: Uint8Array, options = {}): Promise<string | undefined> => {
  const { files, message } = await runTool(xlsxToCsv, { files: [{ name, bytes }], options });
  expect(message, name).toBeUndefined();
  return files[0]?.bytes.toString();
};

/** Formulas that share what they work out, whose results are texts, numbers, truths and errors; dates, percents and hidden parts. */
const FORMULAS = `import openpyxl, io, base64
wb = openpyxl.Workbook(); ws = wb.active; ws.title = 'First'
for r in range(1, 41):
  ws.cell(r, 1, r * 7 % 11)
  ws.cell(r, 2, f'=IF(A{r}>5,"über 5","low ' + 'x' * 90 + f'")')
  ws.cell(r, 3, f'=ROUND(A{r}/(A{r}-3),3)')
  ws.cell(r, 4, f'=A{r}>4')
  ws.cell(r, 5, 45292 + r).number_format = 'yyyy-mm-dd'
  ws.cell(r, 6, r / 8).number_format = '0.0%'
ws.row_dimensions[3].hidden = True
other = wb.create_sheet('Second'); other['A1'] = 'away'; other.sheet_state = 'hidden'
out = io.BytesIO(); wb.save(out); print(json.dumps(base64.b64encode(out.getvalue()).decode()))`;

describe.skipIf(!hasOffice || !hasOpenpyxl)('workbooks of Excel 95 and 97 that LibreOffice saves', () => {
  exhaustive('have every value of the same workbook as XLSX', async () => {
    const book = Buffer.from(runPython<string>(FORMULAS, {}, PYTHON), 'base64');
    const [xlsx] = convertByOffice([['a.xlsx', book]], 'xlsx');
    const [xls] = convertByOffice([['a.xlsx', book]], 'xls');
    const expected = await csvOf('a.xlsx', xlsx as Buffer);
    expect(expected?.match(/über 5|low x{90}/g)).toHaveLength(40);
    expect(await csvOf('a.xls', xls as Buffer)).toBe(expected);
    // Some writers name the stream in capitals.
    const capitals = Buffer.from(xls as Buffer);
    const at = capitals.indexOf(Buffer.from('Workbook', 'utf16le'));
    capitals.write('WORKBOOK', at, 'utf16le');
    expect(await csvOf('a.xls', capitals)).toBe(expected);
    const { data } = await runTool(xlsxInfo, { files: [{ name: 'a.xls', bytes: xls as Buffer }] });
    const { files } = data as { files: { sheets: { name: string; visibility: string; hiddenRows: number }[] }[] };
    expect(files[0]?.sheets.map(({ name, visibility, hiddenRows }) => [name, visibility, hiddenRows])).toEqual([
      ['First', 'visible', 1],
      ['Second', 'hidden', 0],
    ]);
  });
});

describe('XLSB and Excel 2 to 95', () => {
  const random = (seed: number): WorkBook => {
    const next = chanceOf(seed);
    const cell = () =>
      [next(1_000_000) / 64, `text ${next(999)} ä語`, next(2) === 0, null, -next(1 << 30)][next(5)] ?? null;
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet(
      Array.from({ length: 1 + next(30) }, () => Array.from({ length: 1 + next(9) }, cell)),
    );
    utils.book_append_sheet(book, sheet, 'Table');
    return book;
  };

  inRounds('give the cells that were written', [6, 200], async (rounds) => {
    for (let seed = 1; seed <= rounds; seed++) {
      const book = random(seed);
      const sheet = book.Sheets.Table;
      for (const bookType of ['xlsb', 'biff8'] as const) {
        const bytes = write(book, { type: 'buffer', bookType });
        const { data, message } = await runTool(xlsxToJson, {
          files: [{ name: bookType === 'xlsb' ? 'a.xlsb' : 'a.xls', bytes }],
          options: { shape: 'cells' },
        });
        expect(message).toBeUndefined();
        const cells = (data as { sheets: { rows: { cell: string; value: unknown }[] }[] }).sheets[0]?.rows ?? [];
        expect(new Map(cells.map((one) => [one.cell, one.value])), `${bookType} ${seed}`).toEqual(
          new Map(
            Object.entries(sheet ?? {}).flatMap(([key, one]) => (key.startsWith('!') ? [] : [[key, one.v] as const])),
          ),
        );
      }
    }
  });

  exhaustive.skipIf(!hasOffice)('are read as LibreOffice reads them', async () => {
    const books = [1, 2, 3, 4].map((seed) => random(seed));
    const xlsb = books.map((book, i) => [`b${i}.xlsb`, write(book, { type: 'buffer', bookType: 'xlsb' })] as const);
    const theirs = convertByOffice(xlsb, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true');
    for (const [i, [name, bytes]] of xlsb.entries()) {
      const rows = (text: string): unknown => read(text, { type: 'string', raw: true }).Sheets.Sheet1;
      expect(rows((await csvOf(name, bytes)) ?? ''), name).toEqual(rows(theirs[i]?.toString() ?? ''));
    }
  });

  it('of a workbook of 1987 with texts and numbers', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Sum'],
        ['Ada', 1.5],
      ]),
      'Table',
    );
    for (const bookType of ['biff2', 'biff5'] as const)
      expect(await csvOf('old.xls', write(book, { type: 'buffer', bookType })), bookType).toBe(
        'Name,Sum\r\nAda,1.5\r\n',
      );
  });

  /** A record of BIFF before the last record, which ends the only sheet. */
  const withRecords = (id: number, data: Buffer, count: number): Buffer => {
    const stream = new CompoundFile(write(random(3), { type: 'buffer', bookType: 'biff8' }) as Buffer).read('Workbook');
    const record = Buffer.alloc(4 + data.length);
    record.writeUInt16LE(id, 0);
    record.writeUInt16LE(data.length, 2);
    data.copy(record, 4);
    let last = 0;
    for (let at = 0; stream !== undefined && at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) last = at;
    const whole = stream ?? Buffer.alloc(0);
    const changed = Buffer.concat([
      whole.subarray(0, last),
      ...Array.from({ length: count }, () => record),
      whole.subarray(last),
    ]);
    const container: object = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/Workbook', changed);
    return CFB.write(container, { type: 'buffer' });
  };

  it('links over every cell and endless lists of merged cells take no time', async () => {
    const plain = await csvOf('a.xls', write(random(3), { type: 'buffer', bookType: 'biff8' }));
    // [MS-XLS] 2.4.140: a range of all rows and columns, the class id and a link without parts.
    const link = Buffer.concat([
      Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0xff, 0]),
      Buffer.from('d0c9ea79f9bace118c8200aa004ba90b', 'hex'),
      Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    expect(await csvOf('a.xls', withRecords(0x1b8, link, 100_000))).toBe(plain);
    const merged = Buffer.concat([Buffer.from([1, 0]), Buffer.alloc(8)]);
    const { status, message } = await runTool(xlsxToCsv, {
      files: [{ name: 'a.xls', bytes: withRecords(0xe5, merged, 100_000) }],
    });
    expect([status, message]).toEqual([
      413,
      'Cannot read file "a.xls" as a workbook: it must have fewer lists of merged cells, got 100000 ranges in them',
    ]);
  });

  it('links of XLSB are left out, and sheets that share a part are refused', async () => {
    const book = random(3);
    const sheet = book.Sheets.Table;
    expect(sheet).toBeDefined();
    const bytes = write(book, { type: 'buffer', bookType: 'xlsb' }) as Buffer;
    const archive = new OfficePackage(bytes);
    const repacked = (change: (name: string, part: Buffer) => Buffer): Uint8Array =>
      writeZip(
        archive.names.map((name) => ({ name, bytes: change(name, archive.bytes(name) ?? Buffer.alloc(0)) })),
        { level: 6 },
      );
    // [MS-XLSB] 2.4.691: a range of all cells, then four empty texts. It stands before the record that ends the sheet.
    const range = Buffer.alloc(16);
    range.writeUInt32LE(1_048_575, 4);
    range.writeUInt32LE(16_383, 12);
    const link = Buffer.concat([Buffer.from([0xee, 0x03, 32]), range, Buffer.alloc(16)]);
    const linked = repacked((name, part) =>
      name === 'xl/worksheets/sheet1.bin' ? Buffer.concat([part.subarray(0, -3), link, part.subarray(-3)]) : part,
    );
    expect(await csvOf('a.xlsb', linked)).toBe(await csvOf('a.xlsb', bytes));
    const shared = repacked((name, part) => {
      const at = part.indexOf(Buffer.from([0x9c, 0x01]));
      if (name !== 'xl/workbook.bin' || at < 0) return part;
      const end = at + 3 + (part[at + 2] ?? 0);
      return Buffer.concat([part.subarray(0, end), part.subarray(at, end), part.subarray(end)]);
    });
    const { status, message } = await runTool(xlsxToCsv, { files: [{ name: 'a.xlsb', bytes: shared }] });
    expect([status, message]).toEqual([400, 'Cannot read file "a.xlsb" as a workbook: two of its sheets are one part']);
  });

  it('damaged ones are refused or read', async () => {
    const next = chanceOf(5);
    const bytes = write(random(3), { type: 'buffer', bookType: 'xlsb' }) as Buffer;
    for (let round = 0; round < 30; round++) {
      const changed = Buffer.from(bytes);
      for (let count = 0; count < 4; count++) changed[next(changed.length)] = next(256);
      const { status, cause } = await runTool(xlsxToCsv, { files: [{ name: 'a.xlsb', bytes: changed }] });
      expect([200, 400, 413], String(cause)).toContain(status);
    }
    // [MS-XLSB] 2.4.741: the number of a row, which is said to be behind a thousand million others.
    const far = Buffer.from(bytes);
    const archive = new OfficePackage(far);
    const sheet = archive.bytes('xl/worksheets/sheet1.bin') ?? Buffer.alloc(0);
    const at = far.indexOf(sheet) + sheet.indexOf(Buffer.from([0x00, 25, 1, 0, 0, 0]));
    far.writeUInt32LE(1_000_000_000, at + 2);
    const { status: ofFar } = await runTool(xlsxToCsv, { files: [{ name: 'a.xlsb', bytes: far }] });
    expect(ofFar).toBe(400);
    const cut = await runTool(xlsxToCsv, {
      files: [{ name: 'a.xls', bytes: readFixture('spreadsheets/orders.xls').subarray(0, 700) }],
    });
    expect(cut.status).toBe(400);
  });
});

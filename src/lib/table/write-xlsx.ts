import { writeZip } from '../archives/zip-writer.js';
import { LimitFault } from '../faults.js';
import { JsonNumber } from '../json/values.js';
import { columnLetters } from '../workbook/references.js';
import { writableText } from '../workbook/rich-text.js';
import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import { type Cell, cellText, type Table } from './table.js';

export interface Sheet {
  readonly name: string;
  readonly table: Table;
  /** Numbers that are shown in a format; what is left out stands as its cell says. Row and column count from 0 below the header. */
  readonly formattedAt?: (row: number, column: number) => FormattedNumber | undefined;
  /** Cells that are one, counted as above. They must not overlap. */
  readonly merged?: readonly MergedCells[];
  /** Widths of the columns in letters. */
  readonly widths?: readonly number[];
  /** The header stays in view. */
  readonly isHeaderFrozen?: boolean;
  /** Excel does not show it; at least one sheet must be shown. */
  readonly isHidden?: boolean;
  /** The header has buttons that filter the rows. */
  readonly hasFilter?: boolean;
}

/** A number as a double writes it, and a format code such as `#,##0.00` (ECMA-376 part 1, 18.8.31). */
export interface FormattedNumber {
  readonly value: string;
  readonly format: string;
}

export interface MergedCells {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CELL = 32_767;
const MAX_NAME = 31;
/** Digits that Excel keeps of a number. */
const EXACT_DIGITS = 15;

/**
 * A workbook (ECMA-376, Office Open XML) of one sheet a table. Numbers that a spreadsheet keeps exactly are numbers, everything else
 * is text: `1.10`, `007` and `=1+1` stand as they are, and no formula comes of a text. The same sheets give the same bytes. Throws
 * LimitFault.
 */
export function writeXlsx(sheets: readonly Sheet[]): Uint8Array {
  const names = sheetNames(sheets.map(({ name }) => name));
  const formats = new Formats();
  const worksheets = sheets.map((sheet, i) => worksheet(sheet, names[i] ?? '', formats));
  const part = (name: string, xml: string) => ({ name, bytes: Buffer.from(`${DECLARATION}${xml}`) });
  return writeZip(
    [
      part('[Content_Types].xml', contentTypes(sheets.length)),
      part(
        '_rels/.rels',
        `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      part('xl/workbook.xml', workbook(names, sheets)),
      part('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length)),
      part('xl/styles.xml', styles(formats.codes)),
      ...worksheets.map((xml, i) => part(`xl/worksheets/sheet${i + 1}.xml`, xml)),
    ],
    { level: 6 },
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Format codes of numbers; the style of each. */
class Formats {
  readonly #styles = new Map<string, number>();

  get codes(): readonly string[] {
    return [...this.#styles.keys()];
  }

  styleOf(code: string): number {
    const known = this.#styles.get(code);
    if (known !== undefined) return known;
    const style = FIRST_FORMAT_STYLE + this.#styles.size;
    this.#styles.set(code, style);
    return style;
  }
}

const FIRST_FORMAT_STYLE = 2;
/** Numbers of formats below are built in. */
const FIRST_FORMAT = 164;

/** Style 1 is bold, for the header. */
function styles(codes: readonly string[]): string {
  const formats = codes.map(
    (code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${escapeXmlAttribute(writableText(code))}"/>`,
  );
  const numFmts = codes.length === 0 ? '' : `<numFmts count="${codes.length}">${formats.join('')}</numFmts>`;
  const formatted = codes
    .map(
      (_, i) =>
        `<xf numFmtId="${FIRST_FORMAT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('');
  return `<styleSheet xmlns="${MAIN}">${numFmts}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FIRST_FORMAT_STYLE + codes.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${formatted}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const contentTypes = (count: number): string =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers(
    count,
  )
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
    .join('')}</Types>`;

function workbook(names: readonly string[], sheets: readonly Sheet[]): string {
  // A hidden sheet must not be the one that is open.
  const open = sheets.findIndex(({ isHidden }) => isHidden !== true);
  const view = open > 0 ? `<bookViews><workbookView activeTab="${open}"/></bookViews>` : '';
  const listed = names.map((name, i) => {
    const state = sheets[i]?.isHidden === true ? ' state="hidden"' : '';
    return `<sheet name="${escapeXmlAttribute(writableText(name))}" sheetId="${i + 1}"${state} r:id="rId${i + 1}"/>`;
  });
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships">${view}<sheets>${listed.join('')}</sheets>${filterNames(names, sheets)}</workbook>`;
}

/** Excel and LibreOffice know the rows of a filter by a hidden name: ECMA-376 part 1, 18.2.5. */
function filterNames(names: readonly string[], sheets: readonly Sheet[]): string {
  const defined = sheets.flatMap(({ table, hasFilter }, i) => {
    if (hasFilter !== true || !table.hasHeader || table.columns.length === 0) return [];
    const last = `$${columnLetters(table.columns.length - 1)}$${table.rows.length + 1}`;
    const place = `'${(names[i] ?? '').replaceAll("'", "''")}'!$A$1:${last}`;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${escapeXmlText(writableText(place))}</definedName>`;
  });
  return defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`;
}

const workbookRelations = (count: number): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${numbers(count)
    .map(
      (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${count + 1}" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`;

function worksheet(sheet: Sheet, name: string, formats: Formats): string {
  const { table, formattedAt, merged = [], widths } = sheet;
  const { columns, hasHeader, rows } = table;
  const count = rows.length + Number(hasHeader);
  if (count > MAX_ROWS) throw new LimitFault(`sheet "${name}" must have at most ${MAX_ROWS} rows, got ${count}`);
  if (columns.length > MAX_COLUMNS) {
    throw new LimitFault(`sheet "${name}" must have at most ${MAX_COLUMNS} columns, got ${columns.length}`);
  }
  const letters = columns.map((_, i) => columnLetters(i));
  const parts: string[] = [];
  const addRow = (row: readonly (Cell | undefined)[], number: number, style: string): void => {
    parts.push(`<row r="${number}">`);
    for (const [i, letter] of letters.entries()) {
      const formatted = style === '' ? formattedAt?.(number - 1 - Number(hasHeader), i) : undefined;
      if (formatted === undefined) parts.push(cellXml(row[i] ?? null, `${letter}${number}`, style));
      else
        parts.push(`<c r="${letter}${number}" s="${formats.styleOf(formatted.format)}"><v>${formatted.value}</v></c>`);
    }
    parts.push('</row>');
  };
  if (hasHeader) addRow(columns, 1, ' s="1"');
  for (const [i, row] of rows.entries()) addRow(row, i + 1 + Number(hasHeader), '');
  const place = (row: number, column: number): string => `${columnLetters(column)}${row + 1 + Number(hasHeader)}`;
  const refs = merged.map(
    ({ row, column, rowSpan, columnSpan }) =>
      `<mergeCell ref="${place(row, column)}:${place(row + rowSpan - 1, column + columnSpan - 1)}"/>`,
  );
  const mergeCells = refs.length === 0 ? '' : `<mergeCells count="${refs.length}">${refs.join('')}</mergeCells>`;
  const cols =
    widths === undefined || widths.length === 0
      ? ''
      : `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
  const area = `A1:${columnLetters(Math.max(0, columns.length - 1))}${Math.max(1, count)}`;
  const views =
    sheet.isHeaderFrozen === true && hasHeader
      ? '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
      : '';
  const filter = sheet.hasFilter === true && hasHeader && columns.length > 0 ? `<autoFilter ref="${area}"/>` : '';
  return `<worksheet xmlns="${MAIN}">${views}${cols}<sheetData>${parts.join('')}</sheetData>${filter}${mergeCells}</worksheet>`;
}

function cellXml(cell: Cell, place: string, style: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"${style}><v>${Number(cell)}</v></c>`;
  if (cell instanceof JsonNumber && isKept(cell.source)) return `<c r="${place}"${style}><v>${cell.source}</v></c>`;
  const text = cellText(cell);
  if (text.length > MAX_CELL) {
    throw new LimitFault(`cell ${place} must have at most ${MAX_CELL} characters, got ${text.length}`);
  }
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXmlText(writableText(text))}</t></is></c>`;
}

/** A number that a spreadsheet shows as it was written. */
const isKept = (source: string): boolean =>
  source.replace(/\D/g, '').length <= EXACT_DIGITS && String(Number(source)) === source;

/** Names that every program takes: at most 31 letters, none of []:*?/\, no ' at an end, none twice whatever its case. */
function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name, i) => {
    const clean = [
      ...name
        .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]
      .join('')
      .slice(0, MAX_NAME)
      .replace(/[\ud800-\udbff]$/, '')
      .replace(/^'+|'+$/g, '')
      .trim();
    const base = clean === '' || clean.toLowerCase() === 'history' ? `Table ${i + 1}` : clean;
    let unique = base;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) {
      unique = `${base.slice(0, MAX_NAME - 8).trim()} (${number})`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

import { ContentFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, OfficePackage } from '../office/package.js';
import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import { cdataContent, normalizeLineBreaks, type XmlElement } from '../xml/nodes.js';
import { resolveReferences } from '../xml/references.js';
import { readFormat } from './format-codes.js';
import { type CellValue, type Sheet, type SheetCell, SheetError, type SheetRow, type Workbook } from './model.js';
import { type CellRange, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './references.js';
import { serialOfIso } from './serial-dates.js';

const MAX_CELLS = 2_000_000;
const MAX_SHEETS = 1000;

/** OpenDocument keeps the text that a cell shows, so that its own formats need not be read. */
const FORMATS = ['General', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', '[h]:mm:ss', '0%'].map(readFormat);

interface Reading {
  cells: number;
  readonly hiddenStyles: ReadonlySet<string>;
}

/** A spreadsheet of OpenDocument 1.3 (part 3, 9). Throws ContentFault where it is none, LimitFault as `readXlsx`. */
export function readOds(bytes: Uint8Array): Workbook {
  const archive = new OfficePackage(bytes);
  if (archive.bytes('META-INF/manifest.xml')?.includes('encryption-data') === true)
    throw new ContentFault('it is encrypted, which is supported for Excel workbooks only');
  const content = archive.xml('content.xml');
  const body = content === undefined ? undefined : childOf(content, 'body');
  const spreadsheet = body === undefined ? undefined : childOf(body, 'spreadsheet');
  if (content === undefined || spreadsheet === undefined)
    throw new ContentFault('it has no spreadsheet in its part content.xml');
  const reading: Reading = { cells: 0, hiddenStyles: hiddenStyles(childOf(content, 'automatic-styles')) };
  const tables = elementsOf(spreadsheet).filter(({ name }) => localName(name) === 'table');
  if (tables.length > MAX_SHEETS)
    throw new LimitFault(`it must have at most ${MAX_SHEETS} sheets, got ${tables.length}`, MAX_SHEETS);
  return {
    format: 'ods',
    sheets: tables.map((table) => readTable(table, reading)),
    formats: FORMATS,
    names: elementsWithin(childOf(spreadsheet, 'named-expressions')).map((name) => ({
      name: attribute(name, 'name') ?? '',
      refersTo: plainReferences(`[${attribute(name, 'cell-range-address') ?? attribute(name, 'expression') ?? ''}]`),
      sheet: undefined,
      isHidden: false,
    })),
    is1904: false,
    isProtected: attribute(spreadsheet, 'structure-protected') === 'true',
    hasMacros: archive.names.some((name) => name.startsWith('Basic/')),
    externalLinks: [],
    properties: readMeta(archive),
    warnings: [],
  };
}

function hiddenStyles(styles: XmlElement | undefined): Set<string> {
  const hidden = elementsWithin(styles).filter(
    (style) =>
      attribute(style, 'family') === 'table' && attribute(childOf(style, 'table-properties'), 'display') === 'false',
  );
  return new Set(hidden.map((style) => attribute(style, 'name') ?? ''));
}

const META: Readonly<Record<string, string>> = {
  title: 'title',
  subject: 'subject',
  description: 'description',
  creator: 'lastModifiedBy',
  'initial-creator': 'creator',
  'creation-date': 'created',
  date: 'modified',
  generator: 'application',
  keyword: 'keywords',
};

function readMeta(archive: OfficePackage): Map<string, string> {
  const root = archive.xml('meta.xml');
  const meta = root === undefined ? undefined : childOf(root, 'meta');
  const properties = new Map<string, string>();
  for (const element of elementsWithin(meta)) {
    const name = Object.hasOwn(META, localName(element.name)) ? META[localName(element.name)] : undefined;
    const text = textOf(element).trim();
    if (name !== undefined && text !== '') properties.set(name, text);
  }
  return properties;
}

/** A count that an attribute states, at least 1. */
function countOf(element: XmlElement, name: string): number {
  const count = Number(attribute(element, name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function readTable(table: XmlElement, reading: Reading): Sheet {
  const rows: SheetRow[] = [];
  const merged: CellRange[] = [];
  let index = 0;
  for (const row of rowsOf(table)) {
    const repeated = countOf(row, 'number-rows-repeated');
    const isHidden = /^(collapse|filter)$/.test(attribute(row, 'visibility') ?? '');
    const cells = readCells(row, index, merged, reading);
    const last = cells.length === 0 ? 0 : Math.min(repeated, MAX_SHEET_ROWS - index);
    reading.cells += Math.max(0, last - 1) * cells.length;
    checkCells(reading);
    for (let copy = 0; copy < last; copy++) rows.push({ index: index + copy, isHidden, cells });
    index += repeated;
  }
  return {
    name: attribute(table, 'name') ?? '',
    visibility: reading.hiddenStyles.has(attribute(table, 'style-name') ?? '') ? 'hidden' : 'visible',
    rows,
    merged,
    hiddenRows: rows.filter(({ isHidden }) => isHidden).length,
    hiddenColumns: [],
    frozenAt: undefined,
    filter: undefined,
    links: [],
    isProtected: attribute(table, 'protected') === 'true',
    validations: 0,
    conditionalFormats: 0,
    comments: 0,
    images: 0,
    charts: 0,
    tables: [],
  };
}

/** Rows may stand in groups and headers. */
function rowsOf(table: XmlElement): XmlElement[] {
  const rows: XmlElement[] = [];
  const pending = elementsOf(table).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name = localName(next.name);
    if (name === 'table-row') rows.push(next);
    else if (/^table-(header-rows|rows|row-group)$/.test(name)) pending.push(...elementsOf(next).reverse());
  }
  return rows;
}

function checkCells({ cells }: Reading): void {
  if (cells > MAX_CELLS) throw new LimitFault(`it must have at most ${MAX_CELLS} cells`, MAX_CELLS);
}

function readCells(row: XmlElement, index: number, merged: CellRange[], reading: Reading): SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  for (const cell of elementsOf(row)) {
    const repeated = countOf(cell, 'number-columns-repeated');
    if (localName(cell.name) === 'table-cell') {
      const read = readCell(cell);
      const rowSpan = countOf(cell, 'number-rows-spanned');
      const columnSpan = countOf(cell, 'number-columns-spanned');
      if (rowSpan * columnSpan > 1 && index + rowSpan <= MAX_SHEET_ROWS && column + columnSpan <= MAX_SHEET_COLUMNS)
        merged.push({ top: index, left: column, bottom: index + rowSpan - 1, right: column + columnSpan - 1 });
      if (read !== undefined) {
        const last = Math.min(repeated, MAX_SHEET_COLUMNS - column);
        reading.cells += last;
        checkCells(reading);
        for (let copy = 0; copy < last; copy++) cells.push({ ...read, column: column + copy });
      }
    }
    column += repeated;
  }
  return cells;
}

function readCell(cell: XmlElement): Omit<SheetCell, 'column'> | undefined {
  const type = attribute(cell, 'value-type');
  const source = attribute(cell, 'formula');
  const formula = source === undefined ? undefined : plainReferences(source.replace(/^(?:[a-z]+:)?=/, ''));
  const shown = elementsOf(cell)
    .filter(({ name }) => localName(name) === 'p')
    .map(paragraphText)
    .join('\n');
  if (type === undefined)
    return formula === undefined && shown === '' ? undefined : { value: shown, formula, format: 0, shown };
  const isError = cell.attributes.some(({ name, raw }) => name.startsWith('calcext') && raw === 'error');
  if (isError) return { value: new SheetError(shown), formula, format: 0, shown };
  const { value, format } = typed(cell, type, shown);
  return value === null && formula === undefined ? undefined : { value, formula, format, shown };
}

function typed(cell: XmlElement, type: string, shown: string): { readonly value: CellValue; readonly format: number } {
  if (type === 'boolean') return { value: attribute(cell, 'boolean-value') === 'true', format: 0 };
  if (type === 'date') {
    const text = attribute(cell, 'date-value') ?? '';
    const read = serialOfIso(text.replace(/(\.\d{6})\d+$/, '$1'));
    if (read === undefined) return { value: text, format: 0 };
    return { value: read.serial, format: read.format === 'yyyy-mm-dd' ? 1 : 2 };
  }
  if (type === 'time') {
    const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(attribute(cell, 'time-value') ?? '') ?? [];
    if (hours === undefined) return { value: shown, format: 0 };
    return { value: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400, format: 3 };
  }
  if (type === 'string') return { value: attribute(cell, 'string-value') ?? shown, format: 0 };
  const number = Number(attribute(cell, 'value') ?? Number.NaN);
  return Number.isFinite(number)
    ? { value: number, format: type === 'percentage' ? 4 : 0 }
    : { value: shown, format: 0 };
}

/** Most spaces that one element may stand for. */
const MAX_SPACES = 1000;

function paragraphText(paragraph: XmlElement): string {
  let text = '';
  const pending: XmlElement['children'][number][] = [...paragraph.children].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'text') text += resolveReferences(next.raw, (name) => `&${name};`);
    else if (next.kind === 'cdata') text += normalizeLineBreaks(cdataContent(next));
    else if (next.kind === 'element') {
      const name = localName(next.name);
      if (name === 's') text += ' '.repeat(Math.min(countOf(next, 'c'), MAX_SPACES));
      else if (name === 'tab') text += '\t';
      else if (name === 'line-break') text += '\n';
      else if (name !== 'annotation') pending.push(...[...next.children].reverse());
    }
  }
  return text;
}

/** `[.A1:.B2]` and `[$'My sheet'.A1]` of OpenFormula as Excel writes them; `;` becomes `,`. */
const plainReferences = (formula: string): string =>
  formula.replace(/"[^"]*"|\[([^[\]]*)\]|;/g, (word, reference?: string) => {
    if (word === ';') return ',';
    if (reference === undefined) return word;
    const [, sheet, cells] = /^\$?('(?:[^']|'')*'|[^.'$]*)\.(.*)$/s.exec(reference) ?? [];
    const plain = (cells ?? reference).replace(/:\$?(?:'(?:[^']|'')*'|[^.':$]*)\./g, ':');
    return sheet === undefined || sheet === '' ? plain : `${sheet}!${plain}`;
  });

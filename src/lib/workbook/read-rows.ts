import { isFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, isOn } from '../office/package.js';
import { shiftedFormula } from '../spreadsheet-formulas/rewrite.js';
import { childOf, elementsOf, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { type CellValue, type SheetCell, SheetError, type SheetRow } from './model.js';
import { columnIndex, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './references.js';
import { richText, unescapeText } from './rich-text.js';

const MAX_CELLS = 2_000_000;
/** Chosen: formulas written once for many cells, written out for each. */
const MAX_SHARED_CHARACTERS = 20_000_000;

/** What the sheets of a workbook share while they are read. */
export interface SheetSource {
  readonly strings: readonly string[];
  /** How many cell styles there are. */
  readonly formats: number;
  readonly hasFormulas: boolean;
  cells: number;
  sharedCharacters: number;
  /** Formulas without the value they last had. */
  unsaved: number;
  readonly warnings: string[];
}

interface SharedFormula {
  readonly formula: string;
  readonly row: number;
  readonly column: number;
}

/** Rows in the order of their numbers, each with its cells in theirs. Throws LimitFault. */
export function readRows(sheet: XmlElement, book: SheetSource): SheetRow[] {
  const rows: SheetRow[] = [];
  const shared = new Map<string, SharedFormula>();
  let next = 0;
  let isOrdered = true;
  for (const row of elementsWithin(childOf(sheet, 'sheetData'))) {
    const stated = Number(attribute(row, 'r') ?? next + 1) - 1;
    const index = Number.isInteger(stated) && stated >= 0 ? stated : next;
    if (index >= MAX_SHEET_ROWS)
      throw new LimitFault(`a sheet must have at most ${MAX_SHEET_ROWS} rows`, MAX_SHEET_ROWS);
    isOrdered &&= index >= next;
    next = index + 1;
    const cells = readCells(row, index, book, shared);
    if (cells.length > 0) rows.push({ index, isHidden: isOn(attribute(row, 'hidden')), cells });
  }
  return isOrdered ? rows : rows.sort((a, b) => a.index - b.index);
}

function readCells(row: XmlElement, index: number, book: SheetSource, shared: Map<string, SharedFormula>): SheetCell[] {
  const cells: SheetCell[] = [];
  let next = 0;
  let isOrdered = true;
  for (const cell of elementsOf(row)) {
    const letters = /^([A-Za-z]{1,3})\d/.exec(attribute(cell, 'r') ?? '')?.[1];
    const column = letters === undefined ? next : columnIndex(letters);
    if (column >= MAX_SHEET_COLUMNS)
      throw new LimitFault(`a sheet must have at most ${MAX_SHEET_COLUMNS} columns`, MAX_SHEET_COLUMNS);
    isOrdered &&= column >= next;
    next = column + 1;
    const value = readValue(cell, book);
    if (value === null && childOf(cell, 'f') !== undefined) book.unsaved++;
    const formula = book.hasFormulas ? readFormula(cell, { row: index, column }, book, shared) : undefined;
    if (value === null && formula === undefined) continue;
    if (++book.cells > MAX_CELLS) throw new LimitFault(`it must have at most ${MAX_CELLS} cells`, MAX_CELLS);
    const style = Number(attribute(cell, 's') ?? 0);
    cells.push({ column, value, formula, format: style < book.formats ? style : 0 });
  }
  return isOrdered ? cells : cells.sort((a, b) => a.column - b.column);
}

function readValue(cell: XmlElement, book: SheetSource): CellValue {
  const type = attribute(cell, 't') ?? 'n';
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is');
    return inline === undefined ? '' : richText(inline);
  }
  const element = childOf(cell, 'v');
  if (element === undefined) return null;
  const value = textOf(element);
  if (type === 's') return book.strings[Number(value)] ?? null;
  if (type === 'b') return value.trim() === '1';
  if (type === 'e') return new SheetError(value.trim());
  if (type !== 'n' && type !== '') return unescapeText(value);
  const trimmed = value.trim();
  const number = Number(trimmed);
  if (trimmed === '') return null;
  return Number.isFinite(number) ? number : value;
}

function readFormula(
  cell: XmlElement,
  { row, column }: { readonly row: number; readonly column: number },
  book: SheetSource,
  shared: Map<string, SharedFormula>,
): string | undefined {
  const element = childOf(cell, 'f');
  if (element === undefined) return undefined;
  const formula = textOf(element).trim();
  const type = attribute(element, 't');
  const key = attribute(element, 'si') ?? '';
  if (formula !== '') {
    if (type === 'shared') shared.set(key, { formula, row, column });
    return formula;
  }
  const master = type === 'shared' ? shared.get(key) : undefined;
  if (master === undefined) return undefined;
  book.sharedCharacters += master.formula.length;
  if (book.sharedCharacters > MAX_SHARED_CHARACTERS)
    throw new LimitFault(
      `its shared formulas must have at most ${MAX_SHARED_CHARACTERS} characters`,
      MAX_SHARED_CHARACTERS,
    );
  try {
    return shiftedFormula(master.formula, row - master.row, column - master.column);
  } catch (error) {
    // The cell has its value still.
    if (!isFault(error)) throw error;
    return undefined;
  }
}

import type { NumberFormat } from './format-codes.js';
import type { CellRange } from './references.js';

/** `#DIV/0!` and its kin. */
export class SheetError extends Error {
  override readonly name = 'SheetError';

  constructor(readonly code: string) {
    super(code);
  }
}

export type CellValue = null | string | number | boolean | SheetError;

export interface SheetCell {
  /** From 0. */
  readonly column: number;
  /** Of a formula the value it last had; `null` where a cell has only a style or the formula none. */
  readonly value: CellValue;
  /** Without the `=`. */
  readonly formula: string | undefined;
  /** Place in `Workbook.formats`. */
  readonly format: number;
  /** The text that it shows, where the file keeps it. */
  readonly shown?: string;
}

export interface SheetRow {
  /** From 0. */
  readonly index: number;
  readonly isHidden: boolean;
  /** In the order of their columns. */
  readonly cells: readonly SheetCell[];
}

export interface SheetLink {
  /** `A1` or a range. */
  readonly cells: string;
  /** An address, or a place in the workbook. */
  readonly target: string;
}

export interface Sheet {
  readonly name: string;
  readonly visibility: 'visible' | 'hidden' | 'veryHidden';
  /** Rows that hold cells, in order. */
  readonly rows: readonly SheetRow[];
  readonly merged: readonly CellRange[];
  /** Rows and columns that are not shown. */
  readonly hiddenRows: number;
  readonly hiddenColumns: readonly number[];
  /** The cells that stay in view, such as `A2` for one row. */
  readonly frozenAt: string | undefined;
  readonly filter: string | undefined;
  readonly links: readonly SheetLink[];
  readonly isProtected: boolean;
  readonly validations: number;
  readonly conditionalFormats: number;
  readonly comments: number;
  readonly images: number;
  readonly charts: number;
  readonly tables: readonly { readonly name: string; readonly cells: string }[];
}

export interface DefinedName {
  readonly name: string;
  /** A range or a formula, without `=`. */
  readonly refersTo: string;
  /** The sheet it belongs to; `undefined` for the whole workbook. */
  readonly sheet: string | undefined;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly format: 'xlsx' | 'xlsb' | 'xls' | 'ods';
  readonly sheets: readonly Sheet[];
  /** The format of each cell style. */
  readonly formats: readonly NumberFormat[];
  readonly names: readonly DefinedName[];
  readonly is1904: boolean;
  readonly isProtected: boolean;
  readonly hasMacros: boolean;
  /** Other workbooks it refers to. */
  readonly externalLinks: readonly string[];
  /** By the names that the files use, such as `title`, `creator`, `modified`. */
  readonly properties: ReadonlyMap<string, string>;
  /** Parts that could not be read, and what else a reader should know. */
  readonly warnings: readonly string[];
}

import { ContentFault } from '../faults.js';
import type { CellValue, DefinedName, SheetCell } from '../workbook/model.js';
import { cellName } from '../workbook/references.js';
import { FormulaEngine, first, guarded } from './evaluate.js';
import { parseFormula } from './parse.js';
import { type ArrayMatrix, FormulaBudget, type FormulaSheets, type FormulaValue, isMatrix, NAME } from './values.js';

/** Cells as the calculator takes them; of a workbook its sheets are. */
export interface CalculatedSheet {
  readonly name: string;
  readonly rows: readonly {
    readonly index: number;
    readonly cells: readonly Pick<SheetCell, 'column' | 'value' | 'formula'>[];
  }[];
}

interface Surroundings {
  readonly names?: readonly DefinedName[];
  readonly now: number;
  readonly random: () => number;
  /** Formulas of cells are calculated; otherwise they have the value they last had. */
  readonly recalculates: boolean;
}

interface Stored {
  readonly name: string;
  readonly rows: Map<number, Map<number, Pick<SheetCell, 'column' | 'value' | 'formula'>>>;
  rowCount: number;
  columnCount: number;
  readonly known: Map<string, CellValue>;
}

/** Cells that refer to cells are calculated inside each other so deep; beyond that the deepest comes first. */
const MAX_DEPTH = 100;

/** A cell that has to be calculated before the others. */
class DeepCell extends Error {
  constructor(
    readonly sheet: string,
    readonly row: number,
    readonly column: number,
  ) {
    super('a cell is calculated first');
  }
}

/** Calculates formulas beside the cells of a workbook, and its own. A cell that refers to itself is a ContentFault. */
export class SheetCalculator implements FormulaSheets {
  readonly #sheets = new Map<string, Stored>();
  readonly #names: readonly DefinedName[];
  readonly #engine: FormulaEngine;
  readonly #recalculates: boolean;
  readonly #active = new Set<string>();

  constructor(sheets: readonly CalculatedSheet[], { names = [], now, random, recalculates }: Surroundings) {
    for (const { name, rows } of sheets) {
      const stored: Stored = { name, rows: new Map(), rowCount: 0, columnCount: 0, known: new Map() };
      for (const { index, cells } of rows) {
        stored.rows.set(index, new Map(cells.map((cell) => [cell.column, cell])));
        stored.rowCount = Math.max(stored.rowCount, index + 1);
        stored.columnCount = Math.max(stored.columnCount, (cells.at(-1)?.column ?? -1) + 1);
      }
      this.#sheets.set(name.toLowerCase(), stored);
    }
    this.#names = names;
    this.#recalculates = recalculates;
    this.#engine = new FormulaEngine({ sheets: this, now, random, budget: new FormulaBudget() });
  }

  /** Functions that were called and are not known. */
  get unknownFunctions(): readonly string[] {
    return [...this.#engine.unknown].sort();
  }

  /** The value of a formula without its `=`, as if it stood in A1. Throws ContentFault, LimitFault. */
  calculate(formula: string, sheet: string): CellValue | ArrayMatrix {
    const place = { sheet, row: 0, column: 0 };
    return this.#settled(() => {
      const value = guarded(() => this.#engine.calculate(formula, place));
      if (!isMatrix(value)) return value;
      return value.rows * value.columns === 1 ? value.at(0, 0) : this.#engine.copied(value);
    });
  }

  /** The value that a cell has now. */
  cell(sheet: string, row: number, column: number): CellValue {
    return this.#settled(() => this.valueAt(sheet, row, column));
  }

  /** Calculates what lies too deep first, until nothing does. */
  #settled<Value>(work: () => Value): Value {
    const waiting: DeepCell[] = [];
    for (;;) {
      const next = waiting.at(-1);
      try {
        this.#active.clear();
        if (next === undefined) return work();
        this.valueAt(next.sheet, next.row, next.column);
        waiting.pop();
      } catch (error) {
        if (!(error instanceof DeepCell)) throw error;
        const isWaiting = waiting.some(
          (one) => one.sheet === error.sheet && one.row === error.row && one.column === error.column,
        );
        if (isWaiting) throw circular(error.sheet, error.row, error.column);
        waiting.push(error);
      }
    }
  }

  find(sheet: string): string | undefined {
    return this.#sheets.get(sheet.toLowerCase())?.name;
  }

  sizeOf(sheet: string): { readonly rows: number; readonly columns: number } {
    const stored = this.#sheets.get(sheet.toLowerCase());
    return { rows: stored?.rowCount ?? 0, columns: stored?.columnCount ?? 0 };
  }

  formulaAt(sheet: string, row: number, column: number): string | undefined {
    return this.#sheets.get(sheet.toLowerCase())?.rows.get(row)?.get(column)?.formula;
  }

  nameOf(name: string, sheet: string): string | undefined {
    const wanted = name.toLowerCase();
    const found = this.#names.filter((one) => one.name.toLowerCase() === wanted);
    const own = found.find((one) => one.sheet?.toLowerCase() === sheet.toLowerCase());
    return (own ?? found.find((one) => one.sheet === undefined) ?? found[0])?.refersTo;
  }

  valueAt(sheet: string, row: number, column: number): CellValue {
    const stored = this.#sheets.get(sheet.toLowerCase());
    const cell = stored?.rows.get(row)?.get(column);
    if (stored === undefined || cell === undefined) return null;
    if (cell.formula === undefined || !this.#recalculates) return cell.value;
    const key = `${row},${column}`;
    const known = stored.known.get(key);
    if (known !== undefined) return known;
    const place = `${stored.name}!${key}`;
    if (this.#active.has(place)) throw circular(stored.name, row, column);
    if (this.#active.size >= MAX_DEPTH) throw new DeepCell(stored.name, row, column);
    this.#active.add(place);
    const value = this.#formulaValue(cell.formula, { sheet: stored.name, row, column });
    this.#active.delete(place);
    // What an empty cell gives is 0.
    const result = value ?? 0;
    stored.known.set(key, result);
    return result;
  }

  #formulaValue(
    formula: string,
    place: { readonly sheet: string; readonly row: number; readonly column: number },
  ): CellValue {
    let node: ReturnType<typeof parseFormula>;
    try {
      node = parseFormula(formula);
    } catch (error) {
      // A cell whose formula cannot be read is an error to those that refer to it.
      if (!(error instanceof ContentFault)) throw error;
      return NAME;
    }
    return first(guarded<FormulaValue>(() => this.#engine.value(node, { place, names: new Map() })));
  }
}

const circular = (sheet: string, row: number, column: number): ContentFault =>
  ContentFault.whole(
    `Cannot calculate cell ${cellName(row, column)} of sheet ${JSON.stringify(sheet.slice(0, 31))}: its formula refers to itself`,
  );

import { refusing } from '../../core/refusing.js';
import { compilePattern } from '../../engines/text/regular-expressions.js';
import { compileCondition, compileExpression, type ExpressionRoom } from '../../lib/csv/expression/compile.js';
import type { Expression, RowView } from '../../lib/csv/expression/nodes.js';
import type { CsvRows } from '../../lib/csv/rows.js';
import type { CellReader } from '../../lib/table/cell-reader.js';
import { listColumns } from '../table-text.js';
import { findColumn } from './column-lists.js';
import type { CsvTable } from './source.js';

/** Longest expression, in characters. */
export const EXPRESSION_CHARACTERS = 5000;

export const EXPRESSION_NOTES = [
  'The language is that of SQL: =, <>, <, <=, >, >=, AND, OR, NOT, IN (…), BETWEEN … AND …, LIKE (% any text, _ one character), ILIKE (in any letter case), REGEXP (RE2 syntax), IS NULL, CASE WHEN … THEN … ELSE … END, + - * / %, || joins texts. Texts are in single quotes; column names with spaces in double quotes or brackets.',
  'Functions: lower, upper, initcap, trim, ltrim, rtrim, length, substr, left, right, lpad, rpad, replace, split_part, concat, instr, contains, starts_with, ends_with, abs, round, floor, ceil, sign, mod, greatest, least, number, text, is_number, is_date, date, datetime, year, month, day, days_between, coalesce, nullif, iif, row (number of the row).',
  'An empty cell is NULL: it equals nothing, and x + NULL is NULL. Compared with a number, only cells that hold a number count (n/a and 007 do not); compared with a text, a cell counts letter by letter. Compared with a day such as 2024-01-31, a cell counts as the date that it holds, in whatever form; one that holds none is unlike it, neither before nor after. date(…) makes other dates comparable.',
  'Numbers are exact decimals: 0.1 + 0.2 is 0.3; a quotient that does not end is rounded to 20 decimals, and x / 0 is NULL.',
] as const;

function roomOf(table: Pick<CsvTable, 'names'>, reader: CellReader, option: string): ExpressionRoom {
  return {
    column: (name) => findColumn(table, name),
    listed: listColumns(table.names),
    reader,
    regex: (pattern) => compilePattern(pattern, { regex: true, caseSensitive: true, option }).matches,
  };
}

/** A condition on the rows of a table. Throws INVALID_INPUT, naming the option and the place. */
export function conditionOf(
  source: string,
  table: CsvTable,
  reader: CellReader,
  option: string,
): (row: RowView) => boolean {
  const sentence = `Cannot read option "${option}"`;
  const holds = refusing(sentence, () => compileCondition(source, roomOf(table, reader, option)));
  return (row) => refusing(`Cannot apply option "${option}"`, () => holds(row));
}

/** A value for each row of a table. Throws as `conditionOf`. */
export function expressionOf(
  source: string,
  table: Pick<CsvTable, 'names'>,
  reader: CellReader,
  option: string,
): Expression {
  const sentence = `Cannot read option "${option}"`;
  const expression = refusing(sentence, () => compileExpression(source, roomOf(table, reader, option)));
  const { run } = expression;
  return { ...expression, run: (row) => refusing(`Cannot apply option "${option}"`, () => run(row)) };
}

/** A view of one row after another, whose cells are read once. */
export class RowReader implements RowView {
  #row = 0;
  #cells = -1;
  readonly #first: number;

  constructor(
    readonly rows: CsvRows,
    first: number,
  ) {
    this.#first = first;
  }

  moveTo(row: number): void {
    this.#row = row;
    this.#cells = -1;
  }

  readonly cell = (column: number): string => {
    if (this.#cells < 0) this.#cells = this.rows.read(this.#row);
    return column < this.#cells ? this.rows.value(column) : '';
  };

  readonly number = (): number => this.#row - this.#first + 1;
}

import { invalid, quote } from '../../core/errors.js';
import type { Expression, RowView } from '../../lib/csv/expression/nodes.js';
import { Num, textOf } from '../../lib/csv/expression/values.js';
import type { CellReader } from '../../lib/table/cell-reader.js';
import { columnsOf, findColumn, listItems, unknownColumn, unquoted } from './column-lists.js';
import { expressionOf, RowReader } from './expressions.js';
import { type CsvTable, rowCount } from './source.js';

export interface ColumnChanges {
  readonly select: string;
  readonly drop: string;
  readonly rename: string;
  readonly add: string;
  readonly split: string;
  readonly combine: string;
  readonly combineName: string;
  readonly separator: string;
}

/** A column of the result: one of the table as it stands, or a text that is made for each row. */
interface MadeColumn {
  readonly name: string;
  readonly source: number | ((view: RowView, row: number) => string);
}

const MAX_ADDED = 200;
/** Columns that splitting makes at most. */
const MAX_PARTS = 1000;
const DEFINITION = /^("(?:[^"]|"")+"|[^="]+?)\s*=(?!=)\s*([\s\S]+)$/;

/** At semicolons and line breaks outside of quotes. */
function definitions(list: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let open = '';
  for (let at = 0; at <= list.length; at++) {
    const letter = list.charAt(at);
    if (open === '' && (letter === "'" || letter === '"')) open = letter;
    else if (letter === open) open = '';
    if (at < list.length && (open !== '' || !/[;\n\r]/.test(letter))) continue;
    parts.push(list.slice(from, at).trim());
    from = at + 1;
  }
  return parts.filter((part) => part !== '');
}

/** The columns of the result, in order. Throws INVALID_INPUT naming the option. */
export function planColumns(table: CsvTable, changes: ColumnChanges, reader: CellReader): MadeColumn[] {
  let columns: MadeColumn[] = table.names.map((name, source) => ({ name, source }));
  columns = addColumns(columns, table, changes.add, reader);
  columns = splitColumn(columns, table, changes);
  columns = combineColumns(columns, table, changes);
  const named = { names: columns.map(({ name }) => name) };
  const chosen =
    changes.select.trim() === '' ? columns.map((_, index) => index) : columnsOf(named, changes.select, 'select');
  const dropped = new Set(columnsOf(named, changes.drop, 'drop'));
  const titles = renamed(named, changes.rename);
  return chosen
    .filter((index) => !dropped.has(index))
    .map((index) => ({ name: titles[index] ?? '', source: columns[index]?.source ?? index }));
}

function addColumns(columns: readonly MadeColumn[], table: CsvTable, add: string, reader: CellReader): MadeColumn[] {
  const made = [...columns];
  const list = definitions(add);
  if (list.length > MAX_ADDED) throw invalid(`Option "add" has ${list.length} columns, ${MAX_ADDED} are allowed`);
  for (const definition of list) {
    const [, name = '', source = ''] = DEFINITION.exec(definition) ?? [];
    if (source === '') throw invalid(`Option "add" has ${quote(definition)}, which is not: name = expression`);
    const title = unquoted(name.trim());
    const { run } = expressionOf(source, table, reader, 'add');
    const column: MadeColumn = { name: title, source: (view) => shown(run(view), reader) };
    const taken = made.findIndex((one) => one.name === title);
    if (taken < 0) made.push(column);
    else made[taken] = column;
  }
  return made;
}

function shown(value: ReturnType<Expression['run']>, reader: CellReader): string {
  if (value instanceof Num) return reader.written(value.toString());
  return textOf(value) ?? '';
}

function splitColumn(columns: MadeColumn[], table: CsvTable, { split, separator }: ColumnChanges): MadeColumn[] {
  if (split.trim() === '') return columns;
  if (separator === '') throw invalid('Option "separator" must not be empty where a column is split');
  const [column, ...more] = columnsOf(table, split, 'split');
  if (column === undefined || more.length > 0) throw invalid('Option "split" names more than one column');
  const { rows, first } = table;
  let width = 1;
  for (let row = first; row < rows.count; row++)
    width = Math.max(width, rows.cell(row, column).split(separator).length);
  if (width > MAX_PARTS) throw invalid(`Option "split" would make ${width} columns, ${MAX_PARTS} are allowed`);
  const at = columns.findIndex(({ source }) => source === column);
  if (at < 0) throw invalid('Option "split" names a column that "add" replaces');
  const parts = Array.from({ length: width }, (_, index) => ({
    name: `${table.names[column] ?? ''}_${index + 1}`,
    source: (view: RowView) => (view.cell(column).split(separator)[index] ?? '').trim(),
  }));
  return columns.toSpliced(at, 1, ...parts);
}

function combineColumns(
  columns: MadeColumn[],
  table: CsvTable,
  { combine, combineName, separator }: ColumnChanges,
): MadeColumn[] {
  if (combine.trim() === '') return columns;
  const list = columnsOf(table, combine, 'combine');
  const name = combineName === '' ? list.map((column) => table.names[column] ?? '').join('_') : combineName;
  const source = (view: RowView): string =>
    list
      .map(view.cell)
      .filter((cell) => cell !== '')
      .join(separator);
  const at = columns.findIndex((column) => column.source === list[0]);
  const others = columns.filter((column) => typeof column.source !== 'number' || !list.includes(column.source));
  return others.toSpliced(at < 0 ? others.length : Math.min(at, others.length), 0, { name, source });
}

function renamed(named: { readonly names: readonly string[] }, rename: string): string[] {
  const titles = [...named.names];
  for (const item of listItems(rename)) {
    const [, from = '', to = ''] = /^("(?:[^"]|"")+"|[^="]+?)\s*=\s*(.+)$/s.exec(item) ?? [];
    if (to === '') throw invalid(`Option "rename" has ${quote(item)}, which is not: old name = new name`);
    const column = findColumn(named, unquoted(from));
    if (column === undefined) throw unknownColumn(named, 'rename', unquoted(from));
    titles[column] = unquoted(to);
  }
  return titles;
}

/** Writes each row with the columns of a plan, cells of the table as they stand. */
export function writePlanned(table: CsvTable, plan: readonly MadeColumn[], add: (row: string) => void): void {
  const { rows, first, writer } = table;
  const width = table.names.length;
  const isWhole = plan.length === width && plan.every(({ source }, index) => source === index);
  const isSingle = width === 1 && plan.length > 1;
  const view = new RowReader(rows, first);
  if (table.hasHeader) add(writer.row(plan.map(({ name }) => name)));
  for (let row = first; row < first + rowCount(table); row++) {
    if (isWhole) {
      add(rows.raw(row));
      continue;
    }
    view.moveTo(row);
    const cells = rows.read(row);
    const written = plan.map(({ source }) => {
      if (typeof source === 'function') return writer.cell(source(view, row));
      if (source >= cells) return '';
      // In a table of one column, its text may hold the delimiter.
      return isSingle ? writer.cell(rows.value(source)) : rows.rawCell(source);
    });
    add(written.length === 1 && written[0] === '' ? writer.row(['']) : written.join(writer.delimiter));
  }
}

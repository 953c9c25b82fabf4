import type { CellReader } from '../../table/cell-reader.js';

import { cellAndDay, comparison, type Value, type ValueType } from './values.js';

/** What an expression reads of a row: the cells that it names, and the row's number from 1. */
export interface RowView {
  readonly cell: (column: number) => string;
  readonly number: () => number;
}

export interface Expression {
  readonly type: ValueType;
  readonly run: (row: RowView) => Value;
  /** Columns that it reads. */
  readonly columns: ReadonlySet<number>;
}

/** A part of an expression. */
export type Node = Omit<Expression, 'columns'> & { readonly constant?: Value };

/** Signs that compare, and the orders that they hold for. */
export const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '==': (order) => order === 0,
  '<>': (order) => order !== 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
/** Words that are not names of columns. */
export const RESERVED: ReadonlySet<string> = new Set(
  'and or not is null in between like ilike regexp case when then else end true false'.split(' '),
);

export const negation = (value: boolean | null): boolean | null => (value === null ? null : !value);

export const truthNode = (run: (row: RowView) => boolean | null): Node => ({ type: 'boolean', run });

export const constantNode = (value: Value, type: ValueType): Node => ({ type, run: () => value, constant: value });

/** Whether a node is a day as ISO 8601 writes it. */
const isDay = ({ constant }: Node): boolean => typeof constant === 'string' && /^\d{4}-\d\d-\d\d$/.test(constant);

/** Whether a value is compared with another letter by letter, and that is known before the rows are. */
export const isPlainText = (value: Node, other: Node): boolean =>
  other.type === 'text' &&
  typeof other.constant === 'string' &&
  value.type !== 'number' &&
  !(value.type === 'cell' && isDay(other));

/** How the values of two nodes are compared: a cell with a day such as 2024-01-31 as the date that it holds. */
export function nodeComparison(a: Node, b: Node, reader: CellReader): (x: Value, y: Value) => number | null {
  if (a.type === 'cell' && isDay(b)) return cellAndDay(reader);
  if (!(b.type === 'cell' && isDay(a))) return comparison(a.type, b.type, reader);
  const compare = cellAndDay(reader);
  return (day, cell) => {
    const order = compare(cell, day);
    return order === null ? null : -order;
  };
}

/** Whether a value is between two others, those included. */
export function betweenNode(value: Node, low: Node, high: Node, reader: CellReader): Node {
  const [above, below] = [nodeComparison(value, low, reader), nodeComparison(value, high, reader)];
  return truthNode((row) => {
    const found = value.run(row);
    const one = above(found, low.run(row)) ?? Number.NaN;
    const other = below(found, high.run(row)) ?? Number.NaN;
    if (one < 0 || other > 0) return false;
    return Number.isNaN(one + other) ? null : true;
  });
}

/** Values of several types are read as cells are. */
function typeOfAll(nodes: readonly Node[]): ValueType {
  const types = new Set(nodes.filter(({ constant }) => constant !== null).map(({ type }) => type));
  const [only, ...more] = types;
  return only !== undefined && more.length === 0 ? only : 'cell';
}

/** The first result whose condition holds. */
export function chosenNode(
  branches: readonly (readonly [(row: RowView) => boolean | null, Node])[],
  otherwise?: Node,
): Node {
  const results = branches.map(([, node]) => node);
  return {
    type: typeOfAll(otherwise === undefined ? results : [...results, otherwise]),
    run: (row) => {
      for (const [holds, { run }] of branches) if (holds(row) === true) return run(row);
      return otherwise === undefined ? null : otherwise.run(row);
    },
  };
}

/** The first value that is not NULL. */
export function firstKnown(list: readonly Node[]): Node {
  return {
    type: typeOfAll(list),
    run: (row) => {
      for (const { run } of list) {
        const value = run(row);
        if (value !== null) return value;
      }
      return null;
    },
  };
}

/** NULL where both are equal, else the first. */
export const unlessEqual = (first: Node, second: Node, compare: (a: Value, b: Value) => number | null): Node => ({
  type: first.type,
  run: (row) => {
    const value = first.run(row);
    return compare(value, second.run(row)) === 0 ? null : value;
  },
});

import { type Cube, minimize } from './minimize.js';
import { type Notation, productOfSums, sumOfProducts } from './write-forms.js';

/** Minimal forms of more variables take too long to be sure of. */
export const MAX_MINIMIZED = 10;
/** Canonical forms are written out up to so many rows. */
const MAX_CANONICAL = 256;

/** Of a column of a truth table; the rows in `ignored` do not matter to the minimal forms. */
export function formsOf(
  column: readonly boolean[],
  ignored: readonly number[],
  variables: readonly string[],
  notation: Notation,
) {
  const width = variables.length;
  const isShort = width <= MAX_MINIMIZED;
  const isListed = column.length <= MAX_CANONICAL;
  const cube = (value: number): Cube => ({ value, care: column.length - 1 });
  const free = new Set(ignored);
  const numbers = column.map((_, row) => row);
  const [ones, zeros] = [numbers.filter((row) => column[row]), numbers.filter((row) => !column[row])];
  const kept = (list: readonly number[]): readonly number[] => list.filter((row) => !free.has(row));
  const sum = isShort ? minimize(kept(ones), [...free], width) : undefined;
  const product = isShort ? minimize(kept(zeros), [...free], width) : undefined;
  return {
    classification: zeros.length === 0 ? 'tautology' : ones.length === 0 ? 'contradiction' : 'contingency',
    trueRows: ones.length,
    minterms: ones,
    minimalSum: sum === undefined ? null : sumOfProducts(sum.cubes, variables, notation),
    minimalProduct: product === undefined ? null : productOfSums(product.cubes, variables, notation),
    isMinimal: (sum?.isProven ?? false) && (product?.isProven ?? false),
    canonicalSum: isListed ? sumOfProducts(ones.map(cube), variables, notation) : null,
    canonicalProduct: isListed ? productOfSums(zeros.map(cube), variables, notation) : null,
  } as const;
}

/** Sums of products and products of sums, in the signs of several fields. */

import type { Cube } from './minimize.js';

export const NOTATIONS = ['logic', 'code', 'algebra', 'words', 'latex'] as const;
export type Notation = (typeof NOTATIONS)[number];

interface Signs {
  readonly and: string;
  readonly or: string;
  readonly not: (name: string) => string;
  readonly true: string;
  readonly false: string;
}

const SIGNS: Readonly<Record<Notation, Signs>> = {
  logic: { and: ' ∧ ', or: ' ∨ ', not: (name) => `¬${name}`, true: '⊤', false: '⊥' },
  code: { and: ' && ', or: ' || ', not: (name) => `!${name}`, true: 'true', false: 'false' },
  algebra: { and: '·', or: ' + ', not: (name) => `${name}'`, true: '1', false: '0' },
  words: { and: ' AND ', or: ' OR ', not: (name) => `NOT ${name}`, true: 'TRUE', false: 'FALSE' },
  latex: { and: ' \\land ', or: ' \\lor ', not: (name) => `\\lnot ${name}`, true: '\\top', false: '\\bot' },
};

/** Literals of a cube; `isNegated` turns each around. The first variable is the highest bit. */
function literals({ value, care }: Cube, variables: readonly string[], { not }: Signs, isNegated: boolean): string[] {
  return variables.flatMap((name, index) => {
    const bit = 2 ** (variables.length - 1 - index);
    if ((care & bit) === 0) return [];
    return ((value & bit) !== 0) === isNegated ? [not(name)] : [name];
  });
}

/** Of cubes of the ones. */
export function sumOfProducts(cubes: readonly Cube[], variables: readonly string[], notation: Notation): string {
  const signs = SIGNS[notation];
  const terms = cubes.map((cube) => literals(cube, variables, signs, false));
  if (terms.length === 0) return signs.false;
  if (terms.some((term) => term.length === 0)) return signs.true;
  const isTight = notation === 'algebra';
  return terms
    .map((term) =>
      term.length > 1 && terms.length > 1 && !isTight ? `(${term.join(signs.and)})` : term.join(signs.and),
    )
    .join(signs.or);
}

/** Of cubes of the zeros. */
export function productOfSums(cubes: readonly Cube[], variables: readonly string[], notation: Notation): string {
  const signs = SIGNS[notation];
  const terms = cubes.map((cube) => literals(cube, variables, signs, true));
  if (terms.length === 0) return signs.true;
  if (terms.some((term) => term.length === 0)) return signs.false;
  return terms
    .map((term) => (term.length > 1 && terms.length > 1 ? `(${term.join(signs.or)})` : term.join(signs.or)))
    .join(signs.and);
}

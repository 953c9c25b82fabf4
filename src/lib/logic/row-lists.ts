/** Σm(0,1,5) + d(2): the rows that are 1, and those that do not matter. */
export const MINTERMS = /^[Σ∑]?\s*m\s*\(([\d\s,]*)\)\s*(?:\+\s*[Σ∑]?\s*d\s*\(([\d\s,]*)\))?$/iu;

export const numbersIn = (list: string): readonly number[] =>
  list
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);

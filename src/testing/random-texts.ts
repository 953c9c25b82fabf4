/** Repeatable chance for tests: a linear congruential generator (Numerical Recipes, 3rd edition, §7.1) below a given number. */
export function seededInteger(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A text of `count` pieces drawn from a list. */
export function drawText(below: (below: number) => number, pieces: readonly string[], count: number): string {
  return Array.from({ length: count }, () => pieces[below(pieces.length)]).join('');
}

/** Shortest sums of products, by Quine and McCluskey. */

import { LimitFault } from '../faults.js';

/** A product of literals: bits of `care` are in it, with the sign of the bit in `value`. */
export interface Cube {
  readonly value: number;
  readonly care: number;
}

export interface Minimal {
  readonly cubes: readonly Cube[];
  /** No sum with fewer products exists; otherwise the search was cut short. */
  readonly isProven: boolean;
}

const MAX_IMPLICANTS = 20_000;
/** Comparisons in the search for the least cover. Chosen: about a second. */
const MAX_WORK = 40_000_000;

const bitCount = (value: number): number => {
  let [left, count] = [value, 0];
  for (; left !== 0; left &= left - 1) count++;
  return count;
};

/** Cubes that cover all of `ones` and nothing else but `free`, as large as can be. */
function primeImplicants(ones: readonly number[], free: readonly number[], width: number): readonly Cube[] {
  const all = 2 ** width - 1;
  let cubes = new Map([...ones, ...free].map((value) => [`${value}/${all}`, { value, care: all }]));
  const primes: Cube[] = [];
  while (cubes.size > 0) {
    const next = new Map<string, Cube>();
    const joined = new Set<string>();
    for (const [key, cube] of cubes)
      for (let bit = 1; bit <= all; bit *= 2) {
        if ((cube.care & bit) === 0) continue;
        const partner = `${cube.value ^ bit}/${cube.care}`;
        if (!cubes.has(partner)) continue;
        joined.add(key).add(partner);
        const merged = { value: cube.value & ~bit, care: cube.care & ~bit };
        next.set(`${merged.value}/${merged.care}`, merged);
      }
    for (const [key, cube] of cubes) if (!joined.has(key)) primes.push(cube);
    if (next.size + primes.length > MAX_IMPLICANTS)
      throw new LimitFault(`the formula must have fewer than ${MAX_IMPLICANTS} implicants`, MAX_IMPLICANTS);
    cubes = next;
  }
  return primes;
}

const covers = ({ value, care }: Cube, one: number): boolean => (one & care) === value;

/** Fewest products, then fewest literals. */
export function minimize(ones: readonly number[], free: readonly number[], width: number): Minimal {
  const primes = primeImplicants(ones, free, width);
  const chosen: Cube[] = [];
  let open = [...ones];
  const take = (cube: Cube): void => {
    chosen.push(cube);
    open = open.filter((one) => !covers(cube, one));
  };
  const cost = (list: readonly Cube[]): number => list.reduce((total, { care }) => total + 1000 + bitCount(care), 0);
  // Essential ones first: nothing else covers what they do.
  for (const one of ones) {
    const [only, other] = primes.filter((cube) => covers(cube, one));
    if (only !== undefined && other === undefined && !chosen.includes(only)) take(only);
  }
  const useful = primes.filter((cube) => open.some((one) => covers(cube, one)));
  let best = greedy(useful, open);
  let work = 0;
  const search = (taken: readonly Cube[], left: readonly number[]): void => {
    work += left.length * useful.length;
    if (work > MAX_WORK) return;
    if (left.length === 0) {
      if (cost(taken) < cost(best)) best = taken;
      return;
    }
    if (cost(taken) + 1000 >= cost(best)) return;
    // The one that fewest cover decides.
    let options: readonly Cube[] = [];
    for (const one of left) {
      const found = useful.filter((cube) => covers(cube, one));
      if (options.length === 0 || found.length < options.length) options = found;
      if (options.length === 1) break;
    }
    for (const cube of options)
      search(
        [...taken, cube],
        left.filter((one) => !covers(cube, one)),
      );
  };
  search([], open);
  return {
    cubes: [...chosen, ...best].sort((a, b) => a.value - b.value || b.care - a.care),
    isProven: work <= MAX_WORK,
  };
}

function greedy(primes: readonly Cube[], ones: readonly number[]): readonly Cube[] {
  const taken: Cube[] = [];
  for (let left = [...ones]; left.length > 0; ) {
    const score = (cube: Cube): number => left.filter((one) => covers(cube, one)).length * 100 - bitCount(cube.care);
    const [first, ...rest] = primes;
    if (first === undefined) return taken;
    const best = rest.reduce((most, cube) => (score(cube) > score(most) ? cube : most), first);
    taken.push(best);
    left = left.filter((one) => !covers(best, one));
  }
  return taken;
}

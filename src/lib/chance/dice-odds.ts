import { facesOf, meets, type Term } from './dice.js';

/** Steps of a computation of odds: some seconds with large numbers. */
const MAX_STEPS = 3_000_000;
/** Digits behind the point of what is left out where dice explode without end. */
const NEGLIGIBLE_DIGITS = 18;

/** Ways to each total; all together they are `of`. */
interface Ways {
  readonly least: number;
  /** For `least`, `least + 1`, … */
  readonly ways: readonly bigint[];
}

export interface Odds extends Ways {
  readonly of: bigint;
  /** Whether totals beyond the last have odds too, less than 1 in 10^18 for each die. */
  readonly isCut: boolean;
}

class TooManySteps extends Error {}

class Steps {
  #left = MAX_STEPS;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooManySteps();
  }
}

const bitsOf = (value: bigint): number => value.toString(16).length * 4;

/** Long numbers take longer to multiply: as much again for each 2,000 bits. */
const lengthOf = ({ ways }: Ways): number => 1 + bitsOf(ways[ways.length >> 1] ?? 0n) / 2_000;

function convolved(a: Ways, b: Ways, steps: Steps): Ways {
  steps.take(a.ways.length * b.ways.length * lengthOf(a) * lengthOf(b));
  const ways = new Array<bigint>(a.ways.length + b.ways.length - 1).fill(0n);
  for (const [i, x] of a.ways.entries())
    if (x !== 0n) for (const [j, y] of b.ways.entries()) if (y !== 0n) ways[i + j] = (ways[i + j] ?? 0n) + x * y;
  return { least: a.least + b.least, ways };
}

/** The sum of `count` alike, by squaring. */
function repeated(one: Ways, count: number, steps: Steps): Ways {
  let sum: Ways = { least: 0, ways: [1n] };
  for (let bits = count, power = one; bits > 0; bits >>= 1) {
    if (bits & 1) sum = convolved(sum, power, steps);
    if (bits > 1) power = convolved(power, power, steps);
  }
  return sum;
}

/** Weights of the faces from the least: all 1, or what rolling again makes of them. */
function facesWith(term: Term): { readonly weights: readonly bigint[]; readonly of: bigint } {
  const [least, highest] = facesOf(term);
  const faces = Array.from({ length: highest - least + 1 }, (_, i) => least + i);
  const { reroll } = term;
  if (reroll === undefined) return { weights: faces.map(() => 1n), of: BigInt(faces.length) };
  const again = faces.filter((face) => meets(reroll, face)).length;
  if (!reroll.once)
    return { weights: faces.map((face) => (meets(reroll, face) ? 0n : 1n)), of: BigInt(faces.length - again) };
  const [size, many] = [BigInt(faces.length), BigInt(again)];
  return { weights: faces.map((face) => (meets(reroll, face) ? many : size + many)), of: size * size };
}

/** One die as what it adds to the total: what it shows, or 1 for a success. */
function oneDie(term: Term, steps: Steps): { readonly ways: Ways; readonly of: bigint } {
  const { weights, of } = facesWith(term);
  const [least] = facesOf(term);
  steps.take(weights.length);
  const { success } = term;
  const worth = (i: number): number => (success === undefined ? least + i : meets(success, least + i) ? 1 : 0);
  const plain = waysOf(weights.map((weight, i) => [worth(i), weight]));
  const highest = weights.at(-1) ?? 0n;
  if (!term.explodes || highest === 0n) return { ways: plain, of };
  // Chains of the highest face, until they are too unlikely to be seen.
  const again = worth(weights.length - 1);
  const rest = weights.slice(0, -1).map((weight, i) => [worth(i), weight] as const);
  const longest = Math.ceil(NEGLIGIBLE_DIGITS / Math.log10(Number(of) / Number(highest)));
  steps.take(longest * weights.length);
  const whole = of ** BigInt(longest);
  const pairs: (readonly [number, bigint])[] = [];
  for (let length = 0; length < longest; length++) {
    const scale = highest ** BigInt(length) * of ** BigInt(longest - 1 - length);
    for (const [value, weight] of rest) pairs.push([again * length + value, weight * scale]);
  }
  pairs.push([again * longest, highest ** BigInt(longest)]);
  return { ways: waysOf(pairs), of: whole };
}

function waysOf(pairs: readonly (readonly [value: number, weight: bigint])[]): Ways {
  const values = pairs.map(([value]) => value);
  const [least, highest] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const ways = new Array<bigint>(highest - least + 1).fill(0n);
  for (const [value, weight] of pairs) ways[value - least] = (ways[value - least] ?? 0n) + weight;
  return { least, ways };
}

/** Some dice of which the highest or the lowest count: faces one after another from that end, how many dice show each. */
function keptDice(term: Term, steps: Steps): { readonly ways: Ways; readonly of: bigint } {
  const { weights, of } = facesWith(term);
  const { count, keep, from } = term;
  const [least] = facesOf(term);
  const order = weights.map((weight, i) => [least + i, weight] as const);
  if (from === 'high') order.reverse();
  const choose = binomials(count);
  // By how many dice are told of: sums of those that count.
  let told: Map<number, bigint>[] = Array.from({ length: count + 1 }, () => new Map());
  told[0]?.set(0, 1n);
  for (const [face, weight] of order) {
    const next: Map<number, bigint>[] = Array.from({ length: count + 1 }, () => new Map());
    for (const [used, sums] of told.entries()) {
      let power = 1n;
      for (let many = 0; used + many <= count; many++, power *= weight) {
        if (power === 0n) break;
        steps.take(4 * sums.size);
        const counted = Math.max(0, Math.min(many, keep - used));
        const factor = power * (choose[count - used]?.[many] ?? 0n);
        const into = next[used + many] as Map<number, bigint>;
        for (const [sum, ways] of sums)
          into.set(sum + counted * face, (into.get(sum + counted * face) ?? 0n) + ways * factor);
      }
    }
    told = next;
  }
  return { ways: waysOf([...(told[count] as Map<number, bigint>)]), of: of ** BigInt(count) };
}

/** Rows of Pascal's triangle up to a number. */
function binomials(most: number): bigint[][] {
  const rows: bigint[][] = [[1n]];
  for (let n = 1; n <= most; n++) {
    const before = rows[n - 1] ?? [];
    rows.push(Array.from({ length: n + 1 }, (_, k) => (before[k - 1] ?? 0n) + (before[k] ?? 0n)));
  }
  return rows;
}

function termOdds(term: Term, steps: Steps): { readonly ways: Ways; readonly of: bigint } {
  const { sides, count, keep } = term;
  if (sides === 0) return { ways: { least: count, ways: [1n] }, of: 1n };
  if (keep !== count) {
    steps.take(count * count);
    return keptDice(term, steps);
  }
  const one = oneDie(term, steps);
  return { ways: repeated(one.ways, count, steps), of: one.of ** BigInt(count) };
}

const negated = ({ least, ways }: Ways): Ways => ({ least: -(least + ways.length - 1), ways: ways.toReversed() });

/** The odds of every total, exact but for chains of exploding dice; `undefined` where they are too many to compute. */
export function diceOdds(terms: readonly Term[]): Odds | undefined {
  const steps = new Steps();
  try {
    let [all, of]: [Ways, bigint] = [{ least: 0, ways: [1n] }, 1n];
    for (const term of terms) {
      const odds = termOdds(term, steps);
      all = convolved(all, term.sign === 1 ? odds.ways : negated(odds.ways), steps);
      of *= odds.of;
    }
    return { ...all, of, isCut: terms.some(({ explodes }) => explodes) };
  } catch (error) {
    // The bound is the answer.
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

/** A share as a number, as exact as numbers are. */
export function shareOf(part: bigint, of: bigint): number {
  const shift = Math.max(0, bitsOf(of) - bitsOf(part) + 64);
  return shift > 1000 ? 0 : Number((part << BigInt(shift)) / of) / 2 ** shift;
}

/** Coefficients that keep atoms and charge: the null space of the composition matrix, exactly. */

import { ContentFault, LimitFault } from '../faults.js';
import { nullSpaceOf, reduce } from '../numbers/matrices.js';
import { greatestCommonDivisor, rational } from '../numbers/rational.js';
import { type Formula, readFormula } from './formulas.js';

export interface Species {
  readonly formula: Formula;
  readonly coefficient: bigint;
}

export interface Balanced {
  readonly left: readonly Species[];
  readonly right: readonly Species[];
}

const MAX_SPECIES = 30;
export const ARROW = /\s*(?:<?[-=]+>|[→⇌⇄⟶⟷↔]|=)\s*/;

/** Plus signs between species have spaces, or no charge before them. */
const speciesOf = (side: string): readonly string[] =>
  side
    .split(/\s+\+\s+|(?<=[\w)\]}₀-₉⁺⁻])\s*\+\s*(?=[\d([{^A-Z])/)
    .map((part) => part.trim().replace(/^\d+(?:\/\d+)?\s*(?=[A-Z([{^e])/, ''))
    .filter((part) => part !== '');

/** Throws `ContentFault` where it cannot be balanced, or in several ways. */
export function balance(text: string): Balanced {
  const [first, second, ...more] = text.split(ARROW);
  if (first === undefined || second === undefined || more.length > 0)
    throw new ContentFault('an equation has one arrow');
  const [left, right] = [speciesOf(first).map(readFormula), speciesOf(second).map(readFormula)];
  if (left.length === 0 || right.length === 0) throw new ContentFault('a side of the equation is empty');
  const all = [...left, ...right];
  if (all.length > MAX_SPECIES)
    throw new LimitFault(`an equation must have at most ${MAX_SPECIES} substances`, MAX_SPECIES);
  const elements = [...new Set(all.flatMap(({ atoms }) => [...atoms.keys()]))];
  const alone = elements.find(
    (element) => !left.some(({ atoms }) => atoms.has(element)) || !right.some(({ atoms }) => atoms.has(element)),
  );
  if (alone !== undefined) throw new ContentFault(`${alone} is on one side only`);
  const sign = (index: number): bigint => (index < left.length ? 1n : -1n);
  const matrix = [
    ...elements.map((element) => all.map(({ atoms }, i) => rational(sign(i) * (atoms.get(element) ?? 0n)))),
    all.map(({ charge }, i) => rational(sign(i) * BigInt(charge))),
  ];
  const [vector, other] = nullSpaceOf(reduce(matrix), all.length);
  if (vector === undefined)
    throw new ContentFault('it cannot be balanced: no coefficients keep all atoms and the charge');
  if (other !== undefined)
    throw new ContentFault('it can be balanced in several ways: it holds more than one reaction');
  const bottom = vector.reduce(
    (common, { denominator }) => (common * denominator) / greatestCommonDivisor(common, denominator),
    1n,
  );
  const wholes = vector.map(({ numerator, denominator }) => numerator * (bottom / denominator));
  const divisor = wholes.reduce((common, value) => greatestCommonDivisor(common, value), 0n);
  const turned = wholes.every((value) => value <= 0n) ? -divisor : divisor;
  const coefficients = wholes.map((value) => value / turned);
  const wrong = coefficients.findIndex((value) => value <= 0n);
  const [misplaced] = wrong < 0 ? [] : [all[wrong]];
  if (misplaced !== undefined)
    throw new ContentFault(
      coefficients[wrong] === 0n
        ? `it cannot be balanced with ${misplaced.text}, which takes no part`
        : `it cannot be balanced: ${misplaced.text} would have to be on the other side`,
    );
  const species = all.map((formula, i) => ({ formula, coefficient: coefficients[i] ?? 1n }));
  return { left: species.slice(0, left.length), right: species.slice(left.length) };
}

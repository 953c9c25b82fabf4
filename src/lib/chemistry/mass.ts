/** Masses of formulas from the atomic weights. */

import { add, divide, multiply, type Rational, rational, toNumber } from '../numbers/rational.js';
import { elementOf } from './elements.js';
import type { Formula } from './formulas.js';

/** Electrons weigh: CODATA 2018, in unified atomic mass units. */
const ELECTRON = rational(548_579_909_065n, 10n ** 15n);

export const shown = (value: number, digits = 10): number => Number(value.toPrecision(digits)) || 0;

interface Mass {
  readonly weight: Rational;
  readonly uncertainty: number;
  /** Elements whose weight is a mass number. */
  readonly rough: readonly string[];
}

/** Of an ion without, or with, its electrons. */
export function massOf({ atoms, charge }: Formula): Mass {
  let weight = multiply(ELECTRON, rational(BigInt(-charge)));
  let square = 0;
  const rough: string[] = [];
  for (const [symbol, count] of atoms) {
    const element = elementOf(symbol);
    if (element === undefined) continue;
    weight = add(weight, multiply(element.weight, rational(count)));
    if (element.uncertainty === undefined) rough.push(symbol);
    else square += (toNumber(element.uncertainty) * Number(count)) ** 2;
  }
  return { weight, uncertainty: Math.sqrt(square), rough };
}

export const percent = (part: Rational, whole: Rational): number =>
  whole.numerator === 0n ? 0 : shown(100 * toNumber(divide(part, whole)), 8);

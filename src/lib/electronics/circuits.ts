/** What a few known values say about a small circuit. */

import { ContentFault } from '../faults.js';
import { follow, type Rule, rule } from '../numbers/rules.js';
import type { Unit } from './values.js';

export interface Figure {
  readonly symbol: string;
  readonly name: string;
  readonly value: number;
  readonly unit: Unit | '';
}

/** Known values by symbol. */
export type Known = ReadonlyMap<string, number>;

interface Circuit {
  /** Symbols with name and unit, in the order in which they are told. */
  readonly figures: Readonly<Record<string, readonly [name: string, unit: Unit | '']>>;
  readonly needs: string;
  readonly rules: readonly Rule[];
  /** Taken where they are not given. */
  readonly defaults?: Readonly<Record<string, number>>;
}

const { sqrt, PI } = Math;

export const CIRCUITS = {
  'ohms-law': {
    figures: { V: ['Voltage', 'V'], I: ['Current', 'A'], R: ['Resistance', 'Ω'], P: ['Power', 'W'] },
    needs: 'two of V, I, R and P',
    rules: [
      rule('V', ['I', 'R'], (i, r) => i * r),
      rule('V', ['P', 'I'], (p, i) => p / i),
      rule('V', ['P', 'R'], (p, r) => sqrt(p * r)),
      rule('I', ['V', 'R'], (v, r) => v / r),
      rule('R', ['V', 'I'], (v, i) => v / i),
      rule('P', ['V', 'I'], (v, i) => v * i),
      rule('I', ['P', 'V'], (p, v) => p / v),
    ],
  },
  divider: {
    figures: {
      Vin: ['Input voltage', 'V'],
      Vout: ['Output voltage', 'V'],
      R1: ['Upper resistor', 'Ω'],
      R2: ['Lower resistor', 'Ω'],
      I: ['Current', 'A'],
      Rout: ['Output resistance', 'Ω'],
      P: ['Power in both resistors', 'W'],
    },
    needs: 'three of Vin, Vout, R1 and R2',
    rules: [
      rule('Vout', ['Vin', 'R1', 'R2'], (v, a, b) => (v * b) / (a + b)),
      rule('Vin', ['Vout', 'R1', 'R2'], (v, a, b) => (v * (a + b)) / b),
      rule('R1', ['Vin', 'Vout', 'R2'], (v, o, b) => (b * (v - o)) / o),
      rule('R2', ['Vin', 'Vout', 'R1'], (v, o, a) => (a * o) / (v - o)),
      rule('I', ['Vin', 'R1', 'R2'], (v, a, b) => v / (a + b)),
      rule('Rout', ['R1', 'R2'], (a, b) => (a * b) / (a + b)),
      rule('P', ['Vin', 'I'], (v, i) => v * i),
    ],
  },
  led: {
    figures: {
      Vs: ['Supply voltage', 'V'],
      Vf: ['Forward voltage of one LED', 'V'],
      I: ['Current', 'A'],
      n: ['LEDs in series', ''],
      R: ['Resistor', 'Ω'],
      P: ['Power in the resistor', 'W'],
      Ptotal: ['Power in all', 'W'],
    },
    needs: 'Vs and Vf',
    defaults: { I: 0.02, n: 1 },
    rules: [
      rule('R', ['Vs', 'Vf', 'I', 'n'], (s, f, i, n) => (s - f * n) / i),
      rule('P', ['R', 'I'], (r, i) => i * i * r),
      rule('Ptotal', ['Vs', 'I'], (s, i) => s * i),
    ],
  },
  rc: {
    figures: {
      R: ['Resistance', 'Ω'],
      C: ['Capacitance', 'F'],
      f: ['Cutoff frequency', 'Hz'],
      tau: ['Time constant', 's'],
      t: ['Time to 99.3 %', 's'],
    },
    needs: 'two of R, C and f (or tau)',
    rules: [
      rule('tau', ['f'], (f) => 1 / (2 * PI * f)),
      rule('tau', ['R', 'C'], (r, c) => r * c),
      rule('R', ['tau', 'C'], (t, c) => t / c),
      rule('C', ['tau', 'R'], (t, r) => t / r),
      rule('f', ['tau'], (t) => 1 / (2 * PI * t)),
      rule('t', ['tau'], (t) => 5 * t),
    ],
  },
  rl: {
    figures: {
      R: ['Resistance', 'Ω'],
      L: ['Inductance', 'H'],
      f: ['Cutoff frequency', 'Hz'],
      tau: ['Time constant', 's'],
      t: ['Time to 99.3 %', 's'],
    },
    needs: 'two of R, L and f (or tau)',
    rules: [
      rule('tau', ['f'], (f) => 1 / (2 * PI * f)),
      rule('tau', ['L', 'R'], (l, r) => l / r),
      rule('R', ['L', 'tau'], (l, t) => l / t),
      rule('L', ['R', 'tau'], (r, t) => r * t),
      rule('f', ['tau'], (t) => 1 / (2 * PI * t)),
      rule('t', ['tau'], (t) => 5 * t),
    ],
  },
  lc: {
    figures: {
      L: ['Inductance', 'H'],
      C: ['Capacitance', 'F'],
      f: ['Resonant frequency', 'Hz'],
      Z: ['Characteristic impedance', 'Ω'],
    },
    needs: 'two of L, C and f',
    rules: [
      rule('f', ['L', 'C'], (l, c) => 1 / (2 * PI * sqrt(l * c))),
      rule('L', ['f', 'C'], (f, c) => 1 / ((2 * PI * f) ** 2 * c)),
      rule('C', ['f', 'L'], (f, l) => 1 / ((2 * PI * f) ** 2 * l)),
      rule('Z', ['L', 'C'], (l, c) => sqrt(l / c)),
    ],
  },
  reactance: {
    figures: {
      f: ['Frequency', 'Hz'],
      C: ['Capacitance', 'F'],
      L: ['Inductance', 'H'],
      Xc: ['Capacitive reactance', 'Ω'],
      Xl: ['Inductive reactance', 'Ω'],
    },
    needs: 'f and C or L',
    rules: [
      rule('Xc', ['f', 'C'], (f, c) => 1 / (2 * PI * f * c)),
      rule('Xl', ['f', 'L'], (f, l) => 2 * PI * f * l),
      rule('C', ['f', 'Xc'], (f, x) => 1 / (2 * PI * f * x)),
      rule('L', ['f', 'Xl'], (f, x) => x / (2 * PI * f)),
    ],
  },
  decibel: {
    figures: {
      P: ['Power', 'W'],
      dBm: ['Level', 'dBm'],
      V: ['Voltage', 'V'],
      R: ['Impedance', 'Ω'],
      dBV: ['Level of the voltage', 'dB'],
    },
    needs: 'P, dBm or V',
    defaults: { R: 50 },
    rules: [
      rule('P', ['dBm'], (level) => 10 ** (level / 10) / 1000),
      rule('P', ['V', 'R'], (v, r) => (v * v) / r),
      rule('dBm', ['P'], (p) => 10 * Math.log10(p * 1000)),
      rule('V', ['P', 'R'], (p, r) => sqrt(p * r)),
      rule('dBV', ['V'], (v) => 20 * Math.log10(v)),
    ],
  },
} as const satisfies Readonly<Record<string, Circuit>>;

export type CircuitName = keyof typeof CIRCUITS;

/** Everything that follows. Throws `ContentFault` where values contradict each other, are missing, or make no circuit. */
export function solveCircuit(name: CircuitName, given: Known): readonly Figure[] {
  const circuit: Circuit = CIRCUITS[name];
  for (const [symbol, value] of given) {
    const isLevel = symbol.startsWith('dB');
    if (!isLevel && !(value > 0)) throw new ContentFault(`${symbol} must be greater than 0`);
  }
  const known = new Map(given);
  for (const [symbol, value] of Object.entries(circuit.defaults ?? {}))
    if (!known.has(symbol)) known.set(symbol, value);
  follow(circuit.rules, known, (symbol) => symbol.startsWith('dB'));
  const figures = Object.entries(circuit.figures).flatMap(([symbol, [title, unit]]) => {
    const value = known.get(symbol);
    return value === undefined ? [] : [{ symbol, name: title, value, unit }];
  });
  if (known.size <= given.size + Object.keys(circuit.defaults ?? {}).filter((symbol) => !given.has(symbol)).length)
    throw new ContentFault(`it needs ${circuit.needs}`);
  return figures;
}

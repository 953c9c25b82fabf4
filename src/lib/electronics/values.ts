/** Values of components as people type and print them: 4k7, 10u, 0R22, 20 mA. */

import { ContentFault } from '../faults.js';

const UNITS = ['V', 'A', 'Ω', 'W', 'F', 'H', 'Hz', 's', 'dB', 'dBm', '%'] as const;
export type Unit = (typeof UNITS)[number];

export interface TypedValue {
  readonly value: number;
  /** `undefined` where none was typed. */
  readonly unit: Unit | undefined;
}

const PREFIXES: Readonly<Record<string, number>> = {
  f: -15,
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  μ: -6,
  m: -3,
  '': 0,
  R: 0,
  k: 3,
  K: 3,
  M: 6,
  G: 9,
  T: 12,
};

const UNIT_NAMES: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...UNITS.map((unit): [string, Unit] => [unit.toLowerCase(), unit]),
  ['ω', 'Ω'],
  ['ohm', 'Ω'],
  ['ohms', 'Ω'],
  ['volt', 'V'],
  ['volts', 'V'],
  ['amp', 'A'],
  ['amps', 'A'],
  ['ampere', 'A'],
  ['watt', 'W'],
  ['watts', 'W'],
  ['farad', 'F'],
  ['henry', 'H'],
  ['hertz', 'Hz'],
]);

const PATTERN =
  /^([-+]?(?:\d{1,30}(?:[.,]\d{0,30})?|[.,]\d{1,30}))(?:e([-+]?\d{1,2}))?\s*([fpnuµμmkKMGTR]?)(\d{0,30})\s*(V|A|W|F|H|Hz|s|dBm|dB|%|Ω|Ω|ohms?|volts?|amps?|ampere|watts?|farad|henry|hertz)?$/iu;

/** Throws `ContentFault` for what is not a value. */
export function readValue(text: string): TypedValue {
  const found = PATTERN.exec(text.trim().replace('−', '-'));
  const [, digits = '', exponent = '0', letter = '', after = '', unit = ''] = found ?? [];
  // The pattern ignores case for units; m and M differ, and `P` is none.
  const prefix = Object.hasOwn(PREFIXES, letter) ? PREFIXES[letter] : undefined;
  const isSplit = after !== '';
  if (found === null || prefix === undefined || (isSplit && (letter === '' || /[.,]/.test(digits))))
    throw new ContentFault(`${JSON.stringify(text.slice(0, 40))} is not a value such as 4k7, 10u or 20 mA`);
  const plain = digits.replace(',', '.') + (isSplit ? `.${after}` : '');
  return { value: Number(`${plain}e${Number(exponent) + prefix}`), unit: UNIT_NAMES.get(unit.toLowerCase()) };
}

const SHOWN: readonly (readonly [number, string])[] = [
  [12, 'T'],
  [9, 'G'],
  [6, 'M'],
  [3, 'k'],
  [0, ''],
  [-3, 'm'],
  [-6, 'µ'],
  [-9, 'n'],
  [-12, 'p'],
  [-15, 'f'],
];

/** `4.7 kΩ`, with four digits. */
export function writeValue(value: number, unit: string): string {
  const four = (number: number): string => String(Number(number.toPrecision(4)));
  if (value === 0 || unit === '%' || unit.startsWith('dB') || unit === '') return `${four(value)} ${unit}`.trim();
  const size = Math.abs(Number(value.toPrecision(4)));
  const [power, prefix] = SHOWN.find(([exponent]) => size >= 0.9999999 * 10 ** exponent) ?? [-15, 'f'];
  return `${four(value / 10 ** power)} ${prefix}${unit}`;
}

/** `Vin=12V R1=10k`, also with colons, commas and line breaks; bare values have an empty name. */
export function readAssignments(text: string): readonly { readonly name: string; readonly text: string }[] {
  const parts = text
    .replace(/^\ufeff/, '')
    .replace(/\s*[=:]\s*/g, '=')
    // A unit apart from its number.
    .replace(/(\d)\s+(?=(?:[fpnuµμmkMGT]?(?:V|A|W|F|H|Hz|Ω|Ω|ohms?|s|dBm?)|%|[fpnuµμmkMGT])(?:[\s,;]|$))/giu, '$1')
    .split(/[\s;]+|,(?!\d)/)
    .filter((part) => part !== '');
  return parts.map((part) => {
    const [name, value] = part.includes('=')
      ? [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]
      : ['', part];
    return { name, text: value };
  });
}

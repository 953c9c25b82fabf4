import { type Rational, rational } from '../numbers/rational.js';
import { ELEMENTS, NUCLIDES } from './elements.data.js';

export interface Element {
  readonly symbol: string;
  readonly name: string;
  /** Atomic number. */
  readonly number: number;
  readonly weight: Rational;
  /** `undefined` where the weight is a mass number. */
  readonly uncertainty: Rational | undefined;
}

function decimal(text: string): Rational {
  const [whole = '0', places = ''] = text.split('.');
  return rational(BigInt(whole + places), 10n ** BigInt(places.length));
}

function lines(data: string): readonly string[] {
  return data
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const elements: ReadonlyMap<string, Element> = new Map(
  lines(ELEMENTS).map((line, index) => {
    const [symbol = '', weight = '', name = ''] = line.split(' ');
    const [, value = '0', digits] = /^\[?([\d.]+)(?:\((\d+)\))?\]?$/.exec(weight) ?? [];
    const places = value.split('.')[1]?.length ?? 0;
    const uncertainty = digits === undefined ? undefined : rational(BigInt(digits), 10n ** BigInt(places));
    return [symbol, { symbol, name, number: index + 1, weight: decimal(value), uncertainty }];
  }),
);

const nuclides: ReadonlyMap<string, Rational> = new Map(
  lines(NUCLIDES).map((line) => {
    const [name = '', mass = ''] = line.split(' ');
    return [name, decimal(mass)];
  }),
);

/** Deuterium and tritium have letters of their own. */
const LETTERS: Readonly<Record<string, string>> = { D: '2H', T: '3H' };

/** An element by its symbol, or a nuclide such as `13C`, `D`; `undefined` where there is none. */
export function elementOf(symbol: string): Element | undefined {
  const name = LETTERS[symbol] ?? symbol;
  const found = elements.get(name);
  if (found !== undefined) return found;
  const [, number = '', letters = ''] = /^(\d{1,3})([A-Z][a-z]?)$/.exec(name) ?? [];
  const [element, mass] = [elements.get(letters), nuclides.get(name)];
  if (element === undefined || mass === undefined) return undefined;
  return { ...element, symbol: name, name: `${element.name}-${number}`, weight: mass, uncertainty: rational(0n) };
}

export const isElement = (symbol: string): boolean => elements.has(symbol);

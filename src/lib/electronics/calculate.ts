/** All calculations by their names: figures, colours, preferred values. */

import { ContentFault, LimitFault } from '../faults.js';
import { CIRCUITS, type CircuitName, solveCircuit } from './circuits.js';
import { bandsOf, type Coded, isColor, readBands, readCapacitor, readSmd } from './codes.js';
import { nearestValues, SERIES } from './series.js';
import { readAssignments, readValue, type Unit, writeValue } from './values.js';

export const CALCULATIONS = [
  'ohms-law',
  'resistor-code',
  'capacitor-code',
  'series',
  'parallel',
  'divider',
  'led',
  'rc',
  'rl',
  'lc',
  'reactance',
  'decibel',
  'nearest-value',
] as const;
const MAX_PARTS = 1000;

const shown = (value: number): number => Number(value.toPrecision(12)) || 0;
const figure = (symbol: string, name: string, value: number, unit: Unit | '' = 'Ω') => ({
  symbol,
  name,
  value: shown(value),
  unit: unit as string,
  text: writeValue(value, unit),
});

/** Symbols that people use for the same. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['U', 'V'],
  ['E', 'V'],
  ['v', 'V'],
  ['i', 'I'],
  ['r', 'R'],
  ['p', 'P'],
  ['Uin', 'Vin'],
  ['Uout', 'Vout'],
  ['Us', 'Vs'],
  ['Uf', 'Vf'],
  ['c', 'C'],
  ['l', 'L'],
  ['N', 'n'],
  ['F', 'f'],
  ['T', 'tau'],
  ['τ', 'tau'],
]);
/** The symbol of a value that has a unit but no name. */
const OF_UNIT: Readonly<Partial<Record<Unit, string>>> = {
  V: 'V',
  A: 'I',
  Ω: 'R',
  W: 'P',
  F: 'C',
  H: 'L',
  Hz: 'f',
  s: 'tau',
  dBm: 'dBm',
};

function circuitFigures(name: CircuitName, input: string) {
  if (
    input
      .trim()
      .split(/[\s,;/-]+/)
      .every(isColor)
  )
    throw new ContentFault(`colours are read by calculation resistor-code; ${name} needs ${CIRCUITS[name].needs}`);
  const { figures, needs } = CIRCUITS[name];
  const known = new Map<string, number>();
  for (const { name: typed, text } of readAssignments(input)) {
    const { value, unit } = readValue(text);
    const symbol =
      typed === ''
        ? unit === undefined
          ? ''
          : (OF_UNIT[unit] ?? '')
        : Object.hasOwn(figures, typed)
          ? typed
          : (ALIKE.get(typed) ?? typed);
    if (typed === '' && unit === undefined && readAssignments(input).length === 1)
      throw new ContentFault(
        `${JSON.stringify(text.slice(0, 40))} alone is a value for calculation resistor-code or nearest-value; ${name} needs ${needs}`,
      );
    if (!Object.hasOwn(figures, symbol))
      throw new ContentFault(
        `${JSON.stringify((typed === '' ? text : typed).slice(0, 40))} is not one of ${Object.keys(figures).join(', ')}; it needs ${needs}`,
      );
    const expected = (figures as Readonly<Record<string, readonly [string, string]>>)[symbol]?.[1];
    if (unit !== undefined && unit !== expected)
      throw new ContentFault(`${symbol} is in ${expected || 'no unit'}, got ${unit}`);
    if (known.has(symbol)) throw new ContentFault(`${symbol} is given twice`);
    known.set(symbol, value);
  }
  return solveCircuit(name, known).map(({ symbol, name: title, value, unit }) => figure(symbol, title, value, unit));
}

function codeFigures({ value, tolerancePercent, coefficient }: Coded, symbol: string, title: string, unit: Unit) {
  return [
    figure(symbol, title, value, unit),
    ...(tolerancePercent === undefined
      ? []
      : [
          figure('tolerance', 'Tolerance', tolerancePercent, '%'),
          figure('least', 'Least', value * (1 - tolerancePercent / 100), unit),
          figure('most', 'Most', value * (1 + tolerancePercent / 100), unit),
        ]),
    ...(coefficient === undefined ? [] : [figure('coefficient', 'Temperature coefficient in ppm/K', coefficient, '')]),
  ];
}

/** Throws `ContentFault`, `LimitFault`. */
export function calculate(calculation: (typeof CALCULATIONS)[number], input: string, tolerancePercent: number) {
  const told: string[] = [];
  const preferredOf = (value: number) =>
    SERIES.map((series) => {
      const { below, above, nearest } = nearestValues(value, series);
      return { series, below, above, nearest, errorPercent: shown(Number((100 * (nearest / value - 1)).toFixed(6))) };
    });
  const many = () => {
    const values = readAssignments(input).map(({ text }) => readValue(text));
    if (values.length > MAX_PARTS)
      throw new LimitFault(`there must be at most ${MAX_PARTS} values, got ${values.length}`);
    if (values.some(({ value }) => !(value > 0))) throw new ContentFault('values must be greater than 0');
    const units = new Set(values.flatMap(({ unit }) => unit ?? []));
    if (units.size > 1) throw new ContentFault(`the values have different units: ${[...units].join(', ')}`);
    const unit = [...units][0] ?? 'Ω';
    if (!['Ω', 'H', 'F'].includes(unit)) throw new ContentFault(`values in ${unit} are not combined`);
    const isSum = (calculation === 'series') !== (unit === 'F');
    const total = values.reduce((sum, { value }) => sum + (isSum ? value : 1 / value), 0);
    return [figure(unit === 'F' ? 'C' : unit === 'H' ? 'L' : 'R', 'In all', isSum ? total : 1 / total, unit)];
  };
  const solve = () => {
    const text = input.replace(/^\ufeff/, '').trim();
    const none = { colors: [] as readonly string[], preferred: [] as ReturnType<typeof preferredOf> };
    switch (calculation) {
      case 'resistor-code': {
        const words = text.split(/[\s,;/-]+/).filter((word) => word !== '');
        if (words.some(isColor)) {
          if (words.length === 3) told.push('Three bands have a tolerance of 20 %');
          return {
            ...none,
            results: codeFigures(readBands(words), 'R', 'Resistance', 'Ω'),
            colors: words.map((word) => word.toLowerCase()),
          };
        }
        const code = readSmd(text);
        const value = code?.value ?? readValue(text).value;
        const coded: Coded = code ?? { value, tolerancePercent, coefficient: undefined };
        if (!(value > 0 && value < 1e12)) {
          if (value === 0) return { ...none, results: [figure('R', 'Resistance', 0)], colors: ['black'] };
          throw new ContentFault('a resistance must be greater than 0 and below 1 TΩ');
        }
        const percent = coded.tolerancePercent ?? tolerancePercent;
        const colors =
          percent > 2 ? (bandsOf(value, 2, percent) ?? bandsOf(value, 3, percent)) : bandsOf(value, 3, percent);
        if (colors === undefined) told.push('No colour bands are exactly this value and tolerance');
        return {
          results: codeFigures(coded, 'R', 'Resistance', 'Ω'),
          colors: colors ?? [],
          preferred: preferredOf(value),
        };
      }
      case 'capacitor-code': {
        const coded = readCapacitor(text);
        if (coded === undefined)
          throw new ContentFault(`${JSON.stringify(text.slice(0, 40))} is not a code such as 104 or 104K`);
        return { ...none, results: codeFigures(coded, 'C', 'Capacitance', 'F') };
      }
      case 'series':
      case 'parallel':
        return { ...none, results: many() };
      case 'nearest-value': {
        const { value, unit } = readValue(text);
        if (!(value >= 1e-15 && value < 1e15)) throw new ContentFault('a value must be from 1e-15 to 1e15');
        return { ...none, results: [figure('value', 'Value', value, unit ?? '')], preferred: preferredOf(value) };
      }
      default: {
        const results = circuitFigures(calculation, text);
        const resistor = calculation === 'led' ? results.find(({ symbol }) => symbol === 'R') : undefined;
        return { ...none, results, preferred: resistor === undefined ? [] : preferredOf(resistor.value) };
      }
    }
  };
  const { results, colors, preferred } = solve();
  if (!results.every(({ value }) => Number.isFinite(value))) throw new ContentFault('a value is too large');
  return { results, colors, preferred, warnings: told };
}

/** What a few measures say about a triangle, shape or solid. */

import { ContentFault } from '../faults.js';
import { follow } from '../numbers/rules.js';
import { isShape, type ShapeName, shapeOf } from './shapes.js';
import { solveTriangle, type Triangle } from './triangles.js';

export interface Measure {
  readonly symbol: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** In metres. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['mm', 0.001],
  ['cm', 0.01],
  ['dm', 0.1],
  ['m', 1],
  ['km', 1000],
  ['in', 0.0254],
  ['ft', 0.3048],
  ['yd', 0.9144],
  ['mi', 1609.344],
]);
const POWERS = ['', '', '²', '³'];
const PART =
  /\s*([A-Za-zα-ω]{1,10})\s*[=:]\s*(\d{1,20}(?:\.\d{0,20})?(?:e[-+]?\d{1,2})?)\s*(°|deg|rad|(?:mm|cm|dm|km|in|ft|yd|mi|m)(?:\^?[23]|[²³])?)?\s*(?:[,;\s]|$)/y;
const GREEK: ReadonlyMap<string, string> = new Map([
  ['α', 'A'],
  ['β', 'B'],
  ['γ', 'C'],
  ['alpha', 'A'],
  ['beta', 'B'],
  ['gamma', 'C'],
]);

interface Typed {
  readonly symbol: string;
  readonly value: number;
  /** Name of the length whose power it has; empty where none was typed. */
  readonly unit: string;
  readonly power: number;
  readonly isRadian: boolean;
}

function readMeasures(text: string): readonly Typed[] {
  const found: Typed[] = [];
  const source = text.replace(/^\ufeff/, '').trim();
  for (let at = 0; at < source.length; ) {
    PART.lastIndex = at;
    const [all, symbol = '', digits = '', typed = ''] = PART.exec(source) ?? [];
    if (all === undefined)
      throw new ContentFault(`${JSON.stringify(source.slice(at, at + 40))} is not a measure such as a = 3 cm`);
    at += all.length;
    const [, unit = '', power = ''] = /^([a-z]+)\^?([23²³]?)$/.exec(typed) ?? [];
    const isAngle = typed === '°' || typed === 'deg' || typed === 'rad';
    found.push({
      symbol: GREEK.get(symbol) ?? symbol,
      value: Number(digits),
      unit: isAngle ? '' : unit,
      power: power === '' ? 1 : power === '2' || power === '²' ? 2 : 3,
      isRadian: typed === 'rad',
    });
    if (found.length > 20) throw new ContentFault('there are more than 20 measures');
  }
  return found;
}

const SIDES =
  /^\s*(\d[\d.]{0,20}\s?[a-z]{0,2})\s*[,;x\s]\s*(\d[\d.]{0,20}\s?[a-z]{0,2})\s*[,;x\s]\s*(\d[\d.]{0,20}\s?[a-z]{0,2})\s*$/;

/** A shape that a text begins with, and the rest: `circle, radius 5`. */
export function namedShape(text: string): readonly [shape: ShapeName | 'triangle', rest: string] | undefined {
  const [all = '', word = ''] =
    /^\s{0,99}([a-z]+(?:[ -]polygon)?)(?:\s{1,99}with)?[\s,:]{1,99}/i.exec(text.slice(0, 400)) ?? [];
  const name = word.toLowerCase().replace(' ', '-');
  return name === 'triangle' || isShape(name) ? [name, text.slice(all.length)] : undefined;
}

/** Measures by their names instead of their symbols: `radius 5`, `side = 3 cm`; of a triangle its three sides alone. */
function withSymbols(shape: ShapeName | 'triangle', text: string): string {
  if (shape === 'triangle') {
    const [, a, b, c] = SIDES.exec(text.slice(0, 400)) ?? [];
    return a === undefined ? text : `a=${a} b=${b} c=${c}`;
  }
  const names = Object.entries(shapeOf(shape).measures).toSorted(([, [one]], [, [other]]) => other.length - one.length);
  return names.reduce(
    (rest, [symbol, [name]]) =>
      rest.replace(new RegExp(`\\b${name}(?: ?[=:] ?| of | is | )(?=\\d)`, 'gi'), `${symbol}=`),
    text,
  );
}

/** Each list of measures is a solution. Throws `ContentFault`. */
export function measureShape(shape: ShapeName | 'triangle', text: string): readonly (readonly Measure[])[] {
  const typed = readMeasures(withSymbols(shape, text));
  const unit = typed.find((part) => part.unit !== '')?.unit ?? '';
  const known = new Map<string, number>();
  const dimensionOf = (symbol: string): number | undefined =>
    shape === 'triangle'
      ? /^[abc]$/.test(symbol)
        ? 1
        : /^[ABC]$/.test(symbol)
          ? 0
          : undefined
      : Object.hasOwn(shapeOf(shape).measures, symbol)
        ? shapeOf(shape).measures[symbol]?.[1]
        : undefined;
  for (const { symbol, value, unit: own, power, isRadian } of typed) {
    const dimension = dimensionOf(symbol);
    const names = shape === 'triangle' ? ['a', 'b', 'c', 'A', 'B', 'C'] : Object.keys(shapeOf(shape).measures);
    if (dimension === undefined) throw new ContentFault(`${JSON.stringify(symbol)} is not one of ${names.join(', ')}`);
    if (own !== '' && power !== dimension)
      throw new ContentFault(`${symbol} has the dimension ${dimension} of length, got ${power}`);
    if (known.has(symbol)) throw new ContentFault(`${symbol} is given twice`);
    if (!(value > 0)) throw new ContentFault(`${symbol} must be greater than 0`);
    const scale = own === '' ? 1 : ((LENGTHS.get(own) ?? 1) / (LENGTHS.get(unit) ?? 1)) ** power;
    known.set(symbol, isRadian ? (value * 180) / Math.PI : value * scale);
  }
  const told = (symbol: string, name: string, value: number, dimension: number): Measure => ({
    symbol,
    name,
    value,
    unit: dimension === 0 || unit === '' ? '' : unit + (POWERS[dimension] ?? ''),
  });
  if (shape === 'triangle') {
    const of = (names: readonly string[]) =>
      names.map((name) => known.get(name)) as unknown as Parameters<typeof solveTriangle>[0];
    return solveTriangle(of(['a', 'b', 'c']), of(['A', 'B', 'C'])).map((triangle) => triangleMeasures(triangle, told));
  }
  const { measures, needs, rules } = shapeOf(shape);
  const sides = known.get('n');
  if (shape === 'regular-polygon' && sides !== undefined && !(Number.isInteger(sides) && sides >= 3))
    throw new ContentFault('n must be a whole number of at least 3');
  follow(rules, known);
  const list = Object.entries(measures).flatMap(([symbol, [name, dimension]]) => {
    const value = known.get(symbol);
    return value === undefined ? [] : [told(symbol, name, value, dimension)];
  });
  if (list.length < Object.keys(measures).length) throw new ContentFault(`it needs ${needs}`);
  return [list];
}

function triangleMeasures(
  { sides, angles }: Triangle,
  told: (symbol: string, name: string, value: number, dimension: number) => Measure,
): readonly Measure[] {
  const [a, b, c] = sides;
  const half = (a + b + c) / 2;
  const area = Math.sqrt(half * (half - a)) * Math.sqrt((half - b) * (half - c));
  const names = ['a', 'b', 'c'];
  return [
    ...sides.map((side, i) => told(names[i] ?? '', `Side ${names[i]}`, side, 1)),
    ...angles.map((angle, i) => ({
      ...told((names[i] ?? '').toUpperCase(), `Angle opposite ${names[i]}`, angle, 0),
      unit: '°',
    })),
    told('P', 'Perimeter', 2 * half, 1),
    told('S', 'Area', area, 2),
    ...sides.map((side, i) => told(`h${names[i]}`, `Height on ${names[i]}`, (2 * area) / side, 1)),
    told('r', 'Inradius', area / half, 1),
    told('R', 'Circumradius', ((a / area) * b * c) / 4, 1),
  ];
}

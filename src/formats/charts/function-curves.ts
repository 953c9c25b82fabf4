/** Curves of functions that callers write: read, sampled, and told apart where they jump. */

import { quote } from '../../core/errors.js';
import { type Expression, variablesOf } from '../../lib/algebra/expression.js';
import { readExpression } from '../../lib/algebra/read-expression.js';
import { realFunction } from '../../lib/algebra/real-function.js';
import { ContentFault, inLine, LimitFault } from '../../lib/faults.js';
import type { NumberMarks } from '../../lib/numbers/decimal-order.js';

export const CURVE_KINDS = ['cartesian', 'parametric', 'polar'] as const;

export type CurveKind = (typeof CURVE_KINDS)[number];

export interface Curve {
  /** As it was written. */
  readonly text: string;
  /** Places along the curve, in order; NaN where it has none. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

const MAX_CURVES = 20;
const MAX_CURVE_CHARACTERS = 2_000;
const SAMPLES = 2_000;

/** Curves by line, several of them with `;` or `,` between: `x^2`, `y = sin(x)`, `cos(t), sin(2t)`, `r = 1 + cos(t)`. Throws `ContentFault` with the line, `LimitFault`. */
export function readCurves(
  text: string,
  kind: CurveKind,
  [from, to]: readonly [number, number],
  marks: NumberMarks,
): readonly Curve[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
  const curves: Curve[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    if (curves.length === MAX_CURVES) throw tooMany();
    if (line.length > MAX_CURVE_CHARACTERS)
      throw new LimitFault(
        `line ${index + 1}: a function must have at most ${MAX_CURVE_CHARACTERS} characters, got ${line.length}`,
        MAX_CURVE_CHARACTERS,
      );
    for (const own of kind === 'parametric' ? [line] : functionsOf(line, marks)) {
      if (curves.length === MAX_CURVES) throw tooMany();
      curves.push(inLine(index + 1, () => ({ text: own.trim(), points: sampled(own.trim(), kind, from, to, marks) })));
    }
  }
  if (curves.length === 0) throw new ContentFault('it has no function');
  return curves;
}

const tooMany = () => new LimitFault(`it must have at most ${MAX_CURVES} functions`, MAX_CURVES);

/** Functions side by side: `sin(x); cos(x)`, `sin(x), cos(x)`, `y = x^2 and y = 2x`. */
const functionsOf = (line: string, { decimal }: NumberMarks): string[] =>
  (decimal === ',' && !line.includes(';') ? [line] : splitPair(line))
    .flatMap((part) => part.split(' and '))
    .filter((part) => part.trim() !== '');

function sampled(line: string, kind: CurveKind, from: number, to: number, marks: NumberMarks): Curve['points'] {
  const work = kind === 'parametric' ? pairOf(line, marks) : [functionOf(line, kind, marks)];
  const [first, second] = work;
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const t = from + ((to - from) * i) / SAMPLES;
    const value = first?.(t) ?? Number.NaN;
    if (kind === 'cartesian') return [t, finite(value)];
    if (kind === 'polar') return [finite(value * Math.cos(t)), finite(value * Math.sin(t))];
    return [finite(value), finite(second?.(t) ?? Number.NaN)];
  });
}

const finite = (value: number): number => (Math.abs(value) < 1e100 ? value : Number.NaN);

/** What stands before an equals sign is a name for the value. */
const NAMED = /^\s*(?:[\p{L}_]\w*)\s*(?:\(\s*[\p{L}_]\w*\s*\))?\s*=\s*/u;

function functionOf(line: string, kind: CurveKind, marks: NumberMarks): (x: number) => number {
  const expression = readExpression(line.replace(NAMED, ''), marks);
  return realFunction(expression, variableOf([expression], kind === 'cartesian' ? 'x' : 't'));
}

function pairOf(line: string, marks: NumberMarks): readonly ((t: number) => number)[] {
  const isWhole = /^\(.*\)$/.test(line) && splitPair(line).length < 2;
  const parts = splitPair(isWhole ? line.slice(1, -1) : line);
  if (parts.length !== 2)
    throw new ContentFault(
      `a parametric curve needs two functions separated by a comma or a semicolon, got ${quote(line)}`,
    );
  const expressions = parts.map((part) => readExpression(part.replace(NAMED, ''), marks));
  const variable = variableOf(expressions, 't');
  return expressions.map((expression) => realFunction(expression, variable));
}

/** At semicolons, else at commas, outside brackets. */
function splitPair(line: string): string[] {
  const separator = line.includes(';') ? ';' : ',';
  const parts = [''];
  let depth = 0;
  for (const letter of line) {
    if (letter === '(' || letter === '[') depth++;
    if (letter === ')' || letter === ']') depth--;
    if (letter === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function variableOf(expressions: readonly Expression[], usual: string): string {
  const names = new Set(expressions.flatMap((expression) => [...variablesOf(expression)]));
  const [name = usual, second] = names;
  if (second !== undefined)
    throw new ContentFault(`a function must have one variable, got ${[...names].slice(0, 5).map(quote).join(', ')}`);
  return name;
}

/** Lowest and highest of the values, those beyond the usual ones left out: poles would flatten everything else. */
export function usualRange(values: readonly number[]): readonly [least: number, most: number] {
  const sorted = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort();
  if (sorted.length === 0) return [-1, 1];
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [least, most, low, high] = [at(0), at(1), at(0.05), at(0.95)];
  const spread = high - low;
  if (spread === 0 && most === least) return [least - 1, most + 1];
  if (most - least <= 8 * spread) return [least, most];
  return [Math.max(least, low - spread / 2), Math.min(most, high + spread / 2)];
}

/** With a gap where the curve leaves at one side of the picture and returns at the other between two places. */
export function withGaps(
  points: Curve['points'],
  [low, high]: readonly [number, number],
): readonly (readonly [number, number | null])[] {
  const drawn: [number, number | null][] = [];
  let before = Number.NaN;
  for (const [x, y] of points) {
    const isJump = (before >= high && y <= low) || (before <= low && y >= high);
    if (isJump) drawn.push([x, null]);
    drawn.push([x, Number.isNaN(y) || Number.isNaN(x) ? null : y]);
    before = y;
  }
  return drawn;
}

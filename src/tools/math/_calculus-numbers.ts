import { invalid, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { Decimal, Decimals } from '../../engines/decimals.js';
import { antiderivative, expandedWithin } from '../../formats/algebra/calculus.js';
import { decimalValue } from '../../formats/algebra/decimal-values.js';
import { definiteIntegral } from '../../formats/algebra/definite-integrals.js';
import { type Limit, oneSidedLimit } from '../../formats/algebra/limits.js';
import {
  difference,
  type Expression,
  substitute,
  sum,
  variablesOf,
  writeExpression,
} from '../../lib/algebra/expression.js';
import { realFunction } from '../../lib/algebra/real-function.js';
import { simplify } from '../../lib/algebra/simplify.js';

import type { Answer } from './_calculus-data.js';

/** A formula, and how ends and points are read and worked out. */
interface Task {
  readonly expression: Expression;
  readonly variable: string;
  readonly read: (text: string) => Expression;
  readonly Base: Decimals;
}

/** An end of an interval, or a point: a number, a formula without the variable, or infinity. */
type End =
  | { readonly at: Expression; readonly infinite?: undefined }
  | { readonly at?: undefined; readonly infinite: 1 | -1 };

function readEnd(text: string, option: string, { read }: Task): End {
  const infinity = /^\s*([-+]?)\s*(?:inf|infinity|oo|∞)\s*$/i.exec(text);
  if (infinity !== null) return { infinite: infinity[1] === '-' ? -1 : 1 };
  return { at: refusing(`Cannot read option "${option}"`, () => simplify(read(text))) };
}

function numberOfEnd(end: End, option: string, Real: Decimals): number {
  if (end.infinite !== undefined) return end.infinite * Infinity;
  const value = decimalValue(end.at, Real, new Map());
  if (!value.isFinite()) throw invalid(`Option "${option}" must be a number, got ${quote(writeExpression(end.at))}`);
  return value.toNumber();
}

const shown = (value: number): string => String(Number(value.toPrecision(SHOWN_DIGITS - 1)));

/** Digits that are shown. */
const SHOWN_DIGITS = 15;

/** The limit of one side or both; where they differ there is none. */
function toldLimit(sides: readonly Limit[], empty: Answer): Answer {
  const [first, second = first] = sides;
  if (first === undefined || second === undefined) return empty;
  const none: Answer = { ...empty, outcome: 'none' };
  if (first.outcome === 'undefined' && second.outcome === 'undefined')
    return { ...none, warnings: ['It has no real values near the point'] };
  if (first.outcome === 'undefined' || second.outcome === 'undefined') {
    const name = first.outcome === 'undefined' ? 'left' : 'right';
    const told = toldLimit([first.outcome === 'undefined' ? second : first], empty);
    return {
      ...told,
      warnings: [
        ...told.warnings,
        `It has no real values on the ${name} of the point: the limit is that of the other side`,
      ],
    };
  }
  if (first.outcome === 'unknown' || second.outcome === 'unknown')
    return { ...empty, warnings: ['It changes too slowly near the point to tell'] };
  if (first.outcome === 'none' || second.outcome === 'none')
    return { ...none, warnings: ['It swings without settling'] };
  if (first.outcome === 'infinite' || second.outcome === 'infinite') {
    const isSame =
      first.outcome === 'infinite' && second.outcome === 'infinite' && first.isNegative === second.isNegative;
    const text = first.outcome === 'infinite' && first.isNegative ? '-inf' : 'inf';
    return isSame
      ? { ...empty, outcome: 'found', result: text, value: text }
      : { ...none, warnings: ['The limits from the left and from the right differ'] };
  }
  const error = first.error.plus(second.error);
  if (first.value.minus(second.value).abs().gt(error.times(10)))
    return { ...none, warnings: ['The limits from the left and from the right differ'] };
  const exact = first.exact ?? second.exact;
  const value = first.value.abs().lt(error) ? '0' : first.value.toSignificantDigits(SHOWN_DIGITS).toString();
  return {
    ...empty,
    outcome: 'found',
    result: exact === undefined ? null : writeExpression(exact),
    value,
    error: exact === undefined ? Number(error.toNumber().toPrecision(2)) : 0,
  };
}

function refuseOtherNames({ expression, variable }: Task): void {
  const [other] = [...variablesOf(expression)].filter((name) => name !== variable);
  if (other !== undefined)
    throw invalid(
      `Option "action" asks for a number: the formula must have no name beside ${variable}, got ${quote(other)}`,
    );
}

/** The point of a Taylor polynomial. */
export function finitePoint(task: Task, text: string): Expression {
  const { at } = readEnd(text, 'point', task);
  if (at === undefined) throw invalid('Option "point" must be a number for a Taylor polynomial');
  return at;
}

/** The formula by the distance from each end that is finite; from `to` where the ends are the other way round. */
function endFunctions({ expression, variable }: Task, [from, to]: readonly [End, End], isForward: boolean) {
  const distance: Expression = { type: 'name', name: variable };
  const inwards = (end: End, isUp: boolean) =>
    end.at === undefined
      ? undefined
      : realFunction(
          expandedWithin(
            substitute(expression, new Map([[variable, isUp ? sum(end.at, distance) : difference(end.at, distance)]])),
          ),
          variable,
        );
  return { left: inwards(from, isForward), right: inwards(to, !isForward) };
}

/** A definite integral; its exact value where an antiderivative gives the same number. */
export function definiteAnswer(task: Task, from: string, to: string, empty: Answer): Answer {
  if (from === '' || to === '') throw invalid('Options "from" and "to" must both be given for a definite integral');
  const ends = [readEnd(from, 'from', task), readEnd(to, 'to', task)] as const;
  refuseOtherNames(task);
  const [a, b] = [numberOfEnd(ends[0], 'from', task.Base), numberOfEnd(ends[1], 'to', task.Base)];
  const number = definiteIntegral(realFunction(task.expression, task.variable), a, b, endFunctions(task, ends, a < b));
  if (number === undefined) return { ...empty, outcome: 'none' };
  const told: Answer = {
    ...empty,
    outcome: 'found',
    value: shown(number.value),
    error: Number(number.error.toPrecision(2)),
  };
  const exact = exactIntegral(task, ends, number.value);
  if (exact === undefined) return told;
  const value = decimalValue(exact, task.Base, new Map()).toSignificantDigits(SHOWN_DIGITS).toString();
  return { ...told, result: writeExpression(exact), value, error: 0 };
}

function exactIntegral(task: Task, [from, to]: readonly [End, End], value: number): Expression | undefined {
  const { expression, variable, Base } = task;
  if (from.at === undefined || to.at === undefined) return undefined;
  const primitive = antiderivative(expression, variable, Base);
  if (primitive === undefined) return undefined;
  const valueAt = (end: Expression): Expression => substitute(primitive, new Map([[variable, end]]));
  const exact = simplify(difference(valueAt(to.at), valueAt(from.at)));
  const check = decimalValue(exact, Base, new Map()).toNumber();
  // An antiderivative with a jump in between is none of the whole interval.
  return Math.abs(check - value) <= 1e-9 * Math.max(1, Math.abs(value)) ? exact : undefined;
}

export function limitAnswer(task: Task, point: string, side: 'both' | 'left' | 'right', empty: Answer): Answer {
  const end = readEnd(point, 'point', task);
  refuseOtherNames(task);
  const { expression, variable, Base } = task;
  const f = (x: Decimal): Decimal => decimalValue(expression, Base, new Map([[variable, x]]));
  if (end.infinite !== undefined) return toldLimit([oneSidedLimit(f, 'infinity', end.infinite, Base)], empty);
  const at = decimalValue(end.at, Base, new Map());
  if (!at.isFinite()) throw invalid(`Option "point" must be a number, got ${quote(point)}`);
  const sides = side === 'both' ? ([-1, 1] as const) : side === 'left' ? ([-1] as const) : ([1] as const);
  return toldLimit(
    sides.map((sign) => oneSidedLimit(f, at, sign, Base)),
    empty,
  );
}

/** Equations as people type them, one per line or divided by semicolons or commas. */

import { difference, type Expression, variablesOf } from '../../lib/algebra/expression.js';
import { readExpression } from '../../lib/algebra/read-expression.js';
import { ContentFault, inPart, LimitFault } from '../../lib/faults.js';
import type { NumberMarks } from '../../lib/numbers/decimal-order.js';

const MAX_EQUATIONS = 60;

export interface Equation {
  readonly text: string;
  /** Left less right: it is 0 where the equation holds. */
  readonly zero: Expression;
}

export function readEquations(input: string, marks: NumberMarks): readonly Equation[] {
  const divider = marks.decimal === ',' ? /[;\r\n]+|\sand\s/ : /[;,\r\n]+|\sand\s/;
  const texts = input
    .replace(/^\ufeff/, '')
    .split(divider)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length === 0) throw new ContentFault('there is no equation');
  if (texts.length > MAX_EQUATIONS)
    throw new LimitFault(`there must be at most ${MAX_EQUATIONS} equations, got ${texts.length}`, MAX_EQUATIONS);
  return texts.map((text, index) => {
    const read = () => ({ text, zero: zeroOf(text, marks) });
    return texts.length === 1 ? read() : inPart(`equation ${index + 1}`, read);
  });
}

function zeroOf(text: string, marks: NumberMarks): Expression {
  if (/[<>≤≥≠]|!=/.test(text)) throw new ContentFault('inequalities are not solved, only equations');
  const sides = text.split(/={1,3}/);
  const [left = '', right] = sides;
  if (sides.length > 2) throw new ContentFault('an equation has one equals sign');
  if (right === undefined) return readExpression(left, marks);
  if (left.trim() === '' || right.trim() === '') throw new ContentFault('a side of the equation is empty');
  return difference(readExpression(left, marks), readExpression(right, marks));
}

export const variablesIn = (equations: readonly Equation[]): readonly string[] => [
  ...new Set(equations.flatMap(({ zero }) => [...variablesOf(zero)])),
];

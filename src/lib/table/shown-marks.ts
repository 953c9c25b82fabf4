import type { NumberMarks } from '../numbers/decimal-order.js';
import { ENGLISH } from '../numbers/typed-number.js';

/** A text of CSV, and what divides its cells. */
export interface CellText {
  readonly text: string;
  readonly delimiter: string;
}

const COMMA: NumberMarks = { decimal: ',', group: '.' };
const COMMA_SPACE: NumberMarks = { decimal: ',', group: '\u00a0' };

const SIGN = '(?:\\p{Sc} ?)?[-+−]?(?:\\p{Sc} ?)?';
const END = '(?: ?[\\p{Sc}%])?';

/** Either mark where the number says which it is: 1.234,50 and 12,5, not 1,234; in a file with commas between its cells the former only. */
function shownPattern(delimiter: string): RegExp {
  const mark = delimiter.replace(/[\\\]^-]/g, '\\$&');
  const isComma = delimiter === ',';
  const comma = isComma
    ? '\\d{1,3}([. \u00a0\u202f])\\d{3},\\d{1,2}'
    : '\\d{1,9}(?:([. \u00a0\u202f])\\d{3}){0,4},(?:\\d\\d?|\\d{4,9})';
  const point = '(\\d{1,9}(?:,\\d{3}){0,4}\\.(?:\\d\\d?|\\d{4,9})|\\d{1,3}(?:,\\d{3}){2,4})';
  return new RegExp(`(?<=^|["${mark}])${SIGN}(?:${comma}|${point})${END}(?=["${mark}]|$)`, 'gmu');
}

/**
 * The marks of the numbers of tables where they show a decimal comma and nowhere a decimal point; `undefined` where they do not. A look
 * at the whole text.
 */
export function shownMarks(tables: readonly CellText[]): NumberMarks | undefined {
  let [isShown, hasSpaces] = [false, false];
  for (const { text, delimiter } of tables) {
    // Most have none, and this is faster.
    if (!/\d,\d/.test(text)) continue;
    for (const [, group, point] of text.matchAll(shownPattern(delimiter))) {
      if (point !== undefined) return undefined;
      isShown = true;
      hasSpaces ||= group !== undefined && group !== '.';
    }
  }
  if (!isShown) return undefined;
  return hasSpaces ? COMMA_SPACE : COMMA;
}

export const isEnglish = ({ decimal }: NumberMarks): boolean => decimal === ENGLISH.decimal;

export const showsComma = (text: string, delimiter: string): boolean => shownMarks([{ text, delimiter }]) !== undefined;

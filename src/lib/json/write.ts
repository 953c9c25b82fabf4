import { LimitFault } from '../faults.js';
import { isJsonArray, JsonNumber, type JsonValue } from './values.js';

export interface JsonStyle {
  /** Written once a level: spaces or a tab; empty for one line without spaces. */
  readonly indent?: string;
  /** Keys in the order of their code points, at every level. */
  readonly sortKeys?: boolean;
}

/** Most UTF-16 units that are written: no response carries more, and a deep nesting makes gigabytes of a short text. */
export const MAX_WRITTEN = 2 ** 23;

/** The fault of a text that would have more than `MAX_WRITTEN` units. */
export const tooLongWritten = (): LimitFault =>
  LimitFault.whole(
    `The result would have more than ${MAX_WRITTEN} characters: it is nested deep and indented wide`,
    MAX_WRITTEN,
  );

/** Writes JSON as `JSON.stringify` lays it out; numbers as they were written. Throws LimitFault beyond `MAX_WRITTEN`. */
export function writeJson(value: JsonValue, { indent = '', sortKeys = false }: JsonStyle = {}): string {
  const colon = indent === '' ? ':' : ': ';
  const parts: string[] = [];
  let length = 0;
  const push = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const write = (item: JsonValue, lineBreak: string): void => {
    if (length > MAX_WRITTEN) throw tooLongWritten();
    if (item instanceof JsonNumber) push(item.source);
    else if (item === null || typeof item !== 'object') push(JSON.stringify(item));
    else if (isJsonArray(item)) {
      if (item.length === 0) push('[]');
      const inner = lineBreak + indent;
      let opening = '[';
      for (const element of item) {
        push(opening);
        push(inner);
        write(element, inner);
        opening = ',';
      }
      if (opening === ',') push(`${lineBreak}]`);
    } else {
      if (item.size === 0) push('{}');
      const inner = lineBreak + indent;
      let opening = '{';
      for (const [key, element] of sortKeys ? [...item].sort(byKey) : item) {
        push(opening);
        push(inner);
        push(JSON.stringify(key));
        push(colon);
        write(element, inner);
        opening = ',';
      }
      if (opening === ',') push(`${lineBreak}}`);
    }
  };
  write(value, indent === '' ? '' : '\n');
  return parts.join('');
}

/** By code points, not by UTF-16 units: the same order in every language. */
function byKey([a]: readonly [string, JsonValue], [b]: readonly [string, JsonValue]): number {
  return compareCodePoints(a, b);
}

/** Negative, zero or positive, by code points (JavaScript's `<` compares UTF-16 units). */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const first = a.charCodeAt(index);
    const second = b.charCodeAt(index);
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

/** Surrogates, which stand for the planes above, after all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

import { ContentFault } from '../../faults.js';
import { writePointer } from '../pointer.js';
import { isJsonArray, JsonNumber, type JsonValue } from '../values.js';

export interface CanonicalRules {
  /** Whether a number that a double does not hold exactly is refused; RFC 8785 rounds it. */
  readonly exactNumbers: boolean;
}

/**
 * JSON in the one form of RFC 8785 (JCS): keys by UTF-16 units, numbers as ECMAScript writes doubles, texts with the shortest escapes,
 * no white space. Throws ContentFault with the place of what RFC 7493 (I-JSON) does not allow.
 */
export function canonicalJson(document: JsonValue, { exactNumbers }: CanonicalRules): string {
  const parts: string[] = [];
  const path: (string | number)[] = [];
  const fault = (what: string): ContentFault =>
    new ContentFault(path.length === 0 ? what : `${JSON.stringify(writePointer(path).slice(0, 200))}: ${what}`);
  const text = (value: string): string => {
    // RFC 8785, 3.2.2.2: lone surrogates are an error.
    if (/\p{Cs}/u.test(value)) throw fault('a text has a lone surrogate, which is not a character');
    return JSON.stringify(value);
  };
  const write = (value: JsonValue): void => {
    if (value instanceof JsonNumber) {
      const double = value.toNumber();
      if (!Number.isFinite(double)) throw fault(`${value.source.slice(0, 40)} is beyond the numbers of a double`);
      if (exactNumbers && !value.isExact()) throw fault(`${value.source.slice(0, 40)} has more digits than a double`);
      // -0 becomes 0.
      parts.push(JSON.stringify(double));
    } else if (typeof value === 'string') parts.push(text(value));
    else if (value === null || typeof value === 'boolean') parts.push(String(value));
    else if (isJsonArray(value)) {
      parts.push('[');
      for (const [index, item] of value.entries()) {
        if (index > 0) parts.push(',');
        path.push(index);
        write(item);
        path.pop();
      }
      parts.push(']');
    } else {
      // `<` compares UTF-16 units, as 3.2.3 demands.
      const members = [...value].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      let opening = '{';
      for (const [key, item] of members) {
        path.push(key);
        parts.push(opening, text(key), ':');
        write(item);
        path.pop();
        opening = ',';
      }
      parts.push(members.length === 0 ? '{}' : '}');
    }
  };
  write(document);
  return parts.join('');
}

/** How many numbers of a document a double does not hold exactly, so that the canonical form has other digits. */
export function roundedNumbers(value: JsonValue): number {
  if (value instanceof JsonNumber) return value.isExact() ? 0 : 1;
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  for (const item of isJsonArray(value) ? value : value.values()) count += roundedNumbers(item);
  return count;
}

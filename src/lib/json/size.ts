import { isJsonArray, JsonNumber, type JsonValue } from './values.js';

/**
 * At least as many UTF-16 units as `writeJson` writes, but stops counting beyond `most`: for values in which one part stands many
 * times, or which nest deep, so that writing them would take far more than they came from.
 */
export function jsonUnits(value: JsonValue, indentUnits: number, most: number): number {
  let units = 0;
  const count = (item: JsonValue, depth: number): void => {
    if (units > most) return;
    units += 2 + depth * indentUnits;
    if (item === null || typeof item === 'boolean') units += 5;
    else if (typeof item === 'string') units += item.length + 2;
    else if (item instanceof JsonNumber) units += item.source.length;
    else if (isJsonArray(item)) for (const element of item) count(element, depth + 1);
    else
      for (const [key, element] of item) {
        units += key.length + 4;
        count(element, depth + 1);
      }
    units += depth * indentUnits;
  };
  count(value, 0);
  return units;
}

/**
 * Bytes of a text as `JSON.stringify` writes it, in UTF-8 with its quotes, found without writing it. Stops counting where there are
 * more than `most`.
 */
export function jsonStringBytes(text: string, most: number): number {
  // No unit takes less than a byte.
  if (text.length + 2 > most) return text.length + 2;
  let bytes = 2;
  for (let index = 0; index < text.length && bytes <= most; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += unit < 0x20 ? controlBytes(unit) : unit === QUOTE || unit === BACKSLASH ? 2 : 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      index++;
    } else bytes += ESCAPED;
  }
  return bytes;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `\u0000`. */
const ESCAPED = 6;

/** ECMA-262, QuoteJSONString: backspace, tab, line feed, form feed and carriage return have a letter of their own. */
const controlBytes = (unit: number): number => (unit >= 8 && unit <= 13 && unit !== 11 ? 2 : ESCAPED);

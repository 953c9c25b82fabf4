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

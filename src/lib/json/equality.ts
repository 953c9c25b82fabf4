import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue, significantDigits } from './values.js';

/**
 * Compares values by looking at them, as `ValueIds` decides it: numbers by value, objects whatever the order of their keys. Cheaper
 * than numbering two documents whole where they differ little, and without a bound where the same values are compared again and
 * again: so a walk looks at a number of values, then `isOver` and its answers are worth nothing.
 */
export class EqualityWalk {
  #left: number;

  /** `most` is the number of values that are looked at, in all calls together. */
  constructor(most: number) {
    this.#left = most;
  }

  get isOver(): boolean {
    return this.#left < 0;
  }

  areEqual(a: JsonValue, b: JsonValue): boolean {
    if (--this.#left < 0) return false;
    if (a === b) return true;
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
    if (a instanceof JsonNumber) return b instanceof JsonNumber && areSameNumbers(a.source, b.source);
    if (isJsonArray(a)) return isJsonArray(b) && this.#areSameArrays(a, b);
    return isJsonObject(a) && isJsonObject(b) && this.#areSameObjects(a, b);
  }

  #areSameArrays(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      if (!this.areEqual(a[index] ?? null, b[index] ?? null)) return false;
    }
    return true;
  }

  #areSameObjects(a: JsonObject, b: JsonObject): boolean {
    if (a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !this.areEqual(value, other)) return false;
    }
    return true;
  }
}

const areSameNumbers = (a: string, b: string): boolean => a === b || significantDigits(a) === significantDigits(b);

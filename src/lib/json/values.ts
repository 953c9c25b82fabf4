/**
 * JSON without a loss. Numbers keep their letters (`1.10`, `1e400`, 20 digits), objects their key order and any key (`__proto__`,
 * `10` before `2`). Strings are JavaScript strings and may hold lone surrogates, as `\ud800` may stand in JSON.
 */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

/** Keys in order. A key that came twice stands once, with its last value, at its first place, as with `JSON.parse`. */
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** A number as it was written. */
export class JsonNumber {
  constructor(readonly source: string) {}

  /** The nearest double; may lose digits or be infinite. */
  toNumber(): number {
    return Number(this.source);
  }

  /** Whether a double says the same: no digit is lost and the value is finite. */
  isExact(): boolean {
    const value = this.toNumber();
    return Number.isFinite(value) && significantDigits(String(value)) === significantDigits(this.source);
  }

  /** For `JSON.stringify` where digits may be lost. */
  toJSON(): number {
    return this.toNumber();
  }
}

/** Sign, digits without leading and trailing zeros, and the power of ten of the last digit: equal for equal values. */
export function significantDigits(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = trimTrailingZeros(digits);
  if (kept === '') return '0';
  // An exponent of any length: compared as a whole number without a bound.
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length);
  return `${sign === '-' ? '-' : ''}${kept}e${power}`;
}

function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}

export const isJsonObject = (value: JsonValue): value is JsonObject => value instanceof Map;

export const isJsonArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The JSON type of a value, as messages name it. */
export function jsonType(value: JsonValue): 'null' | 'boolean' | 'string' | 'number' | 'array' | 'object' {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  if (value instanceof JsonNumber) return 'number';
  return isJsonArray(value) ? 'array' : 'object';
}

/** A number as JSON writes it: `1e+21` is legal, `NaN` and infinities are not. Throws RangeError for those. */
export function numberOf(value: number | bigint): JsonNumber {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is not a JSON number`);
  return new JsonNumber(Object.is(value, -0) ? '-0' : String(value));
}

/**
 * A plain JavaScript value (what `JSON.parse` gives) as a `JsonValue`. Properties that are `undefined` are left out.
 * Throws RangeError for numbers that are not finite, TypeError for anything that is not JSON.
 */
export function fromPlain(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(value);
  if (value instanceof JsonNumber) return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} is not JSON`);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return new Map(entries.filter(([, item]) => item !== undefined).map(([key, item]) => [String(key), fromPlain(item)]));
}

/**
 * A plain JavaScript value for engines that take no other: objects without a prototype, numbers as doubles. Loses digits beyond
 * 2^53 and the order of keys that look like whole numbers.
 */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return value.toNumber();
  if (isJsonArray(value)) return value.map(toPlain);
  if (value === null || typeof value !== 'object') return value;
  const plain: Record<string, unknown> = Object.create(null);
  for (const [key, item] of value) plain[key] = toPlain(item);
  return plain;
}

import { ContentFault } from '../../lib/faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue, significantDigits } from '../../lib/json/values.js';

/**
 * The numbers of a document that a double does not hold exactly, for engines that know doubles only: what such an engine selects gets
 * its digits back.
 */
export class LongNumbers {
  readonly #sources = new Map<number, string>();

  /** Throws ContentFault where two different numbers are the same double: an engine could not tell them apart. */
  constructor(document: JsonValue) {
    this.#collect(document);
  }

  #collect(value: JsonValue): void {
    if (value instanceof JsonNumber) this.#note(value);
    else if (isJsonArray(value)) for (const item of value) this.#collect(item);
    else if (isJsonObject(value)) for (const item of value.values()) this.#collect(item);
  }

  #note(number: JsonNumber): void {
    const { source } = number;
    // Up to 15 digits a double holds every number.
    if (source.length <= 15 && !/e/i.test(source)) return;
    const double = number.toNumber();
    if (!Number.isFinite(double))
      throw new ContentFault(`the number ${source.slice(0, 40)} is beyond the range of doubles`);
    const known = this.#sources.get(double);
    if (known === undefined) this.#sources.set(double, source);
    else if (known !== source && significantDigits(known) !== significantDigits(source))
      throw new ContentFault(
        `${known.slice(0, 40)} and ${source.slice(0, 40)} are the same number to the query; "longNumbers" text tells them apart`,
      );
  }

  /** A number as the document has it. */
  sourceOf(double: number): string {
    return this.#sources.get(double) ?? (Object.is(double, -0) ? '0' : String(double));
  }
}

/** A document whose long numbers are texts. */
export function longNumbersAsText(value: JsonValue): JsonValue {
  if (value instanceof JsonNumber) return value.isExact() ? value : value.source;
  if (isJsonArray(value)) return value.map(longNumbersAsText);
  if (!isJsonObject(value)) return value;
  return new Map([...value].map(([key, item]) => [key, longNumbersAsText(item)]));
}

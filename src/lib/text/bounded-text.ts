import { LimitFault } from '../faults.js';

/** Longest text that tables are written to: no class of tools returns more. */
const MAX_TABLE_TEXT = 2 ** 25;

/** Parts that are joined at once: measured, strings grown by `+=` take half as long again and are flattened afterwards. */
const PARTS = 16_384;

/**
 * Collects a text of many parts. A table of few letters can ask for a very long text (a long header repeated in every row), so
 * the end is stated before memory is gone. `add` throws LimitFault.
 */
export class BoundedText {
  #text = '';
  #parts: string[] = [];
  #length = 0;
  readonly #limit: number;

  constructor(limit = MAX_TABLE_TEXT) {
    this.#limit = limit;
  }

  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > this.#limit)
      throw LimitFault.whole(`The result must have at most ${this.#limit} characters`, this.#limit);
    if (this.#parts.length >= PARTS) this.#join();
  }

  get length(): number {
    return this.#length;
  }

  toString(): string {
    this.#join();
    return this.#text;
  }

  #join(): void {
    this.#text += this.#parts.join('');
    this.#parts = [];
  }
}

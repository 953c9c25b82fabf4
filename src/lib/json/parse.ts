import { ContentFault } from '../faults.js';

import { checkControl, openString, readEscaped } from './escaped-string.js';
import { isSpace5, name5At, number5At, plainNumber } from './json5.js';
import { KnownParts, type PartsLog } from './known-parts.js';
import { commentFault, scalarFault, shownAt, wordAt } from './parse-faults.js';
import { commentEnd, type JsonSyntax, MAX_DEPTH, nestedTooDeep } from './syntax.js';
import { JsonNumber, type JsonValue } from './values.js';

/**
 * Reads JSON (RFC 8259) without a loss. A byte order mark at the front is passed over (RFC 8259 §8.1 lets a parser ignore it).
 * Throws ContentFault at the first fault, LimitFault beyond `MAX_DEPTH`.
 */
export function parseJson(text: string, syntax: JsonSyntax = {}): JsonValue {
  return new JsonParser(text, syntax).readDocument();
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class JsonParser {
  #offset = 0;
  readonly #text: string;
  readonly #comments: boolean;
  readonly #trailingCommas: boolean;
  readonly #json5: boolean;
  readonly #nonFinite: boolean;
  readonly #onDuplicateKey: JsonSyntax['onDuplicateKey'];
  readonly #log: PartsLog | undefined;
  readonly #known: KnownParts | undefined;

  constructor(text: string, syntax: JsonSyntax) {
    this.#text = text;
    this.#json5 = syntax.json5 === true;
    this.#comments = this.#json5 || syntax.comments === true;
    this.#trailingCommas = this.#json5 || syntax.trailingCommas === true;
    this.#nonFinite = syntax.nonFinite === true;
    this.#onDuplicateKey = syntax.onDuplicateKey;
    this.#log = syntax.log;
    this.#known = syntax.known && new KnownParts(syntax.known, text);
  }

  readDocument(): JsonValue {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#offset = 1;
    this.#skipSpace();
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#offset < this.#text.length) {
      throw this.#fault(`the text must end here, got ${this.#here()}`);
    }
    return value;
  }

  #readValue(depth: number): JsonValue {
    switch (this.#text.charCodeAt(this.#offset)) {
      case 0x7b:
      case 0x5b:
        return this.#known === undefined ? this.#readPart(depth) : this.#readKnownPart(this.#known, depth);
      case 0x22:
        return this.#readString(0x22);
      case 0x27:
        return this.#json5 ? this.#readString(0x27) : this.#readScalar();
      default:
        return this.#json5 ? this.#readScalar5() : this.#readScalar();
    }
  }

  #readKnownPart(parts: KnownParts, depth: number): JsonValue {
    const part = parts.find(this.#offset);
    if (part !== undefined && depth + part.height <= MAX_DEPTH) {
      this.#offset += part.length;
      return part.value;
    }
    parts.enter();
    const value = this.#readPart(depth);
    parts.leave();
    return value;
  }

  /** An object or an array. */
  #readPart(depth: number): JsonValue {
    const start = this.#offset;
    if (depth >= MAX_DEPTH) throw nestedTooDeep(this.#text, start);
    const place = this.#log?.open(start) ?? 0;
    const value = this.#text.charCodeAt(start) === 0x7b ? this.#readObject(depth) : this.#readArray(depth);
    this.#log?.close(place, this.#offset, value);
    return value;
  }

  #readObject(depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    this.#offset++;
    this.#skipSpace();
    if (this.#take(0x7d)) return entries;
    for (;;) {
      const start = this.#offset;
      const key = this.#readKey();
      if (this.#onDuplicateKey !== undefined && entries.has(key)) this.#onDuplicateKey(key, start);
      this.#skipSpace();
      if (!this.#take(0x3a)) throw this.#fault(`":" must follow a key, got ${this.#here()}`);
      this.#skipSpace();
      entries.set(key, this.#readValue(depth + 1));
      this.#skipSpace();
      if (this.#take(0x7d)) return entries;
      this.#takeComma('}');
      if (this.#trailingCommas && this.#take(0x7d)) return entries;
    }
  }

  #readKey(): string {
    const unit = this.#text.charCodeAt(this.#offset);
    if (unit === 0x22 || (unit === 0x27 && this.#json5)) return this.#readString(unit);
    if (this.#json5) return this.#readName();
    throw this.#fault(`expected a key in double quotes, got ${this.#here()}`);
  }

  /** A key without quotes, as JSON5 has it. */
  #readName(): string {
    const found = name5At(this.#text, this.#offset);
    if (found === undefined) throw this.#fault(`expected a key, got ${this.#here()}`);
    this.#offset += found.length;
    return found.name;
  }

  #readArray(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#offset++;
    this.#skipSpace();
    if (this.#take(0x5d)) return items;
    for (;;) {
      items.push(this.#readValue(depth + 1));
      this.#skipSpace();
      if (this.#take(0x5d)) return items;
      this.#takeComma(']');
      if (this.#trailingCommas && this.#take(0x5d)) return items;
    }
  }

  #takeComma(end: string): void {
    if (!this.#take(0x2c)) throw this.#fault(`expected "," or "${end}", got ${this.#here()}`);
    this.#skipSpace();
  }

  #readString(quote: number): string {
    const text = this.#text;
    const start = ++this.#offset;
    for (let index = start; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit === quote) {
        this.#offset = index + 1;
        return text.slice(start, index);
      }
      if (unit === 0x5c) return this.#readEscaped(quote, start, index);
      if (unit < 0x20) checkControl(text, unit, index, this.#json5);
    }
    throw openString(text, start - 1);
  }

  #readEscaped(quote: number, start: number, firstEscape: number): string {
    const { value, end } = readEscaped(this.#text, start, firstEscape, quote, this.#json5);
    this.#offset = end;
    return value;
  }

  #readScalar(): JsonValue {
    NUMBER.lastIndex = this.#offset;
    const number = NUMBER.exec(this.#text)?.[0];
    const end = this.#offset + (number?.length ?? 0);
    if (number !== undefined && !/[\w.+-]/.test(this.#text.charAt(end))) {
      this.#offset = end;
      return new JsonNumber(number);
    }
    const word = wordAt(this.#text, this.#offset);
    const value = WORDS.get(word);
    if (value === undefined) throw scalarFault(this.#text, this.#offset, word, this.#trailingCommas);
    this.#offset += word.length;
    return value;
  }

  #readScalar5(): JsonValue {
    const source = number5At(this.#text, this.#offset);
    if (source === undefined) return this.#readScalar();
    const behind = this.#text.charAt(this.#offset + source.length);
    if (/[\w.+$-]/.test(behind)) {
      const word = wordAt(this.#text, this.#offset);
      throw this.#fault(`${JSON.stringify(word)} is not a number that JSON5 knows`);
    }
    const number = plainNumber(source);
    if (!this.#nonFinite && /[a-z]$/i.test(number)) throw this.#fault(`JSON does not allow ${number}`);
    this.#offset += source.length;
    return new JsonNumber(number);
  }

  #take(unit: number): boolean {
    if (this.#text.charCodeAt(this.#offset) !== unit) return false;
    this.#offset++;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#offset);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) this.#offset++;
      else if (unit === 0x2f && this.#comments) this.#skipComment();
      else if (this.#json5 && isSpace5(unit)) this.#offset++;
      else return;
    }
  }

  #skipComment(): void {
    const end = commentEnd(this.#text, this.#offset, this.#json5);
    if (end < 0) throw commentFault(this.#text, this.#offset);
    this.#offset = end;
  }

  #here(): string {
    return shownAt(this.#text, this.#offset);
  }

  #fault(fault: string): ContentFault {
    return ContentFault.at(this.#text, this.#offset, fault);
  }
}

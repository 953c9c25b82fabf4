import { describeFault, positionAt, type TextPosition } from '../text-position.js';

import { JsonNumber, type JsonValue } from './values.js';

/** Deepest nesting that is read; far below what would exhaust the stack. */
export const MAX_DEPTH = 1000;

export interface JsonSyntax {
  /** Comments as in JSONC and JSON5. */
  readonly comments?: boolean;
  readonly trailingCommas?: boolean;
}

/** A text that is not JSON. `message` is `line 2, column 8: …` with a pointer below; `fault` without both. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly position: TextPosition;

  constructor(
    text: string,
    readonly offset: number,
    readonly fault: string,
  ) {
    super(describeFault(text, offset, fault));
    this.position = positionAt(text, offset);
  }
}

/** A text that is nested more than `MAX_DEPTH` deep. */
export class JsonTooDeep extends JsonSyntaxError {
  constructor(text: string, offset: number) {
    super(text, offset, `nested more than ${MAX_DEPTH} deep`);
  }
}

/**
 * Reads JSON (RFC 8259) without a loss. A byte order mark at the front is passed over (RFC 8259 §8.1 lets a parser ignore it).
 * Throws JsonSyntaxError at the first fault, JsonTooDeep beyond `MAX_DEPTH`.
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
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

class JsonParser {
  #offset = 0;
  readonly #text: string;
  readonly #syntax: JsonSyntax;

  constructor(text: string, syntax: JsonSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  readDocument(): JsonValue {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#offset = 1;
    this.#skipSpace();
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#offset < this.#text.length) throw this.#fault(`the text must end here, got ${this.#here()}`);
    return value;
  }

  #readValue(depth: number): JsonValue {
    switch (this.#text.charCodeAt(this.#offset)) {
      case 0x7b:
        return this.#readObject(depth);
      case 0x5b:
        return this.#readArray(depth);
      case 0x22:
        return this.#readString();
      default:
        return this.#readScalar();
    }
  }

  #readObject(depth: number): JsonValue {
    if (depth >= MAX_DEPTH) throw new JsonTooDeep(this.#text, this.#offset);
    const entries = new Map<string, JsonValue>();
    this.#offset++;
    this.#skipSpace();
    if (this.#take(0x7d)) return entries;
    for (;;) {
      if (this.#text.charCodeAt(this.#offset) !== 0x22) {
        throw this.#fault(`a key in double quotes must stand here, got ${this.#here()}`);
      }
      const key = this.#readString();
      this.#skipSpace();
      if (!this.#take(0x3a)) throw this.#fault(`":" must follow a key, got ${this.#here()}`);
      this.#skipSpace();
      entries.set(key, this.#readValue(depth + 1));
      this.#skipSpace();
      if (this.#take(0x7d)) return entries;
      this.#takeComma('}');
      if (this.#syntax.trailingCommas === true && this.#take(0x7d)) return entries;
    }
  }

  #readArray(depth: number): JsonValue {
    if (depth >= MAX_DEPTH) throw new JsonTooDeep(this.#text, this.#offset);
    const items: JsonValue[] = [];
    this.#offset++;
    this.#skipSpace();
    if (this.#take(0x5d)) return items;
    for (;;) {
      items.push(this.#readValue(depth + 1));
      this.#skipSpace();
      if (this.#take(0x5d)) return items;
      this.#takeComma(']');
      if (this.#syntax.trailingCommas === true && this.#take(0x5d)) return items;
    }
  }

  #takeComma(end: string): void {
    if (!this.#take(0x2c)) throw this.#fault(`"," or "${end}" must stand here, got ${this.#here()}`);
    this.#skipSpace();
  }

  #readString(): string {
    const start = ++this.#offset;
    for (let index = start; index < this.#text.length; index++) {
      const unit = this.#text.charCodeAt(index);
      if (unit === 0x22) {
        this.#offset = index + 1;
        return this.#text.slice(start, index);
      }
      if (unit === 0x5c) return this.#readEscaped(start, index);
      if (unit < 0x20) throw this.#controlFault(index);
    }
    throw this.#openString(start - 1);
  }

  #readEscaped(start: number, firstEscape: number): string {
    const parts: string[] = [];
    let from = start;
    let index = firstEscape;
    while (index < this.#text.length) {
      const unit = this.#text.charCodeAt(index);
      if (unit === 0x22) {
        this.#offset = index + 1;
        parts.push(this.#text.slice(from, index));
        return parts.join('');
      }
      if (unit < 0x20) throw this.#controlFault(index);
      if (unit !== 0x5c) {
        index++;
        continue;
      }
      parts.push(this.#text.slice(from, index));
      const letter = this.#text.charAt(index + 1);
      if (letter === 'u') {
        const digits = this.#text.slice(index + 2, index + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
          throw this.#fault('"\\u" must be followed by four hexadecimal digits', index);
        }
        parts.push(String.fromCharCode(Number.parseInt(digits, 16)));
        index += 6;
      } else {
        const character = ESCAPES.get(letter);
        if (character === undefined) throw this.#escapeFault(index);
        parts.push(character);
        index += 2;
      }
      from = index;
    }
    throw this.#openString(start - 1);
  }

  #readScalar(): JsonValue {
    NUMBER.lastIndex = this.#offset;
    const number = NUMBER.exec(this.#text)?.[0];
    const end = this.#offset + (number?.length ?? 0);
    if (number !== undefined && !/[\w.+-]/.test(this.#text.charAt(end))) {
      this.#offset = end;
      return new JsonNumber(number);
    }
    const word = this.#word();
    const value = WORDS.get(word);
    if (value === undefined) throw this.#scalarFault(word);
    this.#offset += word.length;
    return value;
  }

  #scalarFault(word: string): JsonSyntaxError {
    if (/^[-+.]?\d/.test(word)) return this.#fault(`"${word}" is not a number that JSON knows`);
    if (/^(NaN|[+-]?Infinity|undefined|None|True|False)$/.test(word)) return this.#fault(`JSON has no ${word}`);
    if (this.#text.charAt(this.#offset) === "'") return this.#fault('a string must stand in double quotes, got "\'"');
    return this.#fault(`a value must stand here, got ${this.#here()}`);
  }

  #word(): string {
    return /^[\w.+-]{1,40}/.exec(this.#text.slice(this.#offset, this.#offset + 40))?.[0] ?? '';
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
      else if (unit === 0x2f && this.#syntax.comments === true) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    const kind = this.#text.charAt(this.#offset + 1);
    if (kind === '/') {
      while (this.#offset < this.#text.length && !/[\n\r]/.test(this.#text.charAt(this.#offset))) this.#offset++;
      return;
    }
    const end = kind === '*' ? this.#text.indexOf('*/', this.#offset + 2) : -2;
    if (end < 0) throw this.#fault(kind === '*' ? 'the comment that begins here has no end' : 'got "/"');
    this.#offset = end + 2;
  }

  #here(): string {
    const point = this.#text.codePointAt(this.#offset);
    if (point === undefined) return 'the end of the text';
    if (point < 0x20 || point === 0xfeff) return `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
    return JSON.stringify(this.#word() || String.fromCodePoint(point));
  }

  #controlFault(offset: number): JsonSyntaxError {
    const point = this.#text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
    return this.#fault(`a string must have no unescaped control character, got U+${point}`, offset);
  }

  #escapeFault(offset: number): JsonSyntaxError {
    const shown = this.#text.slice(offset, offset + 2);
    return this.#fault(`${JSON.stringify(shown)} is not an escape that JSON knows`, offset);
  }

  #openString(offset: number): JsonSyntaxError {
    return this.#fault('the string that begins here has no end', offset);
  }

  #fault(fault: string, offset = this.#offset): JsonSyntaxError {
    return new JsonSyntaxError(this.#text, offset, fault);
  }
}

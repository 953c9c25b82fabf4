import { ContentFault, LimitFault } from '../faults.js';

import { KnownParts, type PartsLog } from './known-parts.js';
import { JsonNumber, type JsonValue } from './values.js';

/** Deepest nesting that is read; far below what would exhaust the stack. */
export const MAX_DEPTH = 1000;

export interface JsonSyntax {
  /** Comments as in JSONC and JSON5. */
  readonly comments?: boolean;
  readonly trailingCommas?: boolean;
  /**
   * JSON5 1.0, which has comments and trailing commas too. Its numbers become those of JSON (`.5` is `0.5`, `0x10` is `16`).
   * NaN and infinities, which JSON has not, are refused unless `nonFinite`.
   */
  readonly json5?: boolean;
  /** `JsonNumber`s may be `NaN`, `Infinity` and `-Infinity`: nothing that is written from them is JSON. */
  readonly nonFinite?: boolean;
  /** Told of every key that stood before in the same object: where it stands, and how deep. */
  readonly onDuplicateKey?: (key: string, offset: number) => void;
  /** Told where every object and array of the text stands. */
  readonly log?: PartsLog;
  /** A text of the same dialect that was read before: objects and arrays in the same letters may be taken from it, the very same. */
  readonly known?: PartsLog;
}

/** The dialects by name. */
export const DIALECTS = {
  json: {},
  jsonc: { comments: true, trailingCommas: true },
  json5: { json5: true },
} as const satisfies Record<string, JsonSyntax>;

export type JsonDialect = keyof typeof DIALECTS;

/** The fault of a text that is nested more than `MAX_DEPTH` deep where `offset` is. */
export const nestedTooDeep = (text: string, offset: number): LimitFault =>
  LimitFault.at(text, offset, `nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);

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

const NUMBER5 = /[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
// ECMAScript 5.1 §7.6; letters beyond the BMP, which it had not, are taken too.
const NAME_START = '[$_\\p{L}\\p{Nl}]|\\\\u[0-9a-fA-F]{4}';
const NAME_PART = `${NAME_START}|[\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}\\u200c\\u200d]`;
const NAME = new RegExp(`(?:${NAME_START})(?:${NAME_PART})*`, 'uy');
const WHOLE_NAME = new RegExp(`^(?:[$_\\p{L}\\p{Nl}])(?:${NAME_PART})*$`, 'u');

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
    throw this.#fault(`a key in double quotes must stand here, got ${this.#here()}`);
  }

  /** A key without quotes: an ECMAScript 5.1 IdentifierName, as JSON5 has it. */
  #readName(): string {
    NAME.lastIndex = this.#offset;
    const source = NAME.exec(this.#text)?.[0];
    if (source === undefined) throw this.#fault(`a key must stand here, got ${this.#here()}`);
    const name = source.replace(/\\u(.{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    // An escape must stand for a letter that a name may have.
    if (name !== source && !WHOLE_NAME.test(name)) throw this.#fault(`a key must stand here, got ${this.#here()}`);
    this.#offset += source.length;
    return name;
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
    if (!this.#take(0x2c)) throw this.#fault(`"," or "${end}" must stand here, got ${this.#here()}`);
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
      if (unit < 0x20) this.#checkControl(unit, index);
    }
    throw this.#openString(start - 1);
  }

  #readEscaped(quote: number, start: number, firstEscape: number): string {
    const parts: string[] = [];
    let from = start;
    let index = firstEscape;
    while (index < this.#text.length) {
      const unit = this.#text.charCodeAt(index);
      if (unit === quote) {
        this.#offset = index + 1;
        parts.push(this.#text.slice(from, index));
        return parts.join('');
      }
      if (unit < 0x20) this.#checkControl(unit, index);
      if (unit !== 0x5c) {
        index++;
        continue;
      }
      parts.push(this.#text.slice(from, index));
      index = this.#readEscape(index, parts);
      from = index;
    }
    throw this.#openString(start - 1);
  }

  /** Adds what an escape stands for; the offset behind it. */
  #readEscape(index: number, parts: string[]): number {
    const letter = this.#text.charAt(index + 1);
    if (letter === 'u') {
      parts.push(this.#hexadecimal(index, 4));
      return index + 6;
    }
    const character = ESCAPES.get(letter);
    if (character !== undefined) {
      parts.push(character);
      return index + 2;
    }
    if (!this.#json5 || letter === '') throw this.#escapeFault(index);
    if (letter === 'x') {
      parts.push(this.#hexadecimal(index, 2));
      return index + 4;
    }
    // A line break after "\\" is no part of the string.
    if (/[\n\r\u2028\u2029]/.test(letter)) {
      return index + (letter === '\r' && this.#text.charAt(index + 2) === '\n' ? 3 : 2);
    }
    const next = this.#text.charAt(index + 2);
    if (/[1-9]/.test(letter) || (letter === '0' && /\d/.test(next))) throw this.#escapeFault(index);
    if (letter === 'v') parts.push('\v');
    else if (letter === '0') parts.push('\0');
    else parts.push(letter);
    return index + 2;
  }

  #hexadecimal(index: number, count: 2 | 4): string {
    const digits = this.#text.slice(index + 2, index + 2 + count);
    if (digits.length !== count || !/^[0-9a-fA-F]+$/.test(digits)) {
      const shown = count === 4 ? '"\\u" must be followed by four' : '"\\x" must be followed by two';
      throw this.#fault(`${shown} hexadecimal digits`, index);
    }
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #checkControl(unit: number, offset: number): void {
    // JSON5 forbids line breaks only.
    if (this.#json5 && unit !== 0x0a && unit !== 0x0d) return;
    const point = unit.toString(16).toUpperCase().padStart(4, '0');
    throw this.#fault(
      this.#json5
        ? `a string must have no line break, got U+${point}`
        : `a string must have no unescaped control character, got U+${point}`,
      offset,
    );
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

  #readScalar5(): JsonValue {
    NUMBER5.lastIndex = this.#offset;
    const source = NUMBER5.exec(this.#text)?.[0];
    if (source === undefined) return this.#readScalar();
    const behind = this.#text.charAt(this.#offset + source.length);
    if (/[\w.+$-]/.test(behind)) throw this.#fault(`${quoted(this.#word())} is not a number that JSON5 knows`);
    const number = plainNumber(source);
    if (!this.#nonFinite && /[a-z]$/i.test(number)) throw this.#fault(`JSON has no ${number}`);
    this.#offset += source.length;
    return new JsonNumber(number);
  }

  #scalarFault(word: string): ContentFault {
    if (/^[-+.]{0,2}\d/.test(word)) return this.#fault(`${quoted(word)} is not a number that JSON knows`);
    if (/^(NaN|[+-]?Infinity|undefined|None|True|False)$/.test(word)) return this.#fault(`JSON has no ${word}`);
    if (this.#text.charAt(this.#offset) === "'") {
      return this.#fault('a string must stand in double quotes, got "\'"');
    }
    return this.#valueFault();
  }

  /** Says what the fault most likely is: a comma too many, a comment, or just something else. */
  #valueFault(): ContentFault {
    const here = this.#text.charAt(this.#offset);
    const before = /,[ \t\n\r]*$/.test(this.#text.slice(Math.max(0, this.#offset - 100), this.#offset));
    const comma = before && (here === ']' || here === '}') && !this.#trailingCommas ? ' behind a "," too many' : '';
    return this.#fault(`a value must stand here, got ${this.#here()}${comma}`);
  }

  #word(): string {
    return /^[\w$.+-]{1,40}/.exec(this.#text.slice(this.#offset, this.#offset + 40))?.[0] ?? '';
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
    if (end < 0) throw this.#commentFault(this.#offset);
    this.#offset = end;
  }

  #commentFault(offset: number): ContentFault {
    const isOpen = this.#text.charAt(offset + 1) === '*';
    return this.#fault(isOpen ? 'the comment that begins here has no end' : 'got "/"', offset);
  }

  #here(): string {
    const point = this.#text.codePointAt(this.#offset);
    if (point === undefined) return 'the end of the text';
    if (point < 0x20 || point === 0xfeff) return `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
    return JSON.stringify(this.#word() || String.fromCodePoint(point));
  }

  #escapeFault(offset: number): ContentFault {
    const shown = this.#text.slice(offset, offset + 2);
    return this.#fault(
      `${JSON.stringify(shown)} is not an escape that ${this.#json5 ? 'JSON5' : 'JSON'} knows`,
      offset,
    );
  }

  #openString(offset: number): ContentFault {
    return this.#fault('the string that begins here has no end', offset);
  }

  #fault(fault: string, offset = this.#offset): ContentFault {
    return ContentFault.at(this.#text, offset, fault);
  }
}

const quoted = (word: string): string => JSON.stringify(word);

/** The offset behind the comment that begins at `start`, -1 where it has no end or is none. A line break is no part of it. */
export function commentEnd(text: string, start: number, json5: boolean): number {
  const kind = text.charCodeAt(start + 1);
  if (kind === 0x2a) {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (kind !== 0x2f) return -1;
  const ending = json5 ? LINE_ENDING_5 : LINE_ENDING;
  ending.lastIndex = start + 2;
  return ending.exec(text)?.index ?? text.length;
}

const LINE_ENDING = /[\n\r]/g;
const LINE_ENDING_5 = /[\n\r\u2028\u2029]/g;

/** What JSON5 takes for white space beyond JSON: JSON5 1.0, section 8. */
export const isSpace5 = (unit: number): boolean =>
  unit === 0x0b ||
  unit === 0x0c ||
  unit === 0xa0 ||
  unit === 0xfeff ||
  (unit > 0x167f && /[\u2028\u2029\p{Zs}]/u.test(String.fromCharCode(unit)));

/** A number of JSON5 as JSON writes it; `NaN`, `Infinity` and `-Infinity` as they are. */
function plainNumber(source: string): string {
  const sign = source.startsWith('-') ? '-' : '';
  const unsigned = source.replace(/^[+-]/, '');
  if (unsigned === 'NaN') return 'NaN';
  if (/^0x/i.test(unsigned)) return `${sign}${BigInt(unsigned)}`;
  return sign + unsigned.replace(/^\./, '0.').replace(/\.(?!\d)/, '');
}

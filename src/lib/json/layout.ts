import { isSpace5 } from './json5.js';
import { layoutJsonBytes } from './layout-bytes.js';
import { parseJson } from './parse.js';
import { commentEnd, DIALECTS, type JsonDialect, MAX_DEPTH, nestedTooDeep } from './syntax.js';
import { compareCodePoints, MAX_WRITTEN, tooLongWritten } from './write.js';

export interface JsonLayout {
  readonly dialect: JsonDialect;
  /** Written once a level: spaces or a tab; empty for one line without spaces. */
  readonly indent: string;
  /** Keys in the order of their code points, at every level; a comment goes with the key below or before it. */
  readonly sortKeys: boolean;
  /** Keeps comments, where the dialect has them. */
  readonly keepComments: boolean;
}

/**
 * Lays JSON out anew without reading values: numbers, strings, keys and comments stay letter for letter, keys that come twice
 * stay twice. Only white space changes; trailing commas are left out.
 * Throws as `parseJson`, and LimitFault beyond `MAX_WRITTEN`.
 */
export function layoutJson(text: string, layout: JsonLayout): string {
  const isPlain = layout.dialect === 'json' && !layout.sortKeys;
  return (isPlain ? layoutJsonBytes(text, layout.indent) : undefined) ?? layoutJsonTokens(text, layout);
}

/** `layoutJson` by slices of the text: every dialect, sorted keys, and what is wrong with a text that is not JSON. */
export function layoutJsonTokens(text: string, layout: JsonLayout): string {
  return new Layouter(text, layout).layOut();
}

interface Comment {
  readonly start: number;
  readonly end: number;
  /** A `//` comment: a line break must follow. */
  readonly isLine: boolean;
  /** It begins on a line of its own. */
  readonly isFirst: boolean;
}

/** One member or element: `tail` are comments that stand behind its comma. */
interface Entry {
  readonly key: string;
  readonly head: string;
  readonly tail: string;
}

const NO_COMMENTS: readonly Comment[] = [];
const QUOTE = 0x22;
/** UTF-16 units that are gathered before they are put away: chosen. */
const CHUNK = 2 ** 14;

class Layouter {
  #offset = 0;
  #out = '';
  /** What has been written before `#out`, where nothing has to be sorted: short ropes are flattened while they are young. */
  readonly #parts: string[] = [];
  /** Length of what has been taken out of `#out` to be sorted. */
  #aside = 0;
  readonly #breaks: string[] = [];
  readonly #text: string;
  readonly #dialect: JsonDialect;
  readonly #hasComments: boolean;
  readonly #trailingCommas: boolean;
  readonly #json5: boolean;
  readonly #layout: JsonLayout;
  readonly #colon: string;

  constructor(text: string, layout: JsonLayout) {
    this.#text = text;
    this.#layout = layout;
    this.#dialect = layout.dialect;
    this.#json5 = layout.dialect === 'json5';
    this.#hasComments = layout.dialect !== 'json';
    this.#trailingCommas = this.#hasComments;
    this.#colon = layout.indent === '' ? ':' : ': ';
  }

  layOut(): string {
    // The parser alone knows every rule of JSON5; what is left to do here only has to find the ends of tokens.
    if (this.#json5) parseJson(this.#text, { json5: true, nonFinite: true });
    if (this.#text.charCodeAt(0) === 0xfeff) this.#offset = 1;
    for (const comment of this.#gap()) this.#writeAbove(comment, 0);
    this.#value(0);
    const behind = this.#gap();
    if (this.#offset < this.#text.length) this.#fail();
    for (const comment of behind) this.#writeBehind(comment, 0);
    return this.#parts.length === 0 ? this.#out : this.#parts.join('') + this.#out;
  }

  #value(level: number): void {
    const start = this.#offset;
    const unit = this.#text.charCodeAt(start);
    if (unit === 0x7b) this.#container(level, 0x7d);
    else if (unit === 0x5b) this.#container(level, 0x5d);
    else {
      if (unit === QUOTE) this.#string();
      else this.#scalar(unit);
      this.#out += this.#text.slice(start, this.#offset);
    }
  }

  #container(level: number, end: 0x7d | 0x5d): void {
    if (level >= MAX_DEPTH) throw nestedTooDeep(this.#text, this.#offset);
    this.#offset++;
    this.#out += end === 0x7d ? '{' : '[';
    let above = this.#gap();
    const closing = end === 0x7d ? '}' : ']';
    if (this.#text.charCodeAt(this.#offset) === end) {
      this.#offset++;
      for (const comment of above) this.#writeInside(comment, level);
      this.#out += above.length === 0 ? closing : this.#breakAt(level) + closing;
      return;
    }
    const sorted: Entry[] | undefined = end === 0x7d && this.#layout.sortKeys ? [] : undefined;
    const before = this.#out;
    if (sorted !== undefined) this.#aside += before.length;
    for (;;) {
      if (sorted !== undefined) this.#out = '';
      for (const comment of above) this.#writeInside(comment, level);
      this.#out += this.#breakAt(level + 1);
      const key = end === 0x7d ? this.#key(level) : '';
      this.#value(level + 1);
      const head = this.#out;
      const first = this.#gap();
      const hasComma = this.#text.charCodeAt(this.#offset) === 0x2c;
      if (hasComma) this.#offset++;
      const second = hasComma ? this.#gap() : NO_COMMENTS;
      const isLast = this.#text.charCodeAt(this.#offset) === end;
      if (isLast ? hasComma && !this.#trailingCommas : !hasComma) this.#fail();
      if (sorted === undefined && !isLast) this.#out += ',';
      else if (sorted !== undefined) this.#out = '';
      above = this.#behind(first, second, level);
      if (sorted !== undefined) {
        sorted.push({ key, head, tail: this.#out });
        this.#aside += head.length + this.#out.length;
      }
      this.#checkLength();
      if (isLast) break;
    }
    this.#offset++;
    if (sorted !== undefined) this.#writeSorted(before, sorted);
    for (const comment of above) this.#writeInside(comment, level);
    this.#out += this.#breakAt(level) + closing;
  }

  #writeSorted(before: string, entries: Entry[]): void {
    entries.sort((a, b) => compareCodePoints(a.key, b.key));
    const last = entries.length - 1;
    let out = before;
    this.#aside -= before.length;
    for (const [index, { head, tail }] of entries.entries()) {
      out += index < last ? `${head},${tail}` : head + tail;
      this.#aside -= head.length + tail.length;
    }
    this.#out = out;
  }

  /** Writes the comments on the line of an entry, and gives those that stand above the next. */
  #behind(first: readonly Comment[], second: readonly Comment[], level: number): readonly Comment[] {
    if (first.length === 0 && second.length === 0) return NO_COMMENTS;
    const all = [...first, ...second];
    const next = all.findIndex(({ isFirst }) => isFirst);
    const own = next < 0 ? all : all.slice(0, next);
    for (const comment of own) this.#writeBehind(comment, level + 1);
    return next < 0 ? NO_COMMENTS : all.slice(next);
  }

  /** Reads and writes a key with its colon; the key as it sorts. */
  #key(level: number): string {
    const start = this.#offset;
    const unit = this.#text.charCodeAt(start);
    if (unit === QUOTE) this.#string();
    else if (!this.#json5) this.#fail();
    else if (unit === 0x27) this.#skipString5(unit);
    else this.#skipName();
    const end = this.#offset;
    const before = this.#gap();
    if (this.#text.charCodeAt(this.#offset) !== 0x3a) this.#fail();
    this.#offset++;
    const source = this.#text.slice(start, end);
    this.#out += source + this.#colon;
    for (const comment of before) this.#writeInline(comment, level);
    for (const comment of this.#gap()) this.#writeInline(comment, level);
    return this.#layout.sortKeys ? keyOf(source) : '';
  }

  #string(): void {
    if (this.#json5) {
      this.#skipString5(QUOTE);
      return;
    }
    const text = this.#text;
    let index = this.#offset + 1;
    for (;;) {
      const unit = text.charCodeAt(index);
      if (unit === QUOTE) break;
      if (unit === 0x5c) index = this.#escape(index);
      // Not a number at the end of the text.
      else if (unit >= 0x20) index++;
      else this.#fail();
    }
    this.#offset = index + 1;
  }

  #escape(index: number): number {
    switch (this.#text.charCodeAt(index + 1)) {
      case 0x22:
      case 0x5c:
      case 0x2f:
      case 0x62:
      case 0x66:
      case 0x6e:
      case 0x72:
      case 0x74:
        return index + 2;
      case 0x75:
        for (let digit = index + 2; digit < index + 6; digit++) {
          if (!isHexadecimal(this.#text.charCodeAt(digit))) this.#fail();
        }
        return index + 6;
      default:
        return this.#fail();
    }
  }

  #scalar(unit: number): void {
    if (this.#json5) this.#scalar5(unit);
    else if (unit === 0x2d || isDigit(unit)) this.#number();
    else this.#word();
  }

  #word(): void {
    for (const word of WORDS) {
      if (!this.#text.startsWith(word, this.#offset)) continue;
      this.#offset += word.length;
      return;
    }
    this.#fail();
  }

  #number(): void {
    const text = this.#text;
    let index = this.#offset;
    if (text.charCodeAt(index) === 0x2d) index++;
    const first = text.charCodeAt(index);
    if (!isDigit(first)) this.#fail();
    index++;
    if (first !== 0x30) while (isDigit(text.charCodeAt(index))) index++;
    if (text.charCodeAt(index) === 0x2e) {
      index++;
      if (!isDigit(text.charCodeAt(index))) this.#fail();
      while (isDigit(text.charCodeAt(index))) index++;
    }
    if ((text.charCodeAt(index) | 0x20) === 0x65) {
      index++;
      const sign = text.charCodeAt(index);
      if (sign === 0x2b || sign === 0x2d) index++;
      if (!isDigit(text.charCodeAt(index))) this.#fail();
      while (isDigit(text.charCodeAt(index))) index++;
    }
    this.#offset = index;
  }

  #scalar5(unit: number): void {
    if (unit === 0x27) {
      this.#skipString5(unit);
      return;
    }
    SCALAR5.lastIndex = this.#offset;
    const source = SCALAR5.exec(this.#text)?.[0];
    if (source === undefined) this.#fail();
    else this.#offset += source.length;
  }

  /** A string of JSON5: the parser has checked it. */
  #skipString5(quote: number): void {
    const text = this.#text;
    let index = this.#offset + 1;
    for (;;) {
      const unit = text.charCodeAt(index);
      if (unit === quote) break;
      if (Number.isNaN(unit)) this.#fail();
      index += unit === 0x5c ? 2 : 1;
    }
    this.#offset = index + 1;
  }

  #skipName(): void {
    NAME5.lastIndex = this.#offset;
    const source = NAME5.exec(this.#text)?.[0];
    if (source === undefined) this.#fail();
    else this.#offset += source.length;
  }

  /** Passes over white space and comments, and gives the comments that are kept. */
  #gap(): readonly Comment[] {
    const text = this.#text;
    let comments: Comment[] | undefined;
    let isFirst = false;
    for (;;) {
      const unit = text.charCodeAt(this.#offset);
      if (unit === 0x20 || unit === 0x09) this.#offset++;
      else if (unit === 0x0a || unit === 0x0d) {
        this.#offset++;
        isFirst = true;
      } else if (unit === 0x2f && this.#hasComments) {
        const start = this.#offset;
        const end = commentEnd(text, start, this.#json5);
        if (end < 0) this.#fail();
        this.#offset = end;
        if (!this.#layout.keepComments) continue;
        comments ??= [];
        comments.push({ start, end, isLine: text.charCodeAt(start + 1) === 0x2f, isFirst });
        isFirst = false;
      } else if (this.#json5 && isSpace5(unit)) this.#offset++;
      else break;
    }
    return comments ?? NO_COMMENTS;
  }

  /** A comment above the whole value. */
  #writeAbove(comment: Comment, level: number): void {
    this.#out += this.#sourceOf(comment) + (this.#layout.indent === '' ? lineEnd(comment) : this.#breakAt(level));
  }

  /** A comment on a line of its own within an object or an array. */
  #writeInside(comment: Comment, level: number): void {
    const { indent } = this.#layout;
    if (indent === '') this.#out += this.#sourceOf(comment) + lineEnd(comment);
    else this.#out += (comment.isFirst ? this.#breakAt(level + 1) : ' ') + this.#sourceOf(comment);
  }

  /** A comment on the line of what stands before it. */
  #writeBehind(comment: Comment, level: number): void {
    if (this.#layout.indent === '') this.#out += this.#sourceOf(comment) + lineEnd(comment);
    else this.#out += (comment.isFirst ? this.#breakAt(level) : ' ') + this.#sourceOf(comment);
  }

  /** A comment between a key and its value. */
  #writeInline(comment: Comment, level: number): void {
    const pretty = comment.isLine ? this.#breakAt(level + 2) : ' ';
    this.#out += this.#sourceOf(comment) + (this.#layout.indent === '' ? lineEnd(comment) : pretty);
  }

  #sourceOf({ start, end }: Comment): string {
    return this.#text.slice(start, end).trimEnd();
  }

  #breakAt(level: number): string {
    if (this.#layout.indent === '') return '';
    const known = this.#breaks[level];
    if (known !== undefined) return known;
    const made = `\n${this.#layout.indent.repeat(level)}`;
    this.#breaks[level] = made;
    return made;
  }

  #checkLength(): void {
    if (this.#out.length > CHUNK && !this.#layout.sortKeys) this.#flush();
    if (this.#out.length + this.#aside > MAX_WRITTEN) throw tooLongWritten();
  }

  #flush(): void {
    this.#aside += this.#out.length;
    this.#parts.push(flat(this.#out));
    this.#out = '';
  }

  /** Lets the parser say what is wrong, and where. */
  #fail(): never {
    parseJson(this.#text, DIALECTS[this.#dialect]);
    throw new Error('layout and parser disagree');
  }
}

const WORDS = ['true', 'false', 'null'];
const SCALAR5 = /[\w.+-]+/y;
const NAME5 = /(?:[$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200c\u200d]|\\u[0-9a-fA-F]{4})+/uy;

const lineEnd = (comment: Comment): string => (comment.isLine ? '\n' : '');
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isHexadecimal = (unit: number): boolean => isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);

/** What a key that has been checked says. */
function keyOf(source: string): string {
  const value = parseJson(`{${source}:0}`, DIALECTS.json5);
  const [key = ''] = value instanceof Map ? value.keys() : [];
  return key;
}

/** The same text in one piece: asking for a number of it makes V8 put it together. */
function flat(text: string): string {
  Number(text);
  return text;
}

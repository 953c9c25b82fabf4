import { ContentFault } from '../../../lib/faults.js';
import { ReadBudget } from './budget.js';
import { PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './objects.js';
import { hexBytes, unescaped } from './strings.js';

/** A word that is no object: `obj`, `endobj`, `stream`, `>>`, `]`; the empty word is the end of the bytes. */
export class Keyword {
  constructor(readonly word: string) {}
}

const END = new Keyword('');
const DICT_END = new Keyword('>>');
const ARRAY_END = new Keyword(']');

/** Deepest nesting of arrays and dictionaries: what qpdf allows too. */
const MAX_DEPTH = 500;

// What values cost of memory, a number in an array counting one.
const ARRAY_COST = 3;
const DICT_COST = 8;
const NAME_COST = 3;
const STRING_COST = 8;

const REGULAR = 0;
const SPACE = 1;
const DELIMITER = 2;

// ISO 32000-2, 7.2.3: six white-space and ten delimiter characters.
const CLASS_OF = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASS_OF[byte] = SPACE;
for (const character of '()<>[]{}/%') CLASS_OF[character.charCodeAt(0)] = DELIMITER;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Words that end an object whose closing brackets are missing. */
const STOPS = new Set(['', 'obj', 'endobj', 'stream', 'endstream', 'xref', 'trailer', 'startxref']);

/** Reads objects from bytes, as leniently as the common viewers; what it had to guess is told by `isDamaged`. */
export class SyntaxReader {
  isDamaged = false;

  constructor(
    readonly bytes: Buffer,
    public position = 0,
    /** Applied to every string, where the document is encrypted. */
    private readonly decrypt?: (bytes: Uint8Array) => Uint8Array,
    private readonly budget = new ReadBudget(),
  ) {}

  skipSpace(): void {
    const { bytes } = this;
    let at = this.position;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) break;
      if (CLASS_OF[byte] === SPACE) {
        at += 1;
      } else if (byte === 0x25) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
      } else {
        break;
      }
    }
    this.position = at;
  }

  /** The next object or word. */
  read(depth = 0): PdfValue | Keyword {
    this.skipSpace();
    const byte = this.bytes[this.position];
    if (byte === undefined) return END;
    if (isDigit(byte)) return this.#readNumberOrRef();
    switch (byte) {
      case 0x2f:
        return new PdfName(this.#readName());
      case 0x28:
        return this.#readLiteralString();
      case 0x3c:
        if (this.bytes[this.position + 1] === 0x3c) return this.#readDict(depth);
        return this.#readHexString();
      case 0x5b:
        return this.#readArray(depth);
      case 0x2b:
      case 0x2d:
      case 0x2e:
        return this.#readNumber();
      case 0x3e:
        if (this.bytes[this.position + 1] === 0x3e) {
          this.position += 2;
          return DICT_END;
        }
        this.position += 1;
        return new Keyword('>');
      case 0x5d:
        this.position += 1;
        return ARRAY_END;
      case 0x29:
      case 0x7b:
      case 0x7d:
        this.position += 1;
        return new Keyword(String.fromCharCode(byte));
      default:
        return this.#readWord();
    }
  }

  /** The next object; a word that is none counts as null and as damage. */
  readValue(): PdfValue {
    const value = this.read();
    if (!(value instanceof Keyword)) return value;
    this.isDamaged = true;
    return null;
  }

  /** Takes `word` when it comes next. */
  take(word: string): boolean {
    this.skipSpace();
    if (!startsWith(this.bytes, this.position, word)) return false;
    this.position += word.length;
    return true;
  }

  /** Takes an unsigned integer when it comes next. */
  takeInteger(): number | undefined {
    this.skipSpace();
    const start = this.position;
    let value = 0;
    while (isDigit(this.bytes[this.position])) {
      value = value * 10 + (this.bytes[this.position] ?? 0) - 0x30;
      this.position += 1;
    }
    return this.position === start || value > Number.MAX_SAFE_INTEGER ? undefined : value;
  }

  /** Takes `12 0 obj` when it comes next. */
  takeObjectHeader(): PdfRef | undefined {
    const number = this.takeInteger();
    if (number === undefined) return undefined;
    const generation = this.takeInteger();
    if (generation === undefined || !this.take('obj')) return undefined;
    return new PdfRef(number, generation);
  }

  #readWord(): PdfValue | Keyword {
    const start = this.position;
    let at = start;
    while (at < this.bytes.length && CLASS_OF[this.bytes[at] ?? 0] === REGULAR) at += 1;
    this.position = at;
    const word = this.bytes.toString('latin1', start, Math.min(at, start + 32));
    if (word === 'null') return null;
    if (word === 'true') return true;
    if (word === 'false') return false;
    return new Keyword(word);
  }

  /** An integer may begin a reference: `12 0 R`. */
  #readNumberOrRef(): PdfValue {
    const { bytes } = this;
    const start = this.position;
    let at = start;
    let number = 0;
    while (isDigit(bytes[at])) {
      number = number * 10 + (bytes[at] ?? 0) - 0x30;
      at += 1;
    }
    if (CLASS_OF[bytes[at] ?? 0x2f] !== SPACE) return this.#readNumber();
    const end = at;
    while (CLASS_OF[bytes[at] ?? 0x2f] === SPACE) at += 1;
    let generation = 0;
    const second = at;
    while (isDigit(bytes[at]) && at - second < 10) {
      generation = generation * 10 + (bytes[at] ?? 0) - 0x30;
      at += 1;
    }
    if (at > second && CLASS_OF[bytes[at] ?? 0x2f] === SPACE) {
      while (CLASS_OF[bytes[at] ?? 0x2f] === SPACE) at += 1;
      if (bytes[at] === 0x52 && CLASS_OF[bytes[at + 1] ?? 32] !== REGULAR) {
        this.position = at + 1;
        return new PdfRef(number, generation);
      }
    }
    this.position = end;
    return number;
  }

  /** Signs in the middle are passed over and a second point ends the number, as in Acrobat and poppler. */
  #readNumber(): number {
    const { bytes } = this;
    let at = this.position;
    const isNegative = bytes[at] === 0x2d;
    let digits = '';
    let hasPoint = false;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isDigit(byte)) digits += String.fromCharCode(byte);
      else if (byte === 0x2e && !hasPoint) {
        hasPoint = true;
        digits += '.';
      } else if (byte !== 0x2d && !(byte === 0x2b && at === this.position)) break;
    }
    this.position = at;
    const value = Number.parseFloat(digits);
    if (!Number.isFinite(value)) return 0;
    return isNegative ? -value : value;
  }

  #readName(): string {
    this.budget.takeValues(NAME_COST);
    const { bytes } = this;
    const start = this.position + 1;
    let at = start;
    let isEscaped = false;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (CLASS_OF[byte] !== REGULAR) break;
      if (byte === 0x23) isEscaped = true;
    }
    this.position = at;
    const name = bytes.toString('latin1', start, at);
    return isEscaped
      ? name.replace(/#([0-9a-fA-F]{2})/g, (_match: string, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        )
      : name;
  }

  #readLiteralString(): PdfString {
    const { bytes } = this;
    let at = this.position + 1;
    let depth = 1;
    let isPlain = true;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === 0x5c) {
        isPlain = false;
        at += 1;
      } else if (byte === 0x0d) isPlain = false;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    if (depth !== 0) this.isDamaged = true;
    const raw = bytes.subarray(this.position + 1, at);
    this.position = at + 1;
    return this.#string(isPlain ? raw : unescaped(raw), false);
  }

  #readHexString(): PdfString {
    const { bytes } = this;
    const at = this.position + 1;
    let end = bytes.indexOf(0x3e, at);
    if (end < 0) {
      this.isDamaged = true;
      end = bytes.length;
    }
    const decoded = hexBytes(bytes, at, end);
    this.position = end + 1;
    return this.#string(decoded, true);
  }

  #string(bytes: Uint8Array, isHex: boolean): PdfString {
    this.budget.takeValues(STRING_COST);
    return new PdfString(this.decrypt === undefined ? bytes : this.decrypt(bytes), isHex);
  }

  #readArray(depth: number): PdfValue[] {
    if (depth > MAX_DEPTH) throw new ContentFault('objects are nested too deeply');
    this.position += 1;
    const array: PdfValue[] = [];
    this.budget.takeValues(ARRAY_COST);
    for (;;) {
      this.budget.takeValues(1);
      this.skipSpace();
      const start = this.position;
      const value = this.read(depth + 1);
      if (!(value instanceof Keyword)) {
        array.push(value);
        continue;
      }
      if (value === ARRAY_END) return array;
      this.isDamaged = true;
      if (value === DICT_END || STOPS.has(value.word)) {
        this.position = start;
        return array;
      }
      array.push(null);
    }
  }

  #readDict(depth: number): PdfDict {
    if (depth > MAX_DEPTH) throw new ContentFault('objects are nested too deeply');
    this.position += 2;
    const dict = new PdfDict();
    this.budget.takeValues(DICT_COST);
    for (;;) {
      this.skipSpace();
      const start = this.position;
      const key = this.bytes[start] === 0x2f ? this.#readName() : this.read(depth + 1);
      if (key === DICT_END) return dict;
      if (typeof key !== 'string') {
        this.isDamaged = true;
        if (key instanceof Keyword && STOPS.has(key.word)) {
          this.position = start;
          return dict;
        }
        continue;
      }
      this.skipSpace();
      const valueStart = this.position;
      const value = this.read(depth + 1);
      if (value instanceof Keyword) {
        this.isDamaged = true;
        if (value === DICT_END) return dict;
        if (STOPS.has(value.word)) {
          this.position = valueStart;
          return dict;
        }
      } else if (value !== null) {
        dict.set(key, value);
      }
    }
  }
}

/** Whether `word` stands at `at`. */
export function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (bytes[at + i] !== word.charCodeAt(i)) return false;
  }
  return true;
}

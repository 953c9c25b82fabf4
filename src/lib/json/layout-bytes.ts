import { MAX_DEPTH } from './syntax.js';
import { MAX_WRITTEN } from './write.js';

/**
 * `layoutJson` for plain JSON whose keys stay in their order, in one pass from bytes to bytes. `undefined` where
 * the text is not JSON, nested too deep or its result too long: `layoutJson` says which, and where.
 */
export function layoutJsonBytes(text: string, indent: string): string | undefined {
  // A lone surrogate has no bytes.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  return new ByteLayouter(text, indent).layOut();
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const FEED = 0x0a;
const MARK_BYTES = 3;

/** What a byte is: the classes that decide how to go on. */
const SPACE = 1;
const DIGIT = 2;
/** Stands in a string as it is. */
const PLAIN = 4;
const HEXADECIMAL = 8;
/** May follow a backslash, `u` aside. */
const ESCAPED = 16;

const CLASSES = new Uint8Array(256);
const mark = (characters: string, kind: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = (CLASSES[character.charCodeAt(0)] ?? 0) | kind;
};
for (let byte = 0x20; byte < 256; byte++) if (byte !== QUOTE && byte !== BACKSLASH) CLASSES[byte] = PLAIN;
mark(' \t\n\r', SPACE);
mark('0123456789', DIGIT);
mark('0123456789abcdefABCDEF', HEXADECIMAL);
mark('"\\/bfnrt', ESCAPED);

const isClass = (byte: number, kind: number): boolean => ((CLASSES[byte] ?? 0) & kind) !== 0;

class ByteLayouter {
  readonly #from: Buffer;
  /** Ends with a zero byte, which no token may hold: nothing reads past it. */
  readonly #end: number;
  #at = 0;
  #out: Buffer;
  /** Room for the rest of the text is always there, so that only breaks have to make sure. */
  #length = 0;
  readonly #isWide: boolean;
  /** How many of which byte a level is indented by. */
  readonly #indentLength: number;
  readonly #indentByte: number;

  constructor(text: string, indent: string) {
    this.#end = Buffer.byteLength(text);
    this.#from = Buffer.allocUnsafe(this.#end + 1);
    this.#from.write(text);
    this.#from[this.#end] = 0;
    this.#isWide = indent !== '';
    this.#indentLength = indent.length;
    this.#indentByte = indent.charCodeAt(0);
    this.#out = Buffer.allocUnsafe(this.#isWide ? 2 * this.#end + 64 : this.#end + 1);
    if (text.charCodeAt(0) === 0xfeff) this.#at = MARK_BYTES;
  }

  layOut(): string | undefined {
    const opened = new Uint8Array(MAX_DEPTH);
    let level = 0;
    this.#skipSpace();
    for (;;) {
      const byte = this.#from[this.#at] ?? 0;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (level === MAX_DEPTH) return undefined;
        this.#copy();
        this.#skipSpace();
        // "}" and "]" stand two after their opening brackets.
        if (this.#from[this.#at] !== byte + 2) {
          opened[level++] = byte;
          if (!this.#break(level)) return undefined;
          if (byte === OPEN_OBJECT && !this.#key()) return undefined;
          continue;
        }
        this.#copy();
      } else if (!this.#scalar(byte)) return undefined;

      for (;;) {
        this.#skipSpace();
        if (level === 0) return this.#finish();
        const bracket = opened[level - 1] ?? 0;
        const next = this.#from[this.#at] ?? 0;
        if (next === COMMA) {
          this.#copy();
          this.#skipSpace();
          if (!this.#break(level) || (bracket === OPEN_OBJECT && !this.#key())) return undefined;
          break;
        }
        if (next !== bracket + 2) return undefined;
        level--;
        if (!this.#break(level)) return undefined;
        this.#copy();
      }
    }
  }

  #finish(): string | undefined {
    if (this.#at < this.#end || this.#length > MAX_WRITTEN) return undefined;
    return this.#out.toString('utf8', 0, this.#length);
  }

  #copy(): void {
    this.#out[this.#length++] = this.#from[this.#at++] ?? 0;
  }

  #skipSpace(): void {
    while (isClass(this.#from[this.#at] ?? 0, SPACE)) this.#at++;
  }

  /** Begins a line; `false` where the result grows too long. */
  #break(level: number): boolean {
    if (!this.#isWide) return true;
    const indentation = level * this.#indentLength;
    // One byte is the feed, one the space behind the colon of a key that may follow.
    const needed = this.#length + indentation + this.#end - this.#at + 2;
    if (needed > this.#out.length && !this.#grow(needed)) return false;
    const out = this.#out;
    const byte = this.#indentByte;
    let length = this.#length;
    out[length++] = FEED;
    for (const end = length + indentation; length < end; ) out[length++] = byte;
    this.#length = length;
    return true;
  }

  #grow(needed: number): boolean {
    if (this.#length > MAX_WRITTEN) return false;
    const larger = Buffer.allocUnsafe(Math.ceil(1.5 * needed));
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
    return true;
  }

  #key(): boolean {
    if (this.#from[this.#at] !== QUOTE || !this.#string()) return false;
    this.#skipSpace();
    if (this.#from[this.#at] !== 0x3a) return false;
    this.#copy();
    if (this.#isWide) this.#out[this.#length++] = 0x20;
    this.#skipSpace();
    return true;
  }

  #scalar(byte: number): boolean {
    if (byte === QUOTE) return this.#string();
    if (byte === 0x2d || isClass(byte, DIGIT)) return this.#number();
    return byte === 0x74 ? this.#word(TRUE) : byte === 0x66 ? this.#word(FALSE) : this.#word(NULL);
  }

  #word(word: Buffer): boolean {
    for (const byte of word) {
      if (this.#from[this.#at] !== byte) return false;
      this.#copy();
    }
    return true;
  }

  #string(): boolean {
    const from = this.#from;
    const out = this.#out;
    let at = this.#at;
    let length = this.#length;
    out[length++] = QUOTE;
    for (;;) {
      let byte = from[++at] ?? 0;
      while (isClass(byte, PLAIN)) {
        out[length++] = byte;
        byte = from[++at] ?? 0;
      }
      out[length++] = byte;
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) return false;
      const escaped = from[++at] ?? 0;
      out[length++] = escaped;
      if (isClass(escaped, ESCAPED)) continue;
      if (escaped !== 0x75) return false;
      for (let digit = 0; digit < 4; digit++) {
        const byte = from[++at] ?? 0;
        if (!isClass(byte, HEXADECIMAL)) return false;
        out[length++] = byte;
      }
    }
    this.#at = at + 1;
    this.#length = length;
    return true;
  }

  /** RFC 8259 section 6. */
  #number(): boolean {
    const start = this.#at;
    const from = this.#from;
    let at = start;
    if (from[at] === 0x2d) at++;
    if (from[at] === 0x30) at++;
    else if (isClass(from[at] ?? 0, DIGIT)) at = this.#digitsEnd(at);
    else return false;
    if (from[at] === 0x2e) {
      const end = this.#digitsEnd(at + 1);
      if (end === at + 1) return false;
      at = end;
    }
    if (((from[at] ?? 0) | 0x20) === 0x65) {
      at++;
      if (from[at] === 0x2b || from[at] === 0x2d) at++;
      const end = this.#digitsEnd(at);
      if (end === at) return false;
      at = end;
    }
    while (this.#at < at) this.#copy();
    return true;
  }

  #digitsEnd(start: number): number {
    let at = start;
    while (isClass(this.#from[at] ?? 0, DIGIT)) at++;
    return at;
  }
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

import { ContentFault, LimitFault } from '../faults.js';
import { isJsonArray, JsonNumber, type JsonValue } from '../json/values.js';

/** The format of PHP's serialize() as JSON, and back. Nothing is ever made of a class. */

const MAX_DEPTH = 500;
const MAX_VALUES = 1_000_000;
/** Longest number, class name or length. */
const MAX_WORD = 400;

interface PhpReading {
  /** Key for the class of an object; empty for none. */
  readonly classKey: string;
  /** A string whose stated length does not fit ends at the next quote that can be its end. */
  readonly fixLengths: boolean;
}

/** Reads what serialize() wrote. White space around it is passed over. Throws ContentFault with the byte, LimitFault. */
export function readPhp(bytes: Uint8Array, reading: PhpReading): JsonValue {
  return new PhpReader(bytes, reading).readDocument();
}

const QUOTE = 0x22;
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

class PhpReader {
  #at = 0;
  #values = 0;
  readonly #bytes: Buffer;
  readonly #reading: PhpReading;

  constructor(bytes: Uint8Array, reading: PhpReading) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#reading = reading;
  }

  readDocument(): JsonValue {
    this.#skipBlanks();
    const value = this.#readValue(0);
    this.#skipBlanks();
    if (this.#at < this.#bytes.length) throw this.#fault('the data must end here');
    return value;
  }

  #skipBlanks(): void {
    while (isBlank(this.#bytes[this.#at])) this.#at++;
  }

  #fault(what: string, at = this.#at): ContentFault {
    return new ContentFault(`byte ${at + 1}: ${what}`, what);
  }

  #expect(sign: string): void {
    if (this.#at >= this.#bytes.length) throw this.#fault(`cut short: ${JSON.stringify(sign)} expected`);
    if (this.#bytes.toString('latin1', this.#at, this.#at + sign.length) !== sign)
      throw this.#fault(
        `${JSON.stringify(sign)} expected, got ${JSON.stringify(this.#bytes.toString('latin1', this.#at, this.#at + 1))}`,
      );
    this.#at += sign.length;
  }

  /** What comes before a sign, which is passed over. */
  #word(end: string, form: RegExp, name: string): string {
    const start = this.#at;
    const stop = this.#bytes.subarray(start, start + MAX_WORD).indexOf(end);
    if (stop < 0) throw this.#fault(`cut short: ${name} expected`);
    const word = this.#bytes.toString('latin1', start, start + stop);
    if (!form.test(word)) throw this.#fault(`${name} expected, got ${JSON.stringify(word.slice(0, 40))}`);
    this.#at += stop + 1;
    return word;
  }

  #count(end: string): number {
    return Number(this.#word(end, /^\d{1,10}$/, 'a length'));
  }

  #readValue(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new LimitFault(`it has more than ${MAX_VALUES} values`, MAX_VALUES);
    const start = this.#at;
    const kind = this.#bytes.toString('latin1', start, start + 2);
    this.#at += 2;
    switch (kind) {
      case 'N;':
        return null;
      case 'b:':
        return this.#word(';', /^[01]$/, 'a boolean') === '1';
      case 'i:':
        return new JsonNumber(String(BigInt(this.#word(';', /^[+-]?\d{1,30}$/, 'a whole number').replace('+', ''))));
      case 'd:':
        return floatOf(this.#word(';', /^(?:-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,5})?|-?INF|NAN)$/, 'a number'));
      case 's:':
        return this.#readString(';');
      case 'S:':
        return this.#readEscaped();
      case 'a:':
        return this.#readArray(depth);
      case 'O:':
        return this.#readObject(depth);
      case 'C:':
        return this.#readCustom();
      case 'E:':
        return this.#readString(';');
      case 'r:':
      case 'R:':
        return new Map([['__reference', new JsonNumber(this.#word(';', /^[1-9]\d{0,9}$/, 'a number'))]]);
      default:
        throw this.#fault(
          kind === '' ? 'cut short: a value expected' : `a value expected, got ${JSON.stringify(kind)}`,
          start,
        );
    }
  }

  /** A string in quotes behind its length, and what follows it. */
  #readString(end: string): string {
    const length = this.#count(':');
    const start = this.#at;
    this.#expect('"');
    const stop = this.#at + length;
    const isRight =
      this.#bytes[stop] === QUOTE && this.#bytes.toString('latin1', stop + 1, stop + 1 + end.length) === end;
    const found = isRight ? stop : this.#reading.fixLengths ? this.#endOfString(end) : -1;
    if (found < 0)
      throw this.#fault(
        stop >= this.#bytes.length
          ? `a string of ${length} bytes, where ${Math.max(0, this.#bytes.length - this.#at)} are left`
          : `a string of ${length} bytes that does not end with a quote: its length is wrong or the text was changed`,
        start,
      );
    const text = textOf(this.#bytes.subarray(this.#at, found));
    this.#at = found + 1 + end.length;
    return text;
  }

  /** The next quote that can end a string: followed by `end` and by another value, a brace or nothing. */
  #endOfString(end: string): number {
    for (let at = this.#bytes.indexOf(`"${end}`, this.#at); at >= 0; at = this.#bytes.indexOf(`"${end}`, at + 1)) {
      const next = this.#bytes.toString('latin1', at + 1 + end.length, at + 3 + end.length);
      if (next === '' || /^(?:[idbsaOSCErR]:|N;|\}|\s)/.test(next)) return at;
    }
    return -1;
  }

  /** `S:`, with two digits for each byte beyond ASCII. */
  #readEscaped(): string {
    const length = this.#count(':');
    this.#expect('"');
    const bytes: number[] = [];
    while (bytes.length < length && this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at++] ?? 0;
      if (byte !== 0x5c) {
        bytes.push(byte);
        continue;
      }
      const digits = this.#bytes.toString('latin1', this.#at, this.#at + 2);
      if (!/^[0-9a-fA-F]{2}$/.test(digits)) throw this.#fault('two hexadecimal digits expected');
      bytes.push(Number.parseInt(digits, 16));
      this.#at += 2;
    }
    this.#expect('";');
    return textOf(Buffer.from(bytes));
  }

  #readEntries(count: number, depth: number): [string, JsonValue][] {
    // A key and a value have at least four bytes each, of nothing else than what is there.
    if (count > this.#bytes.length - this.#at)
      throw this.#fault(`${count} entries, where ${this.#bytes.length - this.#at} bytes are left`);
    const entries: [string, JsonValue][] = [];
    for (let left = count; left > 0; left--) {
      const kind = this.#bytes.toString('latin1', this.#at, this.#at + 2);
      if (!/^[isS]:$/.test(kind)) throw this.#fault(`a key expected, got ${JSON.stringify(kind)}`);
      const key = this.#readValue(depth + 1);
      entries.push([key instanceof JsonNumber ? key.source : String(key), this.#readValue(depth + 1)]);
    }
    return entries;
  }

  #readArray(depth: number): JsonValue {
    const count = this.#count(':');
    this.#expect('{');
    const entries = this.#readEntries(count, depth);
    this.#expect('}');
    const isList = entries.every(([key], index) => key === String(index));
    return isList ? entries.map(([, value]) => value) : new Map(entries);
  }

  #className(): readonly [string, JsonValue][] {
    const name = this.#readString(':');
    return this.#reading.classKey === '' ? [] : [[this.#reading.classKey, name]];
  }

  #readObject(depth: number): JsonValue {
    const named = this.#className();
    const count = this.#count(':');
    this.#expect('{');
    // Private and protected properties have their class or * before the name, between zero bytes.
    const entries = this.#readEntries(count, depth).map(([key, value]): [string, JsonValue] => [
      key.replace(/^\0[^\0]*\0/, ''),
      value,
    ]);
    this.#expect('}');
    return new Map([...named, ...entries]);
  }

  /** What a class wrote in a form of its own (Serializable). */
  #readCustom(): JsonValue {
    const named = this.#className();
    const length = this.#count(':');
    this.#expect('{');
    if (length > this.#bytes.length - this.#at)
      throw this.#fault(`data of ${length} bytes, where ${this.#bytes.length - this.#at} are left`);
    const data = textOf(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    this.#expect('}');
    return new Map<string, JsonValue>([...named, ['data', data]]);
  }
}

/** UTF-8, or Latin-1 where it is not. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString();
  return text.includes('\ufffd') && !Buffer.from(text).equals(bytes) ? bytes.toString('latin1') : text;
}

/** The digits as they are, with a fraction or exponent, so that a float stays one. */
function floatOf(word: string): JsonValue {
  if (/[IN]/.test(word)) return null;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d*)\.?(\d*)(.*)$/.exec(word) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return new JsonNumber(`${sign}${digits}${fraction !== '' ? `.${fraction}` : exponent === '' ? '.0' : ''}${exponent}`);
}

/** Writes what serialize() would of the decoded JSON: objects as arrays, or of class stdClass. Throws ContentFault. */
export function writePhp(value: JsonValue, objects: boolean): string {
  const parts: string[] = [];
  const text = (one: string): string => `s:${Buffer.byteLength(one)}:"${one}";`;
  const write = (one: JsonValue): void => {
    if (one === null) parts.push('N;');
    else if (typeof one === 'boolean') parts.push(`b:${one ? 1 : 0};`);
    else if (typeof one === 'string') parts.push(text(one));
    else if (one instanceof JsonNumber) parts.push(numberText(one));
    else {
      const isList = isJsonArray(one);
      const entries: readonly (readonly [string | number, JsonValue])[] = isList ? [...one.entries()] : [...one];
      const isObject = objects && !isList;
      parts.push(isObject ? `O:8:"stdClass":${entries.length}:{` : `a:${entries.length}:{`);
      for (const [key, item] of entries) {
        parts.push(typeof key === 'number' || (!isObject && isIntegerKey(key)) ? `i:${key};` : text(key));
        write(item);
      }
      parts.push('}');
    }
  };
  write(value);
  return parts.join('');
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** PHP takes such keys of arrays for numbers. */
const isIntegerKey = (key: string): boolean =>
  /^(?:0|-?[1-9]\d{0,18})$/.test(key) && isInt64(BigInt(key)) && key !== '-9223372036854775808';

function numberText(number: JsonNumber): string {
  const { source } = number;
  if (/^-?\d{1,19}$/.test(source) && source !== '-0' && isInt64(BigInt(source))) return `i:${source};`;
  if (!number.isExact())
    throw new ContentFault(
      `the number ${source.length > 40 ? `${source.slice(0, 39)}…` : source} has more digits than PHP can hold`,
    );
  return `d:${floatText(number.toNumber())};`;
}

/** As PHP writes floats with serialize_precision -1: the shortest digits, with an exponent below 1.0E-4 and from 1.0E+17 on. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 17)) {
    const plain = String(value);
    return plain.includes('e') ? value.toFixed(Math.max(0, digits.replace(/^-?\d\.?/, '').length - power)) : plain;
  }
  return `${digits.includes('.') ? digits : `${digits}.0`}E${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

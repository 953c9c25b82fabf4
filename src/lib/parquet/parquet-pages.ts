import { ContentFault } from '../faults.js';

/** Deepest nesting of Thrift structures that is followed: a page header has three levels. */
const MAX_LEVELS = 8;

// Whoever decodes the pages says what is wrong.
const badHeader = () => new ContentFault('a page header is damaged');

/** What the header of a page says. Sizes and lengths in bytes. */
export interface ParquetPage {
  readonly kind: 'data' | 'data-v2' | 'dictionary';
  /** Where what follows the header begins, and how long it is as it is stored and unpacked. */
  readonly start: number;
  readonly size: number;
  readonly unpackedSize: number;
  readonly values: number;
  /** Number of the encoding in parquet.thrift. */
  readonly encoding: number;
  /** Of the second version, whose levels are never compressed. */
  readonly repetitionBytes: number;
  readonly definitionBytes: number;
  readonly isCompressed: boolean;
}

/**
 * The pages of a column chunk. Stops without a fault at the first header that is none, or at `end`.
 * Layout: Apache Parquet, parquet.thrift, PageHeader, in Thrift's compact protocol.
 */
export function* parquetPages(bytes: Uint8Array, start: number, end: number): Generator<ParquetPage, void> {
  const reader = new CompactReader(bytes, start);
  try {
    while (reader.at < end) {
      const page = readPageHeader(reader);
      if (page.size < 0 || page.values < 0) throw badHeader();
      yield page;
      reader.at += page.size;
    }
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
  }
}

/**
 * How many values the pages of a column chunk say that they hold, in all. Readers make room for so many before they look at the data,
 * so a header of 20 bytes can ask for gigabytes.
 */
export function announcedValues(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (const { values } of parquetPages(bytes, start, end)) count += values;
  return count;
}

const TRUE = 1;
const INTEGER = 5;
const STRUCTURE = 12;
const KINDS: Readonly<Record<number, ParquetPage['kind']>> = { 5: 'data', 7: 'dictionary', 8: 'data-v2' };

function readPageHeader(reader: CompactReader): ParquetPage {
  const sizes = new Map<number, number>();
  let kind: ParquetPage['kind'] = 'data';
  let fields = new Map<number, number>();
  reader.eachField((id, type) => {
    const known = KINDS[id];
    if (known !== undefined && type === STRUCTURE) {
      kind = known;
      fields = readNumbers(reader, 2);
    } else if (type === INTEGER) sizes.set(id, reader.integer());
    else reader.skip(type, 1);
  });
  const field = (id: number): number => fields.get(id) ?? 0;
  const isSecond = (kind as ParquetPage['kind']) === 'data-v2';
  return {
    kind,
    start: reader.at,
    size: sizes.get(3) ?? -1,
    unpackedSize: sizes.get(2) ?? 0,
    values: field(1),
    encoding: field(isSecond ? 4 : 2),
    definitionBytes: isSecond ? field(5) : 0,
    repetitionBytes: isSecond ? field(6) : 0,
    isCompressed: fields.get(7) !== 0,
  };
}

/** The fields of a structure that are numbers, and as 0 and 1 those that are booleans. */
function readNumbers(reader: CompactReader, level: number): Map<number, number> {
  const numbers = new Map<number, number>();
  reader.eachField((id, type) => {
    if (type === INTEGER) numbers.set(id, reader.integer());
    else if (type === TRUE || type === TRUE + 1) numbers.set(id, type === TRUE ? 1 : 0);
    else reader.skip(type, level);
  });
  return numbers;
}

class CompactReader {
  readonly #bytes: Uint8Array;

  constructor(
    bytes: Uint8Array,
    public at: number,
  ) {
    this.#bytes = bytes;
  }

  /** Calls back at each field's value, which must be read or skipped. */
  eachField(read: (id: number, type: number) => void): void {
    let id = 0;
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      id = head >> 4 === 0 ? this.integer() : id + (head >> 4);
      read(id, head & 15);
    }
  }

  /** A number in zigzag. */
  integer(): number {
    const value = this.#length();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  skip(type: number, level: number): void {
    if (level > MAX_LEVELS) throw badHeader();
    if (type === 1 || type === 2) return;
    if (type === 3) this.at++;
    else if (type >= 4 && type <= 6) this.#length();
    else if (type === 7) this.at += 8;
    else if (type === 8) this.at += this.#length();
    else if (type === 9 || type === 10) {
      const head = this.#byte();
      const count = head >> 4 === 15 ? this.#length() : head >> 4;
      if (count > this.#bytes.length) throw badHeader();
      for (let item = 0; item < count; item++) this.#skipItem(head & 15, level);
    } else if (type === STRUCTURE) this.eachField((_, inner) => this.skip(inner, level + 1));
    else throw badHeader();
  }

  /** In a list, a boolean has a byte of its own. */
  #skipItem(type: number, level: number): void {
    if (type === 1 || type === 2) this.#byte();
    else this.skip(type, level + 1);
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw badHeader();
    return byte;
  }

  /** Base 128, least significant group first. */
  #length(): number {
    let value = 0;
    for (let power = 1; power < 2 ** 53; power *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * power;
      if (byte < 0x80) return value;
    }
    throw badHeader();
  }
}

/** Deepest nesting of Thrift structures that is followed: a page header has three levels. */
const MOST_LEVELS = 8;

/** A page header that is none: whoever decodes the pages says what is wrong. */
class BadHeader extends Error {
  override readonly name = 'BadHeader';
}

/**
 * How many values the pages of a column chunk say that they hold, in all. Readers make room for so many before they look at the data,
 * so a header of 20 bytes can ask for gigabytes. Stops without a fault at the first header that is none, or at `end`.
 * Layout: Apache Parquet, parquet.thrift, PageHeader, in Thrift's compact protocol.
 */
export function announcedValues(bytes: Uint8Array, start: number, end: number): number {
  const reader = new CompactReader(bytes, start);
  let count = 0;
  try {
    while (reader.at < end) {
      const { size, values } = readPageHeader(reader);
      if (size < 0 || values < 0) throw new BadHeader();
      count += values;
      reader.at += size;
    }
  } catch (error) {
    if (!(error instanceof BadHeader)) throw error;
  }
  return count;
}

const INTEGER = 5;
const STRUCTURE = 12;
/** Fields of PageHeader: the compressed size, and the headers of the three kinds of pages. */
const SIZE = 3;
const KINDS = new Set([5, 7, 8]);

function readPageHeader(reader: CompactReader): { readonly size: number; readonly values: number } {
  let size = -1;
  let values = 0;
  reader.eachField((id, type) => {
    if (id === SIZE && type === INTEGER) size = reader.integer();
    else if (KINDS.has(id) && type === STRUCTURE) {
      reader.eachField((inner, innerType) => {
        // Field 1 of each is num_values.
        if (inner === 1 && innerType === INTEGER) values = reader.integer();
        else reader.skip(innerType, 2);
      });
    } else reader.skip(type, 1);
  });
  return { size, values };
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
    if (level > MOST_LEVELS) throw new BadHeader();
    if (type === 1 || type === 2) return;
    if (type === 3) this.at++;
    else if (type >= 4 && type <= 6) this.#length();
    else if (type === 7) this.at += 8;
    else if (type === 8) this.at += this.#length();
    else if (type === 9 || type === 10) {
      const head = this.#byte();
      const count = head >> 4 === 15 ? this.#length() : head >> 4;
      if (count > this.#bytes.length) throw new BadHeader();
      for (let item = 0; item < count; item++) this.#skipItem(head & 15, level);
    } else if (type === STRUCTURE) this.eachField((_, inner) => this.skip(inner, level + 1));
    else throw new BadHeader();
  }

  /** In a list, a boolean has a byte of its own. */
  #skipItem(type: number, level: number): void {
    if (type === 1 || type === 2) this.#byte();
    else this.skip(type, level + 1);
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new BadHeader();
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
    throw new BadHeader();
  }
}

import { ContentFault } from '../faults.js';

/** Reads the tables of an SQLite file by its format (https://www.sqlite.org/fileformat2.html), for texts that an engine does not read. */

export type SqliteValue = null | bigint | number | string | Uint8Array;

export interface StoredRow {
  /** Of a table with rowids. */
  readonly rowid: bigint | undefined;
  /** In the order in which they are stored; columns that were added later are missing at the end. */
  readonly values: readonly SqliteValue[];
}

export interface StoredEntry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
  /** 0 for what has no pages: views, triggers, virtual tables. */
  readonly rootPage: number;
}

const ENCODINGS = { 2: 'utf-16le', 3: 'utf-16be' } as const;

/** The encoding of an SQLite file's texts where it is UTF-16. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const code = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(56);
  return code === 2 || code === 3 ? ENCODINGS[code] : undefined;
}

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

/** A file whose texts are UTF-16. Everything throws ContentFault where the file is damaged. */
export class SqliteFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #decode: (bytes: Uint8Array) => string;
  /** Bytes of rows that a damaged file may not hand out more often than it has them. */
  #left: number;

  constructor(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be') {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const size = this.#view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - (bytes[20] ?? 0);
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.#decode = (text) => decoder.decode(text);
    this.#left = 2 * bytes.length;
    if (this.#pageSize < 512 || this.#usable < 480) throw damaged();
  }

  /** What the schema lists, in its order. */
  schema(): StoredEntry[] {
    return [...this.rows(1)].map(({ values: [type, name, , rootPage, sql] }) => ({
      type: String(type ?? ''),
      name: String(name ?? ''),
      sql: String(sql ?? ''),
      rootPage: Number(rootPage ?? 0),
    }));
  }

  /** Whether the rows of a table are stored by their primary key: WITHOUT ROWID. */
  hasRowids(rootPage: number): boolean {
    const type = this.#bytes[this.#headerOf(rootPage)];
    return type === LEAF_TABLE || type === INTERIOR_TABLE;
  }

  /** The rows below a page, in their order. */
  *rows(rootPage: number, seen = new Set<number>()): Generator<StoredRow, void> {
    // A page that leads back to one before it would be read without end.
    if (seen.has(rootPage) || seen.size > MAX_PAGES) throw damaged();
    seen.add(rootPage);
    const header = this.#headerOf(rootPage);
    const type = this.#bytes[header];
    const isInterior = type === INTERIOR_INDEX || type === INTERIOR_TABLE;
    if (!isInterior && type !== LEAF_INDEX && type !== LEAF_TABLE) throw damaged();
    const count = this.#u16(header + 3);
    const start = (rootPage - 1) * this.#pageSize;
    for (let cell = 0; cell < count; cell++) {
      const at = start + this.#u16(header + (isInterior ? 12 : 8) + 2 * cell);
      if (isInterior) yield* this.rows(this.#u32(at), seen);
      if (type !== INTERIOR_TABLE) yield this.#row(at + (isInterior ? 4 : 0), type === LEAF_TABLE);
    }
    if (isInterior) yield* this.rows(this.#u32(header + 8), seen);
  }

  #headerOf(page: number): number {
    if (!Number.isInteger(page) || page < 1 || page * this.#pageSize > this.#bytes.length) throw damaged();
    return page === 1 ? 100 : (page - 1) * this.#pageSize;
  }

  #u16(at: number): number {
    if (at + 2 > this.#bytes.length) throw damaged();
    return this.#view.getUint16(at);
  }

  #u32(at: number): number {
    if (at + 4 > this.#bytes.length) throw damaged();
    return this.#view.getUint32(at);
  }

  #row(start: number, isTable: boolean): StoredRow {
    const [size, afterSize] = varint(this.#bytes, start);
    const [rowid, at] = isTable ? varint(this.#bytes, afterSize) : ([undefined, afterSize] as const);
    const payload = this.#payload(at, Number(size), isTable);
    return { rowid: rowid === undefined ? undefined : BigInt.asIntN(64, rowid), values: this.#values(payload) };
  }

  /** A cell's content: the part in its page, and the rest on pages of its own. */
  #payload(at: number, size: number, isTable: boolean): Uint8Array {
    this.#left -= size;
    if (this.#left < 0) throw damaged();
    const usable = this.#usable;
    const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (size <= most) return this.#slice(at, size);
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((size - least) % (usable - 4));
    const local = wanted <= most ? wanted : least;
    const parts = [this.#slice(at, local)];
    let page = this.#u32(at + local);
    for (let left = size - local; left > 0; left -= usable - 4) {
      if (page === 0) throw damaged();
      const start = (page - 1) * this.#pageSize;
      parts.push(this.#slice(start + 4, Math.min(left, usable - 4)));
      page = this.#u32(start);
    }
    return Buffer.concat(parts);
  }

  #slice(start: number, length: number): Uint8Array {
    if (start < 0 || start + length > this.#bytes.length) throw damaged();
    return this.#bytes.subarray(start, start + length);
  }

  #values(record: Uint8Array): SqliteValue[] {
    const [headerSize, first] = varint(record, 0);
    const view = new DataView(record.buffer, record.byteOffset, record.length);
    const values: SqliteValue[] = [];
    let body = Number(headerSize);
    for (let at = first; at < Number(headerSize); ) {
      const [type, next] = varint(record, at);
      at = next;
      const length = lengthOf(Number(type));
      if (body + length > record.length) throw damaged();
      values.push(this.#value(Number(type), view, record.subarray(body, body + length), body));
      body += length;
    }
    return values;
  }

  #value(type: number, view: DataView, bytes: Uint8Array, at: number): SqliteValue {
    if (type === 0) return null;
    if (type === 7) return view.getFloat64(at);
    if (type >= 12) return type % 2 === 1 ? this.#decode(bytes) : bytes;
    if (type >= 8) return BigInt(type - 8);
    let value = 0n;
    for (const byte of bytes) value = (value << 8n) | BigInt(byte);
    return BigInt.asIntN(bytes.length * 8, value);
  }
}

/** A file of 20 MiB has at most 40,960 pages. */
const MAX_PAGES = 100_000;

const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const length = LENGTHS[type];
  if (length === undefined) throw damaged();
  return length;
}

/** A number of one to nine bytes, and the place behind it. */
function varint(bytes: Uint8Array, start: number): readonly [bigint, number] {
  let value = 0n;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) throw damaged();
    if (i === 8) return [(value << 8n) | BigInt(byte), start + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, start + i + 1];
  }
  throw damaged();
}

const damaged = (): ContentFault => new ContentFault('it is damaged');

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constants, crc32, deflateRawSync } from 'node:zlib';

import type { CatalogEntry } from '../core/catalog.js';

import type { HttpAnswer } from './answers.js';
import { accepts, namesTag } from './documents.js';

/** JSON text around the items of a list. */
export interface ListFrame {
  readonly head: string;
  readonly tail: string;
}

/** What a list says before its items: an object whose last property is `tools`. */
export const toolsFrame = (before: object): ListFrame => ({
  head: `${JSON.stringify(before).slice(0, -1)},"tools":[`,
  tail: ']}',
});

/** A stretch of the body, and its deflated form: whole blocks that refer to nothing before them. */
interface Part {
  readonly bytes: Buffer;
  readonly hash: string;
  readonly deflated: () => Deflated;
}

interface Deflated {
  readonly bytes: Buffer;
  readonly sum: number;
  /** What the checksum of all that comes before is multiplied by. */
  readonly shift: number;
}

/**
 * Answers lists of some of the tools, put together from parts that are made once. A list made anew for each query cost 20 ms with 450 tools,
 * most of it hashing and compressing, and its own 3 MB of memory while a client took it.
 */
export class Lists {
  readonly #textOf: (entry: CatalogEntry) => string;
  readonly #parts = new Map<string, Part>();
  readonly #firstParts = new Map<string, Part>();

  /** `textOf` gives an item as JSON. */
  constructor(textOf: (entry: CatalogEntry) => string) {
    this.#textOf = textOf;
  }

  answer(
    request: IncomingMessage,
    headers: Readonly<Record<string, string>>,
    frame: ListFrame,
    entries: readonly CatalogEntry[],
  ): HttpAnswer {
    const tag = this.#tagOf(frame, entries);
    const common = { ...headers, ETag: tag, Vary: 'Accept-Encoding' };
    if (namesTag(request.headers['if-none-match'], tag)) return { status: 304, headers: common, body: [] };
    const items = entries.map((entry, i) => (i === 0 ? this.#first(entry) : this.#part(entry)));
    const parts = [partOf(frame.head), ...items, partOf(frame.tail)];
    const isZipped = accepts(request.headers['accept-encoding'], 'gzip');
    return {
      status: 200,
      headers: { ...common, 'Content-Type': 'application/json', ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}) },
      body: isZipped ? gzipOf(parts) : parts.map(({ bytes }) => bytes),
    };
  }

  /** Of the texts' own hashes, each made once. */
  #tagOf({ head }: ListFrame, entries: readonly CatalogEntry[]): string {
    const text = entries.map((entry) => this.#part(entry).hash).join();
    return `W/"${hashOf(head + text)}"`;
  }

  /** Makes the parts of an entry before anybody asks for them. */
  prepare(entry: CatalogEntry): void {
    this.#part(entry).deflated();
  }

  #part(entry: CatalogEntry): Part {
    const part = this.#parts.get(entry.id) ?? partOf(`,${this.#textOf(entry)}`);
    this.#parts.set(entry.id, part);
    return part;
  }

  #first(entry: CatalogEntry): Part {
    const part = this.#firstParts.get(entry.id) ?? partOf(this.#textOf(entry));
    this.#firstParts.set(entry.id, part);
    return part;
  }
}

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

function partOf(text: string): Part {
  const bytes = Buffer.from(text);
  let deflated: Deflated | undefined;
  return {
    bytes,
    hash: hashOf(bytes),
    deflated: () => {
      deflated ??= {
        bytes: deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }),
        sum: crc32(bytes),
        shift: shiftOf(bytes.length),
      };
      return deflated;
    },
  };
}

/** RFC 1952 §2.3: deflate, no name, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A last block with nothing in it (RFC 1951 §3.2.6): fixed codes, end of block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** One member of gzip: deflated blocks one after another are a deflated stream, checksum and length are of all their bytes. */
function gzipOf(parts: readonly Part[]): Buffer[] {
  let sum = 0;
  let length = 0;
  const body: Buffer[] = [GZIP_HEAD];
  for (const part of parts) {
    const deflated = part.deflated();
    sum = product(deflated.shift, sum) ^ deflated.sum;
    length += part.bytes.length;
    body.push(deflated.bytes);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum >>> 0, 0);
  end.writeUInt32LE(length, 4);
  body.push(LAST_BLOCK, end);
  return body;
}

/** The polynomial of CRC-32, the highest power in the lowest bit (RFC 1952 §8). */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** x to the eighth: a checksum moves by so much with each byte that follows. */
const BYTE = 0x00800000;

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
function product(a: number, b: number): number {
  let result = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) result ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return result;
}

/** The checksum of A followed by B is that of A times `shiftOf(B.length)`, plus that of B. */
function shiftOf(bytes: number): number {
  let result = ONE;
  let power = BYTE;
  for (let rest = bytes; rest > 0; rest >>>= 1) {
    if ((rest & 1) !== 0) result = product(result, power);
    power = product(power, power);
  }
  return result;
}

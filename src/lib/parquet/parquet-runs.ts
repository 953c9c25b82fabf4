import { ContentFault } from '../faults.js';
import type { ParquetPage } from './parquet-pages.js';

/** The column that a page belongs to: how deep its lists and its optional values are. */
export interface PageLevels {
  readonly repetition: number;
  readonly definition: number;
}

// Numbers of parquet.thrift, Encoding.
const [PLAIN_DICTIONARY, RLE, DELTA_PACKED, DELTA_LENGTHS, DELTA_TEXTS, RLE_DICTIONARY] = [2, 3, 5, 6, 7, 8];
/** Bit-packed runs are padded to groups of 8 values, and writers make runs of up to 63 groups. */
const SLACK = 1024;
/** parquet-format, Encodings.md: blocks are of 128 values and more; writers make 128 to 4096. */
const MAX_BLOCK = 2 ** 20;

/**
 * Looks through the runs of a page before anyone decodes it: a reader that trusts them fills memory with 2^31 values for a run of
 * 6 bytes. `levels` are the bytes of the levels where they stand apart (second version), `content` all else, unpacked.
 * Gives the bytes that texts which begin like their neighbours grow to. Throws ContentFault. What is merely damaged is left to the reader.
 */
export function checkPageRuns(page: ParquetPage, column: PageLevels, levels: Uint8Array, content: Uint8Array): number {
  if (page.kind === 'dictionary') return 0;
  let at = 0;
  if (page.kind === 'data-v2') {
    const { repetitionBytes, definitionBytes } = page;
    if (column.repetition > 0) checkRuns(levels.subarray(0, repetitionBytes), bitsOf(column.repetition), page.values);
    const definitions = levels.subarray(repetitionBytes, repetitionBytes + definitionBytes);
    if (column.definition > 0) checkRuns(definitions, bitsOf(column.definition), page.values);
  } else {
    for (const level of [column.repetition, column.definition]) {
      if (level === 0) continue;
      // Not bounded by its length, as readers do not bound it either.
      checkRuns(content.subarray(at + 4), bitsOf(level), page.values);
      at += 4 + lengthAt(content, at);
    }
  }
  return checkValues(page, content.subarray(Math.min(at, content.length)));
}

function checkValues({ encoding, values }: ParquetPage, content: Uint8Array): number {
  // A boolean's runs have their length before them.
  if (encoding === RLE) checkRuns(content.subarray(4), 1, values);
  else if (encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY)
    checkRuns(content.subarray(1), content[0] ?? 0, values);
  else if (encoding === DELTA_PACKED || encoding === DELTA_LENGTHS) readBlocks(new BitSource(content));
  else if (encoding === DELTA_TEXTS) return sharedBytes(content, values);
  return 0;
}

const bitsOf = (level: number): number => 32 - Math.clz32(level);

const lengthAt = (bytes: Uint8Array, at: number): number =>
  at + 4 > bytes.length ? bytes.length : Buffer.from(bytes.buffer, bytes.byteOffset + at, 4).readUInt32LE();

/** parquet-format, Encodings.md, RLE/bit-packing hybrid. */
function checkRuns(bytes: Uint8Array, width: number, values: number): void {
  const source = new BitSource(bytes);
  for (let seen = 0; seen < values && source.at < bytes.length; ) {
    const header = source.varint();
    const half = Math.floor(header / 2);
    const isPacked = header % 2 === 1;
    const count = isPacked ? half * 8 : half;
    if (count > values - seen + SLACK) {
      throw new ContentFault(`a run of ${count} values stands where ${values - seen} are left`);
    }
    source.at += isPacked ? half * width : (width + 7) >> 3;
    seen += count;
  }
}

interface Blocks {
  /** Values of a miniblock. */
  readonly miniblock: number;
  readonly miniblocks: number;
}

/** The head of what is packed as differences. parquet-format, Encodings.md, Delta Encoding. */
function readBlocks(source: BitSource): Blocks {
  const [block, miniblocks] = [source.varint(), source.varint()];
  if (miniblocks < 1 || block > MAX_BLOCK || block < miniblocks || block % miniblocks !== 0) {
    throw new ContentFault(`blocks of ${block} values cannot have ${miniblocks} parts`);
  }
  return { miniblock: block / miniblocks, miniblocks };
}

/** The bytes that texts have in common with the texts before them, in all. */
function sharedBytes(content: Uint8Array, values: number): number {
  const source = new BitSource(content);
  const { miniblock, miniblocks } = readBlocks(source);
  source.varint();
  let length = source.zigzag();
  let total = length;
  for (let left = values - 1; left > 0 && source.at < content.length; ) {
    const least = source.zigzag();
    const widths = Array.from({ length: miniblocks }, () => source.byte());
    for (const width of widths) {
      if (left <= 0) break;
      const start = source.at;
      for (let index = 0; index < miniblock && left > 0; index++, left--) {
        length = (length + least + source.bits(start, index * width, width)) | 0;
        total += Math.max(0, length);
      }
      source.at = start + Math.ceil((miniblock * width) / 8);
    }
  }
  return total;
}

/** Bytes as numbers of any width; behind the end there are zeros. */
class BitSource {
  at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** Base 128, least significant group first; what is beyond 2^53 is a fault anyhow. */
  varint(): number {
    let value = 0;
    for (let power = 1; power < 2 ** 50; power *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * power;
      if (byte < 0x80) return value;
    }
    throw new ContentFault('a length has more than seven bytes');
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The low 32 bits of what stands so many bits behind `start`. */
  bits(start: number, offset: number, width: number): number {
    let value = 0;
    for (let bit = 0; bit < Math.min(width, 32); bit++) {
      const at = offset + bit;
      value |= (((this.bytes[start + (at >> 3)] ?? 0) >> (at & 7)) & 1) << bit;
    }
    return value;
  }
}

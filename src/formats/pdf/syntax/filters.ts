import { constants, inflateRawSync, inflateSync } from 'node:zlib';

import { ContentFault, LimitFault } from '../../../lib/faults.js';
import { isInteger, PdfDict, PdfName, type PdfValue } from './objects.js';

/** Most bytes one stream may decode to. Chosen: three times the largest upload; a picture of 20 MP in RGB. */
export const MAX_DECODED_BYTES = 64 * 2 ** 20;
/** Longest chain of filters. Chosen: real files use two. */
const MAX_FILTERS = 8;

/** Longest damaged stream of which the part before the damage is looked for, by halving: at most 20 attempts. */
const MAX_SALVAGED_BYTES = 2 ** 20;

/** A filter of a stream with its parameters, references resolved. */
export interface Filter {
  readonly name: string;
  readonly parameters: PdfDict | undefined;
}

/** Filters whose result is a picture: decoding stops before them. */
const PICTURE_FILTERS = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

/** The filters of a stream's dictionary, in the order to undo them. */
export function filtersOf(dict: PdfDict, resolve: (value: PdfValue | undefined) => PdfValue): Filter[] {
  const names = listOf(resolve(dict.get('Filter') ?? dict.get('F')));
  const parameters = listOf(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
  const filters: Filter[] = [];
  for (const [i, value] of names.entries()) {
    const name = resolve(value);
    if (!(name instanceof PdfName)) throw new ContentFault('a stream names no filter');
    const parameter = resolve(parameters[i]);
    if (!(parameter instanceof PdfDict)) {
      filters.push({ name: name.value, parameters: undefined });
      continue;
    }
    const resolved = new PdfDict();
    for (const [key, entry] of parameter) resolved.set(key, resolve(entry));
    filters.push({ name: name.value, parameters: resolved });
  }
  return filters;
}

const listOf = (value: PdfValue): readonly PdfValue[] => {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/**
 * Undoes `filters`. Truncated and slightly damaged data gives what can be read. `rest` names the picture filters that remain.
 * Throws ContentFault for data that no reader could decode, LimitFault for a decompression bomb.
 */
export function decode(
  bytes: Uint8Array,
  filters: readonly Filter[],
  limit = MAX_DECODED_BYTES,
): { bytes: Uint8Array; rest: readonly Filter[] } {
  if (filters.length > MAX_FILTERS) throw new ContentFault('a stream has too many filters');
  let decoded = bytes;
  for (const [i, { name, parameters }] of filters.entries()) {
    if (PICTURE_FILTERS.has(name)) return { bytes: decoded, rest: filters.slice(i) };
    decoded = decodeOne(decoded, name, parameters, limit);
  }
  return { bytes: decoded, rest: [] };
}

function decodeOne(bytes: Uint8Array, name: string, parameters: PdfDict | undefined, limit: number): Uint8Array {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(bytes, limit), parameters);
    case 'LZWDecode':
    case 'LZW':
      return unpredict(decodeLzw(bytes, parameters?.get('EarlyChange') !== 0, limit), parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return decodeHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(bytes, limit);
    case 'Crypt':
      return bytes;
    default:
      throw new ContentFault('a stream has an unknown filter');
  }
}

const tooLarge = (limit: number) => new LimitFault(`a stream must decode to at most ${limit} bytes`, limit);

const isTooLarge = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

function inflate(bytes: Uint8Array, limit: number): Uint8Array {
  // Z_SYNC_FLUSH: a truncated stream gives what it has instead of an error.
  const options = { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH };
  const attempt = (inflated: () => Buffer): Buffer | undefined => {
    try {
      return inflated();
    } catch (error) {
      if (isTooLarge(error)) throw tooLarge(limit);
      // Damaged: the next attempt takes less of it.
      return undefined;
    }
  };
  // A wrong checksum or header is no reason to lose good data: the raw form has neither.
  const raw = bytes.subarray(2);
  const whole = attempt(() => inflateSync(bytes, options)) ?? attempt(() => inflateRawSync(raw, options));
  if (whole !== undefined) return whole;
  if (bytes.length > MAX_SALVAGED_BYTES) throw new ContentFault('a compressed stream is damaged');
  let good: Buffer | undefined;
  let low = 0;
  let high = raw.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const part = attempt(() => inflateRawSync(raw.subarray(0, middle), options));
    if (part === undefined) high = middle - 1;
    else {
      good = part;
      low = middle;
    }
  }
  if (good === undefined || good.length === 0) throw new ContentFault('a compressed stream is damaged');
  return good;
}

/** LZW with codes of 9 to 12 bits (ISO 32000-2, 7.4.4). */
function decodeLzw(bytes: Uint8Array, isEarly: boolean, limit: number): Uint8Array {
  const prefix = new Uint16Array(4096);
  const suffix = new Uint8Array(4096);
  const lengths = new Uint16Array(4096);
  for (let i = 0; i < 256; i += 1) {
    suffix[i] = i;
    lengths[i] = 1;
  }
  const output = new GrowingBytes(limit);
  const early = isEarly ? 1 : 0;
  let next = 258;
  let width = 9;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code === 257) break;
    if (code > next || (code === next && previous < 0)) break;
    const source = code < next ? code : previous;
    const length = lengths[source] ?? 0;
    const total = code < next ? length : length + 1;
    const start = output.extend(total);
    const target = output.bytes;
    let walk = source;
    for (let at = start + length - 1; at >= start; at -= 1) {
      target[at] = suffix[walk] ?? 0;
      walk = prefix[walk] ?? 0;
    }
    const first = target[start] ?? 0;
    if (code === next) target[start + length] = first;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
    }
    previous = code;
    if (next + early >= 2048) width = 12;
    else if (next + early >= 1024) width = 11;
    else if (next + early >= 512) width = 10;
    else width = 9;
  }
  return output.done();
}

class GrowingBytes {
  bytes = new Uint8Array(1 << 16);
  length = 0;

  constructor(private readonly limit: number) {}

  /** Makes room for `count` more bytes and tells where they begin. */
  extend(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.limit) throw tooLarge(this.limit);
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    return start;
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

function decodeHex(bytes: Uint8Array): Uint8Array {
  const digits: string[] = [];
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('>');
  for (const part of (end < 0 ? text : text.slice(0, end)).matchAll(/[0-9a-fA-F]+/g)) digits.push(part[0]);
  const hex = digits.join('');
  return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex');
}

function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const output = Buffer.allocUnsafe(4 * bytes.length + 8);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) {
      output.fill(0, length, length + 4);
      length += 4;
    } else if (byte >= 0x21 && byte <= 0x75) {
      group = group * 85 + byte - 0x21;
      count += 1;
      if (count < 5) continue;
      output.writeUInt32BE(group % 2 ** 32, length);
      length += 4;
      group = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let i = count; i < 5; i += 1) group = group * 85 + 84;
    output.writeUInt32BE(group % 2 ** 32, length);
    length += count - 1;
  }
  return output.subarray(0, length);
}

function decodeRunLength(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new GrowingBytes(limit);
  let at = 0;
  while (at < bytes.length) {
    const run = bytes[at] ?? 128;
    at += 1;
    if (run === 128) break;
    if (run < 128) {
      const part = bytes.subarray(at, at + run + 1);
      const start = output.extend(part.length);
      output.bytes.set(part, start);
      at += run + 1;
    } else {
      const start = output.extend(257 - run);
      output.bytes.fill(bytes[at] ?? 0, start, output.length);
      at += 1;
    }
  }
  return output.done();
}

/** Undoes a TIFF or PNG predictor (ISO 32000-2, 7.4.4.4). */
function unpredict(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const predictor = parameters?.get('Predictor') ?? 1;
  if (parameters === undefined || predictor === 1) return bytes;
  const colors = bounded(parameters.get('Colors') ?? 1, 32);
  const depth = bounded(parameters.get('BitsPerComponent') ?? 8, 16);
  const columns = bounded(parameters.get('Columns') ?? 1, 2 ** 24);
  const pixelBytes = Math.max(1, (colors * depth) >> 3);
  const rowBytes = Math.ceil((colors * depth * columns) / 8);
  if (predictor !== 2) return unpredictPng(bytes, pixelBytes, rowBytes);
  if (depth !== 8) throw new ContentFault('a stream has an unusual predictor');
  const output = Uint8Array.from(bytes);
  for (let row = 0; row < output.length; row += rowBytes) {
    for (let i = row + pixelBytes; i < Math.min(row + rowBytes, output.length); i += 1) {
      output[i] = (output[i] ?? 0) + (output[i - pixelBytes] ?? 0);
    }
  }
  return output;
}

function bounded(value: PdfValue, maximum: number): number {
  if (!isInteger(value) || value < 1 || value > maximum) throw new ContentFault('a stream has an impossible predictor');
  return value;
}

function unpredictPng(bytes: Uint8Array, pixelBytes: number, rowBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const output = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let row = 0; row < rows; row += 1) {
    const source = row * (rowBytes + 1);
    const start = row * rowBytes;
    const length = Math.min(rowBytes, bytes.length - source - 1);
    const type = bytes[source];
    for (let i = 0; i < length; i += 1) {
      const at = start + i;
      const left = i >= pixelBytes ? (output[at - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (output[at - rowBytes] ?? 0) : 0;
      let guess = 0;
      if (type === 1) guess = left;
      else if (type === 2) guess = up;
      else if (type === 3) guess = (left + up) >> 1;
      else if (type === 4)
        guess = paeth(left, up, row > 0 && i >= pixelBytes ? (output[at - rowBytes - pixelBytes] ?? 0) : 0);
      output[at] = (bytes[source + 1 + i] ?? 0) + guess;
    }
  }
  return output;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

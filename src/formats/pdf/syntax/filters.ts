import { constants, inflateRawSync, inflateSync } from 'node:zlib';

import { ContentFault } from '../../../lib/faults.js';
import { decodeAscii85, decodeHex, decodeLzw, decodeRunLength, tooLarge } from './codecs.js';
import { PdfDict, PdfName, type PdfValue } from './objects.js';
import { unpredict } from './predictors.js';

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

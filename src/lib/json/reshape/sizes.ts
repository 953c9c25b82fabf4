import { LimitFault } from '../../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue, jsonType } from '../values.js';

/** What is at one path, all elements of a list together. Bytes are those of compact JSON in UTF-8. */
export interface PathSize {
  readonly path: string;
  count: number;
  /** With keys, and with all that is inside. */
  bytes: number;
  /** Without what is inside. */
  ownBytes: number;
  /** Of the keys that lead here, with quotes and colons. */
  keyBytes: number;
  largestBytes: number;
  readonly types: Set<string>;
}

export interface JsonSizes {
  readonly compactBytes: number;
  readonly keyBytes: number;
  /** Bytes of scalars by type, and of brackets, braces and commas. */
  readonly byType: { strings: number; numbers: number; literals: number; structure: number };
  readonly paths: readonly PathSize[];
}

/** Most different paths: a document of objects with keys of their own has as many as it has keys. */
const MAX_PATHS = 200_000;
/** Most UTF-16 units of all paths together: a deep document repeats its keys. */
const MAX_PATH_UNITS = 20_000_000;

const utf8 = (text: string): number => Buffer.byteLength(text);

/** How many bytes each path of a document takes. Throws LimitFault. */
export function measureSizes(document: JsonValue): JsonSizes {
  const paths = new Map<string, PathSize>();
  const byType = { strings: 0, numbers: 0, literals: 0, structure: 0 };
  let units = 0;
  let allKeys = 0;
  const sizeAt = (path: string): PathSize => {
    const known = paths.get(path);
    if (known !== undefined) return known;
    units += path.length;
    if (paths.size >= MAX_PATHS || units > MAX_PATH_UNITS)
      throw new LimitFault(
        `it has more than ${MAX_PATHS} different paths, or paths of more than ${MAX_PATH_UNITS} characters in all`,
      );
    const size = { path, count: 0, bytes: 0, ownBytes: 0, keyBytes: 0, largestBytes: 0, types: new Set<string>() };
    paths.set(path, size);
    return size;
  };
  const scalar = (value: JsonValue): number => {
    const kind = typeof value === 'string' ? 'strings' : value instanceof JsonNumber ? 'numbers' : 'literals';
    const bytes = value instanceof JsonNumber ? value.source.length : utf8(JSON.stringify(value));
    byType[kind] += bytes;
    return bytes;
  };
  const visit = (value: JsonValue, path: string, keyBytes: number): number => {
    const size = sizeAt(path);
    let own = 0;
    let inside = 0;
    if (isJsonArray(value)) {
      own = Math.max(2, value.length + 1);
      for (const item of value) inside += visit(item, `${path}[]`, 0);
    } else if (isJsonObject(value)) {
      own = Math.max(2, value.size + 1);
      for (const [key, item] of value) inside += visit(item, path + nameOf(key), utf8(JSON.stringify(key)) + 1);
    } else own = scalar(value);
    if (typeof value === 'object' && value !== null && !(value instanceof JsonNumber)) byType.structure += own;
    allKeys += keyBytes;
    const bytes = keyBytes + own + inside;
    size.count++;
    size.bytes += bytes;
    size.ownBytes += keyBytes + own;
    size.keyBytes += keyBytes;
    size.largestBytes = Math.max(size.largestBytes, bytes);
    size.types.add(jsonType(value));
    return bytes;
  };
  const compactBytes = visit(document, '$', 0);
  const sorted = [...paths.values()].sort((a, b) => b.bytes - a.bytes || b.ownBytes - a.ownBytes);
  return { compactBytes, keyBytes: allKeys, byType, paths: sorted };
}

const nameOf = (key: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

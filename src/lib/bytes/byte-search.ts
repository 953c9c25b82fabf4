/**
 * Where one text of bytes begins in another, from `from` on, -1 where nowhere. In time linear in both, whatever the bytes are:
 * Knuth, Morris, Pratt, "Fast pattern matching in strings" (1977). An empty one is found at `from`.
 */
export class ByteSearch {
  readonly #wanted: Uint8Array;
  readonly #borders: Int32Array;

  constructor(wanted: Uint8Array) {
    this.#wanted = wanted;
    this.#borders = bordersOf(wanted);
  }

  indexIn(bytes: Uint8Array, from = 0): number {
    const wanted = this.#wanted;
    const borders = this.#borders;
    if (wanted.length === 0) return from;
    let matched = 0;
    for (let at = from; at < bytes.length; at++) {
      while (matched > 0 && bytes[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
      if (bytes[at] === wanted[matched]) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  }
}

/** For every beginning, the length of the longest shorter one that it ends with. */
function bordersOf(wanted: Uint8Array): Int32Array {
  const borders = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = borders[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length++;
    borders[at] = length;
  }
  return borders;
}

/** The bytes with all places of `wanted`, from the left, replaced; `undefined` where the result would have more than `most` bytes. */
export function replaceBytes(
  bytes: Uint8Array,
  wanted: Uint8Array,
  by: Uint8Array,
  most: number,
): Uint8Array | undefined {
  if (wanted.length === 0) return bytes;
  const search = new ByteSearch(wanted);
  let count = 0;
  for (let at = search.indexIn(bytes); at !== -1; at = search.indexIn(bytes, at + wanted.length)) count++;
  const length = bytes.length + count * (by.length - wanted.length);
  if (length > most) return undefined;
  const result = new Uint8Array(length);
  let read = 0;
  let written = 0;
  for (let start = search.indexIn(bytes); start !== -1; start = search.indexIn(bytes, read)) {
    // Byte by byte: most pieces are short, and there may be millions of them.
    while (read < start) result[written++] = bytes[read++] ?? 0;
    for (let at = 0; at < by.length; at++) result[written++] = by[at] ?? 0;
    read = start + wanted.length;
  }
  result.set(bytes.subarray(read), written);
  return result;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** UTF-8 without those characters at its start and its end that `characters`, UTF-8 too, has. */
export function trimBytes(
  bytes: Uint8Array,
  characters: Uint8Array,
  { start: atStart, end: atEnd }: { readonly start: boolean; readonly end: boolean },
): Uint8Array {
  const trimmed = new Set<string>();
  for (let at = 0; at < characters.length; ) {
    const end = characterEnd(characters, at);
    trimmed.add(latin1(characters, at, end));
    at = end;
  }
  let start = 0;
  let end = bytes.length;
  while (atStart && start < end) {
    const next = characterEnd(bytes, start);
    if (!trimmed.has(latin1(bytes, start, next))) break;
    start = next;
  }
  while (atEnd && end > start) {
    let before = end - 1;
    while (before > start && isContinuation(bytes[before])) before--;
    if (!trimmed.has(latin1(bytes, before, end))) break;
    end = before;
  }
  return bytes.subarray(start, end);
}

function characterEnd(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  if ((bytes[start] ?? 0) < 0xc0) return end;
  while (isContinuation(bytes[end])) end++;
  return end;
}

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 8)));

/** Characters of UTF-8 before a place. */
export function countCharacters(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (!isContinuation(bytes[at])) count++;
  return count;
}

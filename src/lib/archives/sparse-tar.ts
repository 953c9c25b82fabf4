import { ContentFault } from '../faults.js';

/** A piece of a sparse file: where it belongs in the file. Pieces are stored one after another. */
export interface SparsePiece {
  readonly offset: number;
  readonly bytes: number;
}

/** What a sparse file is made of; zeros are everywhere else. */
export interface SparseMap {
  readonly realBytes: number;
  readonly pieces: readonly SparsePiece[];
  /** The pieces, one after another. */
  readonly data: Uint8Array;
}

const BLOCK = 512;
/** One piece in the old format: two numbers of 12 bytes. */
const PIECE_BYTES = 24;
const HEADER_PIECES = 4;
const EXTENSION_PIECES = 21;

/** The map of GNU's own format, type `S`: in the header, and in blocks behind it while their last byte says so (tar.h of GNU tar). */
export function oldSparseMap(
  bytes: Uint8Array,
  header: number,
  numberAt: (at: number) => number,
): { readonly pieces: SparsePiece[]; readonly realBytes: number; readonly dataStart: number } {
  const pieces: SparsePiece[] = [];
  const take = (at: number, most: number): void => {
    for (let i = 0; i < most; i += 1) {
      // An empty field ends the list.
      if ((bytes[at + i * PIECE_BYTES] ?? 0) === 0) return;
      pieces.push({ offset: numberAt(at + i * PIECE_BYTES), bytes: numberAt(at + i * PIECE_BYTES + 12) });
    }
  };
  take(header + 386, HEADER_PIECES);
  let at = header + BLOCK;
  let goesOn = (bytes[header + 482] ?? 0) !== 0;
  for (; goesOn; at += BLOCK) {
    if (at + BLOCK > bytes.length) throw new ContentFault('it ends within the map of a sparse file');
    take(at, EXTENSION_PIECES);
    goesOn = (bytes[at + 504] ?? 0) !== 0;
  }
  return { pieces, realBytes: numberAt(header + 483), dataStart: at };
}

/** The map of pax formats 0.0 (a record for each number) and 0.1 (`offset,bytes,offset,bytes`), from the numbers in their order. */
export function piecesOf(numbers: readonly number[]): SparsePiece[] {
  const pieces: SparsePiece[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    pieces.push({ offset: numbers[i] ?? Number.NaN, bytes: numbers[i + 1] ?? Number.NaN });
  }
  return pieces;
}

/** The map of pax format 1.0: decimal lines before the data, padded to a block. Throws ContentFault. */
export function leadingSparseMap(data: Uint8Array): { readonly pieces: SparsePiece[]; readonly data: Uint8Array } {
  let at = 0;
  const next = (): number => {
    const end = data.indexOf(0x0a, at);
    const text = end < 0 || end - at > 20 ? '' : Buffer.from(data.subarray(at, end)).toString('latin1');
    if (!/^\d{1,15}$/.test(text)) throw new ContentFault('the map of a sparse file is damaged');
    at = end + 1;
    return Number(text);
  };
  const count = next();
  const numbers: number[] = [];
  // Each takes two bytes at least, so a false count ends with the data.
  for (let i = 0; i < 2 * count; i += 1) numbers.push(next());
  return { pieces: piecesOf(numbers), data: data.subarray(Math.ceil(at / BLOCK) * BLOCK) };
}

/** The whole file, holes as zeros. Throws ContentFault where the map and the data do not fit. */
export function expandSparse({ realBytes, pieces, data }: SparseMap): Uint8Array {
  const whole = new Uint8Array(realBytes);
  let at = 0;
  for (const { offset, bytes } of pieces) {
    if (!(offset >= 0 && bytes >= 0) || offset + bytes > realBytes || at + bytes > data.length)
      throw new ContentFault('the map of a sparse file does not fit its data');
    whole.set(data.subarray(at, at + bytes), offset);
    at += bytes;
  }
  return whole;
}

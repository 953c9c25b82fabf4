import { PieceMemory, REMEMBERED_BYTES } from './piece-memory.js';
import type { PieceEnd } from './token-pieces.js';
import type { Ranks } from './token-ranks.js';
import { NONE, TokenVocabulary } from './token-vocabulary.js';

export interface BytePairEncoding {
  /** The number of tokens of a text in UTF-8. */
  count(text: Uint8Array): number;
  /** The tokens of a text in UTF-8. */
  encode(text: Uint8Array): number[];
}

/** Room for the tokens of longer pieces than this is given back. */
const KEPT_TOKENS = 2 ** 16;

/**
 * Byte-pair encoding as tiktoken does it: in each piece the adjacent pair of lowest rank is merged, the leftmost first,
 * until none is left. Merging is not played out. A sequence of tokens is the result of merging exactly when each two
 * neighbours are (`areNeighbours`), so the longest token is tried first, then shorter ones, and a position where none
 * fits is never tried again: linear time, whatever the text (the method of the crate `bpe`,
 * https://github.com/github/rust-gems/tree/main/crates/bpe). Pieces met before are counted from a table of fixed size.
 */
export function createBytePairEncoding(ranks: Ranks, pieceEnd: PieceEnd): BytePairEncoding {
  const vocabulary = new TokenVocabulary(ranks);
  const memory = new PieceMemory();
  let tokens = new Int32Array(REMEMBERED_BYTES);
  /** Positions of a piece where no token fits. All zero between pieces. */
  let isDeadEnd = new Uint8Array(REMEMBERED_BYTES + 1);

  /** Encodes a piece into `tokens`; their number. */
  function encodePiece(text: Uint8Array, start: number, end: number): number {
    const size = end - start;
    let token = vocabulary.longest(text, start, end);
    tokens[0] = token;
    if (vocabulary.lengthOf(token) === size) return 1;
    if (size > tokens.length) {
      tokens = new Int32Array(size);
      isDeadEnd = new Uint8Array(size + 1);
    }

    let count = 0;
    let at = 0;
    let deadEnds = 0;
    while (at < size) {
      const previous = count === 0 ? NONE : (tokens[count - 1] ?? NONE);
      while (token !== NONE) {
        const next = at + vocabulary.lengthOf(token);
        if (isDeadEnd[next] === 0 && (previous === NONE || vocabulary.areNeighbours(previous, token))) break;
        token = vocabulary.shorter(token);
      }
      if (token === NONE) {
        if (count === 0) throw new Error('The ranks were not made by merging');
        isDeadEnd[at] = 1;
        deadEnds++;
        count--;
        at -= vocabulary.lengthOf(previous);
        token = vocabulary.shorter(previous);
      } else {
        tokens[count++] = token;
        at += vocabulary.lengthOf(token);
        token = vocabulary.longest(text, start + at, end);
      }
    }
    if (deadEnds > 0) isDeadEnd.fill(0, 0, size);
    return count;
  }

  /** Keeps no room of the size of a text that was one long piece. */
  function forget(): void {
    if (tokens.length <= KEPT_TOKENS) return;
    tokens = new Int32Array(REMEMBERED_BYTES);
    isDeadEnd = new Uint8Array(REMEMBERED_BYTES + 1);
  }

  function countPiece(text: Uint8Array, start: number, end: number): number {
    if (end - start > REMEMBERED_BYTES) return encodePiece(text, start, end);
    const slot = memory.slotOf(text, start, end);
    const known = memory.recall(slot, text, start, end);
    if (known > 0) return known;
    const count = encodePiece(text, start, end);
    memory.note(slot, text, start, end, count);
    return count;
  }

  return {
    count(text) {
      let count = 0;
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(text, start);
        count += countPiece(text, start, end);
        start = end;
      }
      forget();
      return count;
    },
    encode(text) {
      const encoded: number[] = [];
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(text, start);
        const count = encodePiece(text, start, end);
        for (let index = 0; index < count; index++) encoded.push(tokens[index] ?? NONE);
        start = end;
      }
      forget();
      return encoded;
    },
  };
}

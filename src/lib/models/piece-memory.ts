import { FACTOR, SPREAD } from './token-vocabulary.js';

/** Measured on a million characters of Chinese, 110,000 different pieces: 2^15 places were twice as slow. */
const MEMORY_BITS = 18;
const MEMORY_BYTES = 2 ** 23;
/** Longest piece that is remembered, in bytes. Longer ones seldom come back. */
export const REMEMBERED_BYTES = 128;

/**
 * How many tokens a piece has, for pieces met before. Of fixed size: a new piece takes the place of an older one with the
 * same hash, and all are forgotten when the bytes are used up.
 */
export class PieceMemory {
  /** Where in `bytes` the piece of a hash is noted, + 1: its length, its count, its bytes. */
  private readonly places = new Int32Array(1 << MEMORY_BITS);
  private readonly bytes = new Uint8Array(MEMORY_BYTES);
  private used = 0;

  slotOf(text: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text[at] ?? 0), FACTOR);
    return Math.imul(hash, SPREAD) >>> (32 - MEMORY_BITS);
  }

  /** The count noted for this very piece, 0 where there is none. */
  recall(slot: number, text: Uint8Array, start: number, end: number): number {
    const { bytes } = this;
    const place = this.places[slot] ?? 0;
    if (place === 0 || bytes[place - 1] !== end - start) return 0;
    const shift = place + 1 - start;
    for (let at = start; at < end; at++) {
      if (bytes[at + shift] !== text[at]) return 0;
    }
    return bytes[place] ?? 0;
  }

  note(slot: number, text: Uint8Array, start: number, end: number, count: number): void {
    const { bytes } = this;
    if (this.used + 2 + REMEMBERED_BYTES > MEMORY_BYTES) {
      this.places.fill(0);
      this.used = 0;
    }
    bytes[this.used++] = end - start;
    this.places[slot] = this.used;
    bytes[this.used++] = count;
    for (let at = start; at < end; at++) bytes[this.used++] = text[at] ?? 0;
  }
}

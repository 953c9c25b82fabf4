import type { Ranks } from './token-ranks.js';

/** No token. */
export const NONE = -1;
/** Ranks 0 to 255 are the single bytes. */
const SINGLE_BYTES = 256;

/** What is known of a token, in 8 numbers side by side: one line of the processor's cache holds two tokens. */
const TOKEN_BITS = 3;
const LENGTH = 0;
/** Of the bytes: `hash(a + b)` is `hash(a) * FACTOR ** b.length + hash(b)`. */
const HASH = 1;
/** The longest token that this one starts with and is not; `NONE` for a single byte. */
const SHORTER = 2;
/** The pair that this one is merged from; `NONE` until asked for. */
const LEFT = 3;
const RIGHT = 4;

/** 2^16 answers, half a megabyte: enough for the pairs of ordinary text, and all pairs of runs of one character. */
const ANSWER_BITS = 16;

export const FACTOR = 0x01000193;
/** 2^32 by the golden ratio: spreads keys over the upper bits of a product (Knuth, TAOCP 3, 6.4). */
export const SPREAD = 0x9e3779b1;

/**
 * The tokens and the two questions that encoding asks of them: which is the longest token here, and may these two
 * stand side by side. Ranks must have been made by merging: every token but the single bytes is a pair of tokens of
 * lower rank.
 */
export class TokenVocabulary {
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;
  private readonly facts: Int32Array;
  /** Open addressing by `HASH`: token + 1, 0 for none, and above it the low bits of the hash, which spare most looks. */
  private readonly byHash: Int32Array;
  private readonly tokenBits: number;
  private readonly powers: Int32Array;
  /**
   * The tree of all tokens' bytes. A node is the number of the token that ends there, or a number past all tokens.
   * First bytes in `roots`; a node's first child in `firstChild` as child × 256 + byte; the others in `edges` by open
   * addressing: node × 256 + byte, and beside it the child. 0 is none: token 0, a single byte, is nobody's child.
   */
  private readonly roots: Int32Array;
  private readonly firstChild: Int32Array;
  private readonly edges: Int32Array;
  private readonly shift: number;
  private readonly size: number;
  /** Answers of `areNeighbours`: first + 1, and beside it second × 2, + 1 for yes. */
  private readonly answers = new Int32Array(2 << ANSWER_BITS);

  constructor({ bytes, starts }: Ranks) {
    if (starts[SINGLE_BYTES] !== SINGLE_BYTES || new Set(bytes.subarray(0, SINGLE_BYTES)).size !== SINGLE_BYTES) {
      throw new Error('Ranks 0 to 255 must be the single bytes');
    }
    this.bytes = bytes;
    this.starts = starts;
    this.size = starts.length - 1;
    this.facts = new Int32Array(this.size << TOKEN_BITS);
    // Both tables stay half empty: a token adds one entry to `byHash` and, past first children, at most one to `edges`.
    this.tokenBits = Math.ceil(Math.log2(this.size + 1));
    const bits = this.tokenBits + 1;
    this.shift = 32 - bits;
    this.byHash = new Int32Array(1 << bits);
    this.edges = new Int32Array(2 << bits);
    this.roots = new Int32Array(256);
    const firstChild = new Int32Array(this.size + bytes.length);
    this.firstChild = firstChild;

    const byLength = tokensByLength(starts);
    this.powers = new Int32Array(this.lengthOf(byLength.at(-1) ?? 0) + 1).fill(1);
    for (let length = 1; length < this.powers.length; length++) {
      this.powers[length] = Math.imul(this.powers[length - 1] ?? 1, FACTOR);
    }
    let nodes = this.size;
    for (const token of byLength) nodes = this.add(token, nodes);
    this.firstChild = firstChild.slice(0, nodes);
  }

  /** Adds a token, all shorter ones being there, and nodes from `nodes` on. The number of nodes then. */
  private add(token: number, nodes: number): number {
    const { bytes, starts } = this;
    const start = starts[token] ?? 0;
    const end = starts[token + 1] ?? 0;
    let hash = bytes[start] ?? 0;
    let shorter = NONE;
    let made = nodes;
    if (end - start === 1) this.roots[hash] = token;
    let node = this.roots[hash] ?? 0;
    for (let at = start + 1; at < end; at++) {
      if (node < this.size) shorter = node;
      const byte = bytes[at] ?? 0;
      hash = (Math.imul(hash, FACTOR) + byte) | 0;
      let child = this.child(node, byte);
      if (child === 0) {
        child = at === end - 1 ? token : made++;
        this.addEdge(node, byte, child);
      }
      node = child;
    }
    const fact = token << TOKEN_BITS;
    this.facts[fact + LENGTH] = end - start;
    this.facts[fact + HASH] = hash;
    this.facts[fact + SHORTER] = shorter;
    this.facts[fact + LEFT] = NONE;
    let slot = Math.imul(hash, SPREAD) >>> this.shift;
    while (this.byHash[slot] !== 0) slot = (slot + 1) & (this.byHash.length - 1);
    this.byHash[slot] = (hash << this.tokenBits) | (token + 1);
    return made;
  }

  private addEdge(node: number, byte: number, child: number): void {
    if (this.firstChild[node] === 0) {
      this.firstChild[node] = (child << 8) | byte;
      return;
    }
    const place = this.place((node << 8) | byte);
    this.edges[place] = (node << 8) | byte;
    this.edges[place + 1] = child;
  }

  private child(node: number, byte: number): number {
    const first = this.firstChild[node] ?? 0;
    if (first === 0) return 0;
    if ((first & 0xff) === byte) return first >>> 8;
    return this.edges[this.place((node << 8) | byte) + 1] ?? 0;
  }

  /** Where in `edges` the key is, or belongs. */
  private place(key: number): number {
    const { edges } = this;
    let place = (Math.imul(key, SPREAD) >>> this.shift) << 1;
    while (edges[place + 1] !== 0 && edges[place] !== key) place = (place + 2) & (edges.length - 1);
    return place;
  }

  private fact(token: number, which: number): number {
    return this.facts[(token << TOKEN_BITS) + which] ?? 0;
  }

  lengthOf(token: number): number {
    return (this.starts[token + 1] ?? 0) - (this.starts[token] ?? 0);
  }

  /** The longest token that `token` starts with and is not; `NONE` for a single byte. */
  shorter(token: number): number {
    return this.fact(token, SHORTER);
  }

  /** The longest token that starts at `start` and ends no later than `end`. */
  longest(text: Uint8Array, start: number, end: number): number {
    const { size } = this;
    let node = this.roots[text[start] ?? 0] ?? 0;
    let found = node;
    for (let at = start + 1; at < end; at++) {
      node = this.child(node, text[at] ?? 0);
      if (node === 0) break;
      if (node < size) found = node;
    }
    return found;
  }

  /** The token of the bytes of two tokens, `NONE` where there is none. */
  private joined(first: number, second: number): number {
    const { byHash, powers } = this;
    const power = powers[this.fact(second, LENGTH)] ?? 0;
    const hash = (Math.imul(this.fact(first, HASH), power) + this.fact(second, HASH)) | 0;
    const tag = hash << this.tokenBits;
    const mask = (1 << this.tokenBits) - 1;
    for (let slot = Math.imul(hash, SPREAD) >>> this.shift; ; slot = (slot + 1) & (byHash.length - 1)) {
      const entry = byHash[slot] ?? 0;
      if (entry === 0) return NONE;
      if ((entry & ~mask) === tag && this.isJoined((entry & mask) - 1, first, second)) return (entry & mask) - 1;
    }
  }

  private isJoined(token: number, first: number, second: number): boolean {
    const length = this.fact(first, LENGTH);
    return (
      this.fact(token, LENGTH) === length + this.fact(second, LENGTH) &&
      this.startsWith(token, 0, first) &&
      this.startsWith(token, length, second)
    );
  }

  /** Whether `part` stands in `token` at `offset`. */
  private startsWith(token: number, offset: number, part: number): boolean {
    const { bytes } = this;
    const start = (this.starts[token] ?? 0) + offset;
    const partStart = this.starts[part] ?? 0;
    const length = this.fact(part, LENGTH);
    for (let index = 0; index < length; index++) {
      if (bytes[start + index] !== bytes[partStart + index]) return false;
    }
    return true;
  }

  /** Whether the bytes of both tokens, merged, give these two again. */
  areNeighbours(first: number, second: number): boolean {
    const slot = (Math.imul(first ^ Math.imul(second, FACTOR), SPREAD) >>> (32 - ANSWER_BITS)) << 1;
    if (this.answers[slot] !== first + 1 || (this.answers[slot + 1] ?? 0) >> 1 !== second) {
      this.answers[slot] = first + 1;
      this.answers[slot + 1] = (second << 1) | (this.wouldStay(first, second, this.size) ? 1 : 0);
    }
    return ((this.answers[slot + 1] ?? 0) & 1) === 1;
  }

  /**
   * Takes the merges of both tokens back, the latest first, and looks at each step for a merge across the cut that would
   * have come before; only for one of a rank below `before`.
   */
  private wouldStay(first: number, second: number, before: number): boolean {
    let left = first;
    let right = second;
    let limit = before;
    for (;;) {
      const across = this.joined(left, right);
      if (across !== NONE && across < limit) return false;
      // Of equal merges the leftmost comes first: `right` is taken back first, and one across the cut would precede it.
      if (left > right) {
        if (left < SINGLE_BYTES) return true;
        limit = left;
        left = this.rightPart(left);
      } else {
        if (right < SINGLE_BYTES) return true;
        limit = right + 1;
        right = this.leftPart(right);
      }
    }
  }

  private leftPart(token: number): number {
    if (this.fact(token, LEFT) === NONE) this.split(token);
    return this.fact(token, LEFT);
  }

  private rightPart(token: number): number {
    if (this.fact(token, LEFT) === NONE) this.split(token);
    return this.fact(token, RIGHT);
  }

  private split(token: number): void {
    for (let left = this.shorter(token); left !== NONE; left = this.shorter(left)) {
      const start = (this.starts[token] ?? 0) + this.lengthOf(left);
      const end = this.starts[token + 1] ?? 0;
      const right = this.longest(this.bytes, start, end);
      if (this.lengthOf(right) !== end - start || left > token || right > token) continue;
      if (!this.wouldStay(left, right, token)) continue;
      this.facts[(token << TOKEN_BITS) + LEFT] = left;
      this.facts[(token << TOKEN_BITS) + RIGHT] = right;
      return;
    }
    throw new Error(`Token ${token} is not merged from two of lower rank`);
  }
}

/** All tokens, the shortest first. */
function tokensByLength(starts: Uint32Array): Uint32Array {
  const size = starts.length - 1;
  const offsets: number[] = [];
  const lengthOf = (token: number): number => (starts[token + 1] ?? 0) - (starts[token] ?? 0);
  for (let token = 0; token < size; token++) offsets[lengthOf(token) + 1] = (offsets[lengthOf(token) + 1] ?? 0) + 1;
  for (let length = 1; length < offsets.length; length++) {
    offsets[length] = (offsets[length] ?? 0) + (offsets[length - 1] ?? 0);
  }
  const sorted = new Uint32Array(size);
  for (let token = 0; token < size; token++) {
    const length = lengthOf(token);
    const offset = offsets[length] ?? 0;
    sorted[offset] = token;
    offsets[length] = offset + 1;
  }
  return sorted;
}

/** A vocabulary of word pieces with their log probabilities (`null` counts as 0); the index is the token id. */
export type UnigramPieces = readonly (readonly [piece: string, score: number | null])[];

interface Node {
  readonly children: Map<string, Node>;
  id: number;
}

interface Candidate {
  readonly start: number;
  readonly id: number;
  readonly score: number;
}

const UNKNOWN = 0;
const SPACE = '\u2581';

/**
 * SentencePiece's unigram segmentation (Kudo 2018, arXiv:1804.10959, §3.2): the piece sequence of the highest summed score.
 * Follows the tokenizer that Universal Sentence Encoder Lite was published with, including two habits of it: a character
 * outside the vocabulary has score 0 and id 0, and a run of such characters is one token.
 */
export class UnigramTokenizer {
  readonly #root: Node = { children: new Map(), id: -1 };
  readonly #vocabulary: UnigramPieces;
  readonly #lengths: readonly number[];

  /** The first `reserved` entries of the vocabulary are control tokens and never produced from text. */
  constructor(vocabulary: UnigramPieces, reserved: number) {
    this.#vocabulary = vocabulary;
    this.#lengths = vocabulary.map(([piece]) => [...piece].length);
    for (const [id, [piece]] of vocabulary.entries()) {
      if (id >= reserved) this.#insert(piece, id);
    }
  }

  /** Token ids of a text; an empty text has none. */
  encode(text: string): number[] {
    const normalized = text.normalize('NFKC');
    if (normalized === '') return [];
    return this.#segment([...(SPACE + normalized.replaceAll(' ', SPACE))]);
  }

  /** The piece of a token id; a leading U+2581 stands for a space. */
  piece(id: number): string {
    return this.#vocabulary[id]?.[0] ?? '';
  }

  /** The log probability of a token id, 0 for what is not in the vocabulary. */
  score(id: number): number {
    return this.#vocabulary[id]?.[1] ?? 0;
  }

  #insert(piece: string, id: number): void {
    let node = this.#root;
    for (const symbol of piece) {
      let next = node.children.get(symbol);
      if (!next) {
        next = { children: new Map(), id: -1 };
        node.children.set(symbol, next);
      }
      node = next;
    }
    node.id = id;
  }

  /** Pieces that begin at `start`, or the unknown character alone. At most as many as the longest piece is long. */
  #candidates(symbols: readonly string[], start: number): Candidate[] {
    const found: Candidate[] = [];
    let node = this.#root.children.get(symbols[start] ?? '');
    for (let end = start; node; end++) {
      if (node.id >= 0) found.push({ start, id: node.id, score: this.score(node.id) });
      const next = symbols[end + 1];
      node = next === undefined ? undefined : node.children.get(next);
    }
    return found.length > 0 ? found : [{ start, id: UNKNOWN, score: 0 }];
  }

  #segment(symbols: readonly string[]): number[] {
    const best = new Float64Array(symbols.length + 1);
    const ids = new Int32Array(symbols.length + 1);
    for (let start = 0; start < symbols.length; start++) {
      // All pieces that end at `start` came from earlier starts, so best[start] is final here.
      for (const { id, score } of this.#candidates(symbols, start)) {
        const end = start + (id === UNKNOWN ? 1 : (this.#lengths[id] ?? 1));
        const total = score + (best[start] ?? 0);
        const known = best[end] ?? 0;
        if (known === 0 || total >= known) {
          best[end] = total;
          ids[end] = id;
        }
      }
    }
    return this.#trace(ids);
  }

  #trace(ids: Int32Array): number[] {
    const reversed: number[] = [];
    let end = ids.length - 1;
    while (end > 0) {
      const id = ids[end] ?? UNKNOWN;
      if (id !== UNKNOWN || reversed.at(-1) !== UNKNOWN) reversed.push(id);
      end -= id === UNKNOWN ? 1 : (this.#lengths[id] ?? 1);
    }
    return reversed.reverse();
  }
}

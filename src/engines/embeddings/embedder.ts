import { englishShare } from '../../lib/similarity/english.js';
import type { Scale } from '../../lib/similarity/pair-score.js';
import { findSentenceTransformer, openSentenceTransformer } from './sentence-transformer.js';
import { DIMENSIONS, openUseLite, type UseLite, WINDOW } from './use-lite.js';

/** A loaded sentence-embedding model. */
export interface Embedder {
  /** The model's name, as results state it. */
  readonly name: string;
  readonly scale: Scale;
  /** One vector of unit length a text, of folded, not empty texts. Stops between batches when the signal is aborted. */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;
  /** How well the model knows the words of a folded text, 0 to 1. */
  readonly trust: (text: string) => number;
  /** What a lower-case word says: 0.5 for the commonest to 12 for the rarest. */
  readonly weigh: (word: string) => number;
  /** Whether a lower-case word is a name and nothing else. */
  readonly isName: (word: string) => boolean;
}

const loading = new Map<string, Promise<Embedder>>();

/** The sentence-transformers model in `modelDir`, or the bundled one. Loaded once a process; the promise is shared. */
export function openEmbedder(modelDir: string | undefined): Promise<Embedder> {
  const key = modelDir ?? '';
  let embedder = loading.get(key);
  if (!embedder) {
    embedder = load(modelDir);
    loading.set(key, embedder);
    // A failure is not kept: the next run tries again. The caller of this run gets it from the same promise.
    embedder.catch(() => loading.delete(key));
  }
  return embedder;
}

async function load(modelDir: string | undefined): Promise<Embedder> {
  const folder = modelDir === undefined ? undefined : await findSentenceTransformer(modelDir);
  const bundled = await openUseLite();
  if (folder === undefined) return describeBundled(bundled);
  const model = await openSentenceTransformer(folder);
  return {
    name: model.name,
    // Chosen: sentence-transformers are trained so that their cosine alone is the similarity.
    scale: { wordShare: 0, curve: [] },
    embed: model.embed,
    trust: model.trust,
    weigh: weigher(bundled),
    isName: (word) => isName(bundled, word),
  };
}

function describeBundled(model: UseLite): Embedder {
  return {
    name: 'universal-sentence-encoder-lite',
    // Measured on STS-B dev: word shares of 0.3 to 0.4 are the best within 0.001; people call pairs of score 0.55 half equal,
    // and from 0.75 on the groups found weigh the strangers in them best (F1): so much lies on the default threshold.
    scale: {
      wordShare: 0.35,
      curve: [
        [0, 0],
        [0.55, 0.5],
        [0.75, 0.85],
        [1, 1],
      ],
    },
    embed: (texts, signal) => embedWindows(model, texts, signal),
    trust: (text) => englishShare(text, (word) => isWhole(model, word)),
    weigh: weigher(model),
    isName: (word) => isName(model, word),
  };
}

/** The vocabulary has the word in one piece. */
function isPiece({ tokenizer }: UseLite, word: string): boolean {
  const ids = tokenizer.encode(word);
  return ids.length === 1 && ids[0] !== 0;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** In lower case, as a name or as an abbreviation. */
const isWhole = (model: UseLite, word: string): boolean =>
  [word, capitalized(word), word.toUpperCase()].some((form) => isPiece(model, form));

// What the vocabulary has with a capital only because it begins sentences or titles.
const NOT_NAMES = new Set(
  'additionally meanwhile hmm hey yep nope updated golden holy supreme theatre sir partners upvotes'.split(' '),
);

/** The vocabulary is of 8,000 common pieces with their case: what it has with a capital only is a name, Boston or Mary. */
const isName = (model: UseLite, word: string): boolean =>
  word.length > 2 && !NOT_NAMES.has(word) && isPiece(model, capitalized(word)) && !isPiece(model, word);

const LIGHTEST = 0.5;
const HEAVIEST = 12;
// Measured on STS-B dev: the log probability of "the" is -3.6; 2 leaves it a weight of 1.6. 0 to 4 are as good within 0.005.
const COMMON = 2;

/** Word weights from the vocabulary's log probabilities: an inverse frequency that does not depend on the other rows. */
function weigher({ tokenizer }: UseLite): (word: string) => number {
  return (word) => {
    let surprise = 0;
    for (const id of tokenizer.encode(word)) surprise += id === 0 ? HEAVIEST : Math.max(0, -tokenizer.score(id));
    return Math.min(HEAVIEST, Math.max(LIGHTEST, surprise - COMMON));
  };
}

// 1,000 characters of English are about 230 tokens. What lies beyond is compared by its words only; the bound keeps 500
// texts of rare signs (a token each) within 128,000 tokens, about 14 s on one core.
const MAX_TOKENS = 2 * WINDOW;
const BATCH_TOKENS = 2048;

interface Window {
  readonly text: number;
  readonly ids: readonly number[];
}

/** Texts longer than the model's window are read in windows of equal length; their vector is the mean by length. */
async function embedWindows(model: UseLite, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const windows = texts.flatMap((text, index) => cutWindows(model, text, index));
  // Longest first: the first of a batch says how much padding the others get, and lengths of a batch hardly differ.
  windows.sort((a, b) => b.ids.length - a.ids.length || a.text - b.text);
  const vectors = texts.map(() => new Float32Array(DIMENSIONS));
  for (let start = 0; start < windows.length; ) {
    signal.throwIfAborted();
    const size = Math.max(1, Math.floor(BATCH_TOKENS / (windows[start]?.ids.length ?? 1)));
    const batch = windows.slice(start, start + size);
    const rows = await model.embed(batch.map(({ ids }) => ids));
    for (const [row, { text, ids }] of batch.entries()) {
      const vector = rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
      addScaled(vectors[text], vector, ids.length / lengthOf(vector));
    }
    start += size;
  }
  for (const vector of vectors) normalize(vector);
  return vectors;
}

function cutWindows({ tokenizer }: UseLite, text: string, index: number): Window[] {
  // The model reads a closing full stop as a word of its own; without it "a cat" and "a cat." are one.
  const ids = tokenizer.encode(text.replace(/(?<=[^\s.!])[\s.!]+$/, '')).slice(0, MAX_TOKENS);
  const count = Math.ceil(ids.length / WINDOW);
  const size = Math.ceil(ids.length / count);
  return Array.from({ length: count }, (_, part) => ({ text: index, ids: ids.slice(part * size, (part + 1) * size) }));
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum) || 1;
}

function normalize(vector: Float32Array): void {
  const length = lengthOf(vector);
  for (const [index, value] of vector.entries()) vector[index] = value / length;
}

function addScaled(target: Float32Array | undefined, vector: Float32Array, factor: number): void {
  if (!target) return;
  for (const [index, value] of vector.entries()) target[index] = (target[index] ?? 0) + value * factor;
}

import { groupByCompleteLinkage } from './complete-linkage.js';
import { compareFacts, type Facts, readFacts } from './facts.js';
import { foldText } from './fold-text.js';
import { cosines, letterFeatures, wordFeatures } from './lexical.js';
import { type Scale, scorePair } from './pair-score.js';

/** What a sentence-embedding model gives, on folded texts. */
export interface TextModel {
  readonly scale: Scale;
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
  /** How well the model knows the words of a text, 0 to 1. */
  readonly trust: (text: string) => number;
  /** What a lower-case word says, more for rarer ones. */
  readonly weigh: (word: string) => number;
  /** Whether a lower-case word is a name and nothing else. */
  readonly isName: (word: string) => boolean;
}

type Method = 'exact' | 'semantic' | 'lexical';

/** What is known of one text after grouping. */
export interface GroupedText {
  /** Index of its group, `undefined` where it is alone. */
  readonly group: number | undefined;
  /** Similarity to the group's representative. */
  readonly similarity: number | undefined;
  /** How it was compared; `undefined` for an empty text. */
  readonly method: Method | undefined;
}

export interface TextGroup {
  /** Indexes of its texts, ascending. */
  readonly members: readonly number[];
  /** Index of the text that is closest to all others; the earliest of equals. */
  readonly representative: number;
  /** Lowest similarity of two of its texts. */
  readonly similarity: number;
}

export interface Grouping {
  readonly groups: readonly TextGroup[];
  readonly texts: readonly GroupedText[];
}

/**
 * Groups texts of which every two are at least `threshold` alike, 0 to 1, and state the same facts. Texts that are equal once folded (`foldText`) are
 * exact duplicates of similarity 1; the others are scored in pairs (`scorePair`). Empty texts belong nowhere. Groups stand
 * in the order of their first text. Similarities are rounded to four digits before they are compared with the threshold.
 */
export async function groupSimilarTexts(
  texts: readonly string[],
  threshold: number,
  model: TextModel,
  signal: AbortSignal,
): Promise<Grouping> {
  const copies = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const folded = foldText(text);
    if (folded !== '') copies.set(folded, [...(copies.get(folded) ?? []), index]);
  }
  const scores = await scoreTexts([...copies.keys()], model, signal);
  const closeness = (first: number, second: number): number =>
    scores.isConflict(first, second) ? -1 : scores.similarity(first, second);
  const grouped = groupByCompleteLinkage(copies.size, closeness, threshold);
  return describe(texts.length, grouped, [...copies.values()], scores);
}

/** Scores of every two of a list of different texts, by their indexes. */
export interface Scores {
  readonly similarity: (first: number, second: number) => number;
  /** Whether their facts differ (`compareFacts`): however alike, they do not say the same. */
  readonly isConflict: (first: number, second: number) => boolean;
  /** With the same index twice: how a text is compared with one that the model knows as well. */
  readonly method: (first: number, second: number) => 'semantic' | 'lexical';
}

/** Scores folded, not empty texts that differ from each other. */
export async function scoreTexts(texts: readonly string[], model: TextModel, signal: AbortSignal): Promise<Scores> {
  const trusts = texts.map(model.trust);
  const vectors = await embedTrusted(texts, trusts, model, signal);
  const words = cosines(texts.map((text) => wordFeatures(text, model.weigh)));
  const letters = trusts.some((trust) => trust < 1) ? cosines(texts.map(letterFeatures)) : undefined;
  const facts = texts.map((text) => readFacts(text, model.isName));
  const similarities = new Float64Array(texts.length ** 2).fill(1);
  const conflicts = new Uint8Array(texts.length ** 2);
  for (let first = 0; first < texts.length; first++) {
    signal.throwIfAborted();
    for (let second = 0; second < first; second++) {
      const index = first * texts.length + second;
      const shared = words[index] ?? 0;
      const same = Math.max(shared, letters?.[index] ?? 0);
      const agreement = compareFacts(facts[first] ?? NO_FACTS, facts[second] ?? NO_FACTS, same > NEAR_COPY);
      const similarity = scorePair(
        {
          embedding: dot(vectors[first], vectors[second]),
          words: shared,
          letters: letters?.[index] ?? 0,
          trust: Math.min(trusts[first] ?? 0, trusts[second] ?? 0),
          agreement,
        },
        model.scale,
      );
      const rounded = Math.round(similarity * 1e4) / 1e4;
      similarities[index] = rounded;
      similarities[second * texts.length + first] = rounded;
      if (agreement === 'conflict') conflicts[index] = 1;
    }
  }
  const isKnown = (text: number): boolean => (trusts[text] ?? 0) >= SEMANTIC_TRUST;
  return {
    similarity: (first, second) => similarities[first * texts.length + second] ?? 0,
    isConflict: (first, second) => conflicts[Math.max(first, second) * texts.length + Math.min(first, second)] === 1,
    method: (first, second) => (isKnown(first) && isKnown(second) ? 'semantic' : 'lexical'),
  };
}

// Above it, two texts differ by a word or two. Chosen.
const NEAR_COPY = 0.9;

// Above it, the embedding counts for more than the letters.
const SEMANTIC_TRUST = 0.5;

const NO_FACTS: Facts = readFacts('');

/** Vectors of the texts that the model knows; the others need none. */
async function embedTrusted(
  texts: readonly string[],
  trusts: readonly number[],
  model: TextModel,
  signal: AbortSignal,
): Promise<readonly (Float32Array | undefined)[]> {
  const known = [...texts.keys()].filter((index) => (trusts[index] ?? 0) > 0);
  const embedded = await model.embed(
    known.map((index) => texts[index] ?? ''),
    signal,
  );
  const vectors: (Float32Array | undefined)[] = texts.map(() => undefined);
  for (const [position, index] of known.entries()) vectors[index] = embedded[position];
  return vectors;
}

function dot(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

const EMPTY: GroupedText = { group: undefined, similarity: undefined, method: undefined };

/** Turns groups of distinct texts into groups of all; `copies` lists the texts that each distinct one stands for. */
function describe(
  count: number,
  grouped: readonly (readonly number[])[],
  copies: readonly (readonly number[])[],
  scores: Scores,
): Grouping {
  const groups: TextGroup[] = [];
  const texts: GroupedText[] = Array.from({ length: count }, () => EMPTY);
  for (const distinct of grouped) {
    const members = distinct.flatMap((item) => copies[item] ?? []).sort((a, b) => a - b);
    const centre = findCentre(distinct, copies, scores);
    for (const item of distinct) {
      const own = copies[item] ?? [];
      const method: Method = item === centre && own.length > 1 ? 'exact' : scores.method(item, centre);
      const similarity = scores.similarity(item, centre);
      const described: GroupedText =
        members.length > 1 ? { group: groups.length, similarity, method } : { ...EMPTY, method };
      for (const index of own) texts[index] = described;
    }
    const representative = copies[centre]?.[0] ?? 0;
    if (members.length > 1) groups.push({ members, representative, similarity: lowest(distinct, scores) });
  }
  return { groups, texts };
}

function findCentre(distinct: readonly number[], copies: readonly (readonly number[])[], scores: Scores): number {
  let centre = distinct[0] ?? 0;
  let highest = -1;
  for (const item of distinct) {
    let sum = 0;
    for (const other of distinct) sum += scores.similarity(item, other) * (copies[other]?.length ?? 1);
    if (sum > highest + 1e-9) {
      highest = sum;
      centre = item;
    }
  }
  return centre;
}

function lowest(distinct: readonly number[], scores: Scores): number {
  let value = 1;
  for (const item of distinct) {
    for (const other of distinct) value = Math.min(value, scores.similarity(item, other));
  }
  return value;
}

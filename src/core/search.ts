import type { CatalogEntry } from './catalog.js';

import {
  firstKey,
  type Index,
  indexEntries,
  lastKey,
  nameKey,
  type Phrase,
  pairOf,
  rarityAmong,
  START_LENGTH,
  startKey,
  WEIGHTS,
} from './search-index.js';
import {
  alsoMeant,
  askedWords,
  conceptOf,
  isEmptyWord,
  isOneOff,
  neighboursOf,
  tellingWords,
  wordStem,
} from './search-words.js';

/** What a match counts that is not the very word. */
const SHARES = { concept: 0.75, also: 0.6, typo: 0.7, part: 0.8, prefix: 0.55 } as const;
/** Two words that stand side by side in both texts count this much of a word: `pdf to jpg` is not `jpg to pdf`. */
const PAIR_SHARE = 0.5;
/** What a title or alias counts that says what was asked, as a multiple of the words' own score. */
const PHRASE_SHARE = 0.8;
/** How much of a word that nobody has is said by one like it. */
const LIKE_TRUST = 0.6;
/** What a word that no tool has counts of the rarest one that is known: it may be a name or a value, which no declaration can have. */
const UNKNOWN_SHARE = 0.5;
/** What a word counts in the fit that is in no id and no title, `safe` or `invalid`: it tells little of what a tool is for. */
const ASIDE_SHARE = 0.5;
/** What a word weighs at least where it is said in the summary or above, up to a wrong letter or another word for the same. */
const SAID_WEIGHT = WEIGHTS.summary * SHARES.typo;
/** Tools with less than this share of the best score are not listed. */
const LEAST_SHARE = 0.1;
/** Longest query that is looked at, in UTF-16 units and in words. */
const QUERY_LENGTH = 200;
const QUERY_WORDS = 24;
/** Answers that are kept: people type a query letter by letter, and many type the same. */
const KEPT_QUERIES = 200;
/** Shortest word in which a wrong letter is forgiven, shortest part of words run together. */
const TYPO_LENGTH = 4;
const PART_LENGTH = 3;
/** Longest word that is taken apart. */
const RUN_LENGTH = 40;

/** Tools that say less of the query than this are not what was asked for. */
export const LEAST_FIT = 0.38;
/** Those that say this much most likely are. */
export const GOOD_FIT = 0.7;

/** In a word, how well a tool fits: of {@link LEAST_FIT} or more, that is, as most searches list no others. */
export const matchWord = (fit: number): 'good' | 'partial' => (fit >= GOOD_FIT ? 'good' : 'partial');

/** A tool that a query finds. */
export interface Match {
  readonly entry: CatalogEntry;
  /**
   * How much of the query the tool's id, title, aliases, formats and summary say, by the rarity of the words: 1 for all, 0 where they stand
   * in its notes and options alone.
   */
  readonly fit: number;
}

/** Ranked search: the tools for a query, the best first; all of them for an empty one. */
export function createSearch(entries: readonly CatalogEntry[]): (query: string) => readonly CatalogEntry[] {
  const match = createMatcher(entries);
  return (query) => {
    const found = match(query);
    return found === undefined ? entries : found.map(({ entry }) => entry);
  };
}

/** An index takes longer to make than hundreds of queries: made once for a list. */
const indexes = new WeakMap<readonly CatalogEntry[], Index>();

/**
 * Ranked search over ids, titles, aliases, summaries, formats, options and notes. A word counts by how few tools have it, so
 * the ranking holds as the catalog grows. Forgives inflections, one wrong letter in words of four and more, and words run together.
 * `undefined` for a query without a word that says anything.
 */
export function createMatcher(entries: readonly CatalogEntry[]): (query: string) => readonly Match[] | undefined {
  const index = indexes.get(entries) ?? indexEntries(entries);
  indexes.set(entries, index);
  /** What was asked last, the latest at the end. */
  const kept = new Map<string, readonly Match[]>();
  return (query) => {
    const said = tellingWords(askedWords(query.slice(0, QUERY_LENGTH), (word) => index.names.has(word))).slice(
      0,
      QUERY_WORDS,
    );
    const asked = said.flatMap((word) => apart(index, word)).slice(0, QUERY_WORDS);
    if (asked.length === 0) return undefined;
    const key = asked.join(' ');
    const found = kept.get(key) ?? ranked(index, asked);
    kept.delete(key);
    kept.set(key, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_QUERIES) break;
      kept.delete(oldest);
    }
    return withNamedFirst(found, index.named.get(nameKey(query)));
  };
}

/** Whoever says a tool's whole id, title or own alias, small words included, means that tool: `csv to sql`, not `csv-sql-query`. */
function withNamedFirst(found: readonly Match[], named: CatalogEntry | undefined): readonly Match[] {
  const match = found.find(({ entry }) => entry === named);
  return match === undefined || match === found[0] ? found : [match, ...found.filter((other) => other !== match)];
}

function ranked(index: Index, asked: readonly string[]): Match[] {
  const scores = new Float64Array(index.entries.length);
  const fits = new Float64Array(index.entries.length);
  const meanings = new Map(asked.map((word) => [word, meaningOf(index, word)]));
  const concepts = new Map<string, number>();
  let weights = 0;
  for (const word of asked) {
    const meaning = meanings.get(word);
    if (meaning === undefined) continue;
    const telling = index.subjects.has(meaning.concept) ? meaning.rarity : meaning.rarity * ASIDE_SHARE;
    for (let tool = 0; tool < scores.length; tool += 1) {
      const score = meaning.scores[tool] ?? 0;
      scores[tool] = (scores[tool] ?? 0) + score;
      // In the summary or a weightier place a word is said; in notes and options alone it may be about anything.
      if (score >= SAID_WEIGHT * meaning.rarity) fits[tool] = (fits[tool] ?? 0) + telling * meaning.trust;
    }
    weights += telling;
    concepts.set(meaning.concept, meaning.rarity);
  }
  for (const [word, next] of neighboursOf(asked)) {
    addTerm(index, pairOf(word, next), PAIR_SHARE, scores);
    addTerm(index, wordStem(word + next), PAIR_SHARE, scores);
  }
  let total = 0;
  for (const rarity of concepts.values()) total += rarity;
  let best = 0;
  for (const [tool, score] of scores.entries()) {
    if (score === 0) continue;
    const likely = score * (1 + PHRASE_SHARE * likeness(index.phrases[tool] ?? [], concepts, total));
    scores[tool] = likely;
    best = Math.max(best, likely);
  }
  const least = LEAST_SHARE * best;
  return index.entries
    .map((entry, tool) => ({ entry, tool, score: scores[tool] ?? 0 }))
    .filter(({ score }) => score > 0 && score >= least)
    .sort((a, b) => b.score - a.score || a.tool - b.tool)
    .map(({ entry, tool }) => ({ entry, fit: (fits[tool] ?? 0) / weights }));
}

/** Adds what a term counts for each tool that has it. */
function addTerm({ terms }: Index, name: string, share: number, scores: Float64Array): void {
  const term = terms.get(name);
  if (term === undefined) return;
  const { tools, weights, rarity } = term;
  for (let i = 0; i < tools.length; i += 1) {
    const tool = tools[i] ?? 0;
    scores[tool] = (scores[tool] ?? 0) + (weights[i] ?? 0) * rarity * share;
  }
}

interface Meaning {
  /** Of each tool: what the word, or what may be meant by it, counts there; 0 where it is not. */
  readonly scores: Float64Array;
  readonly concept: string;
  readonly rarity: number;
  /** How sure it is that the word was meant so. */
  readonly trust: number;
}

/** What a word of a query finds: itself and what means the same; where nobody has it, words like it. */
function meaningOf(index: Index, word: string): Meaning {
  const { terms, entries } = index;
  const stem = wordStem(word);
  const candidates = new Map([
    [stem, 1],
    [`~${conceptOf(stem)}`, SHARES.concept],
  ]);
  for (const other of alsoMeant(stem)) candidates.set(`~${conceptOf(other)}`, SHARES.also);
  const isKnown = terms.has(stem) || terms.has(`~${conceptOf(stem)}`);
  const like = isKnown || alsoMeant(stem).length > 0 ? [] : similarWords(index, word);
  for (const { stem: other, share } of like) {
    candidates.set(other, share);
    candidates.set(`~${conceptOf(other)}`, share * SHARES.concept);
  }
  const scores = new Float64Array(entries.length);
  for (const [name, share] of candidates) {
    const term = terms.get(name);
    if (term === undefined) continue;
    const { tools, weights, rarity } = term;
    for (let i = 0; i < tools.length; i += 1) {
      const tool = tools[i] ?? 0;
      scores[tool] = Math.max(scores[tool] ?? 0, (weights[i] ?? 0) * rarity * share);
    }
  }
  const [other] = isKnown ? [] : alsoMeant(stem);
  const concept = conceptOf(other ?? like[0]?.stem ?? stem);
  const rarity = terms.get(`~${concept}`)?.rarity ?? UNKNOWN_SHARE * rarityAmong(entries.length, 0);
  return { scores, concept, rarity, trust: like.length > 0 ? LIKE_TRUST : 1 };
}

/** A word that nobody has, as the words that it runs together: `filetobase64` asks for `file` and `base64`. */
function apart(index: Index, word: string): readonly string[] {
  if (index.words.has(word)) return [word];
  const parts = partsOf(index, word);
  return parts.length > 1 ? parts : [word];
}

/** Words of the index that a word nobody has may stand for, the likeliest first. */
function similarWords(index: Index, word: string): { readonly stem: string; readonly share: number }[] {
  const { words, groups } = index;
  const shares = new Map<string, number>();
  // From the largest share to the smallest, which is what counts for a word that is found in two ways.
  const add = (known: string, share: number) => shares.set(known, share);
  for (const part of partsOf(index, word)) add(part, SHARES.part);
  if (word.length >= TYPO_LENGTH) {
    for (const length of [word.length, word.length - 1, word.length + 1]) {
      for (const key of [firstKey(length, word), lastKey(length, word)]) {
        for (const known of groups.get(key) ?? []) if (isOneOff(word, known)) add(known, SHARES.typo);
      }
    }
  }
  for (const known of groups.get(startKey(word)) ?? []) {
    if (isStart(word, known) || isStart(known, word)) add(known, SHARES.prefix);
  }
  return [...shares].map(([known, share]) => ({ stem: words.get(known) ?? known, share }));
}

/**
 * The words that a word runs together, where it is made of nothing else: of all ways to part it the one whose words are the most usual among
 * the tools. Words that say nothing count least and are left out.
 */
function partsOf({ terms, words, entries }: Index, word: string): readonly string[] {
  /** For each length, the parts of that much of the word, and how unusual they are. */
  const partings: ({ readonly parts: readonly string[]; readonly cost: number } | undefined)[] = [
    { parts: [], cost: 0 },
  ];
  for (let end = 1; end <= Math.min(word.length, RUN_LENGTH); end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = partings[start];
      const part = word.slice(start, end);
      const stem = part.length >= PART_LENGTH ? words.get(part) : undefined;
      if (before === undefined || (stem === undefined && !isEmptyWord(part))) continue;
      const rarity = stem === undefined ? 0 : (terms.get(stem)?.rarity ?? rarityAmong(entries.length, 0));
      const cost = before.cost + 1 + rarity;
      if (cost < (partings[end]?.cost ?? Infinity)) partings[end] = { parts: [...before.parts, part], cost };
    }
  }
  return tellingWords(partings[word.length]?.parts ?? []);
}

const isStart = (start: string, word: string): boolean => start.length >= START_LENGTH && word.startsWith(start);

/** How much a tool's likest title or alias says the same as the query: shared words over all words, by rarity (0 to 1). */
function likeness(phrases: readonly Phrase[], asked: ReadonlyMap<string, number>, askedWeight: number): number {
  let best = 0;
  for (const { concepts, weight } of phrases) {
    let shared = 0;
    for (const [concept, rarity] of concepts) if (asked.has(concept)) shared += rarity;
    best = Math.max(best, shared / (askedWeight + weight - shared));
  }
  return best;
}

import type { CatalogEntry } from './catalog.js';

import { conceptOf, isEmptyWord, isOneOff, stemOf, tellingWords, wordsOf } from './search-words.js';

/** What a word weighs, by where it is found. */
const WEIGHTS = {
  title: 3,
  id: 3,
  // Less than a title, so that of two tools called the same the one that is named so comes first.
  alias: 2.9,
  formats: 1.5,
  summary: 1.2,
  options: 0.7,
  family: 0.7,
  notes: 0.4,
} as const;
/** What a match counts that is not the very word. */
const SHARES = { concept: 0.75, typo: 0.7, part: 0.8, prefix: 0.55 } as const;
/** Two words that stand side by side in both texts count this much of a word: `pdf to jpg` is not `jpg to pdf`. */
const PAIR_SHARE = 0.5;
/** What a title or alias counts that says what was asked, as a multiple of the words' own score. */
const PHRASE_SHARE = 0.8;
/** Tools with less than this share of the best score are not listed. */
const LEAST_SHARE = 0.1;
/** Longest query that is looked at, in UTF-16 units and in words. */
const QUERY_LENGTH = 200;
const QUERY_WORDS = 24;
/** Shortest word in which a wrong letter is forgiven, shortest start of a word, shortest part of words run together. */
const TYPO_LENGTH = 4;
const START_LENGTH = 4;
const PART_LENGTH = 3;
/** Longest word that is taken apart. */
const RUN_LENGTH = 40;

/** Which tools have a word, and what it weighs there. */
type Postings = Map<number, number>;

interface Index {
  readonly entries: readonly CatalogEntry[];
  /** By stem; pairs of neighbours as `a+b`; concepts as `~a`. */
  readonly terms: ReadonlyMap<string, Postings>;
  /** Every word, also neighbours run together, and its stem. */
  readonly words: ReadonlyMap<string, string>;
  /** The single words, by their length. */
  readonly byLength: ReadonlyMap<number, ReadonlySet<string>>;
  /** Title, id and aliases of each tool, as stems of concepts. */
  readonly phrases: readonly (readonly ReadonlySet<string>[])[];
}

/**
 * Ranked search over ids, titles, aliases, summaries, formats, options and notes. A word counts by how few tools have it, so
 * the ranking holds as the catalog grows. Forgives inflections, one wrong letter in words of four and more, and words run together.
 */
export function createSearch(entries: readonly CatalogEntry[]): (query: string) => CatalogEntry[] {
  const index = indexEntries(entries);
  return (query) => {
    const asked = tellingWords(wordsOf(query.slice(0, QUERY_LENGTH))).slice(0, QUERY_WORDS);
    return asked.length === 0 ? [...entries] : ranked(index, asked);
  };
}

function indexEntries(entries: readonly CatalogEntry[]): Index {
  const terms = new Map<string, Postings>();
  const words = new Map<string, string>();
  const byLength = new Map<number, Set<string>>();
  const phrases: ReadonlySet<string>[][] = [];

  const stemOfNew = (word: string): string => {
    const stem = stemOf(word);
    words.set(word, stem);
    return stem;
  };
  const stemOfSingle = (word: string): string => {
    const list = byLength.get(word.length) ?? new Set();
    byLength.set(word.length, list.add(word));
    return words.get(word) ?? stemOfNew(word);
  };
  const add = (tool: number, term: string, weight: number) => {
    const postings = terms.get(term);
    if (postings === undefined) terms.set(term, new Map([[tool, weight]]));
    else if (weight > (postings.get(tool) ?? 0)) postings.set(tool, weight);
  };
  const addWords = (tool: number, found: readonly string[], weight: number) => {
    for (const word of found) {
      const stem = stemOfSingle(word);
      add(tool, stem, weight);
      add(tool, `~${conceptOf(stem)}`, weight);
    }
  };
  const addPairs = (tool: number, found: readonly string[], weight: number) => {
    for (const [i, word] of found.entries()) {
      const next = found[i + 1];
      if (next === undefined) return;
      add(tool, pairOf(word, next), weight);
      add(tool, words.get(word + next) ?? stemOfNew(word + next), weight);
    }
  };

  for (const [tool, entry] of entries.entries()) {
    for (const [text, weight] of textsOf(entry)) addWords(tool, tellingWords(wordsOf(text)), weight);
    const names = [entry.id, entry.title, ...entry.aliases].map((name) => tellingWords(wordsOf(name)));
    for (const [i, name] of names.entries()) addPairs(tool, name, i < 2 ? WEIGHTS.title : WEIGHTS.alias);
    addPairs(tool, tellingWords(wordsOf(entry.summary)), WEIGHTS.summary);
    phrases.push(names.map((name) => new Set(name.map(conceptOfWord))));
  }
  return { entries, terms, words, byLength, phrases };
}

/** The texts of a tool with what their words weigh, the weightiest first. */
function textsOf(entry: CatalogEntry): (readonly [string, number])[] {
  const optionNames = entry.options.map(({ name, allowed = [] }) => [name, ...allowed].join(' '));
  const words = [...entry.notes, ...entry.options.map(({ description }) => description)];
  return [
    [entry.title, WEIGHTS.title],
    [entry.id, WEIGHTS.id],
    [entry.aliases.join(' '), WEIGHTS.alias],
    [(entry.files?.formats ?? []).join(' '), WEIGHTS.formats],
    [entry.summary, WEIGHTS.summary],
    [entry.family, WEIGHTS.family],
    [optionNames.join(' '), WEIGHTS.options],
    [words.join(' '), WEIGHTS.notes],
  ];
}

const conceptOfWord = (word: string): string => conceptOf(stemOf(word));

const pairOf = (a: string, b: string): string => `${conceptOfWord(a)}+${conceptOfWord(b)}`;

function ranked(index: Index, asked: readonly string[]): CatalogEntry[] {
  const scores = new Map<number, number>();
  const add = (matches: Postings) => {
    for (const [tool, score] of matches) scores.set(tool, (scores.get(tool) ?? 0) + score);
  };
  const meant = asked.map((word) => meaningOf(index, word));
  for (const { matches } of meant) add(matches);
  for (const [i, word] of asked.entries()) {
    const next = asked[i + 1];
    if (next === undefined) continue;
    const joined = stemOf(word + next);
    add(weighted(index, pairOf(word, next), PAIR_SHARE));
    if (index.terms.has(joined)) add(weighted(index, joined, PAIR_SHARE));
  }
  const concepts = new Map(meant.map(({ concept, rarity }) => [concept, rarity]));
  for (const [tool, score] of scores) {
    scores.set(tool, score * (1 + PHRASE_SHARE * likeness(index, index.phrases[tool] ?? [], concepts)));
  }
  const least = LEAST_SHARE * Math.max(0, ...scores.values());
  return [...scores]
    .filter(([, score]) => score >= least)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    .flatMap(([tool]) => index.entries[tool] ?? []);
}

interface Meaning {
  /** Score of each tool that has the word, or what may be meant by it. */
  readonly matches: Postings;
  readonly concept: string;
  readonly rarity: number;
}

/** What a word of a query finds: itself and what means the same; where nobody has it, words like it. */
function meaningOf(index: Index, word: string): Meaning {
  const stem = stemOf(word);
  const candidates = new Map([
    [stem, 1],
    [`~${conceptOf(stem)}`, SHARES.concept],
  ]);
  const isKnown = [...candidates.keys()].some((term) => index.terms.has(term));
  const like = isKnown ? [] : similarWords(index, word);
  for (const { stem: other, share } of like) {
    candidates.set(other, share);
    candidates.set(`~${conceptOf(other)}`, share * SHARES.concept);
  }
  const matches: Postings = new Map();
  for (const [term, share] of candidates) {
    for (const [tool, score] of weighted(index, term, share)) {
      matches.set(tool, Math.max(score, matches.get(tool) ?? 0));
    }
  }
  const concept = conceptOf(like[0]?.stem ?? stem);
  return { matches, concept, rarity: rarityOf(index, `~${concept}`) };
}

/** Words of the index that a word nobody has may stand for, the likeliest first. */
function similarWords({ words, byLength }: Index, word: string): { readonly stem: string; readonly share: number }[] {
  const found: { readonly stem: string; readonly share: number }[] = [];
  const add = (known: string, share: number) => found.push({ stem: words.get(known) ?? known, share });
  for (const part of partsOf(word, (known) => words.has(known))) add(part, SHARES.part);
  for (const [length, list] of byLength) {
    const mayBeTypo = word.length >= TYPO_LENGTH && Math.abs(length - word.length) <= 1;
    for (const known of list) {
      if (mayBeTypo && isOneOff(word, known)) add(known, SHARES.typo);
      else if (isStart(word, known) || isStart(known, word)) add(known, SHARES.prefix);
    }
  }
  return found.sort((a, b) => b.share - a.share);
}

/** The words that a word is run together of, the fewest there can be: `jsontoxml` is `json` and `xml`. */
function partsOf(word: string, isKnown: (part: string) => boolean): readonly string[] {
  /** For each length, the parts of that much of the word. */
  const partings: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= Math.min(word.length, RUN_LENGTH); end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = partings[start];
      const part = word.slice(start, end);
      const isPart = isEmptyWord(part) || (part.length >= PART_LENGTH && isKnown(part));
      if (before === undefined || !isPart || before.length + 1 >= (partings[end]?.length ?? Infinity)) continue;
      partings[end] = [...before, part];
    }
  }
  return tellingWords(partings[word.length] ?? []);
}

const isStart = (start: string, word: string): boolean => start.length >= START_LENGTH && word.startsWith(start);

/** What a term counts for each tool that has it. */
function weighted(index: Index, term: string, share: number): Postings {
  const rarity = rarityOf(index, term) * share;
  return new Map([...(index.terms.get(term) ?? [])].map(([tool, weight]) => [tool, weight * rarity]));
}

/** Inverse document frequency: a word that every tool has says little, but never nothing. */
function rarityOf({ terms, entries }: Index, term: string): number {
  return Math.log(1 + (entries.length + 1) / ((terms.get(term)?.size ?? 0) + 0.5));
}

/** How much a tool's likest title or alias says the same as the query: shared words over all words, by rarity (0 to 1). */
function likeness(index: Index, phrases: readonly ReadonlySet<string>[], asked: ReadonlyMap<string, number>): number {
  let best = 0;
  for (const phrase of phrases) {
    let shared = 0;
    let all = 0;
    for (const [concept, rarity] of asked) {
      all += rarity;
      if (phrase.has(concept)) shared += rarity;
    }
    for (const concept of phrase) if (!asked.has(concept)) all += rarityOf(index, `~${concept}`);
    best = Math.max(best, shared / all);
  }
  return best;
}

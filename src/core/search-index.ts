import type { CatalogEntry } from './catalog.js';

import { conceptOf, isFiller, saidWords, searchWords, tellingWords, wordStem } from './search-words.js';

/** What a word weighs, by where it is found. */
export const WEIGHTS = {
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
/** Shortest start of a word that is looked up. */
export const START_LENGTH = 4;

/** Which tools have a word, and what it weighs there. */
type Postings = Map<number, number>;

/** The same, made once for reading. */
interface Term {
  readonly tools: readonly number[];
  readonly weights: readonly number[];
  /** Inverse document frequency: a word that every tool has says little, but never nothing. */
  readonly rarity: number;
}

/** A title, id or alias: what its concepts weigh, each and together. */
export interface Phrase {
  readonly concepts: ReadonlyMap<string, number>;
  readonly weight: number;
}

export interface Index {
  readonly entries: readonly CatalogEntry[];
  /** Every word of ids, titles and aliases. */
  readonly names: ReadonlySet<string>;
  /** The concepts of ids and titles: what tools are about. */
  readonly subjects: ReadonlySet<string>;
  /** By the words of ids, titles, and aliases that only one has. */
  readonly named: ReadonlyMap<string, CatalogEntry>;
  /** By stem; pairs of neighbours as `a+b`; concepts as `~a`. */
  readonly terms: ReadonlyMap<string, Term>;
  /** Every word, also neighbours run together, and its stem. */
  readonly words: ReadonlyMap<string, string>;
  /** The single words, by their length with their first letter, by their length with their last, and by their start. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Of each tool. */
  readonly phrases: readonly (readonly Phrase[])[];
}

export const nameKey = (name: string): string =>
  searchWords(name)
    .filter((word, i, words) => i === 0 || i === words.length - 1 || !isFiller(word))
    .join(' ');

/** Made once for all searches. */
export function indexEntries(entries: readonly CatalogEntry[]): Index {
  const postings = new Map<string, Postings>();
  const words = new Map<string, string>();
  const singles = new Set<string>();
  const names: (readonly string[])[][] = [];

  const stemOfNew = (word: string): string => {
    const stem = wordStem(word);
    words.set(word, stem);
    return stem;
  };
  const stemOfSingle = (word: string): string => {
    singles.add(word);
    return words.get(word) ?? stemOfNew(word);
  };
  const add = (tool: number, term: string, weight: number) => {
    const known = postings.get(term);
    if (known === undefined) postings.set(term, new Map([[tool, weight]]));
    else if (weight > (known.get(tool) ?? 0)) known.set(tool, weight);
  };
  /** The words of a tool by stem, each with the largest weight that it has there. */
  const addWords = (tool: number, texts: Iterable<readonly [string, number]>) => {
    const weights = new Map<string, number>();
    for (const [text, weight] of texts) {
      for (const word of tellingWords(saidWords(text))) {
        const stem = stemOfSingle(word);
        if (weight > (weights.get(stem) ?? 0)) weights.set(stem, weight);
      }
    }
    for (const [stem, weight] of weights) {
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
    addWords(tool, textsOf(entry));
    const own = [entry.id, entry.title, ...entry.aliases].map((name) => tellingWords(saidWords(name)));
    for (const [i, name] of own.entries()) addPairs(tool, name, i < 2 ? WEIGHTS.title : WEIGHTS.alias);
    addPairs(tool, tellingWords(searchWords(entry.summary)), WEIGHTS.summary);
    names.push(own);
  }
  const terms = new Map(
    [...postings].map(([term, found]) => {
      const rarity = rarityAmong(entries.length, found.size);
      return [term, { tools: [...found.keys()], weights: [...found.values()], rarity }];
    }),
  );
  const phrases = names.map((own) => own.map((name) => phraseOf(name, terms, entries.length)));
  // The first two names of each are its id and its title.
  const subjects = new Set(names.flatMap((own) => own.slice(0, 2).flat().map(conceptOfWord)));
  const named = namesOf(entries);
  return { entries, terms, words, groups: groupsOf(singles), phrases, names: new Set(names.flat(2)), subjects, named };
}

function namesOf(entries: readonly CatalogEntry[]): Map<string, CatalogEntry> {
  const named = new Map<string, CatalogEntry>();
  const shared = new Set<string>();
  for (const entry of entries) {
    for (const key of entry.aliases.map(nameKey)) {
      if ((named.get(key) ?? entry) !== entry) shared.add(key);
      named.set(key, entry);
    }
  }
  for (const key of shared) named.delete(key);
  for (const entry of entries) for (const name of [entry.title, entry.id]) named.set(nameKey(name), entry);
  return named;
}

function phraseOf(name: readonly string[], terms: Index['terms'], count: number): Phrase {
  const concepts = new Map(
    name.map(conceptOfWord).map((concept) => [concept, terms.get(`~${concept}`)?.rarity ?? rarityAmong(count, 0)]),
  );
  let weight = 0;
  for (const rarity of concepts.values()) weight += rarity;
  return { concepts, weight };
}

export const rarityAmong = (tools: number, having: number): number => Math.log(1 + (tools + 1) / (having + 0.5));

/** What a word may be looked up by where it is not known: words that differ by one letter have the first or the last in common. */
export const firstKey = (length: number, word: string): string => `${length}^${word.at(0)}`;
export const lastKey = (length: number, word: string): string => `${length}$${word.at(-1)}`;
export const startKey = (word: string): string => word.slice(0, START_LENGTH);

function groupsOf(words: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    for (const key of [firstKey(word.length, word), lastKey(word.length, word), startKey(word)]) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [word]);
      else group.push(word);
    }
  }
  return groups;
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

const conceptOfWord = (word: string): string => conceptOf(wordStem(word));

export const pairOf = (a: string, b: string): string => `${conceptOfWord(a)}+${conceptOfWord(b)}`;

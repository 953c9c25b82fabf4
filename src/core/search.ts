import type { CatalogEntry } from './catalog.js';

/** What a word weighs, by where it is found. */
const WEIGHTS = { id: 10, title: 8, alias: 8, summary: 3 } as const;
/** A word that only starts like the one searched for counts this much of it. */
const PREFIX_SHARE = 0.6;
/** Longest query that is looked at, in UTF-16 units. */
const QUERY_LENGTH = 200;
/** Words that say nothing about a tool. */
const EMPTY_WORDS = new Set([
  'a',
  'an',
  'the',
  'to',
  'of',
  'in',
  'into',
  'from',
  'for',
  'and',
  'or',
  'my',
  'with',
  'how',
]);

interface Indexed {
  readonly entry: CatalogEntry;
  readonly words: ReadonlyMap<string, number>;
  readonly phrases: readonly string[];
}

/** Ranked search over id, title, aliases and summary. */
export function createSearch(entries: readonly CatalogEntry[]): (query: string) => CatalogEntry[] {
  const index = entries.map(indexEntry);
  return (query) => {
    const asked = wordsOf(query.slice(0, QUERY_LENGTH));
    if (asked.length === 0) return [...entries];
    const phrase = asked.join(' ');
    return index
      .map((indexed) => ({ entry: indexed.entry, score: scoreOf(indexed, asked, phrase) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
      .map(({ entry }) => entry);
  };
}

function indexEntry(entry: CatalogEntry): Indexed {
  const words = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  add(entry.summary, WEIGHTS.summary);
  for (const alias of entry.aliases) add(alias, WEIGHTS.alias);
  add(entry.title, WEIGHTS.title);
  add(entry.id, WEIGHTS.id);
  const phrases = [entry.id, entry.title, ...entry.aliases].map((text) => wordsOf(text).join(' '));
  return { entry, words, phrases };
}

/** Sum over the asked words of their best match; whole phrases first; words without a match count against. */
function scoreOf({ words, phrases }: Indexed, asked: readonly string[], phrase: string): number {
  let score = 0;
  let found = 0;
  for (const word of asked) {
    const best = matchOf(words, word);
    if (best > 0) found += 1;
    score += best;
  }
  const share = found / asked.length;
  const whole = phrases.includes(phrase) ? 50 : phrases.some((known) => known.includes(phrase)) ? 10 : 0;
  return score * share * share + whole;
}

function matchOf(words: ReadonlyMap<string, number>, word: string): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [known, weight] of words) {
    if (word.length >= 3 && known.startsWith(word)) best = Math.max(best, weight * PREFIX_SHARE);
  }
  return best;
}

/** Lower-case words without empty ones; a plural counts as its singular. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return (telling.length === 0 ? words : telling).map((word) =>
    word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  );
}

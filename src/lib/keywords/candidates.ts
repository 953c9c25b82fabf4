import type { Term, TermSentence } from './terms.js';

export interface Keyword {
  readonly text: string;
  readonly score: number;
  readonly count: number;
}

export interface Ranking {
  /** Most words of a phrase. */
  readonly maxWords: number;
  readonly isStop: (term: Term) => boolean;
  /** What stands between words: a space, or nothing. */
  readonly joiner: string;
}

/** A phrase, as it stands first, and how often it does. */
export interface Candidate {
  readonly terms: readonly Term[];
  readonly text: string;
  count: number;
}

/** Longer words are addresses or noise. */
const LONGEST = 100;

export const isCounted = ({ kind }: Term): boolean => kind !== 'number' && kind !== 'odd';

/** Counts a phrase by the keys of its words. */
export function addCandidate(found: Map<string, Candidate>, terms: readonly Term[], joiner: string): void {
  if (terms.some(({ text }) => text.length > LONGEST)) return;
  const key = terms.map((term) => term.key).join(' ');
  const known = found.get(key);
  if (known === undefined) found.set(key, { terms, text: terms.map(({ text }) => text).join(joiner), count: 1 });
  else known.count++;
}

/** Every chunk of a text. */
export function* chunksOf(sentences: readonly TermSentence[]): Generator<readonly Term[]> {
  for (const { chunks } of sentences) yield* chunks;
}

import { addCandidate, type Candidate, chunksOf, type Keyword, type Ranking } from './candidates.js';
import type { Term, TermSentence } from './terms.js';

/**
 * RAKE (Rose, Engel, Cramer and Cowley 2010): phrases are what stands between stop words and punctuation; a word's score is its degree
 * (words of all phrases it is in) by its frequency, a phrase's the sum. Higher is better.
 */
export function rankByRake(sentences: readonly TermSentence[], { maxWords, isStop, joiner }: Ranking): Keyword[] {
  const found = new Map<string, Candidate>();
  const frequencies = new Map<string, number>();
  const degrees = new Map<string, number>();
  const add = (phrase: readonly Term[]): void => {
    if (phrase.length === 0) return;
    for (const { key } of phrase) {
      frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
      degrees.set(key, (degrees.get(key) ?? 0) + phrase.length);
    }
    if (phrase.length <= maxWords) addCandidate(found, phrase, joiner);
  };
  for (const chunk of chunksOf(sentences)) {
    let phrase: Term[] = [];
    for (const term of chunk) {
      if (!isStop(term) && term.kind !== 'number') {
        phrase.push(term);
        continue;
      }
      add(phrase);
      phrase = [];
    }
    add(phrase);
  }
  return Array.from(found.values(), ({ terms, text, count }) => ({
    text,
    count,
    score: terms.reduce((sum, { key }) => sum + (degrees.get(key) ?? 0) / (frequencies.get(key) ?? 1), 0),
  })).sort((a, b) => b.score - a.score);
}

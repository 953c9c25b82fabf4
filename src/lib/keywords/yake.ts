import { addCandidate, type Candidate, isCounted, type Keyword, type Ranking } from './candidates.js';
import type { Term, TermSentence } from './terms.js';

/** What is known of a word of the text. */
interface Word {
  count: number;
  acronyms: number;
  names: number;
  /** Sentences it is in, counted from 0, in order. */
  readonly places: number[];
  readonly left: Map<string, number>;
  readonly right: Map<string, number>;
  score: number;
}

const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const bump = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Different neighbours by all neighbours on one side: high where a word goes with anything, as stop words do. */
const spread = (side: ReadonlyMap<string, number>): number => (side.size === 0 ? 0 : side.size / sumOf(side.values()));

function wordsOf(sentences: readonly TermSentence[]): Map<string, Word> {
  const words = new Map<string, Word>();
  const wordOf = (key: string): Word => {
    const known = words.get(key);
    if (known !== undefined) return known;
    const made = { count: 0, acronyms: 0, names: 0, places: [], left: new Map(), right: new Map(), score: 0 };
    words.set(key, made);
    return made;
  };
  for (const [place, { chunks }] of sentences.entries()) {
    for (const chunk of chunks) {
      let previous: Term | undefined;
      for (const term of chunk) {
        const word = wordOf(term.key);
        word.count++;
        if (term.kind === 'acronym') word.acronyms++;
        if (term.kind === 'name') word.names++;
        word.places.push(place);
        if (previous !== undefined && isCounted(previous) && isCounted(term)) {
          bump(word.left, previous.key);
          bump(wordOf(previous.key).right, term.key);
        }
        previous = term;
      }
    }
  }
  return words;
}

/** Scores of words (section 3.2 of the paper): case, position, frequency, relation to what is beside, sentences. */
function scoreWords(words: ReadonlyMap<string, Word>, sentences: number, counted: readonly number[]): void {
  const mean = counted.length === 0 ? 0 : sumOf(counted) / counted.length;
  const deviation = Math.sqrt(sumOf(counted.map((count) => (count - mean) ** 2)) / Math.max(1, counted.length));
  let most = 1;
  for (const { count } of words.values()) most = Math.max(most, count);
  for (const word of words.values()) {
    const byCase = Math.max(word.acronyms, word.names) / (1 + Math.log(word.count));
    const byPlace = Math.log(Math.log(3 + median(word.places)));
    const byCount = word.count / (mean + deviation || 1);
    const relation = 1 + (spread(word.left) + spread(word.right)) * (word.count / most);
    const bySentences = new Set(word.places).size / sentences;
    word.score = (byPlace * relation) / (byCase + byCount / relation + bySentences / relation);
  }
}

/**
 * YAKE (Campos, Mangaravite, Pasquali, Jorge, Nunes and Jatowt 2020), with a window of one word. A phrase neither begins nor ends with a
 * stop word; one inside counts by how likely it is between its neighbours. Lower is better.
 */
export function rankByYake(sentences: readonly TermSentence[], { maxWords, isStop, joiner }: Ranking): Keyword[] {
  const words = wordsOf(sentences);
  const stops = new Set<string>();
  const found = new Map<string, Candidate>();
  for (const { chunks } of sentences) {
    for (const chunk of chunks) {
      const flags = chunk.map(isStop);
      for (const [index, term] of chunk.entries()) if (flags[index] === true) stops.add(term.key);
      for (let start = 0; start < chunk.length; start++) {
        if (flags[start] === true) continue;
        for (let end = start; end < Math.min(chunk.length, start + maxWords); end++) {
          const term = chunk[end];
          if (term === undefined || !isCounted(term)) break;
          if (flags[end] !== true) addCandidate(found, chunk.slice(start, end + 1), joiner);
        }
      }
    }
  }
  const counted: number[] = [];
  const numbers = new Set(
    sentences.flatMap(({ chunks }) =>
      chunks.flatMap((chunk) => chunk.filter((term) => !isCounted(term)).map(({ key }) => key)),
    ),
  );
  for (const [key, { count }] of words) if (!stops.has(key) && !numbers.has(key)) counted.push(count);
  scoreWords(words, Math.max(1, sentences.length), counted);
  return Array.from(found.values(), ({ terms, text, count }) => ({
    text,
    count,
    score: scoreOf(terms, count, words, stops),
  })).sort((a, b) => a.score - b.score);
}

function scoreOf(
  terms: readonly Term[],
  count: number,
  words: ReadonlyMap<string, Word>,
  stops: ReadonlySet<string>,
): number {
  let product = 1;
  let sum = 0;
  for (const [index, { key }] of terms.entries()) {
    const word = words.get(key);
    if (word === undefined) continue;
    if (!stops.has(key)) {
      product *= word.score;
      sum += word.score;
      continue;
    }
    const before = words.get(terms[index - 1]?.key ?? '');
    const after = terms[index + 1]?.key ?? '';
    const chance = ((before?.right.get(key) ?? 0) / (before?.count ?? 1)) * ((word.right.get(after) ?? 0) / word.count);
    product *= 1 + (1 - chance);
    sum -= 1 - chance;
  }
  return product / ((sum + 1) * count);
}

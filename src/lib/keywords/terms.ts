import { sentencesOf } from '../readability/sentences.js';
import { segmentText } from '../unicode/text-segments.js';

/** A word of a text where it stands. */
export interface Term {
  /** As it is written. */
  readonly text: string;
  /** As it is compared: in lower case. */
  readonly key: string;
  readonly kind: Kind;
}

/** `odd` has letters and figures; `name` begins with a capital inside a sentence. */
type Kind = 'number' | 'odd' | 'acronym' | 'name' | 'plain';

export interface TermSentence {
  /** Terms between marks of punctuation. */
  readonly chunks: readonly (readonly Term[])[];
}

/** Scripts whose words are not divided by spaces. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,&‐‑-][\p{L}\p{M}\p{N}]+)*/gu;

function kindOf(text: string, isFirst: boolean): Kind {
  if (/^[\p{N}.,]+$/u.test(text)) return 'number';
  if (/\p{N}/u.test(text)) return 'odd';
  if (/^\p{Lu}[\p{Lu}&.]+$/u.test(text)) return 'acronym';
  return !isFirst && /^\p{Lu}/u.test(text) ? 'name' : 'plain';
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function* spansOf(text: string, locale: string): Generator<Span> {
  if (UNSPACED.test(text)) {
    for (const { start, end, isWord } of segmentText(text, 'word', locale)) if (isWord) yield { start, end };
    return;
  }
  for (const { 0: word, index } of text.matchAll(WORD)) yield { start: index, end: index + word.length };
}

/** The sentences of a text with their terms. */
export function readTerms(text: string, locale: string): TermSentence[] {
  const language = locale.split('-', 1)[0] ?? '';
  return Array.from(sentencesOf(text, locale), (sentence) => {
    const chunks: Term[][] = [];
    let chunk: Term[] = [];
    let last = 0;
    let isFirst = true;
    for (const { start, end } of spansOf(sentence.text, locale)) {
      if (chunk.length > 0 && /\S/.test(sentence.text.slice(last, start))) {
        chunks.push(chunk);
        chunk = [];
      }
      const word = sentence.text.slice(start, end);
      const own = language === 'en' ? word.replace(/['’]s$/i, '') : word;
      chunk.push({ text: own, key: own.toLowerCase().replaceAll('’', "'"), kind: kindOf(own, isFirst) });
      isFirst = false;
      last = end;
    }
    if (chunk.length > 0) chunks.push(chunk);
    return { chunks };
  });
}

import { ContentFault } from '../faults.js';
import { STATUS_CODES, type StatusCode } from './status-codes.data.js';

export const STATUS_CLASSES = {
  1: 'informational',
  2: 'success',
  3: 'redirection',
  4: 'client error',
  5: 'server error',
} as const;
type StatusClass = (typeof STATUS_CLASSES)[keyof typeof STATUS_CLASSES] | 'unofficial';

/** Of a code from 100 on; above 599 there are no classes. */
export const classOf = (code: number): StatusClass =>
  STATUS_CLASSES[Math.floor(code / 100) as keyof typeof STATUS_CLASSES] ?? 'unofficial';

/** What a line asks for: a code, all of a class (`4xx`), or words. */
export type StatusQuestion =
  | { readonly code: number }
  | { readonly hundreds: number }
  | { readonly words: readonly string[] };

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[a-z0-9]+/g) ?? [];

/** Words that a question has and a code's name has not. */
const FILLERS = new Set([
  'http',
  'https',
  'status',
  'code',
  'error',
  'errors',
  'what',
  'is',
  'does',
  'mean',
  'the',
  'a',
  'an',
  'codes',
]);

/** Reads `404`, `HTTP/1.1 404 Not Found`, `4xx`, `not found`. Throws ContentFault for a number that is no status code. */
export function readQuestion(line: string): StatusQuestion {
  const [, hundreds] = /^\s*(?:http\s+)?([1-5])(?:xx|\*\*|00\s*[-–]\s*[1-5]99|\*)\s*$/i.exec(line) ?? [];
  if (hundreds !== undefined) return { hundreds: Number(hundreds) };
  const digits = /(?:^|[^\d./])(\d{1,9})(?![\d./])/.exec(line.replace(/HTTP\/\d(?:\.\d)?/i, ' '))?.[1];
  if (digits !== undefined) {
    const code = Number(digits);
    if (code < 100 || code > 999) throw new ContentFault(`a status code has three digits, from 100 on, got ${digits}`);
    return { code };
  }
  const all = wordsOf(line);
  const words = all.filter((word) => !FILLERS.has(word));
  if (all.length === 0) throw new ContentFault('it has neither a number nor words');
  return { words: words.length === 0 ? all : words };
}

/** The codes that fit, those whose name has all the words before those whose meaning has them; else by number. */
export function findCodes(question: StatusQuestion): readonly StatusCode[] {
  if ('code' in question) return STATUS_CODES.filter(({ code }) => code === question.code);
  const byNumber = [...STATUS_CODES].sort((a, b) => a.code - b.code);
  if ('hundreds' in question) return byNumber.filter(({ code }) => Math.floor(code / 100) === question.hundreds);
  const fits = (text: string): boolean => {
    const own = wordsOf(text);
    return question.words.every((word) => own.some((part) => part.startsWith(word)));
  };
  const named = byNumber.filter(({ name }) => fits(name));
  const told = byNumber.filter(
    (found) => !named.includes(found) && fits(`${found.name} ${found.meaning} ${found.specification}`),
  );
  return [...named, ...told];
}

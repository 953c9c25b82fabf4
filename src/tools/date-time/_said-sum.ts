import { invalid, quote } from '../../core/index.js';
import type { Moment, Reading } from '../../formats/moments.js';
import { checkSentence, findSaidMoment } from '../../formats/said-dates.js';
import { ContentFault } from '../../lib/faults.js';
import { type DurationPart, readDuration } from '../../lib/time/durations.js';

/** A date and what is added to it, as a sentence says it. */
export interface SaidSum {
  readonly start: Moment;
  readonly parts: readonly DurationPart[];
  /** Working days were said. */
  readonly byWeekdays: boolean;
}

const WORKING = /\b(?:working|business|work|week)[ -]?(?=days?\b)/i;

/** But not the words of `the day after tomorrow`. */
const QUESTION =
  /^(?:(?:what|which|when|date|will|be|is|was|it|calculate|find|,|(?:the|day)(?!\s+(?:day\s+)?(?:after|before)\b))\b[\s,]*){0,12}/i;
const SIGNS = /\s*\+\s*|\s+[-−]\s+|\s+(?:plus|minus)\s+/gi;

interface Split {
  readonly date: string;
  readonly add: string;
  readonly sign: '+' | '-';
}

/** The ways in which a text may be a date and a duration. */
function splits(text: string): Split[] {
  const [, verb = '', before = '', base = ''] = /^(add|subtract|take)\s+(.+?)\s+(?:to|from)\s+(.+)$/i.exec(text) ?? [];
  if (verb !== '') return [{ date: base, add: before, sign: /add/i.test(verb) ? '+' : '-' }];
  const [, ahead] = /^in\s+(.+)$/i.exec(text) ?? [];
  if (ahead !== undefined) return [{ date: 'now', add: ahead, sign: '+' }];
  const [, past] = /^(.+)\s+ago$/i.exec(text) ?? [];
  if (past !== undefined) return [{ date: 'now', add: past, sign: '-' }];
  const sides = [...text.matchAll(/\s+(from|after|before)\s+/gi)].map(
    ({ 0: found, 1: word = '', index }): Split => ({
      date: text.slice(index + found.length),
      add: text.slice(0, index),
      sign: /before/i.test(word) ? '-' : '+',
    }),
  );
  const signs = [...text.matchAll(SIGNS)].map(({ 0: sign, index }): Split => {
    const isLess = /[-−]|minus/i.test(sign);
    // Signs further on are those of the duration itself.
    return {
      date: text.slice(0, index),
      add: `${isLess ? '-' : ''}${words(text.slice(index + sign.length))}`,
      sign: '+',
    };
  });
  return [...sides, ...signs].slice(0, 12);
}

const words = (text: string): string =>
  text
    .replace(/\bplus\b/gi, '+')
    .replace(/\bminus\b/gi, '-')
    .replace(WORKING, '');

/** The parts with a sign before them all. */
const signed = (parts: readonly DurationPart[], sign: '+' | '-'): DurationPart[] =>
  parts.map((part) => (sign === '-' ? { ...part, digits: -part.digits } : part));

/**
 * Reads `31 January 2026 + 1 month - 2 days`, `90 days from today`, `10 working days after 1 December`, `in 3 weeks`. A text that is a
 * date alone adds nothing. Throws INVALID_INPUT.
 */
export async function readSaidSum(written: string, reading: Reading): Promise<SaidSum> {
  const sum = await findSaidSum(written, reading);
  if (sum !== undefined) return sum;
  // A question's words may be those of a date: the day after tomorrow.
  const start =
    (await findSaidMoment(written, reading)) ?? (await findSaidMoment(written.replace(QUESTION, ''), reading));
  if (start !== undefined) return { start, parts: [], byWeekdays: false };
  throw invalid(
    `Cannot read ${reading.label}: ${quote(written.trim())} is not a date and a duration such as 31 January 2026 + 1 month, or 90 days from today`,
  );
}

/** The same, but `undefined` for what is no sum. */
export async function findSaidSum(written: string, reading: Reading): Promise<SaidSum | undefined> {
  checkSentence(written, reading.label);
  const text = written
    .trim()
    .replace(/[\s.?!]+$/, '')
    .replace(QUESTION, '');
  const byWeekdays = WORKING.test(text);
  for (const { date, add, sign } of splits(text)) {
    const parts = durationOf(words(add));
    const start = parts && (await findSaidMoment(date, reading));
    if (parts !== undefined && start !== undefined) return { start, parts: signed(parts, sign), byWeekdays };
  }
  return undefined;
}

function durationOf(text: string): readonly DurationPart[] | undefined {
  try {
    return readDuration(text, 'days');
  } catch (error) {
    if (error instanceof ContentFault) return undefined;
    throw error;
  }
}

import { z } from 'zod';
import { overLimit } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { WorkTime } from '../../engines/work-time.js';
import { ContentFault, inPart } from '../../lib/faults.js';
import { isWhole } from '../../lib/numbers/rational.js';
import type { NumberReader } from '../../lib/numbers/typed-number.js';

/** Significant digits of what has to be rounded. */
export const precisionOption = (value: number, most: number) =>
  z
    .number()
    .multipleOf(1)
    .min(1)
    .max(most)
    .default(value)
    .describe('Significant digits of results that have to be rounded; exact results keep all their digits up to it.');

export const numberLocale = () =>
  shared.locale().describe('Language whose decimal and grouping marks the numbers have: 1,234.5 in en, 1.234,5 in de.');

/** Lines that are not blank, with their numbers. */
export const filledLines = (input: string): { readonly line: number; readonly text: string }[] =>
  input
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');

/** The whole number of a text. Throws `ContentFault` where it is none. */
export function readWhole(text: string, reader: NumberReader): bigint {
  const value = reader.read(text);
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  if (value === undefined) throw new ContentFault(`${shown} is not a number`);
  if (!isWhole(value)) throw new ContentFault(`${shown} is not a whole number`);
  return value.numerator;
}

/** One per line, as people type them. Throws LIMIT_EXCEEDED beyond `most`, `ContentFault` with the line of what is no number. */
export function eachNumber<Result>(
  input: string,
  most: number,
  work: (text: string, line: number) => Result,
): readonly Result[] {
  const lines = filledLines(input);
  if (lines.length > most) throw overLimit(`Property "input" must hold at most ${most} numbers, got ${lines.length}`);
  return refusing('Cannot read property "input"', () =>
    lines.map(({ line, text }) => inPart(`line ${line}`, () => work(text, line))),
  );
}

/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 6;

/** Synchronous work on numbers whose length decides how long it takes. Throws LIMIT_EXCEEDED where it takes too long. */
export const withinTime = <Result>(work: () => Result): Result =>
  new WorkTime(WORK_SECONDS, () =>
    overLimit(`The numbers must be worked out within ${WORK_SECONDS} seconds: give fewer or shorter ones`),
  ).run(work);

import { z } from 'zod';
import { overLimit, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { WorkTime } from '../../engines/work-time.js';
import { ContentFault, inPart } from '../../lib/faults.js';
import { isWhole } from '../../lib/numbers/rational.js';
import { marksOf, type NumberReader, numberReader } from '../../lib/numbers/typed-number.js';

const OTHER_MARKS = ['de', 'en', 'fr', 'de-CH'].map((tag) => [tag, numberReader(marksOf(tag))] as const);

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

/** A text that is not a number; where it is one by the marks of another language, the option that takes it is named. */
export function notNumber(text: string, reader: NumberReader, option: string): ContentFault {
  const shown = quote(text.length > 60 ? `${text.slice(0, 59)}…` : text);
  const [tag] = OTHER_MARKS.filter(([, other]) => reader.read(text) === undefined && other.read(text) !== undefined);
  const hint = tag === undefined ? '' : `: its marks need option "${option}", such as ${tag[0]}`;
  return new ContentFault(`${shown} is not a number${hint}`);
}

/** Numbers of a line with semicolons, commas and a space, or spaces alone between; 1 999 may be one number and stays. */
export function listedNumbers(line: string): string[] {
  const parts = line.split(/;|,\s/).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .flatMap((part) => {
      const spaced = part.split(/\s/);
      const isList = spaced.every((own) => /^[-+]?\d[\d.,]*$/.test(own)) && !/^[-+]?\d{1,3}(?:\s\d{3})+$/.test(part);
      return isList ? spaced : [part];
    });
}

/** One per line, as people type them. Throws LIMIT_EXCEEDED beyond `most`, `ContentFault` with the line of what is no number. */
export function eachNumber<Result>(
  input: string,
  most: number,
  work: (text: string, line: number) => Result,
  valuesOf: (text: string) => readonly string[] = (text) => [text],
): readonly Result[] {
  const lines = filledLines(input).flatMap(({ line, text }) => valuesOf(text).map((own) => ({ line, text: own })));
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

import type { CslItem } from './to-csl.js';

/** A reference between two formats: an item of CSL-JSON 1.0.2, and what CSL has no variable for, by the name it had. */
export interface Reference {
  readonly item: CslItem;
  readonly extra: readonly Extra[];
}

export type Extra = readonly [name: string, value: string];

export type CslName = Readonly<Record<string, string>>;

export interface CslDate {
  readonly 'date-parts'?: readonly (readonly number[])[];
  readonly literal?: string;
  readonly raw?: string;
  readonly season?: string;
}

const TAG = /<\/?(?:i|b|sup|sub|sc|span)(?:\s[^<>]*)?>/g;

/** The text of a variable without the tags that CSL allows in it. */
export const plainText = (value: string): string => value.replace(TAG, '').trim();

/** Text and tags of a variable in turn; a tag is an element of its own. */
export function markupParts(value: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: tag, index } of value.matchAll(TAG)) {
    parts.push(value.slice(start, index), tag);
    start = index + tag.length;
  }
  return [...parts, value.slice(start)];
}

/** A value in one line. */
export const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** A DOI without the address or the word before it. */
export const bareDoi = (value: string): string =>
  value.trim().replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '');

/** Whether an address says no more than the DOI. */
export const isDoiAddress = (value: string): boolean => /^https?:\/\/(?:dx\.)?doi\.org\//i.test(value);

export const textOf = (item: CslItem, name: string): string => {
  const value = item[name];
  return typeof value === 'string' ? value : '';
};

export const namesOf = (item: CslItem, name: string): readonly CslName[] => {
  const value = item[name];
  return Array.isArray(value) ? (value as readonly CslName[]) : [];
};

export const dateOf = (item: CslItem, name: string): CslDate | undefined => {
  const value = item[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CslDate) : undefined;
};

/** The family name as it is printed, with the particles before it. */
export const familyOf = (name: CslName): string =>
  [name['dropping-particle'], name['non-dropping-particle'], name.family]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

/** A name in one line, `von Family, Given, Jr`: for fields that have no other form. */
export const nameLine = (name: CslName): string =>
  name.literal ??
  [familyOf(name), name.given ?? '', name.suffix ?? '']
    .filter((part, index) => part !== '' || (index === 1 && name.suffix !== undefined))
    .join(', ');

/** `von Family, Given, Jr` as names of CSL; one without a comma and of several words is an organisation. */
export function nameFromLine(line: string): CslName | undefined {
  const [family = '', given = '', suffix = ''] = line.split(',').map((part) => part.trim());
  if (family === '' && given === '') return undefined;
  if (!line.includes(',') && family.includes(' ')) return { literal: family };
  if (line.includes(',') && given === '' && suffix === '') return { literal: family };
  const words = family.split(' ');
  let von = 0;
  while (von < words.length - 1 && /^\p{Ll}/u.test(words[von] ?? '')) von++;
  const parts = {
    family: words.slice(von).join(' '),
    given,
    'dropping-particle': words.slice(0, von).join(' '),
    suffix,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''));
}

/** What stands behind the given names where no comma tells it: PubMed and EndNote write `King, Martin Luther Jr`. */
const SUFFIX = /^(.+) (Jr|Sr|II|III|IV|[1-4](?:st|nd|rd|th))\.?$/;

/** A name with a suffix that is part of its given names. */
export function withSuffix(name: CslName): CslName {
  const [, given, suffix] = SUFFIX.exec(name.given ?? '') ?? [];
  return given === undefined || suffix === undefined || name.suffix !== undefined ? name : { ...name, given, suffix };
}

/** Keywords of the one text that CSL has for them. */
export const splitKeywords = (text: string): string[] =>
  text
    .split(text.includes(';') ? ';' : ',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The inverse of `splitKeywords`; one keyword alone that has a comma in it is read as several. */
export const joinKeywords = (words: readonly string[]): string =>
  words.join(words.length > 1 && words.some((word) => word.includes(',')) ? '; ' : ', ');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const partsOf = (year: string, month = '', day = ''): number[] => {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const numbers = [Number(year), named > 0 ? named : Number(month), Number(day)];
  const [, monthNumber = 0, dayNumber = 0] = numbers;
  if (!(monthNumber >= 1 && monthNumber <= 12)) return numbers.slice(0, 1);
  return dayNumber >= 1 && dayNumber <= 31 ? numbers : numbers.slice(0, 2);
};

/** A date as exporters write it: `2020/03/05/`, `2020-03-05`, `2020 Mar 5`, `March 5, 2020`, `2020///Spring`. */
export function dateFromText(text: string): CslDate | undefined {
  const date = text.trim();
  if (date === '') return undefined;
  const slashed = /^(-?\d{1,4})(?:\/(\d{0,2})(?:\/(\d{0,2})(?:\/(.*))?)?)?$/.exec(date);
  if (slashed !== null) return slashedDate(slashed);
  const [, year, month, day] =
    /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:T.*)?$/.exec(date) ??
    /^(\d{4}) ([A-Za-z]{3,9})(?: (\d{1,2}))?$/.exec(date) ??
    [];
  if (year !== undefined) return fromParts(partsOf(year, month, day), date);
  const [, name, dayOf, yearOf] = /^([A-Za-z]{3,9})(?: (\d{1,2}))?,? (\d{4})$/.exec(date) ?? [];
  if (yearOf !== undefined) return fromParts(partsOf(yearOf, name, dayOf), date);
  return { literal: date };
}

const fromParts = (parts: readonly number[], text: string): CslDate =>
  parts.length === 1 ? { literal: text } : { 'date-parts': [parts] };

function slashedDate([, year = '', month, day, other = '']: RegExpExecArray): CslDate {
  const first = partsOf(year, month, day);
  const [, endYear, endMonth, endDay] = /^(-?\d{1,4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(other.trim()) ?? [];
  if (endYear !== undefined) return { 'date-parts': [first, partsOf(endYear, endMonth, endDay)] };
  return { 'date-parts': [first], ...(other.trim() === '' ? {} : { season: other.trim() }) };
}

const padded = (value: number, length: number): string =>
  `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(length, '0')}`;

/** `2020-03-05`. */
export const isoDate = (parts: readonly number[]): string =>
  parts.map((part, index) => padded(part, index === 0 ? 4 : 2)).join('-');

/** What a date says where it is no numbers. */
export const literalDate = (date: CslDate): string => date.literal ?? date.raw ?? '';

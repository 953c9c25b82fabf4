import { type Component, chrono, type ParsedComponents } from './chrono.js';
import { withPhrases } from './natural-dates-english.js';

export const NATURAL_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'ja',
  'zh',
  'ru',
  'uk',
  'sv',
  'fi',
  'vi',
] as const;
export type NaturalLanguage = (typeof NATURAL_LANGUAGES)[number];

/** A date or time as words say it; `certain` are the parts that were said, the others follow from them. */
export interface NaturalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly hasTime: boolean;
  /** Seconds east of Greenwich, where the text names a zone. */
  readonly offset: number | undefined;
  readonly certain: readonly string[];
}

export interface NaturalDate {
  readonly text: string;
  /** In UTF-16 units from 0. */
  readonly index: number;
  readonly start: NaturalTime;
  readonly end: NaturalTime | undefined;
}

const english = { en: withPhrases(chrono.en.casual), 'en-GB': withPhrases(chrono.en.GB) };

const PARTS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'] as const;

function timeOf(components: ParsedComponents): NaturalTime {
  const get = (part: Component) => components.get(part) ?? 0;
  const offset = components.isCertain('timezoneOffset') ? get('timezoneOffset') * 60 : undefined;
  return {
    year: get('year'),
    month: get('month'),
    day: get('day'),
    hour: get('hour'),
    minute: get('minute'),
    second: get('second'),
    hasTime: components.isCertain('hour'),
    offset,
    certain: PARTS.filter((part) => components.isCertain(part)),
  };
}

interface Reference {
  readonly date: Date;
  /** Seconds east of Greenwich at that time. */
  readonly offset: number;
  readonly forward: boolean;
}

/** The dates that a text speaks of, in order. */
export function naturalDates(
  text: string,
  language: NaturalLanguage | 'en-GB',
  { date, offset, forward }: Reference,
): NaturalDate[] {
  const reference = { instant: date, timezone: offset / 60 };
  const parser = language === 'en' || language === 'en-GB' ? english[language] : chrono[language];
  return parser.parse(text, reference, { forwardDate: forward }).map((result) => ({
    text: result.text,
    index: result.index,
    start: timeOf(result.start),
    end: result.end === null || result.end === undefined ? undefined : timeOf(result.end),
  }));
}

/** Names of months and weekdays in languages other than English, as ICU writes them in dates; names that mean one month here and another there are not among them. */

const LANGUAGES = [
  'en',
  'de',
  'de-AT',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'tr',
  'ru',
  'uk',
];

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

type Part = 'month' | 'weekday';

/** Alone and behind a day, long and short: mai, maja, Mär. */
function written(language: string, part: Part, date: Date): string[] {
  return (['long', 'short'] as const).flatMap((style) =>
    [{ [part]: style }, { day: 'numeric', [part]: style } as const].flatMap((options) =>
      new Intl.DateTimeFormat(language, { calendar: 'gregory', timeZone: 'UTC', ...options })
        .formatToParts(date)
        .filter(({ type }) => type === part)
        .map(({ value }) => plain(value)),
    ),
  );
}

function readNames(part: Part, dates: readonly Date[], shortest: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const [index, date] of dates.entries())
      for (const name of written(language, part, date)) {
        if (!/^\p{L}[\p{L}\p{M}-]+$/u.test(name) || name.length < shortest) continue;
        found.set(name, found.has(name) && found.get(name) !== index + 1 ? 0 : index + 1);
      }
  return new Map([...found].filter(([, number]) => number > 0));
}

let months: ReadonlyMap<string, number> | undefined;
let weekdays: ReadonlyMap<string, number> | undefined;

/** 1 to 12 for a name that means one month only in whatever of these languages: März, mayo, févr. */
export function monthNamed(name: string): number | undefined {
  months ??= readNames(
    'month',
    Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 5))),
    3,
  );
  return months.get(plain(name.normalize('NFC')));
}

/** 1 (Monday) to 7, as `monthNamed`: Mittwoch, mer, quarta-feira. */
export function weekdayNamed(name: string): number | undefined {
  weekdays ??= readNames(
    'weekday',
    Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day))),
    2,
  );
  return weekdays.get(plain(name.normalize('NFC')));
}

/** A day, a month in words and a year of four digits: 5. März 2024, 5 de mayo de 2024, 1er mai 2024. For flags i and u. */
export const DAY_OF_NAMED_MONTH =
  '(\\d{1,2})(?:\\.|º|er)?\\s?(?:de\\s)?(\\p{L}[\\p{L}\\p{M}]{2,13})\\.?,?\\s(?:de\\s)?(\\d{4})(?!\\d)';

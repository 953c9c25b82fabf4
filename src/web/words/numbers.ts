/** Numbers as the language of the pages writes them. */

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false } as const;

const formatsOf = (language: string) => ({
  whole: new Intl.NumberFormat(language),
  short: new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }),
  oneDigit: new Intl.NumberFormat(language, ONE_DIGIT),
  plural: new Intl.PluralRules(language),
});

let formats = formatsOf('en');

export function setNumberLanguage(language: string): void {
  formats = formatsOf(language);
}

/** `1,048,576` */
export const numberText = (value: number): string => formats.whole.format(value);

/** `1.46` of 1.4567: three digits at most. */
export const shortNumber = (value: number): string => formats.short.format(value);

/** `2.4`, `10.0` */
export const oneDigit = (value: number): string => formats.oneDigit.format(Number(value.toFixed(1)));

/** The form that a count asks for; `millions` is the one of whole millions, as in `1 000 000 de fichiers`. */
export function plural(count: number, one: string, more: string, millions = more): string {
  const rule = formats.plural.select(count);
  if (rule === 'many') return millions;
  return rule === 'one' ? one : more;
}

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string, more: string, millions = more): string =>
  `${numberText(count)} ${plural(count, one, more, millions)}`;

/**
 * Numbers as the language of the pages writes them. `Intl` knows that too, but the first format of a page makes a browser read its tables,
 * which takes as long as drawing the page; the tests compare with it.
 */

import type { LanguageCode } from './languages.js';

interface Rules {
  readonly decimal: string;
  readonly group: string;
  /** How many digits a number has at least that is written in groups: Spanish writes 1234, and 12.345. */
  readonly groupedFrom: number;
  readonly isOne: (count: number) => boolean;
  /** Whether whole millions have a form of their own. */
  readonly hasMillions: boolean;
}

const isExactlyOne = (count: number): boolean => count === 1;

/** From CLDR: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html */
const RULES: Readonly<Record<LanguageCode, Rules>> = {
  en: { decimal: '.', group: ',', groupedFrom: 4, isOne: isExactlyOne, hasMillions: false },
  de: { decimal: ',', group: '.', groupedFrom: 4, isOne: isExactlyOne, hasMillions: false },
  fr: { decimal: ',', group: '\u202f', groupedFrom: 4, isOne: (count) => Math.trunc(count) <= 1, hasMillions: true },
  es: { decimal: ',', group: '.', groupedFrom: 5, isOne: isExactlyOne, hasMillions: true },
};

let rules: Rules = RULES.en;

export function setNumberLanguage(language: LanguageCode): void {
  rules = RULES[language];
}

/** `1,048,576`; `0.333` of a third. */
export const numberText = (value: number): string => written(String(Number(value.toFixed(3))));

/** `1.46` of 1.4567: three digits at most. */
export const shortNumber = (value: number): string => written(String(Number(value.toPrecision(3))));

/** `2.4`, `10.0` */
export const oneDigit = (value: number): string => value.toFixed(1).replace('.', rules.decimal);

/** `1234.5` as `1,234.5`. */
function written(text: string): string {
  const [whole = '', part] = text.split('.');
  const grouped =
    whole.replace('-', '').length < rules.groupedFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, rules.group);
  return part === undefined ? grouped : grouped + rules.decimal + part;
}

/** The form that a count asks for; `millions` is the one of whole millions, as in `1 000 000 de fichiers`. */
export function plural(count: number, one: string, more: string, millions = more): string {
  if (rules.isOne(count)) return one;
  return rules.hasMillions && count > 0 && count % 1e6 === 0 ? millions : more;
}

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string, more: string, millions = more): string =>
  `${numberText(count)} ${plural(count, one, more, millions)}`;

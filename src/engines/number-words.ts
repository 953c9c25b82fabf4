/** Numbers in words by n2words: the languages whose words were found right, each with how far. */

interface Language {
  readonly load: () => Promise<Words>;
  /** Powers of ten below which its cardinals were compared. */
  readonly digits: number;
  readonly hasOrdinals?: boolean;
  /** ISO 4217, of the amounts that it writes. */
  readonly currency?: string;
}

interface Words {
  readonly toCardinal: (value: bigint | string) => string;
  readonly toOrdinal: (value: bigint) => string;
  readonly toCurrency: (value: string) => string;
}

const LANGUAGES = {
  en: { load: () => import('n2words/en-US'), digits: 60, hasOrdinals: true, currency: 'USD' },
  'en-GB': { load: () => import('n2words/en-GB'), digits: 60, currency: 'GBP' },
  cs: { load: () => import('n2words/cs-CZ'), digits: 15 },
  de: { load: () => import('n2words/de-DE'), digits: 15, hasOrdinals: true, currency: 'EUR' },
  es: { load: () => import('n2words/es-ES'), digits: 9, currency: 'EUR' },
  fr: { load: () => import('n2words/fr-FR'), digits: 15, hasOrdinals: true, currency: 'EUR' },
  id: { load: () => import('n2words/id-ID'), digits: 15, hasOrdinals: true },
  ja: { load: () => import('n2words/ja-JP'), digits: 15, hasOrdinals: true },
  lt: { load: () => import('n2words/lt-LT'), digits: 15 },
  lv: { load: () => import('n2words/lv-LV'), digits: 15 },
  pl: { load: () => import('n2words/pl-PL'), digits: 15 },
  ru: { load: () => import('n2words/ru-RU'), digits: 15, hasOrdinals: true },
  tr: { load: () => import('n2words/tr-TR'), digits: 15 },
  vi: { load: () => import('n2words/vi-VN'), digits: 15 },
} as const satisfies Readonly<Record<string, Language>>;

export type WordLanguage = keyof typeof LANGUAGES;

export const WORD_LANGUAGES = Object.keys(LANGUAGES) as [WordLanguage, ...WordLanguage[]];

export interface NumberWords {
  /** Whole numbers have fewer digits than this, and one. */
  readonly digits: number;
  readonly hasOrdinals: boolean;
  readonly currency: string | undefined;
  /** Of a whole number that is not negative. */
  readonly cardinal: (value: bigint) => string;
  /** Of a whole number from 1. */
  readonly ordinal: (value: bigint) => string;
  /** Of an amount with two digits behind the point. */
  readonly amount: (value: string) => string;
  /** `minus` and `point`. */
  readonly minus: string;
  readonly point: string;
}

export async function openNumberWords(name: WordLanguage): Promise<NumberWords> {
  const language: Language = LANGUAGES[name];
  const words = await language.load();
  const [zero, one] = [words.toCardinal(0n), words.toCardinal(1n)];
  /** What a number has between or before words that are known. */
  const between = (whole: string, before: string, after: string): string =>
    whole.slice(before.length, whole.length - after.length).trim();
  return {
    digits: language.digits,
    hasOrdinals: language.hasOrdinals ?? false,
    currency: language.currency,
    cardinal: (value) => words.toCardinal(value),
    ordinal: (value) => words.toOrdinal(value),
    amount: (value) => words.toCurrency(value),
    minus: between(words.toCardinal(-1n), '', one),
    point: between(words.toCardinal('0.1'), zero, one),
  };
}

/** The language of a BCP 47 tag: `de` of `de-AT`; `undefined` where its words are not known. */
export function wordLanguage(locale: string): WordLanguage | undefined {
  const [base = ''] = locale.toLowerCase().split('-');
  const isBritish = /^en-(?:au|gb|ie|in|nz|sg|za)\b/i.test(locale);
  return isBritish ? 'en-GB' : WORD_LANGUAGES.find((language) => language === base);
}

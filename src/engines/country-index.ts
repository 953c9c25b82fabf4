import { levenshtein, numberTexts } from '../lib/text/edit-distance.js';
import {
  type Countries,
  type CountryFacts,
  type CurrencyFacts,
  type LanguageFacts,
  openCountries,
  type Subdivision,
} from './countries.js';

export const KINDS = ['country', 'currency', 'language', 'subdivision'] as const;
export type Kind = (typeof KINDS)[number];

export type Match =
  | { readonly kind: 'country'; readonly code: string; readonly of: CountryFacts }
  | { readonly kind: 'currency'; readonly code: string; readonly of: CurrencyFacts }
  | { readonly kind: 'language'; readonly code: string; readonly of: LanguageFacts }
  | { readonly kind: 'subdivision'; readonly code: string; readonly of: Subdivision };

/** Languages whose names of countries, currencies and languages are understood: those that CLDR covers well. */
const NAMING =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh zh-Hant zu'.split(
    ' ',
  );

/** Codes that are in use beside those of the standard. */
const USUAL: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };
/** Countries that people mean first by a calling code that several share. */
const MAIN: Readonly<Record<string, string>> = {
  '+1': 'US',
  '+7': 'RU',
  '+39': 'IT',
  '+44': 'GB',
  '+47': 'NO',
  '+61': 'AU',
  '+212': 'MA',
  '+262': 'RE',
  '+358': 'FI',
  '+590': 'GP',
  '+599': 'CW',
};
/**
 * Three letters that are not the ISO 639-2 (terminology) code of a language with two: those for bibliographies, of single languages inside
 * a macrolanguage, and retired ones.
 */
const OTHER_ALPHA3 = new Set(
  `alb arm baq bur chi cze dut fre geo ger gre ice mac mao may per rum slo tib wel adp als arb ayr azj cls cmn cwd drh ekk esk fat fuc
  gaz gug ike jaw khk kmr knc kng kpv lvs mol npi ojg ory pbu pes plt prp quz scc scr src swh uzn ydd zsm zyb`.split(
    /\s+/,
  ),
);
/** Languages whose two letters CLDR replaces by others. */
const ALPHA3: readonly (readonly [string, string])[] = [
  ['bh', 'bih'],
  ['tl', 'tgl'],
  ['tw', 'twi'],
];

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(?:the|die|la|le|les|el)\s+(?=\S{4})/, '')
    .replaceAll('&', 'and')
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const FIRST_INDICATOR = 0x1f1e6;
const LETTER_A = 65;

export const flagOf = (alpha2: string): string =>
  String.fromCodePoint(...Array.from(alpha2, (letter) => FIRST_INDICATOR + letter.charCodeAt(0) - LETTER_A));

/** The code that a flag stands for: two letters, or a part such as GB-SCT. */
function codeOfFlag(text: string): string | undefined {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const letters = points.map((point) => String.fromCharCode(point - FIRST_INDICATOR + LETTER_A)).join('');
  if (points.length === 2 && /^[A-Z]{2}$/.test(letters)) return letters;
  const tags = points
    .slice(1, -1)
    .map((point) => String.fromCharCode((point - 0xe0000) & 0x7f))
    .join('')
    .toUpperCase();
  return points[0] === 0x1f3f4 && /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(tags)
    ? `${tags.slice(0, 2)}-${tags.slice(2)}`
    : undefined;
}

/** Whether Node names something in a language; its name, else undefined. */
export const nameIn = (names: Intl.DisplayNames, code: string): string | undefined => {
  const name = names.of(code);
  return name === code ? undefined : name;
};

export const displayNames = (locale: string) => ({
  country: new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
  currency: new Intl.DisplayNames(locale, { type: 'currency', fallback: 'code' }),
  language: new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }),
});

class CountryIndex {
  readonly #data: Countries;
  readonly #codes = new Map<string, Match[]>();
  readonly #english = new Map<string, Match[]>();
  #everyLanguage: Map<string, Match[]> | undefined;
  #alpha3: Map<string, string> | undefined;

  constructor(data: Countries) {
    this.#data = data;
    const add = (map: Map<string, Match[]>, key: string, match: Match): void => {
      const known = map.get(key);
      if (known === undefined) map.set(key, [match]);
      else if (!known.some(({ kind, code }) => kind === match.kind && code === match.code)) known.push(match);
    };
    const english = displayNames('en');
    for (const match of this.all('country')) {
      const { alpha2, alpha3, numeric, officialName, facts } = match.of as CountryFacts;
      for (const code of [alpha2, alpha3, numeric, ...facts.phone.map((phone) => `+${phone}`)])
        if (code !== '') add(this.#codes, code, match);
      for (const [usual, code] of Object.entries(USUAL)) if (code === alpha2) add(this.#codes, usual, match);
      for (const name of [
        facts.name,
        officialName,
        facts.native,
        ...(facts.alias ?? []),
        nameIn(english.country, alpha2),
      ])
        if (name !== undefined) add(this.#english, fold(name), match);
    }
    for (const match of this.all('currency')) {
      const { code, numeric, symbol } = match.of as CurrencyFacts;
      for (const key of [code, numeric, symbol.toUpperCase()]) if (key !== '') add(this.#codes, key, match);
      const name = nameIn(english.currency, code);
      if (name !== undefined) add(this.#english, fold(name), match);
    }
    for (const match of this.all('language')) {
      add(this.#codes, match.code.toUpperCase(), match);
      for (const name of [(match.of as LanguageFacts).native, nameIn(english.language, match.code)])
        if (name !== undefined) add(this.#english, fold(name), match);
    }
    for (const match of this.all('subdivision')) {
      add(this.#codes, match.code, match);
      add(this.#english, fold((match.of as Subdivision).name), match);
    }
  }

  all(kind: Kind): readonly Match[] {
    const { countries, currencies, languages, subdivisions } = this.#data;
    if (kind === 'country') return countries.map((of) => ({ kind, code: of.alpha2, of }));
    if (kind === 'currency') return currencies.map((of) => ({ kind, code: of.code, of }));
    if (kind === 'language') return languages.map((of) => ({ kind, code: of.code, of }));
    return subdivisions.map((of) => ({ kind, code: of.code, of }));
  }

  /** Everything that has this code or name: codes before names, English names before those of other languages. */
  find(value: string, kind: Kind | 'auto'): readonly Match[] {
    const text = value.trim();
    const fitting = (matches: readonly Match[] = []): readonly Match[] =>
      kind === 'auto' ? matches : matches.filter((match) => match.kind === kind);
    const code =
      codeOfFlag(text) ?? text.toUpperCase().replace(/^\+[\d\s()-]+$/, (phone) => `+${phone.replace(/\D/g, '')}`);
    const key = /^\d{1,3}$/.test(code) ? code.padStart(3, '0') : code;
    const coded = [...(this.#codes.get(key) ?? []), ...this.#byAlpha3(key)];
    const byCode = fitting(coded.toSorted((a, b) => Number(b.code === MAIN[key]) - Number(a.code === MAIN[key])));
    const folded = fold(text);
    const named = folded === '' ? [] : fitting(this.#english.get(folded));
    const found = [
      ...byCode,
      ...named.filter((match) => !byCode.some((other) => other.code === match.code && other.kind === match.kind)),
    ];
    if (found.length > 0 || folded === '') return found;
    return fitting(this.#named().get(folded));
  }

  #byAlpha3(code: string): readonly Match[] {
    if (!/^[A-Z]{3}$/.test(code)) return [];
    const [short = ''] = Intl.getCanonicalLocales(code.toLowerCase());
    return short.length === 2 ? this.all('language').filter((match) => match.code === short) : [];
  }

  /** Names in all the languages; half a second, so only where nothing else is found. */
  #named(): ReadonlyMap<string, Match[]> {
    if (this.#everyLanguage !== undefined) return this.#everyLanguage;
    const map = new Map<string, Match[]>();
    for (const locale of NAMING) {
      const names = displayNames(locale);
      for (const kind of ['country', 'currency', 'language'] as const)
        for (const match of this.all(kind)) {
          const name = nameIn(names[kind], match.code);
          const key = name === undefined ? '' : fold(name);
          const known = map.get(key);
          if (known === undefined) map.set(key, [match]);
          else if (!known.some((other) => other.code === match.code && other.kind === kind)) known.push(match);
        }
    }
    this.#everyLanguage = map;
    return map;
  }

  /** ISO 639-2 (terminology) of a language; empty for what has none. */
  alpha3Of(language: string): string {
    if (this.#alpha3 === undefined) {
      this.#alpha3 = new Map(ALPHA3);
      const letters = [...'abcdefghijklmnopqrstuvwxyz'];
      for (const a of letters)
        for (const b of letters)
          for (const c of letters) {
            const [short = ''] = Intl.getCanonicalLocales(a + b + c);
            if (short.length === 2 && !OTHER_ALPHA3.has(a + b + c) && !this.#alpha3.has(short))
              this.#alpha3.set(short, a + b + c);
          }
    }
    return this.#alpha3.get(language) ?? '';
  }

  country(alpha2: string): CountryFacts | undefined {
    return this.#data.countries.find((country) => country.alpha2 === alpha2);
  }

  continent(code: string): string {
    return this.#data.continentName(code);
  }

  /** What came after a country that is no more. */
  withdrawn(value: string): { readonly name: string; readonly successors: readonly string[] } | undefined {
    const folded = fold(value);
    return this.#data.withdrawn.find(({ code, name }) => code === value.trim().toUpperCase() || fold(name) === folded);
  }

  /** The English name that a typing mistake may have been meant for. */
  suggest(value: string): string | undefined {
    const folded = fold(value);
    if (folded.length < 4 || folded.length > 40) return undefined;
    let best: { readonly match: Match; readonly distance: number } | undefined;
    for (const [name, [match]] of this.#english) {
      if (match === undefined || match.kind === 'subdivision' || Math.abs(name.length - folded.length) > 2) continue;
      const distance = levenshtein(numberTexts(name, folded));
      if (distance <= (folded.length < 7 ? 1 : 2) && distance < (best?.distance ?? 3)) best = { match, distance };
    }
    if (best === undefined) return undefined;
    const { match } = best;
    return match.kind === 'country'
      ? match.of.facts.name
      : (nameIn(displayNames('en')[match.kind === 'language' ? 'language' : 'currency'], match.code) ?? match.code);
  }
}

export type { CountryIndex };

let kept: Promise<CountryIndex> | undefined;

/** The index of all codes and names; made once, because nothing of callers is in it. */
export function openCountryIndex(): Promise<CountryIndex> {
  kept ??= openCountries().then((data) => new CountryIndex(data));
  return kept;
}

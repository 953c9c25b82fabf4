import type { ICountry, ICurrency, ILanguage } from 'countries-list';

/** A country or territory of ISO 3166-1, or Kosovo by the code that most people use. */
export interface CountryFacts {
  readonly alpha2: string;
  readonly alpha3: string;
  /** Three digits; empty for Kosovo. */
  readonly numeric: string;
  /** Short name of the standard. */
  readonly officialName: string;
  readonly facts: ICountry;
}

export interface Subdivision {
  readonly code: string;
  readonly name: string;
  /** Code of the country or of the subdivision that it is part of. */
  readonly parent: string;
}

export interface CurrencyFacts {
  readonly code: string;
  readonly numeric: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Alpha-2 codes. */
  readonly countries: readonly string[];
}

export interface LanguageFacts {
  /** ISO 639-1. */
  readonly code: string;
  readonly native: string;
  readonly isRightToLeft: boolean;
  readonly countries: readonly string[];
}

export interface Withdrawn {
  readonly code: string;
  readonly name: string;
  /** Alpha-2 codes of what came after. */
  readonly successors: readonly string[];
}

export interface Countries {
  readonly countries: readonly CountryFacts[];
  readonly subdivisions: readonly Subdivision[];
  readonly currencies: readonly CurrencyFacts[];
  readonly languages: readonly LanguageFacts[];
  readonly withdrawn: readonly Withdrawn[];
  readonly continentName: (code: string) => string;
}

/** Codes that ISO 639-1 has no more: Moldavian and Serbo-Croatian. */
const DEPRECATED = new Set(['mo', 'sh']);

/** Codes of countries, their parts, currencies and languages: ISO 3166, 4217 and 639-1. */
export async function openCountries(): Promise<Countries> {
  const [iso, list, { currencies }] = await Promise.all([
    import('iso-3166'),
    import('countries-list'),
    import('countries-list/currencies'),
  ]);
  const data = list.countries as Readonly<Record<string, ICountry>>;
  const countries: CountryFacts[] = iso.iso31661.flatMap(({ alpha2, alpha3, numeric, name }) => {
    const facts = data[alpha2];
    return facts === undefined ? [] : [{ alpha2, alpha3, numeric, officialName: name, facts }];
  });
  const kosovo = data.XK;
  if (kosovo !== undefined)
    countries.push({ alpha2: 'XK', alpha3: 'XKX', numeric: '', officialName: 'Kosovo', facts: kosovo });
  const using = (key: 'currency' | 'languages', code: string): string[] =>
    countries.filter(({ facts }) => (facts[key] as readonly string[]).includes(code)).map(({ alpha2 }) => alpha2);
  return {
    countries,
    subdivisions: iso.iso31662,
    currencies: Object.entries(currencies as Readonly<Record<string, ICurrency>>).map(
      ([code, { numeric, symbolNative, decimals }]) => ({
        code,
        numeric: numeric ?? '',
        symbol: symbolNative,
        decimals: decimals ?? 2,
        countries: using('currency', code),
      }),
    ),
    languages: Object.entries(list.languages as Readonly<Record<string, ILanguage>>)
      .filter(([code]) => !DEPRECATED.has(code))
      .map(([code, { native, rtl }]) => ({
        code,
        native,
        isRightToLeft: rtl === 1,
        countries: using('languages', code),
      })),
    withdrawn: iso.iso31663.map(({ alpha4, from, to }) => ({
      code: alpha4,
      name: from.name,
      successors: to.map(({ alpha2 }) => alpha2),
    })),
    continentName: (code) => (list.continents as Readonly<Record<string, string>>)[code] ?? code,
  };
}

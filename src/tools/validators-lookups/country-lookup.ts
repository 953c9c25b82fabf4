import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { displayNames, KINDS, openCountryIndex } from '../../engines/country-index.js';
import { marksFor } from '../../formats/locale-marks.js';
import { lookUp } from './_country-rows.js';
import { dividedLine, eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

/** Unknown values that are looked at for typing mistakes in a run. */
const MAX_SUGGESTIONS = 200;

const part = (description: string) => z.string().optional().describe(description);
const codes = (description: string) => z.array(z.string()).optional().describe(description);

export default defineTool({
  id: 'country-lookup',
  title: 'Country Lookup',
  summary:
    'Finds countries, currencies, languages and subdivisions by code, name, calling code or flag, or lists them all.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    action: z
      .enum(['lookup', 'list'])
      .default('lookup')
      .describe(
        'Looks up each line of the input, or lists everything of a kind; of subdivisions those of one country.',
      ),
    kind: z
      .enum(['auto', ...KINDS])
      .default('auto')
      .describe('What to look for; auto finds any of them, countries first, and lists countries.'),
    locale: shared.locale().describe('Language of the names in the result, as a BCP 47 tag such as en, de or zh-Hant.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    kind: z.enum(KINDS).optional().describe('What it is.'),
    code: part('ISO 3166-1 alpha-2, ISO 4217, ISO 639-1 or ISO 3166-2 code.'),
    name: part('Name in the language asked for; of subdivisions as ISO 3166-2 has it.'),
    alpha3: part('ISO 3166-1 alpha-3 or ISO 639-2 code.'),
    numeric: part('ISO 3166-1 or ISO 4217 number.'),
    officialName: part('English short name of ISO 3166-1.'),
    nativeName: part('Name of the country or language in its own language.'),
    flag: part('Flag as an emoji.'),
    capital: part('Capital, in English.'),
    continent: part('Continent, in English.'),
    callingCodes: codes('Calling codes such as +49.'),
    currencies: codes('ISO 4217 codes of the currencies.'),
    languages: codes('ISO 639-1 codes of the main languages.'),
    domain: part('Internet domain of the country.'),
    symbol: part('Sign of the currency where it is used.'),
    decimals: z.int().optional().describe('Decimals of the currency.'),
    direction: z.enum(['left-to-right', 'right-to-left']).optional().describe('Direction of writing of the language.'),
    countries: codes('Alpha-2 codes of the countries that have it.'),
    parent: part('Country or subdivision that it is part of.'),
    others: codes('What else has this code or name.'),
    suggestion: part('A name that was perhaps meant.'),
  }),
  notes: [
    VALUES_NOTE,
    'Codes: DE, DEU, 276, +49, 🇩🇪; EUR, 978, €; de, deu, ger; DE-BY. Case does not matter. UK and EL are understood for GB and GR.',
    'Names are understood in English, in the own language of the country, and in 77 languages of Unicode CLDR: Deutschland, Allemagne, ドイツ, Германия. Of subdivisions only as ISO 3166-2 has them.',
    'What has several meanings shows the first, countries before currencies, languages and subdivisions, and the rest in "others": Georgia, CA, +1.',
    'Kosovo is found as XK, which is not in ISO 3166. Names of countries that are no more name what came after: Yugoslavia, DDDE. The first 200 unknown values are looked at for typing mistakes.',
    'Lists: with "list" and subdivision, "input" names the country. Names in other languages depend on the ICU of the Node.js that runs the service. Capitals, currencies and calling codes are those of the package countries-list 3.4.1.',
  ],
  aliases: [
    'country code',
    'iso 3166',
    'iso country codes list',
    'country list csv',
    'currency code',
    'iso 4217',
    'language code',
    'iso 639',
    'dial code',
    'country calling code',
    'which country is this code',
    'flag emoji of a country',
    'alpha-2 to alpha-3',
    'capital of a country',
    'state codes',
    'iso 3166-2',
  ],
  verified: [
    'Debian iso-codes 4.15: alpha-2, alpha-3 and numbers of all 249 countries and territories, numbers of all currencies that both have, and the ISO 639-2 codes of all languages with two letters.',
    'The same: 96 in 100 of its 5,127 subdivisions are found by their code; it is of 2023, and subdivisions change.',
  ],
  examples: [
    {
      title: 'A name in another language',
      input: 'Schweiz',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'Schweiz',
              isValid: true,
              kind: 'country',
              code: 'CH',
              name: 'Switzerland',
              alpha3: 'CHE',
              numeric: '756',
              officialName: 'Switzerland',
              nativeName: 'Schweiz',
              flag: '🇨🇭',
              capital: 'Bern',
              continent: 'Europe',
              callingCodes: ['+41'],
              currencies: ['CHF', 'CHE', 'CHW'],
              languages: ['de', 'fr', 'it'],
              domain: '.ch',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A currency and a region, and a typing mistake',
      input: 'yen\nDE-BY\nGermnay',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'yen',
              isValid: false,
              reason: 'No country, currency, language or subdivision has this code or name',
            },
            {
              line: 2,
              input: 'DE-BY',
              isValid: true,
              kind: 'subdivision',
              code: 'DE-BY',
              name: 'Bayern',
              parent: 'DE',
              countries: ['DE'],
              flag: '🇩🇪',
            },
            {
              line: 3,
              input: 'Germnay',
              isValid: false,
              reason: 'No country, currency, language or subdivision has this code or name',
              suggestion: 'Germany',
            },
          ],
          valid: 1,
          invalid: 2,
          warnings: [],
        },
      },
    },
    {
      title: 'Subdivisions of an unknown country',
      input: 'Atlantis',
      options: { action: 'list', kind: 'subdivision' },
      error: { code: 'INVALID_INPUT', message: 'Input must be a country to list its subdivisions, got "Atlantis"' },
    },
    {
      title: 'Input where everything is listed',
      input: 'DE',
      options: { action: 'list', kind: 'currency' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where every currency is listed' },
    },
    {
      title: 'A locale that is not one',
      input: 'DE',
      options: { locale: 'x y' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got "x y"',
      },
    },
    {
      title: 'Nothing to look up',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { action, kind, locale, format } }) {
    marksFor(locale);
    const index = await openCountryIndex();
    let suggestions = 0;
    const maySuggest = (): boolean => suggestions++ < MAX_SUGGESTIONS;
    const looking = { index, names: displayNames(locale), maySuggest };
    const columns =
      'kind code name alpha3 numeric officialName nativeName flag capital continent callingCodes currencies languages domain symbol decimals direction countries parent others suggestion'.split(
        ' ',
      );
    // Names have commas too: Korea, Republic of.
    const divided = (line: string) => (index.find(line, kind).length > 0 ? [line] : dividedLine(line));
    if (action === 'lookup')
      return eachValue(
        { input, files, signal },
        { judge: (value) => lookUp(value, kind, looking), format, columns, split: divided },
      );
    const listed = kind === 'auto' ? 'country' : kind;
    const wanted = input.trim();
    if (wanted !== '' && listed !== 'subdivision')
      throw invalid(`Property "input" must be empty where every ${listed} is listed`);
    const [country] = wanted === '' ? [] : index.find(wanted, 'country');
    if (wanted !== '' && country === undefined)
      throw invalid(`Input must be a country to list its subdivisions, got ${quote(wanted)}`);
    const all = index.all(listed).filter(({ code }) => country === undefined || code.startsWith(`${country.code}-`));
    if (all.length === 0) throw invalid(`Input must be a country with subdivisions, got ${quote(wanted)}`);
    const source = all.map(({ code }) => code).join('\n');
    return eachValue(
      { input: source, files: [], signal },
      {
        judge: (value) => lookUp(value, listed, looking),
        format,
        columns: columns.filter((name) => name !== 'others'),
      },
    );
  },
});

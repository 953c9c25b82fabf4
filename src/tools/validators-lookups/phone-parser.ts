import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { openPhoneReader, type PhoneFacts, phonesIn } from '../../engines/phone-numbers.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

const REASONS = {
  NOT_A_NUMBER: 'It is not a phone number',
  INVALID_COUNTRY: 'Its country calling code does not exist; national numbers need option "country"',
  TOO_SHORT: 'It has too few digits',
  TOO_LONG: 'It has too many digits',
  INVALID_LENGTH: 'It has a number of digits that its country does not use',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  FIXED_LINE: 'fixed line',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'fixed line or mobile',
  TOLL_FREE: 'toll-free',
  PREMIUM_RATE: 'premium rate',
  SHARED_COST: 'shared cost',
  VOIP: 'VoIP',
  PERSONAL_NUMBER: 'personal number',
  PAGER: 'pager',
  UAN: 'company number',
  VOICEMAIL: 'voicemail',
};

/** Letters of a keypad (ITU-T E.161): 1-800-FLOWERS. */
const KEYS = '22233344455566677778889999';

/** Digits for letters where a number continues in them; words of extensions stay. */
function withoutLetters(value: string): { readonly text: string; readonly isVanity: boolean } {
  const vanity = /^(\+?[\d\s().-]{3,}?)((?:[A-Za-z][\s.-]?|\d[\s.-]?){4,})$/.exec(value);
  if (vanity === null || !/[A-Za-z]{3}/.test(value) || /(?:ext|x|tel)/i.test(value))
    return { text: value, isVanity: false };
  const text = value.replace(/[A-Za-z]/g, (letter) => KEYS.charAt(letter.toUpperCase().charCodeAt(0) - 65));
  return { text, isVanity: true };
}

function verdict(facts: PhoneFacts, isVanity: boolean) {
  const { isValid, extension, type } = facts;
  return {
    isValid,
    ...(isValid ? {} : { reason: 'Its length is possible, but no such number range is in use' }),
    e164: facts.e164,
    international: facts.international,
    national: facts.national,
    uri: facts.uri,
    country: facts.country ?? null,
    possibleCountries: facts.possibleCountries,
    countryCallingCode: `+${facts.countryCallingCode}`,
    nationalNumber: facts.nationalNumber,
    type: type === undefined ? null : (TYPES[type] ?? null),
    ...(extension === undefined ? {} : { extension }),
    ...(isVanity ? { isVanity } : {}),
  };
}

/** A comma before an extension or a pause divides nothing. */
const dividedNumbers = (line: string): string[] => line.split(/[,;]\s+(?=[+(\d])/);

/** What stands before a number in signatures and tables. */
const LABEL = /^(?:phone|tel(?:efon|efono|éfono|ephone)?|mobile?|mob|fax|cell)\b\.?:?\s?(?=[\d+(])/i;

export default defineTool({
  id: 'phone-parser',
  title: 'Phone Number Parser',
  summary: 'Parses, validates and formats phone numbers of every country, tells their type, and finds them in text.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    country: z
      .string()
      .max(2)
      .default('US')
      .describe('Country of numbers without a country code, such as DE; empty for international numbers only.'),
    extract: z
      .boolean()
      .default(false)
      .describe('Finds valid numbers within running text instead of reading one per line.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    e164: z.string().optional().describe('E.164: plus, country code and digits, as systems store it.'),
    international: z.string().optional().describe('International format with spaces.'),
    national: z.string().optional().describe('As it is written within its country.'),
    uri: z.string().optional().describe('Link for "tel:" (RFC 3966), with the extension.'),
    country: z.string().nullable().optional().describe('Country; null where several share the number, or none has it.'),
    possibleCountries: z.array(z.string()).optional().describe('Countries that may have it.'),
    countryCallingCode: z.string().optional().describe('Country calling code with its plus.'),
    nationalNumber: z.string().optional().describe('Significant digits behind the country code.'),
    type: z
      .string()
      .nullable()
      .optional()
      .describe('Kind of number by its range: mobile, fixed line, toll-free and so on; null if unknown.'),
    extension: z.string().optional().describe('Extension behind the number.'),
    isVanity: z.boolean().optional().describe('Only there where letters were read as keys of a phone.'),
  }),
  notes: [
    VALUES_NOTE,
    'Numbering plans are those of libphonenumber, in libphonenumber-js 1.13.16. Valid means that the range is in use, not that somebody answers: only a call or a message shows that.',
    'Read: +49 30 123456, 0049…, 011 49…, (212) 555-0123, tel: links, extensions (ext. 5, x5, ;ext=5), digits of other scripts, and letters as in 1-800-FLOWERS.',
    'Where mobile and fixed lines share ranges, as in North America, the type says both. Numbers ported to another operator cannot be told.',
    'With "extract" valid numbers alone are found, and of national ones those in a form that dates, prices and order numbers do not have.',
  ],
  aliases: [
    'libphonenumber',
    'phone number validator',
    'e164',
    'format phone number',
    'phone number formatter',
    'extract phone numbers',
    'mobile or landline',
    'country calling code',
    'tel link',
    'is a phone number valid',
    'which country is a phone number from',
  ],
  verified: [
    'libphonenumber: its example number of each of 240 countries is valid, and reads the same from E.164, international and national format',
    'python-phonenumbers 8.12.57 (Debian), by hand: 1,856 random numbers of 41 countries: E.164 equal for all, formats for all but Benin and the Faroe Islands, whose plans have changed since',
    'Formats in the tests of libphonenumber (PhoneNumberUtilTest) that hold with real data: US, GB, IT, DE, MX, JP',
  ],
  examples: [
    {
      title: 'A number of the United Kingdom',
      input: '+44 (0)20 7031 3000 ext. 12',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '+44 (0)20 7031 3000 ext. 12',
              isValid: true,
              e164: '+442070313000',
              international: '+44 20 7031 3000 x12',
              national: '020 7031 3000 x12',
              uri: 'tel:+442070313000;ext=12',
              country: 'GB',
              possibleCountries: ['GB'],
              countryCallingCode: '+44',
              nationalNumber: '2070313000',
              type: 'fixed line',
              extension: '12',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A list of German numbers, as CSV',
      input: '030 123456\n0151 12345678\n+1 800 FLOWERS\n12\nhello\n',
      options: { country: 'de', format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,e164,international,national,country,type,extension\n1,030 123456,true,,+4930123456,+49 30 123456,030 123456,DE,fixed line,\n2,0151 12345678,true,,+4915112345678,+49 1511 2345678,01511 2345678,DE,mobile,\n3,+1 800 FLOWERS,true,,+18003569377,+1 800 356 9377,(800) 356-9377,US,toll-free,\n4,12,false,It has too few digits,,,,,,\n5,hello,false,It is not a phone number,,,,,,\n',
      },
    },
    {
      title: 'Numbers within text',
      input: 'Call (650) 253-0000 or +33 1 42 68 53 00 before 2026-01-31, order 12345678',
      options: { extract: true, format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,e164,international,national,country,type,extension\n1,(650) 253-0000,true,,+16502530000,+1 650 253 0000,(650) 253-0000,US,fixed line or mobile,\n1,+33 1 42 68 53 00,true,,+33142685300,+33 1 42 68 53 00,01 42 68 53 00,FR,fixed line,\n',
      },
    },
    {
      title: 'An unknown country',
      input: '1',
      options: { country: 'UK' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "country" is not the ISO 3166 code of a country with phone numbers, such as GB, got "UK"',
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { extract, format, country: wanted } }) {
    const reader = await openPhoneReader();
    const country = wanted.trim().toUpperCase();
    if (country !== '' && !reader.countries.includes(country))
      throw invalid(
        `Option "country" is not the ISO 3166 code of a country with phone numbers, such as GB, got ${quote(wanted)}`,
      );
    const home = country === '' ? undefined : country;
    const judge = (value: string) => {
      const { text, isVanity } = withoutLetters(value.replace(LABEL, ''));
      // The trunk prefix in brackets is not dialled from abroad; RFC 3966 has its own word for extensions.
      const plain = text
        .replace(/^tel:/i, '')
        .replace(/;ext=/i, ' ext. ')
        .replace(/^(\s*\+\d{1,3}\s*)\(0\)/, '$1');
      const facts = reader.read(plain, home);
      return 'fault' in facts ? { isValid: false, reason: REASONS[facts.fault] } : verdict(facts, isVanity);
    };
    const split = async (text: string) =>
      (await phonesIn(text, country === '' ? [] : [country])).map(({ start, end }) => text.slice(start, end));
    const columns = ['e164', 'international', 'national', 'country', 'type', 'extension'];
    return eachValue({ input, files, signal }, { judge, format, columns, split: extract ? split : dividedNumbers });
  },
});

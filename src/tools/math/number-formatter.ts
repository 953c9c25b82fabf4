import { z } from 'zod';
import { defineTool, invalid, json, quote } from '../../core/index.js';
import { marksFor } from '../../formats/locale-marks.js';
import { type FormatSettings, formatNumber, STYLES } from '../../lib/numbers/number-format.js';
import { ROUNDINGS } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { eachNumber, notNumber, withinTime } from './_numbers.js';

const MAX_NUMBERS = 5000;
const localeOption = (value: string, description: string) => z.string().max(35).default(value).describe(description);

export default defineTool({
  id: 'number-formatter',
  title: 'Number Formatter',
  summary:
    'Writes numbers as a language does, grouped, as money, percent, compact, scientific or engineering, rounded exactly.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    locale: localeOption(
      'en',
      'Language and region whose marks are written, as a BCP 47 tag such as en, de-CH or hi-IN.',
    ),
    style: z
      .enum(STYLES)
      .default('decimal')
      .describe('How the number is written; plain has no grouping and a decimal point.'),
    decimals: z
      .enum(['auto', '0', '1', '2', '3', '4', '5', '6', '8', '10', '12', '15', '20'])
      .default('auto')
      .describe('Digits after the decimal mark; auto keeps those of the number, or what the currency has.'),
    significant: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Significant digits, instead of "decimals"; 0 for any.'),
    rounding: z
      .enum(ROUNDINGS)
      .default('half-even')
      .describe(
        'Rounding of what is cut off: halves to the even digit or away from zero, or everything away from or towards zero.',
      ),
    currency: z.string().min(3).max(3).default('USD').describe('ISO 4217 code of the currency, such as EUR or JPY.'),
    group: z.boolean().default(true).describe('Groups digits as the language does.'),
    from: localeOption('en', 'Language whose marks the numbers of the input have.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          formatted: z.string().describe('The number as it was asked for.'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One number per line, as people type it: 1234567.891, 1,234.5, 1e9, 2 1/2, 12%. Digits are never lost to a double: 12345678901234567890.12 keeps all of them.',
    'Marks, currency signs and their places are those of Unicode CLDR as the ICU of the server has it. Spaces in the result may be no-break spaces.',
    '"percent" multiplies by 100, so that 0.125 and 12.5% both become 12.5%. A fraction without an end has 20 decimals with "auto".',
    '"engineering" has exponents in steps of three. "compact" writes 1.2K or, with compact-long, 1.2 thousand, with one decimal unless asked otherwise.',
  ],
  aliases: [
    'format number',
    'thousands separator',
    'currency format',
    'add commas to number',
    'round number',
    'significant figures',
    'scientific notation',
    'engineering notation',
    'compact number',
    'toLocaleString',
  ],
  verified: [
    'Python 3.11 decimal: grouping and the four kinds of rounding of 600 random numbers of up to 40 digits, equal',
    'Unicode CLDR: marks of numbers and money in 8 locales as its charts show them',
  ],
  examples: [
    {
      title: 'Thousands separators',
      input: '1234567.891\n-9876543210.5',
      output: {
        data: {
          results: [
            { input: '1234567.891', formatted: '1,234,567.891' },
            { input: '-9876543210.5', formatted: '-9,876,543,210.5' },
          ],
        },
      },
    },
    {
      title: 'Euros, from German input',
      input: '1.234.567,885',
      options: { locale: 'de', style: 'currency', currency: 'EUR', from: 'de' },
      output: { data: { results: [{ input: '1.234.567,885', formatted: '1.234.567,88\u00a0€' }] } },
    },
    {
      title: 'Engineering notation with four digits',
      input: '0.000012345\n299792458',
      options: { style: 'engineering', significant: 4 },
      output: {
        data: {
          results: [
            { input: '0.000012345', formatted: '12.34E-6' },
            { input: '299792458', formatted: '299.8E6' },
          ],
        },
      },
    },
    {
      title: 'A currency that is none',
      input: '5',
      options: { style: 'currency', currency: 'E$R' },
      error: { code: 'INVALID_INPUT', message: 'Option "currency" is not an ISO 4217 code such as EUR, got "E$R"' },
    },
    {
      title: 'A locale that is none',
      input: '5',
      options: { locale: '_' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" is not a BCP 47 language tag such as "en" or "zh-Hant", got "_"',
      },
    },
    {
      title: 'Not a number',
      input: 'a lot',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: "a lot" is not a number' },
    },
  ],
  run({ input, options: { decimals, from, ...rest } }) {
    marksFor(rest.locale);
    if (!/^[A-Za-z]{3}$/.test(rest.currency))
      throw invalid(`Option "currency" is not an ISO 4217 code such as EUR, got ${quote(rest.currency)}`);
    const reader = numberReader(marksFor(from));
    const settings: FormatSettings = { ...rest, decimals: decimals === 'auto' ? undefined : Number(decimals) };
    const work = (text: string) => {
      const value = reader.read(text);
      if (value === undefined) throw notNumber(text, reader, 'from');
      return { input: text, formatted: formatNumber(value, settings) };
    };
    return withinTime(() => json({ results: eachNumber(input, MAX_NUMBERS, work) }));
  },
});

import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { openNumberWords, WORD_LANGUAGES, wordLanguage } from '../../engines/number-words.js';
import { marksFor } from '../../formats/locale-marks.js';
import { readEnglishNumber } from '../../lib/numbers/english-words.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { checkSign, decimalOf, WORD_STYLES, written } from './_number-words.js';
import { eachNumber, listedNumbers } from './_numbers.js';

const MAX_NUMBERS = 10_000;
export default defineTool({
  id: 'number-to-words',
  title: 'Number to Words',
  summary:
    'Writes numbers in words in 14 languages: cardinals, ordinals, amounts and cheques; and reads English words back.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    direction: z
      .enum(['to-words', 'to-number'])
      .default('to-words')
      .describe('Numbers to words, or English words to numbers.'),
    style: z
      .enum(WORD_STYLES)
      .default('cardinal')
      .describe('Forty-two, forty-second, forty-two dollars and fifty cents, or Forty-two and 50/100 as on a cheque.'),
    locale: shared.locale().describe('Language of the words; numbers have its decimal mark.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('Line of the input.'),
          words: z.string().describe('Number in words.'),
          number: z.string().describe('Number in digits, with a decimal point.'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One number per line. Decimals are read digit by digit: 3.05 is three point zero five.',
    'Languages are offered as far as their words were found right: whole numbers below 10^60 in en and en-GB, 10^9 in es, 10^15 in the others. Ordinals: en, de, fr, id, ja and ru. Amounts are in US dollars (en), pounds (en-GB) and euros (de, es, fr); cheques are in English.',
    'English is American by default: one hundred one; en-GB says one hundred and one. Reading words back takes both, and ordinals.',
  ],
  aliases: [
    'spell out numbers',
    'number names',
    'amount in words',
    'cheque writer',
    'check amount',
    'num2words',
    'words to number',
    'amount in words for a check',
  ],
  verified: [
    'ICU 72 (RuleBasedNumberFormat) or num2words 0.5.10: the same cardinals for 1,700 numbers up to 10^15 in every language (es: up to 10^9), letter for letter but for spaces, hyphens and the Russian ё',
    'The same for ordinals of en, de, id and ja; fr and ru differ for 8 and 7 numbers of 1,700, where both references misspell (quatre-vingtsième, восемидесятый)',
    'num2words 0.5.10: 300 numbers up to 10^60 in English',
    'Inverse: 3,000 numbers of up to 60 digits in American and British words read back',
  ],
  examples: [
    {
      title: 'Three numbers',
      input: '42\n-3.05\n1,234,567',
      output: {
        data: {
          results: [
            { input: '42', words: 'forty-two', number: '42' },
            { input: '-3.05', words: 'minus three point zero five', number: '-3.05' },
            {
              input: '1,234,567',
              words: 'one million two hundred thirty-four thousand five hundred sixty-seven',
              number: '1234567',
            },
          ],
        },
      },
    },
    {
      title: 'German ordinals',
      input: '1\n23',
      options: { style: 'ordinal', locale: 'de' },
      output: {
        data: {
          results: [
            { input: '1', words: 'erste', number: '1' },
            { input: '23', words: 'dreiundzwanzigste', number: '23' },
          ],
        },
      },
    },
    {
      title: 'An amount on a cheque',
      input: '1250.5',
      options: { style: 'cheque' },
      output: {
        data: {
          results: [{ input: '1250.5', words: 'One thousand two hundred fifty and 50/100', number: '1250.5' }],
        },
      },
    },
    {
      title: 'Words to numbers',
      input: 'Two hundred and five thousand, three hundred\ntwenty-first\nminus one point five',
      options: { direction: 'to-number' },
      output: {
        data: {
          results: [
            {
              input: 'Two hundred and five thousand, three hundred',
              words: 'two hundred five thousand three hundred',
              number: '205300',
            },
            { input: 'twenty-first', words: 'twenty-first', number: '21' },
            { input: 'minus one point five', words: 'minus one point five', number: '-1.5' },
          ],
        },
      },
    },
    {
      title: 'Not a number',
      input: '12\nabc',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: "abc" is not a number with an end, such as 12 or -3.5',
      },
    },
    {
      title: 'A word that is not a number',
      input: 'two dozen',
      options: { direction: 'to-number' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "dozen" is not a word of a number',
      },
    },
    {
      title: 'Ordinals of a language without them',
      input: '1',
      options: { style: 'ordinal', locale: 'pl' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "style" can be "ordinal" for en, de, fr, id, ja and ru only, got "pl"',
      },
    },
    {
      title: 'Amounts in a language without them',
      input: '1',
      options: { style: 'currency', locale: 'ja' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "style" can be "currency" for en, en-GB, de, es and fr only, got "ja"',
      },
    },
    {
      title: 'A language whose words are not known',
      input: '1',
      options: { locale: 'it' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be one of en, en-GB, cs, de, es, fr, id, ja, lt, lv, pl, ru, tr, vi, got "it"',
      },
    },
    {
      title: 'A currency sign that would be lost',
      input: '$1,234.56',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: "$1,234.56" has a currency sign: option "style" must be "currency" or "cheque" for it',
      },
    },
    {
      title: 'An amount in another currency',
      input: '€5',
      options: { style: 'currency' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: amounts in en must be in $, got "€5"',
      },
    },
    {
      title: 'A number that is too long',
      input: '1000000000',
      options: { locale: 'es' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: numbers must have at most 9 digits before the decimal mark in es, got 10',
      },
    },
  ],
  async run({ input, options: { direction, style, locale } }) {
    const language = wordLanguage(locale);
    if (language === undefined)
      throw invalid(`Option "locale" must be one of ${WORD_LANGUAGES.join(', ')}, got ${quote(locale)}`);
    const words = await openNumberWords(language);
    const only = (languages: string): Error =>
      invalid(`Option "style" can be "${style}" for ${languages} only, got ${quote(locale)}`);
    if (style === 'ordinal' && !words.hasOrdinals) throw only('en, de, fr, id, ja and ru');
    if (style === 'currency' && words.currency === undefined) throw only('en, en-GB, de, es and fr');
    if (style === 'cheque' && !language.startsWith('en')) throw only('en and en-GB');
    const reader = numberReader(marksFor(locale));
    const listed = direction === 'to-words' ? listedNumbers : undefined;
    const convert = (text: string) => {
      if (direction === 'to-words') {
        checkSign(text, { words, style, locale });
        const number = decimalOf(text, reader);
        return { input: text, words: written(number, { words, style, locale }), number };
      }
      const { number, isOrdinal } = readEnglishNumber(text);
      return {
        input: text,
        words: written(number, { words, style: isOrdinal ? 'ordinal' : 'cardinal', locale }),
        number,
      };
    };
    return json({ results: eachNumber(input, MAX_NUMBERS, convert, listed) });
  },
});

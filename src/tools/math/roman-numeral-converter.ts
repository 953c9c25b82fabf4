import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { romanFault, romanValue, toRoman } from '../../lib/numbers/roman.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { eachNumber, readWhole } from './_numbers.js';

const MAX_NUMBERS = 10_000;
const reader = numberReader();

function convert(text: string, strict: boolean) {
  if (/^[+-]?\d/.test(text)) {
    const roman = toRoman(readWhole(text, reader));
    return { input: text, number: Number(readWhole(text, reader)), roman, standard: true };
  }
  const number = romanValue(text);
  const roman = toRoman(BigInt(number));
  const fault = romanFault(text, roman);
  if (strict && fault !== undefined) throw fault;
  return { input: text, number, roman, standard: fault === undefined };
}

/** Several in a line: XIV, XX and MMXXVI; 1 999 stays together, whatever it was meant to be. */
const valuesOf = (line: string): string[] =>
  /^\d{1,3}(?: \d{3})+$/.test(line)
    ? [line]
    : line.split(/;|,(?!\d)|\s/).filter((part) => part !== '' && !/^(?:and|&)$/i.test(part));

export default defineTool({
  id: 'roman-numeral-converter',
  title: 'Roman Numeral Converter',
  summary:
    'Converts Roman numerals to numbers and back, up to 3,999,999 with overlines, and says where one is not standard.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    strict: z
      .boolean()
      .default(true)
      .describe('Refuses numerals that are not in the standard form, such as IIII or IC; off reads them.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('The number or numeral.'),
          number: z.int().describe('The number.'),
          roman: z.string().describe('The standard Roman numeral.'),
          standard: z.boolean().describe('The input is a number or the standard numeral.'),
        }),
      )
      .describe('One per number or numeral, in their order.'),
  }),
  notes: [
    'Numbers and numerals by line, or in a line with commas, semicolons or spaces between, in uppercase or lowercase; each is converted in its own direction.',
    'From 4,000 a combining overline (U+0305) multiplies a letter by a thousand: V̅ is 5,000. (IV)XII, _IV_XII and the single characters ⅠⅡⅢ, ↀ, ↁ and ↂ are read as well.',
    'Without "strict", numerals are read as the Romans and clock makers wrote them: a letter before a larger one is subtracted, everything else is added. IIII is 4, IC is 99, MIM is 1999.',
    'The Romans had no zero and no negative numbers.',
  ],
  aliases: [
    'roman numerals',
    'number to roman',
    'roman to arabic',
    'mmxxvi',
    'vinculum',
    'roman date',
    'year in roman numerals',
  ],
  verified: [
    'The published table of units, tens, hundreds and thousands: all numbers from 1 to 3,999 equal, and every one reads back',
    'Inverse: 3,000 numbers up to 3,999,999 read back from their overlined numerals',
    'Every text of up to six of the letters I, V, X, L, C, D and M: strict accepts exactly the standard numerals',
  ],
  examples: [
    {
      title: 'A year',
      input: '1994',
      output: { data: { results: [{ input: '1994', number: 1994, roman: 'MCMXCIV', standard: true }] } },
    },
    {
      title: 'Numerals of both cases, and beyond 3,999',
      input: 'mmxxvi\nV\u0305\n3999999',
      output: {
        data: {
          results: [
            { input: 'mmxxvi', number: 2026, roman: 'MMXXVI', standard: true },
            { input: 'V\u0305', number: 5000, roman: 'V\u0305', standard: true },
            {
              input: '3999999',
              number: 3999999,
              roman: 'M\u0305M\u0305M\u0305C\u0305M\u0305X\u0305C\u0305I\u0305X\u0305CMXCIX',
              standard: true,
            },
          ],
        },
      },
    },
    {
      title: 'As on a clock',
      input: 'IIII',
      options: { strict: false },
      output: { data: { results: [{ input: 'IIII', number: 4, roman: 'IV', standard: false }] } },
    },
    {
      title: 'Not the standard form',
      input: 'IIII',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: "IIII" is not a standard numeral, 4 is IV; option "strict" off reads it',
      },
    },
    {
      title: 'Not a numeral',
      input: 'MMK',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "MMK" is not a Roman numeral, "K" is not one of its letters',
      },
    },
    {
      title: 'Zero',
      input: '0',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: Roman numerals go from 1 to 3999999, got 0',
      },
    },
  ],
  run: ({ input, options: { strict } }) =>
    json({ results: eachNumber(input, MAX_NUMBERS, (text) => convert(text, strict), valuesOf) }),
});

import { z } from 'zod';
import { defineTool, invalid, json, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { marksFor } from '../../formats/locale-marks.js';
import { refuseGiven } from '../../formats/said-options.js';
import { ContentFault } from '../../lib/faults.js';
import {
  absolute,
  add,
  divide,
  multiply,
  ONE,
  type Rational,
  rational,
  subtract,
  writeFraction,
  writeRational,
} from '../../lib/numbers/rational.js';
import { readSaidPercentage, type SaidPercentage } from '../../lib/numbers/said-percentages.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { numberLocale, precisionOption } from './_numbers.js';

const HUNDRED = rational(100n);
const TWO = rational(2n);
const share = (percent: Rational): Rational => divide(percent, HUNDRED);
const percentOf = (part: Rational, whole: Rational, what: string): Rational => {
  if (whole.numerator === 0n) throw ContentFault.whole(`${what} is 0, of which nothing is a percentage`);
  return multiply(divide(part, whole), HUNDRED);
};

interface Answer {
  readonly value: Rational;
  readonly isPercent: boolean;
}

/** What each action makes of the two numbers; a percentage may be typed with its sign or without. */
const ACTIONS: Readonly<Record<string, (a: Rational, b: Rational) => Answer>> = {
  of: (a, b) => ({ value: multiply(share(a), b), isPercent: false }),
  'is-what': (a, b) => ({ value: percentOf(a, b, 'Option "b"'), isPercent: true }),
  change: (a, b) => ({ value: percentOf(subtract(b, a), absolute(a), 'Option "a"'), isPercent: true }),
  difference: (a, b) => ({
    value: percentOf(absolute(subtract(b, a)), divide(absolute(add(a, b)), TWO), 'The mean of both'),
    isPercent: true,
  }),
  increase: (a, b) => ({ value: multiply(a, add(ONE, share(b))), isPercent: false }),
  decrease: (a, b) => ({ value: multiply(a, subtract(ONE, share(b))), isPercent: false }),
  'undo-increase': (a, b) => ({ value: divide(a, whole(add(ONE, share(b)))), isPercent: false }),
  'undo-decrease': (a, b) => ({ value: divide(a, whole(subtract(ONE, share(b)))), isPercent: false }),
  'whole-from-part': (a, b) => ({ value: divide(a, whole(share(b))), isPercent: false }),
  points: (a, b) => ({ value: subtract(b, a), isPercent: true }),
};

function whole(value: Rational): Rational {
  if (value.numerator === 0n) throw new ContentFault('nothing is left of the original number, so it cannot be found');
  return value;
}

/** Which of the two numbers are percentages: a sign after them says what is known. */
const PERCENTS: Readonly<Record<string, string>> = {
  of: 'a',
  increase: 'b',
  decrease: 'b',
  'undo-increase': 'b',
  'undo-decrease': 'b',
  'whole-from-part': 'b',
  points: 'ab',
};

const SENTENCES: Readonly<Record<string, string>> = {
  of: '{a}% of {b} is {value}',
  'is-what': '{a} is {value} of {b}',
  change: 'From {a} to {b} is a change of {value}',
  difference: '{a} and {b} differ by {value} of their mean',
  increase: '{a} increased by {b}% is {value}',
  decrease: '{a} decreased by {b}% is {value}',
  'undo-increase': '{value} increased by {b}% is {a}',
  'undo-decrease': '{value} decreased by {b}% is {a}',
  'whole-from-part': '{a} is {b}% of {value}',
  points: 'From {a}% to {b}% is a difference of {value} points',
};

/** What a sentence asks for. Throws INVALID_INPUT where options ask for something, too. */
function askedOf(input: string, options: SaidPercentage): SaidPercentage {
  refuseGiven({ a: options.a !== '', b: options.b !== '' });
  const asked = readSaidPercentage(input);
  if (asked === undefined)
    throw invalid(
      `Cannot read property "input": ${quote(input.trim())} is not a question such as 15% of 80, 20 is what percent of 80, from 80 to 100, 80 + 15% or 15% off 80`,
    );
  if (options.action !== 'of' && options.action !== asked.action)
    throw invalid(`Option "action" is ${options.action}, but the input asks for ${asked.action}`);
  return asked;
}

export default defineTool({
  id: 'percentage-calculator',
  title: 'Percentage Calculator',
  summary:
    'Works out percentages exactly: shares, changes, differences, discounts, prices before tax, percentage points.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum([
        'of',
        'is-what',
        'change',
        'difference',
        'increase',
        'decrease',
        'undo-increase',
        'undo-decrease',
        'whole-from-part',
        'points',
      ])
      .default('of')
      .describe(
        'What to find: a percent of b; a as a percentage of b; the change from a to b; their difference; a increased or decreased by b percent; what a was before that; the number of which a is b percent; percentage points from a to b.',
      ),
    a: z.string().max(200).default('').describe('First number. The input may ask in words instead.'),
    b: z.string().max(200).default('').describe('Second number.'),
    precision: precisionOption(15, 100),
    locale: numberLocale(),
  },
  result: 'data',
  data: z.object({
    result: z.string().describe('The number, or the percentage without its sign.'),
    isPercent: z.boolean().describe('The result is a percentage or percentage points.'),
    exact: z.boolean().describe('Nothing was rounded.'),
    fraction: z.string().describe('The result as a fraction in lowest terms.'),
    sentence: z.string().describe('The answer in words.'),
  }),
  notes: [
    'The input may ask in English: 15% of 80, 20 is what percent of 80, 20 out of 80, from 80 to 100, 80 + 15%, 15% off 80, 12 is 15% of what, difference between 80 and 100. It goes with no "action", "a" and "b".',
    'Numbers are exact fractions: 8.25, 1,299.99, ½, 1/3. Where a number is a percentage, 19 and 19% mean the same.',
    'A change is relative to where it begins, and to its size where that is negative: from -50 to 50 is +200 %. A difference is relative to the mean of both and has no direction.',
    'To take 19 % tax out of a price, use "undo-increase", not "decrease": 119 without 19 % tax is 100.',
  ],
  aliases: [
    'percent of',
    'percent change',
    'percentage increase',
    'percent off',
    'reverse percentage',
    'markup',
    'percentage difference',
    'percentage points',
    'discount of a price',
    'how many percent',
  ],
  verified: ['Python 3.11, fractions: 400 random pairs of numbers through every formula, equal as fractions'],
  examples: [
    {
      title: 'Fifteen percent of a price',
      options: { a: '15%', b: '1,299.99' },
      output: {
        data: {
          result: '194.9985',
          isPercent: false,
          exact: true,
          fraction: '389997/2000',
          sentence: '15% of 1299.99 is 194.9985',
        },
      },
    },
    {
      title: 'Asked in words',
      input: '20 is what percent of 80?',
      output: {
        data: { result: '25', isPercent: true, exact: true, fraction: '25', sentence: '20 is 25% of 80' },
      },
    },
    {
      title: 'A change in percent',
      options: { action: 'change', a: '80', b: '100' },
      output: {
        data: {
          result: '25',
          isPercent: true,
          exact: true,
          fraction: '25',
          sentence: 'From 80 to 100 is a change of 25%',
        },
      },
    },
    {
      title: 'The price before tax',
      options: { action: 'undo-increase', a: '1.190,00', b: '19', locale: 'de' },
      output: {
        data: {
          result: '1000',
          isPercent: false,
          exact: true,
          fraction: '1000',
          sentence: '1000 increased by 19% is 1190',
        },
      },
    },
    {
      title: 'A share of nothing',
      options: { action: 'is-what', a: '5', b: '0' },
      error: { code: 'INVALID_INPUT', message: 'Option "b" is 0, of which nothing is a percentage' },
    },
    {
      title: 'A price after a discount of everything',
      options: { action: 'undo-decrease', a: '5', b: '100' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot work out the percentage: nothing is left of the original number, so it cannot be found',
      },
    },
    {
      title: 'Not a number',
      options: { a: 'ten', b: '5' },
      error: { code: 'INVALID_INPUT', message: 'Option "a" is not a number, got "ten"' },
    },
  ],
  run({ input, options }) {
    const { precision, locale } = options;
    const isSaid = input.trim() !== '';
    const { action, a, b } = isSaid ? askedOf(input, options) : options;
    const reader = numberReader(marksFor(locale));
    const read = (name: 'a' | 'b', text: string): Rational => {
      const label = isSaid ? 'property "input"' : `option "${name}"`;
      const value = refusing(`Cannot read ${label}`, () => reader.read(text));
      if (value === undefined)
        throw invalid(
          isSaid
            ? `Cannot read property "input": ${quote(text)} is not a number`
            : `Option "${name}" is not a number, got ${quote(text)}`,
        );
      // Typed with its sign, a percentage was read as a share.
      return PERCENTS[action]?.includes(name) && /%\s*$/.test(text) ? multiply(value, HUNDRED) : value;
    };
    const [first, second] = [read('a', a), read('b', b)];
    const work = ACTIONS[action] ?? ((): Answer => ({ value: first, isPercent: false }));
    const { value, isPercent } = refusing('Cannot work out the percentage', () => work(first, second));
    const { text, isExact } = writeRational(value, precision);
    const shown: Readonly<Record<string, string>> = {
      a: writeRational(first, precision).text,
      b: writeRational(second, precision).text,
      value: isPercent && action !== 'points' ? `${text}%` : text,
    };
    const sentence = (SENTENCES[action] ?? '').replace(/\{(\w+)\}/g, (_, key: string) => shown[key] ?? '');
    return json({ result: text, isPercent, exact: isExact, fraction: writeFraction(value), sentence });
  },
});

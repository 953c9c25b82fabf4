import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { extendedGcd, modularPower } from '../../lib/numbers/primes.js';
import { absoluteOf, greatestCommonDivisor } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { readWhole } from './_numbers.js';

const MAX_NUMBERS = 1000;
const MAX_DIGITS = 2000;
/** Digits of the least common multiple of all. */
const MAX_RESULT_DIGITS = 20_000;

const reader = numberReader({ decimal: '.', group: '\u0001' });

function readNumber(text: string): bigint {
  const value = readWhole(text, reader);
  if (absoluteOf(value).toString().length > MAX_DIGITS)
    throw new LimitFault(`numbers must have fewer than ${MAX_DIGITS + 1} digits`);
  return value;
}

const positiveRest = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

function inverse(value: bigint, modulus: bigint): bigint {
  const { gcd, x } = extendedGcd(positiveRest(value, modulus), modulus);
  if (gcd !== 1n)
    throw new ContentFault(`${value} has no inverse modulo ${modulus}, their greatest common divisor is ${gcd}`);
  return positiveRest(x, modulus);
}

function leastCommonMultiple(numbers: readonly bigint[]): bigint {
  let multiple = 1n;
  for (const number of numbers) {
    if (number === 0n) return 0n;
    multiple = absoluteOf((multiple / greatestCommonDivisor(multiple, number)) * number);
    if (multiple.toString(2).length > MAX_RESULT_DIGITS * 3.3)
      throw new LimitFault(`the least common multiple must have fewer than ${MAX_RESULT_DIGITS} digits`);
  }
  return multiple;
}

/** Pairs of remainder and modulus, merged one by one; the moduli may have common divisors. */
function remainders(pairs: readonly (readonly [bigint, bigint])[]) {
  let [value, modulus] = [0n, 1n];
  for (const [rest, next] of pairs) {
    if (next < 1n) throw new ContentFault(`a modulus must be positive, got ${next}`);
    const { gcd, x } = extendedGcd(modulus, next);
    if ((rest - value) % gcd !== 0n) throw new ContentFault('the congruences contradict each other');
    const multiple = (modulus / gcd) * next;
    value = positiveRest(value + modulus * positiveRest(((rest - value) / gcd) * x, next / gcd), multiple);
    modulus = multiple;
    if (modulus.toString(2).length > MAX_RESULT_DIGITS * 3.3)
      throw new LimitFault(`the product of the moduli must have fewer than ${MAX_RESULT_DIGITS} digits`);
  }
  return { result: String(value), modulus: String(modulus) };
}

const wordsOf = (input: string): string[] => input.split(/[\s,;]+/).filter((word) => word !== '');

/** `2 mod 3`, one per line or comma. */
function readCongruences(input: string): (readonly [bigint, bigint])[] {
  return input
    .split(/[\n\r,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, rest = '', modulus = ''] =
        /^(?:x\s*(?:≡|=)\s*)?([^\s(]+)\s*\(?\s*mod\s*([^\s)]+)\s*\)?$/.exec(line) ?? [];
      if (modulus === '')
        throw new ContentFault(`${JSON.stringify(line.slice(0, 60))} is not a congruence such as 2 mod 3`);
      return [readNumber(rest), readNumber(modulus)] as const;
    });
}

export default defineTool({
  id: 'gcd-lcm-calculator',
  title: 'GCD LCM Calculator',
  summary:
    'Finds greatest common divisors, least common multiples, modular inverses and powers, and solves congruences.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(['gcd', 'extended-gcd', 'lcm', 'invert', 'power', 'solve-congruences'])
      .default('gcd')
      .describe(
        'What to find: greatest common divisor, the same with its factors, least common multiple, modular inverse, modular power of "base exponent", or the number with given remainders.',
      ),
    modulus: z.string().max(2100).default('').describe('Modulus of inverses and powers.'),
  },
  result: 'data',
  data: z.object({
    result: z.string().describe('The number that was asked for.'),
    gcd: z.string().optional().describe('Greatest common divisor of the numbers.'),
    lcm: z.string().optional().describe('Least common multiple of the numbers.'),
    coefficients: z
      .array(z.string())
      .optional()
      .describe('Factors of the numbers, in order, whose products add up to the greatest common divisor.'),
    modulus: z.string().optional().describe('Every solution differs by a multiple of it.'),
  }),
  notes: [
    'Numbers are separated by spaces, commas or line breaks, so that a comma never groups digits: 1234, 1_234 and 1e6 are numbers.',
    'Divisors and multiples are never negative. The greatest common divisor of zeros alone is 0, and a least common multiple with 0 is 0.',
    'Congruences are lines such as "2 mod 3" or "x ≡ 2 (mod 3)"; their moduli may have common divisors. A negative exponent takes the power of the inverse.',
    'Up to 1,000 numbers of up to 2,000 digits.',
  ],
  aliases: [
    'greatest common divisor',
    'least common multiple',
    'greatest common factor',
    'euclidean algorithm',
    'bezout',
    'modular inverse',
    'modpow',
    'modular exponentiation',
    'chinese remainder theorem',
    'crt',
  ],
  verified: [
    'Python 3.11 math.gcd, math.lcm and pow: equal for 400 random sets of numbers of up to 40 digits',
    'Bézout coefficients and congruences: 200 random cases satisfy their equations',
  ],
  examples: [
    {
      title: 'Greatest common divisor and least common multiple',
      input: '12, 18, 30',
      output: { data: { result: '6', gcd: '6', lcm: '180' } },
    },
    {
      title: 'Bézout coefficients',
      input: '240 46',
      options: { action: 'extended-gcd' },
      output: { data: { result: '2', gcd: '2', coefficients: ['-9', '47'] } },
    },
    {
      title: 'A modular inverse',
      input: '3',
      options: { action: 'invert', modulus: '11' },
      output: { data: { result: '4' } },
    },
    {
      title: 'Modular power',
      input: '4 13',
      options: { action: 'power', modulus: '497' },
      output: { data: { result: '445' } },
    },
    {
      title: 'The problem of Sunzi',
      input: '2 mod 3\n3 mod 5\n2 mod 7',
      options: { action: 'solve-congruences' },
      output: { data: { result: '23', modulus: '105' } },
    },
    {
      title: 'No inverse',
      input: '6',
      options: { action: 'invert', modulus: '9' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": 6 has no inverse modulo 9, their greatest common divisor is 3',
      },
    },
    {
      title: 'Congruences that contradict each other',
      input: '1 mod 4\n2 mod 6',
      options: { action: 'solve-congruences' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": the congruences contradict each other',
      },
    },
    {
      title: 'No modulus',
      input: '3',
      options: { action: 'invert' },
      error: { code: 'INVALID_INPUT', message: 'Option "modulus" is needed for inverses and powers' },
    },
    {
      title: 'A word',
      input: '12, many',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": "many" is not a number' },
    },
  ],
  run({ input, options: { action, modulus } }) {
    if (action === 'solve-congruences')
      return json(refusing('Cannot read property "input"', () => remainders(readCongruences(input))));
    const words = wordsOf(input);
    if (words.length > MAX_NUMBERS)
      throw overLimit(`Property "input" must hold at most ${MAX_NUMBERS} numbers, got ${words.length}`);
    const numbers = refusing('Cannot read property "input"', () => words.map(readNumber));
    if (action === 'invert' || action === 'power') {
      if (modulus.trim() === '') throw invalid('Option "modulus" is needed for inverses and powers');
      const by = refusing('Cannot read option "modulus"', () => readNumber(modulus));
      if (by < 1n) throw invalid('Option "modulus" is not positive');
      const [value = 0n, exponent = -1n] = numbers;
      if (numbers.length !== (action === 'invert' ? 1 : 2))
        throw invalid(
          action === 'invert'
            ? 'Cannot read property "input": it is not one number'
            : 'Cannot read property "input": it is not a base and an exponent',
        );
      const base = exponent < 0n ? refusing('Cannot read property "input"', () => inverse(value, by)) : value;
      return json({ result: String(modularPower(base, absoluteOf(exponent), by)) });
    }
    const gcd = String(numbers.reduce(greatestCommonDivisor, 0n));
    if (action === 'gcd' || action === 'lcm') {
      const lcm = String(refusing('Cannot read property "input"', () => leastCommonMultiple(numbers)));
      return json({ result: action === 'gcd' ? gcd : lcm, gcd, lcm });
    }
    let [sum, coefficients] = [0n, [] as readonly bigint[]];
    for (const number of numbers) {
      const { gcd: next, x, y } = extendedGcd(sum, number);
      if (coefficients.some((coefficient) => absoluteOf(coefficient).toString(2).length > 200_000))
        throw overLimit('The coefficients must have at most 60000 digits: give fewer numbers');
      coefficients = [...coefficients.map((coefficient) => coefficient * x), y];
      sum = next;
    }
    return json({ result: gcd, gcd, coefficients: coefficients.map(String) });
  },
});

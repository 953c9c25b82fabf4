import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { WorkTime } from '../../engines/work-time.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { factorize, isPrime, isProven, nextPrime, type PrimePower } from '../../lib/numbers/primes.js';
import { absoluteOf } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { eachNumber, listedNumbers, readWhole } from './_numbers.js';

const MAX_NUMBERS = 10_000;
const MAX_DIGITS = 1000;
const MAX_DIVISORS = 20_000;
const MAX_RANGE = 1_000_000n;
const MAX_PRIMES = 50_000;
/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 8;

type Action = 'factor' | 'check' | 'divisors' | 'next' | 'previous';

const superscript = (exponent: number): string =>
  exponent === 1 ? '' : [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))).join('');

function checkSize(value: bigint): bigint {
  if (absoluteOf(value).toString().length > MAX_DIGITS)
    throw new LimitFault(`numbers must have fewer than ${MAX_DIGITS + 1} digits`);
  return value;
}

function divisorsOf(factors: readonly PrimePower[]): readonly bigint[] {
  let divisors = [1n];
  for (const { prime, exponent } of factors) {
    if (divisors.length * (exponent + 1) > MAX_DIVISORS)
      throw new LimitFault(`a number must have fewer than ${MAX_DIVISORS + 1} divisors to list them`);
    const powers = Array.from({ length: exponent + 1 }, (_, i) => prime ** BigInt(i));
    divisors = powers.flatMap((power) => divisors.map((divisor) => divisor * power));
  }
  return divisors.sort((a, b) => (a < b ? -1 : 1));
}

function report(value: bigint, action: Action) {
  const number = String(value);
  if (action === 'next' || action === 'previous')
    return { number, neighbor: nextPrime(value, action === 'next' ? 1n : -1n)?.toString() ?? null };
  const prime = isPrime(value);
  if (action === 'check') return { number, prime, proven: isProven(value) || !prime };
  if (value === 0n) throw new ContentFault('0 has no prime factors');
  const factors = factorize(absoluteOf(value));
  const terms = factors.map(({ prime: base, exponent }) => `${base}${superscript(exponent)}`);
  const product = [...(value < 0n ? ['-1'] : []), ...terms].join(' × ') || '1';
  const list = factors.map(({ prime: base, exponent }) => ({ prime: String(base), exponent }));
  const parts = { number, prime, proven: factors.every(({ prime: base }) => isProven(base)), product, factors: list };
  let [totient, count, sum] = [1n, 1n, 1n];
  for (const { prime: base, exponent } of factors) {
    totient *= base ** BigInt(exponent - 1) * (base - 1n);
    count *= BigInt(exponent + 1);
    sum *= (base ** BigInt(exponent + 1) - 1n) / (base - 1n);
  }
  const more = { totient: String(totient), divisorCount: String(count), divisorSum: String(sum) };
  return action === 'factor' ? { ...parts, ...more } : { ...parts, ...more, divisors: divisorsOf(factors).map(String) };
}

function primesBetween(from: bigint, to: bigint): string[] {
  if (to < from) throw invalid('Option "to" is not above the number in property "input"');
  if (to - from > MAX_RANGE) throw overLimit(`The range must have at most ${MAX_RANGE} numbers`);
  const primes: string[] = [];
  for (let value = from; value <= to; value++) {
    if (isPrime(value)) primes.push(String(value));
    if (primes.length > MAX_PRIMES) throw overLimit(`The range must have at most ${MAX_PRIMES} primes`);
  }
  return primes;
}

export default defineTool({
  id: 'prime-factorization',
  title: 'Prime Factorization',
  summary: 'Factors whole numbers into primes, tests them, and finds divisors, totients and neighbouring primes.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(['factor', 'check', 'divisors', 'next', 'previous', 'list'])
      .default('factor')
      .describe(
        'What to find: prime factors, only whether it is prime, all divisors, the next or the previous prime, or a list of the primes up to "to".',
      ),
    to: z.string().max(1100).default('').describe('Last number of the list of primes.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          number: z.string().describe('The number.'),
          prime: z.boolean().optional().describe('It is prime.'),
          proven: z.boolean().optional().describe('Every prime named is proven, not only probable.'),
          product: z.string().optional().describe('The number as a product of primes.'),
          factors: z
            .array(
              z.object({
                prime: z.string().describe('A prime.'),
                exponent: z.int().describe('How often it is a factor.'),
              }),
            )
            .optional()
            .describe('Prime factors in ascending order.'),
          totient: z.string().optional().describe("Euler's totient: numbers below it without a common divisor."),
          divisorCount: z.string().optional().describe('How many divisors it has.'),
          divisorSum: z.string().optional().describe('Sum of its divisors, itself included.'),
          divisors: z.array(z.string()).optional().describe('All divisors in ascending order.'),
          neighbor: z.string().nullable().optional().describe('The next or previous prime; null if there is none.'),
          primes: z.array(z.string()).optional().describe('Primes from the number to "to".'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One number per line, of up to 1,000 digits; 1,234,567, 1e12 and 2_000 are read as well.',
    'Below 3.1 × 10^23 primality is proven (Miller–Rabin with the first 12 primes); above, it rests on the Baillie–PSW test, of which no false answer is known, and "proven" is false.',
    'Factors are found by trial division and Pollard rho: those up to about 12 digits in at most a second or two each. A number with two larger ones may take more than 8 seconds, which is refused.',
    'Negative numbers are factored as -1 times a positive one; 1 is the empty product.',
  ],
  aliases: [
    'factor a number',
    'prime factors',
    'is it prime',
    'prime checker',
    'divisors',
    'euler phi',
    'totient',
    'next prime',
    'list of primes',
    'factorint',
  ],
  verified: [
    'factor of GNU coreutils 9.1: equal for 2,000 random numbers of up to 24 digits',
    'OpenSSL 3.0 prime: equal for 300 random numbers of up to 60 digits',
    'Published pseudoprimes: Carmichael numbers, strong pseudoprimes to base 2 and strong Lucas pseudoprimes are recognised as composite',
  ],
  examples: [
    {
      title: 'Factors of a number',
      input: '360',
      output: {
        data: {
          results: [
            {
              number: '360',
              prime: false,
              proven: true,
              product: '2³ × 3² × 5',
              factors: [
                { prime: '2', exponent: 3 },
                { prime: '3', exponent: 2 },
                { prime: '5', exponent: 1 },
              ],
              totient: '96',
              divisorCount: '24',
              divisorSum: '1170',
            },
          ],
        },
      },
    },
    {
      title: 'A Mersenne prime, and a Fermat number',
      input: '170141183460469231731687303715884105727\n4294967297',
      options: { action: 'check' },
      output: {
        data: {
          results: [
            { number: '170141183460469231731687303715884105727', prime: true, proven: false },
            { number: '4294967297', prime: false, proven: true },
          ],
        },
      },
    },
    {
      title: 'Primes between 100 and 120',
      input: '100',
      options: { action: 'list', to: '120' },
      output: { data: { results: [{ number: '100', primes: ['101', '103', '107', '109', '113'] }] } },
    },
    {
      title: 'The next prime',
      input: '1e9',
      options: { action: 'next' },
      output: { data: { results: [{ number: '1000000000', neighbor: '1000000007' }] } },
    },
    {
      title: 'Zero',
      input: '0',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: 0 has no prime factors' },
    },
    {
      title: 'A fraction',
      input: '12.5',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: "12.5" is not a whole number' },
    },
    {
      title: 'A list without an end',
      input: '100',
      options: { action: 'list' },
      error: { code: 'INVALID_INPUT', message: 'Option "to" is needed for a list of primes' },
    },
  ],
  run({ input, options: { action, to } }) {
    const reader = numberReader();
    const refusal = () => overLimit(`The factors must be found within ${WORK_SECONDS} seconds: these are too large`);
    return new WorkTime(WORK_SECONDS, refusal).run(() => {
      if (action !== 'list')
        return json({
          results: eachNumber(
            input,
            MAX_NUMBERS,
            (text) => report(checkSize(readWhole(text, reader)), action),
            listedNumbers,
          ),
        });
      if (to.trim() === '') throw invalid('Option "to" is needed for a list of primes');
      const [[from, number] = [0n, '']] = eachNumber(input, 1, (text) => {
        const value = checkSize(readWhole(text, reader));
        return [value, String(value)] as const;
      });
      const last = reader.read(to);
      if (last === undefined || last.denominator !== 1n) throw invalid('Option "to" is not a whole number');
      return json({ results: [{ number, primes: primesBetween(from, last.numerator) }] });
    });
  },
});

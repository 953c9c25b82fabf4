import { describe, expect, it } from 'vitest';

import { isPrime } from '../../lib/numbers/primes.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './prime-factorization.js';

interface Report {
  readonly results: readonly {
    readonly number: string;
    readonly prime: boolean;
    readonly factors: readonly { readonly prime: string; readonly exponent: number }[];
    readonly divisors: readonly string[];
    readonly totient: string;
    readonly divisorSum: string;
  }[];
}

const run = async (input: string, options: object = {}): Promise<Report['results']> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as Report).results;
};

const randomNumbers = (count: number, digits: number): string[] => {
  const chance = chanceOf(digits);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + chance(digits) }, (_, i) => (i === 0 ? 1 + chance(9) : chance(10))).join(''),
  );
};

describe('prime-factorization', () => {
  inRounds.skipIf(!hasProgram('factor', ['--version'], 'factors beside coreutils'))(
    'factors are those of coreutils',
    [100, 2000],
    async (rounds) => {
      const numbers = randomNumbers(rounds, rounds > 100 ? 24 : 18);
      const told = runProgram('factor', numbers).toString().trim().split('\n');
      for (let i = 0; i < rounds; i += 100) {
        const results = await run(numbers.slice(i, i + 100).join('\n'));
        for (const [j, { number, factors }] of results.entries()) {
          const all = factors.flatMap(({ prime, exponent }) => Array<string>(exponent).fill(prime));
          expect(`${number}: ${all.join(' ')}`.trim()).toBe(told[i + j]!.trim());
        }
      }
    },
  );

  inRounds.skipIf(!hasProgram('openssl', ['version'], 'primality beside OpenSSL'))(
    'primes are those of OpenSSL',
    [30, 300],
    async (rounds) => {
      const numbers = randomNumbers(rounds, 60).map((number) => `${number}${'1379'.charAt(number.length % 4)}`);
      for (const [i, { prime }] of (await run(numbers.join('\n'), { action: 'check' })).entries()) {
        expect(prime, numbers[i]).toBe(!/is not prime/.test(runProgram('openssl', ['prime', numbers[i]!]).toString()));
      }
    },
  );

  it('pseudoprimes are composite', () => {
    // OEIS A002997, A001262, A217255, and Arnault's Carmichael number that is a strong pseudoprime to all primes below 200.
    const composite = [
      561n,
      1105n,
      1729n,
      41041n,
      825265n,
      2047n,
      3277n,
      4033n,
      5459n,
      5777n,
      10877n,
      16109n,
      3215031751n,
      3825123056546413051n,
    ];
    for (const value of composite) expect(isPrime(value), String(value)).toBe(false);
    // Below 100,000 there are 9,592 primes.
    expect(Array.from({ length: 100_000 }, (_, i) => isPrime(BigInt(i))).filter(Boolean)).toHaveLength(9592);
  });

  exhaustive('Mersenne numbers are prime for the exponents of OEIS A000043', () => {
    const prime = Array.from({ length: 1300 }, (_, i) => i).filter((n) => n > 60 && isPrime(2n ** BigInt(n) - 1n));
    expect(prime).toEqual([61, 89, 107, 127, 521, 607, 1279]);
  });

  it('divisors divide, and their number and sum are told', async () => {
    for (const { number, divisors, divisorSum, totient } of await run('1\n28\n97\n5040\n-12', { action: 'divisors' })) {
      const value = Math.abs(Number(number));
      const all = Array.from({ length: value }, (_, i) => i + 1);
      expect(divisors.map(Number)).toEqual(all.filter((i) => value % i === 0));
      expect(Number(divisorSum)).toBe(all.filter((i) => value % i === 0).reduce((a, b) => a + b, 0));
      const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
      expect(Number(totient)).toBe(all.filter((i) => gcd(i, value) === 1).length);
    }
  });

  exhaustive('a number with two large factors is refused in time', async () => {
    // The product of the first primes above 10^20 and 3 × 10^20.
    const answer = await runTool(tool, { input: String(100000000000000000039n * 300000000000000000053n) });
    expect([200, 413]).toContain(answer.status);
  });

  it.each([['1'.repeat(1001)], [`${'7\n'.repeat(10_001)}`], ['1e5001']])('hostile %#', async (input) => {
    expect((await runTool(tool, { input })).status).toBe(413);
  });

  it('a long list is refused', async () => {
    const list = (input: string, to: string) => runTool(tool, { input, options: { action: 'list', to } });
    expect((await list('1', '9999999')).status).toBe(413);
    expect((await list('10', '1')).status).toBe(400);
    expect((await list('10', 'x')).status).toBe(400);
  });
});

it('reads several numbers of a line', async () => {
  expect((await run('12, 1,001; 15')).length).toBe(3);
  expect((await run('10 20 30')).length).toBe(3);
});

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './gcd-lcm-calculator.js';

const run = async (input: string, options: object = {}) => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as { result: string; gcd: string; lcm: string; coefficients: string[]; modulus: string };
};

const chance = chanceOf(5);
const number = (digits: number): string =>
  `${chance(3) === 0 ? '-' : ''}${Array.from({ length: 1 + chance(digits) }, () => chance(10)).join('')}`;

const PYTHON = `
import sys, math
for line in sys.stdin.read().strip().split('\\n'):
    n = [int(w) for w in line.split()]
    print(math.gcd(*n), math.lcm(*n), pow(n[0], abs(n[1]), abs(n[2]) + 1))
`;

describe('gcd-lcm-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'divisors beside Python'))(
    'divisors, multiples and powers are those of Python',
    [40, 400],
    async (rounds) => {
      const sets = Array.from({ length: rounds }, () => Array.from({ length: 3 + chance(3) }, () => number(40)));
      const told = runProgram('python3', ['-c', PYTHON], sets.map((set) => set.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const [first, second, third] = sets[i]!.map((word) => BigInt(word));
        const size = (value: bigint) => (value < 0n ? -value : value);
        const { gcd, lcm } = await run(sets[i]!.join(', '));
        const options = { action: 'power', modulus: String(size(third!) + 1n) };
        const { result } = await run(`${first} ${size(second!)}`, options);
        expect(`${gcd} ${lcm} ${result}`).toBe(line);
      }
    },
  );

  it('coefficients and congruences satisfy their equations', async () => {
    for (let i = 0; i < 200; i++) {
      const set = Array.from({ length: 1 + chance(5) }, () => number(12));
      const { result, coefficients } = await run(set.join(' '), { action: 'extended-gcd' });
      expect(String(set.reduce((sum, word, at) => sum + BigInt(word) * BigInt(coefficients[at]!), 0n))).toBe(result);
      const x = BigInt(chance(1_000_000));
      const moduli = Array.from({ length: 4 }, () => BigInt(1 + chance(50)));
      const solved = await run(moduli.map((modulus) => `${x % modulus} mod ${modulus}`).join('\n'), {
        action: 'solve-congruences',
      });
      for (const modulus of moduli) expect(BigInt(solved.result) % modulus).toBe(x % modulus);
      expect(x % BigInt(solved.modulus)).toBe(BigInt(solved.result));
    }
  });

  it('a negative exponent takes the inverse', async () => {
    // Python: pow(3, -2, 11)
    expect((await run('3 -2', { action: 'power', modulus: '11' })).result).toBe('5');
    expect((await run('x ≡ 2 (mod 3)\nx = 3 (mod 5)', { action: 'solve-congruences' })).result).toBe('8');
  });

  it.each([
    ['1 '.repeat(1001), {}],
    ['9'.repeat(3000), {}],
    [Array.from({ length: 900 }, (_, i) => 10n ** 1000n + BigInt(i)).join(' '), { action: 'lcm' }],
  ])('hostile %#', async (input, options) => {
    expect((await runTool(tool, { input, options })).status).toBe(413);
  });

  exhaustive('900 long numbers have coefficients, or too long ones', async () => {
    const input = Array.from({ length: 900 }, (_, i) => 10n ** 1000n + BigInt(i)).join(' ');
    expect([200, 413]).toContain((await runTool(tool, { input, options: { action: 'extended-gcd' } })).status);
    const options = { action: 'power', modulus: '9'.repeat(2000) };
    expect((await runTool(tool, { input: `${'7'.repeat(2000)} ${'8'.repeat(2000)}`, options })).status).toBe(200);
  });

  it.each([
    ['1 2', { action: 'invert', modulus: '5' }],
    ['1', { action: 'power', modulus: '5' }],
    ['1', { action: 'invert', modulus: '0' }],
    ['1 mod', { action: 'solve-congruences' }],
    ['1 mod 0', { action: 'solve-congruences' }],
    [' ,', { action: 'invert', modulus: '5' }],
  ])('%s with %o is refused', async (input, options) => {
    expect((await runTool(tool, { input, options })).status).toBe(400);
  });
});

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './fraction-calculator.js';

interface Row {
  readonly fraction: string;
  readonly mixed: string;
  readonly approximation: string;
  readonly repeating: string | null;
  readonly continued: readonly string[];
}

const run = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 80)}: ${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as { results: Row[] }).results;
};

const chance = chanceOf(8);
const number = (): string =>
  chance(2) === 0 ? `${chance(2000) - 1000}.${chance(1_000_000)}` : `${chance(100_000) - 50_000}/${1 + chance(99_999)}`;

describe('fraction-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'fractions beside Python'))(
    'lowest terms and approximations are those of Python',
    [50, 400],
    async (rounds) => {
      const numbers = Array.from({ length: rounds }, number);
      const script =
        'import sys\nfrom fractions import Fraction as F\nfor l in sys.stdin:\n f = F(l.strip())\n print(f, f.limit_denominator(997))';
      const told = runProgram('python3', ['-c', script], numbers.join('\n')).toString().trim().split('\n');
      const rows = await run(numbers.join('\n'), { maxDenominator: 997 });
      for (const [i, { fraction, approximation }] of rows.entries())
        expect(`${fraction} ${approximation}`).toBe(told[i]);
    },
  );

  exhaustive('repeating decimals, mixed numbers and continued fractions read back as the fraction', async () => {
    const numbers = Array.from({ length: 300 }, () => `${chance(999) - 500}/${1 + chance(900)}`);
    const rows = await run(numbers.join('\n'));
    const again = await run(rows.map(({ repeating }) => repeating!).join('\n'));
    const mixed = await run(rows.map((row) => row.mixed).join('\n'));
    for (const [i, { fraction, continued }] of rows.entries()) {
      expect([again[i]!.fraction, mixed[i]!.fraction], numbers[i]).toEqual([fraction, fraction]);
      const nested = continued.reduceRight((rest, term) => (rest === '' ? `(${term})` : `(${term} + 1/${rest})`), '');
      expect((await run(nested))[0]!.fraction).toBe(fraction);
    }
  });

  it.each([
    ['1 1/2 + 2 3/4', '17/4'],
    // As schoolbooks write quotients of fractions; by hand.
    ['1/2 ÷ 1/4', '2'],
    ['3/4 / 1/2', '3/2'],
    ['2 1/2 ÷ 1 1/4', '2'],
    ['1/2 : 1/4 : 1/2', '4'],
    ['3 ÷ 2/4^2', '3/32'],
    ['6/1/2', '3'],
    ['3:4', '3/4'],
    ['1 000', '1000'],
    ['-1 1/2', '-3/2'],
    ['2 1/3 * 3', '7'],
    ['62.5%', '5/8'],
    ['½ * ⅔', '1/3'],
    ['(1/2)^3', '1/8'],
    ['0.(142857)', '1/7'],
    ['1/2 of 1/3', '1/6'],
  ])('%s is %s', async (input, expected) => {
    expect((await run(input))[0]!.fraction).toBe(expected);
  });

  exhaustive('long fractions are written or refused', async () => {
    expect((await runTool(tool, { input: `${'1'.repeat(4000)}/${'7'.repeat(4000)}` })).status).toBe(200);
    expect((await runTool(tool, { input: `1/${'9'.repeat(9000)}7\n`.repeat(100) })).status).toSatisfy(
      (status) => status === 200 || status === 413,
    );
    expect((await runTool(tool, { input: '1/7\n'.repeat(1001) })).status).toBe(413);
  });
});

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './number-base-converter.js';

const run = async (input: string, options: object = {}) => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 100)}: ${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as { results: { value: string; decimal: string; exact: boolean; unsigned: string }[] }).results;
};
const valueIn = async (input: string, options: object = {}) => (await run(input, { ...options }))[0]!.value;

const chance = chanceOf(11);
const digits = (base: number, count: number): string =>
  Array.from({ length: count }, () => '0123456789abcdefghijklmnopqrstuvwxyz'.charAt(chance(base))).join('');

describe('number-base-converter', () => {
  inRounds.skipIf(!hasProgram('bc', ['--version'], 'bases beside bc'))(
    'numbers are those of bc',
    [40, 600],
    async (rounds) => {
      for (let i = 0; i < rounds; i++) {
        const [from, to] = [2 + chance(15), 2 + chance(15)];
        const input =
          `${1 + chance(from - 1)}`.length > 1
            ? '1'
            : `${1 + chance(Math.min(from - 1, 9))}${digits(from, chance(40))}`;
        const script = `obase=${to};ibase=${from};${input.toUpperCase()}\n`;
        const told = runProgram('bc', [], script).toString().replaceAll('\\\n', '').trim();
        expect(await valueIn(input, { from, to, uppercase: true }), `${input} ${from} ${to}`).toBe(told);
      }
    },
  );

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'bases beside Python'))(
    'numbers are those of Python',
    [40, 400],
    async (rounds) => {
      const asked = Array.from({ length: rounds }, () => {
        const base = 2 + chance(35);
        return [`${chance(2) === 0 ? '-' : ''}${digits(base, 1 + chance(60))}`, base] as const;
      });
      const script = 'import sys\nfor l in sys.stdin:\n w, b = l.split()\n print(int(w, int(b)))';
      const told = runProgram('python3', ['-c', script], asked.map((pair) => pair.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const [word, from] = asked[i]!;
        expect((await run(word, { from, to: 10 }))[0]!.value).toBe(line);
      }
    },
  );

  exhaustive('numbers come back from every base', async () => {
    for (let i = 0; i < 300; i++) {
      const base = 37 + chance(28);
      const number = `${1 + chance(9)}${digits(10, chance(50))}`;
      const written = await valueIn(number, { to: base });
      expect(await valueIn(written, { from: base, to: 10 })).toBe(number);
    }
  });

  it.each([
    ['0xFF', { to: 10 }, '255'],
    ['0b1010', { to: 10 }, '10'],
    ['dead beef', { from: 16, to: 10 }, '3735928559'],
    ['#ff8800', { from: 16, to: 10 }, '16746496'],
    ['1010_1010', { from: 2, to: 16 }, 'aa'],
    ['ff', { from: 16, to: 10, bits: 8 }, '255'],
    ['-1', { bits: 64 }, 'ffffffffffffffff'],
    ['0.8', { from: 16, to: 10 }, '0.5'],
    ['-1.25', { to: 2 }, '-1.01'],
    ['63', { to: 64 }, '/'],
    ['0', { to: 37 }, '0'],
    ['b1', { from: 16, to: 10 }, '177'],
    ['0b1', { from: 16, to: 10 }, '177'],
  ])('%s with %o is %s', async (input, options, expected) => {
    expect(await valueIn(input, options)).toBe(expected);
  });

  it('a pattern with its top bit set is negative', async () => {
    expect((await run('0xff', { bits: 8 }))[0]).toMatchObject({ decimal: '-1', unsigned: '255' });
  });

  exhaustive('long numbers are written or refused', async () => {
    expect((await runTool(tool, { input: '9'.repeat(3001) })).status).toBe(413);
    expect((await runTool(tool, { input: `${'9'.repeat(3000)}\n`.repeat(50), options: { to: 63 } })).status).toBe(200);
    expect(
      (await runTool(tool, { input: `0.${'1'.repeat(2900)}\n`.repeat(40), options: { to: 61, digits: 1000 } })).status,
    ).toBe(200);
    expect((await runTool(tool, { input: '1\n'.repeat(5001) })).status).toBe(413);
  });
});

it('255, 16 is two numbers, and so is 255 16, which is refused', async () => {
  expect((await run('255, 16; 0b11')).map(({ decimal }) => decimal)).toEqual(['255', '16', '3']);
  expect((await run('25 516', { from: 10 }))[0]?.decimal).toBe('25516');
  expect((await runTool(tool, { input: '255 16' })).message).toMatch(/write one number per line$/);
});

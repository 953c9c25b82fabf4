import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './number-formatter.js';

const run = async (input: string, options: object = {}): Promise<readonly string[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 80)} ${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as { results: { formatted: string }[] }).results.map(({ formatted }) => formatted);
};

const PYTHON = `
import sys
from decimal import *
getcontext().prec = 100
MODES = {'half-even': ROUND_HALF_EVEN, 'half-up': ROUND_HALF_UP, 'up': ROUND_UP, 'down': ROUND_DOWN}
for line in sys.stdin.read().strip().split('\\n'):
    number, places, mode = line.split()
    print(format(Decimal(number).quantize(Decimal(1).scaleb(-int(places)), MODES[mode]), ',f'))
`;

describe('number-formatter', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'rounding beside Python'))(
    'grouping and rounding are those of Python',
    [80, 600],
    async (rounds) => {
      const chance = chanceOf(30);
      const digits = (count: number) => Array.from({ length: count }, () => chance(10)).join('');
      const asked = Array.from({ length: rounds }, () => {
        const number = `${chance(2) === 0 ? '-' : ''}${1 + chance(9)}${digits(chance(20))}.${digits(1 + chance(8))}${pick(chance, ['', '5', '50', '500000'])}`;
        return [
          number,
          pick(chance, ['0', '1', '2', '3', '6']),
          pick(chance, ['half-even', 'half-up', 'up', 'down']),
        ] as const;
      });
      const told = runProgram('python3', ['-c', PYTHON], asked.map((row) => row.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const [number, decimals, rounding] = asked[i]!;
        expect((await run(number, { decimals, rounding }))[0], asked[i]!.join(' ')).toBe(line);
      }
    },
  );

  it.each([
    // CLDR charts, numbering systems and currency patterns.
    ['1234567.5', { locale: 'de' }, '1.234.567,5'],
    ['1234567.5', { locale: 'fr' }, '1\u202f234\u202f567,5'],
    ['1234567.5', { locale: 'en-IN' }, '12,34,567.5'],
    ['1234567.5', { locale: 'es' }, '1.234.567,5'],
    ['1234567.5', { locale: 'sv' }, '1\u00a0234\u00a0567,5'],
    ['1234.5', { locale: 'en', style: 'currency' }, '$1,234.50'],
    ['1234.5', { locale: 'de', style: 'currency', currency: 'EUR' }, '1.234,50\u00a0€'],
    ['1234.5', { locale: 'ja', style: 'currency', currency: 'JPY' }, '￥1,234'],
    ['-1234.5', { locale: 'en', style: 'accounting' }, '($1,234.50)'],
    ['0.125', { style: 'percent' }, '12.5%'],
    ['1234567', { style: 'compact' }, '1.2M'],
    ['1234567', { style: 'compact-long' }, '1.2 million'],
    ['12345', { locale: 'de', style: 'compact-long', significant: 3 }, '12,3 Tausend'],
    ['299792458', { style: 'scientific' }, '2.997925E8'],
    ['999999', { style: 'engineering', significant: 3 }, '1.00E6'],
    ['9.99', { significant: 2 }, '10'],
    ['0.00012345', { significant: 2 }, '0.00012'],
    ['123456', { significant: 2 }, '120,000'],
    ['12345678901234567890.12', {}, '12,345,678,901,234,567,890.12'],
    ['1/3', {}, '0.33333333333333333333'],
    ['0', { style: 'scientific' }, '0E0'],
    ['1234567.5', { style: 'plain', locale: 'de' }, '1234567.5'],
    ['1234.5', { group: false }, '1234.5'],
    ['0.1234567890123456789012345', { locale: 'de' }, '0,1234567890123456789012345'],
    ['0.12345678901234567890123', { locale: 'ar-EG' }, '٠٫١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩٠١٢٣'],
  ])('%s with %o is %s', async (input, options, expected) => {
    expect(await run(input, options)).toEqual([expected]);
  });

  exhaustive('long and small numbers are written or refused', async () => {
    for (const style of ['decimal', 'currency', 'percent', 'compact', 'scientific', 'engineering', 'plain'])
      for (const input of ['9'.repeat(9000), '1e-5000', '1e5000', `1/${'7'.repeat(3000)}`, '0', '-0.0001'])
        for (const significant of [0, 100])
          expect([200, 413], `${style} ${input.slice(0, 9)}`).toContain(
            (await runTool(tool, { input, options: { style, significant } })).status,
          );
  });
});

it('names the option for marks of other languages', async () => {
  expect((await runTool(tool, { input: '1.234,5' })).message).toBe(
    'Cannot read property "input": line 1: "1.234,5" is not a number: its marks need option "from", such as de',
  );
  expect((await runTool(tool, { input: '1,234.5', options: { from: 'de' } })).message).toMatch(/"from", such as en$/);
});

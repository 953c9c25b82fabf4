import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './percentage-calculator.js';

const PYTHON = `
import sys
from fractions import Fraction as F
for line in sys.stdin.read().strip().split('\\n'):
    action, a, b = line.split()
    a, b = F(a), F(b)
    try:
        print({
            'of': lambda: a * b / 100, 'is-what': lambda: a * 100 / b, 'change': lambda: (b - a) * 100 / abs(a),
            'difference': lambda: abs(b - a) * 200 / abs(a + b), 'increase': lambda: a + a * b / 100,
            'decrease': lambda: a - a * b / 100, 'undo-increase': lambda: a / (1 + b / 100),
            'undo-decrease': lambda: a / (1 - b / 100), 'whole-from-part': lambda: a * 100 / b, 'points': lambda: b - a,
        }[action]())
    except ZeroDivisionError:
        print('zero')
`;

const ACTIONS = [
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
];

describe('percentage-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'percentages beside Python'))(
    'every formula is that of exact fractions',
    [60, 400],
    async (rounds) => {
      const chance = chanceOf(3);
      const number = () => `${chance(4) === 0 ? '-' : ''}${chance(500)}${chance(2) === 0 ? '' : `.${chance(1000)}`}`;
      const asked = Array.from(
        { length: rounds },
        (_, i) => [ACTIONS[i % ACTIONS.length]!, number(), number()] as const,
      );
      const told = runProgram('python3', ['-c', PYTHON], asked.map((row) => row.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const [action, a, b] = asked[i]!;
        const answer = await runTool(tool, { options: { action, a, b } });
        if (line === 'zero') expect(answer.status, asked[i]!.join(' ')).toBe(400);
        else expect((answer.data as { fraction: string }).fraction, asked[i]!.join(' ')).toBe(line);
      }
    },
  );

  it('a percent sign changes nothing', async () => {
    const run = async (a: string, b: string, action: string) =>
      ((await runTool(tool, { options: { action, a, b } })).data as { result: string }).result;
    for (const action of ['increase', 'decrease', 'whole-from-part'])
      expect(await run('50', '8 %', action)).toBe(await run('50', '8', action));
    expect(await run('3%', '5%', 'points')).toBe('2');
  });
});

describe('questions in words', () => {
  it.each([
    ['15% of 80', '12'],
    ['what is 15 percent of $1,299.99?', '194.9985'],
    ['what percent of 80 is 20', '25'],
    ['20 out of 80', '25'],
    ['20/80 as a percentage', '25'],
    ['20 as a percentage of 80', '25'],
    ['percentage increase from 80 to 100', '25'],
    ['100 -> 80', '-20'],
    ['10% to 15%', '5'],
    ['80+15%', '92'],
    ['20% on top of 50', '60'],
    ['15% off €80', '68'],
    ['reduce 50 by 10 percent', '45'],
    ['12 is 15% of what', '80'],
    ['15% of what number is 12', '80'],
    ['difference between 90 and 110', '20'],
  ])('%s', async (input, result) => {
    const answer = await runTool(tool, { input });
    expect([answer.message, (answer.data as { result?: string } | undefined)?.result]).toEqual([undefined, result]);
  });

  it.each([
    ['1/3 of 90', {}, 'is not a question such as'],
    ['15% 80', {}, 'is not a question such as'],
    [`${'1 '.repeat(100)}% of 80`, {}, 'is not a question such as'],
    ['9'.repeat(500_000), {}, 'is not a question such as'],
    ['15% of 80', { a: '3' }, 'Only one of property "input" and option "a" can be given'],
    ['15% of 80', { action: 'change' }, 'Option "action" is change, but the input asks for of'],
    ['15% of 1.2.3', {}, 'Cannot read property "input": "1.2.3" is not a number'],
  ])('refuses %.30s', async (input, options, message) => {
    const answer = await runTool(tool, { input, options });
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './filter-lines.js';

const hasGrep = hasProgram('grep', ['--version'], 'filter-lines beside GNU grep');

const PIECES = ['a', 'b', 'A', 'é', 'É', 'σ', 'Σ', '_', ' ', '-', '.', '1', '😀', '日', '\n', '\n', '\n\n'];
// Written the same way and of the same meaning in RE2 and POSIX extended syntax, and no expression that matches the empty text.
const EXPRESSIONS = [
  'a',
  'a|b',
  '^a',
  'a$',
  '[ab]+1',
  'é.',
  '(a|b)b?1',
  '[^a]b',
  '^.$',
  'a{2}',
  '\\.',
  '[[:digit:]]',
  'σ',
];
const PLAIN = ['a', 'ab', '.', 'é', 'a\nb', '1\n\nσ', ' ', '😀'];

function grep(text: string, args: readonly string[]): string {
  const { stdout, status } = spawnSync('grep', [...args], { input: text, env: { LC_ALL: 'C.UTF-8' } });
  if (status !== 0 && status !== 1) throw new Error(`grep ${args.join(' ')}: ${status}`);
  return stdout.toString();
}

describe.skipIf(!hasGrep)('beside GNU grep', () => {
  inRounds('writes the matched parts of grep -o', [15, 60], async (rounds) => {
    const below = chanceOf(11);
    for (let round = 0; round < rounds; round++) {
      const text = `${drawText(below, PIECES, below(60))}x\n`;
      const regex = below(2) === 1;
      const pattern = regex
        ? (EXPRESSIONS[below(EXPRESSIONS.length)] ?? 'a')
        : (PLAIN.filter((one) => !one.includes('\n'))[below(6)] ?? 'a');
      const [isFolded, isWhole, isNumbered] = [below(3) === 0, below(3) === 0, below(3) === 0];
      const options = {
        pattern,
        regex,
        caseSensitive: !isFolded,
        wholeWord: isWhole,
        lineNumbers: isNumbered,
        onlyMatching: true,
      };
      const args = [
        '-o',
        regex ? '-E' : '-F',
        ...(isFolded ? ['-i'] : []),
        ...(isWhole ? ['-w'] : []),
        ...(isNumbered ? ['-n'] : []),
      ];
      const answer = await runTool(tool, { input: text, options });
      expect(answer.text, JSON.stringify([text, options])).toBe(grep(text, [...args, '-e', pattern]));
    }
  });

  inRounds('keeps the same lines', [10, 120], async (rounds) => {
    const below = chanceOf(7);
    for (let round = 0; round < rounds; round++) {
      const text = `${drawText(below, PIECES, below(60))}x\n`;
      const regex = below(2) === 1;
      const patterns = regex ? EXPRESSIONS : PLAIN;
      const pattern = patterns[below(patterns.length)] ?? 'a';
      const isOn = (): boolean => below(3) === 0;
      const options = {
        pattern,
        regex,
        caseSensitive: !isOn(),
        wholeWord: isOn(),
        invert: isOn(),
        lineNumbers: isOn(),
        context: isOn() ? below(4) : 0,
        before: isOn() ? below(4) : 0,
        after: isOn() ? below(4) : 0,
        limit: isOn() ? 1 + below(3) : 0,
      };
      const args = [
        regex ? '-E' : '-F',
        ...(options.caseSensitive ? [] : ['-i']),
        ...(options.wholeWord ? ['-w'] : []),
        ...(options.invert ? ['-v'] : []),
        ...(options.lineNumbers ? ['-n'] : []),
        ...(options.context === 0 ? [] : [`-C${options.context}`]),
        ...(options.before > options.context ? [`-B${options.before}`] : []),
        ...(options.after > options.context ? [`-A${options.after}`] : []),
        ...(options.limit === 0 ? [] : [`-m${options.limit}`]),
        // An empty line among its patterns matches every line in grep; here it is left out.
        ...['-e', pattern.replace(/\n+/g, '\n')],
      ];
      const answer = await runTool(tool, { input: text, options });
      expect(answer.text, JSON.stringify({ text, options })).toBe(grep(text, args));
    }
  });
});

it('keeps every line with the break it has', async () => {
  const input = 'a1\r\nb\ra2\nb\na3';
  expect((await runTool(tool, { input, options: { pattern: 'a' } })).text).toBe('a1\r\na2\na3');
  expect((await runTool(tool, { input, options: { pattern: 'b' } })).text).toBe('b\rb');
  expect((await runTool(tool, { input, options: { pattern: '1$', regex: true } })).text).toBe('a1');
});

it('names the faulty one of many expressions', async () => {
  const { message } = await runTool(tool, { input: 'a', options: { pattern: 'a\n(b\nc)', regex: true } });
  expect(message).toBe('Option "pattern" must be a regular expression of RE2 syntax: missing closing ) at "(b"');
});

exhaustive('grows with the number of lines, and with the length of one', async () => {
  for (const [part, options] of [
    ['a\n', { pattern: 'A', caseSensitive: false, context: 50, lineNumbers: true, wholeWord: true }],
    ['ab', { pattern: '(ab)*c|b$', regex: true, format: 'json' }],
  ] as const) {
    await expectLinear(15_000, async (length) => {
      expect((await runTool(tool, { input: part.repeat(length), options })).message).toBeUndefined();
    });
  }
});

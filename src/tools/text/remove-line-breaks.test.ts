import { expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './remove-line-breaks.js';

const hasFmt = hasProgram('fmt', ['--version'], 'remove-line-breaks on text wrapped by fmt');

async function unwrap(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
}

it.skipIf(!hasFmt)('undoes fmt at any width', async () => {
  const below = chanceOf(51);
  const words = [
    'the',
    'quick',
    'brown',
    'fox',
    'jumps',
    'over',
    'lazy',
    'dogs',
    'and',
    'well-known',
    'cats,',
    '(maybe)',
  ];
  for (let round = 0; round < 30; round++) {
    const paragraphs = Array.from({ length: 1 + below(4) }, () =>
      Array.from({ length: 1 + below(60) }, () => words[below(words.length)]).join(' '),
    );
    const input = `${paragraphs.join('\n\n')}\n`;
    const wrapped = runProgram('fmt', [`-w${20 + below(60)}`], input).toString();
    expect(await unwrap(wrapped)).toBe(input);
    expect(await unwrap(await unwrap(wrapped))).toBe(input);
  }
});

it('puts words together as people write them', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['hy-\nphen', 'hyphen'],
    ['hy\u00ad\nphen', 'hyphen'],
    ['hy\u2010\nphen', 'hyphen'],
    ['Donau-\ndampf', 'Donaudampf'],
    ['Baden-\nWürttemberg', 'Baden-Württemberg'],
    ['peut-\nêtre', 'peutêtre'],
    ['peut-être\npeut-\nêtre', 'peut-être peut-être'],
    ['state-of-the-\nart, the-art', 'state-of-the-art, the-art'],
    ['1990-\n1995', '1990-1995'],
    ['1990–\n1995', '1990–1995'],
    ['a -\nb', 'a - b'],
    ['- item', '- item'],
    ['COVID-\n19', 'COVID-19'],
    ['これは\nペンです。\n次', 'これはペンです。次'],
    ['한국어\n문장', '한국어 문장'],
    ['e\u0301-\nte\u0301', 'e\u0301te\u0301'],
    ['one  \n  two', 'one two'],
    ['one\n \t\ntwo', 'one\n\ntwo'],
    ['a\rb\r\rc', 'a b\r\rc'],
    ['\n\nx\n\n', 'x\n'],
  ];
  for (const [input, expected] of cases) expect(await unwrap(input), input).toBe(expected);
  expect(await unwrap('a-\nb\nc', { dehyphenate: false, joiner: 'none' })).toBe('a-bc');
});

exhaustive('grows with the number of lines, and with the length of one', async () => {
  for (const part of ['a-\n', 'a\n', '-a', '日\n']) await expectLinear(20_000, (length) => unwrap(part.repeat(length)));
});

it('takes a word of a million letters in stride', async () => {
  const word = 'a'.repeat(1_000_000);
  expect(await unwrap(word)).toBe(word);
  const [half, other] = ['QUJD'.repeat(100_000), 'e\u0301'.repeat(200_000)];
  expect(await unwrap(`${half}\n${other}-\nend`)).toBe(`${half} ${other}end`);
});

// By hand.
it.each([
  ['Intro that\ngoes on:\n- one\n- two\nthat goes on\n\nEnd', 'Intro that goes on:\n- one\n- two that goes on\n\nEnd'],
  ['He said so\n– and left in\n12. May for good', 'He said so – and left in 12. May for good'],
  ['To do:\n• only one', 'To do:\n• only one'],
  ['1. a\nb\n2. c', '1. a b\n2. c'],
])('items of lists stay lines, words that wrapping put first do not: %j', async (input, expected) => {
  expect((await runTool(tool, { input })).text).toBe(expected);
});

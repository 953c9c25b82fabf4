import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { firstShellCommand, shellCommands } from './words.js';

const hasBash = hasProgram('bash', ['--version'], 'words of a shell beside Bash');

const PIECES = [
  "'",
  "'",
  '"',
  '"',
  '\\',
  ' ',
  '\t',
  '\\\n',
  'a',
  'b c',
  'é',
  "$'",
  '\\n',
  '\\x41',
  "\\'",
  '#',
  '=',
  '-',
  '{',
  ',',
  '~a',
];

inRounds.skipIf(!hasBash)('Bash has the same words', [300, 5000], (rounds) => {
  const texts: string[] = [];
  for (let seed = 1; texts.length < rounds; seed++) {
    const chance = chanceOf(seed);
    const text = Array.from({ length: 1 + chance(10) }, () => pick(chance, PIECES)).join('');
    // Braces with a comma and $ in double quotes are expanded there; a backslash at the end takes the next line.
    if (/\{.*,|\$"|\\$/s.test(text)) continue;
    texts.push(text);
  }
  const own = texts.map((text) => {
    try {
      return firstShellCommand(`x ${text}`).slice(1);
    } catch {
      return undefined;
    }
  });
  const readable = texts.filter((_, index) => own[index] !== undefined);
  const script = readable.map((text) => `printf '%s\\0' x ${text}\nprintf '\\1\\0'`).join('\n');
  const told = runProgram('bash', ['-c', script]).toString().split('\0');
  const lists: string[][] = [];
  let list: string[] = [];
  for (const word of told) {
    if (word !== '\u0001') {
      list.push(word);
      continue;
    }
    lists.push(list.slice(1));
    list = [];
  }
  const expected = own.filter((words) => words !== undefined);
  expect(lists).toHaveLength(readable.length);
  for (const [index, words] of lists.entries()) expect(expected[index], JSON.stringify(readable[index])).toEqual(words);
  expect(readable.length).toBeGreaterThan(rounds / 4);
});

it('commands end at operators, and redirections are words', () => {
  expect(
    shellCommands('a b && c "d;e" 2>&1 | f # g\nh; (i)').map(({ words, operator }) => [...words, operator]),
  ).toEqual([
    ['a', 'b', '&&'],
    ['c', 'd;e', '2>&1', '|'],
    ['f', '\n'],
    ['h', ';'],
    ['i', ''],
  ]);
  expect(shellCommands('a $(b "c" && d) "e $(f) "').map(({ words }) => words)).toEqual([
    ['a', '$(b "c" && d)', 'e $(f) '],
  ]);
});

it.each(["'a", '"a', "$'a", '$(a'])('%s is not closed', (text) => {
  expect(() => shellCommands(text)).toThrow('is not closed');
});

it('white space that is no blank of a shell is part of a word', () => {
  expect(firstShellCommand('a\u000bb \u3000c \u00a0 d')).toEqual(['a\u000bb', '\u3000c', '\u00a0', 'd']);
});

import { expect, it } from 'vitest';
import { educate, QUOTE_MARKS, straighten } from '../../lib/text/typographic-quotes.js';
import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { randomText } from '../../testing/random-texts.js';

// What smartypants 0.2.2 (npm, attribute 2) writes.
const SMARTY_PANTS: readonly (readonly [string, string])[] = [
  ['"Hello," she said.', '“Hello,” she said.'],
  [`He said, "She said 'no' to me."`, 'He said, “She said ‘no’ to me.”'],
  ["It's the dogs' bowl.", 'It’s the dogs’ bowl.'],
  [`The '90s were "great".`, 'The ’90s were “great”.'],
  ['("parenthesised")', '(“parenthesised”)'],
  ['"A"--"B"', '“A”–“B”'],
  [`"'Nested' first"`, '“‘Nested’ first”'],
  [`"Last 'nested'"`, '“Last ‘nested’”'],
  [`'"Nested the other way" he said'`, '‘“Nested the other way” he said’'],
  [`"Isn't it?" asked O'Brien.`, '“Isn’t it?” asked O’Brien.'],
  ['"Ends with dots..."', '“Ends with dots…”'],
];

it('quotes are set as SmartyPants sets them', () => {
  for (const [plain, set] of SMARTY_PANTS) {
    expect(educate(plain, { marks: QUOTE_MARKS.en, dashes: 'en-em', ellipses: true })).toBe(set);
  }
});

it('what was educated is straightened to what it was', () => {
  const words = [
    "it's",
    'word',
    '"quoted"',
    "'single'",
    '"two words"',
    "don't",
    '--',
    '---',
    '...',
    '(yes)',
    '"it\'s"',
  ];
  for (const style of Object.keys(QUOTE_MARKS) as (keyof typeof QUOTE_MARKS)[]) {
    // The inner marks of French and Spanish are the outer ones of English, those of Polish the guillemets.
    const isTwoWay = style === 'en' || style === 'de' || style === 'sv';
    for (let seed = 1; seed <= 100; seed++) {
      const next = chanceOf(seed);
      const plain = Array.from({ length: next(12) }, () => words[next(words.length)])
        .filter((word) => isTwoWay || !word?.startsWith("'"))
        .join(' ');
      const set = educate(plain, { marks: QUOTE_MARKS[style], dashes: 'en-em', ellipses: true });
      expect(set).not.toMatch(/["']|\.{3}/);
      expect(straighten(set, 'en-em', true)).toBe(plain);
    }
  }
});

it('takes random text, and grows with the number of quotes', async () => {
  const style = { marks: QUOTE_MARKS.fr, dashes: 'en-em', ellipses: true } as const;
  for (let seed = 0; seed < 200; seed++) educate(randomText(seed, 40), style);
  for (const part of ['"', "' ", '-', '. ', '.']) {
    await expectLinear(30_000, (length) => straighten(educate(part.repeat(length), style), 'em', true));
  }
});

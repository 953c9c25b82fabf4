import { describe, expect, it } from 'vitest';

import { aliasesOf, nameOf } from '../../engines/text/unicode-names.js';
import { FANCY_STYLES, LETTER_STYLES } from '../../lib/unicode/fancy-letters.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './fancy-text-generator.js';

async function written(input: string, style: string): Promise<string> {
  const answer = await runTool(tool, { input, options: { style } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.text ?? '';
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PLAIN = `${LETTERS}0123456789`;

/** Names of styles as the Unicode Character Database spells them, without MATHEMATICAL. */
const NAMED: Readonly<Record<string, string>> = {
  bold: 'BOLD',
  italic: 'ITALIC',
  'bold-italic': 'BOLD ITALIC',
  sans: 'SANS-SERIF',
  'sans-bold': 'SANS-SERIF BOLD',
  'sans-italic': 'SANS-SERIF ITALIC',
  'sans-bold-italic': 'SANS-SERIF BOLD ITALIC',
  script: 'SCRIPT',
  'bold-script': 'BOLD SCRIPT',
  fraktur: 'FRAKTUR',
  'bold-fraktur': 'BOLD FRAKTUR',
  'double-struck': 'DOUBLE-STRUCK',
  monospace: 'MONOSPACE',
};

const GREEK: Readonly<Record<string, string>> = {
  Α: 'ALPHA',
  Σ: 'SIGMA',
  Ω: 'OMEGA',
  α: 'ALPHA',
  ς: 'FINAL SIGMA',
  ω: 'OMEGA',
};

const point = (character: string): number => character.codePointAt(0) ?? 0;

describe('fancy-text-generator', () => {
  it.each(Object.entries(NAMED))('%s has the letters of their names', (style, name) => {
    const letters: ReadonlyMap<string, string> = LETTER_STYLES[style as keyof typeof LETTER_STYLES];
    for (const letter of LETTERS) {
      const fancy = letters.get(letter) ?? '';
      const kind = letter < 'a' ? 'CAPITAL' : 'SMALL';
      const said = nameOf(point(fancy)).replace('BLACK-LETTER', 'FRAKTUR');
      // Letters that were encoded before the others lack the word; one is the constant of Planck.
      expect([letter, said]).toEqual([
        letter,
        expect.stringMatching(
          new RegExp(
            `^(?:MATHEMATICAL )?${name} ${kind} ${letter.toUpperCase()}$|^PLANCK CONSTANT$|^SCRIPT (?:CAPITAL|SMALL) .$`,
          ),
        ),
      ]);
      expect(fancy.normalize('NFKC')).toBe(letter);
    }
    for (const [letter, word] of Object.entries(GREEK))
      if (letters.has(letter)) expect(nameOf(point(letters.get(letter) ?? ''))).toMatch(new RegExp(`${word}$`));
    for (const [plain, fancy] of letters) expect(fancy.normalize('NFKC').replace('ϴ', 'Θ')).toBe(plain);
  });

  it.each(['fullwidth', 'circled', 'squared', 'superscript', 'subscript'] as const)(
    '%s is compatible with the plain letters',
    (style) => {
      for (const [plain, fancy] of LETTER_STYLES[style]) {
        const capital = style === 'squared' ? plain.toUpperCase() : plain;
        expect([fancy, fancy.normalize('NFKC')]).toEqual([
          fancy,
          capital.replace('-', style === 'fullwidth' ? '-' : '−'),
        ]);
      }
    },
  );

  it('parenthesised letters and black ones have their names', () => {
    for (const letter of LETTERS.slice(26)) {
      expect(nameOf(point(LETTER_STYLES.parenthesized.get(letter) ?? ''))).toBe(
        `PARENTHESIZED LATIN SMALL LETTER ${letter.toUpperCase()}`,
      );
      const upper = letter.toUpperCase();
      expect(nameOf(point(LETTER_STYLES['circled-black'].get(upper) ?? ''))).toBe(
        `NEGATIVE CIRCLED LATIN CAPITAL LETTER ${upper}`,
      );
      expect(nameOf(point(LETTER_STYLES['squared-black'].get(upper) ?? ''))).toBe(
        `NEGATIVE SQUARED LATIN CAPITAL LETTER ${upper}`,
      );
      const small = point(LETTER_STYLES['small-caps'].get(letter) ?? '');
      if (letter !== 'x')
        expect([nameOf(small), ...aliasesOf(small)].join()).toMatch(new RegExp(`SMALL CAPITAL ${upper}`));
    }
  });

  inRounds('plain turns styled texts back', [20, 2_000], async (rounds) => {
    const chance = chanceOf(3);
    for (let round = 0; round < rounds; round++) {
      const style = pick(chance, FANCY_STYLES);
      if (style === 'upside-down') continue;
      const text = Array.from({ length: 1 + chance(30) }, () =>
        pick(chance, [...PLAIN, ' ', 'é', '😀', '\n', '.', 'ß', '字']),
      ).join('');
      const again = await written(await written(text, style), 'plain');
      const capitals = style.endsWith('black') || style === 'squared';
      // A styled é is E with its accent.
      expect(capitals ? again.toUpperCase() : again).toBe(capitals ? text.toUpperCase() : text);
    }
  });

  it('upside-down turned twice is the text, lines and all', async () => {
    const text = 'abcdefghijkmnopqrstuvwxyz (hello)\n[ok] <3! ACEFGJLMPRTUVY 😀';
    expect(await written(await written(text, 'upside-down'), 'upside-down')).toBe(text);
    expect(await written('ab\ncd', 'upside-down')).toBe('pɔ\nqɐ');
  });

  it('marks stand behind whole characters', async () => {
    expect(await written('e\u0301👩‍👩‍👧\n', 'strikethrough')).toBe('e\u0301\u0336👩‍👩‍👧\u0336\n');
    expect(await written('ab', 'underline')).toBe('a\u0332b\u0332');
  });

  it('lists every style, and refuses texts that are too long', async () => {
    const answer = await runTool(tool, { input: 'Ab1' });
    expect((answer.data as { styles: { style: string }[] }).styles.map(({ style }) => style)).toEqual([
      ...FANCY_STYLES,
    ]);
    const long = await runTool(tool, { input: 'a'.repeat(20_001) });
    expect([long.status, long.message]).toEqual([
      413,
      'Property "input" must have at most 20000 characters, got 20001',
    ]);
    expect((await runTool(tool, { input: 'é'.repeat(500_000), options: { style: 'upside-down' } })).status).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { unlessFaulty } from '../../lib/faults.js';
import { romanFault, romanValue, toRoman } from '../../lib/numbers/roman.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './roman-numeral-converter.js';

/** The table as schoolbooks print it. */
const UNITS = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];
const TENS = ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC'];
const HUNDREDS = ['', 'C', 'CC', 'CCC', 'CD', 'D', 'DC', 'DCC', 'DCCC', 'CM'];
const THOUSANDS = ['', 'M', 'MM', 'MMM'];
const byTable = (value: number): string =>
  THOUSANDS[Math.floor(value / 1000)]! +
  HUNDREDS[Math.floor(value / 100) % 10]! +
  TENS[Math.floor(value / 10) % 10]! +
  UNITS[value % 10]!;

describe('roman-numeral-converter', () => {
  it('every number from 1 to 3,999 is that of the table, and reads back', () => {
    for (let value = 1; value < 4000; value++) {
      expect(toRoman(BigInt(value))).toBe(byTable(value));
      expect(romanValue(byTable(value))).toBe(value);
    }
  });

  exhaustive('strict accepts the standard numerals and nothing else', () => {
    const standard = new Set(Array.from({ length: 3999 }, (_, i) => byTable(i + 1)));
    let texts = [''];
    for (let length = 1; length <= 6; length++) {
      texts = texts.flatMap((text) => [...'IVXLCDM'].map((letter) => text + letter));
      for (const text of texts) {
        // IIIIIV is worth nothing.
        const value = unlessFaulty(() => romanValue(text));
        if (value === undefined) expect(standard.has(text), text).toBe(false);
        else if ((romanFault(text, toRoman(BigInt(value))) === undefined) !== standard.has(text)) expect.fail(text);
      }
    }
  });

  it('large numbers read back', () => {
    for (let value = 4000; value < 4_000_000; value += 1331) {
      const text = toRoman(BigInt(value));
      expect([romanValue(text), romanFault(text, text)]).toEqual([value, undefined]);
    }
  });

  it.each([
    ['(IV)XII', 4012],
    ['_IV_XII', 4012],
    ['Ⅻ', 12],
    ['ⅿⅽⅿ', 1900],
    ['ↁ', 5000],
    [' xiv ', 14],
  ])('%s is %i', async (input, number) => {
    const answer = await runTool(tool, { input });
    expect(answer.data).toMatchObject({ results: [{ number, standard: true }] });
  });

  it.each([
    ['IC', 99],
    ['MIM', 1999],
    ['VIIII', 9],
    ['XXC', 80],
  ])('without strict %s is %i', async (input, number) => {
    const answer = await runTool(tool, { input, options: { strict: false } });
    expect(answer.data).toMatchObject({ results: [{ number, standard: false }] });
  });

  it('random texts are read or refused', async () => {
    const chance = chanceOf(1);
    for (let i = 0; i < 500; i++) {
      const input = Array.from({ length: 1 + chance(12) }, () =>
        pick(chance, ['I', 'v', 'X', '\u0305', '(', ')', '_', 'Q', '1', '-', '\ud83d\ude00', 'ↂ']),
      ).join('');
      const { status } = await runTool(tool, { input, options: { strict: false } });
      expect([200, 400], input).toContain(status);
    }
  });
});

it('reads several in a line', async () => {
  const numbers = async (input: string) =>
    ((await runTool(tool, { input })).data as { results: { number: number }[] } | undefined)?.results.map(
      ({ number }) => number,
    );
  expect(await numbers('XIV, XX and MMXXVI')).toEqual([14, 20, 2026]);
  expect(await numbers('4, 9, 40')).toEqual([4, 9, 40]);
  expect(await numbers('1999 2024; 3,999')).toEqual([1999, 2024, 3999]);
  expect(await numbers('1 999')).toBeUndefined();
});

import { describe, expect, it } from 'vitest';

import { LETTER, LOWER, NEWLINE, NUMBER, SPACE, SYMBOL, UNICODE_CLASSES, UPPER } from './unicode-classes.js';

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff;

const EVERY_CHARACTER = Array.from({ length: 0x110000 }, (_, codePoint) =>
  isSurrogate(codePoint) ? '' : String.fromCodePoint(codePoint),
).join('');

/** Code points whose bit and whose property, as this Node knows it, differ. */
function differences(bit: number, property: RegExp): string[] {
  const isOf = new Uint8Array(0x110000);
  for (const letter of EVERY_CHARACTER.match(property) ?? []) isOf[letter.codePointAt(0) ?? 0] = 1;
  const found: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (isSurrogate(codePoint)) continue;
    const has = ((UNICODE_CLASSES[codePoint] ?? 0) & bit) !== 0;
    if (has !== (isOf[codePoint] === 1)) found.push(codePoint.toString(16));
  }
  return found;
}

/** Unassigned in one of the versions; and U+0295, which Unicode 17 moved from Lo to Ll. */
const isNew = (codePoint: string): boolean =>
  codePoint === '295' ||
  UNICODE_CLASSES[Number.parseInt(codePoint, 16)] === SYMBOL ||
  /^\p{Cn}$/u.test(String.fromCodePoint(Number.parseInt(codePoint, 16)));

describe('UNICODE_CLASSES', () => {
  it.each([
    ['NUMBER', NUMBER, /\p{N}/gu],
    ['LOWER', LOWER, /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/gu],
    ['UPPER', UPPER, /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/gu],
    ['LETTER', LETTER, /\p{L}/gu],
  ])('%s is what Node says of every character that both know', (_, bit, property) => {
    const found = differences(bit, property);
    expect(found.filter((codePoint) => !isNew(codePoint))).toEqual([]);
    // Unicode 17 added 4,803 characters.
    expect(found.length).toBeLessThan(5000);
  });

  it('SPACE is the White_Space of Unicode, not the \\s of JavaScript', () => {
    expect(differences(SPACE, /\p{White_Space}/gu)).toEqual([]);
    expect(differences(SPACE, /\s/gu)).toEqual(['85', 'feff']);
  });

  it('NEWLINE is CR and LF', () => {
    expect(differences(NEWLINE, /[\r\n]/g)).toEqual([]);
  });

  it('SYMBOL is all that is not a letter, number or space', () => {
    for (const bits of UNICODE_CLASSES) {
      if (((bits & (LETTER | NUMBER | SPACE)) === 0) !== ((bits & SYMBOL) !== 0)) expect.fail(`bits ${bits}`);
    }
  });
});

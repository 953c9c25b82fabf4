import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { alternateCase, capitalize, sentenceCase, swapCase, titleCase, toTitleLetter } from './letter-case.js';

/** Every code point that Python knows: its title case, its swapped case. */
const PYTHON_CASES = `
import json, unicodedata
known = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ('Cn', 'Cs')]
print(json.dumps([[c, c.title(), c.swapcase()] for c in known]))`;

describe.skipIf(!hasProgram('python3', ['--version'], 'case against Python for all code points'))('Python', () => {
  exhaustive('gives every code point the same title case and swapped case', () => {
    const rows = JSON.parse(runProgram('python3', ['-c', PYTHON_CASES]).toString()) as [string, string, string][];
    expect(rows.length).toBeGreaterThan(140_000);
    const known = new Set(rows.map(([character]) => character));
    const faults = rows.filter(([character, title, swapped]) => {
      const ours = [/^\p{L}/u.test(character) ? toTitleLetter(character) : title, swapCase(character)];
      // A letter may have got its partner in a later Unicode than Python's.
      const isNewer = ours.some((text) => [...text].some((letter) => !known.has(letter)));
      return !isNewer && (ours[0]?.normalize('NFC') !== title.normalize('NFC') || ours[1] !== swapped);
    });
    expect(faults).toEqual([]);
  });
});

describe('capitalize', () => {
  // Python 3.11: `word[0].title() + word.lower()[1:]`.
  it.each([
    ['ǆUNGLA', 'ǅungla'],
    ['ßtraße', 'Sstraße'],
    ['ﬁNAL', 'Final'],
    ['ᾳδω', 'ᾼδω'],
    ['ΑΣ', 'Ας'],
    ['ΟΔΟΣ', 'Οδος'],
    ['\u10d0\u10d1', '\u10d0\u10d1'],
    ['𐐨𐐀', '𐐀𐐨'],
    ['i\u0307stanbul', 'I\u0307stanbul'],
    ['', ''],
  ])('%j is %j', (word, expected) => {
    expect(capitalize(word)).toBe(expected);
  });
});

describe('titleCase', () => {
  it.each([
    ["they're dogs' 'tis o'clock", "They're Dogs' 'Tis O'clock"],
    ['well-known foo_bar a/b', 'Well-Known Foo_Bar A/B'],
    ['1st 2ND 3d', '1st 2nd 3d'],
    ['E\u0301COLE e\u0301t\u00e9', 'E\u0301cole E\u0301t\u00e9'],
    ['ΟΔΟΣ ΣΟΦΟΣ', 'Οδος Σοφος'],
    ['\t  spaces \r\n stay ', '\t  Spaces \r\n Stay '],
  ])('%j is %j', (text, expected) => {
    expect(titleCase(text)).toBe(expected);
  });
});

describe('sentenceCase', () => {
  it.each([
    ['ONE. TWO! THREE? FOUR', 'One. Two! Three? Four'],
    ['he said "stop." then left', 'He said "stop." Then left'],
    ['(first.) (second.)', '(First.) (Second.)'],
    ['¿QUÉ? ¡SÍ!', '¿Qué? ¡Sí!'],
    ['see example.com or 2.5 apples', 'See example.com or 2.5 apples'],
    ['3 apples. 4 pears. five', '3 apples. 4 pears. Five'],
    ['wrapped\nline', 'Wrapped\nline'],
    ['heading\n\nparagraph', 'Heading\n\nParagraph'],
    ['heading\r\nwrapped\r\n \r\nparagraph', 'Heading\r\nwrapped\r\n \r\nParagraph'],
    ['heading\rwrapped\r\rparagraph', 'Heading\rwrapped\r\rParagraph'],
    ['end. \n next', 'End. \n Next'],
    ['你好。hello。world', '你好。Hello。World'],
    ['ΟΔΟΣ. ΣΟΦΟΣ', 'Οδος. Σοφος'],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(sentenceCase(text)).toBe(expected);
  });
});

describe('swapCase', () => {
  it('puts the final sigma where it belongs', () => {
    expect(swapCase('ΟΔΟΣ οδος')).toBe('οδος ΟΔΟΣ');
  });

  it('run twice returns letters that have one small and one capital form', () => {
    const text = 'Hello WORLD, приветМир ÀÉî 😀 123';
    expect(swapCase(swapCase(text))).toBe(text);
  });
});

describe('alternateCase', () => {
  it('counts only letters that have case', () => {
    expect(alternateCase('ab 1c!你d')).toBe('aB 1c!你D');
  });

  it('keeps combining marks with their letter', () => {
    expect(alternateCase('e\u0301e\u0301')).toBe('e\u0301E\u0301');
  });
});

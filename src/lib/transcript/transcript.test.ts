import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { readTranscript } from './transcript.js';

/** The first or all readings of each word of a text. */
const said = (text: string): string[] =>
  readTranscript(text).flatMap(({ words }) => words.map(({ readings }) => (readings[0] ?? []).join(' ')));
const ways = (word: string): string[] =>
  (readTranscript(word)[0]?.words[0]?.readings ?? []).map((reading) => reading.join(' '));

describe('what is said', () => {
  // Readings by the style of The Associated Press and by ear; no program gave them.
  it.each([
    ['$5.20', 'five dollars and twenty cents'],
    ['£1', 'one pound'],
    ['$0.99', 'ninety nine cents'],
    ['$1,250', 'one thousand two hundred fifty dollars'],
    ['€3.5m', 'three point five million euros'],
    ['1999', 'nineteen ninety nine'],
    ['1905', 'nineteen oh five'],
    ['1,999', 'one thousand nine hundred ninety nine'],
    ['1990s', 'nineteen nineties'],
    ["'80s", 'eighties'],
    ['3rd', 'third'],
    ['21st', 'twenty first'],
    ['112th', 'one hundred twelfth'],
    ['50%', 'fifty percent'],
    ['3.14', 'three point one four'],
    ['-5', 'minus five'],
    ['5:30pm', 'five thirty p. m.'],
    ['12/25/1999', 'december twenty fifth nineteen ninety nine'],
    ['2024-02-29', 'february twenty ninth twenty twenty four'],
    ['1/2', 'one half'],
    ['3/4', 'three fourths'],
    ['10km', 'ten kilometers'],
    ['&', 'and'],
    ['@', 'at'],
    ['Dr.', 'doctor'],
    ['etc.', 'et cetera'],
    ['U.S.A.', 'u. s. a.'],
    ['MP3', 'm. p. three'],
    ['well-known', 'well known'],
    ['AT&T', 'at and t'],
    ['“Don’t”', "don't"],
    ['café', 'cafe'],
    ['007', 'oh oh seven'],
    [
      '1000000000000000000',
      'one zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero zero',
    ],
  ])('%s is read "%s"', (written, spoken) => {
    expect(ways(written)[0]).toBe(spoken);
  });

  it('ambiguous writing keeps its other readings', () => {
    expect(ways('$5.20')).toContain('five twenty');
    expect(ways('2005')).toContain('two thousand five');
    expect(ways('St.')).toEqual(['saint', 'street', 'st']);
    expect(ways('FBI')).toContain('f. b. i.');
  });

  it('neighbours decide', () => {
    expect(said('$5 million')).toEqual(['five', 'million dollars']);
    expect(said('March 4')).toEqual(['march', 'fourth']);
    expect(said('I have 4')).toEqual(['i', 'have', 'four']);
  });

  it('other scripts and lone punctuation are not said and stay with the word before', () => {
    expect(readTranscript('go — 日本 now')[0]?.words.map(({ text }) => text)).toEqual(['go — 日本', 'now']);
    expect(said('日本 … —')).toEqual([]);
  });
});

describe('what is kept but not said', () => {
  it.each(['[Chorus]', 'Verse 2', '(Bridge)', '[Guitar solo]', 'CHORUS:', '{x2}', '♪ ♪'])(
    '%s is a line without words',
    (line) => {
      expect(readTranscript(line)).toEqual([{ text: line, label: line, words: [] }]);
    },
  );

  it('a speaker before a colon is a label', () => {
    expect(readTranscript('JOHN: Hello there')[0]).toMatchObject({
      label: 'JOHN:',
      words: [{ text: 'Hello' }, { text: 'there' }],
    });
    expect(readTranscript('Speaker 1: Hi')[0]).toMatchObject({ label: 'Speaker 1:' });
    expect(readTranscript('Anna: Hi\nBob: Hi\nAnna: So').map(({ label }) => label)).toEqual(['Anna:', '', 'Anna:']);
  });

  it('one name before a colon in the whole text may be a word', () => {
    expect(said('Remember: always knock')).toEqual(['remember', 'always', 'knock']);
  });

  it('parentheses are sung', () => {
    expect(said('Love me (ooh yeah)')).toEqual(['love', 'me', 'ooh', 'yeah']);
  });

  it('the words of a line, with its label, are the line', () => {
    const line = 'SAM: “Well,” [laughs] he said — go!';
    const [read] = readTranscript(line);
    expect([read?.label, ...(read?.words ?? []).map(({ text }) => text)].join(' ')).toBe(line);
  });
});

it('grows with the length of the text, not its square', async () => {
  for (const part of ['1', '1/', 'a-', '[', "'", 'A ', '$1,', 'a.']) {
    await expectLinear(5000, (length) => readTranscript(part.repeat(length / part.length)));
  }
});

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import {
  commonSubsequenceLength,
  damerau,
  dice,
  hamming,
  jaro,
  jaroWinkler,
  levenshtein,
  numberTexts,
  optimalAlignment,
} from './edit-distance.js';

const hasJellyfish = hasProgram(
  '/usr/bin/python3',
  ['-c', 'import jellyfish, Levenshtein'],
  'distances compared with Python',
);

function randomPairs(count: number): [string, string][] {
  const next = chanceOf(11);
  const letters = [...'abcdé你😀'];
  const word = (longest: number, kinds: number): string =>
    Array.from({ length: next(longest + 1) }, () => letters[next(kinds)]).join('');
  return Array.from({ length: count }, (_, i) => {
    const longest = i % 10 === 0 ? 150 : 12;
    const kinds = 2 + next(6);
    return [word(longest, kinds), word(longest, kinds)];
  });
}

const SCRIPT = `
import sys, json, jellyfish, Levenshtein
out = []
for a, b in json.load(sys.stdin):
    out.append([
        jellyfish.levenshtein_distance(a, b), jellyfish.damerau_levenshtein_distance(a, b),
        jellyfish.jaro_similarity(a, b), jellyfish.jaro_winkler_similarity(a, b),
        jellyfish.hamming_distance(a, b), Levenshtein.ratio(a, b)])
print(json.dumps(out))
`;

describe.skipIf(!hasJellyfish)('Python', () => {
  it('has the same distances for random pairs', () => {
    const pairs = randomPairs(600).filter(([a, b]) => a !== '' && b !== '');
    const expected: number[][] = JSON.parse(
      runProgram('/usr/bin/python3', ['-c', SCRIPT], JSON.stringify(pairs)).toString(),
    );
    for (const [index, [a, b]] of pairs.entries()) {
      const texts = numberTexts(a, b);
      const [edit = 0, swaps = 0, likeness = 0, winkler = 0, places = 0, ratio = 0] = expected[index]!;
      expect([levenshtein(texts), damerau(texts)], `${a} ${b}`).toEqual([edit, swaps]);
      expect(jaro(texts), `${a} ${b}`).toBeCloseTo(likeness, 9);
      expect(jaroWinkler(texts), `${a} ${b}`).toBeCloseTo(winkler, 9);
      if (texts.a.length === texts.b.length) expect(hamming(texts)).toBe(places);
      expect((2 * commonSubsequenceLength(texts)) / (texts.a.length + texts.b.length)).toBeCloseTo(ratio, 9);
    }
  });
});

it('names have the similarities of table 6 of Winkler 2006', () => {
  const table: [string, string, number, number][] = [
    ['SHACKLEFORD', 'SHACKELFORD', 0.97, 0.982],
    ['DUNNINGHAM', 'CUNNIGHAM', 0.896, 0.896],
    ['NICHLESON', 'NICHULSON', 0.926, 0.956],
    ['JONES', 'JOHNSON', 0.79, 0.832],
    ['MASSEY', 'MASSIE', 0.889, 0.933],
    ['ABROMS', 'ABRAMS', 0.889, 0.922],
    ['JERALDINE', 'GERALDINE', 0.926, 0.926],
    ['MARHTA', 'MARTHA', 0.944, 0.961],
  ];
  for (const [a, b, plain, boosted] of table) {
    expect(jaro(numberTexts(a, b)), a).toBeCloseTo(plain, 2.9);
    expect(jaroWinkler(numberTexts(a, b)), a).toBeCloseTo(boosted, 2.9);
  }
});

/** The definition, cell by cell. */
function plainAlignment(a: string, b: string): number {
  const cells = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  for (let i = 0; i <= a.length; i++) cells[i]![0] = i;
  for (let j = 0; j <= b.length; j++) cells[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const options = [
        cells[i - 1]![j]! + 1,
        cells[i]![j - 1]! + 1,
        cells[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push(cells[i - 2]![j - 2]! + 1);
      cells[i]![j] = Math.min(...options);
    }
  }
  return cells[a.length]![b.length]!;
}

it('optimal string alignment is that of its definition', () => {
  expect(optimalAlignment(numberTexts('ca', 'abc'))).toBe(3);
  expect(damerau(numberTexts('ca', 'abc'))).toBe(2);
  for (const [a, b] of randomPairs(300)) {
    const [first, second] = [a, b].map((text) => text.replace(/😀/gu, 'e')) as [string, string];
    expect(optimalAlignment(numberTexts(first, second))).toBe(plainAlignment(first, second));
  }
});

it('pairs of letters: night and nacht share one of eight', () => {
  expect(dice(numberTexts('night', 'nacht'))).toBe(0.25);
  expect(dice(numberTexts('', ''))).toBe(1);
  expect(dice(numberTexts('a', 'b'))).toBe(0);
});

it('a Jaro similarity grows with the length of the texts', () =>
  expectLinear(50_000, (length) => {
    expect(jaro(numberTexts('ab'.repeat(length), 'ba'.repeat(length)))).toBeGreaterThan(0.8);
  }));

import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { groupByCompleteLinkage } from './complete-linkage.js';
import { englishShare } from './english.js';
import { ANTONYMS, NEGATIONS } from './fact-words.js';
import { compareFacts, type Facts, readFacts } from './facts.js';
import { foldText } from './fold-text.js';
import { cosines, letterFeatures, wordFeatures } from './lexical.js';
import { scorePair } from './pair-score.js';
import { pool } from './pooling.js';
import { groupSimilarTexts, type TextModel } from './similar-texts.js';

const signal = new AbortController().signal;

describe('foldText', () => {
  const equal: readonly (readonly [string, string])[] = [
    ['A Cat', 'a  cat '],
    ['Straße', 'STRASSE'],
    ['ＡＢＣ １２３', 'abc 123'],
    ['“it’s” — fine', '"it\'s" - fine'],
    ['na\u0308he', 'NÄHE'],
    ['zero\u200bwidth', 'zerowidth'],
    ['ΟΔΟΣ', 'οδος'],
    ['٣ كتب', '3 كتب'],
    ['line\r\nbreak', 'line break'],
    ['ﬁne', 'FINE'],
  ];
  it.each(equal)('%j and %j are one', (a, b) => expect(foldText(a)).toBe(foldText(b)));

  const different: readonly (readonly [string, string])[] = [
    ['10² m', '102 m'],
    ['1½ cups', '11/2 cups'],
    ['resume', 'résumé'],
    ['a cat', 'a cat.'],
  ];
  it.each(different)('%j and %j are two', (a, b) => expect(foldText(a)).not.toBe(foldText(b)));

  it('changes a folded text no more', () => {
    for (const text of [...equal, ...different].flat()) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe('compareFacts', () => {
  const agreement = (a: string, b: string): string => {
    const names = new Set(['boston', 'chicago', 'greece', 'greek', 'mary', 'john', 'obama']);
    const [one, other] = [a, b].map((text) => readFacts(foldText(text), (word) => names.has(word))) as [Facts, Facts];
    const result = compareFacts(one, other, false);
    expect(compareFacts(other, one, false), 'the other way round').toBe(result);
    return result;
  };

  const same: readonly (readonly [string, string])[] = [
    ['I paid $5.20', 'I paid 5.2 dollars'],
    ['It costs €1,000', 'it costs 1000 EUR'],
    ['1.000,50 €', '1,000.50 euros'],
    ['The meeting is at 3pm', 'The meeting is at 15:00'],
    ['The meeting is at 3 p.m.', 'The meeting is at 3:00 pm'],
    ['Due on 2024-01-05', 'Due on January 5th, 2024'],
    ['Due on 5 May 2024', 'Due on 5/5/2024'],
    ['03/04/2024', '4 March 2024'],
    ['three dogs', '3 dogs'],
    ['two hundred people', '200 people'],
    ['twenty five files', '25 files'],
    ['one of us is here', 'we are here'],
    ['a 5-year-old boy', 'a boy who is 5 years old'],
    ['10% off', 'ten percent off'],
    ['order no. 12345', 'order 12345'],
    ['5kg of rice', '5 kilograms of rice'],
    ['3 million people', '3,000,000 people'],
    ['the 3rd time', 'the third time'],
    ['order AB-1234', 'order ab1234'],
    ['The shop is not open', 'The shop is closed'],
    ['Greece gets a bailout', 'A bailout of the Greeks'],
    ['Mary and John came', 'John and Mary came'],
    ['a black dog', 'a dog'],
    ['It is nice', "It is nice, isn't it?"],
    ['not only late but broken', 'late and also broken'],
    ['one dog', '1 dog'],
    ['I like this one', 'I like it'],
    ['This is not possible', 'This is impossible'],
    ["It doesn't work", 'It does not work'],
  ];
  it.each(same)('%j agrees with %j', (a, b) => expect(agreement(a, b)).toBe('same'));

  const conflict: readonly (readonly [string, string])[] = [
    ['The meeting is at 3pm', 'The meeting is at 5pm'],
    ['The meeting is at 3pm', 'The meeting is at 3am'],
    ['Order 12345 arrived late', 'Order 98765 arrived late'],
    ['Order 10000000000000000001', 'Order 10000000000000000002'],
    ['It costs $5', 'It costs €5'],
    ['It costs $5', 'It costs $5.50'],
    ['5 minutes', '5 hours'],
    ['10%', '15%'],
    ['Due on 2024-01-05', 'Due on 2024-01-06'],
    ['see you on Monday', 'see you on Friday'],
    ['invoice for January', 'invoice for February'],
    ['version 1.2.3', 'version 1.2.4'],
    ['error E404', 'error E500'],
    ['It is working', 'It is not working'],
    ["I can't log in", 'I can log in'],
    ['I love this product', 'I hate this product'],
    ['Turn the light on', 'Turn the light off'],
    ['Он пришёл', 'Он не пришёл'],
    ['今天天气好', '今天天气不好'],
    ['three dogs', 'four dogs'],
    ['one dog is running', 'two dogs are running'],
    ['coffee with milk', 'coffee without milk'],
    ['it always works', 'it never works'],
    ['the test passes', 'the test fails'],
    ['she is able to walk', 'she is unable to walk'],
    ['see you next week', 'I saw you last week'],
    ['Do you have a store in Boston?', 'Do you have a store in Chicago?'],
    ['The red shirt is too small', 'The blue shirt is too small'],
  ];
  it.each(conflict)('%j contradicts %j', (a, b) => expect(agreement(a, b)).toBe('conflict'));

  it.each<[string, string, 'conflict' | 'same']>([
    ['Paris to Rome', 'Rome to Paris', 'conflict'],
    ['The flight from Paris to Rome is late', 'The flight from Rome to Paris is late', 'conflict'],
    ['Alice paid Bob', 'Bob paid Alice', 'conflict'],
    ['New York to Los Angeles', 'Los Angeles to New York', 'conflict'],
    ['I like tea and coffee', 'I like coffee and tea', 'same'],
    ['Yesterday I went home', 'I went home yesterday', 'same'],
    ['If it rains, I stay home', 'I stay home if it rains', 'same'],
    ['a a a', 'a a a', 'same'],
  ])('%s, %s: %s, as what stands between them says', (one, other, expected) => {
    expect(compareFacts(readFacts(foldText(one)), readFacts(foldText(other)), true)).toBe(expected);
    expect(compareFacts(readFacts(foldText(other)), readFacts(foldText(one)), true)).toBe(expected);
  });

  it('counts no word as a denial and as an opposite', () => {
    expect(ANTONYMS.flat(2).filter((word) => NEGATIONS.has(word))).toEqual([]);
  });

  it('tells a fact that one text lacks from one that it contradicts', () => {
    expect(agreement('The order arrived late', 'Order 12345 arrived late')).toBe('missing');
  });

  it('lets a lone negation in a long text stand', () => {
    const long =
      'the customer wrote to us about a parcel that came to the wrong address and asked for a new one '.repeat(3);
    expect(agreement(long, `${long} and it was not raining`)).toBe('same');
    expect(compareFacts(readFacts(long), readFacts(`${long} not`), true)).toBe('conflict');
  });

  it('reads texts of the longest length that repeat what starts a fact', () => {
    for (const part of ['1', '1.', '1-', 'a-', '-', "a'", '1/1/', ' no 1', 'may 1 ']) {
      expect(() => readFacts(part.repeat(1000).slice(0, 1000))).not.toThrow();
    }
  });
});

describe('englishShare', () => {
  const knows = (word: string): boolean =>
    'the invoice was charged twice service client impossible product'.split(' ').includes(word);

  it('is high for English and nothing for other languages, scripts, codes and pictures', () => {
    expect(englishShare('the invoice was charged twice', knows)).toBe(1);
    expect(englishShare('where is my xylophone', knows)).toBeGreaterThanOrEqual(0.8);
    const none = [
      'die rechnung wurde nicht bezahlt',
      'impossible de contacter le service client',
      'сегодня хорошая погода',
      '今天天气很好',
      '👍',
      'sku-8841-xz 17',
    ];
    for (const text of none) expect(englishShare(text, knows), text).toBe(0);
  });
});

describe('cosines', () => {
  it('are those of the formula', () => {
    const sets = [
      new Map([
        ['a', 3],
        ['b', 4],
      ]),
      new Map([
        ['a', 4],
        ['c', 3],
      ]),
      new Map(),
    ];
    expect([...cosines(sets)].map((value) => Number(value.toFixed(4)))).toEqual([1, 0.48, 0, 0.48, 1, 0, 0, 0, 0]);
  });

  it('see inflected words as alike and other words as strange', () => {
    const features = ['the order was delivered', 'the orders were delivered', 'a cat sleeps'].map((text) =>
      wordFeatures(text, () => 1),
    );
    const matrix = cosines(features);
    expect(matrix[1]).toBeGreaterThan(0.6);
    expect(matrix[2]).toBeLessThan(0.2);
  });

  it('of letters see a changed sign of a long text', () => {
    const text = 'сегодня очень хорошая погода в москве';
    expect(cosines([text, text.replace('очень', 'очен')].map(letterFeatures))[1]).toBeGreaterThan(0.9);
  });
});

describe('scorePair', () => {
  const scale = {
    wordShare: 0.35,
    curve: [
      [0, 0],
      [0.55, 0.5],
      [0.75, 0.85],
      [1, 1],
    ],
  } as const;
  const alike = { embedding: 1, words: 1, letters: 1, trust: 1, agreement: 'same' } as const;

  it('is 1 for nothing but exact duplicates, and 0.8 at most in a conflict', () => {
    expect(scorePair(alike, scale)).toBe(0.9999);
    expect(scorePair({ ...alike, agreement: 'conflict' }, scale)).toBe(0.8);
    expect(scorePair({ ...alike, embedding: -1, words: 0, letters: 0 }, scale)).toBe(0);
  });

  it('rises with all that speaks for it', () => {
    for (const key of ['embedding', 'words', 'letters'] as const) {
      const middle = { ...alike, embedding: 0.5, words: 0.5, letters: 0.5, trust: 0.5 };
      expect(scorePair({ ...middle, [key]: 0.9 }, scale)).toBeGreaterThanOrEqual(scorePair(middle, scale));
    }
  });

  it('lays the score on the curve', () => {
    const of = (score: number): number =>
      scorePair({ ...alike, embedding: score, words: score, letters: score }, scale);
    expect([0, 0.275, 0.55, 0.65, 0.75, 0.875].map(of).map((value) => Number(value.toFixed(6)))).toEqual([
      0, 0.25, 0.5, 0.675, 0.85, 0.925,
    ]);
  });

  it('gives the embedding no word where it is not trusted', () => {
    expect(scorePair({ ...alike, embedding: 1, words: 0.1, letters: 0.2, trust: 0 }, scale)).toBeCloseTo(0.2);
  });
});

describe('groupByCompleteLinkage', () => {
  it('joins no chain: neighbours are alike, the ends are not', () => {
    const similarity = (a: number, b: number): number => 1 - Math.abs(a - b) * 0.1;
    expect(groupByCompleteLinkage(6, similarity, 0.85)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it('gives groups whose every pair is alike, none of which could be joined', () => {
    const next = fractionsOf(3);
    for (let round = 0; round < 50; round++) {
      const count = 1 + Math.floor(next() * 20);
      const matrix = Array.from({ length: count }, () => Array.from({ length: count }, next));
      const similarity = (a: number, b: number): number => matrix[Math.min(a, b)]?.[Math.max(a, b)] ?? 0;
      const groups = groupByCompleteLinkage(count, similarity, 0.6);
      expect(groups.flat().sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
      const between = (one: number[], other: number[]): number =>
        Math.min(...one.flatMap((a) => other.map((b) => (a === b ? 1 : similarity(a, b)))));
      for (const group of groups) expect(between(group, group)).toBeGreaterThanOrEqual(0.6);
      for (const [i, one] of groups.entries()) {
        for (const other of groups.slice(i + 1)) expect(between(one, other)).toBeLessThan(0.6);
      }
    }
  });

  it('puts 500 equal items into one group, asking for each pair but a few times', () => {
    let asked = 0;
    const similarity = () => {
      asked += 1;
      return 1;
    };
    expect(groupByCompleteLinkage(500, similarity, 0.9)).toHaveLength(1);
    expect(asked).toBeLessThanOrEqual(2 * 500 * 500);
  });

  it('takes nothing', () => expect(groupByCompleteLinkage(0, () => 1, 0.5)).toEqual([]));
});

describe('pool', () => {
  // Two sequences of 2 and 1 tokens, width 2; the padding must not count. By hand, then divided by the length.
  const values = Float32Array.of(3, 0, 0, 4, 6, 8, 100, 100);
  const cases: readonly (readonly [
    'cls' | 'mean' | 'max' | 'mean_sqrt_len' | 'weightedmean' | 'lasttoken',
    number[],
    number[],
  ])[] = [
    ['cls', [1, 0], [0.6, 0.8]],
    ['lasttoken', [0, 1], [0.6, 0.8]],
    ['mean', [0.6, 0.8], [0.6, 0.8]],
    ['mean_sqrt_len', [0.6, 0.8], [0.6, 0.8]],
    ['max', [0.6, 0.8], [0.6, 0.8]],
    ['weightedmean', [3 / Math.sqrt(73), 8 / Math.sqrt(73)], [0.6, 0.8]],
  ];
  it.each(cases)('%s', (pooling, first, second) => {
    const vectors = pool(values, [2, 2, 2], [2, 1], [pooling]);
    for (const [row, expected] of [first, second].entries()) {
      for (const [i, value] of expected.entries()) expect(vectors[row]?.[i]).toBeCloseTo(value, 5);
    }
  });

  it('believes a network that has pooled, and lays several poolings end to end', () => {
    expect([...pool(Float32Array.of(3, 4), [1, 2], [7], ['mean'])[0]!]).toEqual(
      [3, 4].map((value) => Math.fround(value / 5)),
    );
    expect(pool(values, [2, 2, 2], [2, 1], ['cls', 'mean'])[0]).toHaveLength(4);
  });
});

describe('groupSimilarTexts', () => {
  /** A model that knows nothing: every text is compared by its letters. */
  const blind: TextModel = {
    scale: { wordShare: 0.35, curve: [] },
    embed: (texts) => Promise.resolve(texts.map(() => new Float32Array(1))),
    trust: () => 0,
    weigh: () => 1,
    isName: () => false,
  };

  it('finds exact duplicates first and leaves empty texts alone', async () => {
    const { groups, texts } = await groupSimilarTexts(['', 'A  b', '  ', 'c', 'a B', '\u200b'], 1, blind, signal);
    expect(groups).toEqual([{ members: [1, 4], representative: 1, similarity: 1 }]);
    expect(texts.map(({ group, method }) => [group, method])).toEqual([
      [undefined, undefined],
      [0, 'exact'],
      [undefined, undefined],
      [undefined, 'lexical'],
      [0, 'exact'],
      [undefined, undefined],
    ]);
  });

  it('takes no texts', async () => {
    expect(await groupSimilarTexts([], 0.85, blind, signal)).toEqual({ groups: [], texts: [] });
  });

  it('stops when the run is aborted', async () => {
    const aborted = AbortSignal.abort();
    await expect(groupSimilarTexts(['a', 'b'], 0.85, blind, aborted)).rejects.toThrow();
  });
});

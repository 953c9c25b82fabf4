import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { createBytePairEncoding } from './byte-pair-encoding.js';
import { type Ranks, readRanks } from './token-ranks.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

function toRanks(tokens: readonly string[]): Ranks {
  const starts = [0];
  for (const token of tokens) starts.push((starts.at(-1) ?? 0) + token.length);
  return { bytes: latin1(tokens.join('')), starts: Uint32Array.from(starts) };
}

/** Merges the pair of lowest rank, the leftmost first, until none is left: what byte-pair encoding means. */
function mergeNaively(text: string, rankOf: ReadonlyMap<string, number>): string[] {
  const parts = [...text];
  for (;;) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let index = 0; index + 1 < parts.length; index++) {
      const rank = rankOf.get(`${parts[index]}${parts[index + 1]}`);
      if (rank !== undefined && rank < best) {
        best = rank;
        at = index;
      }
    }
    if (at < 0) return parts;
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

/** A vocabulary as training makes one: each token joins two neighbours that merging has left in some text. */
function trainVocabulary(alphabet: string, size: number, random: (below: number) => number): string[] {
  const tokens = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const rankOf = new Map(tokens.map((token, rank) => [token, rank]));
  while (tokens.length < 256 + size) {
    const text = Array.from({ length: 40 }, () => alphabet[random(alphabet.length)]).join('');
    const parts = mergeNaively(text, rankOf);
    const at = random(parts.length - 1);
    const token = `${parts[at]}${parts[at + 1]}`;
    rankOf.set(token, tokens.length);
    tokens.push(token);
  }
  return tokens;
}

const wholeText = (bytes: Uint8Array): number => bytes.length;

describe('createBytePairEncoding', () => {
  it.each([
    ['a', 12],
    ['ab', 30],
    ['ab', 80],
    ['abc', 200],
    ['abcdefgh', 500],
    ['aaaaaab', 60],
  ])('gives what merging one pair at a time gives, over %j with %i merges', (alphabet, size) => {
    const random = chanceOf(size);
    for (let round = 0; round < 12; round++) {
      const tokens = trainVocabulary(alphabet, size, random);
      const rankOf = new Map(tokens.map((token, rank) => [token, rank]));
      const encoding = createBytePairEncoding(toRanks(tokens), wholeText);
      for (let index = 0; index < 40; index++) {
        const text = Array.from({ length: 1 + random(70) }, () => alphabet[random(alphabet.length)]).join('');
        const expected = mergeNaively(text, rankOf).map((part) => rankOf.get(part));
        expect(encoding.encode(latin1(text)), text).toEqual(expected);
        expect(encoding.count(latin1(text))).toBe(expected.length);
        expect(encoding.count(latin1(text)), 'remembered').toBe(expected.length);
      }
    }
  });

  it('counts each piece on its own', () => {
    const tokens = [...Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)), 'aa'];
    const encoding = createBytePairEncoding(toRanks(tokens), (_, start) => start + 1);
    expect(encoding.count(latin1('aaaa'))).toBe(4);
    expect(encoding.encode(latin1('aa'))).toEqual([97, 97]);
  });

  it('counts nothing in an empty text', () => {
    const tokens = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
    expect(createBytePairEncoding(toRanks(tokens), wholeText).count(new Uint8Array())).toBe(0);
  });

  it('refuses ranks whose single bytes do not come first', () => {
    expect(() => createBytePairEncoding(toRanks(['a', 'b', 'ab']), wholeText)).toThrow('single bytes');
  });
});

describe('readRanks', () => {
  it('reads a token of each base64 ending', () => {
    const { bytes, starts } = readRanks(latin1('IQ== 0\nISE= 1\nISEh 2\n/+8= 3'));
    expect([...starts]).toEqual([0, 1, 3, 6, 8]);
    expect(Buffer.from(bytes).toString('hex')).toBe('212121212121ffef');
  });
});

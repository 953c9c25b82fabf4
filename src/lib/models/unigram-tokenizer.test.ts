import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { type UnigramPieces, UnigramTokenizer } from './unigram-tokenizer.js';

const VOCABULARY: UnigramPieces = [
  ['\ufffd', 0],
  ['<s>', 0],
  ['\u2581', -4],
  ['a', -3],
  ['b', -3],
  ['ab', -4],
  ['\u2581ab', -9],
  ['\u2581a', -3],
];

describe('UnigramTokenizer', () => {
  const tokenizer = new UnigramTokenizer(VOCABULARY, 2);
  const pieces = (text: string): string[] => tokenizer.encode(text).map((id) => tokenizer.piece(id));

  // By hand: '_ab' can be _ab (-9), _ + ab (-8), _a + b (-6) or _ + a + b (-10).
  it('takes the pieces of the highest summed score, not the longest', () => {
    expect(pieces('ab')).toEqual(['\u2581a', 'b']);
    expect(pieces('bab')).toEqual(['\u2581', 'b', 'ab']);
  });

  it('makes one unknown token of a run of unknown characters', () => {
    expect(pieces('a??b\u{1f600}')).toEqual(['\u2581a', '\ufffd', 'b', '\ufffd']);
  });

  it('never gives reserved tokens, and nothing for nothing', () => {
    expect(tokenizer.encode('<s>')).not.toContain(1);
    expect(tokenizer.encode('')).toEqual([]);
  });

  // The parity test of engines/embeddings compares with the published tokenizer.
  it('grows with the length of the text', () => expectLinear(5000, (length) => tokenizer.encode('ab?'.repeat(length))));
});

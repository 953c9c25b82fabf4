import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { diffSequences, type SequenceDiff } from './sequence-diff.js';

/** Length of the longest common subsequence, by the table of dynamic programming. */
function longestCommon(before: Int32Array, after: Int32Array): number {
  let row = new Int32Array(after.length + 1);
  for (const symbol of before) {
    const next = new Int32Array(after.length + 1);
    for (let index = 0; index < after.length; index++) {
      next[index + 1] = symbol === after[index] ? row[index]! + 1 : Math.max(next[index]!, row[index + 1]!);
    }
    row = next;
  }
  return row[after.length]!;
}

function apply(before: Int32Array, after: Int32Array, { edits }: SequenceDiff): { made: number[]; changes: number } {
  const made: number[] = [];
  let old = 0;
  let changes = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of edits) {
    made.push(...before.subarray(old, oldStart), ...after.subarray(newStart, newEnd));
    changes += oldEnd - oldStart + newEnd - newStart;
    old = oldEnd;
  }
  made.push(...before.subarray(old));
  return { made, changes };
}

const draw = (below: (below: number) => number, length: number, symbols: number): Int32Array =>
  Int32Array.from({ length }, () => below(symbols));

describe('diffSequences', () => {
  it('makes the one of the other with as few changes as there can be', () => {
    const below = chanceOf(1);
    for (let round = 0; round < 6000; round++) {
      const symbols = 1 + below(6);
      const [before, after] = [draw(below, below(30), symbols), draw(below, below(30), symbols)];
      const found = diffSequences(before, after);
      const { made, changes } = apply(before, after, found);
      expect(made).toEqual([...after]);
      expect(found.isMinimal).toBe(true);
      expect(changes).toBe(before.length + after.length - 2 * longestCommon(before, after));
    }
  });

  it('makes the one of the other where no work is allowed, and says so', () => {
    const below = chanceOf(2);
    for (let round = 0; round < 60; round++) {
      const [before, after] = [draw(below, 500 + below(1500), 4), draw(below, 500 + below(1500), 4)];
      const found = diffSequences(before, after, 0);
      expect(apply(before, after, found).made).toEqual([...after]);
      expect(found.isMinimal).toBe(false);
    }
  });

  it('slides runs down, and together with a change of the other side', () => {
    const symbols = (text: string): Int32Array => Int32Array.from(text, (letter) => letter.charCodeAt(0));
    expect(diffSequences(symbols('abcd'), symbols('abcbcd')).edits).toEqual([
      { oldStart: 3, oldEnd: 3, newStart: 3, newEnd: 5 },
    ]);
    expect(diffSequences(symbols(''), symbols('')).edits).toEqual([]);
  });
});

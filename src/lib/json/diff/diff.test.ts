import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../../testing/chance.js';
import { expectLinear } from '../../../testing/growth.js';
import { hasProgram, runProgram } from '../../../testing/programs.js';
import { randomPlain } from '../../../testing/random-json.js';
import { parseJson } from '../parse.js';
import { fitsPattern } from '../path-pattern.js';
import { fromPlain, isJsonArray, type JsonValue } from '../values.js';
import { writeJson } from '../write.js';
import { type DiffRules, diffJson } from './diff.js';
import { listChanges, patchOf } from './diff-output.js';
import { applyPatch } from './patch.js';

const ALL: DiffRules = { arrayOrder: true, isIgnored: () => false };

/** A document and one that differs from it here and there. */
function randomPair(random: () => number): [unknown, unknown] {
  const from = randomPlain(random, 4);
  const change = (value: unknown): unknown => {
    if (random() < 0.1) return randomPlain(random, 2);
    if (Array.isArray(value)) {
      const items = value.flatMap((item) =>
        random() < 0.1 ? [] : random() < 0.1 ? [item, change(item)] : [change(item)],
      );
      return random() < 0.2 ? items.reverse() : items;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [random() < 0.1 ? `${key}x` : key, change(item)]),
    );
  };
  return [from, random() < 0.1 ? from : change(from)];
}

/** The same for arrays that hold the same, by another way than the one tested. */
function inFixedOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(inFixedOrder(item))).sort();
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inFixedOrder(item)]),
  );
}

describe('diffJson', () => {
  it('makes patches that give the second document (RFC 6902)', () => {
    const random = fractionsOf(21);
    for (let round = 0; round < 1500; round++) {
      const [from, to] = randomPair(random);
      const arrayOrder = round % 3 !== 0;
      const difference = diffJson(fromPlain(from), fromPlain(to), { ...ALL, arrayOrder });
      const patch = patchOf(difference, arrayOrder);
      const patched: unknown = JSON.parse(writeJson(applyPatch(fromPlain(from), patch)));
      if (arrayOrder) expect(patched).toEqual(JSON.parse(JSON.stringify(to)));
      else expect(inFixedOrder(patched)).toEqual(inFixedOrder(to));
    }
  });

  it('says the same whether values are looked at or numbered', () => {
    const random = fractionsOf(34);
    for (let round = 0; round < 300; round++) {
      const [from, to] = randomPair(random).map(fromPlain) as [JsonValue, JsonValue];
      const numbered = diffJson(from, to, ALL, 0);
      for (const looks of [5, 40, 1e9]) expect(diffJson(from, to, ALL, looks)).toEqual(numbered);
    }
  });

  it.skipIf(!hasProgram('jq', ['--version'], 'equality beside jq'))('finds equal what jq finds equal', () => {
    const random = fractionsOf(22);
    const pairs = Array.from({ length: 400 }, () => randomPair(random));
    const verdicts = runProgram('jq', ['-c', '.[0] == .[1]'], pairs.map((pair) => JSON.stringify(pair)).join('\n'));
    const ours = pairs.map(([from, to]) => diffJson(fromPlain(from), fromPlain(to), ALL) === undefined);
    expect(`${ours.join('\n')}\n`).toBe(verdicts.toString());
    expect(new Set(ours).size).toBe(2);
  });

  it('finds the fewest edits', () => {
    const edits = (from: string, to: string): number => {
      const patch = patchOf(diffJson(parseJson(from), parseJson(to), ALL), true);
      return isJsonArray(patch) ? patch.length : -1;
    };
    // The example of Myers's paper: ABCABBA to CBABAC takes five edits; changes in place count as one, so never more.
    expect(edits('["A","B","C","A","B","B","A"]', '["C","B","A","B","A","C"]')).toBeLessThanOrEqual(5);
    expect(edits('[1,2,3,4,5,6,7,8]', '[0,1,2,3,4,5,6,7,8]')).toBe(1);
    expect(edits('[{"id":1,"a":1},{"id":2,"a":1}]', '[{"id":0,"a":1},{"id":1,"a":1},{"id":2,"a":2}]')).toBe(2);
  });

  it('says where things stood', () => {
    const changes = listChanges(diffJson(parseJson('[9,{"id":1,"a":1}]'), parseJson('[{"id":1,"a":2}]'), ALL));
    expect(changes.map(({ type, path, fromPath }) => [type, path, fromPath])).toEqual([
      ['removed', '/0', undefined],
      ['changed', '/0/a', '/1/a'],
    ]);
  });

  it('grows with the length of lists in which everything differs', async () => {
    const list = (length: number, from: number): JsonValue =>
      fromPlain(Array.from({ length }, (_, i) => `v${(i * 7919 + from) % (2 * length)}`));
    await expectLinear(10_000, (length) => diffJson(list(length, 0), list(length, length / 2), ALL));
  });
});

describe('fitsPattern', () => {
  it('knows single and double stars', () => {
    const fits = (path: (string | number)[], ...pattern: string[]): boolean => fitsPattern(path, pattern);
    expect(fits(['a', 0, 'b'], 'a', '*', 'b')).toBe(true);
    expect(fits(['a', 0, 'c'], 'a', '*', 'b')).toBe(false);
    expect(fits(['b'], '**', 'b')).toBe(true);
    expect(fits(['x', 1, 'y', 'b'], '**', 'b')).toBe(true);
    expect(fits(['x', 'b', 'y'], '**', 'b')).toBe(false);
    expect(fits(['a', 'x', 'b', 'x', 'c'], 'a', '**', 'b', '**', 'c')).toBe(true);
  });
});

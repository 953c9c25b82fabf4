import * as rfc6902 from 'rfc6902';
import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonPatch from './json-patch.js';
import jsonPatchGenerator from './json-patch-generator.js';

/** A document that differs from another in some places. */
function changed(random: () => number, value: unknown): unknown {
  if (random() < 0.1) return randomPlain(random, 2);
  if (Array.isArray(value)) {
    const items = value.filter(() => random() < 0.85).map((item) => changed(random, item));
    if (random() < 0.3) items.splice(Math.floor(random() * (items.length + 1)), 0, randomPlain(random, 1));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(() => random() < 0.85);
  if (random() < 0.3) members.push(['new', randomPlain(random, 1)]);
  return Object.fromEntries(members.map(([key, item]) => [key, changed(random, item)]));
}

/** A merge patch cannot say null, and the package rfc6902 refuses the key "constructor". */
const withoutNull = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (item === null ? 'none' : item)).replaceAll('"constructor"', '"con"'),
  );

describe('json-patch-generator', () => {
  const patchOf = async (from: unknown, to: unknown, options: object = {}) => {
    const { status, data, message } = await runTool(jsonPatchGenerator, {
      input: JSON.stringify(from),
      options: { other: JSON.stringify(to), ...options },
    });
    expect(status, message).toBe(200);
    return data;
  };
  const applied = async (from: unknown, patch: unknown, kind: string) => {
    const { data, message } = await runTool(jsonPatch, {
      input: JSON.stringify(from),
      options: { patch: JSON.stringify(patch), from: kind },
    });
    return message ?? data;
  };

  inRounds('makes patches that lead from the first document to the second', [100, 600], async (rounds) => {
    const random = fractionsOf(151);
    for (let round = 0; round < rounds; round++) {
      const from = withoutNull(randomPlain(random, 4));
      const to = withoutNull(changed(random, from));
      for (const tests of [false, true]) {
        const patch = await patchOf(from, to, { tests });
        expect(await applied(from, patch, 'json-patch')).toEqual(to);
        // The package changes members only, not a document as a whole.
        const holder = { document: structuredClone(from) };
        const inside = (patch as { path: string }[]).map((step) => ({ ...step, path: `/document${step.path}` }));
        expect(rfc6902.applyPatch(holder, inside as rfc6902.Operation[]).every((fault) => fault === null)).toBe(true);
        expect(holder.document).toEqual(to);
      }
      const merge = await patchOf(from, to, { format: 'merge-patch' });
      expect(await applied(from, merge, 'merge-patch')).toEqual(to);
    }
  });

  it('tests what it replaces and removes, so that the patch fits no other document', async () => {
    const patch = await patchOf({ a: 1, b: [1, 2] }, { a: 2, b: [2] }, { tests: true });
    expect(await applied({ a: 3, b: [1, 2] }, patch, 'json-patch')).toMatch(/the value at "\/a" is another/);
    expect(await applied({ a: 1, b: [5, 2] }, patch, 'json-patch')).toMatch(/the value at "\/b\/0" is another/);
  });

  it('leads from document to result in the cases of RFC 7386, appendix A', async () => {
    const cases = [
      [{ a: 'b' }, { a: 'c' }],
      [{ a: 'b' }, { a: 'b', b: 'c' }],
      [{ a: 'b' }, {}],
      [{ a: 'b', b: 'c' }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [{ a: 'b' }, ['c']],
      [{ a: 'foo' }, null],
      [{ a: 'foo' }, 'bar'],
      [{ e: null }, { e: null, a: 1 }],
      [[1, 2], { a: 'b' }],
      [{}, { a: { bb: {} } }],
    ];
    for (const [from, to] of cases)
      expect(await applied(from, await patchOf(from, to, { format: 'merge-patch' }), 'merge-patch')).toEqual(to);
  });
});

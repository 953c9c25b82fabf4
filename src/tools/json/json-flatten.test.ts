import { describe, expect, it } from 'vitest';
import { parseJson } from '../../lib/json/parse.js';
import { flatten, unflatten } from '../../lib/json/reshape/flatten.js';
import { writeJson } from '../../lib/json/write.js';
import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonFlatten from './json-flatten.js';

const KEYS = ['a', '', '0', '1', '2', 'a.b', 'a..', '[0]', 'x[0]y', '\\', '\\0', 'a->b', '-', '>', '__proto__', 'é'];

describe('json-flatten', () => {
  inRounds('gives back what was flattened, whatever the keys', [100, 2000], (rounds) => {
    const random = fractionsOf(71);
    const value = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 0 ? 6 : 2));
      if (kind < 2) return randomPlain(random, 0);
      const count = Math.floor(random() * 4);
      if (kind === 2) return Array.from({ length: count }, () => value(depth - 1));
      return new Map(
        Array.from({ length: count }, () => [KEYS[Math.floor(random() * KEYS.length)], value(depth - 1)] as const),
      );
    };
    const text = (item: unknown): string => {
      if (Array.isArray(item)) return `[${item.map(text).join()}]`;
      if (!(item instanceof Map)) return JSON.stringify(item);
      return `{${[...item].map(([key, inner]) => `${JSON.stringify(key)}:${text(inner)}`).join()}}`;
    };
    for (let round = 0; round < rounds; round++) {
      const document = parseJson(text(value(4)));
      for (const separator of ['.', '->', '..', '_']) {
        for (const arrays of ['dots', 'brackets', 'keep'] as const) {
          const flat = flatten(document, { separator, arrays, maxDepth: 0 });
          expect(writeJson(unflatten(flat, separator)), writeJson(flat)).toBe(writeJson(document));
        }
      }
    }
  });

  const PROGRAM =
    'map(. as $d | [path(..) as $p | ($d | getpath($p)) as $v | select(($p | length) > 0 and (($v | type) as $t | ($t != "object" and $t != "array") or ($v | length) == 0)) | [($p | map(tostring) | join(".")), $v]])';
  it.skipIf(!hasProgram('jq', ['--version'], 'flat documents beside jq'))('names the paths that jq names', async () => {
    const random = fractionsOf(72);
    const objects = Array.from({ length: 300 }, () => ({ k: randomPlain(random, 4) }));
    // Keys that get a backslash here are renamed for both.
    const input = JSON.stringify(objects).replaceAll('"10":', '"ten":').replaceAll('"2":', '"two":');
    const expected = JSON.parse(runProgram('jq', ['-c', PROGRAM], input).toString()) as [string, unknown][][];
    const { data } = await runTool(jsonFlatten, { input, options: { eachItem: true } });
    expect((data as object[]).map((flat) => Object.entries(flat).sort())).toEqual(expected.map((list) => list.sort()));
  });

  it('keeps what is deeper than maxDepth, and nests flat records of a list', async () => {
    const answer = await runTool(jsonFlatten, { input: '{"a":{"b":{"c":[1]}}}', options: { maxDepth: 2 } });
    expect(answer.data).toEqual({ 'a.b': { c: [1] } });
    const list = await runTool(jsonFlatten, { input: '[{"a.b":1},5]', options: { direction: 'unflatten' } });
    expect(list.data).toEqual([{ a: { b: 1 } }, 5]);
  });

  it('works in linear time, and refuses what would be too long or too deep', async () => {
    await expectLinear(1500, (length) => {
      const text = `{${Array.from({ length }, (_, i) => `"k${i}":{"a":[${i},{"b":null}]}`).join()}}`;
      unflatten(flatten(parseJson(text), { separator: '.', arrays: 'dots', maxDepth: 0 }), '.');
    });
    const wide = `[${'0,'.repeat(20_000)}0]`;
    const deep = `${'{"key":'.repeat(900)}${wide}${'}'.repeat(900)}`;
    expect((await runTool(jsonFlatten, { input: deep })).code).toBe('LIMIT_EXCEEDED');
    const path = JSON.stringify({ [Array.from({ length: 1500 }, () => 'a').join('.')]: 1 });
    expect((await runTool(jsonFlatten, { input: path, options: { direction: 'unflatten' } })).code).toBe(
      'LIMIT_EXCEEDED',
    );
  });
});

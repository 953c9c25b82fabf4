import { describe, expect, it } from 'vitest';
import { parseJson } from '../../lib/json/parse.js';
import { mergeJson } from '../../lib/json/reshape/merge.js';
import { writeJson } from '../../lib/json/write.js';
import { fractionsOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonMerge from './json-merge.js';

/** Objects whose keys meet often. */
function randomObject(random: () => number, depth: number): Record<string, unknown> {
  const keys = ['a', 'b', 'c', 'd'].filter(() => random() < 0.6);
  return Object.fromEntries(
    keys.map((key) => [key, depth > 0 && random() < 0.7 ? randomObject(random, depth - 1) : randomPlain(random, 1)]),
  );
}

describe('json-merge', () => {
  const beside = it.skipIf(!hasProgram('jq', ['--version'], 'merged documents beside jq'));
  beside('merges two and five documents as jq does', async () => {
    const random = fractionsOf(81);
    const lists = [
      ...Array.from({ length: 400 }, () => Array.from({ length: 2 }, () => randomObject(random, 3))),
      ...Array.from({ length: 100 }, () => Array.from({ length: 5 }, () => randomObject(random, 3))),
    ];
    const program = 'map(reduce .[] as $d ({}; . * $d))';
    const expected = JSON.parse(runProgram('jq', ['-c', program], JSON.stringify(lists)).toString()) as unknown[];
    const rules = { arrays: 'replace', key: 'id', nullRemoves: false, conflicts: 'last' } as const;
    const merged = lists.map((list) => {
      const [first = null, ...more] = list.map((document) => parseJson(JSON.stringify(document)));
      return JSON.parse(writeJson(more.reduce((before, next) => mergeJson(before, next, rules), first))) as unknown;
    });
    expect(merged).toEqual(expected);
    const answer = await runTool(jsonMerge, {
      input: lists[450]!.map((document) => JSON.stringify(document)).join('\n'),
    });
    expect(answer.data).toEqual(expected[450]);
  });

  it('is a JSON Merge Patch with nullRemoves: RFC 7386, appendix A', async () => {
    const cases = [
      ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
      ['{"a":"b"}', '{"a":null}', '{}'],
      ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
      ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
      ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
      ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
      ['["a","b"]', '["c","d"]', '["c","d"]'],
      ['{"a":"b"}', '["c"]', '["c"]'],
      ['{"a":"foo"}', 'null', 'null'],
      ['{"a":"foo"}', '"bar"', '"bar"'],
      ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
      ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
      ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ];
    expect(cases).toHaveLength(15);
    for (const [input, other, expected] of cases) {
      const { text } = await runTool(jsonMerge, { input: input!, options: { other, nullRemoves: true, indent: 0 } });
      expect(text).toBe(expected);
    }
  });

  it('merges arrays in each of its ways, and keeps the earlier value where asked', async () => {
    const merged = async (arrays: string, input: string, other: string, more: object = {}) =>
      (await runTool(jsonMerge, { input, options: { other, arrays, indent: 0, ...more } })).text;
    expect(await merged('concat', '[1,{"a":1}]', '[1]')).toBe('[1,{"a":1},1]');
    expect(await merged('union', '[1,{"a":1,"b":2},1]', '[{"b":2.0,"a":1},2]')).toBe('[1,{"a":1,"b":2},2]');
    expect(await merged('by-index', '[{"a":1},5,6]', '[{"b":2},7]')).toBe('[{"a":1,"b":2},7,6]');
    expect(await merged('by-key', '[{"n":"x","v":1},5]', '[5,{"n":"x","v":2},{"n":"y"}]', { key: 'n' })).toBe(
      '[{"n":"x","v":2},5,{"n":"y"}]',
    );
    expect(await merged('replace', '{"a":1,"b":{"c":1}}', '{"a":2,"b":{"d":2}}', { conflicts: 'first' })).toBe(
      '{"a":1,"b":{"c":1,"d":2}}',
    );
    expect(await merged('replace', '{"a":1}', '{"a":1.0,"__proto__":{"x":1}}', { conflicts: 'refuse' })).toBe(
      '{"a":1,"__proto__":{"x":1}}',
    );
  });

  it('merges lists by their key in linear time', async () => {
    const rules = { arrays: 'by-key', key: 'id', nullRemoves: false, conflicts: 'last' } as const;
    await expectLinear(1000, (length) => {
      const list = parseJson(`[${Array.from({ length }, (_, id) => `{"id":${id},"v":[${id}]}`).join()}]`);
      mergeJson(list, list, rules);
    });
  });
});

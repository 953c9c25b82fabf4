import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonSorter from './json-sorter.js';

const jq = (program: string, value: unknown): string =>
  runProgram('jq', ['-c', '-S', program], JSON.stringify(value)).toString().trimEnd();

describe('json-sorter', () => {
  const beside = it.skipIf(!hasProgram('jq', ['--version'], 'sorted documents beside jq'));
  beside('sorts keys as jq -S does', async () => {
    const random = fractionsOf(91);
    // jq writes numbers anew, so they are made texts.
    const value = JSON.parse(
      JSON.stringify(
        Array.from({ length: 300 }, () => randomPlain(random, 4)),
        (_, item: unknown) => (typeof item === 'number' ? `n${item}` : item),
      ),
    ) as unknown;
    const { text } = await runTool(jsonSorter, { input: JSON.stringify(value), options: { indent: 0 } });
    expect(text).toBe(jq('.', value));
  });

  beside('sorts lists of scalars, and of records, as jq does', async () => {
    const random = fractionsOf(92);
    const pick = (): unknown =>
      [null, true, false, -1, 0.5, 10, 9, 'a', 'B', 'é', '😀', '￿', ''][Math.floor(random() * 13)];
    const lists = Array.from({ length: 200 }, () => Array.from({ length: Math.floor(random() * 9) }, pick));
    const members = Object.fromEntries(lists.map((list, index) => [`k${index}`, list]));
    const each = await runTool(jsonSorter, { input: JSON.stringify(members), options: { arrays: true, indent: 0 } });
    expect(each.text).toBe(jq('map_values(sort)', members));
    const records = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `k${index}`,
        Array.from({ length: Math.floor(random() * 9) }, (_, i) => ({ a: pick(), b: { c: pick() }, i })),
      ]),
    );
    const by = await runTool(jsonSorter, { input: JSON.stringify(records), options: { arrayBy: 'b.c, a', indent: 0 } });
    expect(by.text).toBe(jq('map_values(sort_by(.b.c, .a))', records));
  });

  it('sorts numbers that a double does not tell apart, and lengths, and ignores case where asked', async () => {
    const sorted = async (input: string, options: object) =>
      (await runTool(jsonSorter, { input, options: { indent: 0, ...options } })).text;
    expect(await sorted('[9007199254740993,9007199254740992,1e400,-1e400]', { arrays: true })).toBe(
      '[-1e400,9007199254740992,9007199254740993,1e400]',
    );
    expect(await sorted('{"bbb":1,"B":2,"a":3,"AA":4}', { by: 'length' })).toBe('{"B":2,"a":3,"AA":4,"bbb":1}');
    expect(await sorted('{"b":1,"C":2,"a":{"z":1,"y":2}}', { caseSensitive: false, keys: 'top' })).toBe(
      '{"a":{"z":1,"y":2},"b":1,"C":2}',
    );
  });

  it('sorts in less than the square of the time', async () => {
    await expectLinear(2000, (length) => {
      const list = Array.from({ length }, (_, index) => ({ id: (index * 7919) % length }));
      return runTool(jsonSorter, { input: JSON.stringify(list).slice(0, 900_000), options: { arrayBy: 'id' } });
    });
  });
});

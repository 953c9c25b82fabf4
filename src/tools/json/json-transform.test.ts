import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import jsonTransform from './json-transform.js';
import jsonlConverter from './jsonl-converter.js';

const random = fractionsOf(101);
const rows = Array.from({ length: 200 }, () =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    a: randomPlain(random, 3),
    b: { c: randomPlain(random, 2), d: 1 },
    e: '5',
  })),
);

/** Options, and the jq program that does the same to each document. */
const CASES: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ omit: 'a' }, 'map(del(.a))'],
  [{ omit: 'b.c, e' }, 'map(del(.b.c, .e))'],
  [{ pick: 'a,e' }, 'map({a,e})'],
  [{ pick: 'b.d' }, 'map({b:{d:.b.d}})'],
  [{ rename: 'a=z' }, 'map(with_entries(if .key=="a" then .key="z" else . end))'],
  [{ types: 'e=number' }, 'map(.e|=tonumber)'],
  [
    { dropNull: true },
    'walk(if type=="object" then with_entries(select(.value!=null)) elif type=="array" then map(select(.!=null)) else . end)',
  ],
  [{ sortKeys: true }, 'walk(if type=="object" then to_entries|sort_by(.key)|from_entries else . end)'],
  [{ omit: '[0].e' }, 'del(.[0].e)'],
];

describe.skipIf(!hasProgram('jq', ['--version'], 'transformations beside jq'))('beside jq', () => {
  it.each(CASES)('json-transform %j is %s', async (options, program) => {
    const printed = runProgram('jq', ['-c', program], rows.map((row) => JSON.stringify(row)).join('\n')).toString();
    const expected = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    for (const [index, row] of rows.entries()) {
      const { data } = await runTool(jsonTransform, { input: JSON.stringify(row), options });
      expect(data).toEqual(expected[index]);
    }
  });

  inRounds('jsonl-converter writes lines as jq -c does, and reads them as jq -s', [4, 20], async (rounds) => {
    for (const row of rows.slice(0, rounds)) {
      const input = JSON.stringify(row).replaceAll(/1e[-+]\d+/g, '7');
      const lines = await runTool(jsonlConverter, { input });
      expect(lines.text).toBe(runProgram('jq', ['-c', '.[]'], input).toString());
      const back = await runTool(jsonlConverter, { input: lines.text ?? '', options: { to: 'json', indent: 0 } });
      expect(`${back.text}\n`).toBe(runProgram('jq', ['-c', '-s', '.'], lines.text ?? '').toString());
    }
  });
});

it('pick leaves no empty shells of what a wildcard passed through, and keeps rows of a plain path', async () => {
  const pick = async (value: unknown, paths: string): Promise<unknown> =>
    (await runTool(jsonTransform, { input: JSON.stringify(value), options: { pick: paths } })).data;
  const address = { home: { city: 'Oslo', zip: 1 }, work: { zip: 2 }, tags: ['a'], list: [{ b: 1 }], empty: [] };
  expect(await pick(address, '*.city')).toEqual({ home: { city: 'Oslo' } });
  expect(await pick({ a: [{ x: 1 }, { city: 1 }], b: [{ x: 1 }], c: [[{ x: 1 }]] }, '**.city')).toEqual({
    a: [{ city: 1 }],
  });
  expect(await pick([{ id: 1 }, { name: 'b' }], 'id')).toEqual([{ id: 1 }, {}]);
  expect(await pick({ items: [{ a: 1 }, { b: 1 }], tags: ['x'] }, 'items.id, tags.id')).toBeUndefined();
  expect(await pick({ items: [], more: null }, 'items.id')).toEqual({});
  expect(await pick({ items: [], more: null }, 'more.id, less')).toEqual({});
  expect(await pick([], 'id')).toEqual([]);
});

import { describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import jsonCanonicalizer from './json-canonicalizer.js';
import jsonFlatten from './json-flatten.js';
import jsonMerge from './json-merge.js';
import jsonSizeAnalyzer from './json-size-analyzer.js';
import jsonSorter from './json-sorter.js';
import jsonToSql from './json-to-sql.js';
import jsonToTable from './json-to-table.js';
import jsonToToml from './json-to-toml.js';
import json5ToJson from './json5-to-json.js';
import toonConverter from './toon-converter.js';

const JSON_TEXT = '{"a":[{"b":1.10,"c":"x\\n\\u00e9"},{"b":-2e3,"c":null}],"d.e":{"0":true,"1":[]},"":"😀"}';
const TOON_TEXT = 'users[2]{id,name}:\n  1,Ada\n  2,"B, Jr."\nlist[2]:\n  - a: 1\n    "10": 5.10\n  - x\nn:\n  o: null';
const PYTHON = "{'a': (1, 2.50), 'b': {None: True}, 'c': r'\\d' 'x', 'd': '''y'''} # end";
const HJSON = "# x\na: text, y\nb: [\n  1\n  two\n]\nc:\n  '''\n  long\n  '''\nd: {e: true, f: 'q'}";
const SCRIPT = 'export default {a: 0x1F, "b": [`t`, !0, undefined], /* c */ c: .5, d: 1n,};';

const CASES: readonly (readonly [string, Tool, string, Record<string, unknown>])[] = [
  ['json-flatten', jsonFlatten, JSON_TEXT, {}],
  ['json-flatten, back', jsonFlatten, '{"a.b[0]":1,"a.b[1].c":2,"x\\\\.y":3,"z.0":4}', { direction: 'unflatten' }],
  ['json-merge', jsonMerge, `${JSON_TEXT}\n{"a":[1]}`, { arrays: 'union' }],
  ['json-sorter', jsonSorter, JSON_TEXT, { arrays: true }],
  ['json5-to-json, JavaScript', json5ToJson, SCRIPT, {}],
  ['json5-to-json, Python', json5ToJson, PYTHON, { from: 'python' }],
  ['json5-to-json, Hjson', json5ToJson, HJSON, { from: 'hjson' }],
  ['json-to-toml', jsonToToml, JSON_TEXT, {}],
  ['json-to-table', jsonToTable, JSON_TEXT, { format: 'latex' }],
  ['json-to-sql', jsonToSql, JSON_TEXT, {}],
  ['json-canonicalizer', jsonCanonicalizer, JSON_TEXT, {}],
  ['json-size-analyzer', jsonSizeAnalyzer, JSON_TEXT, {}],
  ['toon-converter', toonConverter, TOON_TEXT, { direction: 'decode' }],
];

async function expectAnswers([, tool, text, options]: (typeof CASES)[number], changes: number, step: number) {
  const bytes = Buffer.from(text);
  const inputs: Buffer[] = [];
  for (let length = 0; length < bytes.length; length += step) inputs.push(bytes.subarray(0, length));
  const chance = chanceOf(181);
  for (let round = 0; round < changes; round++) {
    const changed = Buffer.from(bytes);
    for (let times = 0; times <= chance(3); times++) changed[chance(changed.length)] = chance(256);
    inputs.push(changed);
  }
  for (const input of inputs) {
    const { status, cause } = await runTool(tool, { files: [{ name: 'a.txt', bytes: input }], options });
    expect([200, 400, 413], `${input.toString('hex')} ${String(cause)}`).toContain(status);
  }
}

describe('damaged input is an answer', () => {
  it.each(CASES)('%s, some damage', (...given) => expectAnswers(given, 40, 5));
  exhaustive.each(CASES)('%s, every truncation and 500 changes', (...given) => expectAnswers(given as never, 500, 1));
});

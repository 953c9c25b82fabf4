import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';
import jsonRepair from './json-repair.js';

const repair = (input: string) => runTool(jsonRepair, { input, options: { indent: 0 } });

describe('json-repair', () => {
  // After the list in jsonrepair's documentation, and what people paste.
  it.each<[string, unknown]>([
    ['{a:1}', { a: 1 }],
    ["{'a':'b'}", { a: 'b' }],
    ['{“a”:‘b’}', { a: 'b' }],
    ['{"a":"b', { a: 'b' }],
    ['{"a":[1,2', { a: [1, 2] }],
    ['{"a":1 "b":2}', { a: 1, b: 2 }],
    ['[1 2 3]', [1, 2, 3]],
    ['[1,2,3,]', [1, 2, 3]],
    ['{"a":1,}', { a: 1 }],
    ['[1,2,3,...]', [1, 2, 3]],
    ['/* c */{"a":1} // d', { a: 1 }],
    ['{"a":True,"b":False,"c":None}', { a: true, b: false, c: null }],
    ['callback({"a":1});', { a: 1 }],
    ['{"_id":ObjectId("123"),"n":NumberLong("2")}', { _id: '123', n: '2' }],
    ['{"a":"x" + "y"}', { a: 'xy' }],
    ['{\\"a\\":\\"b\\"}', { a: 'b' }],
    ['{"a":1}{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['{"a":"line\nbreak\ttab"}', { a: 'line\nbreak\ttab' }],
    ['{"a":007}', { a: '007' }],
    ['{"a":2.}', { a: 2 }],
    ['{"a":"he said "hi" to me"}', { a: 'he said "hi" to me' }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['```\n[1,2]\n```\n', [1, 2]],
    ['Here you go:\n\n```json\n{"a": [1, 2,]}\n```\n\nAnything else?', { a: [1, 2] }],
    ['I think the answer is [1, 2, {"a": None}]. Good luck!', [1, 2, { a: null }]],
    ['Result: {"a": "b', { a: 'b' }],
    ['\ufeff{a:1}', { a: 1 }],
    ['{"url": https://example.org/a?b=c}', { url: 'https://example.org/a?b=c' }],
    ['{"a": undefined}', { a: null }],
    ['{"text": "The {braces} and [brackets]", }', { text: 'The {braces} and [brackets]' }],
    ['{"a":1}\n{"b":2\n', [{ a: 1 }, { b: 2 }]],
    ['{"a": 1} Hope this helps!', { a: 1 }],
    ['{"a":1}\nHope this helps! Let me know if {you} need more.', { a: 1 }],
    ['{"a": 1} and {"b": 2} are it.', [{ a: 1 }, { b: 2 }]],
    ['[1,2,3] are the numbers.', [1, 2, 3]],
    ['Answer {"a":1}', { a: 1 }],
    ['<json>{"a":1}</json>', { a: 1 }],
    ['{"a":1};', { a: 1 }],
    ['x = {a:1}', { a: 1 }],
    ['const x = {a:1};', { a: 1 }],
    ['export const config: Config = { a: 1 } as const;', { a: 1 }],
    ['module.exports = {a:1}', { a: 1 }],
    ['export default {a: [1,2]};\n', { a: [1, 2] }],
    ['window.__DATA__ = {"a":1};', { a: 1 }],
    ['return {"a":1}', { a: 1 }],
    ['var a=[1,2]', [1, 2]],
    ['{"a": 1,,"b": 2}', { a: 1, b: 2 }],
    ['{"a": 1 , ,\n, "b": 2,,}', { a: 1, b: 2 }],
    ['[1,,2]', [1, 2]],
    ['[,1,,]', [1]],
    ['[[1,,2],,{"a":",,"}]', [[1, 2], { a: ',,' }]],
    ['{"a": "x/', { a: 'x/' }],
    ['{"a": [1, {"b": "c/', { a: [1, { b: 'c/' }] }],
    ['{"a": "http://', { a: 'http://' }],
    ['{"a": "x\\', { a: 'x' }],
    ['{"a": "x\\u00', { a: 'x' }],
    ['{"a": tru', { a: true }],
    ['{"a": nul', { a: null }],
    ["{'a': 'it's ok', 'b': 1}", { a: "it's ok", b: 1 }],
    ["{'dogs': 'the dogs' tails', 'b': 'rock 'n' roll'}", { dogs: "the dogs' tails", b: "rock 'n' roll" }],
    ["['don't', 'won't']", ["don't", "won't"]],
    ["{'a': 'say \"hi\"', 'b': 'x\\'y'}", { a: 'say "hi"', b: "x'y" }],
    ['{"a": "it\'s", "b": \'he said "no"\'}', { a: "it's", b: 'he said "no"' }],
    ['{"text": "He said: "Hello, world", and left."}', { text: 'He said: "Hello, world", and left.' }],
    ["'\\x41'", 'A'],
    ['{"a":"\\x41\\x42", "b": "\\u{1F600}"}', { a: 'AB', b: '😀' }],
    ['{"regex": "^\\d+\\.\\w$"}', { regex: '^\\d+\\.\\w$' }],
    ["{'a': (1, 2), 'b': ('x',), u'c': b'y'}", { a: [1, 2], b: ['x'], c: 'y' }],
    ['{"a" => 1, "b"=>[true]}', { a: 1, b: [true] }],
    ['{"a": +1, "b": TRUE, "c": NULL}', { a: 1, b: true, c: null }],
    ['{"a":1,\n# comment, with "quotes"\n"b":2}', { a: 1, b: 2 }],
    ['{"a": """one "two" three"""}', { a: 'one "two" three' }],
    ['{"a": 1; "b": 2}', { a: 1, b: 2 }],
    ['{"a": "b, "c": 1}', { a: 'b', c: 1 }],
    ['{"a": "x" "b": "y"}', { a: 'x', b: 'y' }],
    ['{ "a": [ "x" "y"\n"z" ] }', { a: ['x', 'y', 'z'] }],
    ['{"note": "5\' 10"", "b": 1}', { note: '5\' 10"', b: 1 }],
  ])('%s', async (input, expected) => {
    const answer = await repair(input);
    expect(answer.data, String(answer.message)).toEqual(expected);
  });

  exhaustive('makes JSON or a message of whatever is cut off or lost', async () => {
    const random = fractionsOf(71);
    for (let round = 0; round < 2000; round++) {
      const whole = JSON.stringify(randomPlain(random, 4), null, round % 3);
      const cut = Math.floor(random() * whole.length);
      const input = round % 2 === 0 ? whole.slice(0, cut) : whole.slice(0, cut) + whole.slice(cut + 1);
      if (input === '') continue;
      const answer = await repair(input);
      expect([200, 400], input).toContain(answer.status);
      if (answer.status === 200) expect(JSON.parse(answer.text ?? ''), input).toEqual(answer.data);
    }
  });

  it('keeps what is JSON, every digit and escape of it', async () => {
    const text = '{"a":1.10,"b":12345678901234567890,"c":"\\u00e9\\/","a":1e400}';
    expect((await repair(text)).text).toBe(text);
    expect((await repair(`${text.slice(0, -1)},}`)).text).toBe(text);
  });

  exhaustive('bounds the work: the longest text with the worst pattern, and no longer one', async () => {
    for (const text of [`{"k":${'"a'.repeat(24_000)}`, `[${'{'.repeat(49_000)}`, `[${'"a":'.repeat(12_000)}`]) {
      expect([200, 400, 413]).toContain((await repair(text)).status);
    }
    expect((await repair('"a'.repeat(30_000))).code).toBe('LIMIT_EXCEEDED');
    expect((await repair(JSON.stringify(['x'.repeat(900_000)]))).status).toBe(200);
  });

  it('answers texts that are never JSON', async () => {
    for (const part of ['"', "'", '{', '[', '\\', '"a', '"a, ', '"a" b ', '```json\n{', 'a{', '}', '(', '"a"+', '/*']) {
      const answer = await repair(part.repeat(20_000 / part.length));
      expect([200, 400, 413], part).toContain(answer.status);
    }
  });
});

import { runInNewContext } from 'node:vm';

import { describe, expect, it, vi } from 'vitest';

import { parseHjson } from '../../lib/json/literals/hjson.js';
import { parsePythonLiteral } from '../../lib/json/literals/python.js';
import { parseScriptLiteral } from '../../lib/json/literals/script.js';
import { writeJson } from '../../lib/json/write.js';
import { fractionsOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomJson5, randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';

import json5ToJson from './json5-to-json.js';

const plain = (value: Parameters<typeof writeJson>[0]): unknown => JSON.parse(writeJson(value));

const PYTHON = [
  "{'a': 1, 'b': [1, 2.5, -3e4], 'c': (1,), 'd': ()}",
  "{'a': r'\\d+', 'b': '''x\ny''', \"c\": \"it's\"}",
  "('one ' 'two')",
  "{3: 'a', 2.5: 'b', True: 'c', None: 'd'}",
  '[0x1F, 0o17, 0b11, 1_000, 1., .5, -0.0]',
  "['\\x41\\u00e9\\U0001F600\\101\\n\\t\\\\\\'\\q']",
  "{'x': {'y': {'z': [None, True, False]}}} # end",
  '{\n  # first\n  "a": 1,\n  "b": [\n    2, # two\n  ],\n}',
  '(1)',
  '(1, (2, (3,)))',
  '"line\\\ncontinued"',
  '[]',
  '{}',
  "['é', '中文', '😀', '\\ud83d']",
  "u'x'",
  "R'\\n'",
  "['a' \"b\" '''c''', 'd']",
  '-5',
  '+5',
  '1e400 if False else 1',
];

const SCRIPTS = [
  '{a: 1, \'b\': [1, 2.5, -3e4, .5, 5.], "c": null}',
  '[0x1F, 0o17, 0b11, 1_000, +1, - 2]',
  "['\\x41\\u00e9\\u{1F600}\\n\\t\\\\\\'\\q\\\ncontinued\\0']",
  '[`a\nb $ {x} \\` \\\u0024{y}`]',
  '{$a: 1, _b: 2, é: 3, if: 4, 1: 5, 1.50: 6, 0x10: 7}',
  '{[\'a b\']: 1, ["c"]: 2}',
  '[!0, !1, void 0, undefined, null, true, false]',
  '[1,,2]',
  '({a: (1), b: ([2])})',
  '{a: undefined, b: {c: undefined}, a2: 1}',
  '/* x */ {a: /* y */ 1, // z\n}',
  '{"__proto__x": 1, constructor: 2}',
  '"text"',
  '{a: 1, a: 2, b: undefined}',
  '[-0, 1e21, 1E-7]',
];

const HJSON = [
  '{\n  a: text to the end, with a comma\n  b: 5\n  c: 5 apples\n  d: true\n  e: trueish\n  f: null # none\n}',
  'a: 1\nb: 2\n',
  '# c\n// d\n/* e */ a: x // not a comment of mine',
  "a:\n  '''\n  first\n    second\n  '''\nb: 1",
  "{a: '''one line'''}",
  '[\n  one\n  2\n  "three", four\n]',
  '{"a": "x\\n\\u00e9", \'b\': \'y"\', c-d: 1.50, e: -1e3}',
  '{a: {b: {c: [1,2,3]}}, d: []}',
  '{a:1,b:2,}',
  'url: http://example.org/x#y\npath: C:\\dir\\new',
  '',
  '{}',
  'text only',
  '5',
  '"quoted": yes',
  '{\n  a: 1 /* x */\n  b: 2 // y\n  c: 3 # z\n}',
  "{\r\n  a: x\r\n  b: '''\r\n  y\r\n  z'''\r\n}\r\n",
  '{a: 0123\nc: -\nd: +1\n}',
];

describe('json5-to-json', () => {
  it('reads JSON5 as the package json5 does', async () => {
    const { default: json5 } = await import('json5');
    // It warns of U+2028 in texts.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const random = fractionsOf(101);
    for (let round = 0; round < 400; round++) {
      const input = randomJson5(random, 3);
      const { text } = await runTool(json5ToJson, { input, options: { from: 'json5' } });
      // -0 is 0 to JSON.stringify.
      expect(JSON.stringify(JSON.parse(text ?? '')), input).toBe(JSON.stringify(json5.parse(input)));
    }
    warn.mockRestore();
  });

  const CODE =
    'import ast,json,sys\nprint(json.dumps([json.loads(json.dumps(ast.literal_eval(t))) for t in json.load(sys.stdin)]))';
  const beside = it.skipIf(!hasProgram('python3', ['--version'], 'Python values beside Python'));
  beside('reads what Python prints, and other literals, as Python does', () => {
    const random = fractionsOf(102);
    const values = Array.from({ length: 400 }, () => randomPlain(random, 4));
    const repr = 'import json,sys\nprint(json.dumps([repr(v) for v in json.load(sys.stdin)]))';
    const texts = JSON.parse(runProgram('python3', ['-c', repr], JSON.stringify(values)).toString()) as string[];
    expect(texts.map((text) => plain(parsePythonLiteral(text)))).toEqual(values);
    const literals = PYTHON.slice(0, -1);
    const expected = JSON.parse(runProgram('python3', ['-c', CODE], JSON.stringify(literals)).toString()) as unknown[];
    expect(literals.map((text) => plain(parsePythonLiteral(text)))).toEqual(expected);
  });

  it('reads JavaScript as Node.js does', () => {
    for (const script of SCRIPTS) {
      const expected = JSON.parse(JSON.stringify(runInNewContext(`(${script})`))) as unknown;
      expect(JSON.parse(JSON.stringify(plain(parseScriptLiteral(script)))), script).toEqual(expected);
    }
    for (const lead of ['export default ', 'const a = ', 'export const a: Config = ', 'module.exports = ', 'x = '])
      expect(plain(parseScriptLiteral(`${lead}{a: 1} ;\n`))).toEqual({ a: 1 });
    expect(plain(parseScriptLiteral('export default {a: 1} as const;'))).toEqual({ a: 1 });
  });

  it('refuses what is not written out, or is no literal', () => {
    const scripts = [
      '{a}',
      '{a: b}',
      '{...a}',
      '[1 + 2]',
      '{a(){}}',
      '`\u0024{a}`',
      '/x/',
      '{a: 010}',
      '"a\nb"',
      '{a: 1',
      "'\\u12'",
    ];
    for (const script of scripts) expect(() => parseScriptLiteral(script), script).toThrow(/^line \d+, column \d+: /);
    const pythons = [
      "f'x'",
      "b'x'",
      '[1j]',
      '{(1,): 2}',
      '{1: 2, 3}',
      '{1, 2: 3}',
      "'a\nb'",
      '[012]',
      'datetime(1)',
      "'\\x4'",
    ];
    for (const python of [...pythons, PYTHON.at(-1)!])
      expect(() => parsePythonLiteral(python), python).toThrow(/^line \d+, column \d+: /);
    for (const text of ['{a: }', '{a b: 1}', "a: '''x", '{"a": "b', '[1', '{:1}'])
      expect(() => parseHjson(text), text).toThrow(/^line \d+, column \d+: /);
  });

  it('reads Hjson as the package hjson does', async () => {
    const { default: hjson } = (await import('hjson' as string)) as unknown as {
      default: { parse: (text: string) => unknown; stringify: (value: unknown) => string };
    };
    const random = fractionsOf(103);
    for (let round = 0; round < 300; round++) {
      const text = hjson.stringify(randomPlain(random, 3));
      expect(plain(parseHjson(text)), text).toEqual(hjson.parse(text));
    }
    for (const text of HJSON) expect(plain(parseHjson(text)), text).toEqual(hjson.parse(text));
  });

  it('refuses deep nesting, and reads long texts in linear time', async () => {
    for (const [open, parse] of [
      ['[', parseScriptLiteral],
      ['(', parseScriptLiteral],
      ['[', parsePythonLiteral],
      ['{1:', parsePythonLiteral],
      ['[', parseHjson],
      ['{a:', parseHjson],
    ] as const)
      expect(() => parse(open.repeat(100_000))).toThrow(/nested more than 1000 deep/);
    const parts = [
      ["'''''',", parseHjson],
      ['a,', parseHjson],
      ["'x',(1,),", parsePythonLiteral],
      ['`x`,{a:1},', parseScriptLiteral],
    ] as const;
    for (const [part, parse] of parts) await expectLinear(2000, (length) => parse(`[${part.repeat(length)}\n]`));
  });
});

import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS, type TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseHjson } from '../../lib/json/literals/hjson.js';
import { parsePythonLiteral } from '../../lib/json/literals/python.js';
import { parseScriptLiteral } from '../../lib/json/literals/script.js';
import { parseJson } from '../../lib/json/parse.js';
import { withoutNonFinite } from '../../lib/json/reshape/non-finite.js';
import { DIALECTS } from '../../lib/json/syntax.js';
import type { JsonValue } from '../../lib/json/values.js';

type Notation = 'jsonc' | 'json5' | 'js' | 'python' | 'hjson';

const READERS: Readonly<Record<Notation, (text: string) => JsonValue>> = {
  jsonc: (text) => parseJson(text, DIALECTS.jsonc),
  json5: (text) => parseJson(text, { ...DIALECTS.json5, nonFinite: true }),
  js: parseScriptLiteral,
  python: parsePythonLiteral,
  hjson: parseHjson,
};

const NAMES: Readonly<Record<Notation, string>> = {
  jsonc: 'JSONC',
  json5: 'JSON5',
  js: 'a JavaScript value',
  python: 'a Python value',
  hjson: 'Hjson',
};

const BY_ENDING: ReadonlyMap<string, Notation> = new Map([
  ['.jsonc', 'jsonc'],
  ['.json5', 'json5'],
  ['.hjson', 'hjson'],
  ['.py', 'python'],
  ['.js', 'js'],
  ['.mjs', 'js'],
  ['.cjs', 'js'],
  ['.ts', 'js'],
]);

/** From the strictest on: Hjson takes nearly every text. */
const TRIED = ['jsonc', 'json5', 'js', 'python', 'hjson'] as const;

function readAny(source: TextSource, from: Notation | 'auto'): JsonValue {
  const { text, label, file } = source;
  const named = from === 'auto' ? BY_ENDING.get(extensionOf(file?.name ?? '')) : from;
  if (named === undefined) {
    for (const notation of TRIED) {
      const value = unlessFaulty(() => READERS[notation](text));
      // To Hjson any text without quotes is a text: that is what no notation reads, not what was meant.
      if (value !== undefined && !(notation === 'hjson' && typeof value === 'string')) return value;
    }
  }
  const told = named ?? likeliest(text);
  return refusing(`Cannot read ${label} as ${NAMES[told]}`, () => READERS[told](text));
}

/** Whose fault is told where no notation reads a text. */
function likeliest(text: string): Notation {
  if (/\b(?:True|False|None)\b/.test(text)) return 'python';
  return /^\s*(?:export|const|let|var|module)\b/.test(text) ? 'js' : 'json5';
}

export default defineTool({
  id: 'json5-to-json',
  title: 'JSON5 to JSON',
  summary: 'Converts JSON5, JSONC, Hjson, JavaScript object literals and Python dicts to strict JSON.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    from: z
      .enum(['auto', 'json5', 'jsonc', 'js', 'hjson', 'python'])
      .default('auto')
      .describe(
        'Notation of the input: JSON5, JSON with comments, a JavaScript or TypeScript object, Hjson or a Python dict; auto decides by the file name or the text.',
      ),
    nonFinite: z
      .enum(['refuse', 'null', 'text'])
      .default('refuse')
      .describe('What becomes of NaN and Infinity, which JSON does not allow: an error, null, or a text.'),
    sortKeys: shared.sortKeys(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'Numbers keep every digit: 0xFF is 255, .5 is 0.5, 1_000 is 1000, 123n is 123. Comments are removed; of duplicate keys the last value counts.',
    'Nothing is run: JavaScript and Python must be values that are written out. Functions, calls, names, templates with placeholders, f-strings and bytes are refused with their line and column.',
    'JavaScript may begin with export default, const x = or module.exports =. undefined is omitted from objects and is null in arrays, as with JSON.stringify.',
    'Python tuples and sets become arrays; keys that are numbers, True, False or None become text as with json.dumps.',
    'Text that is broken rather than written in another notation is for json-repair.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'jsonc to json',
    'hjson to json',
    'javascript object to json',
    'js object to json',
    'python dict to json',
    'strip comments from json',
    'single quotes to double quotes json',
    'relaxed json',
    'tsconfig to json',
  ],
  verified: [
    'json5 2.2.3 (npm): same values for 400 random JSON5 documents',
    'Python 3: same values as json.dumps(ast.literal_eval(…)) for the repr of 400 random values, and for 18 literals of other forms',
    'hjson 3.2.2 (npm): same values for 300 random documents that it wrote, and for 18 texts with comments, long texts and no quotes',
    'Node.js: same values as its own evaluation of 15 literals',
  ],
  examples: [
    {
      title: 'JSON5',
      input: "{\n  // a comment\n  name: 'Ada',\n  mask: 0xFF, ratio: .50,\n  list: [1, 2,],\n}",
      output: {
        text: '{\n  "name": "Ada",\n  "mask": 255,\n  "ratio": 0.50,\n  "list": [\n    1,\n    2\n  ]\n}',
      },
    },
    {
      title: 'A Python dict from a log',
      input: "{'ok': True, 'id': 12345678901234567890, 'error': None, 'pair': (1, 2.50), 'text': u'it\\'s', 1: {2}}",
      options: { indent: 0 },
      output: {
        text: '{"ok":true,"id":12345678901234567890,"error":null,"pair":[1,2.50],"text":"it\'s","1":[2]}',
      },
    },
    {
      title: 'A JavaScript module',
      files: [
        {
          name: 'config.js',
          text: 'export default {\n  port: 8_080,\n  id: 123n,\n  name: `Ada`,\n  on: !0,\n  gone: undefined,\n};\n',
        },
      ],
      options: { indent: 0 },
      output: {
        text: null,
        files: [
          { name: 'config.json', mime: 'application/json', text: '{"port":8080,"id":123,"name":"Ada","on":true}' },
        ],
      },
    },
    {
      title: 'Hjson without braces and quotes',
      input: "# settings\nname: Ada Lovelace\nport: 80 # open\nlist: [\n  one\n  two\n]\ntext: '''\n  a\n  b\n  '''",
      options: { indent: 0 },
      output: { text: '{"name":"Ada Lovelace","port":80,"list":["one","two"],"text":"a\\nb"}' },
    },
    {
      title: 'NaN as null',
      input: '{a: NaN, b: [-Infinity]}',
      options: { nonFinite: 'null', indent: 0 },
      output: { text: '{"a":null,"b":[null]}' },
    },
    {
      title: 'NaN',
      input: '{a: [NaN]}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert property "input": "/a/0" is NaN: JSON does not allow NaN',
      },
    },
    {
      title: 'A module with a method, which only Hjson takes, for a text without quotes',
      input: 'export default { a: 1, f() {} }',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a JavaScript value: line 1, column 25: ":" must follow a key, got "("\nexport default { a: 1, f() {} }\n                        ^',
      },
    },
    {
      title: 'A function call',
      input: '{\n  at: new Date(),\n}',
      options: { from: 'js' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a JavaScript value: line 2, column 7: expected a value that is written out, got "new"\n  at: new Date(),\n      ^',
      },
    },
    {
      title: 'Python bytes',
      input: "{'a': b'x', 'c': None}",
      error: {
        code: 'INVALID_INPUT',
        message:
          "Cannot read property \"input\" as a Python value: line 1, column 7: JSON has no bytes\n{'a': b'x', 'c': None}\n      ^",
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { from, nonFinite, sortKeys } = options;
    const style = { indent: ' '.repeat(options.indent), sortKeys };
    return eachText({ input, files, signal }, (source) => {
      const document = readAny(source, from);
      const finite = refusing(`Cannot convert ${source.label}`, () => withoutNonFinite(document, nonFinite));
      return documentResult(source, writeDocument(finite, style), KINDS.json);
    });
  },
});

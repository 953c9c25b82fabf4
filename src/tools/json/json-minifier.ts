import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { writeDocument } from '../../formats/json-document.js';
import { DIALECT_KINDS, layOut, readDialect } from '../../formats/json-layout.js';
import { documentResult, KINDS, keptKind, readTextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { layoutJson } from '../../lib/json/layout.js';

import { dialectOption, namedDialect, readingDialect } from './_dialect.js';

export default defineTool({
  id: 'json-minifier',
  title: 'JSON Minifier',
  summary: 'Minifies JSON, JSONC or JSON5 by removing whitespace and comments; numbers and strings stay unchanged.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    dialect: dialectOption(),
    keepComments: z
      .boolean()
      .default(false)
      .describe('Keeps comments of JSONC and JSON5 and writes the same dialect instead of plain JSON.'),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'Numbers and strings stay letter for letter: 1.0 is not shortened to 1, and no digit of a long number is lost. A key that comes twice stays twice.',
    'JSONC and JSON5 become plain JSON: comments and trailing commas go; JSON5 gets double quotes and decimal numbers, and of duplicate keys the last value counts.',
    'With "keepComments" a // comment is followed by a line break, for it would swallow what comes after it.',
    'Nested at most 1,000 levels deep. Text input gives text, a file gives a file.',
  ],
  aliases: [
    'compress json',
    'compact json',
    'json to one line',
    'remove whitespace from json',
    'remove comments from json',
    'uglify json',
    'strip json comments',
  ],
  verified: [
    'JSONTestSuite: what must be read is read and what must be refused is refused, files that are not UTF-8 left aside',
    'jq 1.6 -c: same text for 300 random documents',
    'json5 2.2.3 (npm): 400 random JSON5 documents read the same before and after',
  ],
  examples: [
    {
      title: 'Minify',
      input: '{\n  "id": 12345678901234567890,\n  "price": 1.10,\n  "tags": [ "a b", "c" ]\n}\n',
      output: { text: '{"id":12345678901234567890,"price":1.10,"tags":["a b","c"]}' },
    },
    {
      title: 'Settings with comments become plain JSON',
      input: '{\n  // the port\n  "port": 8080, /* both */\n  "hosts": ["a", "b",],\n}',
      options: { dialect: 'jsonc' },
      output: { text: '{"port":8080,"hosts":["a","b"]}', data: { port: 8080, hosts: ['a', 'b'] } },
    },
    {
      title: 'Comments kept',
      input: '/*! (c) Example */\n{\n  "a": 1, // one\n  "b": 2\n}',
      options: { dialect: 'jsonc', keepComments: true },
      output: { text: '/*! (c) Example */{"a":1,// one\n"b":2}' },
    },
    {
      title: 'JSON5',
      input: "{a: +1., 'b': 'it\\'s',}",
      options: { dialect: 'json5' },
      output: { text: '{"a":1,"b":"it\'s"}' },
    },
    {
      title: 'A comment where plain JSON is expected',
      input: '{"a":1} // done',
      options: { dialect: 'json' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 9: the text must end here, got "/"\n{"a":1} // done\n        ^\nOption "dialect" "jsonc" would read it',
      },
    },
  ],
  async run({ input, options, files }) {
    const { keepComments } = options;
    const source = await readTextSource({ input, files });
    const layout = { indent: '', sortKeys: false, keepComments };
    const named = namedDialect(source, options.dialect);
    const plain =
      named === undefined ? unlessFaulty(() => layoutJson(source.text, { ...layout, dialect: 'json' })) : undefined;
    if (plain !== undefined) return documentResult(source, plain, keptKind(source, KINDS.json));
    const dialect = named ?? readingDialect(source);
    if (dialect === 'json5' && !keepComments) {
      return documentResult(source, writeDocument(readDialect(source, dialect), {}), KINDS.json);
    }
    return documentResult(
      source,
      layOut(source, { ...layout, dialect }),
      keepComments ? keptKind(source, DIALECT_KINDS[dialect]) : KINDS.json,
    );
  },
});

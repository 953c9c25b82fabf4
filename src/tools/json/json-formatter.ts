import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { writeDocument } from '../../formats/json-document.js';
import { DIALECT_KINDS, layOut, readDialect } from '../../formats/json-layout.js';
import { documentResult, KINDS, keptKind, readTextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { layoutJson } from '../../lib/json/layout.js';

import { dialectOption, namedDialect, readingDialect } from './_dialect.js';

export default defineTool({
  id: 'json-formatter',
  title: 'JSON Formatter',
  summary: 'Formats JSON, JSONC or JSON5, optionally with sorted keys, and keeps every digit, escape and comment.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    indent: shared.indent(),
    tabs: shared.tabs(),
    sortKeys: shared.sortKeys(),
    dialect: dialectOption(),
    to: z
      .enum(['keep', 'json'])
      .default('keep')
      .describe('Dialect to write: keep for that of the input with its comments, json for plain JSON without.'),
  },
  result: 'mixed',
  data: anyJson('The document.'),
  notes: [
    'Only whitespace changes: 1.10 stays 1.10, numbers of any length keep their digits, \\u00e9 and é stay as they are, and duplicate keys are kept.',
    'Comments of JSONC and JSON5 stay beside or above what they stood beside or above. Trailing commas are omitted.',
    'With "to" json, JSON5 is written as RFC 8259 has it: double quotes, decimal numbers, no comments; of duplicate keys the last value counts. NaN and Infinity are refused, which JSON does not allow.',
    'With "sortKeys" the keys are in the order of their code points, which is the same in every language; duplicate keys keep their order.',
    'Nested at most 1,000 levels deep. Text input gives text, a file gives a file.',
  ],
  aliases: [
    'json beautifier',
    'pretty print json',
    'json viewer',
    'format json',
    'indent json',
    'sort json keys',
    'jsonc formatter',
    'json5 to json',
    'json lint and format',
    'make json readable',
    'json on one line to several',
  ],
  verified: [
    'JSONTestSuite: the files that must be read are laid out as JSON.stringify does with numbers as written, those that must be refused are refused, files that are not UTF-8 left aside',
    'jq 1.6: same text for 300 random documents, sorted and unsorted',
    'json5 2.2.3 (npm): 400 random JSON5 documents read the same before and after',
  ],
  examples: [
    {
      title: 'Indent',
      input: '{"name":"Ada","langs":["en","fr"],"address":{},"born":1815}',
      output: {
        text: '{\n  "name": "Ada",\n  "langs": [\n    "en",\n    "fr"\n  ],\n  "address": {},\n  "born": 1815\n}',
        data: { name: 'Ada', langs: ['en', 'fr'], address: {}, born: 1815 },
      },
    },
    {
      title: 'Sorted keys; digits and escapes stay as they are written',
      input: '{"price":1.10,"id":12345678901234567890,"name":"caf\\u00e9"}',
      options: { sortKeys: true, indent: 4 },
      output: { text: '{\n    "id": 12345678901234567890,\n    "name": "caf\\u00e9",\n    "price": 1.10\n}' },
    },
    {
      title: 'Settings with comments',
      input: '{ // editor\n"tabSize":2, /* spaces */ "rulers":[80,120,],}',
      options: { dialect: 'jsonc' },
      output: { text: '{ // editor\n  "tabSize": 2, /* spaces */\n  "rulers": [\n    80,\n    120\n  ]\n}' },
    },
    {
      title: 'JSON5 as plain JSON',
      input: '{unquoted: \'it is "so"\', half: .5, mask: 0xFF, /* gone */ list: [1, 2,]}',
      options: { dialect: 'json5', to: 'json', indent: 0 },
      output: { text: '{"unquoted":"it is \\"so\\"","half":0.5,"mask":255,"list":[1,2]}' },
    },
    {
      title: 'A file, indented by tabs',
      files: [{ name: 'map.json', text: '{"a":[1]}' }],
      options: { tabs: true },
      output: {
        text: null,
        files: [{ name: 'map.json', mime: 'application/json', text: '{\n\t"a": [\n\t\t1\n\t]\n}' }],
      },
    },
    {
      title: 'Extra comma',
      input: '{\n  "a": [1, 2,]\n}',
      options: { dialect: 'json' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 2, column 14: expected a value, got "]" after an extra ","\n  "a": [1, 2,]\n             ^\nOption "dialect" "jsonc" would read it',
      },
    },
    {
      title: 'A number JSON does not allow',
      input: '{ratio: NaN}',
      options: { dialect: 'json5', to: 'json' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON5: line 1, column 9: JSON does not allow NaN\n{ratio: NaN}\n        ^',
      },
    },
    {
      title: 'A code block with its marks',
      input: '```json\n{"a":1}\n```',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 1: expected a value, got "```" of a code block, which json-repair removes\n```json\n^',
      },
    },
    {
      title: 'Curly quotes',
      input: '{“a”:1}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 2: expected a key in double quotes, got "“", a curly quote, which json-repair makes straight\n{“a”:1}\n ^',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const { to, sortKeys } = options;
    const source = await readTextSource({ input, files });
    const indent = options.tabs ? '\t' : ' '.repeat(options.indent);
    const layout = { indent, sortKeys, keepComments: to === 'keep' };
    const named = namedDialect(source, options.dialect);
    const plain =
      named === undefined ? unlessFaulty(() => layoutJson(source.text, { ...layout, dialect: 'json' })) : undefined;
    if (plain !== undefined) return documentResult(source, plain, keptKind(source, KINDS.json));
    const dialect = named ?? readingDialect(source);
    if (dialect === 'json5' && to === 'json') {
      return documentResult(source, writeDocument(readDialect(source, dialect), { indent, sortKeys }), KINDS.json);
    }
    return documentResult(
      source,
      layOut(source, { ...layout, dialect }),
      to === 'json' ? KINDS.json : keptKind(source, DIALECT_KINDS[dialect]),
    );
  },
});

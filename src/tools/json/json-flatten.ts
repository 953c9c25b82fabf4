import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { flatten, unflatten } from '../../lib/json/reshape/flatten.js';
import { isJsonArray, type JsonValue } from '../../lib/json/values.js';

export default defineTool({
  id: 'json-flatten',
  title: 'JSON Flatten',
  summary: 'Flattens nested JSON to one object of paths such as address.city, and nests such an object again.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z
      .enum(['flatten', 'unflatten'])
      .default('flatten')
      .describe('Nested values to paths, or paths to nested values.'),
    separator: z
      .string()
      .min(1)
      .max(10)
      .default('.')
      .describe('Text between the names of a path, such as ".", "_" or "/".'),
    arrays: z
      .enum(['dots', 'brackets', 'keep'])
      .default('dots')
      .describe('How places in arrays are written: tags.0, tags[0], or not at all, so that arrays stay values.'),
    maxDepth: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Most names in a path; what is nested deeper stays nested. 0: no limit.'),
    eachItem: z
      .boolean()
      .default(false)
      .describe('Flattens every item of a list by itself, for records; otherwise the list becomes one object.'),
    sortKeys: shared.sortKeys(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The flat or nested document.'),
  notes: [
    'What is flattened here becomes the same document again: empty objects and arrays are kept as values, numbers keep their digits, keys their order.',
    'A separator, bracket or backslash within a key gets a backslash: {"a.b": 1} is "a\\\\.b". An object whose keys are 0, 1, 2 … gets one before each, because it would be read as an array.',
    'Unflatten reads dots and brackets alike. Numbers from 0 without a gap are places in an array, other numbers are keys; places in brackets that no path names are null.',
    'A list given to unflatten is a list of flat records, each of which is nested by itself.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'flatten json',
    'unflatten json',
    'json to dot notation',
    'nested json to flat',
    'json paths and values',
    'json to key value',
    'flat',
    'json_normalize',
  ],
  verified: [
    'jq 1.6: same paths and values for 300 random documents, by a program of paths and getpath',
    'Itself: 2,000 random documents, flattened in all three notations with four separators, nested again without a difference',
  ],
  examples: [
    {
      title: 'Nested values to paths',
      input: '{"id":12345678901234567890,"address":{"city":"Paris","geo":{}},"tags":["a",{"b":1.10}]}',
      output: {
        text: '{\n  "id": 12345678901234567890,\n  "address.city": "Paris",\n  "address.geo": {},\n  "tags.0": "a",\n  "tags.1.b": 1.10\n}',
      },
    },
    {
      title: 'Paths to nested values',
      input: '{"user.name":"Ada","user.tags[0]":"x","user.tags[2]":"z","rows.0.id":1,"rows.1.id":2,"year.2026":true}',
      options: { direction: 'unflatten' },
      output: {
        data: {
          user: { name: 'Ada', tags: ['x', null, 'z'] },
          rows: [{ id: 1 }, { id: 2 }],
          year: { 2026: true },
        },
      },
    },
    {
      title: 'Records, with brackets and another separator',
      input: '[{"a":{"b":[1,2]}},{"a":{"b":[]}}]',
      options: { eachItem: true, separator: '_', arrays: 'brackets', indent: 0 },
      output: { text: '[{"a_b[0]":1,"a_b[1]":2},{"a_b":[]}]' },
    },
    {
      title: 'Keys with dots, and keys that look like places',
      input: '{"a.b":{"0":"x","1":"y"}}',
      options: { indent: 0 },
      output: { text: '{"a\\\\.b.\\\\0":"x","a\\\\.b.\\\\1":"y"}' },
    },
    {
      title: 'Paths that do not fit together',
      input: '{"a":1,"a.b":2}',
      options: { direction: 'unflatten' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot unflatten property "input": "a.b" does not fit the others: a path leads to a value, another one into it',
      },
    },
    {
      title: 'One place under two paths',
      input: '{"a.0":1,"a[0]":2}',
      options: { direction: 'unflatten' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot unflatten property "input": two paths lead to the place of "a[0]"',
      },
    },
    {
      title: 'A name within an array',
      input: '{"a[0]":1,"a.b":2}',
      options: { direction: 'unflatten' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot unflatten property "input": "a.b" does not fit the others: an array has no names',
      },
    },
    {
      title: 'An array with a huge gap',
      input: '{"a[999999999]":1}',
      options: { direction: 'unflatten' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot unflatten property "input": the arrays have more than 100000 places that no path names',
      },
    },
    {
      title: 'A separator that cannot be told from other signs',
      input: '{}',
      options: { separator: '[' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "separator" must not contain digits, brackets or backslashes, got "["',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { direction, separator, arrays, maxDepth, eachItem, sortKeys } = options;
    if (/[\d[\]\\]/.test(separator))
      throw invalid(`Option "separator" must not contain digits, brackets or backslashes, got ${quote(separator)}`);
    const style = { indent: ' '.repeat(options.indent), sortKeys };
    return eachText({ input, files, signal }, (source) => {
      const document = readJson(source.text, source.label);
      const flat = (value: JsonValue): JsonValue => flatten(value, { separator, arrays, maxDepth });
      const nested = (value: JsonValue): JsonValue => unflatten(value, separator);
      const change = direction === 'flatten' ? flat : nested;
      const isList = isJsonArray(document) && (eachItem || direction === 'unflatten');
      const changed = refusing(`Cannot ${direction} ${source.label}`, () =>
        isList ? document.map(change) : change(document),
      );
      return documentResult(source, writeDocument(changed, style), KINDS.json);
    });
  },
});

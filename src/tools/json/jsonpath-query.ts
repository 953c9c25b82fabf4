import { z } from 'zod';

import { defineTool, jsonText } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { patternTest } from '../../engines/text/regular-expressions.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { evaluatePath, normalizedPath, type PathNode } from '../../lib/json/path/evaluate.js';
import { parseJsonPath } from '../../lib/json/path/parse.js';
import { patternToRe2 } from '../../lib/json/path/pattern.js';
import type { JsonValue } from '../../lib/json/values.js';

/** Chosen, so that a run ends within seconds. */
const LIMITS = { nodes: 500_000, steps: 20_000_000 };

const SHAPES: Readonly<Record<'values' | 'paths' | 'both', (node: PathNode) => JsonValue>> = {
  values: ({ value }) => value,
  paths: normalizedPath,
  both: (node) =>
    new Map<string, JsonValue>([
      ['path', normalizedPath(node)],
      ['value', node.value],
    ]),
};

const test = (pattern: string, isWhole: boolean) => patternTest(patternToRe2(pattern), isWhole);

export default defineTool({
  id: 'jsonpath-query',
  title: 'JSONPath Query',
  summary: 'Selects values from a JSON document with a JSONPath query (RFC 9535).',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    path: z.string().max(10_000).default('$').describe('JSONPath query, such as $.store.book[?@.price < 10].title.'),
    shape: z
      .enum(['values', 'paths', 'both'])
      .default('values')
      .describe('Values, their normalised paths, or objects with path and value.'),
  },
  result: 'data',
  data: z.array(anyJson('Match.')).describe('Matches in document order, as values, paths or both.'),
  notes: [
    'RFC 9535 to the letter: older dialects (such as @.length, scripts in parentheses, == with =~) are refused with line and column.',
    'The result is an array in the order of the RFC; nothing selected is an empty array. Numbers keep their digits and are compared exactly.',
    'Functions: length, count, match, search, value. Patterns of match and search are I-Regexp (RFC 9485), run in linear time; as the RFC requires, an invalid pattern matches nothing.',
    'At most 500,000 values are selected and 20,000,000 looked at.',
  ],
  aliases: [
    'jsonpath',
    'json path',
    'rfc 9535',
    'query json',
    'extract from json',
    'json path finder',
    'json path tester',
    'filter json',
  ],
  verified: ['jsonpath-compliance-test-suite: all 703 tests, values and normalised paths, invalid queries included'],
  examples: [
    {
      title: 'A filter',
      input: '{"book":[{"title":"A","price":8.95},{"title":"B","price":12.99},{"title":"C"}]}',
      options: { path: '$.book[?@.price < 10].title' },
      output: { data: ['A'] },
    },
    {
      title: 'All values of a key, with paths',
      input: '{"a":{"id":1},"b":[{"id":12345678901234567890}]}',
      options: { path: '$..id', shape: 'both' },
      output: {
        text: '[\n  {\n    "path": "$[\'a\'][\'id\']",\n    "value": 1\n  },\n  {\n    "path": "$[\'b\'][0][\'id\']",\n    "value": 12345678901234567890\n  }\n]',
      },
    },
    {
      title: 'Slices and indexes from the end',
      input: '["a","b","c","d"]',
      options: { path: '$[-1, 0:3:2]' },
      output: { data: ['d', 'a', 'c'] },
    },
    {
      title: 'Pattern without a match',
      input: '[{"email":"a@example.org"},{"email":5}]',
      options: { path: "$[?search(@.email, '[.]com$')]", shape: 'paths' },
      output: { data: [] },
    },
    {
      title: 'Query in an older dialect',
      input: '[1,2]',
      options: { path: '$[(@.length-1)]' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "path" must be a JSONPath query: line 1, column 3: expected a quoted name, an index, a slice, "*" or "?", got "("\n$[(@.length-1)]\n  ^',
      },
    },
    {
      title: 'Document is not JSON',
      input: '[1,]',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 4: expected a value, got "]" after an extra ","\n[1,]\n   ^',
      },
    },
    {
      title: 'Too many results',
      input: `[${'0,'.repeat(999)}0]`,
      options: { path: `$[${'*,'.repeat(999)}*]` },
      error: { code: 'LIMIT_EXCEEDED', message: 'Option "path" must ask for less: it selects more than 500000 values' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const query = refusing('Option "path" must be a JSONPath query', () => parseJsonPath(options.path));
    const source = await readTextSource({ input, files });
    const document = readJson(source.text, source.label);
    const nodes = refusing('Option "path" must ask for less', () => evaluatePath(query, document, test, LIMITS));
    return jsonText(writeDocument(nodes.map(SHAPES[options.shape])));
  },
});

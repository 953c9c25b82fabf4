import { z } from 'zod';

import { defineTool, invalid, jsonText, quote, text } from '../../core/index.js';
import { anyJson, count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { KINDS } from '../../formats/text-source.js';
import { diffJson } from '../../lib/json/diff/diff.js';
import { changesText, listChanges, patchOf } from '../../lib/json/diff/diff-output.js';
import { PartsLog } from '../../lib/json/known-parts.js';
import { fitsPattern, type PathPattern, parsePattern } from '../../lib/json/path-pattern.js';
import { fromPlain } from '../../lib/json/values.js';

import { readTwoDocuments } from './_two-documents.js';

function readPatterns(option: string): PathPattern[] {
  const patterns: PathPattern[] = [];
  for (const [index, line] of option.split(/\r\n|\n|\r/).entries()) {
    if (line === '') continue;
    const pattern = parsePattern(line);
    const label = `Option "ignorePaths", line ${index + 1}`;
    if (pattern === undefined) {
      throw invalid(`${label} must be a JSON Pointer such as "/items/*/id", got ${quote(line)}`);
    }
    if (pattern.at(-1) === '**') throw invalid(`${label} must end with a key or "*", got ${quote(line)}`);
    patterns.push(pattern);
  }
  return patterns;
}

export default defineTool({
  id: 'json-diff',
  title: 'JSON Diff',
  summary: 'Compares two JSON documents by value and reports a list of changes, a JSON Patch or a text diff.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other().describe('Second JSON document; or upload it as the last file.'),
    arrayOrder: z
      .boolean()
      .default(true)
      .describe('Compares arrays in order; otherwise the order of elements is ignored.'),
    ignorePaths: z
      .string()
      .max(10_000)
      .default('')
      .describe('Properties to ignore: one JSON Pointer per line, * for any key or index, ** for any depth.'),
    format: z
      .enum(['changes', 'patch', 'text'])
      .default('changes')
      .describe('A list of changes with counts, a JSON Patch (RFC 6902), or lines that start with - and +.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      equal: z.boolean().describe('Whether the documents are equal.'),
      added: count('Values that were added.'),
      removed: count('Values that were removed.'),
      changed: count('Values that were changed.'),
      changes: z
        .array(
          z.object({
            type: z.enum(['added', 'removed', 'changed']).describe('What happened to the value.'),
            path: z.string().describe('JSON Pointer of the value.'),
            from: anyJson('Value before, unless it was added.').optional(),
            to: anyJson('Value after, unless it was removed.').optional(),
          }),
        )
        .describe('Differences in document order.'),
    }),
    z.array(
      z.object({
        op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']).describe('Operation of JSON Patch.'),
        path: z.string().describe('JSON Pointer of the place.'),
        from: z.string().optional().describe('JSON Pointer of the source of a move or copy.'),
        value: anyJson('Value to write.').optional(),
      }),
    ),
  ]),
  notes: [
    'Numbers are compared by value: 1.0, 1 and 1e0 are equal, 9007199254740993 and 9007199254740992 are not. The order of keys does not count; of duplicate keys the last value counts.',
    'The patch turns the first document into the second (save for what "ignorePaths" names), and json-patch applies it. With "arrayOrder" false its result is equal up to the order of arrays.',
    'Arrays are matched by their longest common subsequence; with more than 1,000 edits in one array, by elements that occur once in both. Objects of a list that share id, _id, uuid, key, name, code, path or url are compared with each other.',
    'A path is a JSON Pointer (RFC 6901); that of something removed is its place in the first document. The text has no line where the documents are equal.',
    'A path in "ignorePaths" names members of objects: /meta/updated, /items/*/id, /**/etag. Array elements cannot be ignored, because that would shift the others.',
  ],
  aliases: [
    'compare json',
    'json compare',
    'json difference',
    'structural diff',
    'jd',
    'generate json patch',
    'json delta',
    'what changed between two json files',
  ],
  verified: [
    'RFC 6902: 1,500 random pairs of documents, the patch applied to the first gives the second, in order and regardless of order',
    'jq 1.6: the list is empty for exactly those of 400 random pairs that jq calls equal',
  ],
  examples: [
    {
      title: 'What changed',
      input: '{"name":"Ada","age":36,"tags":["math","poetry"],"old":true}',
      options: { other: '{"name":"Ada","age":37,"tags":["math","engines","poetry"],"new":null}' },
      output: {
        data: {
          equal: false,
          added: 2,
          removed: 1,
          changed: 1,
          changes: [
            { type: 'changed', path: '/age', from: 36, to: 37 },
            { type: 'added', path: '/tags/1', to: 'engines' },
            { type: 'removed', path: '/old', from: true },
            { type: 'added', path: '/new', to: null },
          ],
        },
      },
    },
    {
      title: 'As a JSON Patch',
      input: '{"a":[1,2,3],"b/c":{"d":1}}',
      options: { other: '{"a":[2,3,4],"b/c":{"d":2}}', format: 'patch' },
      output: {
        data: [
          { op: 'remove', path: '/a/0' },
          { op: 'add', path: '/a/2', value: 4 },
          { op: 'replace', path: '/b~1c/d', value: 2 },
        ],
      },
    },
    {
      title: 'As text; numbers keep their digits',
      input: '{"price":1.10,"id":9007199254740992}',
      options: { other: '{"price":1.1,"id":9007199254740993}', format: 'text' },
      output: { text: '- /id: 9007199254740992\n+ /id: 9007199254740993\n' },
    },
    {
      title: 'Order and times left aside',
      input: '{"roles":["a","b"],"log":[{"at":1,"by":"x"}]}',
      options: {
        other: '{"log":[{"at":2,"by":"x"}],"roles":["b","a"]}',
        arrayOrder: false,
        ignorePaths: '/log/*/at',
      },
      output: { data: { equal: true, added: 0, removed: 0, changed: 0, changes: [] } },
    },
    {
      title: 'Path is not a JSON Pointer',
      input: '{}',
      options: { other: '{}', ignorePaths: '/a\nb.c' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ignorePaths", line 2 must be a JSON Pointer such as "/items/*/id", got "b.c"',
      },
    },
    {
      title: 'Path that matches everything',
      input: '{}',
      options: { other: '{}', ignorePaths: '/**' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "ignorePaths", line 1 must end with a key or "*", got "/**"',
      },
    },
    {
      title: 'Nothing to compare with',
      input: '{}',
      error: { code: 'INVALID_INPUT', message: 'Option "other" must not be empty where no file is given' },
    },
    {
      title: 'Second document is not JSON',
      input: '{}',
      options: { other: '{"a":}' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "other" as JSON: line 1, column 6: expected a value, got "}"\n{"a":}\n     ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const { arrayOrder, format } = options;
    const patterns = readPatterns(options.ignorePaths);
    const [first, second] = await readTwoDocuments({ input, files }, 'other', options.other);
    const log = new PartsLog(first.text);
    const from = readJson(first.text, first.label, { log });
    const to = readJson(second.text, second.label, { known: log });
    const fitsAny = (path: readonly (string | number)[]) => patterns.some((pattern) => fitsPattern(path, pattern));
    const difference = diffJson(from, to, { arrayOrder, isIgnored: patterns.length === 0 ? undefined : fitsAny });
    if (format === 'patch') return jsonText(writeDocument(patchOf(difference, arrayOrder)));
    const changes = listChanges(difference);
    if (format === 'text') return text(changesText(changes), { name: 'result.diff', mime: KINDS.diff.mime });
    const count = (type: string) => changes.filter((change) => change.type === type).length;
    const report = fromPlain({
      equal: changes.length === 0,
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      changes,
    });
    return jsonText(writeDocument(report));
  },
});

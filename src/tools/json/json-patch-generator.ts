import { z } from 'zod';

import { defineTool, jsonText } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { diffJson } from '../../lib/json/diff/diff.js';
import { patchOf } from '../../lib/json/diff/diff-output.js';
import { mergePatchOf } from '../../lib/json/diff/merge-patch.js';
import { PartsLog } from '../../lib/json/known-parts.js';

import { readTwoDocuments } from './_two-documents.js';

export default defineTool({
  id: 'json-patch-generator',
  title: 'JSON Patch Generator',
  summary: 'Creates the JSON Patch (RFC 6902) or JSON Merge Patch (RFC 7386) that turns one document into another.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other().describe('JSON document that the patch leads to; or upload it as the last file.'),
    format: z
      .enum(['json-patch', 'merge-patch'])
      .default('json-patch')
      .describe('JSON Patch, a list of operations, or JSON Merge Patch, a document of what is different.'),
    tests: z
      .boolean()
      .default(false)
      .describe('Puts a test of the present value before each operation that replaces or removes it; JSON Patch only.'),
    indent: shared.indent(),
  },
  result: 'data',
  data: anyJson('The patch: a list of operations, or a merge patch.'),
  notes: [
    'The tool json-patch applies the result. Equal documents give [] or {}; numbers are compared by value (1.0 is 1) and keep their digits.',
    'Operations are add, remove, replace and, with "tests", test. A patch with tests is refused by a document that has changed since.',
    'Arrays are matched by their longest common subsequence, and objects of a list that share id, name or the like are changed in place. A merge patch replaces arrays as a whole.',
    'A merge patch cannot set a property to null, because null removes: such a change is refused, and JSON Patch has it.',
    'The tool json-diff reports the same differences as a list or text.',
  ],
  aliases: [
    'generate json patch',
    'create json patch',
    'json diff to patch',
    'rfc 6902 generator',
    'merge patch generator',
    'rfc 7386 diff',
    'kubernetes patch generator',
    'http patch body',
  ],
  verified: [
    'json-patch of this project: 600 random pairs of documents, each with a JSON Patch, one with tests and a merge patch: applied to the first, they give the second',
    'rfc6902 5.4.0 (npm): the same patches, applied by its own code, give the second document for 600 pairs',
    'RFC 7386 appendix A: each patch made from the documents of a case leads from the one to the other',
  ],
  examples: [
    {
      title: 'JSON Patch with tests',
      input: '{"name":"Ada","tags":["a","b"],"old":1.10}',
      options: { other: '{"name":"Bob","tags":["a","x","b"],"new":12345678901234567890}', tests: true, indent: 0 },
      output: {
        text: '[{"op":"test","path":"/name","value":"Ada"},{"op":"replace","path":"/name","value":"Bob"},{"op":"add","path":"/tags/1","value":"x"},{"op":"test","path":"/old","value":1.10},{"op":"remove","path":"/old"},{"op":"add","path":"/new","value":12345678901234567890}]',
      },
    },
    {
      title: 'Merge patch',
      input: '{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["x"],"content":"same"}',
      options: {
        other: '{"title":"Hello!","author":{"givenName":"John"},"tags":["x","y"],"content":"same"}',
        format: 'merge-patch',
      },
      output: { data: { title: 'Hello!', author: { familyName: null }, tags: ['x', 'y'] } },
    },
    {
      title: 'Equal documents',
      input: '{"a":1.0,"b":[]}',
      options: { other: '{"b":[],"a":1}' },
      output: { data: [] },
    },
    {
      title: 'Null in a merge patch',
      input: '{"a":{"b":1}}',
      options: { other: '{"a":{"b":null}}', format: 'merge-patch' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write a merge patch to option "other": "/a/b" is null, which a merge patch removes',
      },
    },
    {
      title: 'Nothing to compare with',
      input: '{}',
      error: { code: 'INVALID_INPUT', message: 'Option "other" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const { other, format, tests, indent } = options;
    const [first, second] = await readTwoDocuments({ input, files }, 'other', other);
    const log = new PartsLog(first.text);
    const from = readJson(first.text, first.label, { log });
    const to = readJson(second.text, second.label, { known: log });
    const patch =
      format === 'merge-patch'
        ? refusing(`Cannot write a merge patch to ${second.label}`, () => mergePatchOf(from, to))
        : patchOf(diffJson(from, to, { arrayOrder: true }), true, tests);
    return jsonText(writeDocument(patch, { indent: ' '.repeat(indent) }));
  },
});

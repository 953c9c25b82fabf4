import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { readJson, writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { applyMergePatch, applyPatch } from '../../lib/json/diff/patch.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';

import { readTwoDocuments } from './_two-documents.js';

const OPERATIONS = new Set<unknown>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** RFC 6902, 4: an operation that lost the list around it, which a merge patch would write into the document. */
const isOneOperation = (patch: JsonValue): boolean =>
  isJsonObject(patch) && OPERATIONS.has(patch.get('op')) && typeof patch.get('path') === 'string';

export default defineTool({
  id: 'json-patch',
  title: 'JSON Patch',
  summary: 'Applies a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7386) to a JSON document.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    patch: z.string().max(1_000_000).default('').describe('Patch, as JSON; or upload it as the last file.'),
    from: z
      .enum(['auto', 'json-patch', 'merge-patch'])
      .default('auto')
      .describe('Kind of patch; auto treats an array as a JSON Patch and anything else as a merge patch.'),
  },
  result: 'mixed',
  data: anyJson('The patched document.'),
  notes: [
    'All operations apply, or none: the first that cannot is named with its number from 1.',
    'Numbers keep their digits, keys their order. The operation test compares numbers by value: 1.0 equals 1.',
    'The whole document may be replaced (path "") but not removed. Keys such as __proto__ are ordinary keys.',
    'The operations copy may add at most 1,000,000 values in all.',
    'With files, the first is the document and the last the patch.',
  ],
  aliases: [
    'apply json patch',
    'rfc 6902',
    'rfc6902',
    'json merge patch',
    'rfc 7386',
    'rfc 7396',
    'patch a json document',
    'kubernetes patch',
  ],
  verified: [
    'json-patch-tests: all of tests.json and spec_tests.json that are not marked as disabled',
    'RFC 7386 appendix A: all 15 cases; RFC 6902 appendix A: all cases',
    'json-diff of this project: 500 random pairs, the patch of the one applied by the other gives the second document',
  ],
  examples: [
    {
      title: 'RFC 6902: add, replace, remove',
      input: '{"name":"Ada","tags":["a","b"],"price":1.10}',
      options: {
        patch:
          '[{"op":"add","path":"/tags/1","value":"x"},{"op":"replace","path":"/name","value":"Bob"},{"op":"add","path":"/tags/-","value":"end"}]',
      },
      output: { data: { name: 'Bob', tags: ['a', 'x', 'b', 'end'], price: 1.1 } },
    },
    {
      title: 'RFC 7386: null removes, objects merge',
      input: '{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"content":"same"}',
      options: { patch: '{"title":"Hello!","author":{"familyName":null},"phone":"+01"}' },
      output: { data: { title: 'Hello!', author: { givenName: 'John' }, content: 'same', phone: '+01' } },
    },
    {
      title: 'Digits stay, and escapes of a pointer',
      input: '{"a/b":{"m~n":12345678901234567890}}',
      options: { patch: '[{"op":"move","from":"/a~1b/m~0n","path":"/id"}]' },
      output: { text: '{\n  "a/b": {},\n  "id": 12345678901234567890\n}' },
    },
    {
      title: 'Document and patch as files',
      files: [
        { name: 'config.json', text: '{"debug":true}' },
        { name: 'change.json', text: '{"debug":false}' },
      ],
      output: {
        text: null,
        files: [{ name: 'config.json', mime: 'application/json', text: '{\n  "debug": false\n}' }],
      },
    },
    {
      title: 'A path that leads nowhere',
      input: '{"a":{}}',
      options: { patch: '[{"op":"test","path":"/a","value":{}},{"op":"remove","path":"/a/b"}]' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot apply option "patch": Operation 2 (remove): there is nothing at "/a/b"',
      },
    },
    {
      title: 'One operation without its list',
      input: '{"a":1}',
      options: { patch: '{"op":"add","path":"/b","value":2}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot apply option "patch": it is one operation of a JSON Patch, which is a list: put it in [ ], or set option "from" to merge-patch',
      },
    },
    {
      title: 'No patch',
      input: '{"a":1}',
      error: { code: 'INVALID_INPUT', message: 'Option "patch" must not be empty where no file is given' },
    },
    {
      title: 'Patch is not JSON',
      input: '{"a":1}',
      options: { patch: '[{]' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "patch" as JSON: line 1, column 3: expected a key in double quotes, got "]"\n[{]\n  ^',
      },
    },
    {
      title: 'A file with both texts',
      input: '{"a":1}',
      options: { patch: '[]' },
      files: [{ name: 'b.json', text: '{}' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'One of property "input" and option "patch" must be given beside the file, not both and not none',
      },
    },
  ],
  async run({ input, options, files }) {
    const [source, patchSource] = await readTwoDocuments({ input, files }, 'patch', options.patch);
    const document = readJson(source.text, source.label);
    const patch = readJson(patchSource.text, patchSource.label);
    if (options.from === 'auto' && isOneOperation(patch))
      throw invalid(
        `Cannot apply ${patchSource.label}: it is one operation of a JSON Patch, which is a list: put it in [ ], or set option "from" to merge-patch`,
      );
    const isPatch = options.from === 'json-patch' || (options.from === 'auto' && isJsonArray(patch));
    const patched = isPatch
      ? refusing(`Cannot apply ${patchSource.label}`, () => applyPatch(document, patch))
      : applyMergePatch(document, patch);
    return documentResult(source, writeDocument(patched), KINDS.json);
  },
});

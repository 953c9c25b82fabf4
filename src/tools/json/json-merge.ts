import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { InputFile } from '../../core/tool.js';
import { readJson, readJsonOrLines, writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextFile, type TextSource } from '../../formats/text-source.js';
import { mergeJson } from '../../lib/json/reshape/merge.js';
import type { JsonValue } from '../../lib/json/values.js';

/** A document, and how messages name it. */
interface Named {
  readonly value: JsonValue;
  readonly label: string;
}

/** The documents in the order in which they are merged: of the input, of the option, of the files. */
async function readDocuments(input: string, other: string, files: readonly InputFile[]) {
  const text = (label: string, content: string): TextSource => ({
    text: content,
    label,
    file: undefined,
    encoding: undefined,
  });
  const uploads = await Promise.all(files.map((upload) => readTextFile(upload)));
  const sources = [
    ...(input === '' ? [] : [text('property "input"', input)]),
    ...(other === '' ? [] : [text('option "other"', other)]),
    ...uploads,
  ];
  const [first, ...more] = sources;
  if (first === undefined) throw invalid('Property "input" must not be empty where no file is given');
  const documents = more.length === 0 ? linesOf(first) : sources.map(documentOf);
  if (documents.length < 2) {
    throw invalid(
      'Two documents or more are needed: property "input" and option "other", several files, or several lines of JSON Lines',
    );
  }
  return { documents, source: uploads[0] ?? first };
}

const documentOf = ({ text, label }: TextSource): Named => ({ value: readJson(text, label), label });

/** The documents of one text: its lines, where it is not JSON as a whole. */
function linesOf(source: TextSource): Named[] {
  const read = readJsonOrLines(source);
  const values = 'lines' in read ? read.lines : [read.document];
  return values.map((value, index) => ({ value, label: `line ${index + 1} of ${source.label}` }));
}

export default defineTool({
  id: 'json-merge',
  title: 'JSON Merge',
  summary: 'Merges two or more JSON documents deeply, with a choice of how arrays and conflicting values are merged.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    other: shared.other().describe('Second JSON document, merged into the first; or upload files.'),
    arrays: z
      .enum(['replace', 'concat', 'union', 'by-index', 'by-key'])
      .default('replace')
      .describe(
        'How two arrays are merged: the later replaces, one after the other, without duplicates, element by element, or objects with the same "key".',
      ),
    key: z.string().min(1).max(200).default('id').describe('Key of the objects that "arrays" by-key matches.'),
    conflicts: z
      .enum(['last', 'first', 'refuse'])
      .default('last')
      .describe('Which of two values counts that cannot be merged: the later, the earlier, or an error.'),
    nullRemoves: z
      .boolean()
      .default(false)
      .describe('Removes a property for which a later document has null, as JSON Merge Patch does.'),
    sortKeys: shared.sortKeys(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The merged document.'),
  notes: [
    'Objects are merged at every depth. Property "input" comes first, then option "other", then the files in their order; or each line of JSON Lines is a document.',
    'Keys keep the order in which they first occur, numbers their digits. For union and by-key, values are compared by value: 1.0 is 1, and the order of keys does not count.',
    'With by-key, objects that have the same value under "key" are merged at the place of the first; other elements are kept once.',
    'Result of files: a file named after the first.',
  ],
  aliases: [
    'merge json files',
    'combine json',
    'deep merge',
    'json join',
    'concat json',
    'merge objects',
    'lodash merge',
    'helm values merge',
  ],
  verified: [
    'jq 1.6: same document as its operator * for 400 random pairs and for 100 random lists of five',
    'RFC 7386 appendix A: all 15 cases, with arrays replaced and nullRemoves',
  ],
  examples: [
    {
      title: 'Defaults and what overrides them',
      input: '{"port":80,"tls":{"on":false,"versions":["1.2"]},"ratio":1.10}',
      options: { other: '{"tls":{"on":true,"versions":["1.3"]},"id":12345678901234567890}' },
      output: {
        text: '{\n  "port": 80,\n  "tls": {\n    "on": true,\n    "versions": [\n      "1.3"\n    ]\n  },\n  "ratio": 1.10,\n  "id": 12345678901234567890\n}',
      },
    },
    {
      title: 'Lists of records by their key',
      input: '{"users":[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]}',
      options: { other: '{"users":[{"id":2,"age":36},{"id":3}]}', arrays: 'by-key' },
      output: { data: { users: [{ id: 1, name: 'Ada' }, { id: 2, name: 'Bob', age: 36 }, { id: 3 }] } },
    },
    {
      title: 'Three files, arrays without duplicates',
      files: [
        { name: 'a.json', text: '{"tags":["x","y"],"n":[1]}' },
        { name: 'b.json', text: '{"tags":["y","z"]}' },
        { name: 'c.json', text: '{"n":[1.0,2]}' },
      ],
      options: { arrays: 'union', indent: 0 },
      output: {
        text: null,
        files: [{ name: 'a.json', mime: 'application/json', text: '{"tags":["x","y","z"],"n":[1,2]}' }],
      },
    },
    {
      title: 'Lines of JSON Lines; null removes',
      input: '{"a":1,"b":{"c":2,"d":3}}\n{"b":{"c":null}}\n{"a":null,"e":{"f":null}}',
      options: { nullRemoves: true, indent: 0 },
      output: { text: '{"b":{"d":3},"e":{}}' },
    },
    {
      title: 'Different values, where none may be lost',
      input: '{"a":{"b":1}}',
      options: { other: '{"a":{"b":2}}', conflicts: 'refuse' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot merge option "other": two documents have different values at "/a/b"',
      },
    },
    {
      title: 'One document',
      input: '{"a":1}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Two documents or more are needed: property "input" and option "other", several files, or several lines of JSON Lines',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const { other, sortKeys, indent } = options;
    const { documents, source } = await readDocuments(input, other, files);
    const [first, ...more] = documents;
    let merged = first?.value ?? null;
    for (const { value, label } of more)
      merged = refusing(`Cannot merge ${label}`, () => mergeJson(merged, value, options));
    return documentResult(source, writeDocument(merged, { indent: ' '.repeat(indent), sortKeys }), KINDS.json);
  },
});

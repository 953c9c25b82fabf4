import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { readJsonOrLines } from '../../formats/json-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { measureJson } from '../../lib/json/measure.js';
import { measureSizes } from '../../lib/json/reshape/sizes.js';

const percent = (part: number, whole: number): number => Math.round((part * 1000) / Math.max(whole, 1)) / 10;

const share = (description: string) => z.number().min(0).max(100).describe(description);

export default defineTool({
  id: 'json-size-analyzer',
  title: 'JSON Size Analyzer',
  summary: 'Shows what makes a JSON document big: bytes by path, by type, and of keys and white space.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    limit: z.number().multipleOf(1).min(1).max(1000).default(50).describe('Number of largest paths to list.'),
    by: z
      .enum(['total', 'own'])
      .default('total')
      .describe('Sorts paths by the bytes of all that is inside them, or by their own bytes without it.'),
  },
  result: 'data',
  data: z.object({
    bytes: count('UTF-8 bytes of the text as it is.'),
    compactBytes: count('Bytes of the document without white space, as the other figures count.'),
    savedPercent: share('What compact JSON saves, in percent.'),
    depth: count('Levels of objects and arrays.'),
    values: count('Number of values, objects and arrays included.'),
    keys: count('Number of keys.'),
    keyBytes: count('Bytes of all keys with their quotes and colons.'),
    stringBytes: count('Bytes of texts with their quotes.'),
    numberBytes: count('Bytes of numbers.'),
    literalBytes: count('Bytes of true, false and null.'),
    structureBytes: count('Bytes of brackets, braces and commas.'),
    pathCount: count('Number of different paths.'),
    paths: z
      .array(
        z.object({
          path: z.string().describe('Path, where [] is any element of a list.'),
          count: count('How often it occurs.'),
          bytes: count('Bytes of its values and keys with all that is inside.'),
          percent: share('Its share of the compact document, in percent.'),
          ownBytes: count('The same bytes without what is inside.'),
          keyBytes: count('Bytes of its keys.'),
          averageBytes: z.number().min(0).describe('Bytes per occurrence.'),
          largestBytes: count('Bytes of the largest occurrence.'),
          types: z.array(z.string()).describe('Types of its values.'),
        }),
      )
      .describe('Largest paths first.'),
  }),
  notes: [
    'Elements of a list count together: $.items[].name is the name of every item. The path $ is the whole document.',
    'Bytes are those of compact JSON in UTF-8, so that indentation does not blur the figures; "ownBytes" of all paths add up to the compact document, and so do keys, texts, numbers, literals and structure.',
    'Texts are counted in their shortest escapes, numbers as written. JSON Lines are measured as a list.',
    'At most 200,000 different paths.',
  ],
  aliases: [
    'json size',
    'json profiler',
    'what makes my json big',
    'json payload size',
    'json weight',
    'reduce json size',
  ],
  verified: [
    'jq 1.6: compactBytes is the length of jq -c for 200 random documents, and bytes of each top-level value that of its own',
    'Itself: own bytes of all paths, and the five kinds of bytes, add up to the compact document for 400 random ones',
  ],
  examples: [
    {
      title: 'A list of records',
      input: '{"items":[{"id":1,"name":"Ada"},{"id":22,"name":"é"}],"ok":true}',
      options: { limit: 3 },
      output: {
        data: {
          bytes: 65,
          compactBytes: 65,
          savedPercent: 0,
          depth: 3,
          values: 9,
          keys: 6,
          keyBytes: 37,
          stringBytes: 9,
          numberBytes: 3,
          literalBytes: 4,
          structureBytes: 12,
          pathCount: 6,
          paths: [
            {
              path: '$',
              count: 1,
              bytes: 65,
              percent: 100,
              ownBytes: 3,
              keyBytes: 0,
              averageBytes: 65,
              largestBytes: 65,
              types: ['object'],
            },
            {
              path: '$.items',
              count: 1,
              bytes: 53,
              percent: 81.5,
              ownBytes: 11,
              keyBytes: 8,
              averageBytes: 53,
              largestBytes: 53,
              types: ['array'],
            },
            {
              path: '$.items[]',
              count: 2,
              bytes: 42,
              percent: 64.6,
              ownBytes: 6,
              keyBytes: 0,
              averageBytes: 21,
              largestBytes: 21,
              types: ['object'],
            },
          ],
        },
      },
    },
    {
      title: 'Indented text, by own bytes',
      input: '[\n    1.10,\n    "x"\n]\n',
      options: { by: 'own', limit: 1 },
      output: {
        data: {
          bytes: 22,
          compactBytes: 10,
          savedPercent: 54.5,
          depth: 1,
          values: 3,
          keys: 0,
          keyBytes: 0,
          stringBytes: 3,
          numberBytes: 4,
          literalBytes: 0,
          structureBytes: 3,
          pathCount: 2,
          paths: [
            {
              path: '$[]',
              count: 2,
              bytes: 7,
              percent: 70,
              ownBytes: 7,
              keyBytes: 0,
              averageBytes: 3.5,
              largestBytes: 4,
              types: ['number', 'string'],
            },
          ],
        },
      },
    },
    {
      title: 'Not JSON',
      input: '{"a":',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 6: expected a value, got the end of the text\n{"a":\n     ^',
      },
    },
  ],
  async run({ input, options: { limit, by }, files }) {
    const source = await readTextSource({ input, files });
    const read = readJsonOrLines(source);
    const document = 'lines' in read ? read.lines : read.document;
    const { compactBytes, keyBytes, byType, paths } = refusing(`Cannot measure ${source.label}`, () =>
      measureSizes(document),
    );
    const { depth, values, keys } = measureJson(document);
    const bytes = source.file?.bytes.length ?? Buffer.byteLength(source.text);
    const sorted = by === 'own' ? [...paths].sort((a, b) => b.ownBytes - a.ownBytes) : paths;
    return json({
      bytes,
      compactBytes,
      savedPercent: percent(Math.max(bytes - compactBytes, 0), bytes),
      depth,
      values,
      keys,
      keyBytes,
      stringBytes: byType.strings,
      numberBytes: byType.numbers,
      literalBytes: byType.literals,
      structureBytes: byType.structure,
      pathCount: paths.length,
      paths: sorted.slice(0, limit).map((size) => ({
        path: size.path.length > 500 ? `${size.path.slice(0, 499)}…` : size.path,
        count: size.count,
        bytes: size.bytes,
        percent: percent(size.bytes, compactBytes),
        ownBytes: size.ownBytes,
        keyBytes: size.keyBytes,
        averageBytes: Math.round((size.bytes * 10) / size.count) / 10,
        largestBytes: size.largestBytes,
        types: [...size.types],
      })),
    });
  },
});

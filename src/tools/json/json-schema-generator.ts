import { z } from 'zod';

import { defineTool, invalid, jsonText } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { readJsonOrLines, writeDocument } from '../../formats/json-document.js';
import { readTextSource, type TextSource } from '../../formats/text-source.js';
import { inferSchema } from '../../lib/json/infer-schema.js';
import { formatTests } from '../../lib/json/schema/formats.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';

/** Formats that a text is of hardly ever by chance. */
const FORMATS = ['date-time', 'date', 'time', 'uuid', 'email', 'ipv4', 'ipv6', 'uri'];

const ADDRESSES = {
  '7': 'http://json-schema.org/draft-07/schema#',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

function readSamples(source: TextSource, samples: 'auto' | 'one' | 'many'): readonly JsonValue[] {
  const read = readJsonOrLines(source);
  if ('lines' in read) return read.lines;
  const { document } = read;
  if (samples === 'one') return [document];
  if (isJsonArray(document)) {
    return samples === 'many' || (document.length > 0 && document.every(isJsonObject)) ? document : [document];
  }
  if (samples === 'many') throw invalid('Option "samples" must be "one" or "auto" for a document that is not an array');
  return [document];
}

export default defineTool({
  id: 'json-schema-generator',
  title: 'JSON Schema Generator',
  summary: 'Infers a JSON Schema that one JSON document or many samples match.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    draft: z.enum(['7', '2020-12']).default('2020-12').describe('JSON Schema draft to write.'),
    samples: z
      .enum(['auto', 'one', 'many'])
      .default('auto')
      .describe(
        'Whether an array is one document or many samples; auto takes JSON Lines and arrays of objects for samples.',
      ),
    required: z.boolean().default(true).describe('Marks properties that all samples have as required.'),
    detectFormats: z
      .boolean()
      .default(true)
      .describe('Adds "format" where every text is a date, time, UUID, e-mail address, IP address or URI.'),
    additionalProperties: z.boolean().default(true).describe('Allows properties that are in no sample.'),
  },
  result: 'data',
  data: anyJson('The JSON Schema.'),
  notes: [
    'Every sample matches the schema. Types that differ become a list, integers and other numbers together a number; empty arrays say nothing of their items.',
    'With "samples" auto, JSON Lines and arrays of objects are samples of one thing; any other document is described as it is.',
    'A format is written only where all texts of a place are of it.',
  ],
  aliases: [
    'json to json schema',
    'infer schema',
    'generate json schema',
    'schema from json',
    'json schema from sample',
    'genson',
  ],
  verified: [
    'ajv 8.20 with ajv-formats 3.0 (npm): 120 lists of random samples match the schema made of them, in both drafts; the schema is valid',
  ],
  examples: [
    {
      title: 'Two samples',
      input: '[{"id":1,"email":"ada@example.org","tags":["a"]},{"id":2.5,"email":"bob@example.org","born":null}]',
      output: {
        data: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            id: { type: 'number' },
            email: { type: 'string', format: 'email' },
            tags: { type: 'array', items: { type: 'string' } },
            born: { type: 'null' },
          },
          required: ['id', 'email'],
        },
      },
    },
    {
      title: 'One document, draft 7, closed',
      input: '[{"a":[]},{"a":[1,"x"]}]',
      options: { samples: 'one', draft: '7', additionalProperties: false },
      output: {
        data: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'array', items: { type: ['integer', 'string'] } } },
            required: ['a'],
            additionalProperties: false,
          },
        },
      },
    },
    {
      title: 'JSON Lines',
      input: '{"at":"2026-01-02T03:04:05Z"}\n{"at":"2026-01-02T03:04:06Z","ok":true}\n',
      options: { required: false },
      output: {
        data: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { at: { type: 'string', format: 'date-time' }, ok: { type: 'boolean' } },
        },
      },
    },
    {
      title: 'Several samples expected',
      input: '{"a":1}',
      options: { samples: 'many' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "samples" must be "one" or "auto" for a document that is not an array',
      },
    },
    {
      title: 'Not JSON',
      input: '{"a":1}\n{"a":}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON Lines: line 2, column 6: expected a value, got "}"\n{"a":}\n     ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const samples = readSamples(await readTextSource({ input, files }), options.samples);
    const tests = formatTests(() => false);
    const formats = FORMATS.flatMap((name) => {
      const test = tests.get(name);
      return test === undefined ? [] : [[name, test] as const];
    });
    const schema = inferSchema(samples, { ...options, formats: options.detectFormats ? formats : [] });
    const members = isJsonObject(schema) ? [...schema] : [];
    return jsonText(writeDocument(new Map<string, JsonValue>([['$schema', ADDRESSES[options.draft]], ...members])));
  },
});

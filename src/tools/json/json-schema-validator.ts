import { z } from 'zod';

import { defineTool, type InputFile, json } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { openSchema } from '../../formats/schema-document.js';
import { readTextFile } from '../../formats/text-source.js';

import { readTwoDocuments } from './_two-documents.js';

/** The document and the schema, as far as they are files: the first and the last. The others are schemas that it refers to. */
function splitUploads(input: string, schema: string, files: readonly InputFile[]) {
  const start = input === '' ? 1 : 0;
  const end = files.length - (schema === '' ? 1 : 0);
  if (end <= start) return { pair: files, others: [] };
  return { pair: [...files.slice(0, start), ...files.slice(end)], others: files.slice(start, end) };
}

export default defineTool({
  id: 'json-schema-validator',
  title: 'JSON Schema Validator',
  summary: 'Validates JSON against a JSON Schema (draft 4 to 2020-12) and lists all errors with JSON Pointers.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    schema: shared.schema().describe('JSON Schema; or upload it as the last file.'),
    draft: z
      .enum(['auto', '4', '6', '7', '2019-09', '2020-12'])
      .default('auto')
      .describe('Draft of the schema; auto follows "$schema", otherwise 2020-12.'),
    formats: z.boolean().default(true).describe('Also checks "format", such as date-time, email, uri and uuid.'),
    checkSchema: z.boolean().default(true).describe('First validates the schema against the meta-schema of its draft.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether the document matches the schema.'),
    draft: z.string().describe('Draft of JSON Schema that was used.'),
    errorCount: count('Number of faults, including those that are not listed.'),
    errors: z
      .array(
        z.object({
          instance: z.string().describe('JSON Pointer of the value.'),
          keyword: z.string().describe('Keyword that it fails.'),
          schema: z.string().describe('JSON Pointer of the keyword in the schema.'),
          message: z.string().describe('What must be, in words.'),
        }),
      )
      .describe('Faults.'),
  }),
  notes: [
    'A document that does not match is an answer, not an error: "valid" is false and "errors" lists up to 100 faults; "errorCount" counts all.',
    '"instance" is the JSON Pointer of the value at fault, "schema" the way through the keywords of the schema, references passed through. Where no choice of anyOf or oneOf holds, the faults of the closest follow.',
    'Files: the document first (unless it is the input), the schema last (unless it is the option), and in between up to 18 schemas it refers to, found by "$id" or by file name: "common.json#/$defs/a". Nothing is fetched: any other reference is refused when it is needed.',
    'Numbers are compared with all their digits; 1.0 is an integer in every draft. Formats are checked unless "formats" is off; unknown formats are ignored.',
    'Patterns are ECMA-262 without look-around and back-references, run in linear time. At most 5,000,000 steps and 1,500 schemas within each other.',
  ],
  aliases: [
    'json schema',
    'validate json against schema',
    'ajv',
    'jsonschema',
    'json schema checker',
    'schema validation',
    'openapi schema validator',
    'draft 2020-12',
  ],
  verified: [
    'JSON-Schema-Test-Suite: all required tests of drafts 4, 6, 7, 2019-09 and 2020-12; more than 98 % of the optional ones (formats, big numbers, patterns), each failure explained in the test',
  ],
  examples: [
    {
      title: 'A document that matches',
      input: '{"id":12345678901234567890,"email":"ada@example.org"}',
      options: {
        schema: '{"type":"object","properties":{"id":{"type":"integer"},"email":{"format":"email"}},"required":["id"]}',
      },
      output: { data: { valid: true, draft: '2020-12', errorCount: 0, errors: [] } },
    },
    {
      title: 'All faults at once',
      input: '{"name":"","age":-1,"tags":["a","a"],"extra":1}',
      options: {
        schema:
          '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"name":{"minLength":1},"age":{"$ref":"#/definitions/age"},"tags":{"uniqueItems":true}},"required":["id"],"additionalProperties":false,"definitions":{"age":{"type":"integer","minimum":0}}}',
      },
      output: {
        data: {
          valid: false,
          draft: '7',
          errorCount: 5,
          errors: [
            { instance: '', keyword: 'required', schema: '/required', message: 'must have the property "id"' },
            {
              instance: '/name',
              keyword: 'minLength',
              schema: '/properties/name/minLength',
              message: 'must have at least 1 characters, has 0',
            },
            {
              instance: '/age',
              keyword: 'minimum',
              schema: '/properties/age/$ref/minimum',
              message: 'must be at least 0',
            },
            {
              instance: '/tags',
              keyword: 'uniqueItems',
              schema: '/properties/tags/uniqueItems',
              message: 'must have no item twice',
            },
            {
              instance: '/extra',
              keyword: 'false',
              schema: '/additionalProperties',
              message: 'nothing is allowed here',
            },
          ],
        },
      },
    },
    {
      title: 'No alternative matches',
      input: '{"kind":"circle","radius":"5"}',
      options: {
        schema:
          '{"oneOf":[{"properties":{"kind":{"const":"square"}},"required":["kind","side"]},{"properties":{"kind":{"const":"circle"},"radius":{"type":"number"}}}]}',
      },
      output: {
        data: {
          valid: false,
          draft: '2020-12',
          errorCount: 2,
          errors: [
            {
              instance: '',
              keyword: 'oneOf',
              schema: '/oneOf',
              message: 'must match exactly one schema of "oneOf", matches none; the faults of the closest follow',
            },
            {
              instance: '/radius',
              keyword: 'type',
              schema: '/oneOf/1/properties/radius/type',
              message: 'must be number, is string',
            },
          ],
        },
      },
    },
    {
      title: 'Invalid schema',
      input: '1',
      options: { schema: '{"type":"strin"}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use option "schema" as JSON Schema 2020-12: "/type" must be one of "array", "boolean", "integer", "null", "number", "object", "string"',
      },
    },
    {
      title: 'External reference',
      input: '1',
      options: { schema: '{"$ref":"https://example.org/a.json"}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use option "schema" as JSON Schema 2020-12: "https://example.org/a.json" names a schema that is not part of it, and nothing is fetched',
      },
    },
    {
      title: 'Endless reference',
      input: '1',
      options: { schema: '{"$ref":"#"}' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'Cannot use option "schema" as JSON Schema 2020-12: it goes more than 1500 schemas deep, or refers to itself without an end',
      },
    },
    {
      title: 'No schema',
      input: '1',
      error: { code: 'INVALID_INPUT', message: 'Option "schema" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const { pair, others } = splitUploads(input, options.schema, files);
    const [source, schemaSource] = await readTwoDocuments({ input, files: pair }, 'schema', options.schema);
    const references = await Promise.all(others.map((upload) => readTextFile(upload)));
    const document = readJson(source.text, source.label);
    const schema = openSchema(schemaSource, options, references);
    const { draft } = schema;
    const [{ faults, faultCount }] = schema.check([document]);
    return json({ valid: faultCount === 0, draft, errorCount: faultCount, errors: faults });
  },
});

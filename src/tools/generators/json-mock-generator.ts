import { z } from 'zod';

import { overLimit } from '../../core/errors.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openCheckedSchema } from '../../engines/json/json-schema.js';
import { openPatternSamples } from '../../engines/pattern-samples.js';
import { WorkTime } from '../../engines/work-time.js';
import { readJsonOrYaml } from '../../formats/json-or-yaml.js';
import { openSampleTexts } from '../../formats/sample-texts.js';
import { sampledSchema } from '../../formats/sampled-schema.js';
import { readTextSource } from '../../formats/text-source.js';
import { bigDrawsFrom } from '../../lib/chance/numbers.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { Sampler } from '../../lib/json/samples/sampler.js';
import type { JsonValue } from '../../lib/json/values.js';
import { drawsFrom } from '../../lib/secrets/draw.js';

import { fakeLocale, seededRows } from './_fake-rows.js';
import { SAMPLE_FORMATS, writeSamples } from './_sample-formats.js';

/** Longest draw of all values: below the time of the class, so that its end is an answer. */
const MAX_SECONDS = 8;

export default defineTool({
  id: 'json-mock-generator',
  title: 'JSON Mock Generator',
  summary: 'Makes sample JSON from a JSON Schema or an OpenAPI component; every value is checked against the schema.',
  family: 'generators',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.json', '.yaml', '.yml'] },
  options: {
    count: z.number().multipleOf(1).min(1).max(10_000).default(1).describe('How many values.'),
    component: z
      .string()
      .max(1000)
      .default('')
      .describe('Schema to use: the name of a component or definition, or a JSON Pointer. Empty for the whole schema.'),
    optional: z
      .enum(['always', 'sometimes', 'never'])
      .default('always')
      .describe('Whether properties are filled in that the schema does not require.'),
    useExamples: z
      .boolean()
      .default(true)
      .describe('Uses the values of "examples" and "example" where the schema has them.'),
    locale: shared.locale().describe('Language and region of names and addresses, such as en, de, fr, pt-BR or ja.'),
    format: z
      .enum(SAMPLE_FORMATS)
      .default('json')
      .describe('A JSON array, JSON Lines, CSV, or SQL with CREATE TABLE and INSERT.'),
    tableName: z.string().min(1).max(128).default('data').describe('For SQL: name of the table.'),
    dialect: z
      .enum(['postgres', 'mysql', 'sqlite', 'mssql'])
      .default('postgres')
      .describe('For SQL: PostgreSQL, MySQL and MariaDB, SQLite, or SQL Server.'),
    draft: z
      .enum(['auto', '4', '6', '7', '2019-09', '2020-12'])
      .default('auto')
      .describe('Draft of the schema; auto follows "$schema" or the OpenAPI version, otherwise 2020-12.'),
    seed: shared.seed(),
  },
  result: 'mixed',
  data: z.array(anyJson('A value that the schema allows.')).describe('The values, for JSON.'),
  notes: [
    'Strings follow "format" and "pattern", otherwise the name of the property: email, city, firstName, createdAt and some eighty more get values that look like it.',
    'Nothing reaches anybody: e-mail addresses and hosts are those for documentation, phone numbers are +1 … 555-01xx.',
    'Every value is checked with the validator of json-schema-validator, formats too. Where 100 tries give none, the message says what failed last; "not" and nested "if" may need luck.',
    'Recursive schemas end: below five levels, or after 300 values, only what is required is filled in.',
    'The same schema, options and seed give the same bytes.',
    'OpenAPI 2.0, 3.0 (with "nullable") and 3.1, as JSON or YAML. References must lead into the same document; nothing is fetched.',
    'CSV gives nested objects columns such as address.city; SQL keeps them as JSON.',
  ],
  aliases: [
    'json schema faker',
    'mock json',
    'sample json from schema',
    'openapi mock',
    'swagger example generator',
    'generate test data from json schema',
    'fake json',
    'example payload',
  ],
  verified: [
    'ajv 8.20 with ajv-formats 3.0: 400 random schemas in drafts 2020-12, 7 and 4, three values each, all valid',
    'The same seed gives the same bytes; recursive schemas end with values that ajv accepts',
  ],
  examples: [
    {
      title: 'A customer',
      input:
        '{"type":"object","required":["id"],"properties":{"id":{"type":"integer","minimum":7,"maximum":7},"plan":{"enum":["pro"]}}}',
      output: { text: '[\n  {\n    "id": 7,\n    "plan": "pro"\n  }\n]\n', data: [{ id: 7, plan: 'pro' }] },
    },
    {
      title: 'Only what is required, as CSV',
      input:
        '{"type":"object","required":["n","at"],"properties":{"n":{"const":1.5},"at":{"type":"object","required":["x"],"properties":{"x":{"type":"null"},"y":{}}},"z":{}}}',
      options: { count: 2, optional: 'never', format: 'csv' },
      output: { text: 'n,at.x\n1.5,\n1.5,\n' },
    },
    {
      title: 'A component of an OpenAPI document in YAML',
      input:
        'openapi: 3.0.3\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      required: [tag]\n      properties:\n        tag: { $ref: "#/components/schemas/Tag" }\n    Tag:\n      type: string\n      pattern: "^dog$"\n',
      options: { component: 'Pet' },
      output: { data: [{ tag: 'dog' }] },
    },
    {
      title: 'OpenAPI without a component',
      input: '{"openapi":"3.1.0","components":{"schemas":{"A":{},"B":{}}}}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "component" must name one of the schemas of property "input": "A", "B"',
      },
    },
    {
      title: 'A schema that allows nothing',
      input: '{"type":"integer","minimum":3,"maximum":2}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use property "input" as a schema: no value was found that it allows, in 100 tries; the last failed because the value: no number is within its bounds',
      },
    },
    {
      title: 'A schema without an end',
      input: '{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use property "input" as a schema: no value can keep to it: a required part is forbidden, or leads back to itself without an end',
      },
    },
    {
      title: 'An array that is too long',
      input: '{"type":"array","minItems":1000000}',
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot use property "input" as a schema: it asks for "minItems" 1000000, and the limit is 10000',
      },
    },
  ],
  async run({ input, options, files, random }) {
    const { count, optional, useExamples, seed } = options;
    const locale = fakeLocale(options.locale);
    const source = await readTextSource({ input, files });
    const { schema, draft } = sampledSchema(readJsonOrYaml(source), source.label, options.component, options.draft);
    const bytes = seededRandom(seed, random);
    const chance = { draw: drawsFrom(bytes), drawBig: bigDrawsFrom(bytes) };
    const patterns = await openPatternSamples(chance.draw);
    const rows = await seededRows(locale, bytes);
    const texts = openSampleTexts(rows, patterns);
    const sentence = `Cannot use ${source.label} as a schema`;
    const tooLong = () => overLimit(`${sentence}: ${count} values take more than ${MAX_SECONDS} seconds`);
    const samples = refusing(sentence, () =>
      new WorkTime(MAX_SECONDS, tooLong).run((): JsonValue[] => {
        const sampler = new Sampler(openCheckedSchema(schema, draft), { optional, useExamples }, chance, texts);
        return Array.from({ length: count }, () => {
          rows.next();
          return sampler.next();
        });
      }),
    );
    return refusing('Cannot write the values', () => writeSamples(samples, options));
  },
});

import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, findingReport } from '../../core/shared-data.js';
import { writeDocument } from '../../formats/json-document.js';
import { placeFindings } from '../../formats/placed-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { writeYaml } from '../../lib/json/to-yaml.js';
import { checkMeaning } from '../../lib/openapi/check.js';
import { dereference } from '../../lib/openapi/dereference.js';
import { Findings } from '../../lib/openapi/findings.js';
import { References } from '../../lib/openapi/references.js';
import { listOperations, statisticsOf } from '../../lib/openapi/summary.js';

import { API_FILES, type ApiSource, operationList, readApi, structureOf } from './_openapi.js';

function reportOf(source: ApiSource, lints: boolean, ignore: string) {
  const { api, placed } = source;
  const findings = new Findings(new Set(ignore.split(/[\s,]+/)));
  const references = new References(api);
  const { faults, faultCount } = structureOf(source);
  for (const { tokens, message } of faults)
    findings.addAt('structure', message.charAt(0).toUpperCase() + message.slice(1), tokens);
  findings.addUnlisted('structure', faultCount - faults.length);
  checkMeaning(api, references, findings, lints);
  return {
    valid: findings.counts.error === 0,
    version: api.stated,
    counts: findings.counts,
    findings: placeFindings(findings.worst(), placed),
    statistics: statisticsOf(api, references),
  };
}

function dereferenced({ source, placed, api, sentence }: ApiSource) {
  const { document, loops } = refusing(sentence, () => dereference(api, new References(api)));
  const whole =
    loops.length === 0 ? document : new Map([...document, ['x-reference-loops', loops.map((loop) => `#${loop}`)]]);
  const isJson = placed.notation === 'json';
  return documentResult<Record<string, unknown>>(
    source,
    isJson ? writeDocument(whole) : writeYaml(whole),
    isJson ? KINDS.json : KINDS.yaml,
  );
}

export default defineTool({
  id: 'openapi-validator',
  title: 'OpenAPI Validator',
  summary: 'Validates and lints OpenAPI 3.2, 3.1, 3.0 and Swagger 2.0 in JSON or YAML, and resolves references.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: API_FILES,
  options: {
    format: z
      .enum(['report', 'dereferenced', 'paths'])
      .default('report')
      .describe(
        'Report of all findings, the document with references replaced by what they name, or a list of operations.',
      ),
    lint: z
      .boolean()
      .default(true)
      .describe('Also reports what is valid but could be better, such as unused components.'),
    ignore: z
      .string()
      .max(2000)
      .default('')
      .describe('Rules that are not reported, such as info-contact, operation-tags.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      valid: z.boolean().describe('Whether there are no errors.'),
      version: z.string().describe('Version of OpenAPI that the document states.'),
      ...findingReport,
      statistics: z
        .object({
          pathCount: count('Paths.'),
          operationCount: count('Operations, those of webhooks and callbacks too.'),
          schemaCount: count('Schemas that have a name.'),
          parameterCount: count('Parameters, including references to them.'),
          referenceCount: count('References.'),
        })
        .describe('What the document has.'),
    }),
    operationList,
    z.record(z.string(), z.unknown()).describe('Document with references replaced, where the input is JSON.'),
  ]),
  notes: [
    'The structure is checked against the schemas that the OpenAPI Initiative publishes, Schema Objects of 3.1 and 3.2 against JSON Schema 2020-12. The first 100 faults of structure are listed.',
    'References to files and addresses are never followed: each is a warning. In "dereferenced" they stay, as do references within what refers to itself, whose places are listed in "x-reference-loops".',
    'Examples are not compared with their schemas. At most 100,000 values of JSON or 40,000 of YAML, and 4 seconds for the structure.',
  ],
  aliases: [
    'swagger validator',
    'openapi linter',
    'spectral',
    'redocly lint',
    'validate openapi yaml',
    'dereference openapi',
    'swagger lint',
  ],
  verified: [
    '@seriousme/openapi-schema-validator 2.11 (ajv 8): no other verdict on the structure of 3,000 changed documents of 2.0, 3.0, 3.1 and 3.2, but for those where it stops at a reference; Schema Objects of 3.1 and 3.2 as ajv judges them by JSON Schema 2020-12',
    'Rules after the specifications, Spectral and Redocly: 52 hand-written pairs of a faulty and a corrected document; every rule is told for the first and not for the second',
    'References followed by hand: four documents say the same before and after, twenty levels deep',
  ],
  examples: [
    {
      title: 'A parameter and a reference that do not fit',
      input:
        "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: 1.0.0\npaths:\n  /pets/{petId}:\n    get:\n      parameters:\n        - name: id\n          in: path\n          required: true\n          schema: { type: integer }\n      responses:\n        '200':\n          description: The pet\n          content:\n            application/json:\n              schema: { $ref: '#/components/schemas/Pet' }\n",
      options: { lint: false },
      output: {
        data: {
          valid: false,
          version: '3.1.0',
          counts: { error: 3, warning: 0, info: 0 },
          findings: [
            {
              rule: 'path-parameter-undeclared',
              severity: 'error',
              message: '{petId} is in the path and not among its parameters',
              pointer: '/paths/~1pets~1{petId}/get',
              line: 7,
              column: 5,
            },
            {
              rule: 'path-parameter-unused',
              severity: 'error',
              message: 'The path has no {id}',
              pointer: '/paths/~1pets~1{petId}/get/parameters/0',
              line: 9,
              column: 11,
            },
            {
              rule: 'reference-unresolved',
              severity: 'error',
              message: 'Nothing is at "#/components/schemas/Pet"',
              pointer: '/paths/~1pets~1{petId}/get/responses/200/content/application~1json/schema/$ref',
              line: 18,
              column: 25,
            },
          ],
          statistics: { pathCount: 1, operationCount: 1, schemaCount: 0, parameterCount: 1, referenceCount: 1 },
        },
      },
    },
    {
      title: 'References replaced by what they name',
      input:
        '{"swagger":"2.0","info":{"title":"Tree","version":"1"},"paths":{},"definitions":{"Node":{"properties":{"name":{"$ref":"#/definitions/Name"},"next":{"$ref":"#/definitions/Node"}}},"Name":{"type":"string"}}}',
      options: { format: 'dereferenced' },
      output: {
        data: {
          swagger: '2.0',
          info: { title: 'Tree', version: '1' },
          paths: {},
          definitions: {
            Node: { properties: { name: { type: 'string' }, next: { $ref: '#/definitions/Node' } } },
            Name: { type: 'string' },
          },
          'x-reference-loops': ['#/definitions/Node'],
        },
      },
    },
    {
      title: 'Another kind of document',
      input: 'asyncapi: 3.0.0\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as OpenAPI: the document must have "openapi" or "swagger" with its version',
      },
    },
    {
      title: 'An unknown version',
      input: '{"openapi":"4.0.0"}',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as OpenAPI: "openapi" must be 3.0, 3.1 or 3.2 with its patch, such as 3.1.0, got "4.0.0"',
      },
    },
    {
      title: 'A list',
      input: '[]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as OpenAPI: the document must be an object with "openapi" or "swagger"',
      },
    },
  ],
  async run({ input, files, options: { format, lint, ignore } }) {
    const source = await readApi({ input, files });
    if (format === 'dereferenced') return dereferenced(source);
    if (format === 'paths') return json({ operations: listOperations(source.api, new References(source.api)) });
    return json(reportOf(source, lint, ignore));
  },
});

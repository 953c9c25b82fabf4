import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, jsonText, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, count, warnings } from '../../core/shared-data.js';
import { writeDocument } from '../../formats/json-document.js';
import { checkFileSize, type DocumentKind, KINDS } from '../../formats/text-source.js';
import { writeYaml } from '../../lib/json/to-yaml.js';
import { fromPlain, type JsonValue } from '../../lib/json/values.js';
import { convertVersion, type WrittenVersion } from '../../lib/openapi/convert/convert.js';
import type { ApiDocument } from '../../lib/openapi/document.js';
import { References } from '../../lib/openapi/references.js';
import { statisticsOf } from '../../lib/openapi/summary.js';
import { writeMarkdown } from '../../lib/openapi/write/markdown.js';
import { writePostman } from '../../lib/openapi/write/postman.js';
import { writeTypeScript } from '../../lib/openapi/write/typescript.js';

import { API_FILES, readApi } from './_openapi.js';

const TARGETS = ['openapi-3.1', 'openapi-3.0', 'openapi-3.2', 'postman', 'typescript', 'markdown'] as const;
type Target = (typeof TARGETS)[number];

/** The version that is written, or that others are written from. */
const VERSIONS: Readonly<Record<Target, WrittenVersion>> = {
  'openapi-3.0': '3.0',
  'openapi-3.1': '3.1',
  'openapi-3.2': '3.2',
  postman: '3.1',
  typescript: '3.1',
  markdown: '3.1',
};

const POSTMAN: DocumentKind = { extension: '.postman_collection.json', mime: KINDS.json.mime };
const TYPES: DocumentKind = { extension: '.ts', mime: 'text/typescript;charset=utf-8' };

/** A result as a value, as the text of a file, and what that file is. */
interface Converted {
  readonly result: JsonValue;
  readonly content: string;
  readonly kind: DocumentKind;
}

const textResult = (content: string, kind: DocumentKind): Converted => ({ result: content, content, kind });
const jsonResult = (result: JsonValue, kind: DocumentKind): Converted => ({
  result,
  content: writeDocument(result),
  kind,
});

function convertTo(
  api: ApiDocument,
  to: Target,
  isJson: boolean,
): Converted & { readonly warnings: readonly string[] } {
  const { api: converted, warnings: told } = convertVersion(api, VERSIONS[to]);
  switch (to) {
    case 'postman':
      return { ...jsonResult(writePostman(converted), POSTMAN), warnings: told };
    case 'typescript':
      return { ...textResult(writeTypeScript(converted), TYPES), warnings: told };
    case 'markdown':
      return { ...textResult(writeMarkdown(converted), KINDS.markdown), warnings: told };
    default:
      return isJson
        ? { ...jsonResult(converted.root, KINDS.json), warnings: told }
        : { ...textResult(writeYaml(converted.root), KINDS.yaml), warnings: told };
  }
}

export default defineTool({
  id: 'openapi-converter',
  title: 'OpenAPI Converter',
  summary:
    'Converts Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 between versions, JSON and YAML, and to Postman, TypeScript and Markdown.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: API_FILES,
  options: {
    to: z
      .enum(TARGETS)
      .default('openapi-3.1')
      .describe(
        'OpenAPI of a version, a Postman collection with sample requests, types for TypeScript, or a reference in Markdown.',
      ),
    format: z
      .enum(['auto', 'json', 'yaml'])
      .default('auto')
      .describe('Notation of OpenAPI; auto keeps that of the input.'),
  },
  result: 'mixed',
  data: z.object({
    from: z.string().describe('Version that the document states.'),
    to: z.enum(TARGETS).describe('What was written.'),
    operationCount: count('Operations, those of webhooks and callbacks too.'),
    schemaCount: count('Schemas that have a name.'),
    warnings: warnings(),
    result: anyJson(
      'Document as an object where it is JSON, else as text; left out for a file, whose result is a file.',
    ).optional(),
  }),
  notes: [
    'Version by version, after the specifications. Upwards nothing is lost, but for what the older version ignores, such as keywords beside "$ref" in 3.0. Downwards, what has no equivalent is dropped or kept as an extension (x-oai-itemSchema, x-webhooks), and each is a warning with its place.',
    'From 3.1 to 3.0, "const", "if", "dependentRequired", null types and keywords beside "$ref" are rewritten in words that 3.0 has, with the same meaning; tuples and "patternProperties" become wider.',
    'TypeScript: "paths", "webhooks", "components" and "operations" laid out as openapi-typescript does. Limits, patterns and "not" are not in types. Postman: collection 2.1.0, a folder per tag; secrets are variables. Samples are made of examples, defaults and types.',
    'The structure is not checked: openapi-validator does. References to files and addresses are never followed; they stay, or are "unknown" in types. At most 100,000 values of JSON or 40,000 of YAML, and 300,000 parts of Postman, TypeScript and Markdown.',
  ],
  aliases: [
    'swagger to openapi',
    'swagger2openapi',
    'openapi 3.0 to 3.1',
    'openapi 3.1 to 3.0',
    'openapi to postman',
    'openapi to typescript',
    'openapi to markdown',
    'openapi yaml to json',
    'upgrade swagger',
    'downgrade openapi',
  ],
  verified: [
    'swagger2openapi 7: the same OpenAPI 3.0 of 400 random descriptions of Swagger 2.0',
    'ajv: 400 random schemas take the same values before and after, from 3.0 to 3.1 and from 3.1 to 3.0; @seriousme/openapi-schema-validator: 300 random descriptions are valid after conversion',
    'TypeScript 7 under strict: types of 200 random descriptions compile, and take the values that ajv takes for 200 random schemas',
    '@scalar/postman-to-openapi 0.4 reads the operations of 1,000 random collections back; pandoc finds every parameter and property in 150 random references, and every link leads to a heading',
  ],
  examples: [
    {
      title: 'Swagger 2.0 as OpenAPI 3.1',
      input:
        "swagger: '2.0'\ninfo: { title: Pets, version: 1.0.0 }\nhost: pets.example\nbasePath: /v1\nschemes: [https]\npaths:\n  /pets:\n    get:\n      operationId: listPets\n      produces: [application/json]\n      parameters:\n        - { name: kinds, in: query, type: array, items: { type: string }, collectionFormat: multi }\n      responses:\n        '200': { description: Pets, schema: { type: array, items: { $ref: '#/definitions/Pet' } } }\ndefinitions:\n  Pet:\n    type: object\n    required: [id]\n    properties:\n      id: { type: integer, minimum: 0, exclusiveMinimum: true }\n      name: { type: string, x-nullable: true }\n",
      options: {},
      output: {
        data: {
          from: '2.0',
          to: 'openapi-3.1',
          operationCount: 1,
          schemaCount: 1,
          warnings: [],
          result:
            'openapi: "3.1.2"\ninfo:\n  title: Pets\n  version: "1.0.0"\nservers:\n  - url: https://pets.example/v1\npaths:\n  /pets:\n    get:\n      operationId: listPets\n      parameters:\n        - name: kinds\n          in: query\n          style: form\n          explode: true\n          schema:\n            type: array\n            items:\n              type: string\n      responses:\n        "200":\n          description: Pets\n          content:\n            application/json:\n              schema:\n                type: array\n                items:\n                  "$ref": "#/components/schemas/Pet"\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      required:\n        - id\n      properties:\n        id:\n          type: integer\n          exclusiveMinimum: 0\n        name:\n          type:\n            - string\n            - "null"\n',
        },
      },
    },
    {
      title: 'OpenAPI 3.1 for tools that know 3.0 only',
      input:
        '{"openapi":"3.1.0","info":{"title":"Events","version":"2"},"webhooks":{},"components":{"schemas":{"Event":{"type":"object","properties":{"kind":{"const":"created"},"note":{"type":["string","null"]},"place":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}}}}}}',
      options: { to: 'openapi-3.0' },
      output: {
        data: {
          from: '3.1.0',
          to: 'openapi-3.0',
          operationCount: 0,
          schemaCount: 1,
          warnings: [
            '/components/schemas/Event/properties/place: "prefixItems" was dropped: 3.0 has no tuples, so items may be anything',
            '"webhooks" was kept as "x-webhooks": 3.0 has none',
          ],
          result: {
            openapi: '3.0.4',
            info: { title: 'Events', version: '2' },
            'x-webhooks': {},
            components: {
              schemas: {
                Event: {
                  type: 'object',
                  properties: {
                    kind: { enum: ['created'] },
                    note: { type: 'string', nullable: true },
                    place: { type: 'array', items: {}, maxItems: 2 },
                  },
                },
              },
            },
            paths: {},
          },
        },
      },
    },
    {
      title: 'Types for TypeScript',
      input:
        "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      required: [id, kind]\n      properties:\n        id: { type: integer, format: int64, readOnly: true }\n        kind: { type: string, enum: [cat, dog] }\n        parent: { $ref: '#/components/schemas/Pet' }\n        note: { type: string, nullable: true, description: What its owner says. }\n",
      options: { to: 'typescript' },
      output: {
        data: {
          from: '3.0.3',
          to: 'typescript',
          operationCount: 0,
          schemaCount: 1,
          warnings: [],
          result:
            'export type paths = Record<string, never>;\n\nexport type webhooks = Record<string, never>;\n\nexport interface components {\n  schemas: {\n    Pet: {\n      /** @format int64 */\n      readonly id: number;\n      kind: "cat" | "dog";\n      parent?: components["schemas"]["Pet"];\n      /** What its owner says. */\n      note?: string | null;\n    };\n  };\n  responses: never;\n  parameters: never;\n  requestBodies: never;\n  headers: never;\n}\n\nexport type operations = Record<string, never>;\n',
        },
      },
    },
    {
      title: 'Not a description of an API',
      input: 'title: Pets\nversion: 1\n',
      options: {},
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as OpenAPI: the document must have "openapi" or "swagger" with its version',
      },
    },
  ],
  async run({ input, files, options: { to, format } }) {
    const { api, source, placed } = await readApi({ input, files });
    const isJson = format === 'auto' ? placed.notation === 'json' : format === 'json';
    const converted = refusing(`Cannot convert ${source.label} to ${to}`, () => convertTo(api, to, isJson));
    const { operationCount, schemaCount } = statisticsOf(api, new References(api));
    const report = { from: api.stated, to, operationCount, schemaCount, warnings: converted.warnings };
    const { file } = source;
    if (file === undefined) return jsonText<never>(writeDocument(fromPlain({ ...report, result: converted.result })));
    const bytes = Buffer.from(converted.content);
    checkFileSize(bytes, 'standard');
    const output = { name: renamed(file.name, converted.kind.extension), mime: converted.kind.mime, bytes };
    return withFiles(jsonText<never>(writeDocument(fromPlain(report))), [output]);
  },
});

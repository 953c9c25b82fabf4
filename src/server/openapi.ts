/** `/openapi.json`: OpenAPI 3.1.1 with one operation a tool, made from the catalog. */

import { API_VERSION, type CatalogEntry, type CatalogExample, declaredData } from '../core/catalog.js';
import { dataType } from '../core/data-schema.js';
import {
  familyParameter,
  INPUT_SCHEMAS,
  type Json,
  jsonContent,
  parameter,
  RESULT_SCHEMAS,
  response,
  schema,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
  sharedSchemas,
} from './openapi-components.js';

export const TITLE = 'Tool Execution API';
export const SUMMARY =
  'Runs named tools synchronously: one request, one response that carries the result. Nothing that is sent is kept.';

const DESCRIPTION = `${SUMMARY}

\`GET /api/v1/tools\` lists the tools, \`POST /api/v1/tools/{id}/run\` runs one. Files travel inline as base64, in both directions, and a
returned file may be sent to another tool as it is. Every answer that is not 200 or 304 is \`{ "error": { "code", "message" } }\`.
A run may also be sent as \`multipart/form-data\` (\`input\`, \`options\` as JSON or each as \`options.<name>\`, \`files\`), and \`?download\` answers with the result as a file.
With \`Accept: application/x-ndjson\` a run that says how far it is answers in lines: \`{ "progress" }\`, and last \`{ "status", "body" }\`.
Retry 429 with bounded exponential backoff and jitter; repeat a 504 or a lost connection only if doing the work twice does no harm.

What JSON Schema cannot say stands in the descriptions: \`base64\` is strict RFC 4648 §4, \`bytes\` equals the decoded length, the ending of a
file name is one of the tool's formats, and the files together stay within the tool's limit.`;

/** The whole description. */
export function openApi(entries: readonly CatalogEntry[]): Json {
  const families = [...new Set(entries.map((entry) => entry.family))];
  const room = Math.min(TOOL_CHARACTERS, ROOM_CHARACTERS / entries.length);
  return {
    openapi: '3.1.1',
    info: {
      title: TITLE,
      version: API_VERSION,
      summary: SUMMARY,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    security: [],
    tags: [
      { name: 'discovery', description: 'What can be called, and how.' },
      { name: 'health', description: 'For load balancers and supervisors.' },
      ...families.map((name) => ({ name, description: `Tools of the family ${name}.` })),
    ],
    paths: {
      '/api/v1/tools': { get: listOperation(families) },
      '/api/v1/tools/{tool}': { get: showOperation() },
      ...Object.fromEntries(entries.map((entry) => [entry.run.path, { post: runOperation(entry, room) }])),
      ...documentPaths(families),
      ...healthPaths(),
    },
    components: {
      schemas: sharedSchemas(entries),
      responses: sharedResponses(),
      parameters: sharedParameters(),
      headers: sharedHeaders(),
    },
  };
}

/** What any request may be refused with before it is looked at. */
const EDGE_STATUSES = [403, 408, 431] as const;
const RUN_STATUSES = [400, 403, 404, 408, 413, 415, 429, 431, 500, 504] as const;

const refusals = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, response(status)]));

function listOperation(families: readonly string[]): Json {
  return {
    operationId: 'list-tools',
    summary: 'List tools',
    description:
      'The callable tools with their schemas, in order of family and id; with `q` ranked, the best 20 first. Examples only where `include` asks for them.',
    tags: ['discovery'],
    parameters: [
      familyParameter(families),
      ...['q', 'limit', 'class', 'fields', 'include', 'IfNoneMatch'].map((name) => parameter(name)),
    ],
    responses: { ...documentResponses('The catalog.', jsonContent(schema('Catalog'))), 400: response(400) },
  };
}

function showOperation(): Json {
  return {
    operationId: 'show-tool',
    summary: 'Show a tool',
    description: 'The options, defaults, file support, limits, notes, examples and schemas of one tool.',
    tags: ['discovery'],
    parameters: [
      { name: 'tool', in: 'path', required: true, description: 'Id of the tool.', schema: { type: 'string' } },
      parameter('IfNoneMatch'),
    ],
    responses: { ...documentResponses('The tool.', jsonContent(schema('CatalogEntry'))), 404: response(404) },
  };
}

function documentPaths(families: readonly string[]): Json {
  const document = (operationId: string, summary: string, description: string, content: Json, more: Json = {}) => ({
    get: {
      operationId,
      summary,
      description,
      tags: ['discovery'],
      parameters: [parameter('IfNoneMatch')],
      responses: documentResponses(summary, content),
      ...more,
    },
  });
  const anyObject = { type: 'object', additionalProperties: true };
  return {
    '/openapi.json': document(
      'open-api-description',
      'This document',
      'Every operation with its schema, in OpenAPI 3.1.1.',
      jsonContent(anyObject),
      {
        parameters: [familyParameter(families), parameter('IfNoneMatch')],
        responses: { ...documentResponses('This document', jsonContent(anyObject)), 400: response(400) },
      },
    ),
    '/llms.txt': document(
      'llms-text',
      'The service in words',
      'How to run a tool, the errors and one line a tool, in the form of llmstxt.org.',
      { 'text/plain': { schema: { type: 'string' } } },
    ),
    '/agents/tools.json': document(
      'agent-tools',
      'Tools for agents',
      'The tool capability manifest; with `format` ready definitions for tool calling, whose arguments are the run body.',
      jsonContent(schema('AgentTools')),
      {
        parameters: [
          parameter('format'),
          familyParameter(families),
          parameter('q'),
          parameter('limit'),
          parameter('IfNoneMatch'),
        ],
        responses: {
          ...documentResponses('The manifest.', jsonContent(schema('AgentTools'))),
          400: response(400),
        },
      },
    ),
  };
}

function documentResponses(description: string, content: Json): Json {
  return {
    200: { description, headers: { ETag: { $ref: '#/components/headers/ETag' } }, content },
    304: response(304),
    ...refusals(EDGE_STATUSES),
  };
}

function healthPaths(): Json {
  const health = (operationId: string, summary: string, description: string, statuses: readonly number[]): Json => ({
    get: {
      operationId,
      summary,
      description,
      tags: ['health'],
      responses: {
        200: { description: 'Yes.', content: jsonContent(schema('Health')) },
        ...refusals(statuses),
      },
    },
  });
  return {
    '/health/live': health('health-live', 'Is it up?', 'Whether the server answers.', EDGE_STATUSES),
    '/health/ready': health(
      'health-ready',
      'Does it take runs?',
      'Whether a tool process is ready and the service is not closing.',
      [...EDGE_STATUSES, 503],
    ),
  };
}

function runOperation(entry: CatalogEntry, room: number): Json {
  const { notes, examples } = shownParts(entry, room);
  return {
    operationId: entry.id,
    summary: entry.title,
    description: descriptionOf(entry, notes),
    tags: [entry.family],
    requestBody: {
      required: true,
      content: jsonContent(
        requestSchema(entry),
        named(examples, ({ request }) => request),
      ),
    },
    responses: {
      200: {
        description: 'The result.',
        content: jsonContent(
          resultSchema(entry),
          named(examples.filter(isWhole(entry)), ({ response }) => response),
        ),
      },
      ...refusals(RUN_STATUSES),
    },
  };
}

/** The run body of one tool. What all tools share stands in the components, so that hundreds of operations stay small. */
function requestSchema(entry: CatalogEntry): Json {
  const { required } = entry.input_schema;
  return {
    type: 'object',
    properties: {
      input: schema(INPUT_SCHEMAS[entry.input]),
      options: optionsSchema(entry),
      ...(entry.files === null ? {} : { files: filesSchema(entry.files) }),
    },
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  };
}

function optionsSchema({ input_schema, options }: CatalogEntry): Json {
  if (options.length === 0) return schema('NoOptions');
  // The catalog's schema of a run body has `properties.options` for every tool.
  return (input_schema.properties as { readonly options: Json }).options;
}

/** The shared schema of the tool's kind of result and, where its data has declared keys, an outline of them. */
function resultSchema(entry: CatalogEntry): Json {
  const kind = schema(RESULT_SCHEMAS[entry.result]);
  const data = declaredData(entry);
  if (data === undefined || dataType(data) === 'unknown') return kind;
  // All keys of a result, so that validators which close every object by itself find none that is unknown here.
  const result = { type: 'object', properties: { text: {}, data: outlineOf(data), name: {}, mime: {}, files: {} } };
  return { allOf: [kind, { type: 'object', properties: { result } }] };
}

interface DataPart {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

/**
 * The keys of data with their types. All that the catalog has, without its words, would be 65 KiB compressed at 150 tools: what is
 * inside of lists and objects stands in the catalog only.
 */
function outlineOf(part: Json, isInside = false): Json {
  const { type, enum: choices, anyOf, items, properties, required } = part as DataPart;
  const inside = (value: Json): Json => outlineOf(value, true);
  return {
    ...(type === undefined ? {} : { type }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((choice) => outlineOf(choice, isInside)) }),
    ...(items === undefined ? {} : { items: inside(items) }),
    ...(properties === undefined || isInside
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inside(value)])),
          ...(required === undefined ? {} : { required }),
        }),
  };
}

function filesSchema({ min, max, formats }: NonNullable<CatalogEntry['files']>): Json {
  const accepted = formats.includes('*') ? 'any format' : formats.join(', ');
  return {
    type: 'array',
    ...(min === 0 ? {} : { minItems: min }),
    maxItems: max,
    items: schema('File'),
    description: `Accepted: ${accepted}.`,
    'x-formats': formats,
  };
}

/**
 * Characters of notes and examples in the whole document, and the most one operation gets of them. So a large catalog stays
 * a document that is fetched at once: below 480 bytes per tool compressed (openapi.test.ts). What has no room is in the catalog.
 */
const ROOM_CHARACTERS = 24_000;
const TOOL_CHARACTERS = 6000;
/** The share of the room that notes may take. */
const NOTES_SHARE = 0.6;
/** Longest example as JSON: longer ones, with files mostly, hide the schema from a reader. */
const EXAMPLE_CHARACTERS = 1200;
const SHORT_EXAMPLE_CHARACTERS = 300;

interface Shown {
  readonly notes: readonly string[];
  readonly examples: readonly CatalogExample[];
}

/** The first notes and the first examples that succeed, as many as there is room for. */
function shownParts(entry: CatalogEntry, room: number): Shown {
  const notes = fitting(entry.notes, room * NOTES_SHARE, (note) => note.length);
  const left = room - notes.join('').length;
  const candidates = entry.examples.filter((example) => !('error' in example.response));
  const lengthOf = (example: CatalogExample): number => {
    const request = JSON.stringify(example.request).length;
    return request > EXAMPLE_CHARACTERS ? Number.POSITIVE_INFINITY : request + responseLength(entry, example);
  };
  const examples = fitting(candidates, left, lengthOf);
  return { notes, examples: examples.length > 0 ? examples : shortest(candidates, lengthOf) };
}

/** One example says more than a schema: every tool has its shortest, room or not, unless that is long. */
function shortest(
  examples: readonly CatalogExample[],
  lengthOf: (example: CatalogExample) => number,
): CatalogExample[] {
  const lengths = examples.map(lengthOf);
  const least = Math.min(Number.POSITIVE_INFINITY, ...lengths);
  return least <= SHORT_EXAMPLE_CHARACTERS ? examples.slice(lengths.indexOf(least)).slice(0, 1) : [];
}

const responseLength = (entry: CatalogEntry, example: CatalogExample): number =>
  isWhole(entry)(example) ? JSON.stringify(example.response).length : 0;

/** The items that fit into `room`, in their order; one that does not is left out. */
function fitting<T>(items: readonly T[], room: number, lengthOf: (item: T) => number): T[] {
  const taken: T[] = [];
  let left = room;
  for (const item of items) {
    const length = lengthOf(item);
    if (length > left) continue;
    left -= length;
    taken.push(item);
  }
  return taken;
}

/** Whether the declared response is all that the tool answers, not only the part that its example states. */
const isWhole =
  (entry: CatalogEntry) =>
  ({ response }: CatalogExample): boolean => {
    const { text, name, files } = response.result as {
      readonly text: string | null;
      readonly name?: string;
      readonly files: readonly Json[];
    };
    const isStated = entry.result === 'files' ? files.length > 0 : text !== null && name !== undefined;
    const isShort = JSON.stringify(response).length <= EXAMPLE_CHARACTERS;
    return isShort && isStated && files.every((file) => 'bytes' in file && 'base64' in file);
  };

/** Named after their titles, so that the request and the response of one example have the same name. */
function named(examples: readonly CatalogExample[], part: (example: CatalogExample) => Json): Json {
  return Object.fromEntries(
    examples.map((example) => [slugOf(example.title), { summary: example.title, value: part(example) }]),
  );
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'example';

function descriptionOf(entry: CatalogEntry, notes: readonly string[]): string {
  const { id, summary, limits, files, class: toolClass } = entry;
  const bounds = [
    `class ${toolClass}`,
    `request ${limits.request_bytes} bytes`,
    ...(files === null ? [] : [`files ${limits.files_bytes} bytes decoded`]),
    `${limits.timeout_seconds} seconds`,
  ];
  const isCut = notes.length < entry.notes.length;
  const lines = [...notes, ...(isCut ? [`More notes: \`GET /api/v1/tools/${id}\`.`] : [])];
  return [summary, lines.map((line) => `- ${line}`).join('\n'), `Limits: ${bounds.join(', ')}.`]
    .filter((part) => part !== '')
    .join('\n\n');
}

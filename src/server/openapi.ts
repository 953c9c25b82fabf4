/** `/openapi.json`: OpenAPI 3.1.1 with one operation a tool, made from the catalog. */

import { API_VERSION, type CatalogEntry, type CatalogExample } from '../core/catalog.js';
import { ERRORS, type ErrorCode } from '../core/errors.js';
import { FILE_MIME_CHARACTERS, FILE_NAME_CHARACTERS, INPUT_CHARACTERS } from '../core/limits.js';

import { AGENT_FORMATS } from './agent-tools.js';

export const TITLE = 'Tool Execution API';
export const SUMMARY =
  'Runs named tools synchronously: one request, one response that carries the result. Nothing that is sent is kept.';

const DESCRIPTION = `${SUMMARY}

\`GET /api/v1/tools\` lists the tools, \`POST /api/v1/tools/{id}/run\` runs one. Files travel inline as base64, in both directions, and a
returned file may be sent to another tool as it is. Every answer that is not 200 or 304 is \`{ "error": { "code", "message" } }\`.
Retry 429 with bounded exponential backoff and jitter; repeat a 504 or a lost connection only if doing the work twice does no harm.

What JSON Schema cannot say stands in the descriptions: \`base64\` is strict RFC 4648 §4, \`bytes\` equals the decoded length, the ending of a
file name is one of the tool's formats, and the files together stay within the tool's limit.`;

export type Json = Readonly<Record<string, unknown>>;

const schema = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const response = (name: string | number): Json => ({ $ref: `#/components/responses/${name}` });
const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const jsonContent = (of: Json, examples: Json = {}): Json => ({
  'application/json': { schema: of, ...(Object.keys(examples).length === 0 ? {} : { examples }) },
});

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
    description: 'The callable tools with their schemas, in order of family and id; with `q` ranked, the best first.',
    tags: ['discovery'],
    parameters: [familyParameter(families), parameter('q'), parameter('IfNoneMatch')],
    responses: documentResponses('The catalog.', jsonContent(schema('Catalog'))),
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
          schema(RESULT_SCHEMAS[entry.result]),
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

const INPUT_SCHEMAS = { none: 'IgnoredInput', optional: 'Input', required: 'RequiredInput' } as const;

const RESULT_SCHEMAS = { text: 'TextResult', data: 'DataResult', files: 'FilesResult', mixed: 'MixedResult' } as const;

function optionsSchema({ input_schema, options }: CatalogEntry): Json {
  if (options.length === 0) return schema('NoOptions');
  // The catalog's schema of a run body has `properties.options` for every tool.
  return (input_schema.properties as { readonly options: Json }).options;
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
 * a document that is fetched at once: 150 tools as wordy as the first eleven are below 60 KiB compressed (openapi.test.ts).
 * What finds no room stands in the catalog.
 */
const ROOM_CHARACTERS = 100_000;
const TOOL_CHARACTERS = 6000;
/** The share of the room that notes may take. */
const NOTES_SHARE = 0.6;
/** Longest example as JSON: longer ones, with files mostly, hide the schema from a reader. */
const EXAMPLE_CHARACTERS = 1200;

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
  return { notes, examples: fitting(candidates, left, lengthOf) };
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
    const { text, files } = response.result as { readonly text: string | null; readonly files: readonly Json[] };
    const isStated = entry.result === 'files' ? files.length > 0 : text !== null;
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

/** A message as a caller may meet it, for each code. */
const EXAMPLE_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'Option "quality" must be between 1 and 100, got 120',
  HOST_REJECTED: 'Host is not one of this service',
  ORIGIN_REJECTED: 'Cross-origin browser requests are not served',
  NOT_FOUND: 'Path is unknown',
  TOOL_NOT_FOUND: 'Tool "heic-to-jgp" is unknown or not connected here',
  METHOD_NOT_ALLOWED: 'Method must be POST',
  REQUEST_TIMEOUT: 'Request took too long to arrive',
  LIMIT_EXCEEDED: 'Property "input" has 1000001 characters, the limit is 1000000',
  JSON_REQUIRED: 'Header "Content-Type" must be application/json',
  SERVER_BUSY: 'All slots are taken',
  HEADERS_TOO_LARGE: 'Headers must have at most 16384 bytes',
  EXECUTION_FAILED: 'The tool failed on this input',
  OUTPUT_TOO_LARGE: 'The result is larger than the limit of its class',
  NOT_READY: 'The service is closing',
  TIME_LIMIT_EXCEEDED: 'Run took longer than the limit of 12 seconds',
};

function sharedResponses(): Json {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const statuses = [...new Set(Object.values(ERRORS).map(({ status }) => status))].filter((status) => status !== 405);
  return {
    304: { description: 'The document is the one that `If-None-Match` names.' },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        errorResponse(
          status,
          codes.filter((code) => ERRORS[code].status === status),
        ),
      ]),
    ),
  };
}

function errorResponse(status: number, codes: readonly ErrorCode[]): Json {
  const examples = codes.map((code) => [code, { value: { error: { code, message: EXAMPLE_MESSAGES[code] } } }]);
  const retry = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].action}`).join('\n\n'),
    ...(status === ERRORS.SERVER_BUSY.status ? { headers: retry } : {}),
    content: jsonContent(schema('Error'), Object.fromEntries(examples)),
  };
}

const familyParameter = (families: readonly string[]): Json => ({
  name: 'family',
  in: 'query',
  description: 'Only tools of this family.',
  schema: { type: 'string', examples: families.slice(0, 1) },
});

function sharedParameters(): Json {
  const query = (name: string, description: string, of: Json): Json => ({ name, in: 'query', description, schema: of });
  return {
    q: query('q', 'Ranked search over ids, titles, aliases and summaries; forgives a wrong letter.', {
      type: 'string',
    }),
    format: query('format', 'Definitions for tool calling instead of the manifest.', {
      type: 'string',
      enum: AGENT_FORMATS,
    }),
    limit: query('limit', 'At most this many tools.', { type: 'integer', minimum: 1, maximum: 1000 }),
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the document the client has.',
      schema: { type: 'string' },
    },
  };
}

function sharedHeaders(): Json {
  return {
    ETag: { description: 'Names these very contents.', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  };
}

// Names are never paths: separators, control characters, `.` and `..` are refused.
const FILE_NAME_PATTERN = '^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f\\u007f-\\u009f]+$';

/** A shared schema that no operation refers to is a fault to some validators: those of kinds no tool has are left out. */
function sharedSchemas(entries: readonly CatalogEntry[]): Json {
  const needed = new Set<string>(
    entries.flatMap(({ input, result }) => [INPUT_SCHEMAS[input], RESULT_SCHEMAS[result]]),
  );
  if (entries.some(({ options }) => options.length === 0)) needed.add('NoOptions');
  if (entries.some(({ files }) => files !== null)) needed.add('File');
  const optional = new Set<string>([
    ...Object.values(INPUT_SCHEMAS),
    ...Object.values(RESULT_SCHEMAS),
    'NoOptions',
    'File',
  ]);
  const all = { ...requestSchemas(), ...resultSchemas(), ...catalogSchemas(), ...agentSchemas() };
  return Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name) || !optional.has(name)));
}

function requestSchemas(): Json {
  const input = { type: 'string', default: '', maxLength: INPUT_CHARACTERS };
  return {
    Input: { ...input, description: 'Text to work on, measured in Unicode code points.' },
    RequiredInput: {
      type: 'string',
      minLength: 1,
      maxLength: INPUT_CHARACTERS,
      description: 'Text to work on, not empty, measured in Unicode code points.',
    },
    IgnoredInput: { ...input, description: 'Accepted and ignored: the tool works on its files or options.' },
    NoOptions: { type: 'object', properties: {}, additionalProperties: false, description: 'The tool has no options.' },
    File: closed(
      {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: FILE_NAME_CHARACTERS,
          pattern: FILE_NAME_PATTERN,
          description: 'File name without a path; its ending tells the format.',
        },
        mime: { type: 'string', maxLength: FILE_MIME_CHARACTERS, description: 'What the content is said to be.' },
        bytes: { type: 'integer', minimum: 0, description: 'Decoded length; must be right where given.' },
        base64: { type: 'string', contentEncoding: 'base64', description: 'Content as padded base64, RFC 4648 §4.' },
      },
      ['name', 'base64'],
    ),
  };
}

const closed = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const TEXT = { type: 'string' };
const COUNT = { type: 'integer', minimum: 0 };

/** One schema for each kind of result, so that a generated client knows what it can rely on. */
function resultSchemas(): Json {
  const named = {
    name: { type: 'string', description: 'File name for the text.' },
    mime: { type: 'string', description: 'MIME type of the text.' },
  };
  const data = { description: 'The text, parsed, where it is JSON.' };
  const files = { type: 'array', items: schema('OutputFile') };
  const result = (description: string, properties: Json, required: readonly string[]): Json =>
    closed({
      tool: { type: 'string', description: 'Id of the tool that ran.' },
      result: { ...closed(properties, required), description },
    });
  const text = { type: ['string', 'null'], description: 'Text result, or null.' };
  return {
    OutputFile: closed({
      name: { type: 'string', description: 'File name.' },
      mime: { type: 'string', description: 'MIME type; keep it with the file.' },
      bytes: { ...COUNT, description: 'Decoded length.' },
      base64: { type: 'string', contentEncoding: 'base64', description: 'Content as padded base64.' },
    }),
    TextResult: result(
      'A text, named and typed; no files.',
      { text: TEXT, data, ...named, files: { ...files, maxItems: 0 } },
      ['text', 'name', 'mime', 'files'],
    ),
    DataResult: result(
      'A JSON text, and the same parsed; no files.',
      { text: TEXT, data, ...named, files: { ...files, maxItems: 0 } },
      ['text', 'data', 'name', 'mime', 'files'],
    ),
    FilesResult: result('Files only.', { text: { type: 'null' }, files }, ['text', 'files']),
    MixedResult: result('A text, or files, or both.', { text, data, ...named, files }, ['text', 'files']),
    Error: closed({
      error: closed({
        code: { type: 'string', enum: Object.keys(ERRORS), description: 'For programs.' },
        message: { type: 'string', description: 'For people: what is wrong, and the limit.' },
      }),
    }),
    Health: closed({ status: { const: 'ok' } }),
  };
}

const list = (items: Json): Json => ({ type: 'array', items });
const ANY_SCHEMA = { type: 'object', additionalProperties: true, description: 'JSON Schema 2020-12.' };

function catalogSchemas(): Json {
  const option = closed(
    {
      name: TEXT,
      type: { type: 'string', enum: ['number', 'boolean', 'string'] },
      default: { type: ['number', 'boolean', 'string'] },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      multiple_of: { type: 'number' },
      min_length: COUNT,
      max_length: COUNT,
      allowed: list(TEXT),
      description: TEXT,
    },
    ['name', 'type', 'default', 'description'],
  );
  const example = closed({
    title: TEXT,
    request: { type: 'object', additionalProperties: true },
    response: {
      type: 'object',
      additionalProperties: true,
      description: 'What the example states of the answer: of a file perhaps its name and type only.',
    },
  });
  return {
    Limits: closed({
      request_bytes: COUNT,
      input_characters: COUNT,
      files_bytes: { ...COUNT, description: 'Of all files together, decoded.' },
      max_files: COUNT,
      timeout_seconds: COUNT,
    }),
    Option: option,
    Example: example,
    RunAddress: closed({ method: { const: 'POST' }, path: TEXT }),
    CatalogEntry: closed({
      id: TEXT,
      title: TEXT,
      summary: TEXT,
      family: TEXT,
      class: { type: 'string', enum: ['standard', 'native', 'model', 'network', 'voice'] },
      input: { type: 'string', enum: ['none', 'optional', 'required'] },
      options: list(schema('Option')),
      files: {
        type: ['object', 'null'],
        properties: { min: COUNT, max: COUNT, formats: list(TEXT) },
        required: ['min', 'max', 'formats'],
        additionalProperties: false,
      },
      limits: schema('Limits'),
      result: { type: 'string', enum: ['text', 'data', 'files', 'mixed'] },
      notes: list(TEXT),
      examples: list(schema('Example')),
      aliases: list(TEXT),
      verified: list(TEXT),
      input_schema: ANY_SCHEMA,
      output_schema: ANY_SCHEMA,
      run: schema('RunAddress'),
    }),
    Catalog: closed({ version: TEXT, count: COUNT, tools: list(schema('CatalogEntry')) }),
  };
}

function agentSchemas(): Json {
  return {
    AgentTools: {
      type: 'object',
      properties: {
        version: TEXT,
        format: { type: 'string', enum: AGENT_FORMATS },
        count: COUNT,
        run: schema('RunAddress'),
        tools: list({ type: 'object', additionalProperties: true }),
      },
      required: ['version', 'count', 'run', 'tools'],
      additionalProperties: false,
    },
  };
}

/** The shared parts of `/openapi.json`: responses, parameters, headers and schemas, and how to refer to them. */

import type { CatalogEntry } from '../core/catalog.js';
import { ERRORS, type ErrorCode } from '../core/errors.js';
import { FILE_MIME_CHARACTERS, FILE_NAME_CHARACTERS, INPUT_CHARACTERS } from '../core/limits.js';
import { OPTION_KINDS } from '../core/options.js';

import { AGENT_FORMATS } from './agent-tools.js';

export type Json = Readonly<Record<string, unknown>>;

export const schema = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const response = (name: string | number): Json => ({ $ref: `#/components/responses/${name}` });
export const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
export const jsonContent = (of: Json, examples: Json = {}): Json => ({
  'application/json': { schema: of, ...(Object.keys(examples).length === 0 ? {} : { examples }) },
});

export const INPUT_SCHEMAS = { none: 'IgnoredInput', optional: 'Input', required: 'RequiredInput' } as const;

export const RESULT_SCHEMAS = {
  text: 'TextResult',
  data: 'DataResult',
  files: 'FilesResult',
  mixed: 'MixedResult',
} as const;

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

export function sharedResponses(): Json {
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

export const familyParameter = (families: readonly string[]): Json => ({
  name: 'family',
  in: 'query',
  description: 'Only tools of this family.',
  schema: { type: 'string', examples: families.slice(0, 1) },
});

export function sharedParameters(): Json {
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
    class: query('class', 'Only tools of this class.', { type: 'string' }),
    fields: query(
      'fields',
      'Only these fields of each tool, with commas between; "id" is always there. `match` beside `q`: how well it fits.',
      {
        type: 'string',
      },
    ),
    include: query('include', '`examples`: with the worked examples, which a list leaves to each tool.', {
      type: 'string',
      enum: ['examples'],
    }),
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the document the client has.',
      schema: { type: 'string' },
    },
  };
}

export function sharedHeaders(): Json {
  return {
    ETag: { description: 'Names these very contents.', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  };
}

// Names are never paths: separators, control characters, `.` and `..` are refused.
const FILE_NAME_PATTERN = '^(?!\\.{1,2}$)[^/\\\\\\u0000-\\u001f\\u007f-\\u009f]+$';

/** A shared schema that no operation refers to is a fault to some validators: those of kinds no tool has are left out. */
export function sharedSchemas(entries: readonly CatalogEntry[]): Json {
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
      kind: { type: 'string', enum: [...OPTION_KINDS] },
      description: TEXT,
    },
    ['name', 'type', 'default', 'description'],
  );
  const entry = entryProperties();
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
    CatalogEntry: closed(entry),
    ListedTool: {
      ...closed({ ...entry, match: { enum: ['good', 'partial', 'weak'] } }, ['id']),
      description: 'A tool with the fields that were asked for.',
    },
    Catalog: closed({ version: TEXT, count: COUNT, tools: list(schema('ListedTool')) }),
  };
}

function entryProperties(): Json {
  return {
    id: TEXT,
    title: TEXT,
    summary: TEXT,
    family: TEXT,
    class: { type: 'string', enum: ['standard', 'native', 'model', 'network', 'voice'] },
    input: { type: 'string', enum: ['none', 'optional', 'required'] },
    options: list(schema('Option')),
    files: {
      type: ['object', 'null'],
      properties: {
        min: COUNT,
        max: COUNT,
        formats: list(TEXT),
        for_all: {
          type: 'object',
          description:
            'Uploads that a run needs for each of the others, such as a logo; send them with each of several runs. `all`: there can be one run only; a list: files with these endings. `when`: only where options have these values.',
          properties: {
            which: { anyOf: [{ type: 'string', enum: ['last', 'all'] }, list(TEXT)] },
            when: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
          },
          required: ['which'],
          additionalProperties: false,
        },
      },
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

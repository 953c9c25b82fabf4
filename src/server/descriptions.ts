/** The machine-readable descriptions of the service: OpenAPI, llms.txt, the tool manifest for agents. All made from the catalog. */

import { API_VERSION, type CatalogEntry } from '../core/catalog.js';
import { ERRORS, type ErrorCode } from '../core/errors.js';

const TITLE = 'Tool Execution API';
const SUMMARY =
  'Runs named tools synchronously: one request, one response that carries the result. Nothing that is sent is kept.';

type Json = Readonly<Record<string, unknown>>;

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const jsonContent = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } });

/** `/openapi.json`: OpenAPI 3.1.1 with one operation a tool. */
export function openApi(entries: readonly CatalogEntry[]): Json {
  const families = [...new Set(entries.map((entry) => entry.family))];
  return {
    openapi: '3.1.1',
    info: { title: TITLE, version: API_VERSION, summary: SUMMARY, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    tags: [
      { name: 'discovery', description: 'What can be called.' },
      ...families.map((name) => ({ name, description: `Tools of the family ${name}.` })),
    ],
    paths: {
      '/api/v1/tools': { get: listOperation() },
      '/api/v1/tools/{tool}': { get: showOperation() },
      ...Object.fromEntries(entries.map((entry) => [entry.run.path, { post: runOperation(entry) }])),
    },
    components: { schemas: sharedSchemas(), responses: errorResponses() },
  };
}

function listOperation(): Json {
  const query = (name: string, description: string) => ({ name, in: 'query', schema: { type: 'string' }, description });
  return {
    operationId: 'listTools',
    summary: 'Lists the callable tools.',
    tags: ['discovery'],
    security: [],
    parameters: [query('family', 'Only tools of this family.'), query('q', 'Ranked search.')],
    responses: {
      200: { description: 'The catalog.', content: jsonContent(reference('Catalog')) },
      403: { $ref: '#/components/responses/403' },
    },
  };
}

function showOperation(): Json {
  return {
    operationId: 'showTool',
    summary: 'Shows the options, defaults, file support and limits of one tool.',
    tags: ['discovery'],
    security: [],
    parameters: [{ name: 'tool', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The tool.', content: jsonContent(reference('CatalogEntry')) },
      403: { $ref: '#/components/responses/403' },
      404: { $ref: '#/components/responses/404' },
    },
  };
}

function runOperation(entry: CatalogEntry): Json {
  const succeeded = entry.examples.filter((example) => !('error' in example.response));
  const named = (part: 'request' | 'response') =>
    Object.fromEntries(
      succeeded
        .filter(
          (example) =>
            part === 'request' || (example.response as { result: { files: unknown[] } }).result.files.length === 0,
        )
        .map((example, index) => [`example-${index + 1}`, { summary: example.title, value: example[part] }]),
    );
  const { $schema: _, ...schema } = entry.input_schema;
  return {
    operationId: entry.id,
    summary: entry.summary,
    description: descriptionOf(entry),
    tags: [entry.family],
    security: [],
    requestBody: { required: true, content: jsonContent(schema, { examples: named('request') }) },
    responses: {
      200: {
        description: 'The result.',
        content: jsonContent(reference('RunResult'), { examples: named('response') }),
      },
      ...Object.fromEntries(RUN_STATUSES.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function descriptionOf({ title, notes, limits }: CatalogEntry): string {
  const bounds = [
    `request ${limits.request_bytes} bytes`,
    `input ${limits.input_characters} characters`,
    ...(limits.max_files === 0 ? [] : [`${limits.max_files} files of ${limits.files_bytes} bytes in all`]),
    `${limits.timeout_seconds} seconds`,
  ];
  return [`${title}.`, ...notes, `Limits: ${bounds.join(', ')}.`].join('\n\n');
}

const RUN_STATUSES = [400, 403, 404, 408, 413, 415, 429, 500, 504] as const;

function errorResponses(): Json {
  const statuses = [...new Set(Object.values(ERRORS).map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = codesOf(status);
      const examples = Object.fromEntries(
        codes.map((code) => [code, { value: { error: { code, message: ERRORS[code].action } } }]),
      );
      const description = codes.map((code) => `${code}: ${ERRORS[code].action}`).join('\n\n');
      return [status, { description, content: jsonContent(reference('Error'), { examples }) }];
    }),
  );
}

function codesOf(status: number): ErrorCode[] {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return codes.filter((code) => ERRORS[code].status === status);
}

function sharedSchemas(): Json {
  const text = { type: 'string' };
  const outputFile = {
    type: 'object',
    properties: {
      name: text,
      mime: text,
      bytes: { type: 'integer', minimum: 0 },
      base64: { type: 'string', contentEncoding: 'base64' },
    },
    required: ['name', 'mime', 'bytes', 'base64'],
  };
  const result = {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'] },
      data: {},
      name: text,
      mime: text,
      files: { type: 'array', items: reference('OutputFile') },
    },
    required: ['text', 'files'],
  };
  const codes = Object.keys(ERRORS);
  const error = {
    type: 'object',
    properties: { code: { type: 'string', enum: codes }, message: text },
    required: ['code', 'message'],
  };
  return {
    OutputFile: outputFile,
    RunResult: { type: 'object', properties: { tool: text, result }, required: ['tool', 'result'] },
    Error: { type: 'object', properties: { error }, required: ['error'] },
    CatalogEntry: {
      type: 'object',
      properties: { id: text, title: text, summary: text, family: text, class: text },
      required: ['id', 'title', 'summary', 'family', 'class', 'options', 'files', 'limits'],
    },
    Catalog: {
      type: 'object',
      properties: {
        version: text,
        count: { type: 'integer' },
        tools: { type: 'array', items: reference('CatalogEntry') },
      },
      required: ['version', 'count', 'tools'],
    },
  };
}

/** `/llms.txt`, in the form of llmstxt.org. */
export function llmsText(entries: readonly CatalogEntry[]): string {
  const families = [...new Set(entries.map((entry) => entry.family))];
  const errors = Object.entries(ERRORS).map(([code, { status, action }]) => `- ${status} ${code}: ${action}`);
  const lines = families.flatMap((family) => [
    `## ${family}`,
    '',
    ...entries
      .filter((entry) => entry.family === family)
      .map((entry) => `- [${entry.id}](/api/v1/tools/${entry.id}): ${entry.summary}`),
    '',
  ]);
  return [
    `# ${TITLE}`,
    '',
    `> ${SUMMARY}`,
    '',
    '## How to run a tool',
    '',
    'POST /api/v1/tools/{id}/run with Content-Type application/json and the body',
    '{"input": "text", "options": {"name": value}, "files": [{"name": "a.pdf", "base64": "…"}]}; every property is optional',
    'unless the tool says otherwise. The answer is {"tool", "result": {"text", "data", "name", "mime", "files"}};',
    'returned files carry base64. Every other status carries {"error": {"code", "message"}}.',
    'GET /api/v1/tools?q=words finds a tool, GET /api/v1/tools/{id} shows its options and limits.',
    '',
    '## Errors',
    '',
    ...errors,
    '',
    ...lines,
    '## Descriptions',
    '',
    '- [OpenAPI](/openapi.json): every operation with its schema.',
    '- [Tool manifest](/agents/tools.json): the same for agents, shorter.',
    '',
  ].join('\n');
}

/** `/agents/tools.json`: what an agent needs to choose and call a tool. */
export function agentTools(entries: readonly CatalogEntry[]): Json {
  return {
    version: API_VERSION,
    count: entries.length,
    tools: entries.map((entry) => ({
      id: entry.id,
      title: entry.title,
      description: entry.summary,
      family: entry.family,
      class: entry.class,
      input_schema: entry.input_schema,
      output: entry.result,
      limits: entry.limits,
      notes: entry.notes,
      run: entry.run,
    })),
  };
}

import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { API_VERSION, type Catalog, type CatalogEntry, entriesOf } from '../core/catalog.js';
import { INPUT_CHARACTERS, MAX_FILES } from '../core/limits.js';
import { type RunProgress, type TellProgress, timeText } from '../core/run-progress.js';
import { LEAST_FIT, type Match, matchWord } from '../core/search.js';
import { takenInstead } from '../core/taken-instead.js';

import { type AllowedFolders, PathRefused } from './allowed-folders.js';
import { type RunResult, resultContent } from './run-result.js';

/** A run's answer: its status and its JSON body. */
export interface RunAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Runs a tool on a request body, and tells how far it is where that is wanted; `undefined` when it was cancelled. */
export type RunPort = (
  id: string,
  body: Buffer,
  signal: AbortSignal,
  tell?: TellProgress,
) => Promise<RunAnswer | undefined>;

export interface McpSurroundings {
  readonly catalog: Catalog;
  readonly match: (query: string) => readonly Match[] | undefined;
  readonly run: RunPort;
  /** Where the service is reached, as the client names it; undefined without HTTP. */
  readonly origin?: () => string | undefined;
  /** Folders that the user lets agents read from and write to; none over HTTP. */
  readonly folders: AllowedFolders | undefined;
}

const PROGRESS_MS = 1000;

/** What a client tells its model of this server. */
function instructionsOf({ catalog, folders }: McpSurroundings): string {
  const entries = entriesOf(catalog);
  const families = [...new Set(entries.map(({ family }) => family))];
  const paths =
    folders === undefined
      ? 'Files travel as base64: no paths are read here.'
      : `Files may be given by path in: ${folders.names.join(', ')}. Save large results there with "output_folder".`;
  return `Runs named tools on text and files: ${families.join(', ')}.
Find one with search_tools, read its options with describe_tool, call it with run_tool {"id", "input", "options": {…}, "files"}.
A run takes a text of up to ${INPUT_CHARACTERS} characters and up to ${MAX_FILES} files (5 or 20 MiB in total, as describe_tool says).
${paths}`;
}

/**
 * An MCP server with three tools instead of one for each tool of the catalog: hundreds of registered tools cost an agent tens of
 * thousands of tokens before its first call, and clients cap their number.
 */
export function createMcpServer(around: McpSurroundings): McpServer {
  const server = new McpServer(
    { name: 'tool-execution-api', version: API_VERSION },
    { instructions: instructionsOf(around) },
  );
  registerSearch(server, around);
  registerDescribe(server, around);
  registerRun(server, around);
  return server;
}

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

function registerSearch(server: McpServer, { catalog, match }: McpSurroundings): void {
  const entries = entriesOf(catalog);
  const families = [...new Set(entries.map(({ family }) => family))];
  const found = z.object({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    family: z.string(),
    match: z.enum(['good', 'partial']).optional().describe('How much of the query the tool is about.'),
  });
  server.registerTool(
    'search_tools',
    {
      title: 'Search tools',
      description: `Finds tools by words, best first, among ${entries.length}. No result: no tool here does it.`,
      inputSchema: strictObject('search_tools', {
        query: z.string().max(200).default('').describe('What to do, such as "join pdfs". Empty lists all.'),
        family: z.string().max(100).optional().describe('Only tools of this family.'),
        limit: z.number().int().min(1).max(100).default(10).describe('Most tools to return.'),
      }),
      outputSchema: z.object({ count: z.number(), tools: z.array(found) }),
      annotations: READ_ONLY,
    },
    ({ query, family, limit }) => {
      if (family !== undefined && !families.includes(family))
        return failure('INVALID_INPUT', `No family ${JSON.stringify(family)}: the families are ${families.join(', ')}`);
      const matches: readonly (Match | Pick<Match, 'entry'>)[] =
        match(query)?.filter(({ fit }) => fit >= LEAST_FIT) ?? entries.map((entry) => ({ entry }));
      const all = matches.filter(({ entry }) => family === undefined || entry.family === family);
      const tools = all.slice(0, limit).map((each) => {
        const { id, title, summary, family: of } = each.entry;
        const how = 'fit' in each ? { match: matchWord(each.fit) } : {};
        return { id, title, summary, family: of, ...how };
      });
      return structured({ count: all.length, tools });
    },
  );
}

/** An object that takes no other keys; a key that it does not have is refused with the right form where that can be told. */
function strictObject<const Shape extends z.ZodRawShape>(tool: string, shape: Shape, hint?: UnknownKeyHint) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const known = Object.keys(shape).map((name) => JSON.stringify(name));
      const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ');
      return `Unknown argument ${keys}: ${hint?.(issue.keys, issue.input) ?? `${tool} takes ${known.join(', ')}`}`;
    },
  });
}

/** What to write instead of unknown arguments. */
type UnknownKeyHint = (keys: readonly string[], input: unknown) => string | undefined;

function registerDescribe(server: McpServer, { catalog, match }: McpSurroundings): void {
  server.registerTool(
    'describe_tool',
    {
      title: 'Describe a tool',
      description: 'Gives the options, files, limits, notes and a worked example of one tool.',
      inputSchema: strictObject('describe_tool', {
        id: z.string().max(100).describe('The id of the tool, from search_tools.'),
      }),
      outputSchema: z.object({ id: z.string() }).loose(),
      annotations: READ_ONLY,
    },
    ({ id }) => {
      const entry = findTool(catalog, id);
      if (entry === undefined) return unknownTool(id, match);
      const { title, summary, input, options, files, limits, result, notes, examples } = entry;
      return structured({
        id,
        title,
        summary,
        input,
        options,
        files,
        limits,
        result,
        notes,
        example: examples[0] ?? null,
      });
    },
  );
}

const inputFile = strictObject('a file', {
  name: z.string().max(200).optional().describe('File name; its ending tells the format. Optional with "path".'),
  base64: z.string().optional().describe('Content as padded base64.'),
  path: z
    .string()
    .max(4096)
    .optional()
    .describe('A file on this machine in a folder the user has allowed, instead of "base64".'),
});

function registerRun(server: McpServer, around: McpSurroundings): void {
  server.registerTool(
    'run_tool',
    {
      title: 'Run a tool',
      description:
        'Runs a tool on text and files. Returned files come as images, audio or embedded resources, or are saved to "output_folder".',
      inputSchema: strictObject(
        'run_tool',
        {
          id: z.string().max(100).describe('The id of the tool.'),
          input: z.string().optional().describe('Text to work on.'),
          options: z
            .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
            .optional()
            .describe('Options by name.'),
          files: z.array(inputFile).max(MAX_FILES).optional().describe('Files to work on.'),
          output_folder: z.string().max(4096).optional().describe('An allowed folder to save returned files to.'),
        },
        (keys, input) => misplacedOptions(keys, input, around.catalog),
      ),
      annotations: { openWorldHint: false },
    },
    (request, context) => runTool(request, context, around),
  );
}

/** Options beside "options" instead of in it, as they are to be written. */
function misplacedOptions(keys: readonly string[], input: unknown, catalog: Catalog): string | undefined {
  const given = input as Readonly<Record<string, unknown>>;
  const options = findTool(catalog, String(given.id))?.options.map(({ name }) => name) ?? [];
  if (!keys.every((key) => options.includes(key))) return undefined;
  return `options of the tool belong in "options": ${JSON.stringify({
    options: Object.fromEntries(keys.map((key) => [key, given[key]])),
  }).slice(0, MAX_HINT_CHARACTERS)}`;
}

const MAX_HINT_CHARACTERS = 500;

interface RunToolRequest {
  readonly id: string;
  readonly input?: string | undefined;
  readonly options?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly files?: readonly z.output<typeof inputFile>[] | undefined;
  readonly output_folder?: string | undefined;
}

interface ResponseBody {
  readonly error?: { readonly code: string; readonly message: string };
  readonly result?: RunResult;
}

async function runTool(
  request: RunToolRequest,
  context: ServerContext,
  around: McpSurroundings,
): Promise<CallToolResult> {
  const { id, input, options, output_folder: folder } = request;
  const entry = findTool(around.catalog, id);
  if (entry === undefined) return unknownTool(id, around.match);
  if (entry.input === 'none' && input !== undefined && input.trim() !== '')
    return failure('INVALID_INPUT', `${id} takes no "input": ${takenInstead(entry, (name) => JSON.stringify(name))}`);
  if (around.folders === undefined && request.files?.some(({ path }) => path !== undefined))
    return failure(
      'INVALID_INPUT',
      `No paths are read here: send files as base64, or run\n${curlLine(request, around)}`,
    );
  const { signal } = context.mcpReq;
  const progress = reportProgress(context, entry.limits.timeout_seconds);
  try {
    const files = request.files && (await Promise.all(request.files.map((file) => readFile(file, around.folders))));
    if (folder !== undefined) await checkedFolders(around.folders).check(folder);
    const sent = Buffer.from(JSON.stringify({ input, options, files }));
    const answer = await around.run(id, sent, signal, progress?.tell);
    if (answer === undefined) return failure('CANCELLED', 'The run was cancelled');
    const body = JSON.parse(answer.body.toString()) as ResponseBody;
    if (body.result === undefined) return failure(body.error?.code ?? 'EXECUTION_FAILED', body.error?.message ?? '');
    const save = folder === undefined ? undefined : { path: folder, folders: checkedFolders(around.folders) };
    return { content: await resultContent(body.result, save) };
  } catch (error) {
    if (error instanceof PathRefused) return failure('INVALID_INPUT', error.message);
    throw error;
  } finally {
    progress?.stop();
  }
}

/** The same run from a shell, where the files are: their content need not go through a model. */
function curlLine({ id, input, options, files = [] }: RunToolRequest, { origin }: McpSurroundings): string {
  const fields = [
    ...files.map(({ path = '' }) => `files=@${path}`),
    ...(input === undefined ? [] : [`input=${input}`]),
    ...(options === undefined ? [] : [`options=${JSON.stringify(options)}`]),
  ];
  const words = fields.map((field) => `-F '${field.replaceAll("'", "'\\''")}'`).join(' ');
  return `curl -fOJ ${words} '${origin?.() ?? 'http://127.0.0.1:8080'}/api/v1/tools/${id}/run?download'`;
}

function checkedFolders(folders: AllowedFolders | undefined): AllowedFolders {
  if (folders === undefined) throw new PathRefused('Paths are not served here: send files as base64');
  return folders;
}

async function readFile(file: z.output<typeof inputFile>, folders: AllowedFolders | undefined) {
  if (file.path === undefined) return { name: file.name, base64: file.base64 };
  const { name, bytes } = await checkedFolders(folders).read(file.path);
  return { name: file.name ?? name, base64: bytes.toString('base64') };
}

/** Tells a client that asks for it, once a second, how long a run has taken of its limit, and how far it says that it is. */
function reportProgress(
  context: ServerContext,
  limitSeconds: number,
): { readonly tell: TellProgress; readonly stop: () => void } | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  let told: RunProgress | undefined;
  const timer = setInterval(() => {
    progress += 1;
    const message = timeText(told, progress, limitSeconds);
    const params = { progressToken, progress, total: limitSeconds, message };
    // A client that has gone needs no progress.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, PROGRESS_MS);
  return {
    tell: (latest) => {
      told = latest;
    },
    stop: () => clearInterval(timer),
  };
}

const findTool = (catalog: Catalog, id: string): CatalogEntry | undefined =>
  catalog.tools.find(({ entry }) => entry.id === id)?.entry;

function unknownTool(id: string, match: McpSurroundings['match']): CallToolResult {
  const near = (match(id.replaceAll(/[-_]/g, ' ')) ?? []).slice(0, 5).map(({ entry }) => entry.id);
  const hint = near.length === 0 ? 'search_tools finds tools' : `did you mean ${near.join(', ')}`;
  return failure('TOOL_NOT_FOUND', `No tool ${JSON.stringify(id)}: ${hint}`);
}

const failure = (code: string, message: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: `${code}: ${message}` }],
});

const structured = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { API_VERSION, type Catalog, type CatalogEntry } from '../core/catalog.js';
import { MAX_FILES } from '../core/limits.js';

import { type AllowedFolders, PathRefused } from './allowed-folders.js';

/** A run's answer: its status and its JSON body. */
export interface RunAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Runs a tool on a request body; `undefined` when it was cancelled. */
export type RunPort = (id: string, body: Buffer, signal: AbortSignal) => Promise<RunAnswer | undefined>;

export interface McpSurroundings {
  readonly catalog: Catalog;
  readonly search: (query: string) => readonly CatalogEntry[];
  readonly run: RunPort;
  /** Folders that the user lets agents read from and write to; none over HTTP. */
  readonly folders: AllowedFolders | undefined;
}

const INSTRUCTIONS =
  'Runs named tools on text and files. Find one with search_tools, read its options with describe_tool, call it with run_tool.';
const PROGRESS_MS = 1000;

/**
 * An MCP server with three tools instead of one for each tool of the catalog: hundreds of registered tools cost an agent tens of
 * thousands of tokens before its first call, and clients cap their number.
 */
export function createMcpServer(around: McpSurroundings): McpServer {
  const server = new McpServer({ name: 'tool-execution-api', version: API_VERSION }, { instructions: INSTRUCTIONS });
  registerSearch(server, around);
  registerDescribe(server, around);
  registerRun(server, around);
  return server;
}

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

function registerSearch(server: McpServer, { catalog, search }: McpSurroundings): void {
  const found = z.object({ id: z.string(), title: z.string(), summary: z.string(), family: z.string() });
  server.registerTool(
    'search_tools',
    {
      title: 'Search tools',
      description: `Finds tools by words, best first, among ${catalog.tools.length}.`,
      inputSchema: z.object({
        query: z.string().max(200).default('').describe('What is to be done, such as "join pdfs". Empty lists all.'),
        family: z.string().max(100).optional().describe('Only tools of this family.'),
        limit: z.number().int().min(1).max(100).default(10).describe('Most tools to return.'),
      }),
      outputSchema: z.object({ count: z.number(), tools: z.array(found) }),
      annotations: READ_ONLY,
    },
    ({ query, family, limit }) => {
      const all = search(query).filter((entry) => family === undefined || entry.family === family);
      const tools = all
        .slice(0, limit)
        .map(({ id, title, summary, family: of }) => ({ id, title, summary, family: of }));
      return structured({ count: all.length, tools });
    },
  );
}

function registerDescribe(server: McpServer, { catalog, search }: McpSurroundings): void {
  server.registerTool(
    'describe_tool',
    {
      title: 'Describe a tool',
      description: 'Gives the options, files, limits, notes and a worked example of one tool.',
      inputSchema: z.object({ id: z.string().max(100).describe('The id of the tool, from search_tools.') }),
      outputSchema: z.object({ id: z.string() }).loose(),
      annotations: READ_ONLY,
    },
    ({ id }) => {
      const entry = findTool(catalog, id);
      if (entry === undefined) return unknownTool(id, search);
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

const inputFile = z.object({
  name: z.string().max(200).optional().describe('File name; its ending tells the format. May be left out with "path".'),
  base64: z.string().optional().describe('Content as padded base64.'),
  path: z
    .string()
    .max(4096)
    .optional()
    .describe('A file on this machine in a folder the user has allowed, instead of "base64".'),
});

const outputFile = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
  path: z.string().optional(),
});

function registerRun(server: McpServer, around: McpSurroundings): void {
  server.registerTool(
    'run_tool',
    {
      title: 'Run a tool',
      description:
        'Runs a tool on text and files. Returned files come as embedded resources, or are saved to "output_folder".',
      inputSchema: z.object({
        id: z.string().max(100).describe('The id of the tool.'),
        input: z.string().optional().describe('Text to work on.'),
        options: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
          .optional()
          .describe('Options by name.'),
        files: z.array(inputFile).max(MAX_FILES).optional().describe('Files to work on.'),
        output_folder: z.string().max(4096).optional().describe('An allowed folder to save returned files to.'),
      }),
      outputSchema: z.object({
        tool: z.string(),
        text: z.string().nullable(),
        data: z.unknown().optional(),
        files: z.array(outputFile),
      }),
      annotations: { openWorldHint: false },
    },
    (request, context) => runTool(request, context, around),
  );
}

interface RunToolRequest {
  readonly id: string;
  readonly input?: string | undefined;
  readonly options?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly files?: readonly z.output<typeof inputFile>[] | undefined;
  readonly output_folder?: string | undefined;
}

interface ResponseBody {
  readonly error?: { readonly code: string; readonly message: string };
  readonly result?: {
    readonly text: string | null;
    readonly data?: unknown;
    readonly files: readonly {
      readonly name: string;
      readonly mime: string;
      readonly bytes: number;
      readonly base64: string;
    }[];
  };
}

async function runTool(
  request: RunToolRequest,
  context: ServerContext,
  around: McpSurroundings,
): Promise<CallToolResult> {
  const { id, input, options, output_folder: folder } = request;
  const entry = findTool(around.catalog, id);
  if (entry === undefined) return unknownTool(id, around.search);
  const { signal } = context.mcpReq;
  const stopProgress = reportProgress(context, entry.limits.timeout_seconds);
  try {
    const files = request.files && (await Promise.all(request.files.map((file) => readFile(file, around.folders))));
    if (folder !== undefined) await checkedFolders(around.folders).check(folder);
    const answer = await around.run(id, Buffer.from(JSON.stringify({ input, options, files })), signal);
    if (answer === undefined) return failure('CANCELLED', 'The run was cancelled');
    const body = JSON.parse(answer.body.toString()) as ResponseBody;
    if (body.result === undefined) return failure(body.error?.code ?? 'EXECUTION_FAILED', body.error?.message ?? '');
    return await describeResult(id, body.result, folder, around.folders);
  } catch (error) {
    if (error instanceof PathRefused) return failure('INVALID_INPUT', error.message);
    throw error;
  } finally {
    stopProgress();
  }
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

async function describeResult(
  id: string,
  { text, data, files }: NonNullable<ResponseBody['result']>,
  folder: string | undefined,
  folders: AllowedFolders | undefined,
): Promise<CallToolResult> {
  const content: CallToolResult['content'] = text === null ? [] : [{ type: 'text', text }];
  const listed: z.output<typeof outputFile>[] = [];
  for (const { name, mime, bytes, base64 } of files) {
    if (folder === undefined) {
      const uri = `result:///${encodeURIComponent(name)}`;
      content.push({ type: 'resource', resource: { uri, mimeType: mime, blob: base64 } });
      listed.push({ name, mime, bytes });
    } else {
      const path = await checkedFolders(folders).write(folder, name, Buffer.from(base64, 'base64'));
      content.push({ type: 'text', text: `Saved ${path} (${bytes} bytes)` });
      listed.push({ name, mime, bytes, path });
    }
  }
  const structuredContent = { tool: id, text, ...(data === undefined ? {} : { data }), files: listed };
  return { content, structuredContent };
}

/** Tells a client that asks for it, once a second, how long a run has taken of its limit. */
function reportProgress(context: ServerContext, limitSeconds: number): () => void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = {
      progressToken,
      progress,
      total: limitSeconds,
      message: `${progress} s of at most ${limitSeconds} s`,
    };
    // A client that has gone needs no progress.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

const findTool = (catalog: Catalog, id: string): CatalogEntry | undefined =>
  catalog.tools.find(({ entry }) => entry.id === id)?.entry;

function unknownTool(id: string, search: McpSurroundings['search']): CallToolResult {
  const near = search(id.replaceAll(/[-_]/g, ' '))
    .slice(0, 5)
    .map((entry) => entry.id);
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

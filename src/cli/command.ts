import type { Catalog, CatalogEntry } from '../core/catalog.js';
import { quote } from '../core/errors.js';
import type { Runner } from '../runner/runner.js';

import { completionScript } from './completion.js';
import { CommandError, EXIT } from './exit-codes.js';
import { describeTool, HELP, listTools } from './help.js';
import { runTool } from './run.js';
import { print, type Streams } from './streams.js';

/** What the command stands on; the faces it opens and the streams it uses are given to it. */
export interface CommandSurroundings extends Streams {
  readonly catalog: Catalog;
  readonly search: (query: string) => readonly CatalogEntry[];
  readonly openRunner: () => Runner;
  /** Serves until the process is told to end; a level given takes the place of the environment's. */
  readonly serve: (logLevel: string | undefined) => Promise<void>;
  readonly serveMcp: (allowedFolders: readonly string[]) => Promise<void>;
}

/** Carries out a command line. Resolves with the exit code; for `serve` and `mcp` with `undefined`, as they go on. */
export async function runCommand(args: readonly string[], around: CommandSurroundings): Promise<number | undefined> {
  try {
    return await dispatch(args, around);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    await print(around.stderr, `tool-execution-api: ${error.message}\n`);
    return error.exitCode;
  }
}

async function dispatch(args: readonly string[], around: CommandSurroundings): Promise<number | undefined> {
  const [command = 'help', ...rest] = args;
  const entries = around.catalog.tools.map(({ entry }) => entry);
  if (['help', '--help', '-h'].includes(command)) return say(around, HELP);
  if (command === 'serve') {
    await around.serve(readLogLevel(rest));
    return undefined;
  }
  if (command === 'mcp') {
    await around.serveMcp(readAllowedFolders(rest));
    return undefined;
  }
  if (command === 'list') return list(rest, around, entries);
  if (command === 'completion') return say(around, completionScript(rest[0], entries));
  if (command !== 'show' && command !== 'run') {
    throw new CommandError(`unknown command ${quote(command)}: tool-execution-api --help lists them`);
  }
  const [id, ...more] = rest;
  const tool = around.catalog.tools.find(({ entry }) => entry.id === id);
  if (tool === undefined) throw unknownTool(id, around);
  if (command === 'show') return say(around, more.includes('--json') ? jsonLine(tool.entry) : describeTool(tool.entry));
  if (more.includes('--help')) return say(around, describeTool(tool.entry));
  return runTool(tool, more, around, around.openRunner);
}

function list(args: readonly string[], around: CommandSurroundings, all: readonly CatalogEntry[]): Promise<number> {
  const isJson = args.includes('--json');
  let entries = all;
  let family: string | undefined;
  const rest = args.filter((argument) => argument !== '--json');
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const value = rest.shift();
    if (value === undefined || !['--family', '--search'].includes(flag)) {
      throw new CommandError('list takes --family NAME, --search WORDS and --json');
    }
    if (flag === '--family') family = value;
    else entries = around.search(value);
  }
  const found = entries.filter((entry) => family === undefined || entry.family === family);
  return say(around, isJson ? jsonLine(found) : listTools(found));
}

function readAllowedFolders(args: readonly string[]): string[] {
  const folders: string[] = [];
  const rest = [...args];
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const value = rest.shift();
    if (flag !== '--allow-dir' || value === undefined)
      throw new CommandError('mcp takes --allow-dir FOLDER, any number of times');
    folders.push(value);
  }
  return folders;
}

/** `--log-level debug` or `--log-level=debug`; whether there is such a level is known where the settings are read. */
function readLogLevel(args: readonly string[]): string | undefined {
  const [flag, value, ...rest] = args.flatMap((argument) => argument.split('=', 2));
  if (flag === undefined) return undefined;
  if (flag === '--log-level' && value !== undefined && rest.length === 0) return value;
  throw new CommandError('serve takes --log-level LEVEL only: its other settings are environment variables');
}

function unknownTool(id: string | undefined, { search }: CommandSurroundings): CommandError {
  if (id === undefined) return new CommandError('the id of a tool is missing: tool-execution-api list shows them');
  const near = search(id.replaceAll('-', ' '))
    .slice(0, 3)
    .map((entry) => entry.id);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  return new CommandError(`no tool ${quote(id)}${hint}`, EXIT.unknownTool);
}

async function say({ stdout }: CommandSurroundings, content: string): Promise<number> {
  await print(stdout, content);
  return EXIT.ok;
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

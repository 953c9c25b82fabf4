import { type ParseArgsConfig, parseArgs } from 'node:util';

import { type Catalog, type CatalogEntry, entriesOf } from '../core/catalog.js';
import { quote } from '../core/errors.js';
import type { Runner } from '../runner/runner.js';

import { COMMANDS, completionScript } from './completion.js';
import { CommandError, EXIT } from './exit-codes.js';
import { describeTool, HELP, listTools } from './help.js';
import { runTool } from './run.js';
import { print, type Streams } from './streams.js';
import { trim } from './trim.js';

/** What the command stands on; the faces it opens and the streams it uses are given to it. */
export interface CommandSurroundings extends Streams {
  readonly catalog: Catalog;
  readonly search: (query: string) => readonly CatalogEntry[];
  readonly openRunner: () => Runner;
  readonly version: string;
  /** Where the product is installed. */
  readonly folder: string;
  /** Serves until the process is told to end; `settings` take the place of the environment's variables of these names. */
  readonly serve: (settings: Readonly<Record<string, string>>) => Promise<void>;
  readonly serveMcp: (allowedFolders: readonly string[]) => Promise<void>;
}

/** Carries out a command line. Resolves with the exit code; for `serve` and `mcp` with `undefined`, as they go on. */
export async function runCommand(args: readonly string[], around: CommandSurroundings): Promise<number | undefined> {
  try {
    return await dispatch(args, around);
  } catch (error) {
    // Whoever read the output has had enough: not worth a word.
    if (error instanceof Error && 'code' in error && CLOSED_PIPE.has(error.code)) return EXIT.brokenPipe;
    if (!(error instanceof CommandError)) throw error;
    await print(around.stderr, `tool-execution-api: ${error.message}\n`);
    return error.exitCode;
  }
}

const CLOSED_PIPE: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

async function dispatch(args: readonly string[], around: CommandSurroundings): Promise<number | undefined> {
  const [command = 'help', ...rest] = args;
  const entries = entriesOf(around.catalog);
  if (['help', '--help', '-h'].includes(command)) return say(around, HELP);
  if (['version', '--version', '-V'].includes(command)) return say(around, `${around.version}\n`);
  if (!COMMANDS.includes(command as (typeof COMMANDS)[number]))
    throw new CommandError(`unknown command ${quote(command)}: tool-execution-api --help lists them`);
  const [first] = rest;
  if (command !== 'run' && command !== 'show' && isHelp(rest)) return say(around, HELP);
  if (command === 'serve') {
    await around.serve(readServeSettings(rest));
    return undefined;
  }
  if (command === 'mcp') {
    const { values } = readFlags(rest, { 'allow-dir': { type: 'string', multiple: true } });
    await around.serveMcp(values['allow-dir'] ?? []);
    return undefined;
  }
  if (command === 'list') return list(rest, around, entries);
  if (command === 'trim') {
    const { values } = readFlags(rest, { 'dry-run': { type: 'boolean' } });
    return say(around, trim(around.folder, values['dry-run'] === true));
  }
  if (command === 'completion') return say(around, completionScript(first, entries));
  if (first === '--help' || first === '-h') return say(around, HELP);
  const tool = around.catalog.tools.find(({ entry }) => entry.id === first);
  if (tool === undefined) throw unknownTool(first, around);
  const more = rest.slice(1);
  if (isHelp(more)) return say(around, describeTool(tool.entry));
  if (command === 'run') return runTool(tool, more, around, around.openRunner);
  const { values } = readFlags(more, { json: { type: 'boolean' } });
  return say(around, values.json === true ? jsonLine(tool.entry) : describeTool(tool.entry));
}

/** Whether help is asked for; after `--` nothing is. */
function isHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((argument) => argument === '--help' || argument === '-h');
}

async function list(
  args: readonly string[],
  around: CommandSurroundings,
  all: readonly CatalogEntry[],
): Promise<number> {
  const { values } = readFlags(args, {
    family: { type: 'string' },
    search: { type: 'string' },
    json: { type: 'boolean' },
  });
  const { family, search } = values;
  const families = [...new Set(all.map((entry) => entry.family))];
  if (family !== undefined && !families.includes(family))
    throw new CommandError(`no family ${quote(family)}: the families are ${families.join(', ')}`);
  const entries = search === undefined ? all : around.search(search);
  const found = entries.filter((entry) => family === undefined || entry.family === family);
  if (values.json === true) await print(around.stdout, jsonLine(found));
  else if (found.length > 0) await print(around.stdout, listTools(found));
  if (found.length > 0) return EXIT.ok;
  await print(around.stderr, 'tool-execution-api: no tool matches\n');
  return EXIT.failed;
}

/** What the environment says too; it is checked where the settings are read. */
function readServeSettings(args: readonly string[]): Record<string, string> {
  const { values } = readFlags(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    'host-name': { type: 'string', multiple: true },
    'log-level': { type: 'string' },
  });
  const hostNames = values['host-name'];
  return {
    ...(values.port === undefined ? {} : { PORT: values.port }),
    ...(values.host === undefined ? {} : { HOST: values.host }),
    ...(hostNames === undefined ? {} : { ALLOWED_HOSTS: hostNames.join(',') }),
    ...(values['log-level'] === undefined ? {} : { LOG_LEVEL: values['log-level'] }),
  };
}

type FlagRules = NonNullable<ParseArgsConfig['options']>;

/** The flags of a command that takes nothing else. Throws `CommandError` naming what it does not take. */
function readFlags<const Rules extends FlagRules>(args: readonly string[], options: Rules) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [message = ''] = error.message.split('. ');
    throw new CommandError(`${message.charAt(0).toLowerCase()}${message.slice(1)}`);
  }
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

import type { CatalogEntry, CatalogOption } from '../core/catalog.js';

import { flagOf, offFlagOf } from './arguments.js';

export const HELP = `tool-execution-api: runs named tools on this machine

Usage
  tool-execution-api serve [options]              serve the HTTP API and the pages
  tool-execution-api list [--family F] [--search WORDS] [--json]
  tool-execution-api show ID [--json]             options, defaults, limits and examples of a tool
  tool-execution-api run ID [FILES…] [options]    run a tool without a server; its limits are the server's
  tool-execution-api mcp [--allow-dir DIR]…       serve agents over standard input and output
  tool-execution-api completion bash|zsh|fish     print a completion script
  tool-execution-api trim [--dry-run]             remove what an installation carries and never reads:
                                                  more than half of its bytes; every tool stays
  tool-execution-api --version

Options of run
  --input TEXT         text to work on; - reads standard input, which is also read when it is a pipe
  --NAME VALUE         an option of the tool; --NAME and --no-NAME for switches
  -o, --output PATH    file or folder for the results; - for standard output. Folders are made;
                       an ending such as .webp sets the tool's format
  --stdin-name NAME    file name of what is piped in, where its content does not tell
  --jobs N             runs at the same time, 1 to 4, when there are more files than one run takes
  --max-bytes N        raises the limits on bytes of files, in and out, for this call: bytes, or as in
                       100MiB, up to 256MiB. Limits of a tool itself, time, memory and the length of
                       texts stay
  --force              overwrite files
  --json               print the whole response
  -q, --quiet          print results and errors only
  --progress           report progress, also when standard error is not a terminal; --no-progress never

  More files, or more bytes, than one run takes: a tool that works on each file by itself runs once for
  each of them; one that is broken does not stop the others. A tool that works on all files together
  (merge-pdf) refuses.

  @FILE as TEXT or VALUE reads it from a file; @@ starts a text with @.

Options of serve (each can also be set in the environment)
  --port N             PORT, 8080; 0 takes a free one
  --host ADDRESS       HOST, 127.0.0.1: the address to listen on
  --host-name NAME…    ALLOWED_HOSTS: further host names that clients use
  --log-level LEVEL    LOG_LEVEL

Exit codes
  0 done  1 cannot read or write, nothing found  2 wrong call  3 input refused  4 unknown tool
  5 busy  6 tool failed  7 time limit  130 interrupted  141 output closed
`;

/** What `show` prints. */
export function describeTool(entry: CatalogEntry): string {
  const { files, limits } = entry;
  const lines = [
    `${entry.id}: ${entry.summary}`,
    '',
    `  input   ${entry.input}`,
    `  files   ${files === null ? 'none' : `${files.min} to ${files.max} of ${files.formats.join(' ')}`}`,
    `  result  ${entry.result}`,
    `  limits  ${megabytes(limits.files_bytes)} of files, ${limits.timeout_seconds} s`,
  ];
  if (entry.options.length > 0) {
    lines.push('', 'Options', ...entry.options.map((option) => `  ${signature(option)}\n      ${option.description}`));
  }
  if (entry.notes.length > 0) lines.push('', 'Notes', ...entry.notes.map((note) => `  ${note}`));
  lines.push('', 'Example', `  ${exampleCall(entry)}`, '');
  return lines.join('\n');
}

const megabytes = (bytes: number): string => `${bytes / 2 ** 20} MiB`;

function signature(option: CatalogOption): string {
  const value = option.allowed?.join('|') ?? rangeOf(option);
  const flag = flagOf(option.name);
  if (option.type === 'boolean') return `${flag} | ${offFlagOf(option.name)}  (default ${option.default})`;
  return `${flag} ${value}  (default ${JSON.stringify(option.default)})`;
}

function rangeOf({ type, minimum, maximum }: CatalogOption): string {
  return type === 'number' ? `${minimum}..${maximum}` : 'TEXT';
}

/** The first worked example as a command line. */
function exampleCall(entry: CatalogEntry): string {
  const request = entry.examples[0]?.request as Parameters<typeof callLine>[1] | undefined;
  return callLine(entry.id, request ?? {});
}

function callLine(
  id: string,
  request: {
    readonly input?: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly files?: readonly { readonly name: string }[];
  },
): string {
  const words = ['tool-execution-api run', id, ...(request.files ?? []).map(({ name }) => quoted(name))];
  if (request.input !== undefined) words.push('--input', quoted(request.input));
  for (const [name, value] of Object.entries(request.options ?? {})) {
    if (value === true) words.push(flagOf(name));
    else if (value === false) words.push(offFlagOf(name));
    else words.push(flagOf(name), quoted(String(value)));
  }
  return words.join(' ');
}

/** A word for a POSIX shell. */
const quoted = (word: string): string => (/^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What `list` prints. */
export function listTools(entries: readonly CatalogEntry[]): string {
  const width = Math.max(0, ...entries.map(({ id }) => id.length));
  const lines: string[] = [];
  let family = '';
  for (const entry of entries) {
    if (entry.family !== family) lines.push(...(family === '' ? [] : ['']), entry.family);
    family = entry.family;
    lines.push(`  ${entry.id.padEnd(width)}  ${entry.summary}`);
  }
  return `${lines.join('\n')}\n`;
}

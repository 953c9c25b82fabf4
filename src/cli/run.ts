import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';

import type { CatalogTool } from '../core/catalog.js';
import type { Runner } from '../runner/runner.js';

import { type RunCall, readRunArguments } from './arguments.js';
import { CommandError, EXIT, exitCodeOf } from './exit-codes.js';
import { showProgress } from './progress.js';
import { print, type Streams } from './streams.js';

interface ResultFile {
  readonly name: string;
  readonly base64: string;
}

interface ResponseBody {
  readonly error?: { readonly code: string; readonly message: string };
  readonly result?: { readonly text: string | null; readonly name?: string; readonly files: readonly ResultFile[] };
}

/** `run <id> …`: one run through the same runner and limits as the server's. Resolves with the exit code. */
export async function runTool(
  tool: CatalogTool,
  args: readonly string[],
  streams: Streams,
  openRunner: () => Runner,
): Promise<number> {
  const call = readRunArguments(tool.entry, args);
  const body = await requestBody(tool, call, streams);
  const runner = openRunner();
  const stopProgress = showProgress(tool, streams.stderr);
  const handle = runner.start(tool, [body]);
  const onInterrupt = () => handle.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const answer = await handle.answer;
    if (answer === undefined) throw new CommandError('interrupted', EXIT.failed);
    const bytes = Buffer.concat(answer.body);
    if (call.isJson) {
      await print(streams.stdout, `${bytes}\n`);
      return exitCodeOf(answer.status);
    }
    const response = JSON.parse(bytes.toString()) as ResponseBody;
    if (response.result === undefined) {
      await print(streams.stderr, `${tool.entry.id}: ${response.error?.message}\n`);
      return exitCodeOf(answer.status);
    }
    await deliver(response.result, call, streams);
    return EXIT.ok;
  } finally {
    process.off('SIGINT', onInterrupt);
    stopProgress();
    await runner.close();
  }
}

async function requestBody(tool: CatalogTool, call: RunCall, streams: Streams): Promise<Buffer> {
  const { entry } = tool;
  if (call.files.length > 0 && entry.files === null) {
    throw new CommandError(`${entry.id} takes no files: give its text with --input, or pipe it in`);
  }
  const files = await Promise.all(call.files.map((path) => readInputFile(path, streams.stdin)));
  const input = await readInput(tool, call, streams.stdin);
  const body = {
    ...(input === undefined ? {} : { input }),
    options: call.options,
    ...(files.length === 0 ? {} : { files }),
  };
  return Buffer.from(JSON.stringify(body));
}

/** Text from `--input`, or from a pipe where the tool works on text and no files are given. */
async function readInput(tool: CatalogTool, call: RunCall, stdin: Streams['stdin']): Promise<string | undefined> {
  if (call.input !== undefined && call.input !== '-') return call.input;
  const isPiped = stdin.isTTY !== true && tool.entry.input !== 'none' && call.files.length === 0;
  if (call.input === undefined && !isPiped) return undefined;
  const bytes = await readAll(stdin);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError('standard input is not UTF-8 text', EXIT.invalidInput);
  }
}

async function readInputFile(path: string, stdin: Streams['stdin']) {
  if (path === '-') return { name: 'stdin', base64: (await readAll(stdin)).toString('base64') };
  try {
    return { name: basename(path), base64: await readFile(path, 'base64') };
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`, EXIT.failed);
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

/** Text goes to standard output, files to disk; where each goes is said on standard error. */
async function deliver(result: NonNullable<ResponseBody['result']>, call: RunCall, streams: Streams): Promise<void> {
  const { text, files } = result;
  if (call.output === '-' && files.length > 1) throw new CommandError('-o - takes one file, the tool returned several');
  const isTextSaved = text !== null && files.length === 0 && call.output !== undefined && call.output !== '-';
  if (isTextSaved) {
    const name = result.name ?? 'result.txt';
    await save(targetOf(call.output, name, 1), Buffer.from(text), call, streams);
  } else if (text !== null && !(call.output === '-' && files.length === 1)) {
    await print(streams.stdout, text.endsWith('\n') || streams.stdout.isTTY !== true ? text : `${text}\n`);
  }
  for (const file of files) {
    const bytes = Buffer.from(file.base64, 'base64');
    if (call.output === '-') await print(streams.stdout, bytes);
    else await save(targetOf(call.output, file.name, files.length), bytes, call, streams);
  }
}

/** Where a returned file goes: into the folder that was named, under the name that was given, or here. */
function targetOf(output: string | undefined, name: string, count: number): string {
  if (output === undefined) return name;
  const isFolder = existsSync(output) && statSync(output).isDirectory();
  if (isFolder) return join(output, name);
  if (count > 1)
    throw new CommandError(`-o ${output} must be a folder that exists: the tool returned ${count} files`, EXIT.failed);
  return output;
}

async function save(path: string, bytes: Buffer, call: RunCall, streams: Streams): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: call.isForced ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? `${path} exists: --force overwrites it` : `cannot write ${path}: ${code}`;
    throw new CommandError(why, EXIT.failed);
  }
  await print(streams.stderr, `${path} (${bytes.length} bytes)\n`);
}

import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

import type { CatalogEntry } from '../core/catalog.js';

import type { RunCall } from './arguments.js';
import { CommandError, EXIT } from './exit-codes.js';
import { endingOf } from './inputs.js';
import { print, type Streams } from './streams.js';

interface ResultFile {
  readonly name: string;
  readonly mime: string;
  readonly base64: string;
}

/** What a run answered. */
export interface RunResult {
  readonly text: string | null;
  readonly name?: string;
  readonly files: readonly ResultFile[];
}

/** Where results go. `here`: files into the current folder, text to standard output. */
export type Destination =
  | { readonly kind: 'here' }
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string };

/**
 * Settles where results go before any work is done: folders are made, a file that exists is refused without `--force`.
 * `isMany`: the call is several runs, whose results need a folder. Throws `CommandError`.
 */
export async function openDestination({ output, isForced, isJson }: RunCall, isMany: boolean): Promise<Destination> {
  if (output === undefined || isJson) return { kind: 'here' };
  if (output === '-') return { kind: 'stdout' };
  const found = await stat(output).catch(() => undefined);
  if (found?.isDirectory() === true) return { kind: 'folder', path: output };
  if (found !== undefined && isMany) throw refused(`-o ${output} is a file: the results of several runs need a folder`);
  if (found !== undefined && !isForced) throw refused(`${output} exists: --force overwrites it`);
  const isFolder = isMany || /[/\\]$/.test(output);
  const folder = isFolder ? output : dirname(output);
  try {
    await mkdir(folder, { recursive: true });
    await access(found === undefined ? folder : output, constants.W_OK);
  } catch (error) {
    throw refused(`cannot write ${output}: ${(error as NodeJS.ErrnoException).code}`);
  }
  return { kind: isFolder ? 'folder' : 'file', path: output };
}

const refused = (message: string): CommandError => new CommandError(message, EXIT.failed);

/**
 * The option that the ending of `-o` answers, where the tool has one and the caller gave none: `-o photo.webp` asks for format webp.
 */
export function formatOfOutput({ options }: CatalogEntry, call: RunCall): Record<string, string> {
  const ending = call.output === undefined ? '' : endingOf(call.output);
  const option = options.find(({ name }) => name === 'format' || name === 'to');
  const value = option?.allowed?.find((choice) => endingOf(`a.${choice}`) === ending);
  if (option === undefined || value === undefined || ending === '' || Object.hasOwn(call.options, option.name))
    return {};
  return { [option.name]: value };
}

/** A result on its way, and how it is told of. */
interface Delivery {
  readonly call: RunCall;
  readonly streams: Streams;
  /** The upload of a run that is one of several. */
  readonly label: string | undefined;
}

/**
 * Writes a result to where it belongs: text to standard output unless `-o` is given, files to disk. A finished result is never lost: what
 * cannot go where it was meant to goes beside it, or into a temporary folder. Resolves with the exit code.
 */
export async function deliver(result: RunResult, destination: Destination, delivery: Delivery): Promise<number> {
  const { call, streams, label } = delivery;
  const { text, files } = result;
  const [first, ...more] = files;
  if (first === undefined) {
    const bytes = Buffer.from(text ?? '');
    if (destination.kind === 'file') return saveAs(destination.path, bytes, delivery);
    if (destination.kind === 'folder') return saveIn(destination.path, nameOfText(result, label), bytes, delivery);
    await printText(bytes, delivery, destination.kind === 'here');
    return EXIT.ok;
  }
  const isAlone = more.length === 0;
  if (isAlone && (destination.kind === 'stdout' || (destination.kind === 'here' && text === null && isText(first)))) {
    const bytes = Buffer.from(first.base64, 'base64');
    if (isText(first)) await printText(bytes, delivery, destination.kind === 'here');
    else await print(streams.stdout, bytes);
    return EXIT.ok;
  }
  if (text !== null && !call.isQuiet) await printText(Buffer.from(text), delivery, destination.kind === 'here');
  if (destination.kind === 'file' && isAlone) return saveFile(destination.path, first, delivery);
  return saveAll(files, destination, delivery);
}

async function saveAll(files: readonly ResultFile[], destination: Destination, delivery: Delivery): Promise<number> {
  let code: number = EXIT.ok;
  let folder = destination.kind === 'folder' ? destination.path : '.';
  if (destination.kind === 'stdout') {
    await tell(delivery, `-o - takes one file and the tool returned ${files.length}: they are saved here`);
    code = EXIT.failed;
  } else if (destination.kind === 'file') {
    folder = await folderInsteadOf(destination.path);
  }
  for (const file of files)
    code = (await saveIn(folder, file.name, Buffer.from(file.base64, 'base64'), delivery)) || code;
  return code;
}

/** Several files for a path that was meant for one: a folder of that name, or where a file has it, the folder it is in. */
async function folderInsteadOf(path: string): Promise<string> {
  const made = await mkdir(path, { recursive: true }).then(
    () => true,
    () => false,
  );
  return made ? path : dirname(path);
}

/** One file under the name that was given; where that name says another format than the file has, under the true ending. */
async function saveFile(path: string, file: ResultFile, delivery: Delivery): Promise<number> {
  const bytes = Buffer.from(file.base64, 'base64');
  const [wanted, given] = [endingOf(path), endingOf(file.name)];
  if (isText(file) || wanted === '' || given === '' || wanted === given) return saveAs(path, bytes, delivery);
  await tell(delivery, `${path}: the result is a ${extname(file.name)} file and keeps that ending`);
  const stem = path.slice(0, path.length - extname(path).length);
  await saveIn(dirname(path), `${stem.slice(stem.lastIndexOf('/') + 1)}${extname(file.name)}`, bytes, delivery);
  return EXIT.failed;
}

async function saveAs(path: string, bytes: Buffer, delivery: Delivery): Promise<number> {
  try {
    await writeFile(path, bytes, { flag: delivery.call.isForced ? 'w' : 'wx' });
  } catch (error) {
    return saveElsewhere(path, bytes, error, delivery);
  }
  await tellSaved(path, bytes, delivery);
  return EXIT.ok;
}

/** Under a name that is free: `a (2).pdf` where `a.pdf` exists. `--force` overwrites. */
async function saveIn(folder: string, name: string, bytes: Buffer, delivery: Delivery): Promise<number> {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ending}`);
    try {
      await writeFile(path, bytes, { flag: delivery.call.isForced ? 'w' : 'wx' });
      await tellSaved(path, bytes, delivery);
      return EXIT.ok;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return saveElsewhere(path, bytes, error, delivery);
    }
  }
}

/** The last resort: the system's folder for temporary files. Throws `CommandError` where that fails too. */
async function saveElsewhere(path: string, bytes: Buffer, error: unknown, delivery: Delivery): Promise<number> {
  const { code } = error as NodeJS.ErrnoException;
  const rescue = join(tmpdir(), `tool-result-${process.pid}-${Date.now()}${extname(path)}`);
  try {
    await writeFile(rescue, bytes, { flag: 'wx' });
  } catch {
    throw refused(`cannot write ${path}: ${code}`);
  }
  await tell(delivery, `cannot write ${path}: ${code}; the result is in ${rescue}`);
  return EXIT.failed;
}

const isText = ({ mime }: ResultFile): boolean => TEXT_TYPES.test(mime);

const TEXT_TYPES = /^text\/|^application\/(?:json|x-ndjson|xml|yaml|toml|javascript|sql)\b|\+(?:json|xml)$/;

/** Text of one of several runs, saved beside the others: after its upload. */
function nameOfText({ name = 'result.txt' }: RunResult, label: string | undefined): string {
  if (label === undefined) return name;
  const upload = label.slice(label.lastIndexOf('/') + 1);
  return `${upload.slice(0, upload.length - extname(upload).length)}${extname(name)}`;
}

/** In one write, so that runs at the same time do not mix. */
async function printText(bytes: Buffer, { streams, label }: Delivery, isHere: boolean): Promise<void> {
  const needsBreak = streams.stdout.isTTY === true || label !== undefined;
  const head = label !== undefined && isHere ? `==> ${label} <==\n` : '';
  const tail = needsBreak && bytes.length > 0 && bytes.at(-1) !== 0x0a ? '\n' : '';
  await print(streams.stdout, Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]));
}

async function tell({ streams }: Delivery, message: string): Promise<void> {
  await print(streams.stderr, `tool-execution-api: ${message}\n`);
}

async function tellSaved(path: string, bytes: Buffer, { call, streams }: Delivery): Promise<void> {
  if (!call.isQuiet) await print(streams.stderr, `${path} (${bytes.length} bytes)\n`);
}

import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Readable } from 'node:stream';

import { byteSize } from '../core/byte-size.js';
import { type CatalogEntry, declaredData } from '../core/catalog.js';
import { dataKeys } from '../core/data-schema.js';
import { quote } from '../core/errors.js';
import { INPUT_CHARACTERS, limitsOf } from '../core/limits.js';
import { ownAndForAll, worksOnEachFile } from '../core/works-on-each.js';

import { decodeText, type RunCall } from './arguments.js';
import { CommandError, EXIT } from './exit-codes.js';
import type { Streams } from './streams.js';

/** One run of a call: most calls are one; many files may be several. */
export interface PlannedRun {
  /** What messages call it: the name of its only file. */
  readonly label: string | undefined;
  readonly paths: readonly string[];
}

/**
 * The runs of a call. Files that the tool works on one by one may be more, or more bytes, than one run takes: each is a run then. Throws
 * `CommandError` for more files than a tool takes together; for more bytes `requestBody` does.
 */
export function planRuns(entry: CatalogEntry, call: RunCall): readonly PlannedRun[] {
  const most = entry.files?.max ?? 1;
  const { files } = call;
  const isOver = files.length > most || (files.length > 1 && bytesOf(files) > mostBytes(entry, call));
  if (!isOver) return [{ label: undefined, paths: files }];
  if (!worksOnEach(entry, call)) {
    if (files.length <= most) return [{ label: undefined, paths: files }];
    throw new CommandError(
      `${entry.id} works on all files together and takes at most ${most}, got ${files.length}`,
      EXIT.invalidInput,
    );
  }
  const { own, forAll } = ownAndForAll(entry.files ?? { max: most }, call.options, files, (path) => path);
  return own.map((path) => ({ label: path === '-' ? 'standard input' : path, paths: [path, ...forAll] }));
}

/** Whether each file is worked on by itself; a file for a tool of text is its text. */
function worksOnEach(entry: CatalogEntry, { options }: RunCall): boolean {
  if (entry.files === null) return true;
  const schema = declaredData(entry);
  const paths = schema === undefined ? [] : dataKeys(schema).map(({ path }) => path);
  return worksOnEachFile(entry.files, paths, options);
}

const mostBytes = (entry: CatalogEntry, { maxBytes }: RunCall): number => limitsOf(entry.class, maxBytes).filesBytes;

/** Of files that can be looked at; what cannot be read is told when it is read. */
function bytesOf(paths: readonly string[]): number {
  let total = 0;
  for (const path of paths) total += path === '-' ? 0 : bytesOfFile(path);
  return total;
}

function bytesOfFile(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // Told when it is read, with the name of what is wrong.
    return 0;
  }
}

/** Refuses what is over the limit before it is read, or written as JSON: a file may be larger than memory. */
function checkBytes(entry: CatalogEntry, call: RunCall, what: string, bytes: number): void {
  const most = mostBytes(entry, call);
  if (bytes <= most) return;
  // So many bytes of UTF-8 are more characters than a text may have, whatever they are.
  const why =
    entry.files === null
      ? `a text has at most ${INPUT_CHARACTERS} characters, which --max-bytes does not raise`
      : `the limit is ${byteSize(most)}, which --max-bytes raises`;
  throw new CommandError(`${what} ${byteSize(bytes)}: ${why}`, EXIT.invalidInput);
}

const whatHas = (paths: readonly string[]): string =>
  paths.length === 1 ? `File ${quote(paths[0] ?? '')} has` : `${paths.length} files that are worked on together have`;

/** The request body of a run. Throws `CommandError` naming the file that cannot be read. */
export async function requestBody(
  entry: CatalogEntry,
  call: RunCall,
  paths: readonly string[],
  stdin: Streams['stdin'],
) {
  checkBytes(entry, call, whatHas(paths), bytesOf(paths));
  const piped = await readPipe(entry, call, paths, stdin);
  const named = await Promise.all(paths.map((path) => readInputFile(path, entry, call, stdin)));
  const uploads = piped?.file === undefined ? named : [piped.file];
  const total = uploads.reduce((sum, { bytes }) => sum + bytes.length, 0);
  checkBytes(entry, call, uploads.length === 1 ? 'Standard input has' : whatHas(paths), total);
  if (entry.files === null && uploads.length > 0) return jsonBody(call, textOfFiles(entry, call, uploads), []);
  return jsonBody(call, piped?.text ?? call.input, uploads);
}

interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

function jsonBody(call: RunCall, input: string | undefined, uploads: readonly Upload[]): Buffer {
  const files = uploads.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  return Buffer.from(
    JSON.stringify({
      ...(input === undefined ? {} : { input }),
      options: call.options,
      ...(files.length === 0 ? {} : { files }),
    }),
  );
}

/** A text file for a tool that takes text and no files. */
function textOfFiles(entry: CatalogEntry, call: RunCall, [upload]: readonly Upload[]): string {
  if (entry.input === 'none' || upload === undefined) throw new CommandError(`${entry.id} takes no files`);
  if (call.input !== undefined) throw new CommandError('--input and a file are both given: the tool takes one text');
  return decodeText(upload.bytes, upload.name);
}

/** What a pipe holds: text where the tool takes text and it is text, otherwise a file. */
async function readPipe(
  entry: CatalogEntry,
  call: RunCall,
  paths: readonly string[],
  stdin: Streams['stdin'],
): Promise<{ readonly text?: string; readonly file?: Upload } | undefined> {
  const isAsked = call.input === '-';
  const isPiped = stdin.isTTY !== true && call.input === undefined && paths.length === 0;
  if (!isAsked && !isPiped) return undefined;
  if (!isAsked && entry.input === 'none' && (entry.files === null || entry.files.min === 0)) return undefined;
  const bytes = await readAll(stdin);
  if (!isAsked && isUpload(bytes, entry, call))
    return bytes.length === 0 ? undefined : { file: { name: nameOf(bytes, entry, call), bytes } };
  return { text: decodeText(bytes, 'standard input') };
}

/** Whether what is piped in is a file: where the tool needs one, where it has a name, or where it is not text. */
function isUpload(bytes: Buffer, { input, files }: CatalogEntry, { stdinName }: RunCall): boolean {
  if (files === null) return false;
  return input === 'none' || files.min > 0 || stdinName !== undefined || (input === 'optional' && !isUtf8(bytes));
}

async function readInputFile(
  path: string,
  entry: CatalogEntry,
  call: RunCall,
  stdin: Streams['stdin'],
): Promise<Upload> {
  if (path === '-') {
    const bytes = await readAll(stdin);
    return { name: nameOf(bytes, entry, call), bytes };
  }
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`, EXIT.failed);
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

/** A name for standard input: the one that was given, or one with the ending of its content among those the tool takes. */
function nameOf(bytes: Buffer, entry: CatalogEntry, { stdinName }: RunCall): string {
  if (stdinName !== undefined) return basename(stdinName);
  const formats = entry.files?.formats ?? [];
  const [only, ...more] = formats;
  if (only !== undefined && only !== '*' && more.length === 0) return `stdin${only}`;
  const start = bytes.toString('latin1', 0, 32);
  const told = SIGNATURES.find(([signature]) => signature.test(start))?.[1];
  const accepted = told?.find((ending) => formats.includes('*') || formats.includes(ending));
  if (accepted !== undefined) return `stdin${accepted}`;
  if (formats.includes('*')) return 'stdin';
  if (told === undefined && formats.includes('.txt')) return 'stdin.txt';
  throw new CommandError('cannot tell what standard input is: name it with --stdin-name, as in --stdin-name a.pdf');
}

/** How common files begin, and their endings. */
const SIGNATURES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^[^%]{0,16}%PDF-/s, ['.pdf']],
  [/^\x89PNG/, ['.png']],
  [/^\xff\xd8\xff/, ['.jpg']],
  [/^GIF8/, ['.gif']],
  [/^RIFF.{4}WEBP/s, ['.webp']],
  [/^RIFF.{4}WAVE/s, ['.wav']],
  [/^(?:II\*\0|MM\0\*)/, ['.tif', '.tiff']],
  [/^BM/, ['.bmp']],
  [/^.{4}ftyp(?:heic|heix|hevc|mif1|msf1)/s, ['.heic']],
  [/^.{4}ftypavif/s, ['.avif']],
  [/^.{4}ftyp/s, ['.mp4', '.m4a']],
  [/^\0\0\x01\0/, ['.ico']],
  [/^icns/, ['.icns']],
  [/^PK[\u0003\u0005]/, ['.zip']],
  [/^7z\xbc\xaf/, ['.7z']],
  [/^\x1f\x8b/, ['.gz']],
  [/^BZh/, ['.bz2']],
  [/^\xfd7zXZ/, ['.xz']],
  [/^(?:\x28\xb5\x2f\xfd)/, ['.zst']],
  [/^Rar!/, ['.rar']],
  [/^SQLite format 3/, ['.sqlite', '.db']],
  [/^PAR1/, ['.parquet']],
  [/^fLaC/, ['.flac']],
  [/^OggS/, ['.ogg']],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, ['.mp3']],
  [/^\s*(?:\xef\xbb\xbf)?<svg/, ['.svg']],
  [/^\s*(?:\xef\xbb\xbf)?<!doctype html|^\s*<html/i, ['.html']],
  [/^\s*(?:\xef\xbb\xbf)?<\?xml/, ['.xml', '.svg']],
  [/^\s*(?:\xef\xbb\xbf)?[[{]/, ['.json']],
];

/** The ending of a name, in lower case, one for those that mean the same. */
export function endingOf(name: string): string {
  const ending = extname(name).slice(1).toLowerCase();
  return SAME_ENDINGS[ending] ?? ending;
}

const SAME_ENDINGS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  tif: 'tiff',
  htm: 'html',
  yml: 'yaml',
  markdown: 'md',
  mpeg: 'mpg',
  aif: 'aiff',
};

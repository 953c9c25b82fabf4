import { constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm';
import {
  type ArchiveEntry,
  checkEntryCount,
  type EntryKind,
  MAX_ENTRIES,
  passwordFault,
} from '../lib/archives/entry.js';
import { ContentFault, LimitFault } from '../lib/faults.js';

/** Formats that 7-Zip reads here, by the name its switch `-t` has. */
export type SevenZipFormat =
  | '7z'
  | 'rar'
  | 'rar5'
  | 'cab'
  | 'iso'
  | 'rpm'
  | 'xz'
  | 'gzip'
  | 'bzip2'
  | 'zstd'
  | 'lzma'
  | 'z'
  | 'zip'
  | 'wim'
  | 'udf'
  | 'lzh';

interface Job {
  readonly archive: Uint8Array;
  readonly format: SevenZipFormat;
  readonly password?: string;
  /** Of an archive over several files all of them, the first too, by names that point to each other. */
  readonly volumes?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Lines an entry has in a listing, at most: 25 properties were seen; chosen twice that. */
const LINES_AN_ENTRY = 50;
const LINE_CHARACTERS = 10_000;

let compiled: Promise<WebAssembly.Module> | undefined;

function compile(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm')));
  return compiled;
}

interface Outcome {
  readonly code: number;
  readonly lines: readonly string[];
  readonly errors: string;
}

/** Takes what 7-Zip writes to its standard output. */
type Sink = (bytes: Uint8Array) => void;

/**
 * One run of 7-Zip on an archive in memory, in an instance of its own that is dropped afterwards: nothing of a caller stays. What
 * `sink` throws ends the run and is thrown.
 */
async function runSevenZip(
  { archive, format, password, volumes = [] }: Job,
  args: readonly string[],
  sink?: Sink,
): Promise<Outcome> {
  const lines: string[] = [];
  const errors: string[] = [];
  let thrown: unknown;
  const keep = (list: string[], most: number) => (line: string) => {
    if (list.length >= most) throw new LimitFault(`it must have at most ${MAX_ENTRIES} entries`, MAX_ENTRIES);
    list.push(line.slice(0, LINE_CHARACTERS));
  };
  const engine = await startSevenZip(keep(lines, MAX_ENTRIES * LINES_AN_ENTRY), keep(errors, MAX_ENTRIES));
  const { FS: files } = engine;
  files.mkdir('/in');
  const [first = { name: 'archive', bytes: archive }, ...rest] = volumes.map(({ name, bytes }) => ({
    name: name.replace(/[^\w.() -]/g, '_'),
    bytes,
  }));
  for (const { name, bytes } of [first, ...rest]) files.writeFile(`/in/${name}`, bytes);
  if (sink !== undefined) {
    const output = (files as unknown as { getStream(fd: number): { stream_ops: object } }).getStream(1);
    const write = (_: unknown, heap: Uint8Array | Int8Array, offset: number, length: number): number => {
      sink(Uint8Array.from(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)));
      return length;
    };
    output.stream_ops = { ...output.stream_ops, write };
  }
  let code = -1;
  // It sets the exit code of the whole process, which is not its own here.
  const { exitCode } = process;
  try {
    // An empty password keeps 7-Zip from asking for one.
    code = (engine.callMain as (list: string[]) => number)([
      ...args,
      `-t${format}`,
      `-p${password ?? ''}`,
      '--',
      `/in/${first.name}`,
    ]);
  } catch (error) {
    thrown = error;
  } finally {
    process.exitCode = exitCode;
  }
  if (thrown instanceof ContentFault || thrown instanceof LimitFault || thrown instanceof Done) throw thrown;
  // A wrong password for the list of entries ends the program too.
  if (thrown !== undefined && hasLockedList(archive)) throw passwordFault(password ? 'wrong' : 'missing');
  // What is thrown else is the end of the program: out of its memory, or a fault of its own on hostile input.
  if (thrown !== undefined)
    throw new ContentFault('it is damaged, or needs more memory than there is', undefined, undefined, {
      cause: thrown,
    });
  return { code, lines, errors: errors.join('\n') };
}

/** An instance of 7-Zip with a memory and a file system of its own. */
export async function startSevenZip(
  print: (line: string) => void,
  printErr: (line: string) => void,
): Promise<SevenZipModule> {
  const { default: factory } = (await import('7z-wasm')) as unknown as { readonly default: SevenZipModuleFactory };
  const wasm = await compile();
  const options = {
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: object) => void) => {
      done(new WebAssembly.Instance(wasm, imports));
      return {};
    },
    stdin: () => null as unknown as number,
    print,
    printErr,
    quit: () => undefined,
  };
  return startWithoutDisk(() => factory(options));
}

/**
 * Starts what asks for Node's inner constants, for a file system of the disk that is not used here: a process under the permission
 * model may not have them. They are asked for at once, before anything is awaited, and are the same as the public ones.
 */
function startWithoutDisk<Engine>(start: () => Promise<Engine>): Promise<Engine> {
  const inner = process as unknown as { binding: unknown };
  const { binding } = inner;
  inner.binding = () => ({ fs: constants });
  try {
    return start();
  } finally {
    inner.binding = binding;
  }
}

/** Everything wanted has come out. */
class Done extends Error {}

export interface SevenZipListing {
  readonly entries: readonly ArchiveEntry[];
  /** Properties of the archive itself: `Method`, `Solid`, `Comment` … */
  readonly properties: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** What an archive holds. Throws ContentFault, PasswordFault, LimitFault. */
export async function listWithSevenZip(job: Job): Promise<SevenZipListing> {
  const outcome = await runSevenZip(job, ['l', '-slt', '-slmu', '-sccUTF-8']);
  const { lines } = outcome;
  const divide = lines.indexOf('----------');
  const head = lines.slice(0, Math.max(0, divide));
  if (divide < 0)
    throw hasLockedList(job.archive)
      ? passwordFault(job.password ? 'wrong' : 'missing')
      : faultOf(outcome, job.password);
  const blocks: Map<string, string>[] = [];
  let block = new Map<string, string>();
  for (const line of [...lines.slice(divide + 1), '']) {
    const [, key, value] = /^([A-Z][A-Za-z ]*) =(?: (.*))?$/.exec(line) ?? [];
    if (key !== undefined) {
      if (key === 'Path' && block.has('Path')) {
        blocks.push(block);
        block = new Map();
      }
      if (!block.has(key)) block.set(key, value ?? '');
    } else if (line === '' && block.has('Path')) {
      blocks.push(block);
      block = new Map();
    }
  }
  checkEntryCount(blocks.length);
  const properties = new Map<string, string>();
  for (const line of head) {
    const [, key, value] = /^([A-Z][A-Za-z ]*) = (.+)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) properties.set(key, value);
  }
  const warnings = outcome.code === 0 ? [] : [reasonOf(outcome)];
  return { entries: blocks.map(entryOf), properties, warnings };
}

function entryOf(block: ReadonlyMap<string, string>): ArchiveEntry {
  const number = (key: string): number | undefined => {
    const value = block.get(key);
    return value === undefined || !/^\d{1,15}$/.test(value) ? undefined : Number(value);
  };
  const target = block.get('Symbolic Link') || block.get('Hard Link') || block.get('Copy Link') || undefined;
  const kind = kindOf(block);
  return {
    path: block.get('Path') ?? '',
    kind,
    bytes: kind === 'folder' || kind === 'hard link' ? undefined : number('Size'),
    packedBytes: kind === 'folder' ? undefined : number('Packed Size'),
    modified: isoOf(block.get('Modified')),
    method: block.get('Method') || undefined,
    encrypted: block.get('Encrypted') === '+',
    crc32: /^[0-9A-F]{8}$/.test(block.get('CRC') ?? '') ? block.get('CRC')?.toLowerCase() : undefined,
    target,
    mode: modeOf(block),
  };
}

/** `rwxr-xr-x` as the lowest nine bits of a mode; a letter for more than "may execute" counts as that, a capital as nothing. */
function modeOf(block: ReadonlyMap<string, string>): number | undefined {
  const letters = MODE.exec(`${block.get('Attributes') ?? ''} ${block.get('Mode') ?? ''}`.trimEnd())?.[2];
  return letters === undefined
    ? undefined
    : [...letters].reduce((mode, sign) => mode * 2 + (/[-ST]/.test(sign) ? 0 : 1), 0);
}

const MODE = / ?([-dlcbps])([-rwxsStT]{9})$/;

function kindOf(block: ReadonlyMap<string, string>): EntryKind {
  const attributes = block.get('Attributes') ?? '';
  const mode = MODE.exec(`${attributes} ${block.get('Mode') ?? ''}`.trimEnd())?.[1] ?? '';
  // Those of Windows come first, as letters in a fixed order: RD is a folder that is read-only.
  const isWindowsFolder = /^[A-Z0-9_.]*D/.test(attributes);
  if (block.get('Folder') === '+' || isWindowsFolder || mode === 'd') return 'folder';
  if (block.get('Symbolic Link') || mode === 'l') return 'link';
  if (block.get('Hard Link') || block.get('Copy Link')) return 'hard link';
  return /[cbps]/.test(mode) ? 'device' : 'file';
}

/** `2026-01-02 03:04:05.1234567Z` to seconds; local times have no `Z`. */
function isoOf(value: string | undefined): string | undefined {
  const [, day, time, zone = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?(Z?)$/.exec(value ?? '') ?? [];
  return day === undefined ? undefined : `${day}T${time}${zone}`;
}

/**
 * The contents of the entries `wanted` (indexes into the listing). They come in the order of the listing, one behind the other,
 * each as long as the listing says; where they do not, the archive is damaged. What comes before a wanted entry is unpacked, not
 * kept; nothing is unpacked behind the last one.
 */
export async function readWithSevenZip(
  job: Job,
  entries: readonly ArchiveEntry[],
  wanted: ReadonlySet<number>,
  mostBytes: number,
): Promise<Map<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  const last = Math.max(-1, ...wanted);
  const spans = spansOf(entries);
  const stated = spans.at(-1)?.end ?? 0;
  let kept = 0;
  for (const [index, { start, end }] of spans.entries()) {
    if (!wanted.has(index)) continue;
    kept += end - start;
    if (kept > mostBytes) throw new LimitFault(`what is asked for unpacks to more than ${mostBytes} bytes`, mostBytes);
    found.set(index, Buffer.alloc(end - start));
  }
  const enough = spans[last]?.end ?? 0;
  let position = 0;
  let current = 0;
  const sink: Sink = (piece) => {
    const from = position;
    position += piece.length;
    if (position > stated) throw new ContentFault('its entries do not have the sizes it states');
    for (; current < spans.length; current += 1) {
      const { start, end } = spans[current] ?? { start: 0, end: 0 };
      if (start >= position) break;
      const [copyFrom, copyTo] = [Math.max(start, from), Math.min(end, position)];
      if (copyTo > copyFrom) found.get(current)?.set(piece.subarray(copyFrom - from, copyTo - from), copyFrom - start);
      if (end > position) break;
    }
    if (position >= enough && position < stated) throw new Done();
  };
  if (enough === 0) return found;
  try {
    const outcome = await runSevenZip(job, ['x', '-so'], sink);
    if (outcome.code !== 0 && !isOnlyLinks(outcome, entries)) throw faultOf(outcome, job.password);
  } catch (error) {
    if (!(error instanceof Done)) throw error;
  }
  if (position < enough) throw new ContentFault('its entries do not have the sizes it states');
  return found;
}

/** Whether all that went wrong are hard links, which 7-Zip cannot write to its standard output and which take their content from elsewhere. */
function isOnlyLinks({ errors, lines }: Outcome, entries: readonly ArchiveEntry[]): boolean {
  const links = new Set(entries.flatMap(({ kind, path }) => (kind === 'hard link' ? [path] : [])));
  const faults = [...errors.split('\n'), ...lines].flatMap((line) => /^ERROR: (?:.*? : )?(.*)$/.exec(line)?.[1] ?? []);
  return faults.length > 0 && faults.every((path) => links.has(path));
}

/** Where the content of each entry stands in what 7-Zip writes. Folders have none. */
function spansOf(entries: readonly ArchiveEntry[]): { readonly start: number; readonly end: number }[] {
  let end = 0;
  return entries.map((entry) => {
    if ((entry.kind === 'file' || entry.kind === 'device') && entry.bytes === undefined && entries.length > 1)
      throw new ContentFault('the size of an entry is not stated');
    const start = end;
    end += entry.kind === 'folder' ? 0 : (entry.bytes ?? 0);
    return { start, end };
  });
}

/** A content, and what is to be said about it. */
export interface Unpacked {
  readonly content: Uint8Array;
  readonly warnings: readonly string[];
}

/** The one content of a compressed file (xz, bzip2, …), at most `mostBytes`. Throws ContentFault, PasswordFault, LimitFault. */
export async function unpackWithSevenZip(job: Job, mostBytes: number): Promise<Unpacked> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const outcome = await runSevenZip(job, ['x', '-so'], (piece) => {
    length += piece.length;
    if (length > mostBytes) throw new LimitFault(`it unpacks to more than ${mostBytes} bytes`, mostBytes);
    pieces.push(piece);
  });
  const isFollowed = reasonOf(outcome) === TRAILING;
  if (outcome.code !== 0 && !(isFollowed && length > 0)) throw faultOf(outcome, job.password);
  return { content: Buffer.concat(pieces), warnings: isFollowed ? [TRAILING] : [] };
}

/** The coder of AES-256 in 7z (7zFormat.txt and Methods.txt of the 7-Zip sources). */
const AES_CODER = Buffer.from([0x06, 0xf1, 0x07, 0x01]);

/** Whether the list of entries of a 7z archive is encrypted: its header is an encoded one (0x17) whose coders have AES among them. */
function hasLockedList(archive: Uint8Array): boolean {
  const file = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  if (file.length < 32 || file.readUInt32BE(0) !== 0x377abcaf) return false;
  const start = 32 + Number(file.readBigUInt64LE(12));
  const header = file.subarray(start, start + Number(file.readBigUInt64LE(20)));
  return header[0] === 0x17 && header.includes(AES_CODER);
}

/** 7-Zip says what is wrong by text only. */
function faultOf(outcome: Outcome, password: string | undefined): Error {
  const said = `${outcome.errors}\n${outcome.lines.join('\n')}`;
  if (/wrong password|encrypted archive/i.test(said)) return passwordFault(password ? 'wrong' : 'missing');
  return new ContentFault(reasonOf(outcome));
}

/** What is said about a file that goes on behind its end. */
export const TRAILING = 'the file goes on after its end';

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/Missing volume|Unavailable data.*volume/i, 'it is one part of a split archive, all parts must be sent together'],
  [/Unexpected end of (?:archive|data)|Unavailable data/i, 'it ends early'],
  [/There are (?:some )?data after the end/i, TRAILING],
  [/CRC Failed/i, 'a checksum does not match'],
  [/Unsupported (?:Method|feature)/i, 'it is packed by a method that is not read'],
  [/Can.?t allocate|not enough memory|memory/i, 'it needs more memory than there is'],
  [/Headers Error|Data Error|Is not archive|open the file as|open as archive|Cannot open/i, 'it is damaged'],
];

function reasonOf({ errors, lines }: Outcome): string {
  const said = `${errors}\n${lines.filter((line) => /^(?:ERRORS?|Errors|WARNINGS?|Warnings)\b/i.test(line) || /^[A-Z][a-z].* (?:end|data|archive)/.test(line)).join('\n')}`;
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? 'it is damaged';
}

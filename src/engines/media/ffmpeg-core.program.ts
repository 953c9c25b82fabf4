/**
 * A program of its own around FFmpeg compiled to WebAssembly (GPL). It takes commands on standard input and answers each on standard
 * output: a header in JSON behind its length of four bytes, then as many bytes as the header's `length` says. Its files live in memory;
 * it opens none but its own. Argument: the path of the package's module.
 */
import { readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { answer } from '../programs/answer.js';

interface Core {
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
    mkdir(path: string): void;
    chdir(path: string): void;
    readdir(path: string): string[];
  };
  readonly exec: (...args: string[]) => number;
  readonly ffprobe: (...args: string[]) => number;
  readonly reset: () => void;
  readonly setProgress: (onProgress: (event: { readonly time: number }) => void) => void;
  readonly setLogger: (logger: (line: { readonly message: string }) => void) => void;
  readonly _malloc: (bytes: number) => number;
  /** Sets the stack pointer, under the name it has in version 0.12.10. */
  readonly asm: { readonly Ea: (pointer: number) => void };
}

interface Command {
  readonly action: 'write' | 'folder' | 'read' | 'remove' | 'list' | 'ffmpeg' | 'ffprobe';
  readonly name?: string;
  readonly args?: readonly string[];
  readonly length?: number;
}

type CreateCore = (options: { readonly wasmBinary: Uint8Array }) => Promise<Core>;

const LOG_CHARACTERS = 400_000;
/** VP9 and Opus need more than the stack of 64 KB that the package comes with. */
const STACK_BYTES = 32 * 2 ** 20;

const [, , modulePath = ''] = process.argv;

// The package takes itself to be in a browser's worker and asks where its script is.
Object.assign(globalThis, { self: { location: { href: 'file:///' } } });
const module: { readonly default: CreateCore } = await import(pathToFileURL(modulePath).href);
const core = await module.default({ wasmBinary: readFileSync(join(dirname(modulePath), 'ffmpeg-core.wasm')) });
// The stack grows downwards, in steps of 16 bytes.
core.asm.Ea((core._malloc(STACK_BYTES) + STACK_BYTES - 64) & ~15);
core.FS.mkdir('/work');
core.FS.chdir('/work');

let log = '';
core.setLogger(({ message }) => {
  if (log.length < LOG_CHARACTERS) log += `${message.slice(0, 1000)}\n`;
});

// Microseconds of what is written; before there is any, a time that makes no sense.
core.setProgress(({ time }) => {
  if (time > 0 && time < 1e12) answer({ seconds: time / 1e6 }, []);
});

for (;;) {
  const size = readExactly(4);
  if (size === undefined) break;
  const header = readExactly(size.readUInt32LE());
  if (header === undefined) break;
  const command = JSON.parse(header.toString()) as Command;
  const bytes = readExactly(command.length ?? 0);
  if (bytes === undefined) break;
  log = '';
  let status = 0;
  let content: Uint8Array = new Uint8Array(0);
  let names: readonly string[] = [];
  try {
    if (command.action === 'write') core.FS.writeFile(command.name ?? '', bytes);
    if (command.action === 'folder') core.FS.mkdir(command.name ?? '');
    if (command.action === 'read') content = core.FS.readFile(command.name ?? '');
    if (command.action === 'remove') core.FS.unlink(command.name ?? '');
    if (command.action === 'list') names = core.FS.readdir('/work').filter((name) => !name.startsWith('.'));
    if (command.action === 'ffmpeg') {
      core.reset();
      status = core.exec(...(command.args ?? []));
    }
    if (command.action === 'ffprobe') {
      core.reset();
      core.ffprobe(...(command.args ?? []));
    }
  } catch (error) {
    // A file that is not there, or a decoder that ran out of memory: the log says more.
    status = 1;
    log += `\n${String(error).slice(0, 200)}`;
  }
  answer({ status, log, names, length: content.length }, [content]);
}

/** `undefined` where the input has ended. */
function readExactly(length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    try {
      const got = readSync(0, bytes, at, length - at, null);
      if (got === 0) return undefined;
      at += got;
    } catch (error) {
      // A pipe that does not block has nothing yet, and says so; at its end some platforms throw.
      if (!(error instanceof Error && 'code' in error) || error.code === 'EOF') return undefined;
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return bytes;
}

/**
 * A program of its own around FFmpeg compiled to WebAssembly (GPL): a file on standard input, mono samples at 16 kHz as
 * 32-bit floats on standard output, FFmpeg's log on standard error. Its files live in memory; it opens none but its own.
 * Arguments: the demuxer, the most seconds, an audio filter, the path of the package's module.
 */
import { readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void; readFile(path: string): Uint8Array };
  readonly exec: (...args: string[]) => number;
  readonly setLogger: (logger: (line: { readonly message: string }) => void) => void;
}

type CreateCore = (options: { readonly wasmBinary: Uint8Array }) => Promise<Core>;

const [, , demuxer = '', maxSeconds = '0', filter = '', modulePath = ''] = process.argv;

// The package takes itself to be in a browser's worker and asks where its script is.
Object.assign(globalThis, { self: { location: { href: 'file:///' } } });
const module: { readonly default: CreateCore } = await import(pathToFileURL(modulePath).href);
const core = await module.default({ wasmBinary: readFileSync(join(dirname(modulePath), 'ffmpeg-core.wasm')) });
core.setLogger(({ message }) => process.stderr.write(`${message.slice(0, 1000)}\n`));
core.FS.writeFile('/input', readFileSync(0));
const status = core.exec(
  ...['-hide_banner', '-nostats', '-protocol_whitelist', 'file', '-f', demuxer, '-i', '/input'],
  ...['-map', '0:a:0', '-t', maxSeconds, '-af', filter, '-ac', '1', '-ar', '16000', '-f', 'f32le', '/output'],
);
if (status === 0) writeAll(core.FS.readFile('/output'));
process.exitCode = status === 0 ? 0 : 1;

/** A pipe takes a part at a time. */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // A full pipe that does not block: its reader is at work, so the next attempt gets further.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

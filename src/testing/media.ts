/** Sound and films for tests, made and measured by Debian's FFmpeg rather than by the tools. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Tool } from '../core/tool.js';
import { NO_SETTINGS } from '../runner/execute.js';

import { hasProgram, runPrograms } from './programs.js';
import { type ClientAnswer, type RunToolRequest, runTool } from './run-tool.js';

/** Of Debian, or one of another version that `TEST_FFMPEG` names. */
export const FFMPEG = process.env.TEST_FFMPEG ?? '/usr/bin/ffmpeg';

/** Whether media can be made and measured; what is left untested is told. */
export const hasMediaPrograms = (untested: string): boolean => hasProgram(FFMPEG, ['-version'], untested);

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'media-test-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], input: Uint8Array = new Uint8Array(0)) {
  const [end] = runPrograms([{ program, args, input }]);
  if (end === undefined || end.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${end?.stderr}`);
  return end;
}

/** A file that FFmpeg makes of these arguments, such as `-f lavfi -i sine=d=1`; its name's ending says the format. */
export const makeMedia = (name: string, args: string): { name: string; bytes: Buffer } =>
  inFolder((folder) => {
    run(FFMPEG, ['-v', 'error', '-y', ...args.split(' ').filter((arg) => arg !== ''), join(folder, name)]);
    return { name, bytes: readFileSync(join(folder, name)) };
  });

export interface MeasuredStream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly width?: number;
  readonly height?: number;
  readonly avg_frame_rate?: string;
  readonly nb_read_frames?: string;
  readonly duration?: string;
  readonly pix_fmt?: string;
  readonly tags?: Record<string, string>;
  readonly disposition?: Record<string, number>;
  readonly side_data_list?: readonly { rotation?: number }[];
}

export interface Measured {
  readonly format: { readonly format_name: string; readonly duration: string; readonly tags?: Record<string, string> };
  readonly streams: readonly MeasuredStream[];
  readonly chapters?: readonly { readonly start_time: string; readonly tags?: { readonly title?: string } }[];
}

/** What ffprobe says of a file; frames are counted. */
export const probeMedia = (bytes: Uint8Array): Measured =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'file'), bytes);
    const args = '-v error -count_frames -show_format -show_streams -show_chapters -of json'.split(' ');
    return JSON.parse(run('/usr/bin/ffprobe', [...args, join(folder, 'file')]).stdout) as Measured;
  });

/** A track of a file as FFmpeg decodes it: `args` and the form of the output as words. */
const decoded = (bytes: Uint8Array, track: string, args: string, form: string): Buffer =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'file'), bytes);
    const raw = join(folder, 'raw');
    const words = `${args} ${form}`.split(' ').filter(Boolean);
    run(FFMPEG, ['-v', 'error', '-i', join(folder, 'file'), '-map', track, ...words, raw]);
    return readFileSync(raw);
  });

/** The sound of a file, channels interleaved. */
export function samplesOf(bytes: Uint8Array, args = ''): Float32Array {
  const read = decoded(bytes, '0:a:0', args, '-f f32le');
  return new Float32Array(read.buffer.slice(read.byteOffset, read.byteOffset + read.length));
}

/** Index of the first sample that differs, -1 where two sounds are the same. A matcher of the test runner takes seconds for a million. */
export function firstDifference(one: Float32Array, other: Float32Array): number {
  const found = one.findIndex((sample, i) => !Object.is(sample, other[i]));
  return found === -1 && other.length > one.length ? one.length : found;
}

/** The pictures of a film, in RGB, 24 bits a pixel, one after another. */
export const picturesOf = (bytes: Uint8Array, args = ''): Buffer =>
  decoded(bytes, '0:v:0', args, '-f rawvideo -pix_fmt rgb24');

/** What FFmpeg's log says while it reads a file through these filters. */
export const logOf = (bytes: Uint8Array, args: string): string =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'file'), bytes);
    return run(FFMPEG, ['-hide_banner', '-nostats', '-i', join(folder, 'file'), ...args.split(' '), '-f', 'null', '-'])
      .stderr;
  });

/** Integrated loudness and true peak (EBU R128), by FFmpeg's `ebur128`. */
export function loudnessOf(bytes: Uint8Array): {
  readonly integrated: number;
  readonly truePeak: number;
  readonly range: number;
} {
  const log = logOf(bytes, '-map 0:a:0 -af ebur128=peak=true');
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const value = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1]);
  return {
    integrated: value(/I:\s+(-?[\d.]+) LUFS/),
    truePeak: value(/Peak:\s+(-?[\d.]+) dBFS/),
    range: value(/LRA:\s+(-?[\d.]+) LU/),
  };
}

/** Debian's where nothing else is said; in the exhaustive tests that of the package, which is slower. */
const IS_NATIVE = process.env.TEST_DEEP !== '1';

/** Runs a tool with the FFmpeg of its package, or with Debian's. */
export async function runMedia(tool: Tool, request: RunToolRequest, isNative = IS_NATIVE): Promise<ClientAnswer> {
  if (!isNative) return runTool(tool, request);
  const scratch = mkdtempSync(join(tmpdir(), 'media-scratch-'));
  try {
    return await runTool(tool, request, { scratch, settings: { ...NO_SETTINGS, ffmpegPath: FFMPEG } });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The first file of a run that must succeed. */
export async function madeBy(tool: Tool, request: RunToolRequest, isNative = IS_NATIVE): Promise<Buffer> {
  const { message, cause, files } = await runMedia(tool, request, isNative);
  if (message !== undefined) throw new Error(`${tool.id}: ${message} ${String(cause ?? '')}`);
  return files[0]?.bytes ?? Buffer.alloc(0);
}

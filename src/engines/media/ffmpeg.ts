import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { invalid, quote } from '../../core/index.js';
import { builtFile } from '../../core/project-files.js';
import type { AudioFormat } from '../../lib/audio/audio-format.js';

/** What FFmpeg made of a file: mono samples at 16 kHz, and how long it says the file is. */
export interface FfmpegSound {
  readonly samples: Float32Array;
  readonly seconds: number | undefined;
}

export interface FfmpegRequest {
  /** For messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: AudioFormat;
  /** No more than this is decoded. */
  readonly maxSeconds: number;
  /** The operator's own FFmpeg, where there is one. */
  readonly ffmpegPath: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The demuxer for what the first bytes are, named to FFmpeg so that it does not guess: a playlist in a file called
 * `.mp4` would make it open other files and addresses.
 */
const DEMUXERS: Readonly<Record<AudioFormat, string>> = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg: 'ogg',
  mp4: 'mov',
  webm: 'matroska',
};

/** Sound that begins after the pictures, or has gaps, is filled up with silence, so that times are those of the file. */
const TIMELINE = 'aresample=16000:async=1:first_pts=0';

const LOG_CHARACTERS = 100_000;

/** Whether there is an FFmpeg: the operator's, or the package, which a build without GPL parts leaves out. */
export const hasFfmpeg = (ffmpegPath: string | undefined): boolean =>
  ffmpegPath !== undefined || corePath() !== undefined;

/**
 * Decodes the first sound track of a file in a process of its own. Throws INVALID_INPUT where the file has none or cannot be
 * read.
 */
export async function decodeWithFfmpeg(request: FfmpegRequest): Promise<FfmpegSound> {
  const demuxer = DEMUXERS[request.format];
  const { status, output, log } =
    request.ffmpegPath === undefined
      ? await runCore(request, demuxer)
      : await run(request.ffmpegPath, nativeArguments(demuxer, request.maxSeconds), request);
  if (/Stream map '0:a:0' matches no streams|does not contain any stream/.test(log)) {
    throw invalid(`Cannot read audio ${quote(request.name)}: it has no audio track`);
  }
  if (status !== 0 || output.length < 4) {
    throw invalid(`Cannot read audio ${quote(request.name)}: it is damaged or coded in a way that is not supported`);
  }
  const samples = new Float32Array(output.buffer.slice(output.byteOffset, output.byteOffset + (output.length & ~3)));
  return { samples, seconds: readDuration(log) };
}

/** Reads standard input only: no protocol but pipes, so that a container that points elsewhere gets nothing. */
function nativeArguments(demuxer: string, maxSeconds: number): string[] {
  return [
    ...['-hide_banner', '-nostats', '-protocol_whitelist', 'pipe', '-f', demuxer, '-i', 'pipe:0'],
    ...[
      '-map',
      '0:a:0',
      '-t',
      String(maxSeconds),
      '-af',
      TIMELINE,
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      'f32le',
      'pipe:1',
    ],
  ];
}

function runCore(request: FfmpegRequest, demuxer: string): Promise<ProgramResult> {
  const path = corePath();
  if (path === undefined) throw new Error('@ffmpeg/core is not installed');
  const program = builtFile('programs/ffmpeg-core.program.js');
  // The program may read what this process may, and nothing else: no writing, no programs, no addons.
  const kept = process.execArgv.filter((flag) =>
    /^--(experimental-)?permission$|^--allow-fs-read=|^--disable-warning/.test(flag),
  );
  return run(process.execPath, [...kept, program, demuxer, String(request.maxSeconds), TIMELINE, path], request);
}

function corePath(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const path = join(dirname(dirname(require.resolve('@ffmpeg/core'))), 'esm', 'ffmpeg-core.js');
    return existsSync(path) ? path : undefined;
  } catch {
    // Not installed: the caller says what cannot be read without it.
    return undefined;
  }
}

interface ProgramResult {
  readonly status: number | null;
  readonly output: Buffer;
  readonly log: string;
}

function run(command: string, args: readonly string[], { bytes, signal }: FfmpegRequest): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: {}, signal, killSignal: 'SIGKILL', stdio: 'pipe' });
    const chunks: Buffer[] = [];
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < LOG_CHARACTERS) log += text;
    });
    // A program that has read enough closes its input: what follows is not an error.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(chunks), log }));
    child.stdin.end(bytes);
  });
}

function readDuration(log: string): number | undefined {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(log) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

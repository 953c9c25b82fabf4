import { spawn } from 'node:child_process';

import { invalid, quote } from '../../core/index.js';
import type { AudioFormat } from '../../lib/audio/audio-format.js';
import { corePath, openSession } from './session.js';

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
  const { status, output, log } =
    request.ffmpegPath === undefined ? await runCore(request) : await runNative(request.ffmpegPath, request);
  if (/Stream map '0:a:0' matches no streams|does not contain any stream/.test(log)) {
    throw invalid(`Cannot read audio ${quote(request.name)}: it has no audio track`);
  }
  if (status !== 0 || output.length < 4) {
    throw invalid(`Cannot read audio ${quote(request.name)}: it is damaged or coded in a way that is not supported`);
  }
  const samples = new Float32Array(output.buffer.slice(output.byteOffset, output.byteOffset + (output.length & ~3)));
  return { samples, seconds: readDuration(log) };
}

/** From `source` to `target`, where no protocol but `protocol` is known: a container that points elsewhere gets nothing. */
function decodingArguments(request: FfmpegRequest, protocol: string, source: string, target: string): string[] {
  return [
    ...['-hide_banner', '-nostats', '-protocol_whitelist', protocol, '-f', DEMUXERS[request.format], '-i', source],
    ...['-map', '0:a:0', '-t', String(request.maxSeconds), '-af', TIMELINE, '-ac', '1', '-ar', '16000'],
    ...['-f', 'f32le', target],
  ];
}

interface Decoded {
  readonly status: number | null;
  readonly output: Uint8Array;
  readonly log: string;
}

async function runCore(request: FfmpegRequest): Promise<Decoded> {
  const session = await openSession({ ffmpegPath: undefined, scratch: undefined, signal: request.signal });
  if (session === undefined) throw new Error('@ffmpeg/core is not installed');
  try {
    await session.write('input', request.bytes);
    const { status, log } = await session.ffmpeg(decodingArguments(request, 'file', 'input', 'output'));
    return { status, log, output: status === 0 ? await session.read('output') : new Uint8Array(0) };
  } finally {
    await session.close();
  }
}

/** Reads standard input and writes standard output only. */
function runNative(command: string, request: FfmpegRequest): Promise<Decoded> {
  const { bytes, signal } = request;
  return new Promise((resolve, reject) => {
    const args = decodingArguments(request, 'pipe', 'pipe:0', 'pipe:1');
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

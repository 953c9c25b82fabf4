import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { overLimit } from '../../core/index.js';
import { growingSeconds, type TellSeconds } from '../../core/run-progress.js';
import { ContentFault } from '../../lib/faults.js';
import { optionalFile, startOwnProgram } from '../programs/own-program.js';

export interface FfmpegEnd {
  /** 0 where it went well. */
  readonly status: number;
  readonly log: string;
}

/** A folder with files, and FFmpeg at work in it. Names are plain; no file outside is reached. */
export interface MediaSession {
  /** Whether it is the operator's FFmpeg, which is several times faster and has more codecs. */
  readonly isNative: boolean;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** A folder within: its files have names such as `fonts/0.ttf`. */
  makeFolder(name: string): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  list(): Promise<readonly string[]>;
  /** `seconds`: about how long what is written will be, for those who want to hear how far it is. */
  ffmpeg(args: readonly string[], seconds?: number): Promise<FfmpegEnd>;
  /** What ffprobe writes for these arguments, as JSON; empty where it fails. */
  ffprobe(args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export interface SessionRules {
  /** The operator's own FFmpeg, where there is one. */
  readonly ffmpegPath: string | undefined;
  /** Where a native FFmpeg has its files. */
  readonly scratch: string | undefined;
  readonly signal: AbortSignal;
  /** Told how far FFmpeg is, where it is said how much there is to write. */
  readonly progress?: TellSeconds | undefined;
}

/** Less than the 90 seconds of the class, so that a run that takes too long is told so. */
const SESSION_SECONDS = 75;
const LOG_CHARACTERS = 400_000;
/** How far it is, on standard output, where nothing else is written. */
const PROGRESS = ['-nostats', '-progress', 'pipe:1', '-stats_period', '0.5'] as const;

const tooLong = () =>
  overLimit(`The work must be done within ${SESSION_SECONDS} seconds; a shorter or smaller file is faster`);

/** Opens a session, native where an FFmpeg and an ffprobe are named and there is a folder for them. `undefined` where there is neither. */
export async function openSession(rules: SessionRules): Promise<MediaSession | undefined> {
  const { ffmpegPath, scratch } = rules;
  const ffprobePath = ffmpegPath === undefined ? undefined : join(dirname(ffmpegPath), 'ffprobe');
  if (ffmpegPath !== undefined && ffprobePath !== undefined && scratch !== undefined && isThere(ffprobePath)) {
    await mkdir(scratch, { recursive: true });
    return new NativeSession(ffmpegPath, ffprobePath, await mkdtemp(join(scratch, 'media-')), rules);
  }
  const path = corePath();
  return path === undefined ? undefined : new CoreSession(path, rules);
}

/** Whether a program is there. In a tool process, which may not look, it is taken to be. */
function isThere(program: string): boolean {
  try {
    return existsSync(program);
  } catch {
    // Node's permission flag refuses the look: `existsSync` throws then.
    return true;
  }
}

/** The module of the package, which a build without GPL parts leaves out. */
export const corePath = (): string | undefined => optionalFile('@ffmpeg/core', '../../esm/ffmpeg-core.js');

interface Answer {
  readonly status: number;
  readonly log: string;
  readonly names: readonly string[];
  readonly content: Uint8Array;
}

/** What a header says beside an answer: how long its content is, or before the answer, how many seconds FFmpeg has written. */
interface Written {
  readonly length: number;
  readonly seconds?: number;
}

/** The package in its process: a command, then its answer. */
class CoreSession implements MediaSession {
  readonly isNative = false;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #chunks: Buffer[] = [];
  #waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void } | undefined;
  #end: Error | undefined;
  #hasAnswered = false;
  /** Hears of the seconds that FFmpeg has written. */
  #tell: (done: number) => void = () => {};

  constructor(
    readonly path: string,
    readonly rules: SessionRules,
  ) {}

  /** With the first command: many a file is refused by its first bytes, for which no program need start. */
  #start(): ChildProcess {
    const child = startOwnProgram('ffmpeg-core', this.path, this.rules.signal);
    this.#timer = setTimeout(() => this.#fail(tooLong()), SESSION_SECONDS * 1000);
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#deliver();
    });
    // It says nothing there but what Node warns of.
    child.stderr?.resume();
    // A program that has ended takes no more: its end is what is told.
    child.stdin?.on('error', () => {});
    child.on('error', (error) => this.#fail(error));
    // What a file makes FFmpeg trip over is the file's fault; what the system has ended, or never began, is not.
    child.on('close', (status, killedBy) => {
      const isTripped = this.#hasAnswered && killedBy === null && status !== 0;
      const ended = new Error('the program around FFmpeg has ended');
      this.#fail(isTripped ? new ContentFault('it is damaged or coded in a way that is not supported') : ended);
    });
    return child;
  }

  #fail(error: Error): void {
    this.#end ??= error;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    this.#waiting?.reject(this.#end);
    this.#waiting = undefined;
  }

  #deliver(): void {
    const total = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    if (total < 4 || this.#waiting === undefined) return;
    if ((this.#chunks[0]?.length ?? 0) < Math.min(total, 1_000_000)) this.#chunks = [Buffer.concat(this.#chunks)];
    const start = this.#chunks[0] ?? Buffer.alloc(0);
    const headerLength = start.readUInt32LE();
    if (start.length < 4 + headerLength) return;
    const header = JSON.parse(start.subarray(4, 4 + headerLength).toString()) as Answer & Written;
    if (header.seconds !== undefined) {
      this.#chunks = [Buffer.concat(this.#chunks).subarray(4 + headerLength)];
      this.#tell(header.seconds);
      this.#deliver();
      return;
    }
    if (total < 4 + headerLength + header.length) return;
    const bytes = Buffer.concat(this.#chunks);
    const end = 4 + headerLength + header.length;
    this.#chunks = bytes.length > end ? [bytes.subarray(end)] : [];
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    this.#hasAnswered = true;
    resolve({ ...header, content: bytes.subarray(4 + headerLength, end) });
  }

  #send(command: object, bytes: Uint8Array = new Uint8Array(0)): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end);
        return;
      }
      this.#child ??= this.#start();
      this.#waiting = { resolve, reject };
      const header = Buffer.from(JSON.stringify({ ...command, length: bytes.length }));
      const size = Buffer.alloc(4);
      size.writeUInt32LE(header.length);
      this.#child.stdin?.write(Buffer.concat([size, header]));
      if (bytes.length > 0) this.#child.stdin?.write(bytes);
    });
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#send({ action: 'write', name }, bytes);
  }

  async makeFolder(name: string): Promise<void> {
    await this.#send({ action: 'folder', name });
  }

  async read(name: string): Promise<Uint8Array> {
    return (await this.#send({ action: 'read', name })).content;
  }

  async remove(name: string): Promise<void> {
    await this.#send({ action: 'remove', name });
  }

  async list(): Promise<readonly string[]> {
    return (await this.#send({ action: 'list' })).names;
  }

  async ffmpeg(args: readonly string[], seconds = 0): Promise<FfmpegEnd> {
    this.#tell = growingSeconds(this.rules.progress, seconds);
    // The package says how far it is where it would print it.
    return this.#send({ action: 'ffmpeg', args: [seconds > 0 ? '-stats' : '-nostats', ...args] });
  }

  async ffprobe(args: readonly string[]): Promise<string> {
    await this.#send({ action: 'ffprobe', args: ['-o', 'probe.json', ...args] });
    const { content } = await this.#send({ action: 'read', name: 'probe.json' });
    await this.#send({ action: 'remove', name: 'probe.json' });
    return Buffer.from(content).toString();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#end ??= new Error('the session is closed');
    this.#child?.kill('SIGKILL');
  }
}

/** The operator's FFmpeg in a folder of its own. */
class NativeSession implements MediaSession {
  readonly isNative = true;
  readonly #until = Date.now() + SESSION_SECONDS * 1000;

  constructor(
    readonly ffmpegPath: string,
    readonly ffprobePath: string,
    readonly folder: string,
    readonly rules: SessionRules,
  ) {}

  write(name: string, bytes: Uint8Array): Promise<void> {
    return writeFile(join(this.folder, name), bytes);
  }

  async makeFolder(name: string): Promise<void> {
    await mkdir(join(this.folder, name), { recursive: true });
  }

  read(name: string): Promise<Uint8Array> {
    // What was not written is empty, as the package's files are.
    return readFile(join(this.folder, name)).catch(() => new Uint8Array(0));
  }

  remove(name: string): Promise<void> {
    return rm(join(this.folder, name), { force: true });
  }

  list(): Promise<readonly string[]> {
    return readdir(this.folder);
  }

  async ffmpeg(args: readonly string[], seconds = 0): Promise<FfmpegEnd> {
    const tell = growingSeconds(this.rules.progress, seconds);
    const { status, log } = await this.#run(this.ffmpegPath, [...PROGRESS, ...args], (text) => {
      // FFmpeg writes `out_time_us=…` among others, in lines.
      const [, microseconds] = /(?:^|\n)out_time_us=(\d+)\n/.exec(text) ?? [];
      if (microseconds !== undefined) tell(Number(microseconds) / 1e6);
    });
    return { status, log };
  }

  async ffprobe(args: readonly string[]): Promise<string> {
    return (await this.#run(this.ffprobePath, args)).output;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  #run(
    command: string,
    args: readonly string[],
    onOutput?: (text: string) => void,
  ): Promise<FfmpegEnd & { readonly output: string }> {
    const left = this.#until - Date.now();
    return new Promise((resolve, reject) => {
      const { folder: cwd } = this;
      const { signal } = this.rules;
      const child = spawn(command, args, {
        cwd,
        env: {},
        signal,
        killSignal: 'SIGKILL',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          child.kill('SIGKILL');
        },
        Math.max(left, 1),
      );
      const texts = { output: '', log: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        onOutput?.(text);
        if (texts.output.length < 10 * LOG_CHARACTERS) texts.output += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (texts.log.length < LOG_CHARACTERS) texts.log += text;
      });
      child.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      child.on('close', (status) => {
        clearTimeout(timer);
        if (isLate) reject(tooLong());
        else resolve({ status: status ?? 1, ...texts });
      });
    });
  }
}

import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { noteUntested, runFolder } from './untested.js';

/** Whether a program of the machine runs. Where it does not, prints what that leaves untested. */
export function hasProgram(program: string, args: readonly string[], untested: string): boolean {
  const isHere = onceForAll(['program', program, ...args], () => {
    const { error, status } = startProgram(program, args, '');
    return error === undefined && status === 0;
  });
  if (!isHere) noteUntested(program, untested);
  return isHere;
}

/**
 * An answer about this machine that is asked for once in a run of the tests: hundreds of files ask whether the same programs are there,
 * and each of the processes that run them would start all of these.
 */
function onceForAll(question: readonly string[], ask: () => boolean): boolean {
  const folder = runFolder();
  if (folder === undefined) return ask();
  const file = join(folder, createHash('sha256').update(JSON.stringify(question)).digest('hex'));
  if (existsSync(file)) {
    const known = readFileSync(file, 'utf8');
    if (known !== '') return known === 'yes';
  }
  const answer = ask();
  writeFileSync(file, answer ? 'yes' : 'no');
  return answer;
}

/** What a program writes to its standard output. Throws with its error output when it fails. */
export function runProgram(program: string, args: readonly string[], input: string | Uint8Array = ''): Buffer {
  const { error, status, stdout, stderr } = startProgram(program, args, input);
  if (error !== undefined) throw new Error(`${program} does not run: ${error}`);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** How a program that was started for a test ended. */
interface StartedEnd {
  readonly error: string | undefined;
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/**
 * Starts programs one after another, each in the folder of this process: requests and answers are JSON behind its length, over two
 * named pipes. It ends when this process does.
 */
const STARTER = `
  const { spawnSync } = require('node:child_process');
  const { openSync, readSync, writeSync } = require('node:fs');
  const [requests, answers] = [openSync(process.argv[1], 'r'), openSync(process.argv[2], 'w')];
  const read = (length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const got = readSync(requests, bytes, at, length - at);
      if (got === 0) process.exit(0);
      at += got;
    }
    return bytes;
  };
  for (;;) {
    const { program, args, input, cwd } = JSON.parse(read(read(4).readUInt32LE()).toString());
    const end = spawnSync(program, args, { input: Buffer.from(input, 'base64'), cwd, maxBuffer: 2 ** 28 });
    const { error, status, stdout, stderr } = end;
    const texts = [stdout, stderr].map((bytes) => (bytes ?? Buffer.alloc(0)).toString('base64'));
    const answer = Buffer.from(JSON.stringify([error === undefined ? null : String(error.message), status, ...texts]));
    const whole = Buffer.concat([Buffer.alloc(4), answer]);
    whole.writeUInt32LE(answer.length);
    for (let at = 0; at < whole.length; ) at += writeSync(answers, whole, at);
  }`;

let starter: { readonly requests: number; readonly answers: number } | undefined;

/**
 * Through a small process of its own: to start a program from a test process that holds a gigabyte takes a tenth of a second, and
 * tests start thousands.
 */
function startProgram(program: string, args: readonly string[], input: string | Uint8Array): StartedEnd {
  starter ??= openStarter();
  const { requests, answers } = starter;
  const request = { program, args, input: Buffer.from(input).toString('base64'), cwd: process.cwd() };
  const body = Buffer.from(JSON.stringify(request));
  const whole = Buffer.concat([Buffer.alloc(4), body]);
  whole.writeUInt32LE(body.length);
  for (let at = 0; at < whole.length; ) at += writeSync(requests, whole, at);
  const answer = readExactly(answers, readExactly(answers, 4).readUInt32LE()).toString();
  const [error, status, stdout, stderr] = JSON.parse(answer) as [string | null, number | null, string, string];
  return {
    error: error ?? undefined,
    status,
    stdout: Buffer.from(stdout, 'base64'),
    stderr: Buffer.from(stderr, 'base64'),
  };
}

function openStarter() {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  spawnSync('mkfifo', [requests, answers]);
  spawn(process.execPath, ['-e', STARTER, requests, answers], { stdio: 'ignore' }).unref();
  // Each waits until the other side has opened the pipe too.
  const opened = { requests: openSync(requests, 'w'), answers: openSync(answers, 'r') };
  rmSync(folder, { recursive: true });
  return opened;
}

function readExactly(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const got = readSync(file, bytes, at, length - at, null);
    if (got === 0) throw new Error('the process that starts programs has ended');
    at += got;
  }
  return bytes;
}

/** One run of a program. */
export interface ProgramJob {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string | Uint8Array;
}

export interface ProgramEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How each program ended, whatever its status. */
export const runPrograms = (jobs: readonly ProgramJob[]): readonly ProgramEnd[] =>
  jobs.map(({ program, args, input }) => {
    const { status, stdout, stderr } = startProgram(program, args, input);
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  });

/** As `runProgram`, while this process goes on: for programs that talk to a server in it. */
export async function runBeside(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], { maxBuffer: 2 ** 26, timeout: 60_000 });
  return stdout;
}

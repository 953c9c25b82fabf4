import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { builtFile } from '../core/project-files.js';

/** The built service as an operator starts it: a process of its own. */
export interface StartedService {
  readonly origin: string;
  readonly port: number;
  /** Of the server itself, also where it was started through another program. */
  readonly pid: number;
  readonly child: ChildProcess;
  /** All that it has written on standard error: its log, a JSON object a line. */
  readonly log: () => string;
  /** Code and signal of its end. */
  readonly ended: Promise<readonly [number | null, string | null]>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The program that runs it; this process's own Node where left out. */
  readonly node?: string;
  /** The built command; the product's own where left out. */
  readonly command?: string;
  /** A command line that starts the service as its last words: `['prlimit', '--nofile=64']`. */
  readonly through?: readonly string[];
}

/** Starts the built service on a free port. Rejects, with what it wrote, when it ends before it listens. */
export async function startService(options: StartOptions = {}): Promise<StartedService> {
  const { env = {}, through = [], node = process.execPath, command = builtFile('bin/tool-execution-api.js') } = options;
  const [program, ...args] = [...through, node, command, 'serve'];
  const child = spawn(program ?? '', args, {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', log: '' };
  child.stdout.on('data', (chunk) => (written.out += chunk));
  child.stderr.on('data', (chunk) => (written.log += chunk));
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  await Promise.race([once(child.stdout, 'data'), ended]);
  const port = Number(/:(\d+)\n/.exec(written.out)?.[1]);
  if (!Number.isInteger(port)) throw new Error(`The service did not start: ${written.out}${written.log}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    child,
    log: () => written.log,
    ended,
  };
}

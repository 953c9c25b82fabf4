import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const folder = import.meta.dirname;

export const inFolder = (path: string): string => join(folder, path);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** None of the tools may call home or look for updates. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  NO_UPDATE_NOTIFIER: '1',
};

/** Runs an installed command. Resolves to its output and exit code. */
export async function runCommand(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(inFolder(`node_modules/.bin/${name}`), args, { cwd: folder, env: { ...process.env, ...QUIET } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}

/** A program that runs until it is stopped. */
export interface Background {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the built service on a free port. */
export async function startService(): Promise<Background> {
  const command = join(folder, '../../dist/bin/tool-execution-api.js');
  const child = spawn(process.execPath, [command, 'serve'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await printed(child, /http:\/\/[\d.:]+/);
  return { origin, stop: () => stopped(child) };
}

/** Starts Prism as a proxy that compares each request and response with the description. */
export async function startPrism(upstream: string): Promise<Background> {
  const port = await freePort();
  const args = ['proxy', 'generated/openapi.json', upstream, '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(inFolder('node_modules/.bin/prism'), args, {
    cwd: folder,
    env: { ...process.env, ...QUIET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await printed(child, /Prism is listening/);
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopped(child) };
}

/** Waits until a program prints something; what it prints later is read away. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`nothing like ${pattern} in: ${output}`)), 60_000);
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      // A program may list hundreds of lines before the one that is waited for.
      output = (output + chunk.toString()).slice(-10_000);
      const [found] = pattern.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(patience);
      resolve(found);
    });
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

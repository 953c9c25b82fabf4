import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectRoot } from '../../src/core/project-files.js';
import buildAll from '../../src/testing/global-setup.js';
import { commandLine, type ProcessState, processTree } from '../../src/testing/process-tree.js';
import { type StartedService, type StartOptions, startService } from '../../src/testing/started-service.js';

/** A line of the service's log. */
export interface LogLine {
  readonly time: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A started service whose tools misbehave, with a folder of its own for temporary files. */
export interface HostileService extends StartedService {
  readonly temporary: string;
  readonly lines: (event?: string) => LogLine[];
  /** Its tool processes that are alive. */
  readonly toolProcesses: () => ProcessState[];
  readonly zombies: () => number;
  /** What lies in its folder for temporary files. */
  readonly leftFiles: () => string[];
}

let installed: string | undefined;
const folders: string[] = [];

/** The built service with the hostile tools, as if it were installed in a folder of its own. */
async function install(): Promise<string> {
  const built = join(projectRoot, 'dist-test/product');
  if (!existsSync(join(built, 'bin'))) await buildAll();
  const folder = temporaryFolder();
  cpSync(built, join(folder, 'dist'), { recursive: true });
  cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'));
  return folder;
}

/** A folder that is removed at the end of the check. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Starts the service. `LOG_LEVEL` is debug unless `env` says otherwise. */
export async function startHostile({ env, ...options }: StartOptions = {}): Promise<HostileService> {
  installed ??= await install();
  const temporary = env?.TMPDIR ?? join(temporaryFolder(), 'tmp');
  mkdirSync(temporary, { recursive: true });
  const command = join(installed, 'dist/bin/tool-execution-api.js');
  const service = await startService({ command, ...options, env: { LOG_LEVEL: 'debug', TMPDIR: temporary, ...env } });
  const tree = () => processTree(service.pid).slice(1);
  return {
    ...service,
    temporary,
    lines: (event) => {
      const all = service
        .log()
        .split('\n')
        .filter((line) => line.startsWith('{'));
      return all
        .map((line) => JSON.parse(line) as LogLine)
        .filter((line) => event === undefined || line.event === event);
    },
    toolProcesses: () =>
      tree().filter(({ pid, state }) => state !== 'Z' && commandLine(pid).includes('runner/main.js')),
    zombies: () => tree().filter(({ state }) => state === 'Z').length,
    leftFiles: () => readdirSync(temporary),
  };
}

/** Kills all its tool processes. Those around one end with it: they may be gone when their turn comes. */
export function killTools({ toolProcesses }: HostileService): void {
  for (const { pid } of toolProcesses()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Stops a service as an operator does. Resolves with its exit code. */
export async function stop(service: StartedService): Promise<number | null> {
  service.child.kill('SIGTERM');
  return (await service.ended)[0];
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when what has happened so far stands in the log, which is written in batches. */
export const logged = (): Promise<void> => pause(150);

/** Waits until something holds; `false` when it does not within `limitMs`. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await condition()) return true;
    await pause(20);
  }
  return false;
}

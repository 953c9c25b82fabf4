import { spawnSync } from 'node:child_process';

/** Whether a program of the machine runs. Where it does not, prints what that leaves untested. */
export function hasProgram(program: string, args: readonly string[], untested: string): boolean {
  const { error, status } = spawnSync(program, args, { stdio: 'ignore' });
  if (error === undefined && status === 0) return true;
  process.stderr.write(`skipped without ${program}: ${untested}\n`);
  return false;
}

/** What a program writes to its standard output. Throws with its error output when it fails. */
export function runProgram(program: string, args: readonly string[], input: string | Uint8Array = ''): Buffer {
  const { error, status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 2 ** 28 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** One run of a program. */
export interface ProgramJob {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
}

export interface ProgramEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs programs one after another from a small process of their own: starting hundreds of them from a test process that holds
 * gigabytes takes a tenth of a second each.
 */
export function runPrograms(jobs: readonly ProgramJob[]): readonly ProgramEnd[] {
  const driver = `
    const { spawnSync } = require('node:child_process');
    const jobs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const ends = jobs.map(({ program, args, input }) => {
      const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
      return { status, stdout, stderr };
    });
    process.stdout.write(JSON.stringify(ends));`;
  return JSON.parse(runProgram(process.execPath, ['-e', driver], JSON.stringify(jobs)).toString()) as ProgramEnd[];
}

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

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { builtFile } from '../../core/project-files.js';

/** GPL packages are optional and never linked: each has a program of ours around it, in a process of its own. */

/** A file of such a package, named from its entry point; `undefined` where a build leaves the package out. */
export function optionalFile(name: string, fromEntry: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const path = join(require.resolve(name), fromEntry);
    return existsSync(path) ? path : undefined;
  } catch {
    // Not installed: the caller says what is missing without it.
    return undefined;
  }
}

/** Starts `dist/programs/{name}.program.js` around a module. It may read what this process may, and nothing else. */
export function startOwnProgram(name: string, module: string, signal: AbortSignal): ChildProcessWithoutNullStreams {
  const kept = process.execArgv.filter((flag) =>
    /^--(experimental-)?permission$|^--allow-fs-read=|^--disable-warning/.test(flag),
  );
  const program = builtFile(`programs/${name}.program.js`);
  return spawn(process.execPath, [...kept, program, module], { env: {}, signal, killSignal: 'SIGKILL', stdio: 'pipe' });
}

/** `npm start`: builds where something has changed, in a process of its own, and serves in this one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { isBuilt } from './build.mjs';

const ROOT = join(import.meta.dirname, '..');

if (isBuilt()) console.log('dist/ is up to date');
else {
  const build = spawn(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' });
  // Who ends this process wants no build either. A terminal sends SIGINT to both.
  const end = () => build.kill('SIGTERM');
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, end);
  const [status] = await once(build, 'exit');
  if (status !== 0) process.exit(status ?? 143);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, end);
}
const command = join(ROOT, 'dist/bin/tool-execution-api.js');
process.argv = [process.execPath, command, 'serve', ...process.argv.slice(2)];
await import(command);

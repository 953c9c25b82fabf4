import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Its own memory stays small: a program that it starts takes it. */
export default defineHostile({
  id: 'hoard-elsewhere',
  timeoutSeconds: 30,
  needs: ['programs'],
  async run() {
    const hoard = 'const h = []; setInterval(() => h.push(Buffer.alloc(64 * 2 ** 20, 1)), 1)';
    const child = spawn(process.execPath, ['-e', hoard], { stdio: 'ignore' });
    await once(child, 'exit');
    return text('ended');
  },
});

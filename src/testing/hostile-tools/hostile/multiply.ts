import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Starts programs that start programs, each doing nothing. */
export default defineHostile({
  id: 'multiply',
  class: 'native',
  needs: ['programs'],
  async run() {
    const child = spawn('sh', ['-c', 'i=0; while [ $i -lt 4000 ]; do i=$((i+1)); sleep 60 & done; wait'], {
      stdio: 'ignore',
    });
    await once(child, 'exit');
    return text('ended');
  },
});

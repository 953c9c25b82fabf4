import { spawnSync } from 'node:child_process';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Programs whose own parent ends before them, as helpers of a browser that was killed: each becomes a child of whoever is first here. */
export default defineHostile({
  id: 'leave-orphans',
  class: 'native',
  needs: ['programs'],
  async run() {
    for (let i = 0; i < 5; i += 1) spawnSync('sh', ['-c', 'sleep 0.2 &'], { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return text('left');
  },
});

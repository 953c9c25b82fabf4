import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'crash',
  async run() {
    process.kill(process.pid, 'SIGSEGV');
    await new Promise((resolve) => setTimeout(resolve, 900));
    return text('alive');
  },
});

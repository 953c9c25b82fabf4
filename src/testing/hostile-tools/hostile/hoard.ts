import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'hoard',
  timeoutSeconds: 30,
  async run() {
    const hoard: Buffer[] = [];
    for (let i = 0; i < 200; i += 1) {
      hoard.push(Buffer.alloc(64 * 2 ** 20, 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return text(String(hoard.length));
  },
});

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'allocate',
  run: () => text(String(Buffer.alloc(10 * 2 ** 30, 1).length)),
});

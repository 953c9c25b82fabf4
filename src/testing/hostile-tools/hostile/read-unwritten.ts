import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Bytes that the C library gives and nobody has written, as an addon might read them. */
export default defineHostile({
  id: 'read-unwritten',
  run() {
    const bytes = [5000, 200_000].flatMap((length) => [...Buffer.allocUnsafeSlow(length)]);
    return json({ values: [...new Set(bytes)] });
  },
});

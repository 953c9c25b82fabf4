import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** Whether a process without any rights reaches the one whose id is the input; the signal 0 only asks. */
export default defineHostile({
  id: 'signal',
  class: 'standard',
  run({ input }) {
    try {
      process.kill(Number(input), 0);
      return json({ signal: 'allowed' });
    } catch {
      return json({ signal: 'refused' });
    }
  },
});

import { text } from '../../../core/index.js';
import { spendProcess } from '../../../core/run-end.js';

import { defineHostile } from './_define.js';

/** An engine is in no known state after this run. */
export default defineHostile({
  id: 'spend',
  class: 'standard',
  run() {
    spendProcess();
    return text('spent');
  },
});

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'use-scratch',
  needs: ['scratch'],
  class: 'standard',
  run({ scratch = '' }) {
    const found = readdirSync(scratch);
    writeFileSync(join(scratch, 'left-behind.txt'), 'x');
    return json({ scratch, found, mode: (statSync(scratch).mode & 0o777).toString(8) });
  },
});

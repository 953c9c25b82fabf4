import { pbkdf2Sync } from 'node:crypto';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'native-lock',
  run: () => text(pbkdf2Sync('a', 'b', 1_000_000_000, 32, 'sha512').toString('hex')),
});

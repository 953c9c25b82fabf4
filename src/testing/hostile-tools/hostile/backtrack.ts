import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'backtrack',
  run: () => text(String(/^(a+)+$/.test(`${'a'.repeat(60)}!`))),
});

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'spin',
  run() {
    for (;;);
  },
});

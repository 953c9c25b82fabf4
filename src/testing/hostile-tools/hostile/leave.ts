import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'leave',
  run() {
    process.exit(0);
  },
});

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'abort-itself',
  run() {
    process.abort();
  },
});

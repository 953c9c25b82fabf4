import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

export default defineHostile({
  id: 'leave-rejection',
  run() {
    setTimeout(() => Promise.reject(new Error('left behind')), 10);
    return text('done');
  },
});

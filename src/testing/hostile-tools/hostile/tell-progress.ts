import { invalid, json } from '../../../core/index.js';
import { defineHostile } from './_define.js';

/** Says how far it is, nonsense among it, then answers; refuses input that asks for it, and goes on until it is ended where that asks for `more`. */
export default defineHostile({
  id: 'tell-progress',
  class: 'native',
  async run({ input, progress }) {
    progress({ done: Number.NaN, total: 4, unit: 'seconds' });
    progress({ done: 5, total: 4, unit: 'seconds' });
    for (let done = 1; done <= 4; done += 1) {
      progress({ done, total: 4, unit: 'seconds' });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    for (let done = 5; input === 'more'; done += 1) {
      progress({ done, total: done, unit: 'seconds' });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    if (input === 'refuse') throw invalid('Input must not ask for a refusal');
    return json({ said: input });
  },
});

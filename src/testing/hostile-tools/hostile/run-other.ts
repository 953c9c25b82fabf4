import { z } from 'zod';

import { text } from '../../../core/index.js';

import { defineHostile } from './_define.js';

/** A tool that runs another one, as often as asked, and says how often it has. */
export default defineHostile({
  id: 'run-other',
  class: 'native',
  input: 'optional',
  needs: ['tools'],
  options: {
    tool: z.string().max(100).default('wait-standard').describe('Tool to run.'),
    ms: z.number().min(0).max(60_000).default(100).describe('Milliseconds that it waits.'),
    times: z.number().min(1).max(10).default(1).describe('How often.'),
  },
  async run({ input, options, tools }) {
    const tool = await tools.find(String(options.tool));
    if (tool === undefined) return text('none');
    const said: string[] = [];
    const total = Number(options.times);
    for (let done = 0; done < total; done += 1) {
      const wait = Object.hasOwn(tool.options, 'ms') ? { ms: options.ms } : {};
      said.push((await tools.run(tool, { input, options: wait }, { done, total, unit: 'steps' })).text ?? '');
    }
    return text(said.join(' '));
  },
});

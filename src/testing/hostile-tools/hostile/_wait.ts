import { z } from 'zod';

import { text } from '../../../core/index.js';
import type { ToolClass } from '../../../core/limits.js';
import type { Tool } from '../../../core/tool.js';

import { defineHostile } from './_define.js';

/** A tool that waits, and stops waiting when it is told to. */
export const waitFor = (id: string, toolClass: ToolClass): Tool =>
  defineHostile({
    id,
    class: toolClass,
    options: { ms: z.number().min(0).max(60_000).default(100).describe('Milliseconds to wait.') },
    async run({ options, signal }) {
      await new Promise((resolve) => {
        setTimeout(resolve, Number(options.ms));
        signal.addEventListener('abort', resolve);
      });
      return text('waited');
    },
  });

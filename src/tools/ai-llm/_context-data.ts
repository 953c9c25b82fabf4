import { z } from 'zod';

import { count, place, warnings } from '../../core/shared-data.js';

/** `data` of context-packer. */
export const CONTEXT_DATA = z.object({
  tokenCount: count('Tokens of the prompt.'),
  fileCount: count('Files in the prompt.'),
  files: z
    .array(
      z.object({
        path: z.string().describe('Path.'),
        tokens: count('Tokens with its heading.'),
        lines: count('Lines.'),
      }),
    )
    .describe('Files in the prompt, in its order.'),
  skipped: z
    .array(
      z.object({ path: z.string().describe('Path.'), reason: z.string().describe('Why it is not in the prompt.') }),
    )
    .describe('Files that are not in the prompt, up to 1,000.'),
  secrets: z
    .array(
      z.object({
        path: z.string().describe('Path.'),
        line: place('Line.'),
        title: z.string().describe('What was found.'),
      }),
    )
    .describe('Secrets of medium and high severity in the packed files, up to 1,000.'),
  warnings: warnings(),
});

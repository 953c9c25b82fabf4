import { z } from 'zod';

import { ofKind } from '../../core/options.js';

/** Options for CSV that is written in another way than most. */
export const csvFormOptions = {
  customDelimiter: ofKind(
    'separator',
    z
      .string()
      .max(1)
      .default('')
      .describe('Any other single character as the delimiter of the input; "delimiter" is then ignored.'),
  ),
  quote: z.string().max(1).default('"').describe('Quote character of the input; empty if cells are never quoted.'),
  skipLines: z
    .number()
    .multipleOf(1)
    .min(0)
    .max(1000)
    .default(0)
    .describe('Lines to skip before the table, such as a title or a comment.'),
} as const;

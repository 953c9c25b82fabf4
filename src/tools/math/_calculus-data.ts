import { z } from 'zod';

import { warnings } from '../../core/shared-data.js';

export const CALCULUS_ACTIONS = [
  'derivative',
  'integral',
  'limit',
  'taylor',
  'simplify',
  'expand',
  'factor',
  'partial-fractions',
] as const;

/** What calculus-calculator tells. */
export const calculusData = z.object({
  result: z
    .string()
    .nullable()
    .describe('The result as a formula; null where there is only a number, or none was found.'),
  value: z
    .string()
    .nullable()
    .describe('Of a definite integral or a limit: the number, also inf or -inf; null where there is none.'),
  error: z.number().nullable().describe('How far the value may be off, as estimated; null where there is no number.'),
  variable: z.string().describe('The variable.'),
  outcome: z
    .enum(['found', 'not-found', 'none'])
    .describe(
      'Whether there is a result: "not-found" where no rule leads to one, "none" where there is none, as of a divergent integral.',
    ),
  warnings: warnings(),
});

export type Answer = z.infer<typeof calculusData>;

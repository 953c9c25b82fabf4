/** Schemas of result data that mean the same in many tools. */

import { z } from 'zod';

/** Data whose shape the caller's content or options decide. */
export const anyJson = (description: string) => z.unknown().describe(description);

/** How many of something there are. */
export const count = (description: string) => z.int().min(0).describe(description);

/** Where something is in a text or list, counted from 1. */
export const place = (description: string) => z.int().min(1).describe(description);

/** What could not be done as asked for. */
export const warnings = () =>
  z.array(z.string()).describe('What could not be done as asked; empty if there is nothing.');

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

/** The report of a run that works on each upload by itself (`eachFile`): `keys` are what it says of one that succeeded. */
export const fileReports = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.object({
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the upload.'),
          outputs: z.array(z.string()).optional().describe('Names of the files written for it.'),
          error: z
            .string()
            .optional()
            .describe('Why this file failed, where others succeeded; it has no other keys then.'),
          ...z.object(keys).partial().shape,
        }),
      )
      .describe('One per upload, in their order.'),
  });

/** Schemas of result data that mean the same in many tools. */

import { z } from 'zod';

/** Data whose shape the caller's content or options decide. */
export const anyJson = (description: string) => z.unknown().describe(description);

/** How many of something there are. */
export const count = (description: string) => z.int().min(0).describe(description);

/** Where something is in a text or list, counted from 1. */
export const place = (description: string) => z.int().min(1).describe(description);

const findingCounts = z
  .object({
    error: count('Findings of severity error.'),
    warning: count('Findings of severity warning.'),
    info: count('Findings of severity info.'),
  })
  .describe('Findings by severity, including those that are not listed.');

const findingKeys = {
  rule: z.string().describe('Name of the rule.'),
  severity: z.enum(['error', 'warning', 'info']).describe('How bad it is.'),
  message: z.string().describe('What is wrong.'),
};

const findingPlace = { line: place('Line of the place.'), column: place('Column of the place.') };

const findingList = <Keys extends z.ZodRawShape>(keys: Keys) => ({
  counts: findingCounts,
  findings: z.array(z.object(keys)).describe('Findings in the order of lines, at most 1,000: the worst.'),
});

/** Findings of rules in a document of JSON or YAML, in the order of its lines. */
export const findingReport = findingList({
  ...findingKeys,
  pointer: z.string().describe('JSON Pointer of the place.'),
  ...findingPlace,
});

/** The same in a text of another kind; `more` is what else each says. */
export const textFindingReport = <Keys extends z.ZodRawShape>(more: Keys) =>
  findingList({ ...findingKeys, ...more, ...findingPlace });

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

import { z } from 'zod';

import { NetworkFailure } from '../../network/failures.js';

/** What every tool of the family says of itself. */
export const LIVE_NOTE =
  'Opens connections from this machine. Addresses that are private, local or reserved are refused, and so are names that lead to one.';

export const failureData = (description = 'Why it failed; null if it did not.') =>
  z
    .object({
      reason: z
        .enum([
          'not-public',
          'no-such-name',
          'no-address',
          'dns-failed',
          'refused',
          'unreachable',
          'reset',
          'timeout',
          'tls-failed',
          'bad-certificate',
          'not-http',
          'bad-content',
          'bad-redirect',
          'too-many-redirects',
          'too-large',
        ])
        .describe('Kind of failure.'),
      message: z.string().describe('The failure in words.'),
    })
    .nullable()
    .describe(description);

/** A failure of the other side as a report tells it. */
export const told = ({ reason, message }: NetworkFailure) => ({ reason, message });

/** What went wrong on the way, for a report; whatever is not of the network is thrown on. */
export function anyFailureOf(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  throw error;
}

/** The same for the host that a caller named: one that may not be reached refuses the run. */
export function failureOf(error: unknown): NetworkFailure {
  const failure = anyFailureOf(error);
  if (failure.reason === 'not-public') throw failure;
  return failure;
}

export const milliseconds = (description: string) => z.number().min(0).describe(`${description} In milliseconds.`);

/** Times are told to a tenth of a millisecond. */
export const rounded = (ms: number): number => Math.round(ms * 10) / 10;

export const timeoutOption = (initial: number, most: number, what: string) =>
  z.number().multipleOf(1).min(100).max(most).default(initial).describe(`Milliseconds to wait for ${what}.`);

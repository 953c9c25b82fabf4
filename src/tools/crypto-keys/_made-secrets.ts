/** What the tools that make secrets by chance have in common. */

import { z } from 'zod';

import { json, type ToolResult, text } from '../../core/index.js';

/** Below it, whoever has the hash of a secret finds it by trying: 10^12 guesses a second are 2^64 in seven months. */
const WEAK_BITS = 64;

export const madeOptions = {
  count: z.number().multipleOf(1).min(1).max(1000).default(1).describe('How many to make.'),
  format: (usual: 'json' | 'text' = 'json') =>
    z
      .enum(['json', 'text'])
      .default(usual)
      .describe('JSON with entropy and warnings, or plain text with one result per line.'),
} as const;

/** Bits as people read them: one decimal. */
export const roundedBits = (bits: number): number => Math.floor(10 * bits) / 10;

export function entropyWarnings(bits: number, what: string): string[] {
  return bits < WEAK_BITS
    ? [
        `${what} of ${roundedBits(bits)} bits withstands guessing only where attempts are limited; choose at least ${WEAK_BITS} bits for anything that can be attacked offline`,
      ]
    : [];
}

/** The result of such a tool: the report, or only what was made. */
export const madeResult = <const Data extends object>(
  format: 'json' | 'text',
  made: readonly string[],
  data: Data,
): ToolResult<Data> => (format === 'text' ? text(`${made.join('\n')}\n`) : json(data));

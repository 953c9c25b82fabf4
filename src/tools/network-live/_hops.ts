import { z } from 'zod';

import type { Hop } from '../../network/fetch-public.js';

import { milliseconds, rounded } from './_peer.js';

export const timingsData = z
  .object({
    nameMs: milliseconds('Finding the addresses.'),
    connectMs: milliseconds('Opening the connection.'),
    tlsMs: z.number().min(0).nullable().describe('Agreeing on TLS, in milliseconds; null without TLS.'),
    waitMs: milliseconds('From the request to the first byte of the answer.'),
  })
  .describe('How long each part took.');

export const timingsOf = ({ timings: { nameMs, connectMs, tlsMs, waitMs } }: Hop) => ({
  nameMs: rounded(nameMs),
  connectMs: rounded(connectMs),
  tlsMs: tlsMs === undefined ? null : rounded(tlsMs),
  waitMs: rounded(waitMs),
});

export const headersData = z
  .array(z.object({ name: z.string().describe('Name in lowercase.'), value: z.string().describe('Value.') }))
  .describe('Headers of the answer, those of one name together.');

export const headersOf = ({ headers }: Hop) =>
  [...headers].flatMap(([name, values]) => values.map((value) => ({ name, value })));

export const locationOf = ({ headers }: Hop): string | null => headers.get('location')?.[0] ?? null;

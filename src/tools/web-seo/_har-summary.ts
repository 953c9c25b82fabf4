import { z } from 'zod';

import { count } from '../../core/shared-data.js';
import { PHASES } from '../../lib/har/read.js';

const milliseconds = (what: string) => z.number().nonnegative().describe(`${what}, in milliseconds.`);
const knownMilliseconds = (what: string) =>
  z.number().nullable().describe(`${what}, in milliseconds; null where unknown.`);
const words = (what: string) => z.string().describe(what);

const REQUEST = {
  number: count('Position in the archive, from 1.'),
  method: words('Method.'),
  url: words('Address, of at most 500 characters.'),
  status: z.number().describe('Status; 0 where there was no response.'),
  mimeType: words('Type of the response.'),
  timeMs: milliseconds('Time from its beginning to its end'),
  transferredBytes: count('Bytes over the network.'),
  contentBytes: count('Bytes of the body when unpacked.'),
};
const requests = (what: string) => z.array(z.object(REQUEST)).describe(what);
const groups = (what: string, name: string) =>
  z
    .array(
      z.object({
        name: words(name),
        requests: count('Number of requests.'),
        transferredBytes: count('Bytes over the network.'),
        contentBytes: count('Bytes of the bodies when unpacked.'),
        timeMs: milliseconds('Times of all together'),
      }),
    )
    .describe(what);

export const HAR_SUMMARY = z
  .object({
    version: words('Version of the format.'),
    creator: words('Program that wrote it.'),
    browser: words('Browser.'),
    pages: z
      .array(
        z.object({
          title: words('Title.'),
          started: words('When it began.'),
          contentMs: knownMilliseconds('Until its document was read'),
          loadMs: knownMilliseconds('Until it was loaded'),
        }),
      )
      .describe('Pages.'),
    requests: count('Number of requests.'),
    started: z.string().nullable().describe('When the first began; null where unknown.'),
    durationMs: knownMilliseconds('From the first beginning to the last end'),
    transferredBytes: count('Bytes over the network.'),
    contentBytes: count('Bytes of the bodies when unpacked.'),
    fromCache: count('Requests that a cache answered, or 304.'),
    failed: count('Requests without a response, or with a status from 400.'),
    phasesMs: z
      .object(
        Object.fromEntries(PHASES.map((phase) => [phase, milliseconds(`Phase ${phase}`)])) as Record<
          (typeof PHASES)[number],
          ReturnType<typeof milliseconds>
        >,
      )
      .describe('Times of all requests by phase; ssl is a part of connect.'),
    byStatus: groups('By status.', 'Status.'),
    byHost: groups('By host.', 'Host.'),
    byType: groups('By type of the response.', 'MIME type.'),
    slowest: requests('Slowest requests.'),
    largest: requests('Largest responses.'),
    failures: z
      .array(z.object({ ...REQUEST, error: words('What the browser said.') }))
      .describe('Requests that failed.'),
    redirects: z.array(z.object({ ...REQUEST, location: words('Where to.') })).describe('Redirects.'),
    notPacked: requests('Texts of 1,400 bytes or more that were sent without compression.'),
    notEncrypted: requests('Requests over plain HTTP.'),
  })
  .describe('Summary, for action summary.');

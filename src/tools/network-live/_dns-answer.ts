import { z } from 'zod';

import type { Told } from '../../core/tool.js';
import { DNS_TRANSPORTS } from '../../network/dns-query.js';
import { recordData } from './_dns.js';
import { failureData, milliseconds } from './_peer.js';

export const TYPES = [
  'common',
  'A',
  'AAAA',
  'AFSDB',
  'ANY',
  'CAA',
  'CDNSKEY',
  'CDS',
  'CERT',
  'CNAME',
  'CSYNC',
  'DHCID',
  'DNAME',
  'DNSKEY',
  'DS',
  'EUI48',
  'EUI64',
  'HINFO',
  'HTTPS',
  'KX',
  'LOC',
  'MX',
  'NAPTR',
  'NS',
  'NSEC',
  'NSEC3PARAM',
  'OPENPGPKEY',
  'PTR',
  'RP',
  'SMIMEA',
  'SOA',
  'SPF',
  'SRV',
  'SSHFP',
  'SVCB',
  'TLSA',
  'TXT',
  'URI',
  'ZONEMD',
] as const;

/** What there is of a question that got no answer. */
export const NOTHING = {
  status: null,
  flags: [],
  answers: [],
  authorities: [],
  additionals: [],
  extendedErrors: [],
  server: null,
  transport: null,
  bytes: 0,
  answerMs: 0,
};

const records = (description: string) => z.array(recordData).describe(description);

export const row = z.object({
  name: z.string().describe('Name that was asked.'),
  type: z.string().describe('Type that was asked.'),
  status: z.string().nullable().describe('Such as NOERROR, NXDOMAIN or SERVFAIL; null without an answer.'),
  flags: z
    .array(z.string())
    .describe('Flags of the answer: aa authoritative, ad validated, ra recursion available, tc cut, and so on.'),
  answers: records('Records that answer the question, aliases first.'),
  authorities: records('Records of the zone that is responsible.'),
  additionals: records('Records that the server added.'),
  extendedErrors: z
    .array(
      z.object({
        code: z.int().min(0).describe('Code of RFC 8914.'),
        text: z.string().describe('What the server added to it.'),
      }),
    )
    .describe('Why the server could not answer, where it tells.'),
  server: z.string().nullable().describe('Server that answered.'),
  transport: z.enum(DNS_TRANSPORTS).nullable().describe('How it answered.'),
  bytes: z.int().min(0).describe('Size of the answer.'),
  answerMs: milliseconds('Time until the answer.'),
  failure: failureData(),
});

export type Row = Told<z.output<typeof row>>;

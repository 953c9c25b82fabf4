import { z } from 'zod';

import { DMARC_POLICIES } from '../../lib/mail/dmarc.js';

const list = (description: string) => z.array(z.string()).describe(description);
const record = () => z.string().nullable().describe('The record; null where there is none.');

/** How a domain sends and receives mail. */
export const mailReportData = z.object({
  domain: z.string().describe('Domain, in Punycode.'),
  mx: z
    .array(
      z.object({
        preference: z.int().describe('Lower is tried first.'),
        host: z.string().describe('Mail server.'),
        addresses: list('Its addresses.'),
      }),
    )
    .describe('Mail servers, the first one first.'),
  acceptsMail: z.boolean().describe('Whether mail can be delivered to it.'),
  spf: z
    .object({
      record: record(),
      all: z
        .enum(['pass', 'neutral', 'softfail', 'fail'])
        .nullable()
        .describe('What all other senders get; null without a record.'),
      lookups: z.int().min(0).describe('DNS lookups with all that it includes; 10 are allowed.'),
      included: z
        .array(
          z.object({
            domain: z.string().describe('Domain.'),
            record: record(),
            depth: z.int().min(0).describe('How deep it is included.'),
          }),
        )
        .describe('Records that were read, the domain itself first.'),
      errors: list('What makes it unusable.'),
      warnings: list('What is unwise.'),
    })
    .describe('Who may send for the domain.'),
  dkim: z
    .array(
      z.object({
        selector: z.string().describe('Selector.'),
        record: z.string().describe('The record.'),
        keyType: z.enum(['rsa', 'ed25519', 'unknown']).describe('Type of the key.'),
        bits: z.int().min(0).describe('Size of the key; 0 where it cannot be read.'),
        errors: list('What makes it unusable.'),
        warnings: list('What is unwise.'),
      }),
    )
    .describe('Keys that were found for the selectors.'),
  dmarc: z
    .object({
      record: record(),
      foundAt: z.string().nullable().describe('Name that has it: that of the domain, or of the one it belongs to.'),
      policy: z.enum(DMARC_POLICIES).nullable().describe('What happens to mail that fails.'),
      errors: list('What makes it unusable.'),
      warnings: list('What is unwise.'),
    })
    .describe('What receivers do with mail that fails.'),
  mtaSts: z
    .object({
      record: record(),
      mode: z.string().nullable().describe('Mode of the policy; null where none was read.'),
      mx: list('Mail servers that the policy allows.'),
      errors: list('What makes it unusable.'),
    })
    .describe('Whether senders insist on TLS.'),
  tlsReports: record(),
  bimi: record(),
  findings: z
    .array(
      z.object({
        severity: z.enum(['high', 'medium', 'low']).describe('How much it matters.'),
        message: z.string().describe('What was found.'),
      }),
    )
    .describe('What to do first, the most important first.'),
});

import { z } from 'zod';

import { count, place, warnings } from '../../core/shared-data.js';
import { DMARC_POLICIES } from '../../lib/mail/dmarc.js';
import type { DmarcRow } from '../../lib/mail/dmarc-report.js';
import type { Table } from '../../lib/table/table.js';
import type { FiledReport } from './_dmarc.js';

const text = (what: string) => z.string().describe(`${what}; empty where the report does not tell.`);
const result = (keys: z.ZodRawShape) =>
  z.object({ domain: text('Domain that was checked'), ...keys, result: text('Result') });

const rowData = z.object({
  report: place('Which report it is of.'),
  sourceIp: text('Address of the sending server'),
  messages: count('Messages.'),
  disposition: z.string().describe('What the receiver did: none, quarantine or reject.'),
  isPassed: z.boolean().describe('Whether DMARC was passed.'),
  dkim: text('Whether DKIM passed and is aligned: pass or fail'),
  spf: text('Whether SPF passed and is aligned: pass or fail'),
  reasons: z.array(z.string()).describe('Why the receiver did not do as the policy says.'),
  headerFrom: text('Domain in From'),
  envelopeFrom: text('Domain of the envelope sender'),
  dkimResults: z.array(result({ selector: text('Selector of the key') })).describe('Each signature, aligned or not.'),
  spfResults: z.array(result({ scope: text('What was checked: mfrom or helo') })).describe('Each check of SPF.'),
});

export const reportData = z.object({
  messages: count('Messages in all reports.'),
  passed: count('Messages that passed DMARC.'),
  failed: count('Messages that failed it.'),
  quarantined: count('Messages that were treated as suspicious.'),
  rejected: count('Messages that were rejected.'),
  reports: z
    .array(
      z.object({
        name: z.string().describe('Name of the file.'),
        organization: text('Who reports'),
        email: text('Address for questions'),
        reportId: text('Identifier of the report'),
        begin: z.string().nullable().describe('Begin of its time; null where the report does not tell.'),
        end: z.string().nullable().describe('End of its time; null where the report does not tell.'),
        domain: text('Domain whose record was found'),
        policy: text('Policy of the record'),
        subdomainPolicy: text('Policy for subdomains'),
        percent: z
          .int()
          .nullable()
          .describe('Share of the mail the policy is for; null where the report does not tell.'),
        dkimAlignment: z.string().describe('Whether subdomains count as the domain: r (relaxed) or s (strict).'),
        spfAlignment: z.string().describe('Whether subdomains count as the domain: r (relaxed) or s (strict).'),
        messages: count('Messages in it.'),
      }),
    )
    .describe('The reports, in the order of the files.'),
  senders: z
    .array(
      z.object({
        sourceIp: text('Address of the sending server'),
        messages: count('Messages.'),
        passed: count('Messages that passed DMARC.'),
        dkimPassed: count('Messages that passed by DKIM.'),
        spfPassed: count('Messages that passed by SPF.'),
        domains: z.array(z.string()).describe('Domains in From, the most frequent first.'),
      }),
    )
    .describe('Messages by sender, those with the most failures first.'),
  rows: z.array(rowData).describe('Rows of the reports.'),
  warnings: warnings(),
});

export const recordData = z.object({
  record: z.string().describe('The record on one line.'),
  isValid: z.boolean().describe('Whether receivers can use it.'),
  policy: z.enum(DMARC_POLICIES).nullable().describe('Policy; null where it cannot be read.'),
  errors: z.array(z.string()).describe('What makes the record unusable; empty if there is nothing.'),
  warnings: z.array(z.string()).describe('What is unwise; empty if there is nothing.'),
  txt: z.string().describe('The record as quoted strings, for a zone file.'),
});

const sum = (rows: readonly DmarcRow[], isMeant: (row: DmarcRow) => boolean): number =>
  rows.reduce((total, row) => total + (isMeant(row) ? row.messages : 0), 0);

export function summaryOf(reports: readonly FiledReport[], limit: number) {
  const all = reports.flatMap(({ report }) => report.rows);
  const rows = reports.flatMap(({ report }, index) => report.rows.map((row) => ({ report: index + 1, ...row })));
  return {
    messages: sum(all, () => true),
    passed: sum(all, ({ isPassed }) => isPassed),
    failed: sum(all, ({ isPassed }) => !isPassed),
    quarantined: sum(all, ({ disposition }) => disposition === 'quarantine'),
    rejected: sum(all, ({ disposition }) => disposition === 'reject'),
    reports: reports.map(({ name, report: { rows: own, ...facts } }) => ({
      name,
      ...facts,
      messages: sum(own, () => true),
    })),
    rows: rows.slice(0, limit),
    warnings:
      rows.length > limit
        ? [`Only the first ${limit} of ${rows.length} rows are listed; option "limit" can be up to 20000`]
        : [],
  };
}

/** All rows, with what they need of their reports. */
export const reportTable = (reports: readonly FiledReport[]): Table => ({
  columns: [
    'report',
    'organization',
    'begin',
    'end',
    'domain',
    'policy',
    'sourceIp',
    'messages',
    'disposition',
    'passed',
    'dkim',
    'spf',
    'headerFrom',
    'envelopeFrom',
    'reasons',
    'dkimResults',
    'spfResults',
  ],
  hasHeader: true,
  rows: reports.flatMap(({ name, report }) =>
    report.rows.map((row) => [
      name,
      report.organization,
      report.begin,
      report.end,
      report.domain,
      report.policy,
      row.sourceIp,
      String(row.messages),
      row.disposition,
      String(row.isPassed),
      row.dkim,
      row.spf,
      row.headerFrom,
      row.envelopeFrom,
      row.reasons.join('; '),
      row.dkimResults.map((one) => [one.domain, one.selector, one.result].join(' ').trim()).join('; '),
      row.spfResults.map((one) => [one.domain, one.result].join(' ').trim()).join('; '),
    ]),
  ),
});

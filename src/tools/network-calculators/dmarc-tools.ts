import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { DMARC_POLICIES } from '../../lib/mail/dmarc.js';
import { sendersOf } from '../../lib/mail/dmarc-report.js';
import { writeCsv } from '../../lib/table/write-table.js';
import { buildRecord, checkRecord, reportOf, reportsIn } from './_dmarc.js';
import { recordData, reportData, reportTable, summaryOf } from './_dmarc-data.js';

export default defineTool({
  id: 'dmarc-tools',
  title: 'DMARC Tools',
  summary: 'Reads DMARC aggregate reports as tables, checks DMARC records and builds them.',
  family: 'network-calculators',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.xml', '.gz', '.zip'] },
  options: {
    action: z
      .enum(['report', 'check', 'build'])
      .default('report')
      .describe('Reads reports, checks the record in the input, or builds a record from the options below.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('Format of a report: JSON with sums, or CSV with all rows.'),
    limit: z.number().multipleOf(1).min(1).max(20_000).default(1000).describe('Rows in JSON at most; sums are of all.'),
    policy: z.enum(DMARC_POLICIES).default('none').describe('Build: what receivers shall do with mail that fails.'),
    subdomainPolicy: z
      .enum(['same', ...DMARC_POLICIES])
      .default('same')
      .describe('Build: the policy for subdomains.'),
    alignment: z
      .enum(['relaxed', 'strict'])
      .default('relaxed')
      .describe('Build: whether a subdomain of the domain in From counts as the domain.'),
    percent: z.number().multipleOf(1).min(0).max(100).default(100).describe('Build: share of mail the policy is for.'),
    rua: z
      .string()
      .max(2000)
      .default('')
      .describe('Build: email addresses for aggregate reports; several with commas.'),
    ruf: z.string().max(2000).default('').describe('Build: email addresses for failure reports; several with commas.'),
  },
  result: 'mixed',
  data: z.union([reportData, recordData]),
  notes: [
    'Reports are XML, also in gzip or ZIP as they are mailed: up to 20 files with 30 MB unpacked and 100,000 records in all, or one as input. They are summed up together.',
    'A sender passes where DKIM or SPF passes for a domain that is aligned with that in From, as its receiver found.',
    'A record may be bare, in quotes, or a line of a zone file. No DNS is asked: whether a domain elsewhere agrees to take reports is not checked.',
  ],
  aliases: [
    'dmarc report analyzer',
    'dmarc generator',
    'dmarc checker',
    'dmarc record',
    'dmarc aggregate report',
    'rua report',
    'parse dmarc xml',
    'email authentication',
  ],
  verified: [
    'Python 3.11 (xml.etree, gzip, zipfile): the same rows and sums of 200 random reports, packed in three ways',
    'Mail::DMARC 1.2 (Perl): of 300 random records, half of them with faults, it accepts all that are called valid here',
    'RFC 7489 appendix B and C: the records and the report of the examples',
  ],
  examples: [
    {
      title: 'A report with one sender that fails',
      input: [
        '<?xml version="1.0"?><feedback><report_metadata><org_name>Receiver</org_name><email>dmarc@receiver.example</email><report_id>42</report_id>',
        '<date_range><begin>1767225600</begin><end>1767311999</end></date_range></report_metadata>',
        '<policy_published><domain>example.com</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>none</sp><pct>100</pct></policy_published>',
        '<record><row><source_ip>192.0.2.1</source_ip><count>30</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>',
        '<identifiers><header_from>example.com</header_from></identifiers><auth_results><dkim><domain>example.com</domain><selector>s1</selector><result>pass</result></dkim><spf><domain>list.example</domain><result>pass</result></spf></auth_results></record>',
        '<record><row><source_ip>203.0.113.9</source_ip><count>2</count><policy_evaluated><disposition>quarantine</disposition><dkim>fail</dkim><spf>fail</spf><reason><type>other</type><comment>new</comment></reason></policy_evaluated></row>',
        '<identifiers><header_from>example.com</header_from></identifiers><auth_results><spf><domain>bad.example</domain><result>none</result></spf></auth_results></record></feedback>',
      ].join('\n'),
      output: {
        data: {
          messages: 32,
          passed: 30,
          failed: 2,
          quarantined: 2,
          rejected: 0,
          reports: [
            {
              name: 'input',
              organization: 'Receiver',
              email: 'dmarc@receiver.example',
              reportId: '42',
              begin: '2026-01-01T00:00:00.000Z',
              end: '2026-01-01T23:59:59.000Z',
              domain: 'example.com',
              policy: 'quarantine',
              subdomainPolicy: 'none',
              percent: 100,
              dkimAlignment: 'r',
              spfAlignment: 'r',
              messages: 32,
            },
          ],
          senders: [
            { sourceIp: '203.0.113.9', messages: 2, passed: 0, dkimPassed: 0, spfPassed: 0, domains: ['example.com'] },
            { sourceIp: '192.0.2.1', messages: 30, passed: 30, dkimPassed: 30, spfPassed: 0, domains: ['example.com'] },
          ],
          rows: [
            {
              report: 1,
              sourceIp: '192.0.2.1',
              messages: 30,
              disposition: 'none',
              isPassed: true,
              dkim: 'pass',
              spf: 'fail',
              reasons: [],
              headerFrom: 'example.com',
              envelopeFrom: '',
              dkimResults: [{ domain: 'example.com', selector: 's1', result: 'pass' }],
              spfResults: [{ domain: 'list.example', scope: '', result: 'pass' }],
            },
            {
              report: 1,
              sourceIp: '203.0.113.9',
              messages: 2,
              disposition: 'quarantine',
              isPassed: false,
              dkim: 'fail',
              spf: 'fail',
              reasons: ['other: new'],
              headerFrom: 'example.com',
              envelopeFrom: '',
              dkimResults: [],
              spfResults: [{ domain: 'bad.example', scope: '', result: 'none' }],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A record with two slips',
      input: '_dmarc.example.com. IN TXT "v=DMARC1; p=quarantin; rua=dmarc@example.com"',
      options: { action: 'check' },
      output: {
        data: {
          record: 'v=DMARC1; p=quarantin; rua=dmarc@example.com',
          isValid: false,
          policy: null,
          errors: [
            'p must be none, quarantine or reject, got "quarantin"',
            '"dmarc@example.com" is not an address such as mailto:dmarc@example.com',
          ],
          warnings: [],
          txt: '"v=DMARC1; p=quarantin; rua=dmarc@example.com"',
        },
      },
    },
    {
      title: 'A record that is built',
      options: { action: 'build', policy: 'reject', rua: 'dmarc@example.com', alignment: 'strict' },
      output: {
        data: {
          record: 'v=DMARC1; p=reject; adkim=s; aspf=s; rua=mailto:dmarc@example.com',
          isValid: true,
          policy: 'reject',
          errors: [],
          warnings: [],
          txt: '"v=DMARC1; p=reject; adkim=s; aspf=s; rua=mailto:dmarc@example.com"',
        },
      },
    },
    {
      title: 'A record where a report is expected',
      input: 'v=DMARC1; p=none',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a report: it is a DMARC record, which option "action" check reads',
      },
    },
    {
      title: 'Another kind of XML',
      input: '<rss/>',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a DMARC report: its root must be feedback, got "rss"',
      },
    },
  ],
  async run({ input, files, options, signal }) {
    const { action, format, limit } = options;
    if (action === 'build') {
      if (input !== '' || files.length > 0) throw invalid('Input and files must be empty where a record is built');
      const built = checkRecord(buildRecord(options));
      const [first] = built.errors;
      if (first !== undefined) throw invalid(`Cannot build the record: ${first}`);
      return json(built);
    }
    if (input === '' && files.length === 0) throw invalid('Property "input" must not be empty where no file is given');
    if (input !== '' && files.length > 0) throw invalid('Property "input" must be empty where a file is given');
    if (action === 'check') {
      if (files.length > 0) throw invalid('Option "action" must be "report" where files are given, got "check"');
      return json(checkRecord(input.trim()));
    }
    if (/^[^<]{0,1000}v=DMARC1/i.test(input))
      throw invalid(
        'Cannot read property "input" as a report: it is a DMARC record, which option "action" check reads',
      );
    const reports =
      input === '' ? await reportsIn(files, signal) : [{ name: 'input', report: reportOf(input, 'property "input"') }];
    if (format === 'csv')
      return text(
        refusing('Cannot write the table', () => writeCsv(reportTable(reports))),
        { name: 'result.csv' },
      );
    return json({
      ...summaryOf(reports, limit),
      senders: sendersOf(reports.map(({ report }) => report)).slice(0, limit),
    });
  },
});

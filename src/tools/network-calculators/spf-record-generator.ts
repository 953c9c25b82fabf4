import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { count, warnings as warningList } from '../../core/shared-data.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { bareRecord, readSpf, txtStrings } from '../../lib/mail/spf.js';

const MAX_LINES = 1_000;
/** Longer than DNS can carry in one answer. */
const MAX_RECORD = 10_000;

const SIGNS = { pass: '+', neutral: '?', softfail: '~', fail: '-' } as const;

const listOption = (description: string) => z.string().max(5_000).default('').describe(description);

const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

function describe(line: string) {
  const record = bareRecord(line);
  const { terms, lookups, errors, warnings } = readSpf(record.slice(0, MAX_RECORD));
  return { record, isValid: errors.length === 0, terms, lookups, errors, warnings, txt: txtStrings(record) };
}

const rowData = lineData({
  record: z.string().describe('The record on one line.'),
  isValid: z.boolean().describe('Whether receivers can use it, as far as that shows without the DNS.'),
  terms: z
    .array(
      z.object({
        term: z.string().describe('As it is in the record.'),
        kind: z.enum(['mechanism', 'modifier', 'unknown']).describe('What it is.'),
        name: z.string().describe('Its name in lowercase.'),
        value: z.string().describe('What follows the colon, slash or equals sign.'),
        result: z
          .enum(['pass', 'fail', 'softfail', 'neutral'])
          .nullable()
          .describe('What a sender gets that it matches; null for modifiers.'),
        lookups: count('DNS lookups it costs by itself.'),
      }),
    )
    .describe('The terms in their order.'),
  lookups: count('DNS lookups of the record itself; those inside included records come on top. 10 are allowed.'),
  errors: z.array(z.string()).describe('What makes the record unusable; empty if there is nothing.'),
  warnings: warningList().describe('What is unwise; empty if there is nothing.'),
  txt: z.string().describe('The record as quoted strings of at most 255 characters, for a zone file.'),
});

export default defineTool({
  id: 'spf-record-generator',
  title: 'SPF Record Generator',
  summary: 'Builds SPF records from the servers that send your mail, or checks the records you give it.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    include: listOption('Domains of mail services to include, such as _spf.example.com; several with commas.'),
    ip4: listOption('IPv4 addresses or networks that send; several with commas.'),
    ip6: listOption('IPv6 addresses or networks that send; several with commas.'),
    mx: z.boolean().default(true).describe('The mail servers of the domain (MX) send too.'),
    a: z.boolean().default(false).describe('The address of the domain itself sends too.'),
    all: z
      .enum(['softfail', 'fail', 'neutral', 'pass'])
      .default('softfail')
      .describe('What all other senders get: softfail (~all), fail (-all), neutral (?all) or pass (+all).'),
  },
  result: 'data',
  data: rowData,
  notes: [
    'With "input" or files, each line is checked and the options are ignored. Without, one record is built from the options.',
    linesNote(MAX_LINES),
    'A record may be bare, in quotes (several strings are joined), or a line of a zone file.',
    'No DNS is asked: what an included record says, and how many lookups it costs, is not known. A record that is built with an error is refused.',
  ],
  aliases: [
    'spf generator',
    'spf checker',
    'spf validator',
    'spf lint',
    'sender policy framework',
    'email authentication',
  ],
  verified: [
    'RFC 7208 §5, §6 and appendix A: every form of mechanism and modifier in the examples',
    'pyspf, with a stub that answers every DNS query: the same verdict (syntax error or not) on 1,000 random records, half of them with faults',
  ],
  examples: [
    {
      title: 'A service and a server of one’s own',
      options: { include: '_spf.example.com', ip4: '192.88.98.0/24', all: 'fail' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'v=spf1 mx ip4:192.88.98.0/24 include:_spf.example.com -all',
              record: 'v=spf1 mx ip4:192.88.98.0/24 include:_spf.example.com -all',
              isValid: true,
              terms: [
                { term: 'mx', kind: 'mechanism', name: 'mx', value: '', result: 'pass', lookups: 1 },
                {
                  term: 'ip4:192.88.98.0/24',
                  kind: 'mechanism',
                  name: 'ip4',
                  value: '192.88.98.0/24',
                  result: 'pass',
                  lookups: 0,
                },
                {
                  term: 'include:_spf.example.com',
                  kind: 'mechanism',
                  name: 'include',
                  value: '_spf.example.com',
                  result: 'pass',
                  lookups: 1,
                },
                { term: '-all', kind: 'mechanism', name: 'all', value: '', result: 'fail', lookups: 0 },
              ],
              lookups: 2,
              errors: [],
              warnings: [],
              txt: '"v=spf1 mx ip4:192.88.98.0/24 include:_spf.example.com -all"',
            },
          ],
        },
      },
    },
    {
      title: 'A record with a slip and a risk',
      input: 'example.com. 3600 IN TXT "v=spf1 ipv4:198.51.100.7 " "+all"',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'example.com. 3600 IN TXT "v=spf1 ipv4:198.51.100.7 " "+all"',
              record: 'v=spf1 ipv4:198.51.100.7 +all',
              isValid: false,
              terms: [
                {
                  term: 'ipv4:198.51.100.7',
                  kind: 'unknown',
                  name: 'ipv4',
                  value: '198.51.100.7',
                  result: null,
                  lookups: 0,
                },
                { term: '+all', kind: 'mechanism', name: 'all', value: '', result: 'pass', lookups: 0 },
              ],
              lookups: 0,
              errors: ['ipv4:198.51.100.7 is not a mechanism; use ip4'],
              warnings: ['+all allows everyone to send as this domain'],
              txt: '"v=spf1 ipv4:198.51.100.7 +all"',
            },
          ],
        },
      },
    },
    {
      title: 'An address of the wrong version',
      options: { ip4: '2001:db8::1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot build the record: ip4:2001:db8::1 has an IPv6 address; use ip6',
      },
    },
  ],
  run({ input, files, signal, options }) {
    if (input !== '' || files.length > 0) return eachLine({ input, files, signal }, MAX_LINES, describe);
    const record = [
      'v=spf1',
      ...(options.a ? ['a'] : []),
      ...(options.mx ? ['mx'] : []),
      ...listed(options.ip4).map((address) => `ip4:${address}`),
      ...listed(options.ip6).map((address) => `ip6:${address}`),
      ...listed(options.include).map((domain) => `include:${domain}`),
      `${SIGNS[options.all]}all`,
    ].join(' ');
    const report = describe(record);
    const [first] = report.errors;
    if (first !== undefined) throw invalid(`Cannot build the record: ${first}`);
    return json({ results: [{ line: 1, input: record.slice(0, 200), ...report }] });
  },
});

import { z } from 'zod';

import { defineTool, files as fileResult, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readTextSource } from '../../formats/text-source.js';
import { reverseZones } from '../../lib/dns/reverse-zones.js';
import { readZone } from '../../lib/dns/zone-file.js';
import { ROW_COLUMNS, rowsOf } from '../../lib/dns/zone-table.js';
import { writeZone } from '../../lib/dns/zone-writer.js';
import { fromPlain } from '../../lib/json/values.js';
import { bitsOf, readNetwork } from '../../lib/network-addresses/networks.js';
import { writeCsv } from '../../lib/table/write-table.js';
import { originOf, reportData, soundZone, tableData, zoneOfTable, zoneReport } from './_zone.js';

const ZONE_MIME = 'text/dns;charset=utf-8';

export default defineTool({
  id: 'dns-zone-tools',
  title: 'DNS Zone Tools',
  summary: 'Checks and formats DNS zone files, converts them to JSON or CSV and back, and makes reverse zones.',
  family: 'network-calculators',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.zone', '.db', '.txt', '.json', '.csv'] },
  options: {
    action: z
      .enum(['validate', 'format', 'convert', 'build', 'reverse'])
      .default('validate')
      .describe(
        'Checks a zone file, formats it, converts it to a table, builds it from a table, or makes the reverse zones of its addresses.',
      ),
    format: z.enum(['json', 'csv']).default('json').describe('Convert: format of the table.'),
    origin: z
      .string()
      .max(255)
      .default('')
      .describe('Name of the zone, such as example.com; needed where the file has no $ORIGIN and relative names.'),
    subnet: z
      .string()
      .max(100)
      .default('')
      .describe('Reverse: network of the reverse zone, such as 192.0.2.0/24; empty for each /24 and /64.'),
    sort: z
      .boolean()
      .default(false)
      .describe('Format and build: sorts records by name, from the top of the zone down.'),
  },
  result: 'mixed',
  data: z.union([reportData, tableData]),
  notes: [
    'Reads what BIND reads: $ORIGIN, $TTL, $GENERATE, parentheses, TTLs such as 1h30m, unknown types (RFC 3597). $INCLUDE is refused. 100,000 records at most.',
    'Formatting keeps comments and writes out $GENERATE; owners are relative to the zone, other names whole, every value in its one form.',
    'A table to build from has the columns name, ttl, class, type and data; text of TXT records may be without quotes and as long as needed.',
    'Whether servers, delegations or signatures of DNSSEC work is not checked: no DNS is asked.',
  ],
  aliases: [
    'zone file validator',
    'bind zone checker',
    'named-checkzone',
    'dns zone formatter',
    'zone file to json',
    'zone file to csv',
    'reverse zone generator',
    'ptr records',
  ],
  verified: [
    'BIND 9.18 (named-compilezone): the same records from 200 random zones with directives, parentheses and owners left out, and from a zone with records of 36 types',
    'BIND 9.18 (named-checkzone, check-names fail): the same verdict on 39 zones with one fault or none',
    'RFC 1035 §5.3: its zone is the example. What is formatted, sorted or built again from JSON and CSV is the same zone, for 30 zones',
  ],
  examples: [
    {
      title: 'A zone with a name server that has no address',
      input: [
        '$TTL 1h',
        '@ IN SOA ns1 hostmaster 2026010101 2h 30m 2w 1h',
        '  IN NS ns1',
        '  IN NS ns2',
        'ns1 A 192.0.2.53',
        'www CNAME web.example.com',
      ].join('\n'),
      options: { origin: 'example.com' },
      output: {
        data: {
          origin: 'example.com.',
          isValid: false,
          recordCount: 5,
          types: [
            { type: 'NS', records: 2 },
            { type: 'SOA', records: 1 },
            { type: 'A', records: 1 },
            { type: 'CNAME', records: 1 },
          ],
          errors: [{ line: 4, message: 'NS of example.com. names ns2.example.com., which has no address' }],
          warnings: [
            'Line 6: CNAME of www.example.com. names web.example.com.example.com.: a final dot may be missing',
          ],
        },
      },
    },
    {
      title: 'The zone of RFC 1035 §5.3, formatted',
      input: [
        '@   IN  SOA     VENERA      Action\\.domains (',
        '                                 20     ; SERIAL',
        '                                 7200   ; REFRESH',
        '                                 600    ; RETRY',
        '                                 3600000; EXPIRE',
        '                                 60)    ; MINIMUM',
        '        NS      A.ISI.EDU.',
        '        MX      10      VENERA',
        'A       A       26.3.0.103 ; old',
        'VENERA  A       10.1.0.52',
        '        A       128.9.0.32',
      ].join('\n'),
      options: { action: 'format', origin: 'ISI.EDU' },
      output: {
        text: [
          '$ORIGIN ISI.EDU.',
          '$TTL 60',
          '@       IN  SOA  VENERA.ISI.EDU. Action\\.domains.ISI.EDU. (',
          '    20       ; serial',
          '    7200     ; refresh',
          '    600      ; retry',
          '    3600000  ; expire',
          '    60       ; minimum',
          ')',
          '@       IN  NS   A.ISI.EDU.',
          '@       IN  MX   10 VENERA.ISI.EDU.',
          'A       IN  A    26.3.0.103  ; old',
          'VENERA  IN  A    10.1.0.52',
          'VENERA  IN  A    128.9.0.32',
          '',
        ].join('\n'),
      },
    },
    {
      title: 'Records from a table',
      input: 'name,type,ttl,data\n@,MX,,10 mail\nmail,A,300,192.0.2.25\n_dmarc,TXT,,v=DMARC1; p=none\n',
      options: { action: 'build', origin: 'example.com' },
      output: {
        text: [
          '$ORIGIN example.com.',
          '$TTL 3600',
          '@            IN  MX   10 mail.example.com.',
          'mail    300  IN  A    192.0.2.25',
          '_dmarc       IN  TXT  "v=DMARC1; p=none"',
          '',
        ].join('\n'),
      },
    },
    {
      title: 'A record with a value that cannot be',
      input: 'www.example.com. 300 IN A 192.0.2.256',
      options: { action: 'convert' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a zone file: line 1: "192.0.2.256" must be an IPv4 address such as 192.0.2.1',
      },
    },
  ],
  async run({ input, files, options }) {
    const { action, format, subnet, sort } = options;
    const origin = originOf(options.origin);
    const source = await readTextSource({ input, files });
    if (action === 'build')
      return text(writeZone(zoneOfTable(source, origin), { sort }), { name: 'result.zone', mime: ZONE_MIME });
    if (action === 'validate')
      return json(
        zoneReport(refusing(`Cannot read ${source.label} as a zone file`, () => readZone(source.text, origin))),
      );
    const zone = soundZone(source, origin);
    if (action === 'format') return text(writeZone(zone, { sort }), { name: 'result.zone', mime: ZONE_MIME });
    if (action === 'convert') {
      const records = rowsOf(zone.records);
      if (format === 'json') return json({ origin: zone.origin, records });
      const rows = records.map((row) => ROW_COLUMNS.map((column) => fromPlain(row[column])));
      return text(writeCsv({ columns: ROW_COLUMNS, hasHeader: true, rows }), {
        name: 'result.csv',
        mime: 'text/csv;charset=utf-8',
      });
    }
    const network =
      subnet === '' ? undefined : refusing('Cannot read option "subnet"', () => readNetwork(subnet, bitsOf));
    const zones = refusing(`Cannot make reverse zones of ${source.label}`, () => reverseZones(zone, network));
    const [only, ...more] = zones;
    if (only === undefined) throw invalid('The zone has no addresses');
    if (more.length === 0) return text(writeZone(only, { sort: false }), { name: 'reverse.zone', mime: ZONE_MIME });
    return fileResult(
      zones.map((one) => ({
        name: `${one.origin.replace(/\.$/, '').replaceAll('/', '-')}.zone`,
        mime: ZONE_MIME,
        bytes: Buffer.from(writeZone(one, { sort: false })),
      })),
    );
  },
});

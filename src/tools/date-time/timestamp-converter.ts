import { z } from 'zod';

import { defineTool, json, overLimit, text } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readZone } from '../../formats/zone-names.js';
import { TIMESTAMP_FORMATS } from '../../lib/time/timestamp-formats.js';

import { readTimestamp, timestampReport, writtenAs } from './_timestamps.js';

const MAX_LINES = 1000;
export default defineTool({
  id: 'timestamp-converter',
  title: 'Timestamp Converter',
  summary: 'Converts Unix times, dates, FILETIME, .NET ticks, Excel serials and other timestamps into one another.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    from: z
      .enum(['auto', 'date', ...TIMESTAMP_FORMATS])
      .default('auto')
      .describe(
        'Format of the input; auto tells dates and, by their size, Unix times, WebKit, FILETIME and .NET ticks.',
      ),
    timezone: shared.timezone(),
    to: z
      .enum(['all', 'iso', 'local', 'rfc2822', 'http', ...TIMESTAMP_FORMATS])
      .default('all')
      .describe('Format of the result: all for a report, otherwise one line of text per timestamp.'),
  },
  result: 'mixed',
  data: z.object({
    timezone: z.string().describe('Time zone of local times.'),
    timestamps: z
      .array(
        z.object({
          input: z.string().describe('The line as it was given; "now" where there was none.'),
          from: z.string().describe('Format it was read as.'),
          iso: z.string().describe('Instant in UTC, ISO 8601.'),
          local: z.string().describe('Instant in the time zone, ISO 8601 with its offset.'),
          weekday: z.string().describe('Day of the week in the time zone.'),
          offset: z.string().describe('Offset of the time zone from UTC at that instant.'),
          rfc2822: z.string().describe('As in mail headers, in the time zone.'),
          http: z.string().describe('As in HTTP headers.'),
          relative: z.string().describe('Distance from now, in the largest whole unit.'),
          counts: z
            .record(z.string(), z.string())
            .describe('The instant in every numeric format, as exact decimals; formats that begin later are missing.'),
        }),
      )
      .describe('One per line of the input.'),
    warnings: warnings(),
  }),
  notes: [
    'No input gives the current time. Each line of the input is a timestamp, up to 1,000.',
    'With "from" auto, whole numbers below 100,000,000,000 are seconds, then milliseconds, microseconds and nanoseconds by thousands; 17 and 18 digits in their range are WebKit, FILETIME or .NET ticks. 20260329 is a date; @20260329 are seconds.',
    'Dates are read as ISO 8601 (also week and ordinal dates), RFC 2822, HTTP, asctime, EXIF, log files and plain words; those without offset are in "timezone". A wall time that clocks skip or repeat is reported in "warnings".',
    'Excel serials are wall times in "timezone" and are read to the millisecond. Serial 60, 29 February 1900, is refused: only Excel has that day.',
    'GPS time counts leap seconds, of which there were 18 until 2026; Unix time does not. Times are from year 1 to 9999.',
  ],
  aliases: [
    'unix timestamp',
    'epoch converter',
    'epoch to date',
    'unix time to date',
    'filetime',
    'ldap timestamp',
    'excel date serial',
    'dotnet ticks',
    'gps time',
    'julian day',
    'chrome timestamp',
    'mac absolute time',
    'seconds since 1970 to a date',
  ],
  verified: [
    'Python 3.11 datetime and zoneinfo: 300 random instants from 1972 to 2024 as Unix, FILETIME, .NET, WebKit, Cocoa, NTP, HFS, Excel and Julian values in both directions, and as local times of 12 zones',
    'GNU date 9.1: RFC 2822 and ISO forms of 100 random instants in 12 zones',
  ],
  examples: [
    {
      title: 'A Unix time in Berlin',
      input: '1774748400',
      options: { timezone: 'Europe/Berlin' },
      output: {
        data: {
          timezone: 'Europe/Berlin',
          timestamps: [
            {
              input: '1774748400',
              from: 'unix-seconds',
              iso: '2026-03-29T01:40:00Z',
              local: '2026-03-29T03:40:00+02:00',
              weekday: 'Sunday',
              offset: '+02:00',
              rfc2822: 'Sun, 29 Mar 2026 03:40:00 +0200',
              http: 'Sun, 29 Mar 2026 01:40:00 GMT',
              relative: 'in 2 months',
              counts: {
                'unix-seconds': '1774748400',
                'unix-milliseconds': '1774748400000',
                'unix-microseconds': '1774748400000000',
                'unix-nanoseconds': '1774748400000000000',
                filetime: '134192220000000000',
                'dotnet-ticks': '639103452000000000',
                webkit: '13419222000000000',
                cocoa: '796441200',
                ntp: '3983737200',
                hfs: '3857593200',
                gps: '1458783618',
                'julian-day': '2461128.569444444',
                'modified-julian-day': '61128.069444444',
                excel: '46110.152777778',
                'excel-1904': '44648.152777778',
              },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Several lines to milliseconds; one is skipped by the clocks',
      input: '2026-03-29 02:30\nSun, 06 Nov 1994 08:49:37 GMT\n132514560000000000',
      options: { timezone: 'Europe/Berlin', to: 'unix-milliseconds' },
      output: { text: '1774747800000\n784111777000\n1606982400000' },
    },
    {
      title: 'An Excel serial',
      input: '60.5',
      options: { from: 'excel' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read line 1 of property "input" as excel: serial 60 is 29 February 1900, which Excel counts and the calendar does not have',
      },
    },
    {
      title: 'Not a timestamp',
      input: '1774748400\nsoon',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read line 2 of property "input" as a date: it is not a date such as 2026-03-29, 2026-03-29T14:30:00Z, 29 March 2026 or a Unix time',
      },
    },
    {
      title: 'Before the format begins',
      input: '1970-01-01',
      options: { to: 'gps' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write 1970-01-01T00:00:00Z as gps: it is before the first date of that format',
      },
    },
    {
      title: 'A city that many places have the name of',
      input: '0',
      options: { timezone: 'Springfield' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "timezone" is not a time zone such as Europe/Berlin, a known city or an offset, got "Springfield"',
      },
    },
  ],
  run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const given = input
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (given.length > MAX_LINES)
      throw overLimit(`Property "input" must have at most ${MAX_LINES} timestamps, got ${given.length}`);
    const told: string[] = [];
    const lines = given.length === 0 ? ['now'] : given;
    const timestamps = lines.map((line, index) => {
      const read = readTimestamp(line, `line ${index + 1} of property "input"`, options.from, zone, now);
      told.push(...read.warnings);
      return timestampReport(line, read, zone, now);
    });
    if (options.to !== 'all') return text(timestamps.map((report) => writtenAs(report, options.to)).join('\n'));
    return json({ timezone: zone.name, timestamps, warnings: told });
  },
});

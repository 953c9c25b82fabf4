import { z } from 'zod';

import { defineTool, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { dateNames } from '../../formats/date-names.js';
import { abbreviationAt, isoInZone, readMoment, wallAt } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { unlessFaulty } from '../../lib/faults.js';
import { PATTERN_NOTATIONS, readPattern } from '../../lib/time/date-patterns.js';
import { readTime } from '../../lib/time/read-time.js';
import { offsetAt } from '../../lib/zones/zone.js';
import { dayFirstOf } from './_day-order.js';

const MAX_LINES = 10_000;

function notationOf(pattern: string): (typeof PATTERN_NOTATIONS)[number] {
  if (pattern.includes('%')) return 'strftime';
  return /yy|(?<![A-Za-z])d{1,2}(?![A-Za-z])|EEE|uuuu|'/.test(pattern) ? 'unicode' : 'moment';
}

export default defineTool({
  id: 'date-format-converter',
  title: 'Date Format Converter',
  summary: 'Rewrites dates of any common form, one per line, by a Moment, Unicode (Java, ICU) or strftime pattern.',
  family: 'date-time',
  class: 'standard',
  input: 'required',
  options: {
    to: z
      .string()
      .min(1)
      .max(200)
      .default('YYYY-MM-DD')
      .describe('Pattern to write dates by, such as YYYY-MM-DD, dd.MM.yyyy or %d %B %Y; iso for ISO 8601 with offset.'),
    notation: z
      .enum(['auto', ...PATTERN_NOTATIONS])
      .default('auto')
      .describe(
        'Notation of the pattern; auto takes strftime where it has a %, Unicode where it has yyyy or dd, otherwise Moment.',
      ),
    locale: z
      .string()
      .max(35)
      .default('en')
      .describe('Language of the names of months and days that are written, as a BCP 47 tag.'),
    dayFirst: z
      .enum(['auto', 'true', 'false'])
      .default('auto')
      .describe(
        'Whether 3/4/2026 is 3 April; auto follows other lines such as 25/4/2026 and refuses where none tells.',
      ),
    timezone: shared.timezone(),
    keepUnreadable: z
      .boolean()
      .default(false)
      .describe('Keeps lines that are not dates as they are instead of refusing the text.'),
    report: z.boolean().default(false).describe('Returns a report of each line instead of text.'),
  },
  result: 'mixed',
  data: z.object({
    notation: z.enum(PATTERN_NOTATIONS).describe('Notation that the pattern was read in.'),
    dates: z
      .array(
        z.object({
          line: place('Line of the input.'),
          input: z.string().describe('The line.'),
          form: z.string().describe('Form that the date was written in.'),
          iso: z.string().describe('The instant, ISO 8601 with offset.'),
          result: z.string().describe('The date by the pattern.'),
        }),
      )
      .describe('The dates in the order of the input.'),
    unreadable: count('Lines that are not dates, where they are kept.'),
    warnings: warnings(),
  }),
  notes: [
    'Read are ISO 8601 with its week and ordinal dates, RFC 2822, HTTP, asctime, log files, EXIF, 29.03.2026, 29 March 2026, March 29, 2026 2:30 PM, 20260329 and Unix times; see timestamp-converter for others. Names of months that are read are English.',
    "In Moment patterns text goes in [brackets], in Unicode patterns in 'quotes'; a letter that is not a sign is refused. YYYY is the year in Moment and the ISO week year in Unicode patterns, DD the day in Moment only.",
    'Dates with an offset are converted to "timezone"; without, they are of that zone. Up to 10,000 lines; empty lines stay.',
  ],
  aliases: [
    'reformat date',
    'strftime',
    'moment format',
    'java date pattern',
    'date pattern tester',
    'mm/dd/yyyy to dd/mm/yyyy',
    'us date to iso',
  ],
  verified: [
    'GNU date 9.1: 300 random instants by 37 strftime signs and three of its flags',
    'moment 2.31.0 (npm): 300 random instants by 44 Moment signs',
    'Unicode Technical Standard 35: the patterns of its examples',
  ],
  examples: [
    {
      title: 'American and other dates to ISO',
      input: '12/25/2026\n3/4/2026\nMarch 29, 2026 2:30 PM\n\n2026-W13-7',
      output: { text: '2026-12-25\n2026-03-04\n2026-03-29\n\n2026-03-29' },
    },
    {
      title: 'German words by a Unicode pattern',
      input: '2026-03-29T12:30:00Z',
      options: { to: "EEEE, d. MMMM yyyy 'um' HH:mm 'Uhr'", locale: 'de', timezone: 'Europe/Berlin' },
      output: { text: 'Sonntag, 29. März 2026 um 14:30 Uhr' },
    },
    {
      title: 'strftime, with a report',
      input: 'Sun, 29 Mar 2026 12:30:00 GMT',
      options: { to: '%a %e %b, week %V', report: true },
      output: {
        data: {
          notation: 'strftime',
          dates: [
            {
              line: 1,
              input: 'Sun, 29 Mar 2026 12:30:00 GMT',
              form: 'rfc-2822',
              iso: '2026-03-29T12:30:00Z',
              result: 'Sun 29 Mar, week 13',
            },
          ],
          unreadable: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A date that can be read in two ways',
      input: '3/4/2026',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read line 1 of property "input" as a date: it can be read as 2026-03-04 and as 2026-04-03; write one of these',
      },
    },
    {
      title: 'Text in a pattern without quotes',
      input: '2026-03-29',
      options: { to: 'dd.MM.yyyy Uhr' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "to" as a pattern: "U" is not a sign of unicode patterns; text goes in \'quotes\'',
      },
    },
    {
      title: 'A language that does not exist',
      input: '2026-03-29',
      options: { locale: 'no such' },
      error: { code: 'INVALID_INPUT', message: 'Option "locale" is not a known language, got "no such"' },
    },
  ],
  run({ input, options, now }) {
    const zone = readZone(options.timezone);
    const names = dateNames(options.locale);
    const notation = options.notation === 'auto' ? notationOf(options.to) : options.notation;
    const isIso = options.to.trim() === 'iso';
    const write = refusing('Cannot read option "to" as a pattern', () =>
      readPattern(isIso ? '' : options.to, notation),
    );
    const lines = input.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
    if (lines.length > MAX_LINES)
      throw overLimit(`Property "input" must have at most ${MAX_LINES} lines, got ${lines.length}`);
    const dayFirst = options.dayFirst === 'auto' ? dayFirstOf(lines) : options.dayFirst === 'true';
    const told: string[] = [];
    let unreadable = 0;
    const dates = lines.flatMap((line, index) => {
      if (line.trim() === '') return [];
      const isWord = /^\s*(?:now|today|tomorrow|yesterday)\s*$/i.test(line);
      if (options.keepUnreadable && !isWord && unlessFaulty(() => readTime(line, { dayFirst })) === undefined) {
        unreadable += 1;
        return [];
      }
      const label = `line ${index + 1} of property "input"`;
      const moment = readMoment(line, { label, zone, now, dayFirst });
      told.push(...moment.warnings);
      const time = {
        wall: wallAt(moment.ns, zone),
        offset: offsetAt(zone, moment.seconds),
        unixSeconds: moment.seconds,
        zoneName: zone.name,
        abbreviation: abbreviationAt(zone, moment.seconds),
        names,
      };
      const iso = isoInZone(moment.ns, zone);
      return [{ line: index + 1, input: line, form: moment.form, iso, result: isIso ? iso : write(time) }];
    });
    if (options.report) return json({ notation, dates, unreadable, warnings: told });
    const results = new Map(dates.map(({ line, result }) => [line, result]));
    return text(lines.map((line, index) => results.get(index + 1) ?? line).join('\n'));
  },
});

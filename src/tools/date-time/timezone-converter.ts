import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { zoneVersion } from '../../engines/zone-data.js';
import { abbreviationAt, DISAMBIGUATIONS, isoInZone, type Moment, wallAt } from '../../formats/moments.js';
import { readSaidMoment } from '../../formats/said-dates.js';
import { isSaid, refuseGiven } from '../../formats/said-options.js';
import { readZone } from '../../formats/zone-names.js';
import { daysOf, isoOffset, weekdayName } from '../../lib/time/civil.js';
import { LAST_FORESEEN_YEAR } from '../../lib/zones/yearly-changes.js';
import { fixedZone, isDaylightTime, offsetAt, periodAt, type Zone } from '../../lib/zones/zone.js';
import { readSaidTime } from './_said-zones.js';

const MAX_ZONES = 50;
const DEFAULT_TO = 'America/New_York,Europe/Paris,Asia/Tokyo';

const ZONED = {
  timezone: z.string().describe('Name of the time zone.'),
  local: z.string().describe('The instant there, ISO 8601 with its offset.'),
  weekday: z.string().describe('Day of the week there.'),
  offset: z.string().describe('Offset from UTC.'),
  abbreviation: z.string().describe('Abbreviation of the zone at that time, such as CEST.'),
  daylightSaving: z.boolean().describe('Whether clocks there are ahead of the zone at other times of the year.'),
  nextChange: z.string().describe('When clocks there change next, ISO 8601; empty if no change is known.'),
};

function placeOf({ ns, seconds }: Moment, zone: Zone) {
  const { end } = periodAt(zone, seconds);
  return {
    timezone: zone.name,
    local: isoInZone(ns, zone),
    weekday: weekdayName(daysOf(wallAt(ns, zone))),
    offset: isoOffset(offsetAt(zone, seconds)),
    abbreviation: abbreviationAt(zone, seconds),
    daylightSaving: isDaylightTime(zone, seconds),
    nextChange: Number.isFinite(end) ? isoInZone(BigInt(end) * 1_000_000_000n, zone) : '',
  };
}

export default defineTool({
  id: 'timezone-converter',
  title: 'Time Zone Converter',
  summary: 'Converts a time from one time zone to others and reports times that clocks skip or repeat.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    time: z
      .string()
      .max(200)
      .default('')
      .describe(
        'Time to convert, such as 2026-03-29 14:30 or 3pm; an offset or zone in it goes before "from". Empty for now. The input may say time and zones instead.',
      ),
    from: z
      .string()
      .max(64)
      .default('UTC')
      .describe('Time zone of the time: an IANA name, a well-known city or an offset such as +05:30.'),
    to: z.string().max(2000).default(DEFAULT_TO).describe('Time zones to convert to, separated by commas, at most 50.'),
    disambiguation: z
      .enum(DISAMBIGUATIONS)
      .default('compatible')
      .describe(
        'What a time means that clocks skip or show twice: compatible takes the later for a skipped and the earlier for a repeated time.',
      ),
  },
  result: 'data',
  data: z.object({
    instant: z.string().describe('The instant in UTC, ISO 8601.'),
    unixSeconds: z.int().describe('The instant as a Unix time.'),
    from: z.object(ZONED).describe('The time in its own zone.'),
    to: z
      .array(
        z.object({
          ...ZONED,
          aheadMinutes: z.number().describe('Minutes by which clocks there are ahead of the source.'),
          dayShift: z.int().describe('Calendar days later (1) or earlier (-1) than at the source.'),
        }),
      )
      .describe('The same instant in the other zones, in the order asked for.'),
    zoneDataVersion: z.string().describe('Version of the IANA time zone database.'),
    warnings: warnings(),
  }),
  notes: [
    'Time zone data is part of the service, from the IANA database of the version in the result; that of the machine is not used.',
    'The input may be a sentence in English, with IANA names, well-known cities and countries with one time: 3pm New York in Berlin, 9:30 EST to Tokyo and London, now in Sydney. A name that several places have is refused.',
    'After 2037 the rules of the zone go on as they are; governments change them at short notice.',
  ],
  aliases: [
    'time zone conversion',
    'convert utc to local time',
    'world clock',
    'est to cet',
    'dst',
    'tz converter',
    'what time is it in another city',
    'what time is it',
  ],
  verified: [
    'Python 3.11 zoneinfo: 1,000 random wall times of 12 zones, half of them within a day of a change of clocks, in both readings (fold 0 and 1)',
    'GeoNames as of 2014, 340 cities of over 100,000 people: cities named without their zone have the clocks of the largest city of that name',
    'zdump of glibc 2.36 with data 2025b: offsets and abbreviations on both sides of every change from 1970 to 2100, in all zones but the 21 whose rules changed since',
  ],
  examples: [
    {
      title: 'A call at half past nine in New York',
      options: { time: '2026-03-20 09:30', from: 'America/New_York', to: 'Europe/London' },
      output: {
        data: {
          instant: '2026-03-20T13:30:00Z',
          unixSeconds: 1774013400,
          from: {
            timezone: 'America/New_York',
            local: '2026-03-20T09:30:00-04:00',
            weekday: 'Friday',
            offset: '-04:00',
            abbreviation: 'EDT',
            daylightSaving: true,
            nextChange: '2026-11-01T01:00:00-05:00',
          },
          to: [
            {
              timezone: 'Europe/London',
              local: '2026-03-20T13:30:00+00:00',
              weekday: 'Friday',
              offset: '+00:00',
              abbreviation: 'GMT',
              daylightSaving: false,
              nextChange: '2026-03-29T02:00:00+01:00',
              aheadMinutes: 240,
              dayShift: 0,
            },
          ],
          zoneDataVersion: '2026f',
          warnings: [],
        },
      },
    },
    {
      title: 'A time that clocks skip',
      options: { time: '2026-03-29 02:30', from: 'Europe/Berlin', to: 'Asia/Tokyo' },
      output: {
        data: {
          instant: '2026-03-29T01:30:00Z',
          unixSeconds: 1774747800,
          from: {
            timezone: 'Europe/Berlin',
            local: '2026-03-29T03:30:00+02:00',
            weekday: 'Sunday',
            offset: '+02:00',
            abbreviation: 'CEST',
            daylightSaving: true,
            nextChange: '2026-10-25T02:00:00+01:00',
          },
          to: [
            {
              timezone: 'Asia/Tokyo',
              local: '2026-03-29T10:30:00+09:00',
              weekday: 'Sunday',
              offset: '+09:00',
              abbreviation: 'JST',
              daylightSaving: false,
              nextChange: '',
              aheadMinutes: 420,
              dayShift: 0,
            },
          ],
          zoneDataVersion: '2026f',
          warnings: [
            '2026-03-29 02:30:00 does not exist in Europe/Berlin: clocks go from 2026-03-29 02:00:00 to 2026-03-29 03:00:00; taken as 2026-03-29T03:30:00+02:00',
          ],
        },
      },
    },
    {
      title: 'A time that occurs twice, refused',
      options: { time: '2026-10-25 02:30', from: 'Europe/Berlin', disambiguation: 'reject' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "time" as a date: 2026-10-25 02:30:00 occurs twice in Europe/Berlin: at +02:00 and at +01:00',
      },
    },
    {
      title: 'An abbreviation that several zones have',
      options: { time: '2026-03-20 09:30 IST' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "time" as a date: the abbreviation "IST" does not name one time zone; write an offset such as +02:00, or a name such as Europe/Berlin',
      },
    },
    {
      title: 'No zone to convert to',
      options: { to: ' , ' },
      error: { code: 'INVALID_INPUT', message: 'Option "to" names no time zone' },
    },
  ],
  async run({ input, options, now }) {
    const source = readZone(options.from, 'from');
    const names = options.to.split(',').filter((name) => name.trim() !== '');
    if (names.length === 0) throw invalid('Option "to" names no time zone');
    if (names.length > MAX_ZONES) throw invalid(`Option "to" names ${names.length} time zones, more than ${MAX_ZONES}`);
    const said = isSaid(input, { time: options.time !== '' })
      ? await readSaidTime(input, { zone: source, now, disambiguation: options.disambiguation })
      : undefined;
    if (said?.from !== undefined) refuseGiven({ from: options.from !== 'UTC' });
    if (said?.to !== undefined) refuseGiven({ to: options.to !== DEFAULT_TO });
    const zones = said?.to ?? names.map((name) => readZone(name, 'to'));
    const moment =
      said?.moment ??
      (await readSaidMoment(options.time.trim() === '' ? 'now' : options.time, {
        label: 'option "time"',
        zone: source,
        now,
        disambiguation: options.disambiguation,
      }));
    const here = wallAt(moment.ns, moment.zone);
    const isLate = here.year > LAST_FORESEEN_YEAR;
    return json({
      instant: isoInZone(moment.ns, fixedZone('UTC', 0)),
      unixSeconds: moment.seconds,
      from: placeOf(moment, moment.zone),
      to: zones.map((zone) => ({
        ...placeOf(moment, zone),
        aheadMinutes: (offsetAt(zone, moment.seconds) - offsetAt(moment.zone, moment.seconds)) / 60,
        dayShift: daysOf(wallAt(moment.ns, zone)) - daysOf(here),
      })),
      zoneDataVersion: zoneVersion(),
      warnings: [
        ...moment.warnings,
        ...(isLate ? [`After ${LAST_FORESEEN_YEAR} the rules of today are taken to go on`] : []),
      ],
    });
  },
});

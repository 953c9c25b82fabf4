import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { aliasesOf, canonicalName, countriesOf, namedZone, zoneVersion } from '../../engines/zone-data.js';
import { zoneNameAt } from '../../engines/zone-places.js';
import { nsOfDate, secondsOfNs } from '../../formats/moments.js';
import { readZone } from '../../formats/zone-names.js';
import { DAY_SECONDS, daysOf } from '../../lib/time/civil.js';
import { LAST_FORESEEN_YEAR } from '../../lib/zones/yearly-changes.js';
import { changesBetween, lastChange, offsetAt, periodAt } from '../../lib/zones/zone.js';

import { placeOf } from './_asked-place.js';
import { yearOf } from './_year.js';
import { CHANGE, changeOf, readCoordinates, readCountry, STATE, stateOf } from './_zone-facts.js';

const MAX_CHANGES = 100;

export default defineTool({
  id: 'timezone-info',
  title: 'Time Zone Info',
  summary:
    'Shows offset, abbreviation and changes of clocks of a time zone, and finds zones by country or coordinates.',
  family: 'date-time',
  class: 'standard',
  input: 'optional',
  options: {
    timezone: shared.timezone(),
    country: z
      .string()
      .max(10)
      .default('')
      .describe('ISO 3166 code of a country whose zones are listed, such as US or AU.'),
    coordinates: z
      .string()
      .max(60)
      .default('')
      .describe('Latitude and longitude in degrees whose zone is found, such as 52.52, 13.40; goes before "timezone".'),
    year: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(2100)
      .default(0)
      .describe('Year whose changes of clocks are listed, 1900 to 2100; 0 for this year.'),
  },
  result: 'data',
  data: z.object({
    ...STATE.shape,
    canonicalName: z.string().describe('Name of the zone in the database; differs for an alias.'),
    aliases: z.array(z.string()).describe('Other names of the zone.'),
    countries: z.array(z.string()).describe('ISO 3166 codes of the countries it is used in.'),
    year: z.int().describe('The year of the changes.'),
    changes: z.array(CHANGE).describe('Changes of clocks in that year.'),
    lastChange: CHANGE.optional().describe('The change before now, if there was one.'),
    nextChange: CHANGE.optional().describe('The change after now, if one is known.'),
    countryZones: z.array(STATE).describe('Zones of the country that was asked for.'),
    zoneDataVersion: z.string().describe('Version of the IANA time zone database.'),
    warnings: warnings(),
  }),
  notes: [
    'Text is a time zone, city or country, or coordinates: Tokyo, time in New York, 52.52, 13.40.',
    'Time zone data is part of the service, from the IANA database of the version in the result. After 2037 the rules of the zone go on as they are.',
    'Coordinates are looked up in a simplified map: of 162 random points on land six were given the neighbouring zone, near borders.',
    'Daylight saving is told by the offsets: clocks are ahead of what they show at other times of the year.',
  ],
  aliases: [
    'dst dates',
    'when do clocks change',
    'utc offset',
    'iana time zone',
    'zdump',
    'timezone by coordinates',
    'timezone by country',
    'olson',
  ],
  verified: [
    'zdump of glibc 2.36 with data 2025b: the changes from 1986 to 2028 of 12 zones, and offsets and abbreviations around every change until 2100 of all zones but the 21 whose rules changed since',
    'Coordinates of 30 cities: the zone that the IANA database names after them or after the largest city of their zone',
  ],
  examples: [
    {
      title: 'Berlin',
      options: { coordinates: '52.52, 13.40' },
      output: {
        data: {
          timezone: 'Europe/Berlin',
          local: '2026-01-02T04:04:05+01:00',
          offset: '+01:00',
          abbreviation: 'CET',
          daylightSaving: false,
          canonicalName: 'Europe/Berlin',
          aliases: [
            'Arctic/Longyearbyen',
            'Atlantic/Jan_Mayen',
            'Europe/Copenhagen',
            'Europe/Oslo',
            'Europe/Stockholm',
          ],
          countries: ['DE', 'DK', 'NO', 'SE', 'SJ'],
          year: 2026,
          changes: [
            {
              at: '2026-03-29T01:00:00Z',
              local: '2026-03-29T03:00:00+02:00',
              offsetBefore: '+01:00',
              offset: '+02:00',
              abbreviation: 'CEST',
              clocks: 'Forward by 60 minutes',
            },
            {
              at: '2026-10-25T01:00:00Z',
              local: '2026-10-25T02:00:00+01:00',
              offsetBefore: '+02:00',
              offset: '+01:00',
              abbreviation: 'CET',
              clocks: 'Back by 60 minutes',
            },
          ],
          lastChange: {
            at: '2025-10-26T01:00:00Z',
            local: '2025-10-26T02:00:00+01:00',
            offsetBefore: '+02:00',
            offset: '+01:00',
            abbreviation: 'CET',
            clocks: 'Back by 60 minutes',
          },
          nextChange: {
            at: '2026-03-29T01:00:00Z',
            local: '2026-03-29T03:00:00+02:00',
            offsetBefore: '+01:00',
            offset: '+02:00',
            abbreviation: 'CEST',
            clocks: 'Forward by 60 minutes',
          },
          countryZones: [],
          zoneDataVersion: '2026f',
          warnings: [],
        },
      },
    },
    {
      title: 'A zone that does not change its clocks, and the zones of New Zealand',
      options: { timezone: 'Etc/UTC', country: 'nz' },
      output: {
        data: {
          timezone: 'Etc/UTC',
          local: '2026-01-02T03:04:05Z',
          offset: '+00:00',
          abbreviation: 'UTC',
          daylightSaving: false,
          canonicalName: 'Etc/UTC',
          aliases: ['Etc/UCT', 'Etc/Universal', 'Etc/Zulu', 'UCT', 'UTC', 'Universal', 'Zulu'],
          countries: [],
          year: 2026,
          changes: [],
          countryZones: [
            {
              timezone: 'Pacific/Auckland',
              local: '2026-01-02T16:04:05+13:00',
              offset: '+13:00',
              abbreviation: 'NZDT',
              daylightSaving: true,
            },
            {
              timezone: 'Pacific/Chatham',
              local: '2026-01-02T16:49:05+13:45',
              offset: '+13:45',
              abbreviation: '+1345',
              daylightSaving: true,
            },
          ],
          zoneDataVersion: '2026f',
          warnings: [],
        },
      },
    },
    {
      title: 'A country by its name',
      options: { country: 'Germany' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "country" is not an ISO 3166 code of two letters, got "Germany"',
      },
    },
    {
      title: 'A latitude beyond the pole',
      options: { coordinates: '95, 10' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "coordinates" is not a latitude and a longitude such as 52.52, 13.40, got "95, 10"',
      },
    },
    {
      title: 'A city that many places have the name of',
      options: { timezone: 'Springfield' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "timezone" is not a time zone such as Europe/Berlin, a known city or an offset, got "Springfield"',
      },
    },
  ],
  run({ input, options, now }) {
    const { country } = options;
    const { timezone, coordinates } = placeOf(input, options);
    const year = yearOf(options.year, 1900, now);
    const name = coordinates.trim() === '' ? timezone : zoneNameAt(...readCoordinates(coordinates));
    const zone = readZone(name);
    const listed = country.trim() === '' ? [] : readCountry(country);
    const seconds = secondsOfNs(nsOfDate(now));
    const yearStart = (one: number) => daysOf({ year: one, month: 1, day: 1 }) * DAY_SECONDS;
    // The year of the zone's own clocks.
    const [from, until] = [year, year + 1].map((one) => yearStart(one) - offsetAt(zone, yearStart(one))) as [
      number,
      number,
    ];
    const changes = changesBetween(zone, from, until, MAX_CHANGES);
    const [last, { end }] = [lastChange(zone, seconds), periodAt(zone, seconds)];
    const canonical = canonicalName(zone.name);
    return json({
      ...stateOf(zone, seconds),
      canonicalName: canonical,
      aliases: aliasesOf(canonical),
      countries: countriesOf(zone.name).length > 0 ? countriesOf(zone.name) : countriesOf(canonical),
      year,
      changes: changes.map(({ start }) => changeOf(zone, start)),
      ...(last === undefined ? {} : { lastChange: changeOf(zone, last.start) }),
      ...(Number.isFinite(end) ? { nextChange: changeOf(zone, end) } : {}),
      countryZones: listed.flatMap((one) => {
        const found = namedZone(one);
        return found === undefined ? [] : [stateOf(found, seconds)];
      }),
      zoneDataVersion: zoneVersion(),
      warnings: [
        ...(year > LAST_FORESEEN_YEAR ? [`After ${LAST_FORESEEN_YEAR} the rules of today are taken to go on`] : []),
        ...(year < 1970
          ? ['Before 1970 a zone is that of its largest city; clocks elsewhere in it may have differed']
          : []),
      ],
    });
  },
});

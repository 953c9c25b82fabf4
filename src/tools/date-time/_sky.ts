import { z } from 'zod';

import {
  moonAt,
  moonDistance,
  nextAltitude,
  nextPhase,
  nextRiseOrSet,
  nextTransit,
  type Place,
  positionOf,
} from '../../engines/astronomy.js';
import { isoAt } from '../../formats/moments.js';
import { DAY_SECONDS } from '../../lib/time/civil.js';
import type { Zone } from '../../lib/zones/zone.js';

/** Altitudes of the sun's centre, in degrees. */
const TWILIGHTS = [
  ['civil', -6],
  ['nautical', -12],
  ['astronomical', -18],
] as const;

interface Day {
  readonly start: Date;
  readonly length: number;
  readonly zone: Zone;
  readonly place: Place;
}

const within = ({ start, length, zone }: Day, date: Date | undefined): string => {
  if (date === undefined || date.getTime() >= start.getTime() + length * 86_400_000) return '';
  return isoAt(Math.round(date.getTime() / 1000), zone);
};

/** The sun on a day. */
export function sunOf(day: Day) {
  const { place, start, length, zone } = day;
  const rise = within(day, nextRiseOrSet('sun', true, place, start, length));
  const set = within(day, nextRiseOrSet('sun', false, place, start, length));
  const noon = nextTransit('sun', place, start);
  const altitude = (rises: boolean, degrees: number) => within(day, nextAltitude(rises, degrees, place, start, length));
  const seconds = (Date.parse(set) - Date.parse(rise)) / 1000;
  const isUp = positionOf('sun', place, noon.date).altitudeDegrees > -0.27;
  const dayLength =
    rise !== '' && set !== '' && seconds > 0 ? seconds : rise === '' && set === '' ? (isUp ? DAY_SECONDS : 0) : null;
  return {
    rise,
    set,
    noon: isoAt(Math.round(noon.date.getTime() / 1000), zone),
    noonAltitudeDegrees: noon.altitudeDegrees,
    dayLengthSeconds: dayLength,
    twilights: TWILIGHTS.map(([name, degrees]) => ({
      name,
      begins: altitude(true, degrees),
      ends: altitude(false, degrees),
    })),
    goldenHour: { morningEnds: altitude(true, 6), eveningBegins: altitude(false, 6) },
  };
}

/** The moon on a day, its phase at an instant. */
export function moonOf(day: Day, at: Date) {
  const { place, start, length, zone } = day;
  const phase = (angle: number) => {
    const date = nextPhase(angle, start);
    return date === undefined ? '' : isoAt(Math.round(date.getTime() / 1000), zone);
  };
  return {
    rise: within(day, nextRiseOrSet('moon', true, place, start, length)),
    set: within(day, nextRiseOrSet('moon', false, place, start, length)),
    ...moonAt(at),
    distanceKm: moonDistance(at),
    nextNewMoon: phase(0),
    nextFirstQuarter: phase(90),
    nextFullMoon: phase(180),
    nextLastQuarter: phase(270),
  };
}

const POSITION = z.object({
  altitudeDegrees: z.number().describe('Height above the horizon, with refraction.'),
  azimuthDegrees: z.number().describe('Direction from north over east.'),
});
const time = (what: string) => z.string().describe(`${what}, ISO 8601 with offset; empty if not on that day.`);

export const SUN = z.object({
  rise: time('Sunrise: the upper limb appears'),
  set: time('Sunset: the upper limb disappears'),
  noon: z.string().describe('When the sun is highest, ISO 8601 with offset.'),
  noonAltitudeDegrees: z.number().describe('How high it is then, with refraction.'),
  dayLengthSeconds: z
    .number()
    .nullable()
    .describe('Seconds from sunrise to sunset; null where one of them is on another day.'),
  twilights: z
    .array(
      z.object({
        name: z.string().describe('Name: the sun is 6, 12 or 18 degrees below the horizon.'),
        begins: time('Beginning in the morning'),
        ends: time('End in the evening'),
      }),
    )
    .describe('Civil, nautical and astronomical twilight.'),
  goldenHour: z
    .object({
      morningEnds: time('When the sun passes 6 degrees in the morning'),
      eveningBegins: time('When it passes 6 degrees in the evening'),
    })
    .describe('Golden hour: the sun is lower than 6 degrees.'),
  position: POSITION.describe('The sun at that time.'),
});

export const MOON = z.object({
  rise: time('Moonrise'),
  set: time('Moonset'),
  phase: z.string().describe('Phase in words.'),
  angleDegrees: z.number().describe('Angle from the sun: 0 new, 90 first quarter, 180 full moon.'),
  illuminatedPercent: z.number().describe('Share of the disc that is lit.'),
  ageDays: z.number().describe('Mean days since new moon for that angle.'),
  distanceKm: z.number().describe('Distance from the centre of the Earth in kilometres.'),
  nextNewMoon: z.string().describe('Next new moon from the start of the day.'),
  nextFirstQuarter: z.string().describe('Next first quarter.'),
  nextFullMoon: z.string().describe('Next full moon.'),
  nextLastQuarter: z.string().describe('Next last quarter.'),
  position: POSITION.describe('The moon at that time.'),
});

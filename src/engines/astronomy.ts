import { createRequire } from 'node:module';

import type * as Module from 'astronomy-engine';

const require = createRequire(import.meta.url);
const astronomy = require('astronomy-engine') as typeof Module;

const PHASES = [
  'New moon',
  'Waxing crescent',
  'First quarter',
  'Waxing gibbous',
  'Full moon',
  'Waning gibbous',
  'Last quarter',
  'Waning crescent',
] as const;

/** The moon at an instant. */
export function moonAt(date: Date) {
  const angle = astronomy.MoonPhase(date);
  return {
    phase: PHASES[Math.floor((angle + 22.5) / 45) % 8] ?? 'New moon',
    angleDegrees: rounded(angle, 1),
    illuminatedPercent: rounded(100 * astronomy.Illumination(astronomy.Body.Moon, date).phase_fraction, 1),
    ageDays: rounded((angle / 360) * 29.530588, 1),
  };
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places));

/** The next instant from a date at which the moon has a phase: 0 new, 90 first quarter, 180 full, 270 last quarter. */
export const nextPhase = (angle: number, from: Date): Date | undefined =>
  astronomy.SearchMoonPhase(angle, from, 40)?.date;

/** Equinoxes and solstices of a year. */
export function seasonsOf(year: number) {
  const { mar_equinox, jun_solstice, sep_equinox, dec_solstice } = astronomy.Seasons(year);
  return [mar_equinox.date, jun_solstice.date, sep_equinox.date, dec_solstice.date] as const;
}

/** A place on the ground. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
}

const observerOf = ({ latitude, longitude, height }: Place) => new astronomy.Observer(latitude, longitude, height);
const bodyOf = (body: 'sun' | 'moon') => (body === 'sun' ? astronomy.Body.Sun : astronomy.Body.Moon);

/** When the upper limb next rises or sets within some days, with refraction; `undefined` where it does not. */
export const nextRiseOrSet = (
  body: 'sun' | 'moon',
  rises: boolean,
  place: Place,
  from: Date,
  days: number,
): Date | undefined => astronomy.SearchRiseSet(bodyOf(body), observerOf(place), rises ? 1 : -1, from, days)?.date;

/** When the centre of a body next passes an altitude in degrees, going up or down. */
export const nextAltitude = (
  rises: boolean,
  altitude: number,
  place: Place,
  from: Date,
  days: number,
): Date | undefined =>
  astronomy.SearchAltitude(astronomy.Body.Sun, observerOf(place), rises ? 1 : -1, from, days, altitude)?.date;

/** When a body is next at its highest, and how high, in degrees. */
export function nextTransit(body: 'sun' | 'moon', place: Place, from: Date) {
  const { time, hor } = astronomy.SearchHourAngle(bodyOf(body), observerOf(place), 0, from, 1);
  return { date: time.date, altitudeDegrees: rounded(hor.altitude, 2) };
}

/** Where a body is in the sky: altitude above the horizon with refraction, and azimuth from north over east. */
export function positionOf(body: 'sun' | 'moon', place: Place, date: Date) {
  const equator = astronomy.Equator(bodyOf(body), date, observerOf(place), true, true);
  const { altitude, azimuth } = astronomy.Horizon(date, observerOf(place), equator.ra, equator.dec, 'normal');
  return { altitudeDegrees: rounded(altitude, 2), azimuthDegrees: rounded(azimuth, 2) };
}

/** Distance of the moon's centre from the Earth's, in kilometres. */
export const moonDistance = (date: Date): number => Math.round(astronomy.GeoMoon(date).Length() * astronomy.KM_PER_AU);

import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { zonesOfCountry } from '../../engines/zone-data.js';
import { abbreviationAt, isoAt } from '../../formats/moments.js';
import { isoOffset } from '../../lib/time/civil.js';
import { fixedZone, isDaylightTime, offsetAt, periodAt, type Zone } from '../../lib/zones/zone.js';

const UTC = fixedZone('UTC', 0);

export function changeOf(zone: Zone, start: number) {
  const [before, after] = [periodAt(zone, start - 1), periodAt(zone, start)];
  const moved = after.offset - before.offset;
  return {
    at: isoAt(start, UTC),
    local: isoAt(start, zone),
    offsetBefore: isoOffset(before.offset),
    offset: isoOffset(after.offset),
    abbreviation: after.abbreviation,
    clocks: moved === 0 ? 'Name only' : `${moved > 0 ? 'Forward' : 'Back'} by ${Math.abs(moved) / 60} minutes`,
  };
}

export const CHANGE = z.object({
  at: z.string().describe('The instant in UTC, ISO 8601.'),
  local: z.string().describe('What clocks show after the change, ISO 8601 with offset.'),
  offsetBefore: z.string().describe('Offset from UTC before.'),
  offset: z.string().describe('Offset from UTC after.'),
  abbreviation: z.string().describe('Abbreviation after.'),
  clocks: z.string().describe('How clocks are changed.'),
});

export const STATE = z.object({
  timezone: z.string().describe('Name of the zone.'),
  local: z.string().describe('Time now, ISO 8601 with offset.'),
  offset: z.string().describe('Offset from UTC now.'),
  abbreviation: z.string().describe('Abbreviation now.'),
  daylightSaving: z.boolean().describe('Whether clocks are ahead of the zone at other times of the year.'),
});

export const stateOf = (zone: Zone, seconds: number) => ({
  timezone: zone.name,
  local: isoAt(seconds, zone),
  offset: isoOffset(offsetAt(zone, seconds)),
  abbreviation: abbreviationAt(zone, seconds),
  daylightSaving: isDaylightTime(zone, seconds),
});

export function readCoordinates(text: string): readonly [number, number] {
  const [, latitude, longitude] =
    /^\s*(-?\d{1,3}(?:\.\d{1,15})?)°?\s*[,; ]\s*(-?\d{1,3}(?:\.\d{1,15})?)°?\s*$/.exec(text) ?? [];
  const [north, east] = [Number(latitude), Number(longitude)];
  if (latitude === undefined || Math.abs(north) > 90 || Math.abs(east) > 180)
    throw invalid(`Option "coordinates" is not a latitude and a longitude such as 52.52, 13.40, got ${quote(text)}`);
  return [north, east];
}

export function readCountry(text: string): readonly string[] {
  const code = text.trim().toUpperCase();
  const names = zonesOfCountry(code);
  if (names === undefined) throw invalid(`Option "country" is not an ISO 3166 code of two letters, got ${quote(text)}`);
  return names;
}

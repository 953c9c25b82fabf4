import { type Entity, matchesOf } from './entity.js';

const DECIMAL =
  /(?<![\p{L}\p{N}_.,-])(-?\d{1,2}\.\d{3,15})(?:°\s?([NS]))?(?:\s?[,;]\s?|\s)(-?\d{1,3}\.\d{3,15})(?:°\s?([EWO]))?(?![\p{L}\p{N}_]|[.,]\d)/gu;
/** Degrees, with minutes and seconds or without them. */
const ANGLE = String.raw`(\d{1,3})\s?°\s?(?:(\d{1,2}(?:[.,]\d{1,8})?)\s?['′’]\s?)?(?:(\d{1,2}(?:[.,]\d{1,8})?)\s?(?:["″”]|'')\s?)?`;
const AFTER = new RegExp(`(?<![\\p{L}\\p{N}_.,])${ANGLE}([NS])[\\s,;/]{0,3}${ANGLE}([EWO])(?!\\p{L})`, 'gu');
const BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}_.,])([NS])\\s?${ANGLE.trim()}[\\s,;/]{0,3}([EWO])\\s?${ANGLE.trim()}`,
  'gu',
);

function degrees(whole = '', minutes = '0', seconds = '0'): number {
  const read = (text: string): number => Number(text.replace(',', '.'));
  return Number(whole) + read(minutes) / 60 + read(seconds) / 3600;
}

const signed = (value: number, side = ''): number => (/[SW]/.test(side) ? -value : value);

function place(latitude: number, longitude: number): { readonly value: string } | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { value: [latitude, longitude].map((angle) => String(Number(angle.toFixed(7)))).join(',') };
}

/** Places on the earth as two angles, the latitude first. `value` is in degrees with decimals; O is the east in French or German and the west in Spanish: it counts as east. */
export function* coordinatesIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'coordinates', AFTER, ([, a, b, c, ns, d, e, f, ew]) =>
    place(signed(degrees(a, b, c), ns), signed(degrees(d, e, f), ew)),
  );
  yield* matchesOf(text, 'coordinates', BEFORE, ([found, ns, a, b, c, ew, d, e, f]) => {
    const told = place(signed(degrees(a, b, c), ns), signed(degrees(d, e, f), ew));
    return told === undefined || found === undefined ? undefined : told;
  });
  yield* matchesOf(text, 'coordinates', DECIMAL, ([, latitude = '', ns, longitude = '', ew]) =>
    place(signed(Number(latitude), ns), signed(Number(longitude), ew)),
  );
}

import type { ExifTable, ExifValue } from './exif-values.js';

export interface GpsPosition {
  /** Degrees, south and west negative. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Metres, below the sea negative. */
  readonly altitude?: number;
  readonly time?: string;
  /** Degrees from north. */
  readonly direction?: number;
}

/** The position of the GPS directory in decimal degrees (Exif 3.0, 4.6.7); `undefined` where it has none. */
export function gpsPosition(table: ExifTable): GpsPosition | undefined {
  const latitude = degrees(table.GPSLatitude, table.GPSLatitudeRef, 'S', 90);
  const longitude = degrees(table.GPSLongitude, table.GPSLongitudeRef, 'W', 180);
  const altitude = number(table.GPSAltitude);
  const direction = number(table.GPSImgDirection);
  const time = timeOf(table.GPSDateStamp, table.GPSTimeStamp);
  const isBelow = table.GPSAltitudeRef === 1 || table.GPSAltitudeRef === 3;
  const found = {
    ...(latitude === undefined ? {} : { latitude }),
    ...(longitude === undefined ? {} : { longitude }),
    ...(altitude === undefined ? {} : { altitude: isBelow ? -altitude : altitude }),
    ...(time === undefined ? {} : { time }),
    ...(direction === undefined ? {} : { direction }),
  };
  return Object.keys(found).length === 0 ? undefined : found;
}

const number = (value: ExifValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

function degrees(
  value: ExifValue | undefined,
  side: ExifValue | undefined,
  negative: string,
  most: number,
): number | undefined {
  const parts = Array.isArray(value) ? (value as readonly (number | string)[]) : [];
  const [whole, minutes = 0, seconds = 0] = parts;
  if (typeof whole !== 'number' || typeof minutes !== 'number' || typeof seconds !== 'number') return undefined;
  const sum = whole + minutes / 60 + seconds / 3600;
  if (sum > most) return undefined;
  // Eight decimals are a millimetre.
  const rounded = Number(sum.toFixed(8));
  return typeof side === 'string' && side.toUpperCase().startsWith(negative) ? -rounded : rounded;
}

function timeOf(date: ExifValue | undefined, time: ExifValue | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})[:-](\d\d)[:-](\d\d)$/.exec(typeof date === 'string' ? date : '') ?? [];
  const parts = Array.isArray(time) ? (time as readonly (number | string)[]) : [];
  if (year === undefined || parts.length !== 3 || parts.some((part) => typeof part !== 'number')) return undefined;
  const [hours, minutes, seconds] = parts.map((part) => String(Math.floor(Number(part))).padStart(2, '0'));
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`;
}

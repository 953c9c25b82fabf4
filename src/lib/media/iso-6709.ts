export interface PlaceOnEarth {
  readonly latitude: number;
  readonly longitude: number;
  /** Meters above sea level. */
  readonly altitude: number | null;
}

const DIGITS = 1e6;

/** Degrees of `±DD.D`, `±DDMM.M` or `±DDMMSS.S`, where degrees have `width` digits. */
function degreesOf(text: string, width: number): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [whole = '', part = ''] = text.slice(1).split('.');
  const fields = [whole.slice(0, width), whole.slice(width, width + 2), whole.slice(width + 2)].filter(Boolean);
  // The fraction belongs to the last field.
  const degrees = fields.reduce(
    (sum, field, index) => sum + Number(index === fields.length - 1 ? `${field}.${part || 0}` : field) / 60 ** index,
    0,
  );
  return (sign * Math.round(degrees * DIGITS)) / DIGITS;
}

/** A place as cameras write it, such as `+48.8584+002.2945+035.0/` (ISO 6709 annex H). `undefined` for anything else. */
export function readIso6709(text: string): PlaceOnEarth | undefined {
  const [, north, east, height] =
    /^([+-](?:\d{6}|\d{4}|\d{2})(?:\.\d{1,9})?)([+-](?:\d{7}|\d{5}|\d{3})(?:\.\d{1,9})?)([+-]\d{1,6}(?:\.\d{1,6})?)?/.exec(
      text.trim(),
    ) ?? [];
  if (north === undefined || east === undefined) return undefined;
  const [latitude, longitude] = [degreesOf(north, 2), degreesOf(east, 3)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude, altitude: height === undefined ? null : Number(height) };
}

/** Codes of places that are short enough to type: geohash, Maidenhead locator, tiles of web maps, letters of the British grid. */

import type { Place } from './place-text.js';

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz';

/** Geohash (Niemeyer 2008): bits of longitude and latitude in turn, five to a character. */
export function toGeohash({ latitude, longitude }: Place, length: number): string {
  const lon = [-180, 180];
  const lat = [-90, 90];
  let [found, value, bits, isLon] = ['', 0, 0, true];
  while (found.length < length) {
    const [range, at] = isLon ? [lon, longitude] : [lat, latitude];
    const [low = 0, high = 0] = range;
    const middle = (low + high) / 2;
    value = value * 2 + (at >= middle ? 1 : 0);
    range[at >= middle ? 0 : 1] = middle;
    isLon = !isLon;
    if (++bits === 5) {
      found += GEOHASH[value];
      [value, bits] = [0, 0];
    }
  }
  return found;
}

/** The middle of a geohash's cell; `undefined` where a character is not of its alphabet. */
export function fromGeohash(text: string): Place | undefined {
  const lon = [-180, 180];
  const lat = [-90, 90];
  let isLon = true;
  for (const character of text.toLowerCase()) {
    const value = GEOHASH.indexOf(character);
    if (value < 0) return undefined;
    for (let bit = 4; bit >= 0; bit--) {
      const range = isLon ? lon : lat;
      const [low = 0, high = 0] = range;
      range[(value >> bit) & 1 ? 0 : 1] = (low + high) / 2;
      isLon = !isLon;
    }
  }
  const middle = ([low = 0, high = 0]: readonly number[]): number => (low + high) / 2;
  return { latitude: middle(lat), longitude: middle(lon) };
}

/** Divisors of field, square, subsquare, extended square and extended subsquare of the IARU locator. */
const STEPS = [18, 10, 24, 10, 24];

/** Maidenhead locator of `pairs` pairs: letters, digits, letters, and so on. */
export function toMaidenhead({ latitude, longitude }: Place, pairs: number): string {
  // The poles and the date line belong to the last cell.
  let [x, y] = [Math.min((longitude + 180) / 20, 17.999_999_999_9), Math.min((latitude + 90) / 10, 17.999_999_999_9)];
  let found = '';
  for (let i = 0; i < pairs; i++) {
    const [a, b] = [Math.floor(x), Math.floor(y)];
    found += i % 2 === 0 ? String.fromCharCode((i === 0 ? 65 : 97) + a, (i === 0 ? 65 : 97) + b) : `${a}${b}`;
    const next = STEPS[i + 1] ?? 10;
    [x, y] = [(x - a) * next, (y - b) * next];
  }
  return found;
}

/** The middle of a locator of 1 to 5 pairs; `undefined` where it is not one. */
export function fromMaidenhead(text: string): Place | undefined {
  if (!/^[a-r]{2}(?:\d{2}(?:[a-x]{2}(?:\d{2}(?:[a-x]{2})?)?)?)?$/i.test(text)) return undefined;
  let [x, y, size] = [0, 0, 1];
  for (let i = 0; 2 * i < text.length; i++) {
    size /= i === 0 ? 1 : (STEPS[i] ?? 10);
    const of = (character: string): number =>
      i % 2 === 0 ? character.toLowerCase().charCodeAt(0) - 97 : Number(character);
    x += of(text.charAt(2 * i)) * size;
    y += of(text.charAt(2 * i + 1)) * size;
  }
  return { latitude: (y + size / 2) * 10 - 90, longitude: (x + size / 2) * 20 - 180 };
}

/** Tile of web maps (slippy map): zoom/x/y, from the north west. Latitudes beyond the map belong to its edge. */
export function toTile({ latitude, longitude }: Place, zoom: number): string {
  const count = 2 ** zoom;
  const angle = (Math.min(85.051_128_78, Math.max(-85.051_128_78, latitude)) * Math.PI) / 180;
  const bounded = (value: number): number => Math.min(count - 1, Math.max(0, Math.floor(value)));
  const y = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count;
  return `${zoom}/${bounded(((longitude + 180) / 360) * count)}/${bounded(y)}`;
}

/** Letters of 500 km squares, then of 100 km squares within them: A to Z without I, from the north west. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** `TQ 30080 80420`, or `undefined` outside of the grid. */
export function toBritishGrid(easting: number, northing: number): string | undefined {
  const [e, n] = [Math.floor(easting), Math.floor(northing)];
  if (e < 0 || n < 0 || e >= 700_000 || n >= 1_300_000) return undefined;
  const [column, row] = [Math.floor(e / 100_000), Math.floor(n / 100_000)];
  const large = SQUARES[(3 - Math.floor(row / 5)) * 5 + Math.floor(column / 5) + 2];
  const small = SQUARES[(4 - (row % 5)) * 5 + (column % 5)];
  const digits = (value: number): string => String(value % 100_000).padStart(5, '0');
  return `${large}${small} ${digits(e)} ${digits(n)}`;
}

/** The middle of a square of 1 to 5 digits each; `undefined` where it is not one. */
export function fromBritishGrid(text: string): { readonly easting: number; readonly northing: number } | undefined {
  const [, letters = '', digits = ''] =
    /^([HJNOST][A-HJ-Z])((?:\d\d){0,5})$/.exec(text.toUpperCase().replace(/\s/g, '')) ?? [];
  if (letters === '') return undefined;
  const [large, small] = [SQUARES.indexOf(letters.charAt(0)), SQUARES.indexOf(letters.charAt(1))];
  const column = ((large % 5) - 2) * 5 + (small % 5);
  const row = (3 - Math.floor(large / 5)) * 5 + 4 - Math.floor(small / 5);
  const half = digits.length / 2;
  const size = 10 ** (5 - half);
  const of = (part: string): number => Number(part || '0') * size + size / 2;
  return { easting: column * 100_000 + of(digits.slice(0, half)), northing: row * 100_000 + of(digits.slice(half)) };
}

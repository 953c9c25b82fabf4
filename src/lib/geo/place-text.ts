/** Places on Earth as people type them: latitude and longitude in degrees. */

import { ContentFault } from '../faults.js';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const MAX_CHARACTERS = 200;

interface Angle {
  readonly degrees: number;
  /** N, S, E or W; `undefined` where none is written. */
  readonly side: string | undefined;
}

/** Throws `ContentFault` for a latitude beyond 90 or a longitude beyond 180. */
export function checkedPlace(latitude: number, longitude: number): Place {
  if (!(Math.abs(latitude) <= 90)) throw new ContentFault(`latitude ${latitude} is not between -90 and 90`);
  if (!(Math.abs(longitude) <= 180)) throw new ContentFault(`longitude ${longitude} is not between -180 and 180`);
  return { latitude, longitude };
}

/** Degrees, minutes and seconds; the last of them may have decimals. */
function angleOf(parts: readonly string[], side: string | undefined): Angle {
  const [first = ''] = parts;
  const isNegative = first.startsWith('-');
  if (isNegative && side !== undefined) throw new ContentFault(`${first} has both a sign and the letter ${side}`);
  for (const part of parts.slice(0, -1))
    if (part.includes('.')) throw new ContentFault(`${part} has decimals, though a smaller unit follows`);
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => Math.abs(Number(part)));
  if (parts.slice(1).some((part) => /^[-+]/.test(part))) throw new ContentFault('only degrees have a sign');
  if (minutes >= 60 || seconds >= 60) throw new ContentFault('minutes and seconds must be below 60');
  const size = degrees + minutes / 60 + seconds / 3600;
  return { degrees: isNegative || side === 'S' || side === 'W' ? -size : size, side };
}

const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\u2212\u2010-\u2014]/g, '-')
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/[º˚]/g, '°');

/** What holds two plain decimals: RFC 5870, WKT (longitude first), links to maps. */
function wrapped(text: string): Place | undefined {
  const number = '(-?\\d{1,3}(?:\\.\\d+)?)';
  const geo = new RegExp(`^geo:${number},${number}(?:[,;?].*)?$`, 'i').exec(text);
  const link = /^https?:/i.test(text)
    ? new RegExp(
        `(?:@|[?&](?:q|ll|query|mlat|center|destination)=|#map=\\d+/|!3d)${number}(?:,|%2C|/|&mlon=|!4d)${number}`,
        'i',
      ).exec(text)
    : null;
  const point = new RegExp(`^POINT\\s*(?:Z\\s*)?\\(\\s*${number}\\s+${number}(?:\\s+${number})?\\s*\\)$`, 'i').exec(
    text,
  );
  if (point !== null) return checkedPlace(Number(point[2]), Number(point[1]));
  const found = geo ?? link;
  return found === null ? undefined : checkedPlace(Number(found[1]), Number(found[2]));
}

const notPart = (token: string): ContentFault =>
  new ContentFault(
    `${JSON.stringify(token)} is not part of a place such as 52.52, 13.405 or 52°31'N 13°24'E; names of places are not known`,
  );

/**
 * Decimal degrees, degrees and minutes, or degrees, minutes and seconds, with signs or letters, latitude first unless letters say
 * otherwise; `geo:` links, WKT points and links to maps. Throws `ContentFault`.
 */
export function readPlace(written: string): Place {
  if (written.length > MAX_CHARACTERS && !/^https?:/i.test(written.trim()))
    throw new ContentFault(`a place must have fewer than ${MAX_CHARACTERS + 1} characters`);
  let text = plain(written.slice(0, 2000));
  const inside = wrapped(text);
  if (inside !== undefined) return inside;
  text = text
    .replace(/^[([](.*)[)\]]$/s, '$1')
    .replace(/\b(?:latitude|lat|longitude|long|lon|lng)\b\.?\s*[:=]?/gi, ' ')
    .toUpperCase();
  // 52,52 13,40: decimals as most of Europe writes them.
  const commas = /^[-+]?\d+,\d+\s*[;/\s]\s*[-+]?\d+,\d+$/.test(text);
  if (commas) text = text.replaceAll(',', '.');
  const tokens = text.match(/[-+]?\d+(?:\.\d+)?|NORTH|SOUTH|EAST|WEST|[NSEWO]|[^\s]/g) ?? [];
  const groups: string[][] = [[]];
  const sides: string[] = [];
  const startsWithSide = /^(?:NORTH|SOUTH|EAST|WEST|[NSEWO])$/.test(tokens[0] ?? '');
  for (const token of tokens) {
    if (/\d/.test(token)) {
      groups.at(-1)?.push(token);
      continue;
    }
    if (/^[A-Z]/.test(token) && token !== 'D' && token !== 'M') {
      const side = token.charAt(0);
      // A second S right behind a number may be seconds; letters of the other axis follow then.
      if (!/^[NSEWO]$/.test(side)) throw notPart(token);
      if (side === 'O' && !/\d/.test(text)) throw notPart(token);
      if (side === 'O') throw new ContentFault('O is east in German and west in Spanish: write E or W');
      sides.push(side);
      if (startsWithSide ? sides.length > 1 : sides.length < 2) groups.push([]);
      continue;
    }
    if (!/^[°'":,;/DM+-]$/.test(token)) throw notPart(token);
  }
  const filled = groups.filter(({ length }) => length > 0);
  if (sides.length === 0) {
    const [all = []] = filled;
    if (![2, 4, 6].includes(all.length)) throw new ContentFault('a place has two angles: latitude and longitude');
    const half = all.length / 2;
    return checkedPlace(angleOf(all.slice(0, half), undefined).degrees, angleOf(all.slice(half), undefined).degrees);
  }
  if (sides.length !== 2 || filled.length !== 2 || filled.some(({ length }) => length > 3))
    throw new ContentFault('a place has two angles: latitude and longitude');
  const [one, two] = filled.map((parts, i) => angleOf(parts, sides[i])) as [Angle, Angle];
  const isLatitude = ({ side }: Angle): boolean => side === 'N' || side === 'S';
  if (isLatitude(one) === isLatitude(two)) throw new ContentFault('one angle needs N or S, the other E or W');
  return isLatitude(one) ? checkedPlace(one.degrees, two.degrees) : checkedPlace(two.degrees, one.degrees);
}

import { ContentFault } from '../faults.js';

/** RFC 1876 §2: the equator and the meridian of Greenwich stand at 2^31. */
const MIDDLE = 2 ** 31;
/** 100,000 m below the ellipsoid, in centimetres. */
const BASE = 10_000_000;

/** The data of a LOC record in the words of RFC 1876 §3. Throws ContentFault. */
export function locationText(bytes: Buffer): string[] {
  if (bytes.length !== 16 || bytes.readUInt8(0) !== 0)
    throw new ContentFault('the data of a LOC record is of an unknown version');
  const metres = (centimetres: number): string => `${(centimetres / 100).toFixed(2)}m`;
  // Whole metres from a metre on, as other programs write them.
  const size = (at: number): string => {
    const power = bytes.readUInt8(at) & 15;
    const centimetres = (bytes.readUInt8(at) >> 4) * 10 ** power;
    return power < 2 ? metres(centimetres) : `${centimetres / 100}m`;
  };
  return [
    ...angle(bytes.readUInt32BE(4) - MIDDLE, 'N', 'S'),
    ...angle(bytes.readUInt32BE(8) - MIDDLE, 'E', 'W'),
    metres(bytes.readUInt32BE(12) - BASE),
    size(1),
    size(2),
    size(3),
  ];
}

/** Thousandths of a second of arc in degrees, minutes and seconds. */
function angle(value: number, positive: string, negative: string): string[] {
  const thousandths = Math.abs(value);
  const seconds = (thousandths % 60_000) / 1000;
  const minutes = Math.floor(thousandths / 60_000) % 60;
  return [
    String(Math.floor(thousandths / 3_600_000)),
    String(minutes),
    seconds.toFixed(3),
    value < 0 ? negative : positive,
  ];
}

/** RFC 1876 §3: size 1 m, horizontal precision 10,000 m, vertical 10 m where they are not told. */
const PRECISIONS = ['1m', '10000m', '10m'];

/** The 16 bytes of a LOC record from the words of a zone file. Throws ContentFault. */
export function writeLocation(words: readonly string[]): Buffer {
  const left = [...words];
  const latitude = readAngle(left, 'N', 'S', 90);
  const longitude = readAngle(left, 'E', 'W', 180);
  const altitude = /^-?\d{1,8}(?:\.\d{1,2})?m?$/i.exec(left.shift() ?? '')?.[0];
  if (altitude === undefined || left.length > 3)
    throw new ContentFault('a location is written as 52 22 23.000 N 4 53 32.000 E -2.00m');
  const centimetres = Math.round(Number.parseFloat(altitude) * 100) + BASE;
  if (centimetres < 0 || centimetres > 0xffff_ffff)
    throw new ContentFault(`${altitude} is not an altitude that a location can have`);
  const bytes = Buffer.alloc(16);
  PRECISIONS.forEach((usual, index) => {
    bytes[index + 1] = precision(left[index] ?? usual);
  });
  bytes.writeUInt32BE(latitude, 4);
  bytes.writeUInt32BE(longitude, 8);
  bytes.writeUInt32BE(centimetres, 12);
  return bytes;
}

/** Degrees, minutes and seconds up to the letter. */
function readAngle(words: string[], positive: string, negative: string, most: number): number {
  const end = words.findIndex((word) => [positive, negative].includes(word.toUpperCase()));
  const numbers = words.slice(0, end);
  const [degrees = 0, minutes = 0, seconds = 0] = numbers.map(Number);
  const isRight =
    end >= 1 &&
    end <= 3 &&
    numbers.every((word, at) => (at === 2 ? /^\d{1,2}(?:\.\d{1,3})?$/ : /^\d{1,3}$/).test(word));
  const thousandths = Math.round((degrees * 3600 + minutes * 60 + seconds) * 1000);
  if (!isRight || minutes > 59 || seconds >= 60 || thousandths > most * 3_600_000)
    throw new ContentFault(
      `a location has degrees, minutes, seconds and ${positive} or ${negative}, such as 52 22 23.000 ${positive}`,
    );
  const isNegative = words[end]?.toUpperCase() === negative;
  words.splice(0, end + 1);
  return MIDDLE + (isNegative ? -thousandths : thousandths);
}

/** A digit and a power of ten, in centimetres. */
function precision(text: string): number {
  const metres = /^(\d{1,8}(?:\.\d{1,2})?)m?$/i.exec(text)?.[1];
  if (metres === undefined || Number(metres) > 90_000_000)
    throw new ContentFault(`${JSON.stringify(text.slice(0, 40))} must be metres such as 10m`);
  const centimetres = Math.round(Number(metres) * 100);
  const power = centimetres < 10 ? 0 : Math.floor(Math.log10(centimetres));
  return (Math.floor(centimetres / 10 ** power) << 4) | power;
}

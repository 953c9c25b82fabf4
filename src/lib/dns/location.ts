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

/** The bytes of a LOC record from its words. Throws ContentFault. */
export function locationBytes(words: readonly string[]): Buffer {
  const rest = [...words];
  const readAngle = (positive: string, negative: string, most: number): number => {
    const numbers: number[] = [];
    while (/^\d+(\.\d+)?$/.test(rest[0] ?? '') && numbers.length < 3) numbers.push(Number(rest.shift()));
    const side = rest.shift()?.toUpperCase();
    const [degrees = 0, minutes = 0, seconds = 0] = numbers;
    const isOff = numbers.length === 0 || degrees > most || minutes > 59 || seconds >= 60;
    if (isOff || (side !== positive && side !== negative))
      throw new ContentFault(`LOC must have degrees, minutes and seconds followed by ${positive} or ${negative}`);
    const thousandths = Math.round((degrees * 3600 + minutes * 60 + seconds) * 1000);
    return side === positive ? thousandths : -thousandths;
  };
  const readMetres = (fallback: number): number => {
    const word = rest.shift();
    if (word === undefined) return fallback;
    const number = /^(-?\d+(?:\.\d+)?)m?$/i.exec(word)?.[1];
    if (number === undefined) throw new ContentFault(`LOC must have metres such as 10m, got ${JSON.stringify(word)}`);
    return Math.round(Number(number) * 100);
  };
  const latitude = readAngle('N', 'S', 90);
  const longitude = readAngle('E', 'W', 180);
  const altitude = readMetres(Number.NaN);
  if (Number.isNaN(altitude)) throw new ContentFault('LOC must have an altitude such as 10m');
  const bytes = Buffer.alloc(16);
  for (const [index, fallback] of [100, 1_000_000, 1_000].entries())
    bytes.writeUInt8(sizeByte(readMetres(fallback)), index + 1);
  bytes.writeUInt32BE(latitude + MIDDLE, 4);
  bytes.writeUInt32BE(longitude + MIDDLE, 8);
  const height = altitude + BASE;
  if (height < 0 || height > 0xffff_ffff)
    throw new ContentFault('LOC must have an altitude from -100000m to 42849672.95m');
  bytes.writeUInt32BE(height, 12);
  return bytes;
}

/** A digit and a power of ten, in centimetres. */
function sizeByte(centimetres: number): number {
  const power = centimetres < 1 ? 0 : Math.min(9, Math.floor(Math.log10(centimetres)));
  const digit = Math.min(9, Math.floor(centimetres / 10 ** power));
  if (centimetres < 0 || centimetres > 9e9) throw new ContentFault('LOC must have sizes from 0 to 90000000m');
  return (digit << 4) | power;
}

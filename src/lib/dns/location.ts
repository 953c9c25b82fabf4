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

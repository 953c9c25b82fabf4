import { ContentFault } from '../faults.js';
import { Tiff } from './tiff.js';

const ORIENTATION = 0x0112;

/** 1 to 8 (Exif 3.0, 4.6.5.1); 1 where there is none or it is no such number. Takes a TIFF structure. */
export function orientationOf(exif: Uint8Array): number {
  try {
    const tiff = new Tiff(exif);
    const entry = tiff.directory(tiff.first)?.entries.find(({ tag }) => tag === ORIENTATION);
    const [value = 1] = entry === undefined ? [] : tiff.numbers(entry);
    return value >= 1 && value <= 8 ? value : 1;
  } catch (error) {
    // What is not EXIF says nothing of the orientation.
    if (error instanceof ContentFault) return 1;
    throw error;
  }
}

/** EXIF with nothing but the orientation. */
export function orientationExif(orientation: number): Uint8Array {
  return Uint8Array.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

/** Dots per inch that a picture states outside of EXIF. */

import { latin1 } from '../bytes/latin1.js';

export interface DotsPerInch {
  readonly x: number;
  readonly y: number;
}

const CENTIMETRES = 2.54;

/** Two decimals: PNG has whole dots per metre, 11,811 for 300 dpi. `undefined` where it is only a ratio, or nothing. */
function inDots(x: number, y: number, perInch: number): DotsPerInch | undefined {
  const rounded = (value: number): number => Math.round(value * perInch * 100) / 100;
  return x > 0 && y > 0 && Number.isFinite(x * y) ? { x: rounded(x), y: rounded(y) } : undefined;
}

/** JFIF 1.02, page 5: a segment that begins at `start`; unit 0 is a ratio, 1 inches, 2 centimetres. */
export function jfifDensity(file: Uint8Array, start: number): DotsPerInch | undefined {
  if (latin1(file, start + 4, start + 9) !== 'JFIF\0' || file.length < start + 16) return undefined;
  const view = new DataView(file.buffer, file.byteOffset + start, 16);
  const unit = view.getUint8(11);
  if (unit !== 1 && unit !== 2) return undefined;
  return inDots(view.getUint16(12), view.getUint16(14), unit === 1 ? 1 : CENTIMETRES);
}

/** PNG third edition, 11.3.4.3: the content of pHYs; unit 0 is a ratio, 1 metres. */
export function pngDensity(content: Uint8Array): DotsPerInch | undefined {
  if (content.length !== 9 || content[8] !== 1) return undefined;
  const view = new DataView(content.buffer, content.byteOffset, 9);
  return inDots(view.getUint32(0), view.getUint32(4), CENTIMETRES / 100);
}

/** TIFF 6.0, page 38: unit 1 is a ratio, 2 inches, which counts where none is stated, 3 centimetres. */
export function tiffDensity(x: unknown, y: unknown, unit: unknown): DotsPerInch | undefined {
  if (typeof x !== 'number' || typeof y !== 'number' || unit === 1) return undefined;
  return inDots(x, y, unit === 3 ? CENTIMETRES : 1);
}

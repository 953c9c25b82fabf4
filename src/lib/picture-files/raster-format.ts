/** The picture formats that are told apart here. */
export type RasterFormat = 'png' | 'jpeg' | 'webp';

/** What a file's own first bytes say of its format, whatever its name; `undefined` for anything else. */
export function rasterFormat(bytes: Uint8Array): RasterFormat | undefined {
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP'))) return 'webp';
  return undefined;
}

/** A PNG with an animation: APNG's `acTL` comes before the first `IDAT` (PNG third edition, 11.3.5.1). */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (startsWith(bytes, at + 4, ascii('acTL'))) return true;
    if (startsWith(bytes, at + 4, ascii('IDAT'))) return false;
  }
  return false;
}

/** A WebP whose picture is stored without loss: its bitstream is a `VP8L` chunk (RFC 9649, 2.6). */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Chunks are padded to an even length (RFC 9649, 2.3).
  for (let at = 12; at + 8 <= bytes.length; at += 8 + 2 * Math.ceil(view.getUint32(at + 4, true) / 2)) {
    if (startsWith(bytes, at, ascii('VP8L'))) return true;
    if (startsWith(bytes, at, ascii('VP8 '))) return false;
  }
  return false;
}

/** Luminance quantisation at quality 50, in zigzag order (ITU-T T.81, table K.1). */
const STANDARD_QUANTISATION = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];
const DQT = 0xdb;
const SOS = 0xda;

/** The file's luminance quantisation in zigzag order; `undefined` where there is no 8-bit table 0 before the first scan. */
function luminanceTable(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === SOS) return undefined;
    // Precision in the upper half of the byte, table number in the lower: table 0 is luminance by convention.
    if (marker === DQT && bytes[at + 4] === 0 && at + 69 <= bytes.length) return bytes.subarray(at + 5, at + 69);
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return undefined;
}

/** Vertical and horizontal frequency of the places of the zigzag order (ITU-T T.81, figure A.6). */
const ZIGZAG = Array.from({ length: 64 }, (_, i) => [i >> 3, i & 7] as const).sort(
  ([k, l], [m, n]) => k + l - m - n || ((k + l) % 2 === 0 ? l - n : k - m),
);

/** The steps that a JPEG file's luminance was rounded to, index = 8 × vertical + horizontal frequency; empty where unknown. */
export function jpegLuminanceSteps(bytes: Uint8Array): readonly number[] {
  const table = luminanceTable(bytes);
  if (table === undefined) return [];
  const steps = Array.from({ length: 64 }, () => 1);
  for (const [i, [vertical, horizontal]] of ZIGZAG.entries()) steps[8 * vertical + horizontal] = table[i] ?? 1;
  return steps;
}

/** The quality, 1 to 100, at which libjpeg would have written a file's luminance table; `undefined` where there is none. */
export function jpegQuality(bytes: Uint8Array): number | undefined {
  const table = luminanceTable(bytes);
  if (table === undefined) return undefined;
  let [sum, standard] = [0, 0];
  for (const [i, value] of STANDARD_QUANTISATION.entries()) {
    sum += table[i] ?? 0;
    standard += value;
  }
  // All ones is 100, though the formula, which rounds, cannot tell.
  if (sum <= STANDARD_QUANTISATION.length) return 100;
  const percent = (100 * sum) / standard;
  // libjpeg's jpeg_quality_scaling, inverted.
  const quality = percent > 100 ? 5000 / percent : (200 - percent) / 2;
  return Math.min(100, Math.max(1, Math.round(quality)));
}

const startsWith = (bytes: Uint8Array, offset: number, start: readonly number[]): boolean =>
  start.every((value, i) => bytes[offset + i] === value);

const ascii = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0));

import type { RawPicture } from './encode-jpeg.js';
import { sharp } from './sharp.js';

/**
 * Decodes the primary picture of an AVIF file: upright, alpha on white, in the file's own colours with 8 bits.
 * Throws when the file is damaged or has more than `maxPixels`.
 */
export async function decodeAvif(bytes: Uint8Array, maxPixels: number): Promise<RawPicture> {
  const { data, info } = await sharp(bytes, { ignoreIcc: true, failOn: 'warning', limitInputPixels: maxPixels })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3, pixels: data };
}

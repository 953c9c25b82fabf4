import { overLimit } from '../../core/errors.js';
import { sharp } from './sharp.js';

/** Pixels of a drawn page: rows of `width` × 4 bytes (RGBA, alpha not multiplied in) from the top. */
export interface PagePixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export type PageFormat = 'jpg' | 'png' | 'webp';

export interface PageEncoding {
  readonly format: PageFormat;
  /** 1 to 100; of JPEG and WebP. */
  readonly quality: number;
  /** Dots per inch that the file states (JPEG, PNG). */
  readonly dpi: number;
  /** PNG and WebP keep alpha; else it is left out. */
  readonly hasAlpha: boolean;
}

/** libjpeg's JPEG_MAX_DIMENSION, libwebp's WEBP_MAX_DIMENSION, and what libpng reads by itself. */
const MAX_SIDE: Readonly<Record<PageFormat, number>> = { jpg: 65_500, webp: 16_383, png: 1_000_000 };
/** From here on colours are stored in full: libvips' and ImageMagick's rule too. */
const FULL_COLOUR_QUALITY = 90;
/** PNG of drawn pages: level 6 takes 1.4 times as long and saves 4 %. */
const PNG_LEVEL = 5;

/** Encodes a drawn page off the main thread, labelled sRGB. Throws LIMIT_EXCEEDED for a side that the format cannot hold. */
export async function encodePage(page: PagePixels, encoding: PageEncoding): Promise<Uint8Array> {
  const { width, height, rgba } = page;
  const { format, quality, dpi, hasAlpha } = encoding;
  const side = Math.max(width, height);
  if (side > MAX_SIDE[format]) {
    throw overLimit(`Cannot write ${format.toUpperCase()}: a side of ${side} pixels, the limit is ${MAX_SIDE[format]}`);
  }
  const image = sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const labelled = (hasAlpha ? image : image.removeAlpha()).withMetadata({ density: dpi });
  if (format === 'png') return await labelled.png({ compressionLevel: PNG_LEVEL }).toBuffer();
  if (format === 'webp') return await labelled.webp({ quality, effort: 3 }).toBuffer();
  return await labelled
    .jpeg({ quality, chromaSubsampling: quality < FULL_COLOUR_QUALITY ? '4:2:0' : '4:4:4' })
    .toBuffer();
}

import { overLimit } from '../../core/errors.js';
import { bandLayout, joinJpegBands } from '../../lib/picture-files/jpeg-bands.js';
import { sharp } from './sharp.js';

/** Pixels to encode: rows of `width` × `channels` bytes, from the top. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

/** Pixels that may still be on their way: `rowsReady` waits until so many rows from the top are final. */
export interface GrowingPicture extends RawPicture {
  readonly rowsReady?: (rows: number) => Promise<void>;
}

export interface JpegSettings {
  /** 1 to 100. */
  readonly quality: number;
  /** The picture's colours had a quarter of the samples (4:2:0), so that storing as many loses nothing. */
  readonly isSubsampled: boolean;
}

/** From here on colours are stored in full: libvips' and ImageMagick's rule too. */
const FULL_COLOUR_QUALITY = 90;

/** libjpeg's JPEG_MAX_DIMENSION. */
const MAX_SIDE = 65_500;

/** Rows that are encoded at once; as high as the tiles of phone pictures, so that a row of tiles is encoded while the next is decoded. */
const BAND_ROWS = 512;

/**
 * Encodes pixels as baseline JPEG without metadata or profile, changing no colour; bands in parallel, each as soon as its rows
 * are ready. Throws LIMIT_EXCEEDED for a side that the format cannot hold, and what `rowsReady` throws.
 */
export async function encodeJpeg(
  picture: GrowingPicture,
  { quality, isSubsampled }: JpegSettings,
): Promise<Uint8Array> {
  const { width, height, channels, pixels, rowsReady } = picture;
  const side = Math.max(width, height);
  if (side > MAX_SIDE) throw overLimit(`Cannot write JPEG: a side of ${side} pixels, the limit is ${MAX_SIDE}`);
  const { rows, count } = bandLayout(width, height, BAND_ROWS);
  const encodeBand = async (index: number): Promise<Uint8Array> => {
    const [top, bottom] = [index * rows, Math.min(height, (index + 1) * rows)];
    await rowsReady?.(bottom);
    const raw = { width, height: bottom - top, channels };
    return await sharp(pixels.subarray(top * width * channels, bottom * width * channels), {
      raw,
      limitInputPixels: false,
    })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .jpeg({
        quality,
        chromaSubsampling: isSubsampled && quality < FULL_COLOUR_QUALITY ? '4:2:0' : '4:4:4',
        // Tables made for the picture save 6 % of the bytes and take 4 times as long; bands could not be joined either.
        optimiseCoding: false,
      })
      .toBuffer();
  };
  // All are waited for, so that nobody reads the pixels when this has ended.
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, index) => encodeBand(index)));
  const bands = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return joinJpegBands(bands, height, rows);
}

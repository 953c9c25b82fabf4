import type { Sharp } from 'sharp';

import { sauvola } from '../../lib/pictures/binarise.js';
import type { GreyPicture } from '../../lib/pictures/grey-picture.js';
import { type Corners, flatten, type InterleavedPixels } from '../../lib/pictures/perspective.js';
import type { Color } from '../colors.js';
import { decoding, type Picture } from './picture.js';
import { sharp } from './sharp.js';

/** The area between the corners of a picture, in sRGB with 8 bits, alpha kept. Throws INVALID_INPUT where the picture is damaged. */
export async function flattened(
  picture: Picture,
  corners: Corners,
  size: { readonly width: number; readonly height: number },
): Promise<InterleavedPixels> {
  const { data, info } = await decoding(picture.file, () =>
    picture.open('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  return flatten({ width: info.width, height: info.height, channels: info.channels, data }, corners, size);
}

/** A pipeline over samples. */
export function pipelineOf({ width, height, channels, data }: InterleavedPixels): Sharp {
  const raw = { width, height, channels: channels as 1 | 2 | 3 | 4 };
  const image = sharp(data, { raw, limitInputPixels: false });
  return channels < 3 ? image.toColourspace('b-w') : image;
}

/** The pipeline's picture in grey over white. */
export async function greyOfPipeline(pipeline: Sharp): Promise<GreyPicture> {
  const { data, info } = await pipeline
    .clone()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** Turned clockwise by `degrees` on a larger ground of `background`. */
export const turned = (pipeline: Sharp, degrees: number, { r, g, b, alpha }: Color): Sharp =>
  pipeline.rotate(degrees, { background: { r, g, b, alpha } });

/** Sauvola's k: 0.34 keeps thin strokes and drops shadows on scans and photographs alike (0.2 to 0.5 in the literature). */
const K = 0.34;
/** Side of the window: an inch at 40 dots per inch is about a line of text. */
const WINDOW_SHARE = 40;

/** Black and white by the light about each pixel. */
export function blackAndWhiteByLight(grey: GreyPicture): InterleavedPixels {
  const window = Math.max(15, Math.round(Math.max(grey.width, grey.height) / WINDOW_SHARE) | 1);
  const ink = sauvola(grey, { window, k: K });
  return { width: grey.width, height: grey.height, channels: 1, data: ink.map((value) => (value === 1 ? 0 : 255)) };
}

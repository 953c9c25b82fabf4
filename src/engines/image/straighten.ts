import type { Sharp } from 'sharp';

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

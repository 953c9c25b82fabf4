import type { Sharp } from 'sharp';

import type { GreyPicture } from '../../lib/pictures/grey-picture.js';
import { decoding, type Picture } from './picture.js';
import { sharp } from './sharp.js';

const open = ({ width, height, data }: GreyPicture): Sharp =>
  sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false });

async function grey(image: Sharp): Promise<GreyPicture> {
  const { data, info } = await image
    .toColourspace('b-w')
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/**
 * An opened picture in grey, upright; of an animation the first frame. Transparency lies on a ground of `ground` (0 black to 255
 * white); a picture of more than `mostPixels` is made smaller. Throws INVALID_INPUT where it is damaged.
 */
export async function greyPicture(
  picture: Picture,
  { ground = 255, mostPixels = Number.POSITIVE_INFINITY } = {},
): Promise<GreyPicture> {
  const still = await picture.firstFrame();
  const scale = Math.min(1, Math.sqrt(mostPixels / (still.width * still.height)));
  return await decoding(still.file, () => {
    const flat = still.open('srgb').flatten({ background: { r: ground, g: ground, b: ground } });
    return grey(scale === 1 ? flat : flat.resize(Math.max(1, Math.round(still.width * scale))));
  });
}

/** Opaque RGBA in grey. */
export const greyPixels = (width: number, height: number, rgba: Uint8Array): Promise<GreyPicture> =>
  grey(sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: false }).removeAlpha());

/** Larger or smaller by a factor, smoothly. */
export const scaledGrey = (picture: GreyPicture, factor: number): Promise<GreyPicture> =>
  grey(
    open(picture).resize(
      Math.max(1, Math.round(picture.width * factor)),
      Math.max(1, Math.round(picture.height * factor)),
      { fit: 'fill', kernel: 'cubic' },
    ),
  );

/** Turned clockwise about its middle, on white; the canvas grows, and the middle stays the middle. */
export const turnedGrey = (picture: GreyPicture, degrees: number): Promise<GreyPicture> =>
  grey(open(picture).rotate(degrees, { background: '#ffffff' }));

/** Enlarged, its contrast made even (CLAHE), sharpened: for glare, shadows and blur. */
export async function cleanedGrey(picture: GreyPicture, factor: number): Promise<GreyPicture> {
  const large = await scaledGrey(picture, factor);
  const tile = Math.max(3, Math.min(60, Math.floor(Math.min(large.width, large.height) / 4)));
  const even = await grey(open(large).clahe({ width: tile, height: tile, maxSlope: 4 }));
  return await grey(open(even).sharpen({ sigma: 3, m1: 1, m2: 10 }));
}

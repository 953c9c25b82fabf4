import sharp, { type Sharp } from 'sharp';

import type { Size } from '../../lib/fitted-size.js';
import { decoding, type Picture, type PictureColour } from './picture.js';

/**
 * A pipeline over the picture with the same work done to every frame by itself: filters do not reach into the next frame, as
 * they would in a stack of frames. All results must have one size. Throws INVALID_INPUT naming the file when it is damaged.
 */
export async function everyFrame(
  picture: Picture,
  colour: PictureColour,
  work: (frame: Sharp) => Sharp,
): Promise<Sharp> {
  if (picture.frames === 1) return work(picture.open(colour));
  const { width, height, frames, delays, loop } = picture;
  const stack = await decoding(picture.file, () =>
    picture.open('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer(),
  );
  const bytes = 4 * width * height;
  const results: Buffer[] = [];
  let size: Size = { width, height };
  for (let i = 0; i < frames; i += 1) {
    const frame = sharp(stack.subarray(i * bytes, (i + 1) * bytes), { raw: { width, height, channels: 4 } });
    const { data, info } = await work(frame).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    results.push(data);
    size = info;
  }
  const joined = sharp(Buffer.concat(results), {
    raw: { width: size.width, height: size.height * frames, channels: 4, pageHeight: size.height },
    animated: true,
    limitInputPixels: false,
  });
  // Only the encoder that is chosen later uses its settings.
  return joined.webp({ loop, delay: [...delays] }).gif({ loop, delay: [...delays] });
}

import type { Sharp } from 'sharp';

import type { Size } from '../../lib/pictures/fitted-size.js';
import { frameOf, readFrames } from './frames.js';
import type { Picture, PictureColour } from './picture.js';
import { sharp } from './sharp.js';

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
  const frames = await readFrames(picture);
  const results: Buffer[] = [];
  let size: Size = picture;
  for (let i = 0; i < frames.count; i += 1) {
    const { width, height, data: pixels } = frameOf(frames, i);
    const frame = sharp(pixels, { raw: { width, height, channels: 4 } });
    const { data, info } = await work(frame).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    results.push(data);
    size = info;
  }
  return sharp(Buffer.concat(results), {
    raw: { width: size.width, height: size.height * frames.count, channels: 4, pageHeight: size.height },
    animated: true,
    limitInputPixels: false,
  });
}

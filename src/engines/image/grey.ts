import type { GreyPicture } from '../../lib/grey-picture.js';
import { decoding, type Picture } from './picture.js';

/** An opened picture in grey, upright, over white; of an animation the first frame. Throws INVALID_INPUT where it is damaged. */
export async function greyPicture(picture: Picture): Promise<GreyPicture> {
  const still = await picture.firstFrame();
  return await decoding(picture.file, async () => {
    const { data, info } = await still
      .open('srgb')
      .flatten({ background: '#ffffff' })
      .greyscale()
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  });
}

import type { Sharp } from 'sharp';

import type { PixelBox } from '../../lib/pictures/crop-box.js';
import type { Size } from '../../lib/pictures/fitted-size.js';
import { decoding, type Picture, type PictureColour } from './picture.js';
import { sharp } from './sharp.js';

/** What to cut: a box; a size where most happens; what is inside a plain border, within a threshold of 0 to 255. */
export type CropPlan =
  | { readonly kind: 'box'; readonly box: PixelBox }
  | { readonly kind: 'content'; readonly size: Size; readonly strategy: 'attention' | 'entropy' }
  | { readonly kind: 'trim'; readonly threshold: number };

/** A pipeline that gives the part of a picture, and the size of the part. Trimming a picture of one colour leaves it whole. */
export async function cropPicture(
  picture: Picture,
  colour: PictureColour,
  plan: CropPlan,
): Promise<{ readonly image: Sharp; readonly size: Size }> {
  const image = picture.open(colour);
  switch (plan.kind) {
    case 'box':
      return { image: image.extract(plan.box), size: plan.box };
    case 'content': {
      const { width, height } = plan.size;
      return {
        image: image.resize(width, height, { fit: 'cover', position: sharp.strategy[plan.strategy] }),
        size: plan.size,
      };
    }
    case 'trim': {
      const box = await trimmedBox(picture, plan.threshold);
      return { image: image.extract(box), size: box };
    }
  }
}

async function trimmedBox(picture: Picture, threshold: number): Promise<PixelBox> {
  const { info } = await decoding(picture.file, () =>
    picture.open('srgb').trim({ threshold, lineArt: false }).raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  return { left: -trimOffsetLeft || 0, top: -trimOffsetTop || 0, width, height };
}

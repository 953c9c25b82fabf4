import type { Color } from '../colors.js';
import { decoding, type Picture } from './picture.js';

type CanvasFit = 'contain' | 'cover' | 'blur' | 'stretch';

const SHARP_FIT = { contain: 'contain', cover: 'cover', stretch: 'fill' } as const;

/** A picture, or its first frame, brought to a size: RGB, 8 bits a sample, opaque. Throws as `decoding`. */
export async function drawOnCanvas(
  picture: Picture,
  [width, height]: readonly [number, number],
  fit: CanvasFit,
  background: Color,
): Promise<Uint8Array> {
  const still = await picture.firstFrame();
  const opened = () => still.open('srgb').flatten({ background });
  return decoding(picture.file, async () => {
    if (fit !== 'blur') return opened().resize(width, height, { fit: SHARP_FIT[fit], background }).raw().toBuffer();
    const inside = await opened().resize(width, height, { fit: 'inside' }).png({ compressionLevel: 1 }).toBuffer();
    const behind = opened()
      .resize(width, height, { fit: 'cover' })
      .blur(Math.max(1, Math.min(width, height) / 30));
    return behind
      .composite([{ input: inside }])
      .removeAlpha()
      .raw()
      .toBuffer();
  });
}

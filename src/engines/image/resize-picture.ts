import type { Sharp } from 'sharp';

import { placedBox } from '../../lib/pictures/crop-box.js';
import type { FittedSize } from '../../lib/pictures/fitted-size.js';
import type { Color } from '../colors.js';

type Kernel = 'nearest' | 'linear' | 'cubic' | 'mitchell' | 'lanczos3';

/** Scales a pipeline, then crops it to what is at a place, or pads it around the middle, to the size of the result. */
export function resizePicture(
  image: Sharp,
  size: FittedSize,
  kernel: Kernel,
  background: Color,
  place: Parameters<typeof placedBox>[2] = 'center',
): Sharp {
  const { scaled } = size;
  const resized = image.resize(scaled.width, scaled.height, { fit: 'fill', kernel });
  const [dx, dy] = [size.width - scaled.width, size.height - scaled.height];
  if (dx < 0 || dy < 0) {
    return resized.extract(placedBox(scaled, { width: size.width, height: size.height }, place));
  }
  if (dx === 0 && dy === 0) return resized;
  const [left, top] = [Math.floor(dx / 2), Math.floor(dy / 2)];
  const padded = background.alpha < 1 ? resized.ensureAlpha() : resized;
  return padded.extend({ left, right: dx - left, top, bottom: dy - top, background });
}

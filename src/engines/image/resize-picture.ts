import type { Sharp } from 'sharp';

import type { FittedSize } from '../../lib/pictures/fitted-size.js';
import type { Color } from '../colors.js';

type Kernel = 'nearest' | 'linear' | 'cubic' | 'mitchell' | 'lanczos3';

/** Scales a pipeline, then cuts or pads it around the middle to the size of the result. */
export function resizePicture(image: Sharp, size: FittedSize, kernel: Kernel, background: Color): Sharp {
  const { scaled } = size;
  const resized = image.resize(scaled.width, scaled.height, { fit: 'fill', kernel });
  const [dx, dy] = [size.width - scaled.width, size.height - scaled.height];
  if (dx < 0 || dy < 0) {
    return resized.extract({
      left: Math.floor(-dx / 2),
      top: Math.floor(-dy / 2),
      width: size.width,
      height: size.height,
    });
  }
  if (dx === 0 && dy === 0) return resized;
  const [left, top] = [Math.floor(dx / 2), Math.floor(dy / 2)];
  const padded = background.alpha < 1 ? resized.ensureAlpha() : resized;
  return padded.extend({ left, right: dx - left, top, bottom: dy - top, background });
}

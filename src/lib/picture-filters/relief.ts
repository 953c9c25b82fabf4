import { emptyRgba, type Rgba } from '../pictures/rgba.js';
import { lightness, paintGrey } from './tones.js';

/** Lightness of every pixel, 0 to 255. */
function lightnessOf({ width, height, data }: Rgba): Float32Array {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i += 1) values[i] = lightness(data, 4 * i);
  return values;
}

/** A grey picture with the alpha of another; `valueAt` gives what is rounded and cut to 0 to 255. */
function greyPicture(like: Rgba, valueAt: (index: number) => number): Rgba {
  const result = emptyRgba(like.width, like.height);
  for (let i = 0, at = 0; at < result.data.length; i += 1, at += 4) {
    const value = Math.min(255, Math.max(0, Math.round(valueAt(i))));
    paintGrey(result.data, at, value);
    result.data[at + 3] = like.data[at + 3] ?? 0;
  }
  return result;
}

/**
 * Sobel's two slopes of the lightness, with neighbours `step` pixels away; beyond the sides the picture goes on as it ends. `valueAt`
 * makes a grey of each pair: across (to the right) and down.
 */
function slopes(picture: Rgba, step: number, valueAt: (across: number, down: number) => number): Rgba {
  const { width, height } = picture;
  const light = lightnessOf(picture);
  return greyPicture(picture, (i) => {
    const y = Math.floor(i / width);
    const x = i - y * width;
    const [left, right] = [Math.max(0, x - step), Math.min(width - 1, x + step)];
    const [above, below] = [width * Math.max(0, y - step), width * Math.min(height - 1, y + step)];
    const topLeft = light[above + left] ?? 0;
    const topRight = light[above + right] ?? 0;
    const bottomLeft = light[below + left] ?? 0;
    const bottomRight = light[below + right] ?? 0;
    const row = width * y;
    const across =
      topRight - topLeft + bottomRight - bottomLeft + 2 * ((light[row + right] ?? 0) - (light[row + left] ?? 0));
    const down =
      bottomLeft - topLeft + bottomRight - topRight + 2 * ((light[below + x] ?? 0) - (light[above + x] ?? 0));
    return valueAt(across, down);
  });
}

/** Light edges on black: how steep the lightness is, by Sobel's operator. */
export const edges = (picture: Rgba, step: number): Rgba => slopes(picture, step, Math.hypot);

/**
 * Grey relief, lit from an angle in degrees clockwise from the top: middle grey where it is plain. From the top left the kernel is
 * −1 −1 0, −1 0 1, 0 1 1.
 */
export function emboss(picture: Rgba, step: number, angleDegrees: number): Rgba {
  const angle = (angleDegrees * Math.PI) / 180;
  const toRight = -Math.sin(angle) * Math.SQRT1_2;
  const toBottom = Math.cos(angle) * Math.SQRT1_2;
  return slopes(picture, step, (across, down) => 128 + toRight * across + toBottom * down);
}

/** Pencil on white: the lightness divided by that of a blurred copy ("colour dodge" of the inverted one). */
export function sketch(picture: Rgba, blurred: Rgba): Rgba {
  return greyPicture(picture, (i) => {
    const ground = lightness(blurred.data, 4 * i);
    return ground === 0 ? 255 : (255 * lightness(picture.data, 4 * i)) / ground;
  });
}

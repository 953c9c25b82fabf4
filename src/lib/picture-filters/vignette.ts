import { emptyRgba, type Rgba } from '../pictures/rgba.js';

/** Angle at which a lens sees the corners: they keep cos⁴ 45° = 25 % of their values. */
const CORNER_ANGLE = Math.PI / 4;

/** Darkens towards the corners by the cosine-fourth law of lenses, on the coded values as FFmpeg's filter does. */
export function vignette({ width, height, data }: Rgba): Rgba {
  const result = emptyRgba(width, height);
  const [middleX, middleY] = [width / 2, height / 2];
  const scale = CORNER_ANGLE / Math.hypot(middleX, middleY);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const light = Math.cos(scale * Math.hypot(x + 0.5 - middleX, y + 0.5 - middleY)) ** 4;
      for (let c = 0; c < 3; c += 1) result.data[at + c] = Math.round(light * (data[at + c] ?? 0));
      result.data[at + 3] = data[at + 3] ?? 0;
    }
  }
  return result;
}

import type { GreyPicture } from './grey-picture.js';

/** The grey between ink and paper that keeps the two most unlike (Otsu 1979). */
export function otsuThreshold({ data }: GreyPicture): number {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  let sum = 0;
  for (const [value, count] of counts.entries()) sum += value * count;
  let [below, sumBelow, best, threshold] = [0, 0, -1, 127];
  for (const [value, count] of counts.entries()) {
    below += count;
    sumBelow += value * count;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}

/** About how many separate marks of ink a picture has: runs of ink in a row with nothing but paper above. */
export function countMarks(picture: GreyPicture): number {
  const { width, height, data } = picture;
  const threshold = otsuThreshold(picture);
  const isInk = (i: number): boolean => (data[i] ?? 255) <= threshold;
  let marks = 0;
  for (let y = 0; y < height; y += 1) {
    let isNew = false;
    let wasInk = false;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const ink = isInk(at);
      if (ink) {
        if (!wasInk) isNew = true;
        if (y > 0 && isInk(at - width)) isNew = false;
      } else if (wasInk && isNew) marks += 1;
      wasInk = ink;
    }
    if (wasInk && isNew) marks += 1;
  }
  return marks;
}

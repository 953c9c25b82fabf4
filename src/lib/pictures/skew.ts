import { sauvola } from './binarise.js';
import { type GreyPicture, shrinkGrey } from './grey-picture.js';

/** Largest skew that is looked for, in degrees. */
const MAX_SKEW_DEGREES = 15;
/** Long side of the picture that is measured: a line of text is then still 5 pixels high on a full page. */
const LONG_SIDE = 1400;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.05;
/** Points that are counted at most, evenly taken. Measured: more do not change the angle. */
const MAX_POINTS = 60_000;
/** Points of which lines of text consist at least. */
const LEAST_POINTS = 50;
/** How much sharper the profile of the best angle must be than that of the middle one to be believed. Measured: text from 16, photographs up to 5.2. */
const LEAST_SHARPNESS = 6;

/**
 * By how many degrees the lines of a picture run down to the right (positive: turned clockwise), to about 0.1, by the sharpness of
 * the projection of the lower edges of ink (Postl 1986; edges as Baird 1987); 0 where no lines are found.
 */
export function skewOf(picture: GreyPicture): number {
  const factor = Math.ceil(Math.max(picture.width, picture.height) / LONG_SIDE);
  const small = shrinkGrey(picture, factor);
  const points = lowerEdges(small);
  if (points.length < 2 * LEAST_POINTS) return 0;
  const angles: number[] = [];
  for (let angle = -MAX_SKEW_DEGREES; angle <= MAX_SKEW_DEGREES; angle += COARSE_STEP) angles.push(angle);
  const bins = new Float64Array(Math.ceil(Math.hypot(small.width, small.height)) * 2 + 8);
  const scores = angles.map((angle) => sharpness(points, angle, bins));
  const best = scores.indexOf(Math.max(...scores));
  const middle = scores.toSorted((a, b) => a - b)[scores.length >> 1] ?? 0;
  if ((scores[best] ?? 0) < LEAST_SHARPNESS * middle) return 0;
  let found = angles[best] ?? 0;
  let highest = scores[best] ?? 0;
  const centre = found;
  for (let angle = centre - COARSE_STEP; angle <= centre + COARSE_STEP; angle += FINE_STEP) {
    const score = sharpness(points, angle, bins);
    if (score > highest) [highest, found] = [score, angle];
  }
  return Math.abs(found) < FINE_STEP ? 0 : Math.round(found * 100) / 100;
}

/** x and y of pixels of ink with paper below, in turn. */
function lowerEdges(picture: GreyPicture): Float32Array {
  const { width, height } = picture;
  const ink = sauvola(picture, { window: 25, k: 0.25 });
  const found: number[] = [];
  for (let y = 1; y + 1 < height; y += 1) {
    for (let x = 1; x + 1 < width; x += 1) {
      if (ink[y * width + x] === 1 && ink[(y + 1) * width + x] === 0) found.push(x, y);
    }
  }
  const step = Math.max(1, Math.ceil(found.length / 2 / MAX_POINTS));
  const points = new Float32Array(2 * Math.ceil(found.length / 2 / step));
  for (let i = 0, to = 0; i < found.length; i += 2 * step, to += 2) {
    points[to] = found[i] ?? 0;
    points[to + 1] = found[i + 1] ?? 0;
  }
  return points;
}

function sharpness(points: Float32Array, degrees: number, bins: Float64Array): number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const shift = bins.length / 2;
  bins.fill(0);
  for (let i = 0; i < points.length; i += 2) {
    const place = (points[i + 1] ?? 0) * cos - (points[i] ?? 0) * sin + shift;
    const bin = Math.floor(place);
    const part = place - bin;
    bins[bin] = (bins[bin] ?? 0) + 1 - part;
    bins[bin + 1] = (bins[bin + 1] ?? 0) + part;
  }
  let sum = 0;
  for (let i = 1; i < bins.length; i += 1) sum += ((bins[i] ?? 0) - (bins[i - 1] ?? 0)) ** 2;
  return sum;
}

import { emptyRgba, type Rgba } from '../pictures/rgba.js';
import { lightness, paintGrey } from './tones.js';

/** Steps of the table of thresholds; the eye tells about 200 greys. */
const STEPS = 1024;
const GRID = 512;

/** The spot function of round dots (PostScript Language Reference, 3rd edition, 7.4.3): 1 in the middle of a dot, −1 between four. */
const spotAt = (u: number, v: number): number => (Math.cos(2 * Math.PI * u) + Math.cos(2 * Math.PI * v)) / 2;

const stepOf = (spot: number): number => Math.min(STEPS - 1, Math.max(0, Math.floor(((1 - spot) / 2) * STEPS)));

/** For each value of the spot function the share of a cell that is inked before it, 0 to 1, so that tones are kept. */
function inkedBefore(): Float64Array {
  const counts = new Float64Array(STEPS);
  for (let y = 0; y < GRID; y += 1) {
    for (let x = 0; x < GRID; x += 1) {
      const step = stepOf(spotAt((x + 0.5) / GRID, (y + 0.5) / GRID));
      counts[step] = (counts[step] ?? 0) + 1;
    }
  }
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return (sum - count / 2) / (GRID * GRID);
  });
}

/** The threshold that inks a share of a cell where ink fades in over a stretch of thresholds: towards 0 and 1 the stretch is cut off. */
function inkedBelow(share: number, fade: number): number {
  if (share < fade / 2) return Math.sqrt(2 * fade * share) - fade / 2;
  if (share > 1 - fade / 2) return 1 + fade / 2 - Math.sqrt(Math.max(0, 2 * fade * (1 - share)));
  return share;
}

/**
 * Black dots on white, `size` pixels apart on a screen turned clockwise by an angle in degrees; as much of every cell is inked as its pixels
 * are dark. Edges of dots are smoothed. Alpha stays.
 */
export function halftone({ width, height, data }: Rgba, size: number, angleDegrees: number): Rgba {
  const result = emptyRgba(width, height);
  const before = inkedBefore();
  const angle = (angleDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / size, Math.sin(angle) / size];
  const fade = Math.min(1, 2 / size);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const limit = before[stepOf(spotAt(cos * dx + sin * dy, cos * dy - sin * dx))] ?? 0;
      const dark = 1 - lightness(data, at) / 255;
      const ink = Math.min(1, Math.max(0, (inkedBelow(dark, fade) - limit) / fade + 0.5));
      paintGrey(result.data, at, Math.round(255 * (1 - ink)));
      result.data[at + 3] = data[at + 3] ?? 0;
    }
  }
  return result;
}

import { type GreyPicture, shrinkGrey } from './grey-picture.js';
import { otsuThreshold } from './ink-marks.js';
import { type Corners, orderedCorners, type Point } from './perspective.js';

/** Long side of the picture in which paper is looked for. */
const LONG_SIDE = 800;
/** Share of the picture that paper must fill to be believed, and of its own corners' area. */
const LEAST_SHARE = 0.15;
const LEAST_FILLED = 0.9;
/** Paper that reaches this much of the picture is the picture: there is nothing to straighten by its edges. */
const MAX_SHARE = 0.97;
/** Paper is brighter than what it lies on by at least so many levels. */
const LEAST_CONTRAST = 40;
/** What lies nearer to the edge of the picture counts as outside. */
const BORDER_SHARE = 0.008;
const SIDE_SAMPLES = 40;
/** How far on both sides of an edge it is looked at, in pixels, and how much brighter the sheet must be there. Chosen on photographs with and without sheets. */
const STEP_REACH = 3;
const LEAST_STEP = 25;
/** Share of each side, about its corners, that is left out when its line is fitted: corners are bent and shadowed. */
const CORNER_SHARE = 0.12;

/**
 * The corners of a bright sheet on darker ground, in pixels of the picture, to about a thousandth of its side; `undefined` where
 * no sheet with four straight sides stands out. Sides are lines fitted through the edge of the largest bright area.
 */
export function paperCorners(picture: GreyPicture): Corners | undefined {
  const factor = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / LONG_SIDE));
  const small = shrinkGrey(picture, factor);
  const { width, height } = small;
  const threshold = otsuThreshold(small);
  const sheet = largestArea(small, threshold);
  if (sheet === undefined || sheet.size < LEAST_SHARE * width * height || sheet.contrast < LEAST_CONTRAST)
    return undefined;
  const rough = orderedCorners(extremes(sheet.rows));
  if (rough === undefined) return undefined;
  const fitted = fitSides(rough, edgePoints(sheet.rows)) ?? rough;
  const area = areaOf(fitted);
  if (area > MAX_SHARE * width * height || sheet.filled < LEAST_FILLED * area || area < LEAST_SHARE * width * height)
    return undefined;
  if (!hasClearSides(small, fitted)) return undefined;
  const scaled = fitted.map(({ x, y }) => ({ x: x * factor, y: y * factor }));
  return orderedCorners(scaled);
}

/** Sides that lie in the picture must be steps from bright to dark; sheets whose sides mostly lie outside are no use. */
function hasClearSides({ width, height, data }: GreyPicture, corners: Corners): boolean {
  const margin = BORDER_SHARE * Math.max(width, height);
  let outside = 0;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % 4] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    // To the right of a side that runs clockwise lies the sheet.
    const inward = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    const steps: number[] = [];
    let beyond = 0;
    for (let k = 1; k < SIDE_SAMPLES; k += 1) {
      const x = a.x + ((b.x - a.x) * k) / SIDE_SAMPLES;
      const y = a.y + ((b.y - a.y) * k) / SIDE_SAMPLES;
      const at = (offset: number): number | undefined => {
        const [u, v] = [Math.floor(x + offset * inward.x), Math.floor(y + offset * inward.y)];
        return u < 0 || v < 0 || u >= width || v >= height ? undefined : data[v * width + u];
      };
      const [within, without] = [at(STEP_REACH), at(-STEP_REACH)];
      if (
        x < margin ||
        y < margin ||
        x > width - margin ||
        y > height - margin ||
        within === undefined ||
        without === undefined
      )
        beyond += 1;
      else steps.push(within - without);
    }
    if (beyond > SIDE_SAMPLES / 2) {
      outside += 1;
      continue;
    }
    // The lower quartile: most of the side must be a step.
    const low = steps.toSorted((p, q) => p - q)[steps.length >> 2] ?? 0;
    if (low < LEAST_STEP) return false;
  }
  return outside <= 1;
}

/** First and last column of the area in each row; −1 for rows without. */
interface Rows {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

interface Sheet {
  readonly size: number;
  /** Its pixels with the ink on it. */
  readonly filled: number;
  readonly contrast: number;
  readonly rows: Rows;
}

/** The largest connected area above the threshold, by a flood that runs along rows. */
function largestArea({ width, height, data }: GreyPicture, threshold: number): Sheet | undefined {
  const labels = new Int32Array(width * height);
  const waiting = new Int32Array(width * height);
  let best: { label: number; size: number } | undefined;
  let label = 0;
  for (let start = 0; start < data.length; start += 1) {
    if (labels[start] !== 0 || (data[start] ?? 0) <= threshold) continue;
    label += 1;
    let size = 0;
    let count = 1;
    waiting[0] = start;
    labels[start] = label;
    while (count > 0) {
      count -= 1;
      const at = waiting[count] ?? 0;
      size += 1;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= data.length || labels[next] !== 0 || (data[next] ?? 0) <= threshold) continue;
        labels[next] = label;
        waiting[count] = next;
        count += 1;
      }
    }
    if (best === undefined || size > best.size) best = { label, size };
  }
  if (best === undefined) return undefined;
  const first = new Int32Array(height).fill(-1);
  const last = new Int32Array(height).fill(-1);
  let [inside, outside, outsideCount, filled] = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    const y = Math.floor(at / width);
    if (labels[at] === best.label) {
      if (first[y] === -1) first[y] = at % width;
      last[y] = at % width;
      inside += data[at] ?? 0;
    } else if ((data[at] ?? 0) <= threshold) {
      outside += data[at] ?? 0;
      outsideCount += 1;
    }
  }
  for (let y = 0; y < height; y += 1) if ((first[y] ?? -1) >= 0) filled += (last[y] ?? 0) - (first[y] ?? 0) + 1;
  const contrast = inside / best.size - outside / Math.max(1, outsideCount);
  return { size: best.size, filled, contrast, rows: { first, last } };
}

function extremes({ first, last }: Rows): Point[] {
  const measures: readonly ((x: number, y: number) => number)[] = [
    (x, y) => -x - y,
    (x, y) => x - y,
    (x, y) => x + y,
    (x, y) => y - x,
  ];
  return measures.map((measure) => {
    let best: Point = { x: 0, y: 0 };
    let most = Number.NEGATIVE_INFINITY;
    for (let y = 0; y < first.length; y += 1) {
      if ((first[y] ?? -1) < 0) continue;
      for (const x of [first[y] ?? 0, (last[y] ?? 0) + 1]) {
        const value = measure(x, y + 0.5);
        if (value > most) [most, best] = [value, { x, y: y + 0.5 }];
      }
    }
    return best;
  });
}

/** Points on the edge: from left and right in each row, from above and below in each column. */
function edgePoints({ first, last }: Rows): Point[] {
  const points: Point[] = [];
  const columns = new Map<number, { top: number; bottom: number }>();
  for (let y = 0; y < first.length; y += 1) {
    const [left, right] = [first[y] ?? -1, last[y] ?? -1];
    if (left < 0) continue;
    points.push({ x: left, y: y + 0.5 }, { x: right + 1, y: y + 0.5 });
    for (let x = left; x <= right; x += 1) {
      const column = columns.get(x);
      if (column === undefined) columns.set(x, { top: y, bottom: y + 1 });
      else column.bottom = y + 1;
    }
  }
  for (const [x, { top, bottom }] of columns) points.push({ x: x + 0.5, y: top }, { x: x + 0.5, y: bottom });
  return points;
}

interface Line {
  readonly point: Point;
  readonly direction: Point;
}

function fitSides(corners: Corners, points: readonly Point[]): Corners | undefined {
  const lines: Line[] = [];
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % 4] as Point;
    const line = fitLine(a, b, points);
    if (line === undefined) return undefined;
    lines.push(line);
  }
  const crossings = lines.map((line, i) => crossing(lines[(i + 3) % 4] as Line, line));
  return crossings.every((point) => point !== undefined) ? orderedCorners(crossings as Point[]) : undefined;
}

/** A line through the points near the side from a to b, those far off left out (total least squares, twice). */
function fitLine(a: Point, b: Point, points: readonly Point[]): Line | undefined {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  let line: Line = { point: a, direction: { x: (b.x - a.x) / length, y: (b.y - a.y) / length } };
  for (const reach of [Math.max(3, 0.02 * length), 1.5]) {
    const { point, direction } = line;
    const near = points.filter(({ x, y }) => {
      const along = (x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y);
      const share = along / length ** 2;
      const off = Math.abs((x - point.x) * direction.y - (y - point.y) * direction.x);
      return share > CORNER_SHARE && share < 1 - CORNER_SHARE && off < reach;
    });
    if (near.length < 10) return undefined;
    const mean = {
      x: near.reduce((sum, { x }) => sum + x, 0) / near.length,
      y: near.reduce((sum, { y }) => sum + y, 0) / near.length,
    };
    let [xx, xy, yy] = [0, 0, 0];
    for (const { x, y } of near) {
      xx += (x - mean.x) ** 2;
      xy += (x - mean.x) * (y - mean.y);
      yy += (y - mean.y) ** 2;
    }
    const angle = Math.atan2(2 * xy, xx - yy) / 2;
    line = { point: mean, direction: { x: Math.cos(angle), y: Math.sin(angle) } };
  }
  return line;
}

function crossing(a: Line, b: Line): Point | undefined {
  const determinant = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
  if (Math.abs(determinant) < 1e-6) return undefined;
  const t = ((b.point.x - a.point.x) * b.direction.y - (b.point.y - a.point.y) * b.direction.x) / determinant;
  return { x: a.point.x + t * a.direction.x, y: a.point.y + t * a.direction.y };
}

function areaOf(corners: Corners): number {
  let sum = 0;
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % 4] as Point;
    sum += a.x * b.y - b.x * a.y;
  }
  return Math.abs(sum) / 2;
}

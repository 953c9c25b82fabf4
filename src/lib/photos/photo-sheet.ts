import type { PixelBox } from '../pictures/crop-box.js';
import type { Size } from '../pictures/fitted-size.js';

/** Paper upright, in millimetres. */
export const PHOTO_PAPERS = {
  '10x15': [100, 150],
  '4x6in': [101.6, 152.4],
  '13x18': [130, 180],
  a4: [210, 297],
  letter: [215.9, 279.4],
} as const satisfies Readonly<Record<string, readonly [width: number, height: number]>>;

export type PhotoPaper = keyof typeof PHOTO_PAPERS;

interface SheetWishes {
  readonly paper: PhotoPaper;
  /** Millimetres. */
  readonly gap: number;
  readonly margin: number;
  /** Most photos; 0 for as many as there is room for. */
  readonly copies: number;
}

/** Rows of photos in the middle of a sheet, in millimetres; photos from the top left. */
export interface SheetPlan {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly photos: number;
}

/** The sheet, upright or on its side, that has most room, upright where both have as much. No photos where there is no room. */
export function planSheet(photo: Size, { paper, gap, margin, copies }: SheetWishes): SheetPlan {
  const fitting = (side: number, length: number): number =>
    // A photo that fits to a hundredth of a millimetre fits.
    Math.max(0, Math.floor((side - 2 * margin + gap + 0.01) / (length + gap)));
  const plans = [PHOTO_PAPERS[paper], PHOTO_PAPERS[paper].toReversed() as [number, number]].map(([width, height]) => {
    const [columns, rows] = [fitting(width, photo.width), fitting(height, photo.height)];
    return { width, height, columns, rows, photos: columns * rows };
  });
  const [upright, turned] = plans as [SheetPlan, SheetPlan];
  const best = turned.photos > upright.photos ? turned : upright;
  if (copies === 0 || copies >= best.photos) return best;
  const columns = Math.min(best.columns, copies);
  return { ...best, columns, rows: Math.ceil(copies / columns), photos: copies };
}

/** How far cut marks are from the photos, and how long they are, in millimetres. */
const MARK_GAP = 0.5;
const MARK_LENGTH = 5;
/** Of their lines. */
const MARK_WIDTH = 0.15;

/** Where photos of so many pixels stand on a sheet of `dotsPerMm`, and the lines by which they are cut, all in pixels. */
export function sheetBoxes(
  plan: SheetPlan,
  photo: Size,
  { gap, dotsPerMm }: { readonly gap: number; readonly dotsPerMm: number },
): { readonly sheet: Size; readonly photos: readonly PixelBox[]; readonly marks: readonly PixelBox[] } {
  const dots = (millimetres: number): number => Math.round(millimetres * dotsPerMm);
  const sheet = { width: dots(plan.width), height: dots(plan.height) };
  const startsOf = (length: number, side: number, count: number): number[] => {
    const first = Math.round((side - count * length - (count - 1) * dots(gap)) / 2);
    return Array.from({ length: count }, (_, i) => first + i * (length + dots(gap)));
  };
  const lefts = startsOf(photo.width, sheet.width, plan.columns);
  const tops = startsOf(photo.height, sheet.height, plan.rows);
  const photos = tops
    .flatMap((top) => lefts.map((left) => ({ left, top, width: photo.width, height: photo.height })))
    .slice(0, plan.photos);
  const line = Math.max(1, dots(MARK_WIDTH));
  const [away, long] = [dots(MARK_GAP), dots(MARK_LENGTH)];
  const marks: PixelBox[] = [];
  // A mark stands just outside of the edge that it is for.
  const edges = (starts: readonly number[], length: number): Set<number> =>
    new Set(starts.flatMap((start) => [start - line, start + length]));
  const [firstTop = 0, firstLeft = 0] = [tops[0], lefts[0]];
  const [bottom, right] = [(tops.at(-1) ?? 0) + photo.height, (lefts.at(-1) ?? 0) + photo.width];
  for (const left of edges(lefts, photo.width)) {
    for (const top of [firstTop - away - long, bottom + away]) marks.push({ left, top, width: line, height: long });
  }
  for (const top of edges(tops, photo.height)) {
    for (const left of [firstLeft - away - long, right + away]) marks.push({ left, top, width: long, height: line });
  }
  return { sheet, photos, marks };
}

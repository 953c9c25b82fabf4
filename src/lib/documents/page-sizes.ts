/** Width and height in points of 1/72 inch, upright: ISO 216 and ANSI/ASME Y14.1. */
export const PAGE_SIZES = {
  a3: [841.89, 1190.55],
  a4: [595.276, 841.89],
  a5: [419.528, 595.276],
  letter: [612, 792],
  legal: [612, 1008],
} as const satisfies Readonly<Record<string, readonly [width: number, height: number]>>;

export type PageSize = keyof typeof PAGE_SIZES;

/** The same for whatever is printed on: also large and small sheets. */
export const SHEET_SIZES = {
  a0: [2383.937, 3370.394],
  a1: [1683.78, 2383.937],
  a2: [1190.551, 1683.78],
  ...PAGE_SIZES,
  a6: [297.638, 419.528],
  b4: [708.661, 1000.63],
  b5: [498.898, 708.661],
  tabloid: [792, 1224],
} as const satisfies Readonly<Record<string, readonly [width: number, height: number]>>;

export type SheetSize = keyof typeof SHEET_SIZES;

/** A millimetre in points. */
export const POINTS_A_MILLIMETRE = 72 / 25.4;

export type Orientation = 'portrait' | 'landscape';

/** Width and height in points of a page that lies so. */
export function pageSides(
  size: PageSize,
  orientation: Orientation,
): { readonly width: number; readonly height: number } {
  const [short, long] = PAGE_SIZES[size];
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

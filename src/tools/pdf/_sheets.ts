/** Sizes of sheets that pages are put on. */

import { z } from 'zod';

import { invalid } from '../../core/index.js';
import { POINTS_A_MILLIMETRE, SHEET_SIZES, type SheetSize } from '../../lib/documents/page-sizes.js';

export const SHEET_NAMES = [
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
  'b4',
  'b5',
  'letter',
  'legal',
  'tabloid',
] as const satisfies readonly SheetSize[];

const side = (name: string, other: string) =>
  z
    .number()
    .min(0)
    .max(5000)
    .default(0)
    .describe(`${name} in millimetres, together with "${other}"; 0 uses "pageSize".`);

/** Options of tools whose pages get a size of their own. */
export const ownSides = {
  pageWidth: side('Page width', 'pageHeight'),
  pageHeight: side('Page height', 'pageWidth'),
};

/** Narrowest own side in millimetres: a page of less than 3 points is none (ISO 32000-1, C.2). */
const LEAST_MM = 2;

interface OwnSides {
  readonly pageWidth: number;
  readonly pageHeight: number;
}

export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The own sides in points; `undefined` where there are none. Throws INVALID_INPUT where only one of them is given. */
export function ownSidesOf({ pageWidth, pageHeight }: OwnSides): Sides | undefined {
  if ((pageWidth === 0) !== (pageHeight === 0))
    throw invalid('Options "pageWidth" and "pageHeight" must be given together');
  if (pageWidth === 0) return undefined;
  if (Math.min(pageWidth, pageHeight) < LEAST_MM)
    throw invalid(`Options "pageWidth" and "pageHeight" must be at least ${LEAST_MM}`);
  return { width: pageWidth * POINTS_A_MILLIMETRE, height: pageHeight * POINTS_A_MILLIMETRE };
}

/** A sheet by its name, upright, in points. */
export function sheetSides(name: SheetSize): Sides {
  const [width, height] = SHEET_SIZES[name];
  return { width, height };
}

/** The same sheet with its long side as asked for. */
export function turned({ width, height }: Sides, orientation: 'portrait' | 'landscape'): Sides {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

/** Parts of reports that several tools of PDF give. */

import { z } from 'zod';

import { warnings } from '../../core/shared-data.js';
import type { Box } from '../../lib/page-text/glyphs.js';

/** As `conditionOf` of `_results.ts` tells it. */
export const condition = {
  repaired: z.boolean().describe('Whether the upload was damaged and had to be repaired.'),
  warnings: warnings(),
};

const entry = (description: string) => z.string().nullable().describe(description);

/** Document information; null where there is none. */
export const documentInfo = {
  title: entry('Title.'),
  author: entry('Author.'),
  subject: entry('Subject.'),
  keywords: entry('Keywords.'),
  creator: entry('Program the document was written with.'),
  producer: entry('Program that made the PDF.'),
  creationDate: entry('Creation date, ISO 8601.'),
  modificationDate: entry('Date of the last change, ISO 8601.'),
};

/** A rectangle on a page as it is shown. */
export const pageBox = z.object({
  x: z.number().describe('Points from the left.'),
  y: z.number().describe('Points from the top.'),
  width: z.number().describe('Width in points.'),
  height: z.number().describe('Height in points.'),
});

/** To hundredths, as points and millimetres are told. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A box as `pageBox` tells it. */
export const boxReport = ({ left, top, right, bottom }: Box) => ({
  x: rounded(left),
  y: rounded(top),
  width: rounded(right - left),
  height: rounded(bottom - top),
});

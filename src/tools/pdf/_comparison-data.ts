/** What the comparison of two PDFs says. */

import { z } from 'zod';

import { count } from '../../core/shared-data.js';

import { pageBox } from './_report-data.js';

const textChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']).describe('What happened to the words.'),
  old: z.string().describe('Words before.'),
  new: z.string().describe('Words after.'),
  oldBoxes: z.array(pageBox).describe('Places on the old page.'),
  newBoxes: z.array(pageBox).describe('Places on the new page.'),
});

const comparedPage = z.object({
  old: z.int().nullable().describe('Page of the old file; null where it was added.'),
  new: z.int().nullable().describe('Page of the new file; null where it was removed.'),
  status: z
    .enum(['equal', 'changed', 'moved', 'moved and changed', 'added', 'removed'])
    .describe('What happened to the page.'),
  textChanges: count('Number of word changes.'),
  changes: z.array(textChange).describe('Word changes.'),
  sizeDiffers: z.boolean().describe('Whether the page sizes differ.'),
  differentPercent: z.number().nullable().describe('Share of pixels that differ, in percent; null if not compared.'),
  regions: z.array(pageBox).describe('Places that look different.'),
  image: z.string().nullable().describe('Name of the image that shows the differences; null if there is none.'),
});

const comparedFile = z.object({
  name: z.string().describe('Name of the file.'),
  pages: count('Number of pages.'),
  repaired: z.boolean().describe('Whether it was damaged and had to be repaired.'),
});

export const comparisonData = z.object({
  equal: z.boolean().describe('Whether every page is equal.'),
  old: comparedFile.describe('The first file.'),
  new: comparedFile.describe('The second file.'),
  changesOmitted: count('Word changes that are not listed.'),
  imagesOmitted: count('Images that were omitted because of their size.'),
  pages: z.array(comparedPage).describe('Pages in the order of the new file.'),
});

export type ComparedPage = z.output<typeof comparedPage>;

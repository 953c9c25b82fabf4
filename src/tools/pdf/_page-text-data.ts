import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import type { PageContent } from '../../lib/page-text/glyphs.js';
import type { Word } from '../../lib/page-text/words.js';
import { boxReport, pageBox, rounded } from './_report-data.js';

export const pageContent = z.object({
  page: place('Number of the page.'),
  width: z.number().describe('Width in points.'),
  height: z.number().describe('Height in points.'),
  layer: z.enum(['text', 'hidden', 'none']).describe('Kind of text: drawn, hidden as OCR leaves it, or none.'),
  images: count('Number of images.'),
  unreadable: count('Letters whose fonts do not say which characters they are.'),
  text: z.string().optional().describe('Text of the page.'),
  words: z
    .array(
      z.object({
        text: z.string().describe('Text of the word.'),
        box: pageBox.describe('Position of the word.'),
        font: z.string().describe('Name of the font.'),
        size: z.number().describe('Size in points.'),
        bold: z.boolean().describe('Whether it is bold.'),
        italic: z.boolean().describe('Whether it is italic.'),
        color: z.string().nullable().describe('Colour as #rrggbb; null where it is not known.'),
        angle: z.number().describe('Angle in degrees.'),
      }),
    )
    .optional()
    .describe('Words of the page; only with format words.'),
});

export type PageReport = Told<z.output<typeof pageContent>>;

export const wordReport = ({ text: letters, box, size, angle, style }: Word) => ({
  text: letters,
  box: boxReport(box),
  font: style.font,
  size: rounded(size),
  bold: style.isBold,
  italic: style.isItalic,
  color: style.color,
  angle,
});

export const layerOf = ({ glyphs }: PageContent): PageReport['layer'] => {
  const letters = glyphs.filter(({ text: letter }) => letter.trim() !== '');
  if (letters.length === 0) return 'none';
  return letters.every(({ style }) => style.isHidden) ? 'hidden' : 'text';
};

import { z } from 'zod';

import { renamed } from '../../core/files.js';
import type { OutputFile } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import type { Picture } from '../../engines/image/picture.js';
import type { ReadText } from '../../formats/ocr/read-text.js';
import { confidenceOf, hocrOfPage, type OcrBox, shareOf, textOfPage, tsvOfPage } from '../../lib/documents/ocr-page.js';

const box = z.object({
  x: z.number().describe('Pixels from the left.'),
  y: z.number().describe('Pixels from the top.'),
  width: z.number().describe('Width in pixels.'),
  height: z.number().describe('Height in pixels.'),
});

/** As `imageReport` tells it. */
export const ocrImage = z.object({
  name: z.string().describe('Name of the image.'),
  width: count('Width in pixels.'),
  height: count('Height in pixels.'),
  turnDegrees: z.int().describe('Clockwise turn that makes the text upright: 0, 90, 180 or 270.'),
  skewDegrees: z.number().describe('Angle of the lines once upright, clockwise.'),
  confidence: z.number().nullable().describe('Mean confidence of the words, 0 to 1; null without words.'),
  text: z.string().describe('Text of the image.'),
  lines: z
    .array(
      z.object({
        block: z.int().describe('Number of the block.'),
        paragraph: z.int().describe('Number of the paragraph in the block.'),
        box: box.describe('Place of the line.'),
        words: z
          .array(
            z.object({
              text: z.string().describe('Text of the word.'),
              confidence: z.number().describe('Confidence, 0 to 1.'),
              box: box.describe('Place of the word.'),
            }),
          )
          .describe('Words of the line.'),
      }),
    )
    .describe('Lines in reading order.'),
});

export const ocrFiles = fileReports({ images: count('Number of images in the file.') });

export interface Reading extends ReadText {
  readonly picture: Picture;
}

/** The text of an image, as a file of the format. */
export function textFile({ picture, page }: Reading, format: 'text' | 'hocr' | 'tsv', language: string): OutputFile {
  const encode = (value: string): Uint8Array => new TextEncoder().encode(value);
  if (format === 'hocr') {
    const bytes = encode(hocrOfPage(page, picture.name, language));
    return { name: renamed(picture.name, '.hocr'), mime: 'text/html;charset=utf-8', bytes };
  }
  if (format === 'tsv') {
    return {
      name: renamed(picture.name, '.tsv'),
      mime: 'text/tab-separated-values;charset=utf-8',
      bytes: encode(tsvOfPage(page)),
    };
  }
  return { name: renamed(picture.name, '.txt'), mime: 'text/plain;charset=utf-8', bytes: encode(textOfPage(page)) };
}

const boxReport = ({ left, top, right, bottom }: OcrBox) => ({
  x: Math.round(left),
  y: Math.round(top),
  width: Math.round(right - left),
  height: Math.round(bottom - top),
});

/** What format json tells of an image. */
export function imageReport({ picture, page, skewDegrees, turnDegrees }: Reading) {
  return {
    name: picture.name,
    width: page.width,
    height: page.height,
    turnDegrees,
    skewDegrees,
    confidence: page.lines.length === 0 ? null : shareOf(confidenceOf(page)),
    text: textOfPage(page),
    lines: page.lines.map(({ block, paragraph, box: place, words }) => ({
      block,
      paragraph,
      box: boxReport(place),
      words: words.map((word) => ({
        text: word.text,
        confidence: shareOf(word.confidence),
        box: boxReport(word.box),
      })),
    })),
  };
}

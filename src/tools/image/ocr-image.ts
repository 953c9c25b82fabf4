import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, json, type OutputFile, overLimit, quote, text, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { greyPicture } from '../../engines/image/grey.js';
import { openPages, PICTURE_ENDINGS, type Picture } from '../../engines/image/picture.js';
import { OCR_LAYOUTS, type OcrLayout } from '../../engines/tesseract.js';
import { languagesOf } from '../../formats/ocr/languages.js';
import { MAX_MARKS_IN_ALL, type ReadText, readText } from '../../formats/ocr/read-text.js';
import { ReadingTime } from '../../formats/ocr/reading-time.js';
import { confidenceOf, hocrOfPage, type OcrBox, shareOf, textOfPage, tsvOfPage } from '../../lib/documents/ocr-page.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

const box = z.object({
  x: z.number().describe('Pixels from the left.'),
  y: z.number().describe('Pixels from the top.'),
  width: z.number().describe('Width in pixels.'),
  height: z.number().describe('Height in pixels.'),
});

const LAYOUTS = Object.keys(OCR_LAYOUTS) as [OcrLayout, ...OcrLayout[]];
/** All images together. Measured: a dense page of 8.7 megapixels takes 4 to 6 s on a busy machine. */
const MAX_PIXELS = 100_000_000;

interface Reading extends ReadText {
  readonly picture: Picture;
}

function fileOf({ picture, page }: Reading, format: 'text' | 'hocr' | 'tsv', language: string): OutputFile {
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

function report({ picture, page, skewDegrees, turnDegrees }: Reading) {
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

export default defineTool({
  id: 'ocr-image',
  title: 'OCR Image',
  summary: 'Reads the text in images, with the position of every word.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: PICTURE_ENDINGS },
  options: {
    language: shared.ocrLanguage(),
    layout: z
      .enum(LAYOUTS)
      .default('auto')
      .describe(
        'Arrangement of the text: auto finds columns and blocks; column is a single column, block one uniform block, line one line, word one word, sparse scattered words.',
      ),
    format: z
      .enum(['text', 'json', 'hocr', 'tsv'])
      .default('text')
      .describe('Result: plain text, JSON with the boxes of lines and words, hOCR, or a table of words.'),
    preprocess: z
      .boolean()
      .default(true)
      .describe(
        'Turns the page upright, straightens skewed text, evens out the light, inverts light text on dark and enlarges small text.',
      ),
    digitsOnly: z.boolean().default(false).describe('Reads everything as digits 0 to 9.'),
  },
  result: 'mixed',
  data: z.object({
    language: z.string().describe('Languages used.'),
    images: z
      .array(
        z.object({
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
        }),
      )
      .describe('One entry per image.'),
  }),
  notes: [
    'One text file per image, and all texts in order, separated by form feeds; format json returns everything in "data" instead.',
    'Boxes are in pixels of the image as sent. In hOCR and TSV, confidence is 0 to 100, as those formats define it.',
    'For printed text; handwriting is read poorly. Pages on their side or upside down are turned for reading.',
    'Bundled languages: eng, deu, fra, spa, ita, por, nld, pol. The operator can add others: files such as jpn.traineddata in MODEL_DIR or its folder tessdata. Combine up to three with +; each makes reading slower.',
    'Each page of a TIFF file is an image; of an animation, the first frame is read.',
    'At most 50 megapixels per image, and 100 megapixels and 120,000 letters and other marks in all. Images over 16 megapixels are scaled down for reading.',
  ],
  aliases: [
    'image to text',
    'text recognition',
    'read text from picture',
    'scan to text',
    'screenshot to text',
    'hocr',
    'tesseract',
    'photo to text',
  ],
  verified: [
    'tesseract 5.3.0: the same words at the same places, within 3 pixels, on a page of two paragraphs.',
    'The same page at 36 % of its size, in light on dark, and turned by 5.3 degrees: the same text.',
    '12 generated pages (clean, two columns, uneven light, noise, specks, inverted, turned by 90, 180 and 270 degrees, skewed, 100 dots per inch, photographed): 100 % of the words are read on each; tesseract 5.3.0 reads 0 to 100 % of them. A page of heavy noise at 150 dots per inch is read by neither.',
  ],
  examples: [
    {
      title: 'A scanned paragraph',
      files: [{ name: 'paragraph.png', fixture: 'image/ocr/paragraph.png' }],
      output: {
        text: 'Optical character recognition turns pictures\nof text into text. A scanner rarely holds the\npaper straight; a camera never does.\n\nInvoice no. 4711 of 14 March 2024: $1,250.75\n',
        files: [{ name: 'paragraph.txt', mime: 'text/plain;charset=utf-8' }],
      },
    },
    {
      title: 'German on skewed paper',
      options: { language: 'deu' },
      files: [{ name: 'schief.png', fixture: 'image/ocr/skewed-german.png' }],
      output: {
        text: 'Größere Übungen führen häufig\nzu überraschenden Ergebnissen.\n',
        files: [{ name: 'schief.txt', mime: 'text/plain;charset=utf-8' }],
      },
    },
    {
      title: 'A number, digits only',
      options: { digitsOnly: true, layout: 'line' },
      files: [{ name: 'meter.png', fixture: 'image/ocr/meter.png' }],
      output: { text: '0472915\n', files: [{ name: 'meter.txt', mime: 'text/plain;charset=utf-8' }] },
    },
    {
      title: 'A blank image',
      files: [{ name: 'empty.png', fixture: 'image/ocr/blank.png' }],
      output: { text: '', files: [{ name: 'empty.txt', mime: 'text/plain;charset=utf-8' }] },
    },
    {
      title: 'Unknown language',
      options: { language: 'eng+tlh' },
      files: [{ name: 'meter.png', fixture: 'image/ocr/meter.png' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "language" must be one to three of eng, deu, fra, spa, ita, por, nld, pol, joined by +, got "eng+tlh"',
      },
    },
    {
      title: 'Not an image file',
      files: [{ name: 'text.png', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "text.png": it is in no known picture format' },
    },
  ],
  async run({ files, options, signal, settings }) {
    const languages = languagesOf(options.language, settings.modelDir);
    const pictures: Picture[] = [];
    let pixels = 0;
    for (const file of files) {
      for (const picture of await openPages(file, signal)) {
        pictures.push(picture);
        pixels += picture.width * picture.height;
        if (pixels > MAX_PIXELS) {
          throw overLimit(
            `Images must have at most ${MAX_PIXELS} pixels in all: with ${quote(picture.name)} it is ${pixels}`,
          );
        }
      }
    }
    const readings: Reading[] = [];
    let marks = 0;
    const time = new ReadingTime();
    for (const picture of pictures) {
      signal.throwIfAborted();
      time.check(readings.length, pictures.length, 'send fewer');
      const read = await readText(await greyPicture(picture), {
        languages,
        layout: options.layout,
        digitsOnly: options.digitsOnly,
        isPrepared: options.preprocess,
      });
      marks += read.marks;
      if (marks > MAX_MARKS_IN_ALL) {
        throw overLimit(
          `Images must have at most ${MAX_MARKS_IN_ALL} marks in all: with ${quote(picture.name)} it is ${marks}`,
        );
      }
      readings.push({ ...read, picture });
    }
    const { format } = options;
    if (format === 'json') return json({ language: options.language, images: readings.map(report) });
    const [language = { name: 'eng' }] = languages;
    const written = withDistinctNames(readings.map((reading) => fileOf(reading, format, language.name)));
    return withFiles(text(readings.map(({ page }) => textOfPage(page)).join('\f')), written);
  },
});

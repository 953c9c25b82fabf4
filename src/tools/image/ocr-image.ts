import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile, overLimit, quote, text, withFiles } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { greyPicture } from '../../engines/image/grey.js';
import { openPages, PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { OCR_LAYOUTS, type OcrLayout } from '../../engines/tesseract.js';
import { languagesOf } from '../../formats/ocr/languages.js';
import { MAX_MARKS_IN_ALL, readText } from '../../formats/ocr/read-text.js';
import { ReadingTime } from '../../formats/ocr/reading-time.js';
import { textOfPage } from '../../lib/documents/ocr-page.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import { imageReport, ocrFiles, ocrImage, type Reading, textFile } from './_ocr-report.js';

const LAYOUTS = Object.keys(OCR_LAYOUTS) as [OcrLayout, ...OcrLayout[]];
/** All images together. Measured: a dense page of 8.7 megapixels takes 4 to 6 s on a busy machine. */
const MAX_PIXELS = 100_000_000;

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
  data: z.union([
    z.object({
      language: z.string().describe('Languages used.'),
      ...ocrFiles.shape,
      images: z.array(ocrImage).describe('One entry per image, those of one file after the other.'),
    }),
    ocrFiles.describe('Where several files were sent and no JSON is written: what became of each.'),
  ]),
  notes: [
    'One file gives a text file per image, and the texts of its images in order, separated by form feeds. Several give the text files and a report in "data"; one that fails does not spoil the others. Format json returns everything in "data" instead.',
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
    'text in a screenshot',
    'read the text in a picture',
    'copy text from an image',
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
    const [language = { name: 'eng' }] = languages;
    const { format } = options;
    const time = new ReadingTime();
    let pixels = 0;
    let marks = 0;
    let done = 0;
    const readFile = async (file: InputFile): Promise<Reading[]> => {
      const pictures = await openPages(file, signal);
      const own = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
      if (pixels + own > MAX_PIXELS) {
        throw overLimit(
          `Images must have at most ${MAX_PIXELS} pixels in all: with ${quote(file.name)} it is ${pixels + own}`,
        );
      }
      pixels += own;
      const before = done;
      const readings: Reading[] = [];
      for (const picture of pictures) {
        signal.throwIfAborted();
        time.check(done, before + pictures.length, 'send fewer');
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
        done += 1;
        readings.push({ ...read, picture });
      }
      return readings;
    };
    if (format === 'json') {
      const images: ReturnType<typeof imageReport>[] = [];
      const work = async (file: InputFile) => {
        const readings = await readFile(file);
        images.push(...readings.map(imageReport));
        return { report: { images: readings.length }, outputs: [] };
      };
      return eachFile({ files, signal }, work, () => ({ language: options.language, images }));
    }
    const written = (readings: readonly Reading[]) =>
      withDistinctNames(readings.map((reading) => textFile(reading, format, language.name)));
    const [file, ...more] = files;
    if (more.length === 0) {
      const readings = await readFile(file);
      return withFiles(text(readings.map(({ page }) => textOfPage(page)).join('\f')), written(readings));
    }
    return eachFile({ files, signal }, async (upload) => {
      const readings = await readFile(upload);
      return { report: { images: readings.length }, outputs: written(readings) };
    });
  },
});

import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type CompressedPdf, PdfCompression } from '../../formats/pdf/document/compress.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { NOT_ENCRYPTED, SEVERAL_FILES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

interface Step {
  readonly quality: number;
  readonly maxDpi: number;
}

const LEVELS: Readonly<Record<'light' | 'medium' | 'strong', Step>> = {
  light: { quality: 85, maxDpi: 300 },
  medium: { quality: 70, maxDpi: 150 },
  strong: { quality: 45, maxDpi: 96 },
};

/** What "targetKb" tries, from the best to the smallest. */
const STEPS: readonly Step[] = [
  { quality: 92, maxDpi: 600 },
  { quality: 85, maxDpi: 300 },
  { quality: 80, maxDpi: 200 },
  { quality: 70, maxDpi: 150 },
  { quality: 60, maxDpi: 120 },
  { quality: 45, maxDpi: 96 },
  { quality: 30, maxDpi: 72 },
  { quality: 15, maxDpi: 50 },
];

interface Attempt extends Step {
  readonly made: CompressedPdf;
}

/** The best step whose result has at most `most` bytes, by halving; the smallest result where none has. */
async function search(most: number, attempt: (step: Step) => Promise<Attempt>): Promise<Attempt> {
  let low = 0;
  let high = STEPS.length - 1;
  let best: Attempt | undefined;
  let smallest: Attempt | undefined;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const tried = await attempt(STEPS[middle] as Step);
    if (smallest === undefined || tried.made.bytes.length < smallest.made.bytes.length) smallest = tried;
    if (tried.made.bytes.length <= most) {
      best = tried;
      high = middle - 1;
    } else low = middle + 1;
  }
  return (best ?? smallest) as Attempt;
}

export default defineTool({
  id: 'compress-pdf',
  title: 'Compress PDF',
  summary: 'Makes PDF files smaller: recompresses images, packs objects and removes unused data.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    level: z
      .enum(['light', 'medium', 'strong', 'custom'])
      .default('medium')
      .describe(
        'JPEG quality and resolution of images: light is 85 at 300 dpi, medium 70 at 150, strong 45 at 96; custom uses "imageQuality" and "maxDpi".',
      ),
    imageQuality: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(70)
      .describe('JPEG quality of images, 1 to 100, for level custom.'),
    maxDpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(600)
      .default(150)
      .describe('Highest resolution of images in dots per inch, at the largest size they are drawn, for level custom.'),
    grayscale: z
      .boolean()
      .default(false)
      .describe('Converts colour images to greyscale; text and drawings keep their colours.'),
    targetKb: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20_480)
      .default(0)
      .describe(
        'Target size per file in kilobytes (1,024 bytes), reached with the best quality possible instead of "level"; 0: no target.',
      ),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    bytesBefore: count('Size of the upload.'),
    bytesAfter: count('Size of the result.'),
    savedPercent: z.number().describe('Share of the bytes that was saved, in percent.'),
    isOriginal: z.boolean().describe('Whether the upload is returned unchanged because nothing could be saved.'),
    quality: count('JPEG quality that was used.'),
    maxDpi: count('Resolution above which images were reduced.'),
    targetReached: z.boolean().nullable().describe('Whether the target size was reached; null without a target.'),
    images: z
      .object({
        found: count('Images in the file.'),
        changed: count('Images that were recompressed.'),
        bytesBefore: count('Size of all images before.'),
        bytesAfter: count('Size of all images after.'),
      })
      .describe('Images.'),
    duplicatesMerged: count('Duplicate objects that were merged.'),
    entriesRemoved: count('Entries that were removed.'),
    ...condition,
  }),
  notes: [
    'The result is never larger than the upload: if nothing can be saved, the file is returned byte for byte and "isOriginal" is true.',
    'Embedded fonts keep only the letters in use; Type 1 fonts become CFF fonts with the same outlines. Fonts of form fields stay whole.',
    'An image becomes JPEG only if that is much smaller than lossless compression, so drawings and screenshots stay sharp.',
    'Images with spot or Lab colours, colour keys or 1-bit masks, and fax and JBIG2 images are not recompressed; images in patterns, fonts and notes keep their size.',
    'Removed are page thumbnails, private application data, earlier versions of changed pages and unused objects. Text, links, outline, forms, tags, attachments and metadata stay.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    'Digital signatures become invalid.',
  ],
  aliases: [
    'shrink pdf',
    'reduce pdf size',
    'make pdf smaller',
    'optimise pdf',
    'pdf compressor',
    'downsample pdf',
    'pdf under 1 mb',
    'pdf too large to email',
    'make a pdf smaller',
  ],
  verified: [
    'qpdf 11.3 --check finds no fault in what is written, and pdftoppm 22.12 draws pages with colour, grey, indexed and masked pictures with a structural similarity above 0.95; without pictures exactly as before.',
    'pdfimages 22.12: a picture has the pixels that "maxDpi" allows at the size drawn, also through forms, and keeps them where it is drawn large elsewhere.',
    'By hand, level medium: 187 real and damaged files became 50 % of their size together; of Ghostscript 10.0 /ebook and the original the smaller makes 47 %; of 673 others 24 % and 28 %. Before CFF and Type 1 fonts were made smaller, of 211 pages drawn by poppler 22.12 at 72 dpi, 1 has a structural similarity below 0.98 (0.947); of those of Ghostscript 22 have. None grew. With only their fonts made smaller, 316 of 317 files are drawn as before by poppler and MuPDF 1.21, the first 40 pages of each; the other is drawn by poppler in two ways before, too.',
    'poppler 22.12: a simple and a composite TrueType font of 550 KB with a few letters left are drawn exactly as before, and so are, by MuPDF 1.21 too, CFF, OpenType and Type 1 fonts, collections, and fonts with names for their codes; fontTools 4.38 reads the same outlines from a Type 1 font and what became of it; CMYK pictures, from JPEG files with and without the marker of Adobe and from plain samples, keep their colours.',
  ],
  examples: [
    {
      title: 'A page with a photo',
      files: [{ name: 'photo.pdf', fixture: 'pdf/photo.pdf' }],
      output: { files: [{ name: 'photo-small.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A target size of 3 KB',
      options: { targetKb: 3 },
      files: [{ name: 'photo.pdf', fixture: 'pdf/photo.pdf' }],
      output: { files: [{ name: 'photo-small.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A file that cannot get smaller',
      files: [{ name: 'tiny.pdf', fixture: 'pdf/tiny.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'tiny.pdf',
              outputs: ['tiny-small.pdf'],
              pages: 1,
              bytesBefore: 310,
              bytesAfter: 310,
              savedPercent: 0,
              isOriginal: true,
              quality: 70,
              maxDpi: 150,
              targetReached: null,
              images: { found: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 },
              duplicatesMerged: 0,
              entriesRemoved: 0,
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'tiny-small.pdf', mime: 'application/pdf' }],
      },
    },
    NEEDS_PASSWORD,
    {
      title: 'Not a PDF file',
      files: [{ name: 'note.pdf', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "note.pdf": it is not a PDF file' },
    },
  ],
  async run({ files, options, signal }) {
    const { level, imageQuality, maxDpi, grayscale, targetKb, password } = options;
    const step = level === 'custom' ? { quality: imageQuality, maxDpi } : LEVELS[level];
    return await eachFile({ files, signal }, async (upload) => {
      const pdf = openPdf(upload, { password });
      const compression = new PdfCompression(pdf);
      const attempt = async (step: Step): Promise<Attempt> => ({
        ...step,
        made: await compression.run({ ...step, isGrey: grayscale }, signal),
      });
      const best = targetKb > 0 ? await search(1024 * targetKb, attempt) : await attempt(step);
      const { made } = best;
      const before = upload.bytes.length;
      const isOriginal = made.bytes.length >= before;
      const bytes = isOriginal ? upload.bytes : made.bytes;
      const { pictures } = made;
      const report = {
        pages: pdf.pages.length,
        bytesBefore: before,
        bytesAfter: bytes.length,
        savedPercent: Math.round((1000 * (before - bytes.length)) / before) / 10,
        isOriginal,
        quality: best.quality,
        maxDpi: best.maxDpi,
        targetReached: targetKb > 0 ? bytes.length <= 1024 * targetKb : null,
        images: {
          found: pictures.found,
          changed: isOriginal ? 0 : pictures.changed,
          bytesBefore: pictures.bytesBefore,
          bytesAfter: isOriginal ? pictures.bytesBefore : pictures.bytesAfter,
        },
        duplicatesMerged: isOriginal ? 0 : made.duplicates,
        entriesRemoved: isOriginal ? 0 : made.dropped,
      };
      return changedPdf(pdf, 'small', bytes, report);
    });
  },
});

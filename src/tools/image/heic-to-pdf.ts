import { defineTool, file } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { jpegToPdf } from '../../lib/documents/jpeg-pdf.js';
import { heicToJpeg, PHOTO_NOTES, REFUSALS, renamed } from './_heic.js';

export default defineTool({
  id: 'heic-to-pdf',
  title: 'HEIC to PDF',
  summary: 'Converts the primary picture of a HEIC file to a PDF of one page that the picture fills.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.heic', '.heif'] },
  options: {
    quality: shared.quality().describe('JPEG quality in percent.'),
  },
  result: 'files',
  notes: [
    'The page has the proportions of the picture; its long side is that of A4, 297 mm.',
    'The JPEG of heic-to-jpg is embedded once, byte for byte.',
    ...PHOTO_NOTES,
  ],
  aliases: ['iphone photo to pdf', 'heif to pdf', 'heic pdf converter'],
  verified: [
    'pdfimages 22.12 takes out the very bytes that heic-to-jpg makes.',
    'pdfinfo and pdftoppm 22.12: one page, the picture fills it.',
  ],
  examples: [
    {
      title: 'A phone photo taken upright',
      files: [{ name: 'IMG_0001.HEIC', fixture: 'image/heic/phone.heic' }],
      output: { text: null, files: [{ name: 'IMG_0001.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A greyscale picture at low quality',
      options: { quality: 30 },
      files: [{ name: 'mono.heif', fixture: 'image/heic/mono.heic' }],
      output: { text: null, files: [{ name: 'mono.pdf', mime: 'application/pdf' }] },
    },
    ...REFUSALS,
  ],
  async run({ files: [photo], options, signal }) {
    const picture = await heicToJpeg(photo, options.quality, signal);
    return file(renamed(photo.name, 'pdf'), 'application/pdf', jpegToPdf(picture));
  },
});

import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { openLogo } from '../../engines/barcodes/logo.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';

import { QR_PICTURE_NOTES, qrPictureOptions, qrResult } from './_qr-code.js';

export default defineTool({
  id: 'qr-code-generator',
  title: 'QR Code Generator',
  summary: 'Makes a QR code or Micro QR code of a text or link, in your colours and with a logo if you like.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'required',
  files: { min: 0, max: 1, formats: PICTURE_ENDINGS },
  options: {
    kind: z.enum(['qr', 'micro']).default('qr').describe('QR code, or Micro QR code for up to 35 digits.'),
    ...qrPictureOptions,
    shape: z.enum(['square', 'rounded', 'dots']).default('square').describe('Shape of the modules.'),
    version: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(40)
      .default(0)
      .describe('Size of the code, 1 to 40, of a Micro QR code 1 to 4; 0 is the smallest that holds the text.'),
    logoSize: z
      .number()
      .multipleOf(1)
      .min(5)
      .max(30)
      .default(20)
      .describe('Longer side of the logo in percent of the side of the code.'),
  },
  result: 'mixed',
  notes: [
    'The text is written in UTF-8, a link as it stands: white space at its ends is kept.',
    ...QR_PICTURE_NOTES,
    'A picture given as a file is laid on the middle as a logo; the error correction becomes H then, and Micro QR codes take none.',
    'Text results are black on white; shape, size, colours and a logo do not apply to them.',
    'A code holds at most 7,089 digits, 4,296 capitals and digits or 2,953 bytes, with higher error correction less.',
  ],
  aliases: [
    'make qr code',
    'create qr code',
    'qr code maker',
    'link to qr code',
    'url to qr',
    'qr code with logo',
    'micro qr code',
    'qr svg',
  ],
  verified: ['PENDING'],
  examples: [
    {
      title: 'A link',
      input: 'https://example.com/',
      output: {
        data: { version: '2', errorCorrection: 'M', modules: 25, pixelsPerModule: 15, warnings: [] },
        files: [{ name: 'qr-code.png', mime: 'image/png' }],
      },
    },
  ],
  async run({ input, options, files, signal }) {
    const [file] = files;
    const logo = file === undefined ? undefined : await openLogo(file, options.logoSize, signal);
    const { kind, version, shape } = options;
    if (logo === undefined) return await qrResult({ text: input, name: 'qr-code', kind, version, shape }, options);
    return await qrResult(
      { text: input, name: 'qr-code', kind, version, shape, logo },
      { ...options, errorCorrection: 'H' },
    );
  },
});

import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { openLogo } from '../../formats/barcodes/logo.js';

import { QR_PICTURE_NOTES, qrPictureOptions, qrReport, qrResult } from './_qr-code.js';

export default defineTool({
  id: 'qr-code-generator',
  title: 'QR Code Generator',
  summary: 'Creates a QR code or Micro QR code from text or a link, in custom colours and with an optional logo.',
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
      .describe('Version (size) of the code, 1 to 40, for Micro QR 1 to 4; 0 for the smallest that fits.'),
    logoSizePercent: z
      .number()
      .multipleOf(1)
      .min(5)
      .max(30)
      .default(20)
      .describe('Longer side of the logo in percent of the width of the code.'),
  },
  result: 'mixed',
  data: qrReport,
  notes: [
    'The text is encoded in UTF-8 as given, whitespace at both ends included.',
    ...QR_PICTURE_NOTES,
    'An uploaded image is placed in the middle as a logo; the error correction then becomes H.',
    'Text formats are black on white; shape, size, colours and logo do not apply.',
    'A code holds at most 7,089 digits, 4,296 uppercase letters and digits or 2,953 bytes, less with higher error correction.',
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
    'qr code for a link',
  ],
  verified: [
    'zbarimg 0.23.92 and ZXing-C++ read the same text from 6 codes at 2, 5 and 12 pixels a module, turned by 30 degrees and blurred, and from rounded, dotted and logo codes.',
    'ZXing-C++: version and level of texts at the bounds of ISO/IEC 18004 table 7: what fits and one character more.',
    'rsvg-convert 2.54 and pdftoppm 22.12 draw the SVG and the PDF, zbarimg reads them.',
  ],
  examples: [
    {
      title: 'A link',
      input: 'https://example.com/',
      output: {
        data: { version: '2', errorCorrection: 'Q', modules: 25, pixelsPerModule: 15, warnings: [] },
        files: [{ name: 'qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'In text, for a terminal or an e-mail',
      input: 'HELLO',
      options: { format: 'utf8', margin: 0, errorCorrection: 'Q' },
      output: {
        text: [
          '█▀▀▀▀▀█  ▀▄ ▀ █▀▀▀▀▀█',
          '█ ███ █  ▄▄ █ █ ███ █',
          '█ ▀▀▀ █ ▀█▄█▀ █ ▀▀▀ █',
          '▀▀▀▀▀▀▀ █▄▀ █ ▀▀▀▀▀▀▀',
          ' ▄█▀▄▄▀▀█▄▀███▀▄▀▄▄▄▄',
          '▄▄█▀█▄▀  ▄▀▀█ ▄▀▀ █▄ ',
          '▀  ▀▀▀▀▀███ ▀▀ ▄▀ █▄ ',
          '█▀▀▀▀▀█ ▀▄ ▄█▄  ▀▄ ▀█',
          '█ ███ █ ▄▀  ███ ▄▀ ▄▀',
          '█ ▀▀▀ █ ▀▄█ ▀█  █▄▀  ',
          '▀▀▀▀▀▀▀      ▀ ▀   ▀ ',
        ].join('\n'),
      },
    },
    {
      title: 'Blue dots on a transparent background, as SVG',
      input: 'Grüße 🌍',
      options: { format: 'svg', shape: 'dots', dark: '#1d4ed8', light: 'transparent', errorCorrection: 'H' },
      output: {
        data: {
          version: '2',
          errorCorrection: 'H',
          modules: 25,
          warnings: ['The background is transparent: the code needs a light surface behind it'],
        },
        files: [{ name: 'qr-code.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A Micro QR code',
      input: '12345',
      options: { kind: 'micro', errorCorrection: 'L', margin: 2 },
      output: {
        data: { version: 'M1', errorCorrection: 'L', modules: 11, pixelsPerModule: 34, warnings: [] },
        files: [{ name: 'qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A logo in the middle',
      input: 'https://example.com/',
      options: { shape: 'rounded' },
      files: [{ name: 'logo.png', fixture: 'qr-barcode/logo.png' }],
      output: {
        data: { version: '3', errorCorrection: 'H', modules: 29, pixelsPerModule: 13, warnings: [] },
        files: [{ name: 'qr-code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A logo without a text',
      files: [{ name: 'logo.png', fixture: 'qr-barcode/logo.png' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" must not be empty, a file does not replace it',
      },
    },
    {
      title: 'Text that is too long',
      input: 'x'.repeat(2332),
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'A QR code with error correction M holds at most 5596 digits, 3391 capitals and digits, or 2331 bytes, got 2332 bytes',
      },
    },
    {
      title: 'A version that is too small',
      input: 'https://example.com/',
      options: { version: 1 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A QR code with error correction M and version 1 does not hold 20 bytes',
      },
    },
    {
      title: 'A Micro QR code has no level H',
      input: '1',
      options: { kind: 'micro', errorCorrection: 'H' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "errorCorrection" must be L, M or Q for a Micro QR code, got "H"',
      },
    },
    {
      title: 'A version that Micro QR codes do not have',
      input: '1',
      options: { kind: 'micro', version: 5 },
      error: { code: 'INVALID_INPUT', message: 'Option "version" must be at most 4 for a Micro QR code, got 5' },
    },
    {
      title: 'A logo for a Micro QR code',
      input: '1',
      options: { kind: 'micro' },
      files: [{ name: 'logo.png', fixture: 'qr-barcode/logo.png' }],
      error: { code: 'INVALID_INPUT', message: 'Option "kind" must be qr where a logo is given' },
    },
    {
      title: 'A size that is too small',
      input: 'https://example.com/',
      options: { size: 32 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "size" must be at least 33 for this code and its margin, got 32',
      },
    },
    {
      title: 'Colours without enough contrast',
      input: 'x',
      options: { dark: '#eeeeee' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "dark" and "light" must differ by at least 20 % of light to be read, got 15 %',
      },
    },
    {
      title: 'Half-transparent colours in a PDF',
      input: 'x',
      options: { format: 'pdf', dark: '#00000080' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "dark" and "light" must be opaque for format pdf; "light" may be transparent',
      },
    },
  ],
  async run({ input, options, files, signal }) {
    const [file] = files;
    if (file !== undefined && options.kind === 'micro') throw invalid('Option "kind" must be qr where a logo is given');
    const logo = file === undefined ? undefined : await openLogo(file, options.logoSizePercent, signal);
    const { kind, version, shape } = options;
    if (logo === undefined) return await qrResult({ text: input, name: 'qr-code', kind, version, shape }, options);
    return await qrResult(
      { text: input, name: 'qr-code', kind, version, shape, logo },
      { ...options, errorCorrection: 'H' },
    );
  },
});

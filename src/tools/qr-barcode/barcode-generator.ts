import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { parseColor } from '../../engines/colors.js';
import { drawBarcode } from '../../formats/barcodes/barcode-picture.js';
import { SYMBOLOGY_IDS } from '../../lib/barcodes/symbologies.js';

import { qrPictureOptions } from './_qr-code.js';

const { dark, light } = qrPictureOptions;
const MIMES = { png: 'image/png', svg: 'image/svg+xml' } as const;

type Rotation = 0 | 90 | 180 | 270;

export default defineTool({
  id: 'barcode-generator',
  title: 'Barcode Generator',
  summary: 'Makes a barcode of a text: retail, industry, GS1, postal and matrix codes, checked and read back.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'required',
  options: {
    type: z.enum(SYMBOLOGY_IDS).default('code128').describe('Kind of barcode.'),
    format: z.enum(['png', 'svg']).default('png').describe('Kind of picture.'),
    scale: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(20)
      .default(3)
      .describe('Pixels of the narrowest bar, or of a module of a matrix.'),
    height: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(300)
      .default(0)
      .describe('Height of bars in widths of the narrowest; 0 is the usual one of the kind.'),
    margin: z
      .number()
      .multipleOf(1)
      .min(-1)
      .max(100)
      .default(-1)
      .describe('Light modules on every side; -1 is what the standard of the kind asks for.'),
    text: z.boolean().default(true).describe('Writes the text below the bars; matrix codes have none.'),
    checkDigit: z
      .boolean()
      .default(false)
      .describe('Adds the check digit that Code 39, Interleaved 2 of 5, Codabar, MSI and Code 11 can have.'),
    rotate: z.number().multipleOf(90).min(0).max(270).default(0).describe('Degrees to turn it clockwise.'),
    dark,
    light,
  },
  result: 'mixed',
  data: z.object({
    type: z.string().describe('Kind of barcode.'),
    encoded: z
      .string()
      .nullable()
      .describe('Content as read back from the barcode; null where no reader knows the kind.'),
    width: count('Width in pixels; in points for a PDF.'),
    height: count('Height in pixels; in points for a PDF.'),
    warnings: warnings(),
  }),
  notes: [
    'Bars have whole pixels, so edges are sharp. The check digit of EAN, UPC, ISBN, ISSN, ITF-14 and GS1 numbers is added where it is left out, and checked where it is given.',
    'GS1 codes take application identifiers in brackets: (01)09521234543213(10)ABC123; identifiers, lengths and check digits are checked.',
    'Interleaved 2 of 5 gets a zero in front of an odd number of digits.',
    'Data Matrix, Aztec, PDF417 and MicroPDF417 hold UTF-8; the other kinds ASCII.',
    'Where a second reader knows the kind, the code is read back before it is returned: "encoded" is what it read, with check digits; null where no reader knows the kind (MSI, Code 11, Pharmacode, MaxiCode, postal codes).',
    'Colours whose contrast has no grade in ISO/IEC 15415 (below 20 %) are refused; weak, inverted or red ones and small margins give a warning.',
    'At most 16 megapixels. QR codes are made by qr-code-generator.',
  ],
  aliases: [
    'make barcode',
    'ean barcode',
    'code 128 generator',
    'upc generator',
    'isbn barcode',
    'data matrix generator',
    'gs1 barcode',
    'pdf417 generator',
  ],
  verified: [
    'ZXing-C++ reads the text from 25 kinds, zbarimg 0.23.92 from 13, at scale 3 and at scale 6 turned by 90 degrees; dmtxread 0.7.5 reads the two kinds of Data Matrix.',
    'Published numbers with their check digits: EAN-13, EAN-8, UPC-A, ISBN, ISSN, ITF-14, GS1.',
  ],
  examples: [
    {
      title: 'Code 128',
      input: 'Hello-123',
      output: {
        data: { type: 'code128', encoded: 'Hello-123', width: 462, height: 306, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'An ISBN',
      input: '978-0-306-40615-7',
      options: { type: 'isbn', format: 'svg' },
      output: {
        data: { type: 'isbn', encoded: '9780306406157', width: 415, height: 338, warnings: [] },
        files: [{ name: 'barcode.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'EAN-13, its check digit added',
      input: '400638133393',
      options: { type: 'ean13', scale: 2 },
      output: {
        data: { type: 'ean13', encoded: '4006381333931', width: 256, height: 207, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Data Matrix of Unicode text',
      input: 'Grüße 日本 🌍',
      options: { type: 'data-matrix', scale: 5 },
      output: {
        data: { type: 'data-matrix', encoded: 'Grüße 日本 🌍', width: 120, height: 120, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'GS1-128 with item number and batch',
      input: '(01)09521234543213(10)ABC123',
      options: { type: 'gs1-128' },
      output: {
        data: { type: 'gs1-128', encoded: '010952123454321310ABC123', width: 726, height: 198, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A wrong check digit',
      input: '4006381333932',
      options: { type: 'ean13' },
      error: { code: 'INVALID_INPUT', message: 'Cannot make EAN-13: Incorrect EAN-13 check digit provided' },
    },
    {
      title: 'Characters that a kind lacks',
      input: 'Grüße',
      error: { code: 'INVALID_INPUT', message: 'Cannot make Code 128: it holds ASCII characters only' },
    },
    {
      title: 'A check digit where none can be chosen',
      input: 'x',
      options: { checkDigit: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "checkDigit" must be false for Code 128: its check digit is always there, or it has none',
      },
    },
    {
      title: 'A text that no barcode holds',
      input: 'x'.repeat(3833),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A barcode holds at most 3832 characters, property "input" has 3833',
      },
    },
    {
      title: 'A picture that is too large',
      input: 'x'.repeat(500),
      options: { scale: 20 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'A barcode of 112300 × 3040 pixels is too large, the limit is 16384 a side and 16000000 in all: option "scale" must be smaller',
      },
    },
    {
      title: 'Half transparent bars',
      input: 'x',
      options: { dark: '#00000080' },
      error: { code: 'INVALID_INPUT', message: 'Option "dark" must be opaque' },
    },
    {
      title: 'A half transparent ground',
      input: 'x',
      options: { light: '#ffffff80' },
      error: { code: 'INVALID_INPUT', message: 'Option "light" must be opaque or transparent' },
    },
  ],
  async run({ input, options }) {
    const { type, format, scale, height, margin } = options;
    const picture = await drawBarcode(
      {
        text: input,
        type,
        scale,
        height,
        margin,
        hasText: options.text,
        hasCheck: options.checkDigit,
        rotation: options.rotate as Rotation,
        dark: parseColor('dark', options.dark),
        light: parseColor('light', options.light),
      },
      format,
    );
    const { bytes, encoded = null, warnings } = picture;
    const report = { type, encoded, width: picture.width, height: picture.height, warnings };
    return withFiles(json(report, { name: 'barcode.json' }), [
      { name: `barcode.${format}`, mime: MIMES[format], bytes },
    ]);
  },
});

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

/** Kinds of digits that people group with spaces and hyphens. */
const NUMBERS: readonly string[] = ['ean13', 'ean8', 'upca', 'upce', 'itf14'];

/** Scanners would type the line break that ends a pasted text. */
function meant(input: string, kind: string): string {
  const text = input.replace(/\r?\n$/, '');
  return NUMBERS.includes(kind) && /^[\d\s-]{1,60}$/.test(text) ? text.replace(/[\s-]/g, '') : text;
}

export default defineTool({
  id: 'barcode-generator',
  title: 'Barcode Generator',
  summary: 'Creates barcodes from text: retail, industrial, GS1, postal and matrix codes, checked and read back.',
  family: 'qr-barcode',
  class: 'standard',
  input: 'required',
  options: {
    kind: z.enum(SYMBOLOGY_IDS).default('code128').describe('Kind of barcode.'),
    format: z.enum(['png', 'svg']).default('png').describe('Image format.'),
    scale: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(20)
      .default(3)
      .describe('Pixels per narrowest bar, or per module of a matrix code.'),
    height: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(300)
      .default(0)
      .describe('Height of the bars in widths of the narrowest bar; 0 for the usual height.'),
    margin: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Light modules on every side; 0 for the quiet zone that the standard requires.'),
    text: z.boolean().default(true).describe('Prints the text below the bars; matrix codes have none.'),
    checkDigit: z
      .boolean()
      .default(false)
      .describe('Adds the optional check digit of Code 39, Interleaved 2 of 5, Codabar, MSI and Code 11.'),
    angle: z.number().multipleOf(90).min(0).max(270).default(0).describe('Rotation in degrees, clockwise.'),
    dark,
    light,
  },
  result: 'mixed',
  data: z.object({
    kind: z.string().describe('Kind of barcode.'),
    encoded: z
      .string()
      .nullable()
      .describe('Content as read back from the barcode; null for kinds that cannot be read back.'),
    width: count('Width in pixels; in points for a PDF.'),
    height: count('Height in pixels; in points for a PDF.'),
    warnings: warnings(),
  }),
  notes: [
    'Bars are whole pixels wide, so edges are sharp. The check digit of EAN, UPC, ISBN, ISSN, ITF-14 and GS1 numbers is added if missing and verified if given.',
    'GS1 codes take application identifiers in brackets: (01)09521234543213(10)ABC123; identifiers, lengths and check digits are verified.',
    'A line break at the end of the text is left out, and so are spaces and hyphens between the digits of EAN, UPC and ITF-14.',
    'Interleaved 2 of 5 prepends a zero to an odd number of digits.',
    'Data Matrix, Aztec, PDF417 and MicroPDF417 hold UTF-8; the other kinds ASCII only.',
    'The code is read back by an independent reader before it is returned: "encoded" is what it read, check digits included; null for MSI, Code 11, Pharmacode, MaxiCode and postal codes, which it cannot read.',
    'Colours with less than 20 % contrast (no grade in ISO/IEC 15415) are refused; weak, inverted or red colours and small margins give a warning.',
    'At most 16 megapixels. For QR codes use qr-code-generator.',
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
    'barcode for a product',
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
        data: { kind: 'code128', encoded: 'Hello-123', width: 462, height: 306, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'An ISBN',
      input: '978-0-306-40615-7',
      options: { kind: 'isbn', format: 'svg' },
      output: {
        data: { kind: 'isbn', encoded: '9780306406157', width: 415, height: 338, warnings: [] },
        files: [{ name: 'barcode.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'EAN-13 with its check digit added',
      input: '400638133393',
      options: { kind: 'ean13', scale: 2 },
      output: {
        data: { kind: 'ean13', encoded: '4006381333931', width: 256, height: 207, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Unicode text in a Data Matrix code',
      input: 'Grüße 日本 🌍',
      options: { kind: 'data-matrix', scale: 5 },
      output: {
        data: { kind: 'data-matrix', encoded: 'Grüße 日本 🌍', width: 120, height: 120, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'GS1-128 with item number and batch',
      input: '(01)09521234543213(10)ABC123',
      options: { kind: 'gs1-128' },
      output: {
        data: { kind: 'gs1-128', encoded: '010952123454321310ABC123', width: 726, height: 198, warnings: [] },
        files: [{ name: 'barcode.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A wrong check digit',
      input: '4006381333932',
      options: { kind: 'ean13' },
      error: { code: 'INVALID_INPUT', message: 'Cannot make EAN-13: Incorrect EAN-13 check digit provided' },
    },
    {
      title: 'Unsupported characters',
      input: 'Grüße',
      error: { code: 'INVALID_INPUT', message: 'Cannot make Code 128: it holds ASCII characters only' },
    },
    {
      title: 'A check digit that cannot be chosen',
      input: 'x',
      options: { checkDigit: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "checkDigit" must be false for Code 128: its check digit is mandatory, or it has none',
      },
    },
    {
      title: 'Text that is too long',
      input: 'x'.repeat(3833),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A barcode holds at most 3832 characters, property "input" has 3833',
      },
    },
    {
      title: 'An image that is too large',
      input: 'x'.repeat(500),
      options: { scale: 20 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'A barcode of 112300 × 3040 pixels is too large, the limit is 16384 a side and 16000000 in all: option "scale" must be smaller',
      },
    },
    {
      title: 'Half-transparent bars',
      input: 'x',
      options: { dark: '#00000080' },
      error: { code: 'INVALID_INPUT', message: 'Option "dark" must be opaque' },
    },
    {
      title: 'A half-transparent background',
      input: 'x',
      options: { light: '#ffffff80' },
      error: { code: 'INVALID_INPUT', message: 'Option "light" must be opaque or transparent' },
    },
  ],
  async run({ input, options }) {
    const { kind, format, scale, height, margin } = options;
    const picture = await drawBarcode(
      {
        text: meant(input, kind),
        type: kind,
        scale,
        height,
        margin,
        hasText: options.text,
        hasCheck: options.checkDigit,
        rotation: options.angle as Rotation,
        dark: parseColor('dark', options.dark),
        light: parseColor('light', options.light),
      },
      format,
    );
    const { bytes, encoded = null, warnings } = picture;
    const report = { kind, encoded, width: picture.width, height: picture.height, warnings };
    return withFiles(json(report, { name: 'barcode.json' }), [
      { name: `barcode.${format}`, mime: MIMES[format], bytes },
    ]);
  },
});

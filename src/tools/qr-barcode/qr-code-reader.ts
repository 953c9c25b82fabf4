import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import type { Search } from '../../formats/barcodes/find-codes.js';
import { codesInPdf, codesInPicture, isPdf } from '../../formats/placed-codes.js';

import { codeReport, reportOf } from './_code-report.js';

/** Most pages of all PDFs of a run. Measured: half a second a page of text on one core. */
const MAX_PAGES = 60;

/** Work on pictures without a code: half a minute on one core. */
const BUDGET_PIXELS = 100_000_000;

const GROUPS = {
  all: [],
  qr: ['QRCode', 'MicroQRCode', 'RMQRCode'],
  matrix: ['AllMatrix'],
  linear: ['AllLinear'],
  retail: ['AllRetail'],
} as const satisfies Record<string, Search['formats']>;

export default defineTool({
  id: 'qr-code-reader',
  title: 'QR Code Reader',
  summary: 'Reads QR codes, Data Matrix, Aztec, PDF417 and barcodes in images and PDFs, with their positions.',
  family: 'qr-barcode',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS, '.pdf'] },
  options: {
    formats: z
      .enum(['all', 'qr', 'matrix', 'linear', 'retail'])
      .default('all')
      .describe('Kinds of codes to look for; fewer are faster.'),
    tryHarder: z
      .boolean()
      .default(true)
      .describe('Tries again enlarged, cleaned, sharpened and rotated if nothing is found.'),
    pages: shared.pages(),
  },
  result: 'data',
  data: fileReports({ codes: z.array(codeReport).describe('Codes, page by page.') }),
  notes: [
    'Each code has its text, format and four corners, clockwise from its own top left: in pixels of the upright image, or in points from the top left of a PDF page.',
    'Binary content is returned as base64 in "base64Bytes". The kind of content is in "payload": url, wifi, vcard, mecard, epc, swiss, pix, upi, bitcoin, geo, event, gs1 and others; values are returned as found, unchecked.',
    'UPC-A and UPC-E have the printed digits as text and the 13-digit number in "gtin". Codabar keeps its start and stop letters. EAN and UPC codes are returned only if a second look reads the same.',
    'An image or page without a code is not an error: "codes" is empty.',
    'Supported: QR, Micro QR, rMQR, Data Matrix, Aztec, PDF417, MicroPDF417, MaxiCode, EAN, UPC, Code 128, 39, 93 and 32, ITF, Codabar, GS1 DataBar and Telepen.',
    'Images over 16 megapixels are scaled down to that size; of animations the first frame is read; PDF pages are drawn at 200 dots per inch, at most 60 in all.',
  ],
  aliases: [
    'scan qr code',
    'decode qr code',
    'barcode reader',
    'barcode scanner',
    'read barcode from image',
    'data matrix reader',
    'qr code from pdf',
    'wifi qr code password',
    'what does a qr code say',
  ],
  verified: [
    '132 photographs and scans of ZXing (bench/barcodes, by hand): 117 right, where ZXing-C++ alone has 115 and zbarimg 0.23.92 has 73; in one the text differs by a letter from the list.',
    'Codes written by qrencode 4.1.1, dmtxwrite 0.7.5 and zint 2.11.1: turned, inverted, in EXIF orientation, on pages of a PDF; corners within 2 pixels of where the code was put.',
    '90 drawn EAN-13 and UPC-A codes of 1 to 2.2 pixels per bar, slanted, blurred and noisy (by hand): 67 read, none wrong; zbarimg reads 39 of them and none besides.',
    'None read in 67 pictures without codes (by hand).',
  ],
  examples: [
    {
      title: 'A QR code and its position',
      files: [{ name: 'url.png', fixture: 'qr-barcode/url.png' }],
      output: {
        data: {
          files: [
            {
              name: 'url.png',
              codes: [
                {
                  format: 'QR Code',
                  text: 'https://example.com/',
                  payload: { kind: 'url' },
                  errorCorrection: 'M',
                  version: '2',
                  corners: [
                    { x: 16, y: 16 },
                    { x: 116, y: 16 },
                    { x: 116, y: 116 },
                    { x: 16, y: 116 },
                  ],
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Binary content',
      files: [{ name: 'binary.png', fixture: 'qr-barcode/binary.png' }],
      output: {
        data: {
          files: [
            {
              name: 'binary.png',
              codes: [
                {
                  format: 'QR Code',
                  text: '\u0000\u0001\u0002ýþÿ',
                  base64Bytes: 'AAEC/f7/',
                  payload: { kind: 'binary' },
                  errorCorrection: 'L',
                  version: '1',
                  corners: [
                    { x: 16, y: 16 },
                    { x: 100, y: 16 },
                    { x: 101, y: 101 },
                    { x: 16, y: 100 },
                  ],
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'An image without a code',
      options: { formats: 'qr' },
      files: [{ name: 'no-code.png', fixture: 'qr-barcode/no-code.png' }],
      output: { data: { files: [{ name: 'no-code.png', codes: [] }] } },
    },
    {
      title: 'A page that does not exist',
      options: { pages: '3' },
      files: [{ name: 'pages.pdf', fixture: 'qr-barcode/pages.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "pages.pdf": page 3 of 2 asked for' },
    },
    {
      title: 'A file that is not an image',
      files: [{ name: 'notes.png', text: 'Hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "notes.png": it is in no known picture format' },
    },
    {
      title: 'Too many pages',
      files: [{ name: 'many.pdf', fixture: 'qr-barcode/many-pages.pdf' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'PDF "many.pdf" must have at most 60 pages to read, got 61' },
    },
  ],
  run({ files, options, signal }) {
    const { formats, tryHarder, pages } = options;
    const search: Search = { formats: [...GROUPS[formats]], isThorough: tryHarder, budget: { pixels: BUDGET_PIXELS } };
    let left = MAX_PAGES;
    return eachFile({ files, signal }, async (file) => {
      if (!isPdf(file)) {
        const placed = await codesInPicture(file, search, signal);
        return { report: { codes: placed.map(reportOf) }, outputs: [] };
      }
      const [placed, read] = await codesInPdf(file, pages, search, left);
      left -= read;
      return { report: { codes: placed.map(reportOf) }, outputs: [] };
    });
  },
});

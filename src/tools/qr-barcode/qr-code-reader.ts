import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool, type InputFile, json, overLimit, quote, ToolError } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import type { FoundCode } from '../../engines/barcodes/decode.js';
import { greyPicture, greyPixels } from '../../engines/image/grey.js';
import { openPages, PICTURE_ENDINGS } from '../../engines/image/picture.js';
import type { PdfRenderer, RenderedPage } from '../../engines/pdfium/renderer.js';
import { findCodes, type Search } from '../../formats/barcodes/find-codes.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { payloadOf } from '../../lib/barcodes/payload.js';
import { shortUpc } from '../../lib/barcodes/retail.js';

/** Most pages of all PDFs of a run. Measured: half a second a page of text on one core. */
const MAX_PAGES = 60;
/** Larger pictures are made smaller before they are looked at: a phone's picture has so many. */
const MAX_PIXELS = 16_000_000;
/** Work on pictures without a code: half a minute on one core. */
const BUDGET_PIXELS = 100_000_000;
const DPI = 200;
/** For posters, whose codes are large too. */
const POSTER_DPI = 50;
const POINTS_PER_INCH = 72;

const GROUPS = {
  all: [],
  qr: ['QRCode', 'MicroQRCode', 'RMQRCode'],
  matrix: ['AllMatrix'],
  linear: ['AllLinear'],
  retail: ['AllRetail'],
} as const satisfies Record<string, Search['formats']>;

/** Names of the reader's formats, where they are not written as people write them. */
const NAMES: Readonly<Record<string, string>> = {
  QRCode: 'QR Code',
  QRCodeModel1: 'QR Code Model 1',
  QRCodeModel2: 'QR Code',
  MicroQRCode: 'Micro QR Code',
  RMQRCode: 'rMQR Code',
  DataMatrix: 'Data Matrix',
  AztecCode: 'Aztec',
  AztecRune: 'Aztec Rune',
  CompactPDF417: 'Compact PDF417',
  Code128: 'Code 128',
  Code39: 'Code 39',
  Code39Std: 'Code 39',
  Code39Ext: 'Code 39 full ASCII',
  Code32: 'Code 32',
  Code93: 'Code 93',
  ITF14: 'ITF-14',
  EAN13: 'EAN-13',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
  UPCE: 'UPC-E',
  DataBarOmni: 'GS1 DataBar',
  DataBarStk: 'GS1 DataBar Stacked',
  DataBarStkOmni: 'GS1 DataBar Stacked',
  DataBarLtd: 'GS1 DataBar Limited',
  DataBarExp: 'GS1 DataBar Expanded',
  DataBarExpStk: 'GS1 DataBar Expanded Stacked',
  TelepenAlpha: 'Telepen',
  TelepenNumeric: 'Telepen',
  DXFilmEdge: 'DX Film Edge',
};

const codeReport = z.object({
  file: z.string().describe('Name of the file.'),
  page: place('Page of the file; only where it has several.').optional(),
  format: z.string().describe('Kind of code.'),
  text: z.string().describe('Content of the code.'),
  gtin: z.string().optional().describe('The number with all 13 digits; only of UPC codes.'),
  base64Bytes: z.string().optional().describe('Content in base64, where it is not text.'),
  payload: z
    .object({ kind: z.string().describe('What the text is, such as url, wifi, vcard, epc or text.') })
    .catchall(z.union([z.string(), z.number(), z.boolean()]))
    .describe('What the text means; its parts depend on its kind.'),
  errorCorrection: z.string().optional().describe('Level of error correction, where the kind has any.'),
  version: z.string().optional().describe('Version of the code, where the kind has any.'),
  inverted: z.boolean().optional().describe('Light on dark; only where it is so.'),
  mirrored: z.boolean().optional().describe('Mirrored; only where it is so.'),
  corners: z
    .array(
      z.object({
        x: z.number().describe('Pixels from the left; points of a PDF page.'),
        y: z.number().describe('Pixels from the top; points of a PDF page.'),
      }),
    )
    .describe('Corners of the code, from its own top left, clockwise.'),
});

/** UPC numbers as they stand below the bars; the reader gives them 13 digits. */
function shown({ format, text }: FoundCode): { format: string; text: string; gtin?: string } {
  const name = NAMES[format] ?? format;
  if (format === 'UPCE' && text.length === 13)
    return { format: name, text: shortUpc(text.slice(1)) ?? text, gtin: text };
  if (format === 'UPCA' && text.length === 13) return { format: name, text: text.slice(1), gtin: text };
  if (format === 'EAN13' && /^0\d{12}$/.test(text)) return { format: 'UPC-A', text: text.slice(1), gtin: text };
  return { format: name, text };
}

function reportOf(code: FoundCode, file: InputFile, page: number | undefined, scale: number) {
  const { bytes, contentType, corners, errorCorrection, version, isInverted, isMirrored } = code;
  const isText = contentType === 'Text' || contentType === 'GS1' || contentType === 'ISO15434';
  return {
    file: file.name,
    ...(page === undefined ? {} : { page }),
    ...shown(code),
    ...(isText ? {} : { base64Bytes: Buffer.from(bytes).toString('base64') }),
    payload: isText ? (contentType === 'GS1' ? { kind: 'gs1' } : payloadOf(code.text)) : { kind: 'binary' },
    ...(errorCorrection === undefined ? {} : { errorCorrection }),
    ...(version === undefined ? {} : { version }),
    ...(isInverted ? { inverted: true } : {}),
    ...(isMirrored ? { mirrored: true } : {}),
    corners: corners.map(({ x, y }) => ({ x: Math.round(x * scale * 10) / 10, y: Math.round(y * scale * 10) / 10 })),
  };
}

type CodeReport = ReturnType<typeof reportOf>;

async function inPictures(file: InputFile, search: Search, signal: AbortSignal): Promise<CodeReport[]> {
  const reports: CodeReport[] = [];
  const pictures = await openPages(file, signal);
  for (const [i, page] of pictures.entries()) {
    const picture = await page.firstFrame();
    // A code that was drawn for a dark page is light on nothing.
    for (const ground of picture.hasAlpha && search.isThorough ? [255, 0] : [255]) {
      const grey = await greyPicture(picture, { ground, mostPixels: MAX_PIXELS });
      const codes = await findCodes(grey, search);
      const number = pictures.length > 1 ? i + 1 : undefined;
      reports.push(...codes.map((code) => reportOf(code, file, number, picture.width / grey.width)));
      if (codes.length > 0) break;
    }
  }
  return reports;
}

function drawn(renderer: PdfRenderer, index: number): RenderedPage & { dpi: number } {
  try {
    return { ...renderer.render(index, { dpi: DPI }), dpi: DPI };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'LIMIT_EXCEEDED') throw error;
    return { ...renderer.render(index, { dpi: POSTER_DPI }), dpi: POSTER_DPI };
  }
}

async function inPdf(file: InputFile, pages: string, search: Search, left: number): Promise<[CodeReport[], number]> {
  const pdf = openPdf(file);
  const numbers = pageSetOf(pages, pdf);
  if (numbers.length > left) {
    throw overLimit(`PDF ${quote(file.name)} must have at most ${left} pages to read, got ${numbers.length}`);
  }
  const reports: CodeReport[] = [];
  await withRenderer(pdf, file.bytes, async (renderer) => {
    for (const number of numbers) {
      const { width, height, rgba, dpi } = drawn(renderer, number - 1);
      const codes = await findCodes(await greyPixels(width, height, rgba), search);
      reports.push(...codes.map((code) => reportOf(code, file, number, POINTS_PER_INCH / dpi)));
    }
  });
  return [reports, numbers.length];
}

const isPdf = ({ name, bytes }: InputFile): boolean =>
  extensionOf(name) === '.pdf' || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

export default defineTool({
  id: 'qr-code-reader',
  title: 'QR Code Reader',
  summary: 'Reads QR codes, Data Matrix, Aztec, PDF417 and barcodes in pictures and PDFs, with their places.',
  family: 'qr-barcode',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...PICTURE_ENDINGS, '.pdf'] },
  options: {
    formats: z
      .enum(['all', 'qr', 'matrix', 'linear', 'retail'])
      .default('all')
      .describe('Kinds to look for; fewer are faster.'),
    tryHarder: z
      .boolean()
      .default(true)
      .describe('Looks again enlarged, cleaned, sharpened and turned where nothing is found.'),
    pages: shared.pages(),
  },
  result: 'data',
  data: z.object({
    count: count('Codes that were found.'),
    codes: z.array(codeReport).describe('Codes in the order of files and pages.'),
  }),
  notes: [
    'Each code has its text, format and four corners, clockwise from its own upper left: in pixels of the upright picture, or in points from the upper left of a page of a PDF.',
    'Bytes that are no text come as base64 in "base64Bytes". What a text is stands in "payload": url, wifi, vcard, mecard, epc, swiss, pix, upi, bitcoin, geo, event, gs1 and others; values are as they stand, unchecked.',
    'UPC-A and UPC-E have the digits below their bars as text and the 13 digits they stand for in "gtin". Codabar keeps its start and stop letters.',
    'A picture or page without a code is no error: "codes" is empty.',
    'Read are QR, Micro QR, rMQR, Data Matrix, Aztec, PDF417, MicroPDF417, MaxiCode, EAN, UPC, Code 128, 39, 93 and 32, ITF, Codabar, GS1 DataBar and Telepen.',
    'Pictures over 16 megapixels are read at that size, of animations the first frame; pages of PDFs are drawn at 200 dots per inch, at most 60 in all.',
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
  ],
  verified: [
    '132 photographs and scans of ZXing (bench/barcodes, by hand): 118 right, where ZXing-C++ alone has 115 and zbarimg 0.23.92 has 73; in one the text differs by a letter from the list.',
    'Codes written by qrencode 4.1.1, dmtxwrite 0.7.5 and zint 2.11.1: turned, inverted, in EXIF orientation, on pages of a PDF; corners within 2 pixels of where the code was put.',
    'None read in 67 pictures without codes (by hand).',
  ],
  examples: [
    {
      title: 'A QR code with its place',
      files: [{ name: 'url.png', fixture: 'qr-barcode/url.png' }],
      output: {
        data: {
          count: 1,
          codes: [
            {
              file: 'url.png',
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
      },
    },
    {
      title: 'Bytes that are no text',
      files: [{ name: 'binary.png', fixture: 'qr-barcode/binary.png' }],
      output: {
        data: {
          count: 1,
          codes: [
            {
              file: 'binary.png',
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
      },
    },
    {
      title: 'A picture without a code',
      options: { formats: 'qr' },
      files: [{ name: 'no-code.png', fixture: 'qr-barcode/no-code.png' }],
      output: { data: { count: 0, codes: [] } },
    },
    {
      title: 'A page that does not exist',
      options: { pages: '3' },
      files: [{ name: 'pages.pdf', fixture: 'qr-barcode/pages.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot take pages of PDF "pages.pdf": page 3 of 2 asked for' },
    },
    {
      title: 'A file that is no picture',
      files: [{ name: 'notes.png', text: 'Hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read picture "notes.png": it is in no known picture format' },
    },
    {
      title: 'More pages than are read at once',
      files: [{ name: 'many.pdf', fixture: 'qr-barcode/many-pages.pdf' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'PDF "many.pdf" must have at most 60 pages to read, got 61' },
    },
  ],
  async run({ files, options, signal }) {
    const { formats, tryHarder, pages } = options;
    const search: Search = { formats: [...GROUPS[formats]], isThorough: tryHarder, budget: { pixels: BUDGET_PIXELS } };
    const codes: CodeReport[] = [];
    let left = MAX_PAGES;
    for (const file of files) {
      if (!isPdf(file)) {
        codes.push(...(await inPictures(file, search, signal)));
        continue;
      }
      const [found, read] = await inPdf(file, pages, search, left);
      codes.push(...found);
      left -= read;
    }
    return json({ count: codes.length, codes }, { name: 'codes.json' });
  },
});

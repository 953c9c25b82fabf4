import { z } from 'zod';

import { place } from '../../core/shared-data.js';
import type { FoundCode } from '../../engines/barcodes/decode.js';
import type { PlacedCode } from '../../formats/placed-codes.js';
import { payloadOf } from '../../lib/barcodes/payload.js';
import { shortUpc } from '../../lib/barcodes/retail.js';

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

/** What the result says of each code. */
export const codeReport = z.object({
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
  inverted: z.boolean().optional().describe('Light on dark; omitted if not.'),
  mirrored: z.boolean().optional().describe('Mirrored; omitted if not.'),
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

/** What a code says and where it is, as `codeReport` has it. */
export function reportOf({ code, page, scale }: PlacedCode) {
  const { bytes, contentType, corners, errorCorrection, version, isInverted, isMirrored } = code;
  const isText = contentType === 'Text' || contentType === 'GS1' || contentType === 'ISO15434';
  return {
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

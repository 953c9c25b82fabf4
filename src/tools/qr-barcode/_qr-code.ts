import { z } from 'zod';

import { invalid, json, type ToolResult, text, withFiles } from '../../core/index.js';
import { count, warnings as warningsData } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import {
  drawQr,
  type Logo,
  layoutOf,
  type QrStyle,
  qrText,
  readBack,
  warningsOf,
} from '../../formats/barcodes/qr-picture.js';
import { encodeQr, type QrKind, type QrLevel } from '../../formats/barcodes/qr-symbol.js';
import type { ModuleShape } from '../../lib/barcodes/module-shapes.js';

/** Options of every tool that draws a QR code. */
export const qrPictureOptions = {
  errorCorrection: z
    .enum(['L', 'M', 'Q', 'H'])
    .default('M')
    .describe(
      'Share of the code that may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %; raised where it takes no extra space.',
    ),
  size: z
    .number()
    .multipleOf(1)
    .min(32)
    .max(4096)
    .default(512)
    .describe('Width and height in pixels; for a PDF three quarters of it in points.'),
  margin: z.number().multipleOf(1).min(0).max(20).default(4).describe('Light border in modules.'),
  dark: colorOption('#000000', 'Colour of the modules.'),
  light: colorOption('#ffffff', 'Background colour; transparent for none.'),
  format: z
    .enum(['png', 'svg', 'pdf', 'utf8', 'ansi'])
    .default('png')
    .describe('Format of the result; utf8 is text in half blocks, ansi the same with terminal colours.'),
} as const;

/** Values of `qrPictureOptions`. */
export interface QrPictureValues {
  readonly errorCorrection: QrLevel;
  readonly size: number;
  readonly margin: number;
  readonly dark: string;
  readonly light: string;
  readonly format: 'png' | 'svg' | 'pdf' | 'utf8' | 'ansi';
}

export const QR_PICTURE_NOTES = [
  'In a PNG every module is the same whole number of pixels, so edges are sharp; the remaining size widens the margin.',
  'Every code is read back by an independent reader before it is returned; unreadable codes are refused.',
  'Colours with less than 20 % contrast (no grade in ISO/IEC 15415) are refused; weak or inverted colours, a small margin and a transparent background give a warning.',
] as const;

const MIMES = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const;

/** Data of every tool that draws a QR code; payloads add their own keys. */
export const qrReport = z.object({
  version: z.string().optional().describe('Version of the code as read back, which determines its size.'),
  errorCorrection: z.string().optional().describe('Level of error correction as read back.'),
  modules: count('Modules per side.'),
  pixelsPerModule: count('Pixels per module; only of a PNG.').optional(),
  warnings: warningsData(),
});

interface QrContent<Facts> {
  readonly text: string;
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly kind?: QrKind;
  readonly version?: number;
  readonly shape?: ModuleShape;
  readonly logo?: Logo | undefined;
  readonly isLevelFixed?: boolean;
  /** What the result says besides the code itself. */
  readonly facts?: Facts;
  readonly warnings?: readonly string[];
}

/** Draws the code of a text and reads it back. Throws as `encodeQr` and `drawQr`, and INVALID_INPUT where it cannot be read. */
export async function qrResult<Facts extends object>(
  content: QrContent<Facts>,
  options: QrPictureValues,
): Promise<ToolResult<Facts & z.output<typeof qrReport>>> {
  const { kind = 'qr', version = 0, shape = 'square', logo, isLevelFixed = false, warnings = [] } = content;
  // A tool without facts of its own gives none, and has none in its type.
  const facts = content.facts ?? ({} as Facts);
  const { size, margin, format, errorCorrection: level } = options;
  const style: QrStyle = {
    size,
    margin,
    dark: parseColor('dark', options.dark),
    light: parseColor('light', options.light),
    shape,
    logo,
  };
  const grid = encodeQr({ text: content.text, kind, level, version, isLevelFixed });
  if (format === 'utf8' || format === 'ansi') {
    return text(qrText(grid, margin, format === 'ansi'), { name: `${content.name}.txt` });
  }
  const faults = warningsOf(grid, style);
  const layout = format === 'png' ? layoutOf(grid, style) : undefined;
  const read = await readBack(grid, style, content.text);
  if (read === undefined) {
    throw invalid(
      logo === undefined
        ? 'Cannot make a readable QR code of these colours and this shape'
        : 'Cannot make a readable QR code with this logo: option "logoSizePercent" must be smaller',
    );
  }
  const report = {
    ...facts,
    version: read.version,
    errorCorrection: read.errorCorrection,
    modules: grid.width,
    ...(layout === undefined ? {} : { pixelsPerModule: layout.pixelsPerModule }),
    warnings: [...warnings, ...faults],
  };
  const picture = { name: `${content.name}.${format}`, mime: MIMES[format], bytes: drawQr(grid, style, format) };
  return withFiles(json(report, { name: `${content.name}.json` }), [picture]);
}

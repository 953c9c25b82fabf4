import { invalid } from '../../core/errors.js';
import { decodeCodes, type FoundCode, type Pixels } from '../../engines/barcodes/decode.js';
import { type Color, hexColor } from '../../engines/colors.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import {
  blockText,
  layPixels,
  type ModuleGrid,
  type PixelLayout,
  rasterModules,
} from '../../lib/barcodes/module-grid.js';
import { drawingToPdf } from '../../lib/barcodes/module-pdf.js';
import { type ModuleShape, modulePaths, pdfPath, svgPath } from '../../lib/barcodes/module-shapes.js';
import { over } from '../../lib/barcodes/reflectance.js';
import { writeIndexedPng, writePng } from '../../lib/picture-files/png-writer.js';
import { colorWarnings, paletteColor, WHITE } from './color-warnings.js';

/** A picture to lie on the middle of a code. */
export interface Logo {
  readonly width: number;
  readonly height: number;
  /** Rows from the top. */
  readonly rgba: Uint8Array;
  /** Longer side in percent of the side of the code. */
  readonly percent: number;
  /** Light modules kept free around it; `undefined` where it lies over the modules and brings its own ground. */
  readonly frame: number | undefined;
}

export interface QrStyle {
  /** Side in pixels. */
  readonly size: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  readonly dark: Color;
  readonly light: Color;
  readonly shape: ModuleShape;
  readonly logo: Logo | undefined;
}

export type QrFormat = 'png' | 'svg' | 'pdf';

/** Quiet zone that ISO/IEC 18004 asks for (5.3.8), in modules. */
const QUIET_ZONE = { qr: 4, micro: 2 } as const;
/** 1 pixel = 0.75 points: 96 pixels an inch, as browsers have it. */
const POINTS_PER_PIXEL = 0.75;
/** A code is read back in a picture of about this side: as small as a phone may see it. */
const READ_BACK_SIDE = 900;

/** What may keep a code from being read. Throws INVALID_INPUT where its colours have no grade at all. */
export function warningsOf(grid: ModuleGrid, { margin, dark, light }: QrStyle): string[] {
  const warnings = colorWarnings(dark, light);
  const quiet = grid.width < 21 ? QUIET_ZONE.micro : QUIET_ZONE.qr;
  if (margin < quiet) warnings.push(`The margin is ${margin} modules: the standard asks for ${quiet}`);
  return warnings;
}

/** Throws INVALID_INPUT where modules would get less than a pixel. */
export function layoutOf(grid: ModuleGrid, { margin, size }: QrStyle): PixelLayout {
  const layout = layPixels(grid, margin, size);
  if (layout !== undefined) return layout;
  throw invalid(`Option "size" must be at least ${grid.width + 2 * margin} for this code and its margin, got ${size}`);
}

/** The code as a file. */
export function drawQr(grid: ModuleGrid, style: QrStyle, format: QrFormat): Uint8Array {
  if (format === 'svg') return Buffer.from(vectorSvg(grid, style));
  if (format === 'pdf') return vectorPdf(grid, style);
  const layout = layoutOf(grid, style);
  if (isPlain(style)) {
    const pixels = rasterModules(grid, layout);
    const palette = [paletteColor(style.light), paletteColor(over4(style.dark, style.light))];
    return writeIndexedPng({ width: layout.width, height: layout.height, pixels, palette });
  }
  return drawOwnSvg(pixelSvg(grid, style, layout), { fit: { mode: 'original' } }).png();
}

/** The code in characters; with colours of a terminal, black on white whatever its own are. */
export function qrText(grid: ModuleGrid, margin: number, hasColors: boolean): string {
  const text = blockText(grid, margin);
  if (!hasColors) return text;
  // ECMA-48, SGR: 30 black, 47 white, 107 bright white where it is known.
  return text
    .split('\n')
    .map((line) => `\u001b[30;47;107m${line}\u001b[0m`)
    .join('\n');
}

/** What another reader than the writer finds in the picture; `undefined` where that is not the text. */
export async function readBack(grid: ModuleGrid, style: QrStyle, text: string): Promise<FoundCode | undefined> {
  const codes = await decodeCodes(readBackPixels(grid, style), {
    formats: ['QRCode', 'MicroQRCode'],
    tryDownscale: false,
  });
  return codes.find((code) => code.text === text);
}

function readBackPixels(grid: ModuleGrid, style: QrStyle): Pixels {
  // The quiet zone is the surroundings' where the caller leaves it out.
  const margin = Math.max(style.margin, QUIET_ZONE.qr);
  const side = Math.max(grid.width + 2 * margin, Math.min(style.size, READ_BACK_SIDE));
  const opaque: QrStyle = { ...style, margin, light: over(style.light, WHITE) };
  const layout = layPixels(grid, margin, side * (side < 3 * grid.width ? 3 : 1));
  if (layout === undefined) throw new Error('a picture as large as its modules has room for them');
  const { width } = layout;
  if (!isPlain(style)) {
    return {
      width,
      height: width,
      rgba: drawOwnSvg(pixelSvg(grid, opaque, layout), { fit: { mode: 'original' } }).rgba(),
    };
  }
  const colors = [opaque.light, over(style.dark, opaque.light)].map(paletteColor);
  const rgba = new Uint8Array(4 * width * width);
  for (const [i, index] of rasterModules(grid, layout).entries()) rgba.set(colors[index] ?? [], 4 * i);
  return { width, height: width, rgba };
}

const isPlain = ({ shape, logo }: QrStyle): boolean => shape === 'square' && logo === undefined;

/** Half transparent modules keep the ground below them where it is opaque. */
const over4 = (dark: Color, light: Color): Color => (light.alpha === 1 ? over(dark, light) : dark);

const paint = (color: Color): string =>
  `fill="${hexColor({ ...color, alpha: 1 })}"${color.alpha < 1 ? ` fill-opacity="${Number(color.alpha.toFixed(3))}"` : ''}`;

/** Scales without a loss: its units are modules. */
function vectorSvg(grid: ModuleGrid, style: QrStyle): string {
  const side = Math.max(grid.width, grid.height) + 2 * style.margin;
  const sharp = style.shape === 'square' ? ' shape-rendering="crispEdges"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${style.size}" height="${style.size}" viewBox="0 0 ${side} ${side}">` +
    groundOf(style, side) +
    `<g transform="translate(${style.margin} ${style.margin})"><path${sharp} ${paint(style.dark)} d="${svgPath(visiblePaths(grid, style))}"/>` +
    `${logoSvg(grid, style)}</g></svg>`
  );
}

/** The same in pixels: modules have whole ones. */
function pixelSvg(grid: ModuleGrid, style: QrStyle, { width: size, pixelsPerModule, left, top }: PixelLayout): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    groundOf(style, size) +
    `<g transform="translate(${left} ${top}) scale(${pixelsPerModule})"><path ${paint(style.dark)} d="${svgPath(visiblePaths(grid, style))}"/>` +
    `${logoSvg(grid, style)}</g></svg>`
  );
}

const groundOf = ({ light }: QrStyle, side: number): string =>
  light.alpha === 0 ? '' : `<rect width="${side}" height="${side}" ${paint(light)}/>`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a logo lies, in modules. */
function logoBox(grid: ModuleGrid, { width, height, percent }: Logo): Box {
  const long = (grid.width * percent) / 100;
  const scale = long / Math.max(width, height);
  const [boxWidth, boxHeight] = [width * scale, height * scale];
  return { x: (grid.width - boxWidth) / 2, y: (grid.height - boxHeight) / 2, width: boxWidth, height: boxHeight };
}

/** Modules that the logo or its frame would touch are left out, so that none is cut. */
function visiblePaths(grid: ModuleGrid, { shape, logo }: QrStyle) {
  if (logo?.frame === undefined) return modulePaths(grid, shape);
  const { x, y, width, height } = logoBox(grid, logo);
  const [left, top] = [Math.floor(x - logo.frame), Math.floor(y - logo.frame)];
  const [right, bottom] = [Math.ceil(x + width + logo.frame), Math.ceil(y + height + logo.frame)];
  const dark = Uint8Array.from(grid.dark);
  for (let row = Math.max(0, top); row < Math.min(grid.height, bottom); row++) {
    dark.fill(0, row * grid.width + Math.max(0, left), row * grid.width + Math.min(grid.width, right));
  }
  return modulePaths({ ...grid, dark }, shape);
}

function logoSvg(grid: ModuleGrid, { logo }: QrStyle): string {
  if (logo === undefined) return '';
  const box = logoBox(grid, logo);
  const places = (['x', 'y', 'width', 'height'] as const).map((name) => `${name}="${Number(box[name].toFixed(4))}"`);
  return `<image ${places.join(' ')} xlink:href="data:image/png;base64,${logoPng(logo)}"/>`;
}

const logoPng = ({ width, height, rgba }: Logo): string =>
  Buffer.from(writePng({ width, height, bits: 8, kind: 'rgba', samples: rgba })).toString('base64');

function vectorPdf(grid: ModuleGrid, style: QrStyle): Uint8Array {
  const { size, margin, dark, light, logo } = style;
  if ((light.alpha > 0 && light.alpha < 1) || dark.alpha < 1) {
    throw invalid('Options "dark" and "light" must be opaque for format pdf; "light" may be transparent');
  }
  const side = size * POINTS_PER_PIXEL;
  const scale = side / (Math.max(grid.width, grid.height) + 2 * margin);
  const fill = ({ r, g, b }: Color): string =>
    `${[r, g, b].map((value) => Number((value / 255).toFixed(4))).join(' ')} rg`;
  const ground = light.alpha === 0 ? '' : `${fill(light)}\n0 0 ${side} ${side} re f\n`;
  const place = `${Number(scale.toFixed(6))} 0 0 ${Number((-scale).toFixed(6))} ${Number((margin * scale).toFixed(6))} ${Number((side - margin * scale).toFixed(6))} cm`;
  const operators = `${ground}q ${place}\n${fill(dark)}\n${pdfPath(visiblePaths(grid, style))}\nf Q`;
  if (logo === undefined) return drawingToPdf(side, operators);
  const box = logoBox(grid, logo);
  return drawingToPdf(side, operators, {
    ...logo,
    x: (margin + box.x) * scale,
    y: side - (margin + box.y + box.height) * scale,
    pageWidth: box.width * scale,
    pageHeight: box.height * scale,
  });
}

import { invalid, overLimit } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { type DecodeSettings, decodeCodes } from '../../engines/barcodes/decode.js';
import {
  drawPng,
  drawSvg as drawSymbolSvg,
  encodeMatrix,
  measureSymbol,
  type SymbolOptions,
} from '../../engines/barcodes/encode.js';
import { type Color, hexColor } from '../../engines/colors.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import { fitPixels, type ModuleGrid, rasterModules, turnedGrid } from '../../lib/barcodes/module-grid.js';
import { modulePaths, svgPath } from '../../lib/barcodes/module-shapes.js';
import { over, reflectance } from '../../lib/barcodes/reflectance.js';
import { SYMBOLOGIES, type Symbology, type SymbologyId } from '../../lib/barcodes/symbologies.js';
import { writeIndexedPng } from '../../lib/picture-files/png-writer.js';
import { colorWarnings, paletteColor, redLightWarnings, WHITE } from './color-warnings.js';

export interface BarcodeRequest {
  readonly text: string;
  readonly type: SymbologyId;
  /** Pixels of the narrowest bar, or of a module. */
  readonly scale: number;
  /** Of bars, in modules; 0 is the usual one. */
  readonly height: number;
  /** Light modules on every side; 0: what the standard asks for. */
  readonly margin: number;
  readonly hasText: boolean;
  readonly hasCheck: boolean;
  /** Clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly dark: Color;
  readonly light: Color;
}

export interface BarcodePicture {
  readonly bytes: Uint8Array;
  /** What the code holds, read back with its check characters; `undefined` where no reader knows the kind or it was not read. */
  readonly encoded: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}

/** Longest text: what the largest symbols hold, an Aztec code of digits. */
const MAX_CHARACTERS = 3832;
/** Longest side and most pixels of a picture, well within the time and memory of a run. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 16_000_000;
/** Space that text below and borders may add, in modules. */
const TEXT_MODULES = 60;
/** Bars of an inch, which most kinds have. */
const USUAL_HEIGHT = 72;
/** The writer counts in points of 1/72 inch, one a module, and takes heights in millimetres. */
const MILLIMETRES_PER_MODULE = 25.4 / 72;
const ROTATIONS = { 0: 'N', 90: 'R', 180: 'I', 270: 'L' } as const;
/** Their digits have places of their own between the bars. */
const RETAIL = new Set<SymbologyId>(['ean13', 'ean8', 'upca', 'upce', 'isbn', 'issn']);
/** What is read back differs from the text by rule: expanded, or with another prefix. */
const REWRITTEN = new Set<SymbologyId>(['upce', 'isbn', 'issn', 'usps-imb', 'pzn']);

/** Draws a barcode and reads it back. Throws INVALID_INPUT where the text is not allowed, LIMIT_EXCEEDED where the picture would be too large. */
export async function drawBarcode(request: BarcodeRequest, format: 'png' | 'svg'): Promise<BarcodePicture> {
  const symbology: Symbology = SYMBOLOGIES[request.type];
  checkText(request, symbology);
  const warnings = warningsOf(request, symbology);
  return refusing(`Cannot make ${symbology.name}`, async () => {
    const drawn = isGrid(request.type)
      ? drawGrid(request, symbology, format)
      : await drawBars(request, symbology, format);
    const encoded = await readBack(request, symbology, drawn);
    if (encoded === undefined && symbology.readers.length > 0) {
      warnings.push('The code was not read back: a larger scale, height or margin may help');
    }
    const { bytes, width, height } = drawn;
    return { bytes, encoded, width, height, warnings };
  });
}

interface DrawnBarcode {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** RGBA, transparent where nothing is drawn. */
  readonly rgba: Uint8Array;
}

/** MaxiCode has hexagons. */
const isGrid = (type: SymbologyId): boolean => SYMBOLOGIES[type].shape === 'matrix' && type !== 'maxicode';

const marginOf = ({ margin }: BarcodeRequest, { quietZone }: Symbology): number => (margin === 0 ? quietZone : margin);

/** Encoding a large matrix takes seconds: it is done once, and the modules are drawn here. */
function drawGrid(request: BarcodeRequest, symbology: Symbology, format: 'png' | 'svg'): DrawnBarcode {
  const { text, rotation, scale, dark, light } = request;
  const grid = turnedGrid(encodeMatrix(symbology.encoder, text, {}), rotation);
  const margin = marginOf(request, symbology);
  const layout = fitPixels(grid, margin, scale);
  checkSize(layout.width, layout.height);
  const pixels = rasterModules(grid, layout);
  const palette = [light, dark].map(paletteColor);
  const { width, height } = layout;
  const rgba = new Uint8Array(4 * pixels.length);
  for (const [i, index] of pixels.entries()) rgba.set(palette[index] ?? [], 4 * i);
  const bytes = format === 'png' ? writeIndexedPng({ width, height, pixels, palette }) : gridSvg(grid, margin, request);
  return { bytes, width, height, rgba };
}

function gridSvg(grid: ModuleGrid, margin: number, { scale, dark, light }: BarcodeRequest): Uint8Array {
  const [width, height] = [grid.width + 2 * margin, grid.height + 2 * margin];
  const ground = light.alpha === 0 ? '' : `<rect width="${width}" height="${height}" fill="${hexColor(light)}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${ground}` +
      `<path transform="translate(${margin} ${margin})" fill="${hexColor(dark)}" shape-rendering="crispEdges" d="${svgPath(modulePaths(grid, 'square'))}"/></svg>`,
  );
}

/** Bars are few: what the writer draws, its text included, is taken as it is. */
async function drawBars(request: BarcodeRequest, symbology: Symbology, format: 'png' | 'svg'): Promise<DrawnBarcode> {
  const picture = { symbology: symbology.encoder, text: request.text, options: optionsOf(request, symbology) };
  const { width, height = Math.max(request.height, USUAL_HEIGHT) } = measureSymbol({
    ...picture,
    options: encodingOf(request, symbology),
  });
  const around = 2 * marginOf(request, symbology) + TEXT_MODULES;
  checkSize((width + around) * request.scale, (height + around) * request.scale);
  const svg = sized(drawSymbolSvg(picture));
  const rgba = drawOwnSvg(svg.text, { fit: { mode: 'original' } }).rgba();
  const bytes = format === 'svg' ? Buffer.from(svg.text) : await drawPng(picture);
  return { bytes, width: svg.width, height: svg.height, rgba };
}

function checkText({ text, hasCheck }: BarcodeRequest, symbology: Symbology): void {
  const length = [...text].length;
  if (length > MAX_CHARACTERS) {
    throw overLimit(`A barcode holds at most ${MAX_CHARACTERS} characters, property "input" has ${length}`);
  }
  // The writer takes bytes, and would make two wrong characters of one.
  if (!symbology.isUnicode && /[^\u0000-\u007f]/.test(text)) {
    throw invalid(`Cannot make ${symbology.name}: it holds ASCII characters only`);
  }
  if (hasCheck && !symbology.hasOptionalCheck) {
    throw invalid(
      `Option "checkDigit" must be false for ${symbology.name}: its check digit is mandatory, or it has none`,
    );
  }
}

function warningsOf({ dark, light, margin }: BarcodeRequest, { shape, quietZone }: Symbology): string[] {
  if (dark.alpha < 1) throw invalid('Option "dark" must be opaque');
  if (light.alpha > 0 && light.alpha < 1) throw invalid('Option "light" must be opaque or transparent');
  const warnings = colorWarnings(dark, light);
  if (shape === 'bars') warnings.push(...redLightWarnings(dark, light));
  if (margin > 0 && margin < quietZone) {
    warnings.push(`The margin is ${margin} modules: the standard asks for ${quietZone}`);
  }
  return warnings;
}

/** What decides the modules. */
function encodingOf({ type, hasCheck }: BarcodeRequest, { hasOptionalCheck }: Symbology): SymbolOptions {
  // Code 93 is not a Code 93 without its two check characters (AIM BC5).
  if (type === 'code93') return { includecheck: true };
  return hasOptionalCheck ? { includecheck: hasCheck, includecheckintext: hasCheck } : {};
}

function optionsOf(request: BarcodeRequest, symbology: Symbology): SymbolOptions {
  const { type, scale, height, hasText, rotation, dark, light } = request;
  const color = hexColor(dark).slice(1);
  return {
    ...encodingOf(request, symbology),
    scale,
    padding: marginOf(request, symbology),
    rotate: ROTATIONS[rotation],
    barcolor: color,
    textcolor: color,
    bordercolor: color,
    includetext: hasText && symbology.shape !== 'matrix',
    ...(light.alpha === 0 ? {} : { backgroundcolor: hexColor(light).slice(1) }),
    ...(height > 0 && symbology.shape === 'bars' ? { height: height * MILLIMETRES_PER_MODULE } : {}),
    // The text would touch the bars.
    ...(RETAIL.has(type) || symbology.shape === 'matrix' ? {} : { textyoffset: -2 }),
  };
}

function checkSize(width: number, height: number): void {
  if (Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  throw overLimit(
    `A barcode of ${Math.ceil(width)} × ${Math.ceil(height)} pixels is too large, the limit is ${MAX_SIDE} a side and ${MAX_PIXELS} in all: option "scale" must be smaller`,
  );
}

/** The writer gives its SVG no size; its view box has pixels. */
function sized(svg: string): { text: string; width: number; height: number } {
  const [, width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return {
    text: svg.replace('<svg ', `<svg width="${width}" height="${height}" `),
    width: Number(width),
    height: Number(height),
  };
}

async function readBack(
  { text, type, light, dark, rotation, hasCheck }: BarcodeRequest,
  { name, readers }: Symbology,
  drawn: DrawnBarcode,
): Promise<string | undefined> {
  if (readers.length === 0) return undefined;
  const rgba = Uint8Array.from(drawn.rgba);
  const ground = over(light, WHITE);
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = (rgba[i + 3] ?? 0) / 255;
    const shown = over(
      { r: rgba[i] ?? 0, g: rgba[i + 1] ?? 0, b: rgba[i + 2] ?? 0, alpha },
      light.alpha === 0 ? WHITE : ground,
    );
    rgba.set([shown.r, shown.g, shown.b, 255], i);
  }
  const formats = readers as NonNullable<DecodeSettings['formats']>;
  const codes = await decodeCodes(
    { width: drawn.width, height: drawn.height, rgba },
    {
      formats,
      tryRotate: rotation % 180 !== 0,
      tryInvert: reflectance(over(dark, ground)) > reflectance(ground),
      tryDownscale: false,
      maxNumberOfSymbols: 1,
    },
  );
  const [code] = codes;
  if (code === undefined) return undefined;
  // The check character of Codabar is inside of the text, before the stop letter.
  const content = type === 'codabar' && hasCheck ? code.text.replace(/.([A-D])$/, '$1') : code.text;
  if (!REWRITTEN.has(type) && !letters(content).includes(letters(text))) {
    throw invalid(`Cannot make ${name}: the code of ${hexColor(dark)} does not read back as the text`);
  }
  return code.text;
}

/** Without brackets, dashes and spaces that a code does not hold. */
const letters = (text: string): string => text.replace(/[\s()[\]\u0000-\u001f-]/g, '');

import { type OutputFile, overLimit, quote, ToolError } from '../../../core/index.js';
import { CLASS_LIMITS } from '../../../core/limits.js';
import { encodePage, type PagePixels } from '../../../engines/image/encode-page.js';
import { MAX_RENDER_PIXELS, type PdfRenderer } from '../../../engines/pdfium/renderer.js';
import { compressTiffPage, type TiffPage, tiffOf } from '../../../lib/picture-files/tiff-writer.js';

/** All pages together. Measured: pages full of pictures are drawn and stored at 10 megapixels a second or faster. */
const MAX_PIXELS = 400_000_000;
const MAX_BYTES = CLASS_LIMITS.native.outputFilesBytes;
/** Pages that are stored while the next is drawn; each holds its pixels. */
const AT_ONCE = 2;
const MIMES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', tiff: 'image/tiff' } as const;

export type DrawnFormat = keyof typeof MIMES;

/** What is drawn, and how. */
export interface Drawing {
  readonly format: DrawnFormat;
  readonly dpi: number;
  readonly quality: number;
  readonly hasAlpha: boolean;
  /** Pages from 1. */
  readonly pages: readonly number[];
  /** All pages go below each other into one picture. */
  readonly isSingle: boolean;
  /** Names of the files, in the order of `pages`; only one for a single picture and for TIFF, which has several pages. */
  readonly names: readonly string[];
}

/**
 * Files with pictures of the pages. Throws LIMIT_EXCEEDED for too many pixels, naming the PDF, OUTPUT_TOO_LARGE as soon as the pictures do
 * not fit into one answer.
 */
export async function drawPages(
  renderer: PdfRenderer,
  name: string,
  drawing: Drawing,
  signal: AbortSignal,
): Promise<OutputFile[]> {
  checkSizes(renderer, name, drawing);
  const { format, isSingle, names } = drawing;
  if (!isSingle && format !== 'tiff') return await eachPage(renderer, drawing, signal);
  const bytes = isSingle ? await encodeOne(drawTall(renderer, drawing), drawing) : tiffPages(renderer, drawing);
  return [{ name: names[0] ?? '', mime: MIMES[format], bytes }];
}

function checkSizes(renderer: PdfRenderer, name: string, { pages, dpi, isSingle }: Drawing): void {
  let pixels = 0;
  let height = 0;
  let width = 0;
  for (const page of pages) {
    const size = renderer.size(page - 1, dpi);
    pixels += size.width * size.height;
    height += size.height;
    width = Math.max(width, size.width);
  }
  if (isSingle && width * height > MAX_RENDER_PIXELS) {
    throw overLimit(
      `The joined pages of PDF ${quote(name)} must have at most ${MAX_RENDER_PIXELS} pixels, got ${width} × ${height}`,
    );
  }
  if (pixels > MAX_PIXELS) {
    throw overLimit(`Pages of PDF ${quote(name)} must have at most ${MAX_PIXELS} pixels in all, got ${pixels}`);
  }
}

function drawTall(renderer: PdfRenderer, { pages, dpi, hasAlpha }: Drawing): PagePixels {
  const sizes = pages.map((page) => renderer.size(page - 1, dpi));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  const rgba = new Uint8Array(4 * width * height).fill(hasAlpha ? 0 : 255);
  let top = 0;
  for (const page of pages) {
    const drawn = renderer.render(page - 1, { dpi, isTransparent: hasAlpha });
    const left = Math.floor((width - drawn.width) / 2);
    for (let y = 0; y < drawn.height; y += 1) {
      const row = drawn.rgba.subarray(4 * drawn.width * y, 4 * drawn.width * (y + 1));
      rgba.set(row, 4 * (width * (top + y) + left));
    }
    top += drawn.height;
  }
  return { width, height, rgba };
}

async function encodeOne(picture: PagePixels, { format, dpi, quality, hasAlpha }: Drawing): Promise<Uint8Array> {
  if (format === 'tiff') return tiffOf([compressTiffPage(picture.rgba, { ...picture, density: dpi, hasAlpha })]);
  return await encodePage(picture, { format, quality, dpi, hasAlpha });
}

function tiffPages(renderer: PdfRenderer, { pages, dpi, hasAlpha }: Drawing): Uint8Array {
  const parts: TiffPage[] = [];
  let total = 0;
  for (const page of pages) {
    const drawn = renderer.render(page - 1, { dpi, isTransparent: hasAlpha });
    const part = compressTiffPage(drawn.rgba, { ...drawn, density: dpi, hasAlpha });
    for (const strip of part.strips) total += strip.length;
    checkTotal(total);
    parts.push(part);
  }
  return tiffOf(parts);
}

async function eachPage(renderer: PdfRenderer, drawing: Drawing, signal: AbortSignal): Promise<OutputFile[]> {
  const results: OutputFile[] = [];
  let total = 0;
  let waiting: Promise<OutputFile>[] = [];
  const collect = async (): Promise<void> => {
    const done = await Promise.all(waiting);
    waiting = [];
    for (const result of done) total += result.bytes.length;
    checkTotal(total);
    results.push(...done);
  };
  for (const [i, page] of drawing.pages.entries()) {
    signal.throwIfAborted();
    const drawn = renderer.render(page - 1, { dpi: drawing.dpi, isTransparent: drawing.hasAlpha });
    const name = drawing.names[i] ?? '';
    waiting.push(encodeOne(drawn, drawing).then((bytes) => ({ name, mime: MIMES[drawing.format], bytes })));
    if (waiting.length === AT_ONCE) await collect();
  }
  await collect();
  return results;
}

function checkTotal(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  throw new ToolError(
    'OUTPUT_TOO_LARGE',
    `The pictures have more than ${MAX_BYTES} bytes in all: fewer pages, a lower "dpi" or format jpg would do`,
  );
}

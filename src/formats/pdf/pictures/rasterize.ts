import { overLimit, quote, ToolError } from '../../../core/errors.js';
import { CLASS_LIMITS } from '../../../core/limits.js';
import { encodeJpeg } from '../../../engines/image/encode-jpeg.js';
import { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { savePdf } from '../document/save.js';
import { shownSizeOf } from '../pages/page-size.js';
import { byteString, dictOf, PdfDict, PdfName, type PdfRef, PdfStream } from '../syntax/objects.js';
import { withRenderer } from './render.js';

/** Pixels of all pages together. Measured: they take about half of the time limit of a run. */
const MAX_PIXELS = 400_000_000;

export interface RasterSettings {
  readonly dpi: number;
  readonly quality: number;
  readonly signal: AbortSignal;
}

/**
 * A PDF of pictures of the pages, of the same size and turned as they are shown. Throws LIMIT_EXCEEDED for too many pixels,
 * OUTPUT_TOO_LARGE as soon as the pictures do not fit into one file.
 */
export async function rasterizePdf(pdf: OpenPdf, bytes: Uint8Array, settings: RasterSettings): Promise<Uint8Array> {
  const sizes = pdf.pages.map((page) => shownSizeOf(pdf.document, page));
  const pixels = sizes.reduce((sum, { width, height }) => sum + width * height * (settings.dpi / 72) ** 2, 0);
  if (pixels > MAX_PIXELS) {
    throw overLimit(
      `PDF ${quote(pdf.name)} must have at most ${MAX_PIXELS} pixels in all at ${settings.dpi} dpi, got ${Math.round(pixels)}`,
    );
  }
  const target = PdfDocument.empty();
  const parent = target.reserve();
  const kids: PdfRef[] = [];
  let total = 0;
  await withRenderer(pdf, bytes, async (renderer) => {
    for (const [index, { width, height }] of sizes.entries()) {
      settings.signal.throwIfAborted();
      const drawn = renderer.render(index, { dpi: settings.dpi });
      const pixels = withoutAlpha(drawn.rgba);
      const picture = { width: drawn.width, height: drawn.height, channels: 3 as const, pixels };
      const jpeg = await encodeJpeg(picture, { quality: settings.quality, isSubsampled: settings.quality < 90 });
      total += jpeg.length;
      if (total > CLASS_LIMITS.native.outputFileBytes) {
        throw new ToolError(
          'OUTPUT_TOO_LARGE',
          `The PDF would be larger than ${CLASS_LIMITS.native.outputFileBytes} bytes: page ${index + 1} of ${sizes.length} is too much`,
        );
      }
      kids.push(picturePage(target, parent, { width, height }, drawn, jpeg));
    }
  });
  target.set(parent, dictOf({ Type: new PdfName('Pages'), Count: kids.length, Kids: kids }));
  target.trailer.set('Root', target.add(dictOf({ Type: new PdfName('Catalog'), Pages: parent })));
  return savePdf(target, '1.4');
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function picturePage(target: PdfDocument, parent: PdfRef, page: Size, picture: Size, jpeg: Uint8Array): PdfRef {
  const image = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: picture.width,
    Height: picture.height,
    ColorSpace: new PdfName('DeviceRGB'),
    BitsPerComponent: 8,
    Filter: new PdfName('DCTDecode'),
  });
  const [width, height] = [Math.round(page.width * 1e4) / 1e4, Math.round(page.height * 1e4) / 1e4];
  const content = byteString(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`);
  return target.add(
    dictOf({
      Type: new PdfName('Page'),
      Parent: parent,
      MediaBox: [0, 0, width, height],
      Resources: dictOf({ XObject: dictOf({ P: target.add(new PdfStream(image, jpeg)) }) }),
      Contents: target.add(new PdfStream(new PdfDict(), content.bytes)),
    }),
  );
}

import { samplesToJpeg } from '../../../engines/image/recode.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import type { OcrPage } from '../../../lib/documents/ocr-page.js';
import type { PdfDocument } from '../document/document.js';
import type { PageSpace, Rectangle } from '../pages/page-space.js';
import type { PdfPage } from '../pages/pages.js';
import { packLossless } from '../pictures/pictures.js';
import { dictOf, PdfDict, PdfName, type PdfRef, PdfStream } from '../syntax/objects.js';

/** What of a page is to go. */
export interface PageRedaction {
  readonly page: PdfPage;
  readonly space: PageSpace;
  /** On the page as it is shown. */
  readonly rectangles: readonly Rectangle[];
  /** What can still be searched and copied, in pixels of the picture. */
  readonly words: OcrPage;
}

/** How pages become pictures, and strings are cleaned. */
export interface RedactionSettings {
  readonly dpi: number;
  readonly color: { readonly r: number; readonly g: number; readonly b: number };
  /** The text without what is to go; the same text where there is nothing. */
  readonly clean: (text: string) => string;
}

const JPEG_QUALITY = 90;
/** Lossless wherever it is not much larger: text stays sharp. */
const WORTH_JPEG = 0.5;
/** Entries of a page that speak of what it was. */
const PAGE_ENTRIES = [
  'Annots',
  'StructParents',
  'PieceInfo',
  'Thumb',
  'Metadata',
  'AA',
  'Group',
  'B',
  'Tabs',
  'LastModified',
  'SeparationInfo',
  'AF',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'PresSteps',
  'Hid',
  'ID',
];

/** The page as a picture object, with the rectangles painted over. */
export async function drawnPage(
  document: PdfDocument,
  renderer: PdfRenderer,
  { page, rectangles }: PageRedaction,
  { dpi, color }: RedactionSettings,
): Promise<PdfRef> {
  const { width, height, rgba } = renderer.render(page.index, { dpi });
  const scale = dpi / 72;
  for (const { left, right, top, bottom } of rectangles) {
    const [x0, x1] = [Math.max(0, Math.floor(left * scale)), Math.min(width, Math.ceil(right * scale))];
    const [y0, y1] = [Math.max(0, Math.floor(top * scale)), Math.min(height, Math.ceil(bottom * scale))];
    for (let y = y0; y < y1; y += 1) {
      for (let x = x0; x < x1; x += 1) rgba.set([color.r, color.g, color.b, 255], 4 * (y * width + x));
    }
  }
  const channels = isGreyPage(rgba) ? 1 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let i = 0, to = 0; i < rgba.length; i += 4) {
    data[to] = rgba[i] ?? 0;
    to += 1;
    if (channels === 1) continue;
    data[to] = rgba[i + 1] ?? 0;
    data[to + 1] = rgba[i + 2] ?? 0;
    to += 2;
  }
  const samples = { width, height, channels, data } as const;
  const lossless = packLossless(samples);
  const jpeg = await samplesToJpeg(samples, JPEG_QUALITY);
  const isJpeg = jpeg.length < WORTH_JPEG * lossless.length;
  const dict = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    ColorSpace: new PdfName(channels === 1 ? 'DeviceGray' : 'DeviceRGB'),
    BitsPerComponent: 8,
    Filter: new PdfName(isJpeg ? 'DCTDecode' : 'FlateDecode'),
    DecodeParms: isJpeg ? undefined : dictOf({ Predictor: 15, Colors: channels, Columns: width }),
  });
  return document.add(new PdfStream(dict, isJpeg ? jpeg : lossless));
}

function isGreyPage(rgba: Uint8Array): boolean {
  for (let i = 0; i < rgba.length; i += 4) {
    if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) return false;
  }
  return true;
}

/** Makes the picture all that the page shows; what else the page said of itself goes. */
export function becomePicture(
  document: PdfDocument,
  { page, space }: Pick<PageRedaction, 'page' | 'space'>,
  picture: PdfRef,
): void {
  const { left, bottom, right, top } = space.view;
  for (const key of PAGE_ENTRIES) page.dict.delete(key);
  const content = `q ${space.pictureMatrix.map((value) => Number(value.toFixed(4))).join(' ')} cm /Page Do Q`;
  page.dict.set('Contents', document.add(new PdfStream(new PdfDict(), Buffer.from(content, 'latin1'))));
  page.dict.set('Resources', dictOf({ XObject: dictOf({ Page: picture }) }));
  page.dict.set('MediaBox', [left, bottom, right, top]);
  // An inherited crop box would come back.
  page.dict.set('CropBox', [left, bottom, right, top]);
}

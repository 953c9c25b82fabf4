import type { StoredPicture } from '../../../engines/image/stored-picture.js';
import { PAGE_SIZES, type PageSize } from '../../../lib/documents/page-sizes.js';
import { PdfDocument } from '../document/document.js';
import { savePdf } from '../document/save.js';
import { dictOf, PdfName, PdfStream, type PdfValue } from '../syntax/objects.js';
import { addPicture } from './picture-object.js';

export interface PictureLayout {
  /** `fit`: a page of the picture's proportions, its long side that of A4; `own`: as large as the picture is by its dots per inch. */
  readonly pageSize: 'fit' | 'own' | PageSize;
  readonly orientation: 'auto' | 'portrait' | 'landscape';
  /** Free space at all sides in points. */
  readonly margin: number;
  /** `contain`: the whole picture; `cover`: the whole page, the picture cropped; `shrink`: no larger than its own size. */
  readonly fit: 'contain' | 'cover' | 'shrink';
}

export interface PlacedPicture {
  readonly stored: StoredPicture;
  /** Dots per inch, where the file says. */
  readonly density: number | undefined;
}

/** The long side of A4 in points: a page prints without surprises. */
const LONG_SIDE = 841.89;
/** Smallest and largest side of a page, ISO 32000-1 annex C.2. */
const SHORTEST_SIDE = 3;
const MAX_SIDE = 14_400;
/** Where a file states no dots per inch; what browsers take (CSS Values 4, 6.2). */
const USUAL_DENSITY = 96;

/** A PDF with a page for each picture. The same pictures give the same bytes. Throws OUTPUT_TOO_LARGE. */
export function picturesToPdf(pictures: readonly PlacedPicture[], layout: PictureLayout): Uint8Array {
  const document = PdfDocument.empty();
  const parent = document.reserve();
  const kids = pictures.map((picture) => document.add(pageOf(document, parent, picture, layout)));
  document.set(parent, dictOf({ Type: new PdfName('Pages'), Count: kids.length, Kids: kids }));
  document.trailer.set('Root', document.add(dictOf({ Type: new PdfName('Catalog'), Pages: parent })));
  return savePdf(document, '1.7');
}

function pageOf(document: PdfDocument, parent: PdfValue, { stored, density }: PlacedPicture, layout: PictureLayout) {
  const drawing = addPicture(document, stored);
  const { pixelWidth, pixelHeight } = drawing;
  const [pageWidth, pageHeight] = pageSides(pixelWidth, pixelHeight, density ?? USUAL_DENSITY, layout);
  const [freeWidth, freeHeight] = [pageWidth - 2 * layout.margin, pageHeight - 2 * layout.margin];
  const scale = scaleOf(pixelWidth, pixelHeight, freeWidth, freeHeight, density ?? USUAL_DENSITY, layout);
  const [width, height] = [pixelWidth * scale, pixelHeight * scale];
  const [x, y] = [(pageWidth - width) / 2, (pageHeight - height) / 2];
  const clip = `${[layout.margin, layout.margin, freeWidth, freeHeight].map(number).join(' ')} re W n `;
  const drawn = `q ${layout.fit === 'cover' ? clip : ''}${[width, 0, 0, height, x, y].map(number).join(' ')} cm /Photo Do Q`;
  return dictOf({
    Type: new PdfName('Page'),
    Parent: parent,
    MediaBox: [0, 0, Number(number(pageWidth)), Number(number(pageHeight))],
    Contents: document.add(new PdfStream(dictOf({}), Buffer.from(drawn))),
    Resources: dictOf({ XObject: dictOf({ Photo: drawing.ref }) }),
  });
}

function pageSides(
  width: number,
  height: number,
  density: number,
  { pageSize, orientation, margin }: PictureLayout,
): [number, number] {
  if (pageSize === 'own') {
    const scale = Math.min(72 / density, (MAX_SIDE - 2 * margin) / Math.max(width, height));
    return [atLeast(width * scale) + 2 * margin, atLeast(height * scale) + 2 * margin];
  }
  if (pageSize === 'fit') {
    const [long, short] = [Math.max(width, height), Math.min(width, height)];
    // Extremely long pictures get a page that can be: the long side wins over the short one.
    const scale = Math.min(Math.max(LONG_SIDE / long, SHORTEST_SIDE / short), (MAX_SIDE - 2 * margin) / long);
    return [atLeast(width * scale) + 2 * margin, atLeast(height * scale) + 2 * margin];
  }
  const [short, long] = PAGE_SIZES[pageSize];
  const isLandscape = orientation === 'landscape' || (orientation === 'auto' && width > height);
  return isLandscape ? [long, short] : [short, long];
}

const atLeast = (side: number): number => Math.max(side, SHORTEST_SIDE);

/** Points a pixel. */
function scaleOf(
  width: number,
  height: number,
  freeWidth: number,
  freeHeight: number,
  density: number,
  { fit }: PictureLayout,
): number {
  const ratios = [freeWidth / width, freeHeight / height] as const;
  if (fit === 'cover') return Math.max(...ratios);
  return fit === 'shrink' ? Math.min(...ratios, 72 / density) : Math.min(...ratios);
}

const number = (value: number): string => String(Number(value.toFixed(4)));

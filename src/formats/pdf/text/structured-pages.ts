import { overLimit, quote, ToolError } from '../../../core/errors.js';
import { CLASS_LIMITS } from '../../../core/limits.js';
import { encodePage, type PagePixels } from '../../../engines/image/encode-page.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import { drawingsOf, isChart } from '../../../lib/page-text/drawings.js';
import type { Box, PageContent } from '../../../lib/page-text/glyphs.js';
import { markedWords } from '../../../lib/page-text/marked-words.js';
import { type PageParts, type StructuredPage, structureOf } from '../../../lib/page-text/structure.js';
import { tablesOf } from '../../../lib/page-text/tables.js';
import { wordsOf } from '../../../lib/page-text/words.js';
import type { OpenPdf } from '../document/open.js';
import { outlineTitles, webLinksOf } from '../navigation/links.js';

import { type CharacterBudget, visitPages } from './page-contents.js';

/** Most pictures of one document, and their dots per inch. */
const MAX_PICTURES = 100;
const PICTURE_DPI = 150;
/** Lines of a page with tables: more are a drawing. Chosen. */
const MAX_RULINGS = 4_000;
/** A page drawn; larger ones are drawn at fewer dots, and not at all below the least. */
const MAX_PAGE_PIXELS = 20_000_000;
const LEAST_DPI = 20;
/** A document holds them all in one file. */
const MAX_PICTURE_BYTES = CLASS_LIMITS.native.outputFileBytes;
const POINTS_PER_INCH = 72;
/** Smaller ones are ornaments. Points. */
const LEAST_SIDE = 24;
/** Strips of one picture touch. */
const TOUCH = 1.5;

export interface EncodedPicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
  readonly mime: 'image/png' | 'image/jpeg';
}

export interface PagePicture {
  readonly box: Box;
  readonly file: EncodedPicture;
}

export interface StructuredPdf {
  readonly pages: readonly StructuredPage[];
  /** By the boxes of the pages' pictures. */
  readonly pictures: ReadonlyMap<Box, PagePicture>;
  readonly withoutText: readonly number[];
  /** Letters whose fonts do not say which they are. */
  readonly unreadable: number;
  /** Drawings beyond the most pictures of a document. */
  readonly drawingsLeftOut: number;
  /** Of the first page, in points. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface StructureWanted {
  readonly signal: AbortSignal;
  readonly tables: boolean;
  readonly images: boolean;
  readonly dropRepeated: boolean;
  /** For a document that looks like the pages: where things stand is told, and pictures have no text on them. */
  readonly isLaidOut?: boolean;
  /** Of all files of the run. */
  readonly budget?: CharacterBudget;
}

/** The structure of some pages of a PDF, numbers from 1. Throws LIMIT_EXCEEDED. */
export async function structuredPages(
  pdf: OpenPdf,
  bytes: Uint8Array,
  numbers: readonly number[],
  { signal, tables: wantsTables, images, dropRepeated, isLaidOut = false, budget }: StructureWanted,
): Promise<StructuredPdf> {
  const parts: PageParts[] = [];
  const pictures = new Map<Box, PagePicture>();
  const withoutText: number[] = [];
  let unreadable = 0;
  let bytesOut = 0;
  let drawingsLeftOut = 0;
  await visitPages(
    pdf,
    bytes,
    numbers,
    async (content, page, renderer) => {
      // The places of single letters, of which there may be a million, are not needed any more.
      const bare = wordsOf(content.glyphs).map((word) => ({ ...word, glyphs: [], glyphStarts: [] }));
      const words = isLaidOut ? markedWords(bare, content.rulings) : bare;
      if (words.length === 0) withoutText.push(page);
      unreadable += content.unmapped;
      const found = wantsTables ? tablesOf(words, content, 'auto') : [];
      const tables = images && isLaidOut ? found.filter(({ box }) => !isChart(content, box)) : found;
      const taken = new Set(tables.flatMap((table) => table.words));
      const boxes = images ? pictureBoxes(content) : [];
      if (pictures.size + boxes.length > MAX_PICTURES) {
        throw overLimit(
          `The pages of PDF ${quote(pdf.name)} must have at most ${MAX_PICTURES} pictures: ask for fewer pages or no images`,
        );
      }
      const wanted: WantedPicture[] = boxes.map((box) => ({ box, hidesText: isLaidOut }));
      if (images && isLaidOut) {
        const others = words.filter((word) => !taken.has(word));
        for (const { box, labels } of drawingsOf(content, others, [...tables.map((table) => table.box), ...boxes])) {
          if (pictures.size + wanted.length >= MAX_PICTURES) {
            drawingsLeftOut += 1;
            continue;
          }
          wanted.push({ box, hidesText: labels.length === 0 });
          for (const word of labels) taken.add(word);
        }
      }
      for (const [box, picture] of await drawPictures(renderer, page - 1, content, wanted)) {
        pictures.set(box, picture);
        bytesOut += picture.file.bytes.length;
        if (bytesOut > MAX_PICTURE_BYTES)
          throw new ToolError('OUTPUT_TOO_LARGE', `The pictures have more than ${MAX_PICTURE_BYTES} bytes in all`);
      }
      parts.push({
        page,
        width: content.width,
        height: content.height,
        words: words.filter((word) => !taken.has(word)),
        tables,
        links: linksOf(pdf, page - 1, content),
        pictures: wanted.map(({ box }) => box),
        fills: content.fills,
        rulings: isLaidOut && tables.length > 0 && content.rulings.length <= MAX_RULINGS ? content.rulings : [],
      });
    },
    { signal, drawing: wantsTables || images || isLaidOut, ...(budget === undefined ? {} : { budget }) },
  );
  const titles = new Map(
    outlineTitles(pdf).map(({ title, level }) => [title.replace(/\s+/g, '').toLowerCase(), level]),
  );
  const { width = 612, height = 792 } = parts[0] ?? {};
  return {
    pages: structureOf(parts, { titles, dropRepeated, isLaidOut }),
    pictures,
    withoutText,
    unreadable,
    drawingsLeftOut,
    size: { width, height },
  };
}

function linksOf(pdf: OpenPdf, index: number, { upright: [a, b, c, d, e, f] }: PageContent) {
  return webLinksOf(pdf, index).map(({ rect: [left, bottom, right, top], url }) => {
    const [x1, y1] = [a * left + c * bottom + e, b * left + d * bottom + f];
    const [x2, y2] = [a * right + c * top + e, b * right + d * top + f];
    return {
      url,
      box: { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) },
    };
  });
}

/** Where the pictures of a page stand: cut to the page, those that touch put together, ornaments left out. */
function pictureBoxes({ pictures, width, height }: PageContent): Box[] {
  const joined: Box[] = [];
  for (const { box } of pictures.slice(0, 2_000)) {
    let current: Box = {
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(width, box.right),
      bottom: Math.min(height, box.bottom),
    };
    if (current.right <= current.left || current.bottom <= current.top) continue;
    for (let i = joined.length - 1; i >= 0; i -= 1) {
      const other = joined[i] as Box;
      if (other.left > current.right + TOUCH || other.right < current.left - TOUCH) continue;
      if (other.top > current.bottom + TOUCH || other.bottom < current.top - TOUCH) continue;
      current = {
        left: Math.min(current.left, other.left),
        top: Math.min(current.top, other.top),
        right: Math.max(current.right, other.right),
        bottom: Math.max(current.bottom, other.bottom),
      };
      joined.splice(i, 1);
    }
    joined.push(current);
  }
  return joined.filter(({ left, top, right, bottom }) => right - left >= LEAST_SIDE && bottom - top >= LEAST_SIDE);
}

interface WantedPicture {
  readonly box: Box;
  /** The text over it is written elsewhere. */
  readonly hidesText: boolean;
}

/** Pictures as the page shows them, with what is drawn over them. */
async function drawPictures(
  renderer: PdfRenderer,
  index: number,
  page: PageContent,
  wanted: readonly WantedPicture[],
): Promise<[Box, PagePicture][]> {
  const fitting = POINTS_PER_INCH * Math.sqrt(MAX_PAGE_PIXELS / (page.width * page.height));
  const dpi = Math.min(PICTURE_DPI, Math.floor(fitting));
  if (!(dpi >= LEAST_DPI)) return [];
  const drawn: [Box, PagePicture][] = [];
  for (const hidesText of [false, true]) {
    const boxes = wanted.filter((one) => one.hidesText === hidesText).map(({ box }) => box);
    if (boxes.length === 0) continue;
    const whole = renderer.render(index, { dpi, hidesText });
    for (const box of boxes) {
      const part = partOf(whole, box, dpi / POINTS_PER_INCH);
      drawn.push([box, { box, file: await encodeSmaller(part, dpi) }]);
    }
  }
  return drawn;
}

function partOf({ width, height, rgba }: PagePixels, box: Box, scale: number): PagePixels {
  const left = Math.min(width - 1, Math.floor(box.left * scale));
  const top = Math.min(height - 1, Math.floor(box.top * scale));
  const columns = Math.max(1, Math.min(width, Math.ceil(box.right * scale)) - left);
  const rows = Math.max(1, Math.min(height, Math.ceil(box.bottom * scale)) - top);
  const pixels = new Uint8Array(4 * columns * rows);
  for (let y = 0; y < rows; y += 1) {
    const start = 4 * ((top + y) * width + left);
    pixels.set(rgba.subarray(start, start + 4 * columns), 4 * columns * y);
  }
  return { width: columns, height: rows, rgba: pixels };
}

/** A PNG of more bytes is perhaps a photograph. */
const LARGE_PNG = 100_000;
const JPEG_QUALITY = 85;

/** A PNG, or a JPEG where that is less than half as large: photographs and scans. */
async function encodeSmaller(page: PagePixels, dpi: number): Promise<EncodedPicture> {
  const settings = { quality: JPEG_QUALITY, dpi, hasAlpha: false };
  const png = await encodePage(page, { ...settings, format: 'png' });
  if (png.length > LARGE_PNG) {
    const jpeg = await encodePage(page, { ...settings, format: 'jpg' });
    if (2 * jpeg.length < png.length) return { bytes: jpeg, ending: 'jpg', mime: 'image/jpeg' };
  }
  return { bytes: png, ending: 'png', mime: 'image/png' };
}

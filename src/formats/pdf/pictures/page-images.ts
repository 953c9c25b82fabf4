import { createHash } from 'node:crypto';

import { invalid, overLimit, quote } from '../../../core/index.js';
import type { OpenPdf } from '../document/open.js';
import { surveyPages } from '../document/survey.js';
import { PdfStream } from '../syntax/objects.js';
import { type ImageFacts, imageFacts } from './image-facts.js';
import { type ExtractedImage, tryExtractImage } from './images.js';

const MAX_IMAGES = 500;
/** Pixels of all pictures together; unpacking them takes most of the time. */
const MAX_PIXELS = 200_000_000;

interface PageImage {
  readonly image: PdfStream;
  /** Pages that show it, from 0. */
  readonly pages: readonly number[];
  readonly isMask: boolean;
}

/** A picture as a file of its own. */
interface TakenImage extends ExtractedImage {
  readonly facts: ImageFacts;
  /** Pages that show it, from 0. */
  readonly pages: readonly number[];
  /** From 1; a mask has that of the picture before it. */
  readonly number: number;
  readonly isMask: boolean;
}

interface ImageRequest {
  /** From 1. */
  readonly pages: readonly number[];
  /** In pixels, of the shorter side. */
  readonly minSize: number;
  /** Pictures of the same bytes come only once. */
  readonly dedupe: boolean;
  readonly signal: AbortSignal;
}

/**
 * The pictures of some pages, in their order, each followed by its mask where that is a picture of its own. Those that are damaged are left
 * out, with a warning. Throws INVALID_INPUT and LIMIT_EXCEEDED for too many, naming the file, before the first.
 */
export async function* imagesOf(pdf: OpenPdf, request: ImageRequest): AsyncGenerator<TakenImage, void> {
  const { document } = pdf;
  const images = imagesOn(pdf, request);
  checkImages(pdf, images);
  const seen = new Set<string>();
  const joined = new Set<PdfStream>();
  let number = 0;
  let damaged = 0;
  for (const { image, pages, isMask } of images) {
    request.signal.throwIfAborted();
    if (isMask && joined.has(image)) continue;
    const extracted = await tryExtractImage(document, image);
    if (extracted === undefined) {
      damaged += 1;
      continue;
    }
    const mask = document.get(image.dict, 'SMask');
    if (extracted.hasAlpha && mask instanceof PdfStream) joined.add(mask);
    const hash = hashOf(extracted);
    if (request.dedupe && seen.has(hash)) continue;
    seen.add(hash);
    if (!isMask) number += 1;
    yield { ...extracted, facts: imageFacts(document, image), pages, number, isMask };
  }
  if (damaged > 0) document.warn(`${damaged} damaged image${damaged === 1 ? ' was' : 's were'} skipped`);
}

const hashOf = ({ bytes }: ExtractedImage): string => createHash('sha256').update(bytes).digest('hex');

function imagesOn(pdf: OpenPdf, { pages, minSize }: ImageRequest): PageImage[] {
  const { document } = pdf;
  const chosen = pages.flatMap((number) => pdf.pages[number - 1] ?? []);
  const { images, isIncomplete } = surveyPages(pdf, chosen);
  if (isIncomplete) throw overLimit(`PDF ${quote(pdf.name)} must have fewer resources on the pages asked for`);
  const found: PageImage[] = [];
  for (const [image, used] of images) {
    const { width, height } = imageFacts(document, image);
    if (Math.min(width, height) < minSize) continue;
    found.push({ image, pages: [...used], isMask: false });
    for (const key of ['SMask', 'Mask']) {
      const mask = document.get(image.dict, key);
      if (mask instanceof PdfStream) found.push({ image: mask, pages: [...used], isMask: true });
    }
  }
  return found.sort((a, b) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0));
}

function checkImages({ name, document }: OpenPdf, images: readonly PageImage[]): void {
  if (images.length > MAX_IMAGES) {
    throw invalid(`Cannot extract images from PDF ${quote(name)}: it has ${images.length}, the limit is ${MAX_IMAGES}`);
  }
  let pixels = 0;
  for (const { image } of images) {
    const { width, height } = imageFacts(document, image);
    pixels += width * height;
  }
  if (pixels > MAX_PIXELS) {
    throw overLimit(`Images of PDF ${quote(name)} must have at most ${MAX_PIXELS} pixels in total, got ${pixels}`);
  }
}

import { z } from 'zod';

import { invalid, overLimit } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import type { InputFile } from '../../core/tool.js';
import { openPages, type Picture } from '../../engines/image/picture.js';
import { mediaKindOf } from '../../lib/media/media-kind.js';
import { pictureFormat } from '../../lib/picture-files/picture-format.js';

export const MAX_IMAGES = 100;

/** FFmpeg has every image open at once; 20 images of 4096 × 4096 took more than the memory of a run. */
export const MAX_OPEN_MEGAPIXELS = 200;

/** Throws LIMIT_EXCEEDED where images at the size of the video take too much memory together. */
export function checkOpenPixels(images: number, width: number, height: number): void {
  const megapixels = (images * width * height) / 1e6;
  if (megapixels <= MAX_OPEN_MEGAPIXELS) return;
  throw overLimit(
    `Images must have at most ${MAX_OPEN_MEGAPIXELS} megapixels together at the size of the video, got ${images} of ${width} × ${height}`,
  );
}

export const isAudio = ({ name, bytes }: InputFile): boolean =>
  pictureFormat(bytes, extensionOf(name)) === undefined && mediaKindOf(bytes) !== undefined;

/** The images of the uploads in order, pages of TIFF files each by itself. */
export async function openImages(uploads: readonly InputFile[], signal: AbortSignal): Promise<Picture[]> {
  const images: Picture[] = [];
  for (const upload of uploads) images.push(...(await openPages(upload, signal)));
  if (images.length === 0) throw invalid('Files must include at least one image, got none');
  if (images.length > MAX_IMAGES)
    throw overLimit(`Files must have at most ${MAX_IMAGES} images and pages, got ${images.length}`);
  return images;
}

export const sideOption = (what: string, initial: number) =>
  z
    .number()
    .multipleOf(2)
    .min(16)
    .max(4096)
    .default(initial)
    .describe(`${what} of the video in pixels, an even number.`);

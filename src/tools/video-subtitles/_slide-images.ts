import { z } from 'zod';

import { invalid, overLimit } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import type { InputFile } from '../../core/tool.js';
import { openPages, type Picture } from '../../engines/image/picture.js';
import { mediaKindOf } from '../../lib/media/media-kind.js';
import { pictureFormat } from '../../lib/picture-files/picture-format.js';

export const MAX_IMAGES = 100;

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

/** Makes a smaller copy of a large image, apart from the page, which stays free meanwhile. */

import type { FromReducer, Reduction, ToReducer } from './reducer-messages.js';

/** Pixels of the copy: enough to fill a result's place on a screen, few enough to be sent with every change. */
const COPY_PIXELS = 2_000_000;
/** An image with less than so many times the pixels of its copy is as quick itself. */
const WORTH = 2;
/** A PNG that is larger becomes a WebP. */
const MAX_PNG_BYTES = 6 * 2 ** 20;
const QUALITY = 0.92;

// The compiler knows this file by the types of a page, whose `postMessage` is another.
const tell = postMessage as unknown as (message: FromReducer) => void;

addEventListener('message', ({ data }: MessageEvent<ToReducer>) => {
  const { key } = data;
  reduce(data).then(
    (reduction) => tell({ key, reduction }),
    // A format that this browser does not decode, or more pixels than it takes.
    () => tell({ key, reduction: 'undecoded' }),
  );
});

async function reduce({ blob, type, always }: ToReducer): Promise<Reduction> {
  const image = await createImageBitmap(blob);
  const full = { width: image.width, height: image.height };
  if (!always && full.width * full.height < WORTH * COPY_PIXELS) {
    image.close();
    return 'needless';
  }
  const scale = Math.min(1, Math.sqrt(COPY_PIXELS / (full.width * full.height)));
  const width = Math.max(1, Math.round(full.width * scale));
  const height = Math.max(1, Math.round(full.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  const exact = await canvas.convertToBlob({ type, quality: QUALITY });
  const isTooLarge = exact.type === 'image/png' && exact.size > MAX_PNG_BYTES;
  const copy = isTooLarge ? await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY }) : exact;
  return { blob: copy, size: { width, height }, full };
}

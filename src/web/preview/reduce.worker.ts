/** Makes a smaller copy of a large image, apart from the page, which stays free meanwhile. */

import type { FromReducer, ToReducer } from './reducer-messages.js';

/** Pixels of the copy: enough to fill a result's place on a screen, few enough to be sent with every change. */
const COPY_PIXELS = 2_000_000;
const QUALITY = 0.92;

// The compiler knows this file by the types of a page, whose `postMessage` is another.
const tell = postMessage as unknown as (message: FromReducer) => void;

addEventListener('message', ({ data: { key, blob, type } }: MessageEvent<ToReducer>) => {
  reduce(blob, type).then(
    (copy) => tell({ key, copy }),
    // A format that this browser does not decode, or more pixels than it takes.
    () => tell({ key }),
  );
});

async function reduce(blob: Blob, type: string): Promise<FromReducer['copy']> {
  const image = await createImageBitmap(blob);
  const full = { width: image.width, height: image.height };
  const scale = Math.min(1, Math.sqrt(COPY_PIXELS / (full.width * full.height)));
  const width = Math.max(1, Math.round(full.width * scale));
  const height = Math.max(1, Math.round(full.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  return { blob: await canvas.convertToBlob({ type, quality: QUALITY }), size: { width, height }, full };
}

/** Largest picture in pixels, a promise of the tools' notes: 100 MP need 300 MB of pixels. */
export const MAX_HEIC_PIXELS = 100_000_000;
/** Workers a picture is shared among. Chosen: two native runs at once may have their own. */
export const MAX_WORKERS = 4;
/** A worker whose memory has grown beyond this is not kept: one 12 MP picture in tiles needs 17 MB, in one piece 130 MB. */
export const MAX_KEPT_HEAP_BYTES = 40 * 2 ** 20;
/** A worker that has had nothing to do for so long is ended. */
export const IDLE_MS = 20_000;
/** Pixel memory beyond this is not kept: a 48 MP picture has 144 MB, a 12 MP picture 36. */
export const MAX_KEPT_PIXEL_BYTES = 50 * 2 ** 20;

import { IDLE_MS, MAX_KEPT_PIXEL_BYTES } from './limits.js';

/**
 * Memory that threads share is not seen by the garbage collector's accounts: a process that made new memory for every picture
 * grew by 36 MB a run for several runs. So one piece is kept for the next picture, empty, for as long as threads rest.
 */
let kept: SharedArrayBuffer | undefined;
let timer: NodeJS.Timeout | undefined;

export interface PixelMemory {
  /** All zero. */
  readonly pixels: Uint8Array;
  /** Gives the memory back; the pixels are gone. */
  readonly release: () => void;
}

export function takePixels(size: number): PixelMemory {
  clearTimeout(timer);
  const buffer = kept !== undefined && kept.byteLength >= size ? kept : new SharedArrayBuffer(size);
  kept = undefined;
  const pixels = new Uint8Array(buffer, 0, size);
  const release = (): void => {
    if (buffer.byteLength > MAX_KEPT_PIXEL_BYTES || buffer.byteLength <= (kept?.byteLength ?? 0)) return;
    pixels.fill(0);
    kept = buffer;
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = undefined;
    }, IDLE_MS).unref();
  };
  return { pixels, release };
}

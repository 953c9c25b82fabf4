import type { PixelFormat } from './protocol.js';

/** Samples as the decoder gives them: `strideBytes` from row to row. */
interface Plane {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly bytes: Uint8Array;
}

/**
 * Two patterns for memory that a picture is decoded into. The decoder's rows begin at multiples of 16 bytes, so a block that it leaves
 * alone comes out as upright stripes, whatever the conversion of colours. Neighbours differ strongly as bytes and as little-endian
 * samples of 10 or 12 bits.
 */
export const STRIPES = {
  first: Buffer.from('c000d00ea000f00fe000b00d8000c00e', 'hex'),
  second: Buffer.from('500df000600ec000700fd000400de000', 'hex'),
} as const;

/** Repeats a pattern through memory, in step with addresses that are multiples of its length. */
export function writeStripes(memory: Uint8Array, stripes: Uint8Array): void {
  const { length } = stripes;
  const skip = (length - (memory.byteOffset % length)) % length;
  const aligned = memory.subarray(skip);
  aligned.set(stripes.subarray(0, Math.min(length, aligned.length)));
  for (let done = length; done < aligned.length; done *= 2) aligned.copyWithin(done, 0, done);
}

/** Side of the smallest block that HEVC codes on its own (ITU-T H.265, transform blocks). */
const CELL = 4;
/** Least step between neighbours of a stripe. Undecoded blocks of 8, 10 and 12 bits have larger ones. */
const LEAST_STEP = 16;

/** Cells that look as if they had not been decoded: where their second rows begin, and all samples as they were. */
export interface SuspectCells {
  readonly starts: readonly number[];
  readonly rowBytes: number;
  readonly before: Uint8Array;
}

/**
 * Cells whose middle rows are equal while their columns differ strongly. Middle rows, because where chroma is interpolated a cell's
 * edge mixes with its neighbour's. Pictures whose blocks were all decoded hardly ever have one: then `undefined`.
 */
export function stripedCells(
  { width, height, strideBytes, bytes }: Plane,
  format: PixelFormat,
): SuspectCells | undefined {
  const isWide = format.endsWith('16');
  const channels = format.startsWith('rgba') ? 4 : 3;
  const pixelBytes = channels * (isWide ? 2 : 1);
  const samples = isWide ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1) : bytes;
  const rowSamples = isWide ? strideBytes >> 1 : strideBytes;
  // Samples of 16 bits have 10 or 12 that count: a step of 16 of 256 is 64 of 1024.
  const leastStep = isWide ? 4 * LEAST_STEP : LEAST_STEP;
  const starts: number[] = [];
  for (let y = 0; y + CELL <= height; y += CELL) {
    for (let x = 0; x + CELL <= width; x += CELL) {
      const upper = (y + 1) * rowSamples + x * channels;
      if (!isStriped(samples, upper, channels, leastStep)) continue;
      if (!areEqual(samples, upper, upper + rowSamples, CELL * channels)) continue;
      starts.push((y + 1) * strideBytes + x * pixelBytes);
    }
  }
  return starts.length === 0 ? undefined : { starts, rowBytes: CELL * pixelBytes, before: bytes.slice() };
}

function isStriped(samples: Uint8Array | Uint16Array, start: number, channels: number, leastStep: number): boolean {
  for (let column = 1; column < CELL; column++) {
    const here = start + column * channels;
    let step = 0;
    for (let sample = here; sample < here + channels; sample++) {
      step = Math.max(step, Math.abs((samples[sample] ?? 0) - (samples[sample - channels] ?? 0)));
    }
    if (step < leastStep) return false;
  }
  return true;
}

function areEqual(samples: Uint8Array | Uint16Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (samples[a + i] !== samples[b + i]) return false;
  return true;
}

/** Whether one of the cells has other samples than before. */
export const isAnyChanged = (bytes: Uint8Array, { starts, rowBytes, before }: SuspectCells): boolean =>
  starts.some(
    (start) => Buffer.compare(bytes.subarray(start, start + rowBytes), before.subarray(start, start + rowBytes)) !== 0,
  );

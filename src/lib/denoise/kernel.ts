import { WASM_BASE64 } from '../generated/denoise.js';

/** Power of the noise in each coefficient of an orthonormal 8 × 8 DCT, index = vertical + 8 × horizontal frequency. */
export interface Spectrum {
  readonly variances: Float32Array;
  /** Mean of the variances but the first. */
  readonly mean: number;
}

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  tablePointer(): number;
  heapPointer(): number;
  shrink(
    source: number,
    pilot: number,
    sum: number,
    weight: number,
    half: number,
    rows: number,
    step: number,
    tolerance: number,
  ): void;
  addGroups(
    source: number,
    pilot: number,
    sum: number,
    windowWeight: number,
    groupWeight: number,
    bytes: number,
    half: number,
    rows: number,
    step: number,
    scale: number,
    flat: number,
  ): void;
  divide(sum: number, windowWeight: number, groupWeight: number, half: number, rows: number): void;
  addCoarse(plane: number, coarse: number, half: number, rows: number): void;
  sharpenColour(p: number, q: number, r: number, a: number, b: number, half: number, rows: number): void;
  transform(blocks: number, groups: number): void;
}

/** How a channel is shrunk. */
export interface Shrinkage {
  /** What the variances of the noise are multiplied by. */
  readonly gain: number;
  readonly tolerance: number;
  /** Vertical distance of the windows in the second pass, even; the horizontal one is always 2. */
  readonly step: number;
}

/** Noise of this standard deviation or more is worth more time. */
const STRONG = 12;
/**
 * Vertical distance of the windows in the first pass. Colour with strong noise gets those of the second: 0.05 dB. Luminance gains
 * nothing: it has groups.
 */
const FIRST_STEP = 4;
/** Vertical distance of the blocks that groups are made for; the horizontal one is 4. 4 instead of 6 takes half as much time again and gains 0.04 dB. */
const [GROUP_STEP, STRONG_GROUP_STEP] = [6, 4] as const;

/** How coarsely blocks are compared: bytes a standard deviation of the noise, in the noisy plane and in the pilot. 1.6 and 2.5 are as good. */
const BYTES_A_SIGMA = { noisy: 2.4, pilot: 4 } as const;
/** Noise weaker than this is compared as if it had so much. */
const LEAST_SIGMA = 4;
/** Blocks whose samples differ by less than so many standard deviations are left to the windows. 1 costs 0.01 dB; with 0 all of the kernel takes 1.6 times as long. */
const FLAT = 0.7;

/** A threshold that nothing reaches. The mean of a window is kept by other means; here it must not count. */
const KEPT = 1e30;

/** Threshold of the first pass in standard deviations: 2.7 in Yu and Sapiro (IPOL 2011) and in BM3D; 2.5 and 3.0 measured worse. */
const THRESHOLD = 2.7;

/** How many times its standard deviation the scaled butterflies return coefficient k: √8·a(k), see assembly/denoise/dct.ts. */
const SCALE = Array.from(
  { length: 8 },
  (_, k) => Math.sqrt(8) * (k === 0 ? 1 : Math.SQRT2 * Math.cos((k * Math.PI) / 16)),
);

/** 1 / (scale of the vertical × scale of the horizontal frequency). */
const UNSCALE = Array.from({ length: 64 }, (_, i) => 1 / ((SCALE[i & 7] ?? 1) * (SCALE[i >> 3] ?? 1)));

/**
 * Samples that windows of both passes, the coarse correction and colours reach: 7 + 7 + 5 + 5. Groups reach further, but of photographs
 * at most 4 samples in 10,000 differ, hardly any by more than a level, between one tile and several; with 36, 2 in 10,000.
 */
export const MARGIN = 24;

/** Width of a tile that holds `width` samples, as the windows want it: 8m + 6. */
export const tileWidth = (width: number): number => 8 * Math.ceil((width - 6) / 8) + 6;

let compiled: WebAssembly.Module | undefined;

function instantiate(bytes: (heap: number) => number): KernelExports {
  compiled ??= new WebAssembly.Module(Buffer.from(WASM_BASE64, 'base64'));
  // The module is ours: its exports are those of assembly/denoise.ts.
  const exports = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  const missing = bytes(exports.heapPointer()) - exports.memory.buffer.byteLength;
  exports.memory.grow(Math.max(0, Math.ceil(missing / 65_536)));
  return exports;
}

/**
 * The orthonormal 8 × 8 DCT of many blocks. Sample or coefficient i of block n is at 4 × (64 × ⌊n / 4⌋ + i) + n mod 4;
 * i = 8 × row + column before, vertical + 8 × horizontal frequency after. `fill` writes the samples.
 */
export function transformBlocks(count: number, fill: (samples: Float32Array) => void): Float32Array {
  const groups = Math.ceil(count / 4);
  const { memory, heapPointer, transform } = instantiate((heap) => heap + groups * 64 * 16);
  const blocks = new Float32Array(memory.buffer, heapPointer(), groups * 64 * 4);
  fill(blocks);
  transform(heapPointer(), groups);
  for (let i = 0; i < blocks.length; i++) blocks[i] = (blocks[i] ?? 0) * (UNSCALE[(i >> 2) & 63] ?? 0);
  return blocks;
}

/**
 * The compiled windows and their memory for tiles of up to `width` × `rows` samples. A tile's row is `half` even samples, then
 * `half` odd ones, `half` = width / 2 + 1: see assembly/denoise/windows.ts.
 */
export class Kernel {
  readonly #exports: KernelExports;
  readonly #planes: number[];
  readonly #weight: number;
  readonly #coarse: number;
  readonly #groupWeight: number;

  /** `channels` planes can be loaded at once. */
  constructor(width: number, rows: number, channels: number) {
    const planeBytes = 4 * (width + 2) * rows;
    this.#exports = instantiate((heap) => heap + (channels + 4) * planeBytes);
    const first = this.#exports.heapPointer();
    this.#planes = Array.from({ length: channels + 2 }, (_, i) => first + i * planeBytes);
    this.#weight = first + (channels + 2) * planeBytes;
    this.#coarse = this.#weight + planeBytes / 2;
    this.#groupWeight = this.#weight + planeBytes;
  }

  /** The samples of a channel of the tile, to be filled before and read after `denoise`. */
  plane(channel: number, half: number, rows: number): Float32Array {
    return this.#floats(this.#at(channel), 2 * half * rows);
  }

  /** The same picture at half size, `rows / 2` rows of `half` samples (the last unused), to be filled before `addCoarse`. */
  coarse(half: number, rows: number): Float32Array {
    return this.#floats(this.#coarse, (half * rows) / 2);
  }

  /**
   * Denoises a channel of the tile: hard threshold, then Wiener gains with the first result as the pilot (the two steps of
   * BM3D, Dabov et al. 2007). Texture that the first pass lost is given back where the power of what the second takes away is more
   * than `tolerance` times the noise's. `highest`: the highest value of the plane, where blocks that look alike are to be denoised
   * together (BM3D's matching) too.
   */
  denoise(channel: number, half: number, rows: number, noise: Spectrum, shrinkage: Shrinkage, highest?: number): void {
    const { gain, tolerance, step } = shrinkage;
    const sigma = Math.sqrt(gain * noise.mean);
    const firstStep = channel > 0 && sigma >= STRONG ? step : FIRST_STEP;
    const source = this.#at(channel);
    const [pilot, result] = [this.#at(-2), this.#at(-1)];
    this.#setTable(noise, gain * THRESHOLD * THRESHOLD);
    for (const [sum, guide] of [
      [pilot, 0],
      [result, pilot],
    ] as const) {
      this.#floats(sum, 2 * half * rows).fill(0);
      this.#floats(this.#weight, half * rows).fill(0);
      if (guide !== 0) this.#setTable(noise, gain);
      this.#exports.shrink(source, guide, sum, this.#weight, half, rows, guide === 0 ? firstStep : step, tolerance);
      if (highest !== undefined) this.#addGroups(source, guide, sum, half, rows, sigma, highest);
      this.#exports.divide(sum, this.#weight, highest === undefined ? 0 : this.#groupWeight, half, rows);
    }
    // The result takes the channel's place; what held the samples is free for the next channel.
    this.#planes[channel] = result;
    this.#planes[this.#planes.length - 1] = source;
  }

  #addGroups(
    source: number,
    pilot: number,
    sum: number,
    half: number,
    rows: number,
    sigma: number,
    highest: number,
  ): void {
    const bytes = pilot === 0 ? BYTES_A_SIGMA.noisy : BYTES_A_SIGMA.pilot;
    const scale = Math.min(bytes / Math.max(sigma, LEAST_SIGMA), 255 / highest);
    const step = sigma >= STRONG ? STRONG_GROUP_STEP : GROUP_STEP;
    const [windows, groups] = [this.#weight, this.#groupWeight];
    this.#floats(groups, 2 * half * rows).fill(0);
    // What blocks are compared by lies where the coarse version comes later.
    this.#exports.addGroups(source, pilot, sum, windows, groups, this.#coarse, half, rows, step, scale, FLAT * sigma);
  }

  /** Takes the low frequencies of a channel from what `coarse` was filled with. */
  addCoarse(channel: number, half: number, rows: number): void {
    this.#exports.addCoarse(this.#at(channel), this.#coarse, half, rows);
  }

  /** Gives the second and third plane, whose detail was stored at half size, that of luminance. */
  sharpenColour(half: number, rows: number): void {
    const planes = [0, 1, 2, -2, -1].map((index) => this.#at(index));
    const [p = 0, q = 0, r = 0, a = 0, b = 0] = planes;
    this.#exports.sharpenColour(p, q, r, a, b, half, rows);
  }

  #at(index: number): number {
    return this.#planes.at(index) ?? 0;
  }

  #floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#exports.memory.buffer, at, length);
  }

  #setTable(noise: Spectrum, factor: number): void {
    const table = this.#floats(this.#exports.tablePointer(), (3 * 64 + 1) * 4);
    for (let i = 0; i < 64; i++) {
      const variance = noise.variances[i] ?? 0;
      const ownLimit = (factor * variance) / (UNSCALE[i] ?? 1) ** 2;
      const limit = i === 0 ? KEPT : ownLimit;
      if (i === 0) table.fill(ownLimit, 768, 772);
      table.fill(limit, 4 * i, 4 * i + 4);
      table.fill(variance / noise.mean, 256 + 4 * i, 260 + 4 * i);
      table.fill(1 / limit, 512 + 4 * i, 516 + 4 * i);
    }
  }
}

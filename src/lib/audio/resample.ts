import { WASM_BASE64 } from '../generated/resample.js';

/** Zero crossings of the sinc on each side: with the window below the stop band is 80 dB down. */
const CROSSINGS = 24;
const KAISER_BETA = 8;
/** Where the pass band ends, as a share of half the lower rate; the rest is room for the filter to fall. */
const PASS_BAND = 0.92;
/** Phases of the filter that are kept; positions between two are taken from the nearer one of these. */
const MAX_PHASES = 1024;

/** Sound at another rate, band-limited by a Kaiser-windowed sinc, so that nothing above half the new rate folds down. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  const divisor = greatestCommonDivisor(from, to);
  const phases = Math.min(to / divisor, MAX_PHASES);
  const cutoff = (PASS_BAND * Math.min(from, to)) / from;
  const reach = Math.ceil(CROSSINGS / cutoff);
  // Filled up to whole vectors.
  const width = 4 * Math.ceil(reach / 2);
  const filters = Float32Array.from({ length: phases * width }, (_, i) => {
    const phase = Math.floor(i / width) / phases;
    return filterAt((i % width) - reach + 1 - phase, cutoff, reach);
  });
  const length = Math.round(samples.length / step);
  // Room for a filter on both sides of the sound: the kernel never looks over an edge.
  const padded = samples.length + 2 * width;
  const { memory, heapPointer, convolve } = openKernel(4 * (filters.length + padded + length));
  const filtersAt = heapPointer();
  const soundAt = filtersAt + 4 * filters.length;
  const outAt = soundAt + 4 * padded;
  new Float32Array(memory.buffer, filtersAt, filters.length).set(filters);
  new Float32Array(memory.buffer, soundAt, padded).set(samples, width);
  convolve(filtersAt, phases, width, soundAt + 4 * (width - reach + 1), outAt, length, step);
  return new Float32Array(memory.buffer, outAt, length).slice();
}

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  heapPointer(): number;
  convolve(
    filters: number,
    phases: number,
    width: number,
    sound: number,
    out: number,
    length: number,
    step: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** A kernel with so many bytes for its lists. */
function openKernel(bytes: number): KernelExports {
  compiled ??= new WebAssembly.Module(Buffer.from(WASM_BASE64, 'base64'));
  // The module is ours: its exports are those of assembly/resample.ts.
  const exports = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  const missing = exports.heapPointer() + bytes - exports.memory.buffer.byteLength;
  exports.memory.grow(Math.max(0, Math.ceil(missing / 65_536)));
  return exports;
}

function filterAt(distance: number, cutoff: number, reach: number): number {
  const share = distance / reach;
  if (Math.abs(share) >= 1) return 0;
  const angle = Math.PI * distance * cutoff;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return (cutoff * sinc * bessel(KAISER_BETA * Math.sqrt(1 - share * share))) / bessel(KAISER_BETA);
}

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

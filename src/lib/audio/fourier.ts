/** Power spectra of real frames: an in-place radix-2 FFT with its tables made once. `size` is a power of two. */
export class PowerSpectrum {
  readonly #size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
    const bits = Math.log2(size);
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => reverseBits(i, bits));
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Squared magnitudes of bins 0 to size / 2 of `frame`, padded with zeros to `size`, written to `out`. */
  write(frame: Float64Array, out: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary.fill(0);
    for (let i = 0; i < this.#size; i++) real[this.#reversed[i] ?? 0] = frame[i] ?? 0;
    this.#transform();
    for (let i = 0; i <= this.#size / 2; i++) {
      const re = real[i] ?? 0;
      const im = imaginary[i] ?? 0;
      out[i] = re * re + im * im;
    }
  }

  #transform(): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let half = 1; half < this.#size; half *= 2) {
      const step = this.#size / (2 * half);
      for (let start = 0; start < this.#size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const cosine = this.#cosines[k * step] ?? 0;
          const sine = this.#sines[k * step] ?? 0;
          const low = start + k;
          const high = low + half;
          const re = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
          const im = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
          real[high] = (real[low] ?? 0) - re;
          imaginary[high] = (imaginary[low] ?? 0) - im;
          real[low] = (real[low] ?? 0) + re;
          imaginary[low] = (imaginary[low] ?? 0) + im;
        }
      }
    }
  }
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i);
  return reversed;
}

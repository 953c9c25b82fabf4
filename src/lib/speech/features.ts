import { PowerSpectrum } from '../audio/fourier.js';

/** How a model's features were made: the parameters of CMU Sphinx's front end, by its own names. */
export interface FeatureSettings {
  /** Lowest and highest frequency of the mel filters in hertz. */
  readonly lowerFrequency: number;
  readonly upperFrequency: number;
  /** Number of mel filters. */
  readonly filters: number;
  /** Sine lifter length; 0 for none. */
  readonly lifter: number;
  /** The cosine transform: orthonormal, or the older one that divides by the number of filters. */
  readonly transform: 'dct' | 'legacy';
  /** Whether stationary noise is taken out of the spectrum first. */
  readonly removesNoise: boolean;
}

/** Samples a second that features are made of. */
export const FEATURE_RATE = 16_000;
/** Frames a second. */
export const FRAME_RATE = 100;
/** Cepstral coefficients of a frame. */
const CEPSTRA = 13;
/** Values of a frame: cepstra, their differences, and the differences of these. */
const FEATURES = 3 * CEPSTRA;

const FRAME_SHIFT = FEATURE_RATE / FRAME_RATE;
// CMU Sphinx's default window of 25.625 ms.
const FRAME_LENGTH = 410;
const FFT_SIZE = 512;
const PRE_EMPHASIS = 0.97;
// Models are trained on 16-bit samples.
const SAMPLE_SCALE = 32_768;
const LOG_FLOOR = 1e-4;

/** A matrix of frames, one row after another. */
export interface FrameMatrix {
  readonly count: number;
  readonly width: number;
  readonly data: Float32Array;
}

/** Log-spectra of the mel filters (CMU Sphinx `fe_sigproc.c`), `count` × `filters`, of mono samples from -1 to 1 at 16 kHz. */
export function melSpectra(samples: Float32Array, settings: FeatureSettings): FrameMatrix {
  const count = samples.length < FRAME_LENGTH ? 0 : 1 + Math.floor((samples.length - FRAME_LENGTH) / FRAME_SHIFT);
  const width = settings.filters;
  const data = new Float32Array(count * width);
  const spectrum = new PowerSpectrum(FFT_SIZE);
  const filters = melFilters(settings);
  const window = Float64Array.from(
    { length: FRAME_LENGTH },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME_LENGTH - 1)),
  );
  const frame = new Float64Array(FFT_SIZE);
  const power = new Float64Array(FFT_SIZE / 2 + 1);
  const row = new Float64Array(width);
  const noise = settings.removesNoise ? new NoiseTracker(width) : undefined;
  for (let t = 0; t < count; t++) {
    const start = t * FRAME_SHIFT;
    for (let i = 0; i < FRAME_LENGTH; i++) {
      const emphasised = (samples[start + i] ?? 0) - PRE_EMPHASIS * (samples[start + i - 1] ?? 0);
      frame[i] = emphasised * SAMPLE_SCALE * (window[i] ?? 0);
    }
    spectrum.write(frame, power);
    for (const [m, filter] of filters.entries()) {
      let sum = 0;
      for (const [i, weight] of filter.weights.entries()) sum += weight * (power[filter.start + i] ?? 0);
      row[m] = sum;
    }
    noise?.clean(row);
    for (let m = 0; m < width; m++) data[t * width + m] = Math.log((row[m] ?? 0) + LOG_FLOOR);
  }
  return { count, width, data };
}

/** Cepstra of mel spectra, `count` × 13, liftered as the model wants them, not yet normalised. */
export function cepstra(spectra: FrameMatrix, settings: FeatureSettings): FrameMatrix {
  const filters = spectra.width;
  const basis = cosineBasis(filters, settings);
  const data = new Float32Array(spectra.count * CEPSTRA);
  for (let t = 0; t < spectra.count; t++) {
    for (let k = 0; k < CEPSTRA; k++) {
      let sum = 0;
      for (let m = 0; m < filters; m++) {
        sum += (spectra.data[t * filters + m] ?? 0) * (basis[k * filters + m] ?? 0);
      }
      data[t * CEPSTRA + k] = sum;
    }
  }
  return { count: spectra.count, width: CEPSTRA, data };
}

/**
 * The features a model scores, `count` × 39: cepstra less `mean`, differences over ± 2 frames, and differences of
 * differences over ± 1 (CMU Sphinx `1s_c_d_dd`). The first and last frame stand for those beyond the ends.
 */
export function features(cepstrum: FrameMatrix, mean: Float32Array): FrameMatrix {
  const { count, data: c } = cepstrum;
  const data = new Float32Array(count * FEATURES);
  const at = (t: number, k: number): number => c[Math.min(Math.max(t, 0), count - 1) * CEPSTRA + k] ?? 0;
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < CEPSTRA; k++) {
      const row = t * FEATURES + k;
      data[row] = at(t, k) - (mean[k] ?? 0);
      data[row + CEPSTRA] = at(t + 2, k) - at(t - 2, k);
      data[row + 2 * CEPSTRA] = at(t + 3, k) - at(t - 1, k) - (at(t + 1, k) - at(t - 3, k));
    }
  }
  return { count, width: FEATURES, data };
}

/** The first of each `step` frames. */
export function everyNth({ count, width, data }: FrameMatrix, step: number): FrameMatrix {
  const kept = Math.floor(count / step);
  const sparse = new Float32Array(kept * width);
  for (let t = 0; t < kept; t++) sparse.set(data.subarray(t * step * width, (t * step + 1) * width), t * width);
  return { count: kept, width, data: sparse };
}

/** The mean cepstrum of the frames that `isCounted` says yes to, or of all where it names none. */
export function meanCepstrum(cepstrum: FrameMatrix, isCounted: (frame: number) => boolean): Float32Array {
  const mean = new Float64Array(CEPSTRA);
  let counted = 0;
  for (let t = 0; t < cepstrum.count; t++) {
    if (!isCounted(t)) continue;
    counted++;
    for (let k = 0; k < CEPSTRA; k++) mean[k] = (mean[k] ?? 0) + (cepstrum.data[t * CEPSTRA + k] ?? 0);
  }
  if (counted === 0 && cepstrum.count > 0) return meanCepstrum(cepstrum, () => true);
  return Float32Array.from(mean, (sum) => sum / Math.max(counted, 1));
}

function melFilters(settings: FeatureSettings): { readonly start: number; readonly weights: Float64Array }[] {
  const lowest = mel(settings.lowerFrequency);
  const width = (mel(settings.upperFrequency) - lowest) / (settings.filters + 1);
  const binHertz = FEATURE_RATE / FFT_SIZE;
  const corner = (i: number): number => Math.round(melInverse(lowest + i * width) / binHertz);
  return Array.from({ length: settings.filters }, (_, m) => {
    const left = corner(m);
    const centre = corner(m + 1);
    const right = corner(m + 2);
    const height = 2 / ((right - left) * binHertz);
    const weights = Float64Array.from({ length: right - left + 1 }, (_, i) => {
      const rise = i / (centre - left);
      const fall = (right - left - i) / (right - centre);
      return height * Math.min(rise, fall);
    });
    return { start: left, weights };
  });
}

const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const melInverse = (value: number): number => 700 * (10 ** (value / 2595) - 1);

function cosineBasis(filters: number, settings: FeatureSettings): Float64Array {
  const basis = new Float64Array(CEPSTRA * filters);
  for (let k = 0; k < CEPSTRA; k++) {
    const lift = settings.lifter > 0 ? 1 + (settings.lifter / 2) * Math.sin((k * Math.PI) / settings.lifter) : 1;
    for (let m = 0; m < filters; m++) {
      const cosine = Math.cos((Math.PI * k * (m + 0.5)) / filters);
      const isEdge = settings.transform === 'legacy' && m === 0;
      const scale =
        settings.transform === 'dct' ? Math.sqrt((k === 0 ? 1 : 2) / filters) : (isEdge ? 0.5 : 1) / filters;
      basis[k * filters + m] = lift * scale * cosine;
    }
  }
  return basis;
}

// The constants of CMU Sphinx `fe_noise.c`; the models were trained with them.
const POWER_MEMORY = 0.7;
const ENVELOPE_RISE = 0.995;
const ENVELOPE_FALL = 0.5;
const PEAK_MEMORY = 0.85;
const MASKED_SHARE = 0.2;
const MAX_GAIN = 20;
const SMOOTHING = 4;

/** Takes stationary noise out of mel spectra, frame by frame (CMU Sphinx `fe_noise.c`, after Kim and Stern's PNCC). */
class NoiseTracker {
  readonly #power: Float64Array;
  readonly #noise: Float64Array;
  readonly #floor: Float64Array;
  readonly #peak: Float64Array;
  readonly #gain: Float64Array;
  #hasStarted = false;

  constructor(width: number) {
    this.#power = new Float64Array(width);
    this.#noise = new Float64Array(width);
    this.#floor = new Float64Array(width);
    this.#peak = new Float64Array(width);
    this.#gain = new Float64Array(width);
  }

  /** Changes `spectrum`, one frame of filter energies, in place. */
  clean(spectrum: Float64Array): void {
    const width = spectrum.length;
    if (!this.#hasStarted) this.#start(spectrum);
    for (let m = 0; m < width; m++) {
      const power = POWER_MEMORY * (this.#power[m] ?? 0) + (1 - POWER_MEMORY) * (spectrum[m] ?? 0);
      this.#power[m] = power;
      const noise = envelope(this.#noise[m] ?? 0, power);
      this.#noise[m] = noise;
      let signal = Math.max(power - noise, 1);
      const floor = envelope(this.#floor[m] ?? 0, signal);
      this.#floor[m] = floor;
      const peak = (this.#peak[m] ?? 0) * PEAK_MEMORY;
      const unmasked = signal;
      if (signal < PEAK_MEMORY * peak) signal = peak * MASKED_SHARE;
      this.#peak[m] = Math.max(unmasked, peak);
      signal = Math.max(signal, floor);
      const gain = signal < MAX_GAIN * power ? signal / power : MAX_GAIN;
      this.#gain[m] = Math.max(gain, 1 / MAX_GAIN);
    }
    for (let m = 0; m < width; m++) {
      const from = Math.max(m - SMOOTHING, 0);
      const to = Math.min(m + SMOOTHING, width - 1);
      let sum = 0;
      for (let i = from; i <= to; i++) sum += this.#gain[i] ?? 0;
      spectrum[m] = ((spectrum[m] ?? 0) * sum) / (to - from + 1);
    }
  }

  #start(spectrum: Float64Array): void {
    this.#power.set(spectrum);
    for (const [m, energy] of spectrum.entries()) {
      this.#noise[m] = energy / MAX_GAIN;
      this.#floor[m] = energy / MAX_GAIN;
    }
    this.#hasStarted = true;
  }
}

const envelope = (before: number, now: number): number => {
  const memory = now >= before ? ENVELOPE_RISE : ENVELOPE_FALL;
  return memory * before + (1 - memory) * now;
};

import { PowerSpectrum } from '../audio/fourier.js';

/** Samples a second that everything here is told. */
export const MUSIC_RATE = 22_050;

const WINDOW = 1024;
const HOP = 256;
/** Values of an onset curve a second. */
export const ONSET_RATE = MUSIC_RATE / HOP;

/** Bands of equal width in mel (O'Shaughnessy, Speech Communication, 1987), up to 8 kHz. */
const BANDS = 40;
const TOP_HERTZ = 8000;
const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);

/** For each bin of a spectrum its band; -1 above the last. */
const BAND_OF = Int16Array.from({ length: WINDOW / 2 + 1 }, (_, bin) => {
  const hertz = (bin * MUSIC_RATE) / WINDOW;
  return hertz > TOP_HERTZ ? -1 : Math.min(BANDS - 1, Math.floor((BANDS * mel(hertz)) / mel(TOP_HERTZ)));
});

/** Hann window of a length. */
export const hann = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length));

/**
 * How much begins at each time, {@link ONSET_RATE} values a second: rises of the logarithm of the power in mel bands, summed, less what
 * is usual around (spectral flux; Bello et al., A Tutorial on Onset Detection in Music Signals, 2005). `samples`: one channel, 1 at full scale.
 */
export function onsetCurve(samples: Float32Array): Float64Array {
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const window = hann(WINDOW);
  const spectrum = new PowerSpectrum(WINDOW);
  const frame = new Float64Array(WINDOW);
  const power = new Float64Array(WINDOW / 2 + 1);
  let [before, now] = [new Float64Array(BANDS), new Float64Array(BANDS)];
  const rises = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    for (let i = 0; i < WINDOW; i++) frame[i] = (samples[index * HOP + i] ?? 0) * (window[i] ?? 0);
    spectrum.write(frame, power);
    now.fill(0);
    for (const [bin, band] of BAND_OF.entries()) if (band >= 0) now[band] = (now[band] ?? 0) + (power[bin] ?? 0);
    let rise = 0;
    for (let band = 0; band < BANDS; band++) {
      // A floor 60 dB below full scale: what is quieter begins nothing.
      now[band] = Math.log10(1 + 1000 * (now[band] ?? 0));
      rise += Math.max(0, (now[band] ?? 0) - (before[band] ?? 0));
    }
    rises[index] = index === 0 ? 0 : rise;
    [before, now] = [now, before];
  }
  return aboveUsual(rises);
}

/** Less the mean of half a second on either side; what is below it is nothing. */
function aboveUsual(curve: Float64Array): Float64Array {
  const reach = Math.round(ONSET_RATE / 2);
  const sums = new Float64Array(curve.length + 1);
  for (const [i, value] of curve.entries()) sums[i + 1] = (sums[i] ?? 0) + value;
  return curve.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(curve.length, i + reach + 1)];
    return Math.max(0, value - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
}

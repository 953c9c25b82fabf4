/** Zero crossings of the sinc on each side: with the window below the stop band is 80 dB down. */
const CROSSINGS = 24;
const KAISER_BETA = 8;
/** Where the pass band ends, as a share of half the lower rate; the rest is room for the filter to fall. */
const PASS_BAND = 0.92;
/** Phases of the filter that are kept; positions between two are taken from the nearer one of these. */
const MOST_PHASES = 1024;

/** Sound at another rate, band-limited by a Kaiser-windowed sinc, so that nothing above half the new rate folds down. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const step = from / to;
  const divisor = greatestCommonDivisor(from, to);
  const phases = Math.min(to / divisor, MOST_PHASES);
  const cutoff = (PASS_BAND * Math.min(from, to)) / from;
  const reach = Math.ceil(CROSSINGS / cutoff);
  const width = 2 * reach;
  const filters = Float32Array.from({ length: phases * width }, (_, i) => {
    const phase = Math.floor(i / width) / phases;
    return filterAt((i % width) - reach + 1 - phase, cutoff, reach);
  });
  const out = new Float32Array(Math.round(samples.length / step));
  for (let i = 0; i < out.length; i++) {
    const position = i * step;
    let start = Math.floor(position);
    let phase = Math.round((position - start) * phases);
    if (phase === phases) {
      phase = 0;
      start++;
    }
    let sum = 0;
    const first = start - reach + 1;
    for (let k = Math.max(0, -first); k < width && first + k < samples.length; k++) {
      sum += (samples[first + k] ?? 0) * (filters[phase * width + k] ?? 0);
    }
    out[i] = sum;
  }
  return out;
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

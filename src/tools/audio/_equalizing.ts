import { invalid, overLimit, quote } from '../../core/index.js';

/** A step of an equaliser; frequencies in hertz, gains in decibels. */
export type EqualizerStep =
  | { readonly kind: 'band'; readonly frequency: number; readonly gain: number; readonly octaves: number }
  | { readonly kind: 'bass' | 'treble'; readonly frequency: number; readonly gain: number }
  | { readonly kind: 'highpass' | 'lowpass'; readonly frequency: number };

const band = (frequency: number, gain: number, octaves = 1): EqualizerStep => ({
  kind: 'band',
  frequency,
  gain,
  octaves,
});

/** Centres of the shelves, as in SoX. */
export const BASS_HERTZ = 100;
export const TREBLE_HERTZ = 3000;

export const bass = (gain: number): EqualizerStep => ({ kind: 'bass', frequency: BASS_HERTZ, gain });
export const treble = (gain: number): EqualizerStep => ({ kind: 'treble', frequency: TREBLE_HERTZ, gain });
export const pass = (kind: 'highpass' | 'lowpass', frequency: number): EqualizerStep => ({ kind, frequency });

/** Chosen by what the field does for each: rumble below voices, their mud at 250 Hz, consonants at 3 kHz, the band of telephones (ITU-T G.712). */
export const PRESETS = {
  voice: [pass('highpass', 80), band(250, -3), band(3000, 4, 1.5)],
  podcast: [pass('highpass', 80), band(150, 2), band(400, -2), band(4000, 3, 1.5)],
  'bass-boost': [bass(6)],
  'treble-boost': [treble(6)],
  loudness: [bass(6), band(1000, -1.5, 2), treble(4)],
  telephone: [pass('highpass', 300), pass('highpass', 300), pass('lowpass', 3400), pass('lowpass', 3400)],
} as const satisfies Readonly<Record<string, readonly EqualizerStep[]>>;

const MAX_BANDS = 30;
const MAX_GAIN = 30;
const NUMBER = /^[+-]?\d{1,6}(?:\.\d{1,4})?$/;

/** Bands as `frequency:gain:octaves` with commas between. Throws INVALID_INPUT with the number of a band that is none. */
export function readBands(text: string): EqualizerStep[] {
  if (text.trim() === '') return [];
  const parts = text.split(',');
  if (parts.length > MAX_BANDS) throw overLimit(`Option "bands" has ${parts.length} bands, the limit is ${MAX_BANDS}`);
  return parts.map((part, index) => {
    const fields = part.split(':').map((field) => field.trim());
    const [frequency = 0, gain = 0, octaves = 1] = fields.map(Number);
    const must = (what: string): Error =>
      invalid(`Band ${index + 1} of option "bands" must ${what}, got ${quote(part.trim())}`);
    if (fields.length < 2 || fields.length > 3 || !fields.every((field) => NUMBER.test(field)))
      throw must('be "frequency:gain" or "frequency:gain:octaves"');
    if (frequency < 10 || frequency > 24_000) throw must('have a frequency between 10 and 24000 Hz');
    if (Math.abs(gain) > MAX_GAIN) throw must(`have a gain between -${MAX_GAIN} and ${MAX_GAIN} dB`);
    if (octaves < 0.05 || octaves > 6) throw must('have a width between 0.05 and 6 octaves');
    return band(frequency, gain, octaves);
  });
}

/**
 * Coefficients of a shelf of the second order without a bump (R. Bristow-Johnson, Audio EQ Cookbook), as FFmpeg's `biquad` takes them: its
 * own shelves are wider than it says.
 */
function shelf(kind: 'bass' | 'treble', frequency: number, gain: number, sampleRate: number): string {
  const a = 10 ** (gain / 40);
  const turn = (2 * Math.PI * frequency) / sampleRate;
  const width = 2 * Math.sqrt(a) * (Math.sin(turn) / Math.SQRT2);
  const cos = kind === 'bass' ? Math.cos(turn) : -Math.cos(turn);
  const [less, more] = [a + 1 - (a - 1) * cos, a + 1 + (a - 1) * cos];
  const sign = kind === 'bass' ? 1 : -1;
  const values = {
    b0: a * (less + width),
    b1: sign * 2 * a * (a - 1 - (a + 1) * cos),
    b2: a * (less - width),
    a0: more + width,
    a1: sign * -2 * (a - 1 + (a + 1) * cos),
    a2: more - width,
  };
  return `biquad=${Object.entries(values)
    .map(([name, value]) => `${name}=${value.toFixed(15)}`)
    .join(':')}`;
}

function filterOf(step: EqualizerStep, sampleRate: number): string {
  switch (step.kind) {
    case 'band':
      return `equalizer=f=${step.frequency}:t=o:w=${step.octaves}:g=${step.gain}`;
    case 'bass':
    case 'treble':
      return shelf(step.kind, step.frequency, step.gain, sampleRate);
    case 'highpass':
    case 'lowpass':
      return `${step.kind}=f=${step.frequency}:t=q:w=0.707107`;
  }
}

/** Samples are fractions between the filters, so that nothing is rounded or cut off. */
export const equalizerFilters = (steps: readonly EqualizerStep[], sampleRate: number): string[] => [
  'aformat=sample_fmts=dblp',
  ...steps.map((step) => filterOf(step, sampleRate)),
];

/** What a step does, in words. */
export function shownStep(step: EqualizerStep): string {
  if (!('gain' in step)) return `${step.kind} ${step.frequency} Hz`;
  const gain = `${step.gain > 0 ? '+' : ''}${step.gain} dB`;
  return step.kind === 'band'
    ? `${step.frequency} Hz ${gain}, ${step.octaves} octave${step.octaves === 1 ? '' : 's'} wide`
    : `${step.kind} ${gain} at ${step.frequency} Hz`;
}

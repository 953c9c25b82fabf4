import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { fileReports, warnings } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  type OpenAudio,
  WRITTEN_AUDIO,
  writeAudio,
} from './_audio-work.js';
import {
  BASS_HERTZ,
  bass,
  type EqualizerStep,
  equalizerFilters,
  PRESETS,
  pass,
  readBands,
  shownStep,
  TREBLE_HERTZ,
  treble,
} from './_equalizing.js';
import { measurePeak, shownDecibels } from './_levels.js';

/** Peaks over full scale are brought this far below it, so that coding cannot go over it by much. */
const CEILING_DB = -0.3;

const PRESET_NAMES = ['auto', 'none', ...(Object.keys(PRESETS) as (keyof typeof PRESETS)[])] as const;

const shelf = (what: string) =>
  z.number().min(-30).max(30).default(0).describe(`Decibels for the ${what}; 0 leaves it, below 0 takes it away.`);

const corner = (side: 'below' | 'above') =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(24_000)
    .default(0)
    .describe(`Takes out what is ${side} this many hertz, 12 decibels per octave; 0 for nothing.`);

interface Settings {
  readonly preset: (typeof PRESET_NAMES)[number];
  readonly bass: number;
  readonly treble: number;
  readonly bands: string;
  readonly highpass: number;
  readonly lowpass: number;
}

/** The preset's steps and the caller's own. Throws INVALID_INPUT where there is nothing to do. */
function stepsOf(options: Settings): { readonly preset: readonly EqualizerStep[]; readonly own: EqualizerStep[] } {
  const own = [
    ...(options.highpass > 0 ? [pass('highpass', options.highpass)] : []),
    ...(options.lowpass > 0 ? [pass('lowpass', options.lowpass)] : []),
    ...(options.bass === 0 ? [] : [bass(options.bass)]),
    ...(options.treble === 0 ? [] : [treble(options.treble)]),
    ...readBands(options.bands),
  ];
  if (options.preset === 'none' && own.length === 0)
    throw invalid('Options "bass", "treble", "bands", "highpass" or "lowpass" must be set where "preset" is none');
  const name = options.preset === 'auto' ? (own.length === 0 ? 'voice' : 'none') : options.preset;
  return { preset: name === 'none' ? [] : PRESETS[name], own };
}

/** Frequencies must be in the recording: those of a preset that are not are left out, with a warning. Throws INVALID_INPUT for others. */
function fitted({ media, track }: OpenAudio, preset: readonly EqualizerStep[], own: readonly EqualizerStep[]) {
  const isIn = ({ frequency }: EqualizerStep): boolean => 2 * frequency < track.sampleRate;
  const lost = own.find((step) => !isIn(step));
  if (lost !== undefined)
    throw invalid(
      `Cannot equalize ${quote(media.upload.name)}: ${lost.frequency} Hz must be below half of its sample rate of ${track.sampleRate} Hz`,
    );
  const warnings = preset
    .filter((step) => !isIn(step))
    .map((step) => `"${shownStep(step)}" was left out: the sample rate is ${track.sampleRate} Hz`);
  return { steps: [...preset.filter(isIn), ...own], warnings };
}

export default defineTool({
  id: 'audio-equalizer',
  title: 'Audio Equalizer',
  summary: 'Raises or lowers parts of the sound: bass, treble, bands of your own, high-pass, low-pass and presets.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    preset: z
      .enum(PRESET_NAMES)
      .default('auto')
      .describe('Curve to start from; auto: voice where no other option is set, else none.'),
    bass: shelf(`bass, below about ${BASS_HERTZ} hertz`),
    treble: shelf(`treble, above about ${TREBLE_HERTZ} hertz`),
    bands: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Bands as frequency:gain or frequency:gain:octaves, in hertz and decibels, such as "250:-3, 3000:4:1.5"; one octave wide if not said.',
      ),
    highpass: corner('below'),
    lowpass: corner('above'),
    preventClipping: z
      .boolean()
      .default(true)
      .describe('Makes the whole quieter where boosts would raise peaks above full scale.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    steps: z.array(z.string()).describe('What was done, in order.'),
    gain: z.number().describe('Decibels by which the whole was made quieter to keep its peaks; 0 if not.'),
    peakAfter: z.number().nullable().describe('Highest peak of the result in dB below full scale; null for silence.'),
    warnings: warnings(),
    ...WRITTEN_AUDIO,
  }),
  notes: [
    'Order: the preset, highpass, lowpass, bass, treble, bands. All are the second-order filters of the Audio EQ Cookbook; give the same band twice for a steeper one.',
    'Presets: voice and podcast clear rumble and mud and lift consonants; loudness lifts both ends for quiet listening; telephone leaves 300 to 3400 hertz.',
    'For steady noise and hum use reduce-noise, for loudness normalize-audio.',
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'eq',
    'equaliser',
    'bass boost',
    'bass booster',
    'treble boost',
    'high pass filter',
    'low pass filter',
    'parametric eq',
    'graphic equalizer',
    'make voice clearer',
    'telephone effect',
    'increase bass',
  ],
  verified: [
    'SoX 14.4.2: bands, shelves, high-pass, low-pass and presets on noise, seven sets, every sample within 0.00002 of full scale, by both engines.',
    'A sine whose bass is raised by 12 dB comes out 0.3 dB below full scale; tags and covers stay.',
  ],
  examples: [
    {
      title: 'A clearer voice',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'More bass, less of two bands, as WAV',
      options: { bass: 5, bands: '400:-3, 2500:-2:0.5', format: 'wav' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.wav', mime: 'audio/wav' }] },
    },
    {
      title: 'A band without a gain',
      options: { bands: '100:3, 1000' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Band 2 of option "bands" must be "frequency:gain" or "frequency:gain:octaves", got "1000"',
      },
    },
    {
      title: 'A band outside of what is heard',
      options: { bands: '90000:3' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Band 1 of option "bands" must have a frequency between 10 and 24000 Hz, got "90000:3"',
      },
    },
    {
      title: 'Too much of a band',
      options: { bands: '100:40' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Band 1 of option "bands" must have a gain between -30 and 30 dB, got "100:40"',
      },
    },
    {
      title: 'A band that is too wide',
      options: { bands: '100:4:9' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Band 1 of option "bands" must have a width between 0.05 and 6 octaves, got "100:4:9"',
      },
    },
    {
      title: 'Nothing to do',
      options: { preset: 'none' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "bass", "treble", "bands", "highpass" or "lowpass" must be set where "preset" is none',
      },
    },
    {
      title: 'A frequency that the recording does not have',
      options: { lowpass: 23_000 },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot equalize "hello.mp3": 23000 Hz must be below half of its sample rate of 16000 Hz',
      },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { preventClipping, format, bitrate } = run.options;
    const { preset, own } = stepsOf(run.options);
    return eachAudio(run, async (audio) => {
      const { steps, warnings } = fitted(audio, preset, own);
      const filters = equalizerFilters(steps, audio.track.sampleRate);
      const peak = await measurePeak(audio, filters);
      const isOver = Number.isFinite(peak) && peak > 0;
      const gain = isOver && preventClipping ? CEILING_DB - peak : 0;
      if (gain !== 0) filters.push(`volume=${gain.toFixed(6)}dB:precision=double`);
      const { report, output } = await writeAudio(audio, { filters, format, settings: { bitrate } });
      if (isOver && !preventClipping)
        warnings.push('Peaks are above full scale and were cut off; "preventClipping" makes the whole quieter');
      return {
        report: {
          steps: steps.map(shownStep),
          gain: Math.round(gain * 100) / 100,
          peakAfter: shownDecibels(isOver && !preventClipping ? 0 : peak + gain),
          warnings,
          ...report,
        },
        outputs: [output],
      };
    });
  },
});

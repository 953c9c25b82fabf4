import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  measureAudio,
  type OpenAudio,
  WRITTEN_AUDIO,
  writeAudio,
} from './_audio-work.js';

/** Decibels by which the filter takes noise down. */
const STRENGTHS = { light: 8, medium: 15, strong: 24 } as const;
const HARMONICS = 8;

/** Level of the noise in decibels below full scale: what the quietest stretches have. */
async function noiseFloor(audio: OpenAudio): Promise<number> {
  const log = await measureAudio(audio, 'astats=measure_perchannel=none:measure_overall=Noise_floor');
  const level = Number(/Noise floor dB: (\S{1,30})/.exec(log)?.[1]);
  // What is measured is the highest sample of the quietest stretch: above its mean, by as much as gave the best result with white noise.
  return Math.min(-20, Math.max(-80, (Number.isFinite(level) ? level : -80) - 4));
}

/** The filter is late by two of its steps, an 80th of a second each, which are cut off again. */
function denoiser(decibels: number, floor: number, sampleRate: number): string[] {
  const late = 2 * Math.floor(sampleRate / 80);
  const filter = `afftdn=nr=${decibels}:nf=${floor.toFixed(1)}`;
  return [`apad=pad_len=${late}`, filter, `atrim=start_sample=${late}`, 'asetpts=N/SR/TB'];
}

/** Notches at the frequency of the mains and above. */
const notches = (hertz: number, sampleRate: number): string[] =>
  Array.from({ length: HARMONICS }, (_, i) => hertz * (i + 1))
    .filter((frequency) => frequency < sampleRate / 2 - 100)
    .map((frequency) => `bandreject=f=${frequency}:width_type=q:w=${Math.round(20 + frequency / 20)}`);

export default defineTool({
  id: 'reduce-noise',
  title: 'Reduce Noise',
  summary: 'Takes hiss, hum, rumble and clicks out of recordings by spectral noise reduction, without a model.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    strength: z
      .enum(['off', 'light', 'medium', 'strong'])
      .default('medium')
      .describe('How much steady noise is taken down: 8, 15 or 24 decibels; strong may make voices sound hollow.'),
    hum: z
      .enum(['off', '50', '60'])
      .default('off')
      .describe('Takes out the hum of the mains at 50 or 60 hertz, with its overtones.'),
    highpass: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(500)
      .default(0)
      .describe(
        'Takes out what is below this many hertz, such as rumble and wind; 0 for nothing. Voices begin at about 80.',
      ),
    declick: z.boolean().default(false).describe('Repairs clicks and pops, as of records.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    noiseFloor: z.number().describe('Noise that was assumed, in decibels below full scale.'),
    ...WRITTEN_AUDIO,
  }),
  notes: [
    'The noise is measured where the recording is quietest, so no sample of it is needed. Steady noise such as hiss, fans and hum goes; music, voices and traffic in the background stay.',
    'For the best result send the original recording rather than one that was compressed.',
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'denoise audio',
    'background noise removal',
    'remove hiss',
    'remove hum',
    'noise gate',
    'clean up recording',
    'declicker',
    'audio restoration',
    'wind noise',
    'hiss in a recording',
    'noisy microphone',
  ],
  verified: [
    'Speech with white noise 10 dB below it, made with FFmpeg: the signal-to-noise ratio rises by more than 6 dB; clean speech stays within 20 dB of itself; a hum of 50 hertz and its overtones falls by more than 20 dB; by both engines',
  ],
  examples: [
    {
      title: 'Hiss of speech',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'Hum, rumble and clicks only, as WAV',
      options: { strength: 'off', hum: '50', highpass: 80, declick: true, format: 'wav' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.wav', mime: 'audio/wav' }] },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { strength, hum, highpass, declick, format, bitrate } = run.options;
    return eachAudio(run, async (audio) => {
      const floor = await noiseFloor(audio);
      const filters = [
        ...(declick ? ['adeclick'] : []),
        ...(highpass > 0 ? [`highpass=f=${highpass}:poles=2`] : []),
        ...(hum === 'off' ? [] : notches(Number(hum), audio.track.sampleRate)),
        ...(strength === 'off' ? [] : denoiser(STRENGTHS[strength], floor, audio.track.sampleRate)),
      ];
      const { report, output } = await writeAudio(audio, { filters, format, settings: { bitrate } });
      return { report: { noiseFloor: Math.round(floor * 10) / 10, ...report }, outputs: [output] };
    });
  },
});

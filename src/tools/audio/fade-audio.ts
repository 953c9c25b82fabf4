import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
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
  shownSeconds,
  WRITTEN_AUDIO,
  writeAudio,
} from './_audio-work.js';
import { measureSamples } from './_levels.js';

/** As FFmpeg calls them. */
const CURVES = {
  linear: 'tri',
  'quarter-sine': 'qsin',
  'half-sine': 'hsin',
  exponential: 'exp',
  parabola: 'ipar',
} as const;

const CURVE_NAMES = Object.keys(CURVES) as (keyof typeof CURVES)[];

const fade = (what: string) =>
  z.number().min(0).max(60).default(3).describe(`Seconds over which the sound ${what}; 0 for no fade.`);

/** Fades that do not both fit are shortened alike. */
function fitted(seconds: number, fadeIn: number, fadeOut: number) {
  const share = Math.min(1, seconds / (fadeIn + fadeOut));
  return {
    fadeIn: fadeIn * share,
    fadeOut: fadeOut * share,
    warnings: share < 1 ? [`The fades were shortened to fit into ${shownSeconds(seconds)} s of sound`] : [],
  };
}

export default defineTool({
  id: 'fade-audio',
  title: 'Fade Audio',
  summary: 'Fades audio in at the start and out at the end, along a curve of your choice.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    fadeIn: fade('comes in'),
    fadeOut: fade('goes out'),
    curve: z
      .enum(CURVE_NAMES)
      .default('linear')
      .describe(
        'How the volume changes: linear, soft at one end (quarter-sine, parabola) or both (half-sine), or evenly in decibels (exponential).',
      ),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length of the result in seconds.'),
    fadeIn: z.number().describe('Seconds of the fade at the start.'),
    fadeOut: z.number().describe('Seconds of the fade at the end.'),
    warnings: warnings(),
    ...WRITTEN_AUDIO,
  }),
  notes: [
    'The fade out ends with the very last sample, whatever length the file states.',
    'To cut and fade in one go use trim-audio, to fade from one recording into the next merge-audio.',
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'fade in',
    'fade out',
    'fade audio',
    'fade out the end of a song',
    'mp3 fade',
    'fade music',
    'fade in fade out',
    'volume ramp',
    'smooth start and end',
  ],
  verified: [
    'SoX 14.4.2: fades of five curves at both ends of noise, every sample within 0.0001 of full scale.',
    'The last sample of a faded M4A file, as FFmpeg 5.1 decodes it, is silent, and none is lost.',
  ],
  examples: [
    {
      title: 'In and out',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'Out only, as FLAC',
      options: { fadeIn: 0, fadeOut: 1.5, curve: 'half-sine', format: 'flac' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.flac', mime: 'audio/flac' }] },
    },
    {
      title: 'Nothing to do',
      options: { fadeIn: 0, fadeOut: 0 },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "fadeIn" must be greater than 0 where "fadeOut" is 0' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { curve, format, bitrate } = run.options;
    if (run.options.fadeIn === 0 && run.options.fadeOut === 0)
      throw invalid('Option "fadeIn" must be greater than 0 where "fadeOut" is 0');
    return eachAudio(run, async (audio) => {
      const rate = audio.track.sampleRate;
      const samples = await measureSamples(audio);
      const { fadeIn, fadeOut, warnings } = fitted(samples / rate, run.options.fadeIn, run.options.fadeOut);
      const [first, last] = [Math.round(fadeIn * rate), Math.round(fadeOut * rate)];
      const filters = [
        ...(first > 0 ? [`afade=t=in:ss=0:ns=${first}:curve=${CURVES[curve]}`] : []),
        ...(last > 0 ? [`afade=t=out:ss=${samples - last}:ns=${last}:curve=${CURVES[curve]}`] : []),
      ];
      const { report, output } = await writeAudio(audio, { filters, format, settings: { bitrate } });
      const shown = {
        seconds: shownSeconds(samples / rate),
        fadeIn: shownSeconds(fadeIn),
        fadeOut: shownSeconds(fadeOut),
      };
      return { report: { ...shown, warnings, ...report }, outputs: [output] };
    });
  },
});

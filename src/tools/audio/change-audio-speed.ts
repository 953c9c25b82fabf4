import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { tempoFilters } from '../../formats/media/tempo.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  secondsOf,
  shownSeconds,
  writeAudio,
} from './_audio-work.js';

export default defineTool({
  id: 'change-audio-speed',
  title: 'Change Audio Speed',
  summary: 'Plays audio faster or slower, with or without its pitch, or moves the pitch alone.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    speed: z.number().min(0.25).max(4).default(1.25).describe('How many times as fast; 0.5 is half the speed.'),
    keepPitch: z
      .boolean()
      .default(true)
      .describe('Keeps voices and notes as high as they are; off, they rise and fall with the speed, as on tape.'),
    semitones: z
      .number()
      .min(-24)
      .max(24)
      .default(0)
      .describe('Semitones by which the pitch is moved as well; 12 is an octave up.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    secondsBefore: z.number().describe('Length of the upload in seconds.'),
    secondsAfter: z.number().describe('Length of the result in seconds.'),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: ['Speed 1 with "semitones" moves the pitch and keeps the length.', AUDIO_NOTE, AUDIO_LENGTH_NOTE],
  aliases: [
    'speed up audio',
    'slow down music',
    'tempo changer',
    'pitch shifter',
    'nightcore',
    'transpose audio',
    'time stretch',
    'playback speed',
    'slow down a lecture',
    'faster podcast',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): length of the result within 30 ms of what the speed makes it, and the frequency of sines, by their zero crossings, within 1 % of what it must be, for 12 speeds and pitches, by both engines',
  ],
  examples: [
    {
      title: 'A quarter faster',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'An octave lower, as long as before',
      options: { speed: 1, semitones: -12, format: 'wav' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.wav', mime: 'audio/wav' }] },
    },
    {
      title: 'Nothing to do',
      options: { speed: 1 },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "speed" must not be 1 where "semitones" is 0' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { speed, keepPitch, semitones, format, bitrate } = run.options;
    if (speed === 1 && semitones === 0) throw invalid('Option "speed" must not be 1 where "semitones" is 0');
    return eachAudio(run, async (audio) => {
      const pitch = (keepPitch ? 1 : speed) * 2 ** (semitones / 12);
      const filters = tempoFilters(speed, pitch, audio.track.sampleRate);
      const seconds = secondsOf(audio);
      const change = { filters, format, settings: { bitrate }, seconds: seconds / speed };
      const { report, output } = await writeAudio(audio, change);
      return {
        report: {
          secondsBefore: shownSeconds(seconds),
          secondsAfter: shownSeconds(seconds / speed),
          bytesBefore: report.bytesBefore,
          bytesAfter: report.bytesAfter,
        },
        outputs: [output],
      };
    });
  },
});

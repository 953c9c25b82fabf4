import { z } from 'zod';

import { defineTool, overLimit, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  type OpenAudio,
  secondsOf,
  shownSeconds,
  WRITTEN_AUDIO,
  writeAudio,
} from './_audio-work.js';
import { measureSamples } from './_levels.js';

/** Samples of all channels: the sound is held whole, four bytes each, before its end can come first. */
const MAX_SAMPLES = 180_000_000;

function checkSamples(name: string, samples: number): void {
  if (samples > MAX_SAMPLES)
    throw overLimit(
      `Audio ${quote(name)} has ${Math.round(samples)} samples in all channels, the limit is ${MAX_SAMPLES}`,
    );
}

export default defineTool({
  id: 'reverse-audio',
  title: 'Reverse Audio',
  summary: 'Plays audio backwards, from the last sample to the first.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: { format: keptFormatOption(), bitrate: bitrateOption() },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length of the recording in seconds.'),
    ...WRITTEN_AUDIO,
  }),
  notes: [
    'WAV, FLAC and AIFF lose nothing: reversed again they are sample by sample what they were. Other formats are coded again.',
    AUDIO_NOTE,
    `At most 7.5 minutes of sound per file; an hour, and ${MAX_SAMPLES / 1_000_000} million samples in all channels, on a server with a native FFmpeg (FFMPEG_PATH). Work must be done within 75 seconds.`,
  ],
  aliases: [
    'play audio backwards',
    'backwards song',
    'audio reverser',
    'reverse mp3',
    'reverse song',
    'backmasking',
    'reverse sound effect',
  ],
  verified: [
    'WAV of 16, 24 and 32 bits in stereo, as FFmpeg 5.1 decodes it: every sample is the one of the upload from the other end, the channels in their order.',
  ],
  examples: [
    {
      title: 'A recording backwards',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'As FLAC',
      options: { format: 'flac' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.flac', mime: 'audio/flac' }] },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { format, bitrate } = run.options;
    const work = async (audio: OpenAudio) => {
      const { sampleRate, channels } = audio.track;
      const { name } = audio.media.upload;
      checkSamples(name, secondsOf(audio) * sampleRate * channels);
      // What a file states is not what it has.
      const samples = await measureSamples(audio);
      checkSamples(name, samples * channels);
      const { report, output } = await writeAudio(audio, { filters: ['areverse'], format, settings: { bitrate } });
      return { report: { seconds: shownSeconds(samples / sampleRate), ...report }, outputs: [output] };
    };
    return eachAudio(run, work, { share: 1 / 2 });
  },
});

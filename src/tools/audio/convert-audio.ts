import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { AUDIO_FORMATS } from '../../formats/media/audio-output.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  WRITTEN_AUDIO,
  writeAudio,
} from './_audio-work.js';

export default defineTool({
  id: 'convert-audio',
  title: 'Convert Audio',
  summary: 'Converts audio, or the sound of videos, to MP3, WAV, FLAC, M4A, Ogg Vorbis, Opus, AIFF or AC-3.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    format: z.enum(AUDIO_FORMATS).default('mp3').describe('Format to write.'),
    bitrate: bitrateOption(),
    sampleRate: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(192_000)
      .default(0)
      .describe('Samples per second, at most what the format allows; 0: as it is.'),
    bitDepth: z
      .enum(['auto', '16', '24', '32'])
      .default('auto')
      .describe('Bits per sample of WAV, FLAC and AIFF (FLAC at most 24); auto: as it is, 16 for lossy sources.'),
    channels: z.number().multipleOf(1).min(0).max(8).default(0).describe('Channels: 1 is mono, 2 stereo; 0: as it is.'),
  },
  result: 'mixed',
  data: fileReports(WRITTEN_AUDIO),
  notes: [
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
    'Between lossless formats every sample stays as it is, and their number too. Titles and other tags are kept; covers in MP3, FLAC and M4A.',
    'A sample rate that a format does not have becomes the next higher one. MP3 has at most two channels, AC-3 six.',
    'The same upload gives the same bytes on one server; other versions of FFmpeg may give others.',
  ],
  aliases: [
    'mp3 converter',
    'wav to mp3',
    'm4a to mp3',
    'flac to mp3',
    'ogg to mp3',
    'opus to mp3',
    'wma to mp3',
    'mp3 to wav',
    'mp4 to mp3',
    'audio converter',
    'change bitrate',
    'stereo to mono',
    'resample audio',
    'voice memo to mp3',
    'change an audio format',
  ],
  verified: [
    'ffprobe and FFmpeg 5.1 (Debian): format, rate, channels and length of eight formats from six kinds of uploads; every sample is equal between WAV, FLAC and AIFF of 24 bits, and WAV of fractions',
  ],
  examples: [
    {
      title: 'MP3 to mono Opus',
      options: { format: 'opus', channels: 1, bitrate: 32 },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.opus', mime: 'audio/ogg' }] },
    },
    {
      title: 'FLAC to WAV, every sample as it is',
      options: { format: 'wav' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      output: { files: [{ name: 'silence.wav', mime: 'audio/wav' }] },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { format, bitDepth, ...settings } = run.options;
    const depth = bitDepth === 'auto' ? 0 : Number(bitDepth);
    return eachAudio(run, async (audio) => {
      const { report, output } = await writeAudio(audio, { format, settings: { ...settings, bitDepth: depth } });
      return { report, outputs: [output] };
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  writeAudio,
} from './_audio-work.js';
import { measurePeak, shownDecibels } from './_levels.js';

/** The limiter keeps this far below full scale, so that coding cannot go over it by much. */
const CEILING_DB = -0.3;

export default defineTool({
  id: 'adjust-volume',
  title: 'Adjust Volume',
  summary: 'Makes audio louder or quieter by decibels, or raises its highest peak to a level.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    action: z
      .enum(['gain', 'peak'])
      .default('gain')
      .describe('What decides: "gain" decibels, or that the highest peak comes to "peak".'),
    gain: z.number().min(-60).max(60).default(6).describe('Decibels; 6 is twice the amplitude, -6 half of it.'),
    peak: z.number().min(-60).max(0).default(-1).describe('Highest peak of the result in decibels below full scale.'),
    limiter: z.boolean().default(true).describe('Holds peaks down that would be cut off.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    gain: z.number().describe('Decibels added.'),
    peakBefore: z.number().nullable().describe('Highest peak of the upload in dB below full scale; null for silence.'),
    limited: z.boolean().describe('Whether the limiter held peaks down.'),
    warnings: warnings(),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'To make recordings equally loud to the ear, use normalize-audio, which measures loudness rather than peaks.',
    AUDIO_NOTE,
    'Lossy formats are coded again; their peaks may end up to 1 dB off.',
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'increase volume',
    'mp3 louder',
    'volume booster',
    'amplify',
    'gain',
    'peak normalize',
    'make audio louder',
    'lower volume',
    'recording too quiet',
    'make a song louder',
  ],
  verified: [
    'FFmpeg 5.1 (Debian), which decodes the result: the peak of sines is where it must be within 0.01 dB, for seven peaks, by both engines; the sample values are multiplied exactly',
  ],
  examples: [
    {
      title: 'Six decibels quieter',
      options: { gain: -6 },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'The highest peak at -1 dB, as WAV',
      options: { action: 'peak', format: 'wav' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.wav', mime: 'audio/wav' }] },
    },
    {
      title: 'Silence has no peak',
      options: { action: 'peak' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot raise the peak of "silence.flac": it is silent' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { action, limiter, format, bitrate } = run.options;
    return eachAudio(run, async (audio) => {
      const { upload } = audio.media;
      const peakBefore = await measurePeak(audio);
      if (action === 'peak' && !Number.isFinite(peakBefore))
        throw invalid(`Cannot raise the peak of ${quote(upload.name)}: it is silent`);
      const gain = action === 'peak' ? run.options.peak - peakBefore : run.options.gain;
      const isOver = action === 'gain' && peakBefore + gain > 0;
      const limit = `alimiter=limit=${(10 ** (CEILING_DB / 20)).toFixed(6)}:level=0:attack=5:release=50`;
      const filters = [`volume=${gain.toFixed(6)}dB:precision=double`, ...(isOver && limiter ? [limit] : [])];
      const { report, output } = await writeAudio(audio, { filters, format, settings: { bitrate } });
      return {
        report: {
          gain: Math.round(gain * 100) / 100,
          peakBefore: shownDecibels(peakBefore),
          limited: isOver && limiter,
          warnings:
            isOver && !limiter ? ['Peaks are above full scale and were cut off; "limiter" holds them down'] : [],
          bytesBefore: report.bytesBefore,
          bytesAfter: report.bytesAfter,
        },
        outputs: [output],
      };
    });
  },
});

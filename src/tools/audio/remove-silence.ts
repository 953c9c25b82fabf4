import { z } from 'zod';

import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
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
  secondsOf,
  shownSeconds,
  writeAudio,
} from './_audio-work.js';
import { readSilences, type Silence } from './_levels.js';

const MAX_SILENCES = 2000;

/** What is cut out of each silence so that `keep` seconds of it stay, half at each end; at the ends of the recording at one side. */
function cutsOf(silences: readonly Silence[], keep: number, seconds: number): Silence[] {
  return silences
    .map(({ start, end }) => ({
      start: start <= 0.001 ? 0 : start + keep / 2,
      end: end >= seconds - 0.02 ? seconds + 1 : end - keep / 2,
    }))
    .filter(({ start, end }) => end - start > 0.005);
}

/** Pieces of 5 ms are kept or not, so that a cut is as near as that. */
function filtersOf(cuts: readonly Silence[], sampleRate: number): string[] {
  const within = cuts.map(({ start, end }) => `between(t,${start.toFixed(4)},${end.toFixed(4)})`);
  return [
    `asetnsamples=n=${Math.max(1, Math.round(sampleRate / 200))}:p=0`,
    `aselect='not(${within.join('+')})'`,
    'asetpts=N/SR/TB',
  ];
}

export default defineTool({
  id: 'remove-silence',
  title: 'Remove Silence',
  summary: 'Cuts pauses out of recordings or shortens them, and trims silence at both ends.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    levelDb: z
      .number()
      .min(-90)
      .max(-10)
      .default(-40)
      .describe('What is quieter than this is silence, in decibels below full scale.'),
    minSilence: z.number().min(0.05).max(60).default(0.5).describe('Shortest pause that is cut, in seconds.'),
    keep: z
      .number()
      .min(0)
      .max(10)
      .default(0.2)
      .describe('Seconds of each pause that stay, half at each side, so that words have room.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    secondsBefore: z.number().describe('Length of the upload in seconds.'),
    secondsAfter: z.number().describe('Length of the result in seconds.'),
    cuts: z
      .array(
        z.object({
          start: z.number().describe('Start in the upload, in seconds.'),
          end: z.number().describe('End in the upload, in seconds.'),
        }),
      )
      .describe('What was cut out.'),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'Cuts are exact to 5 milliseconds, and only where the recording is quieter than "levelDb": raise it for noisy recordings, lower it for quiet voices. Word endings stay because of "keep".',
    'A recording without such a pause comes back as it is, coded again.',
    AUDIO_NOTE,
    `${AUDIO_LENGTH_NOTE} At most ${MAX_SILENCES} pauses.`,
  ],
  aliases: [
    'trim silence',
    'cut silence',
    'jump cut audio',
    'remove pauses',
    'shorten pauses',
    'silence remover',
    'strip silence',
    'long pauses in a podcast',
    'cut out quiet parts',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): of 20 made recordings with known pauses, the length of the result is within 10 ms per cut of what must be left, and silencedetect finds no pause longer than is kept; by both engines',
  ],
  examples: [
    {
      title: 'Pauses of speech',
      options: { minSilence: 0.3, keep: 0.1 },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'As WAV, nothing kept',
      options: { minSilence: 0.1, keep: 0, format: 'wav' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.wav', mime: 'audio/wav' }] },
    },
    {
      title: 'Nothing but silence',
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot remove silence from "silence.flac": it holds nothing else' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { levelDb, minSilence, keep, format, bitrate } = run.options;
    return eachAudio(run, async (audio) => {
      const seconds = secondsOf(audio);
      const log = await measureAudio(audio, `silencedetect=n=${levelDb}dB:d=${minSilence}`);
      const silences = readSilences(log, seconds);
      if (silences.length > MAX_SILENCES)
        throw overLimit(
          `The recording must have at most ${MAX_SILENCES} pauses, got ${silences.length}; "minSilence" may be longer`,
        );
      const cuts = cutsOf(silences, keep, seconds);
      const removed = cuts.reduce((sum, { start, end }) => sum + Math.min(end, seconds) - start, 0);
      if (removed >= seconds - 0.01)
        throw invalid(`Cannot remove silence from ${quote(audio.media.upload.name)}: it holds nothing else`);
      const filters = cuts.length === 0 ? [] : filtersOf(cuts, audio.track.sampleRate);
      const { report, output } = await writeAudio(audio, { filters, format, settings: { bitrate } });
      return {
        report: {
          secondsBefore: shownSeconds(seconds),
          secondsAfter: shownSeconds(seconds - removed),
          cuts: cuts.map(({ start, end }) => ({
            start: shownSeconds(start),
            end: shownSeconds(Math.min(end, seconds)),
          })),
          bytesBefore: report.bytesBefore,
          bytesAfter: report.bytesAfter,
        },
        outputs: [output],
      };
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid, type OutputFile, quote } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import type { AudioOutput } from '../../formats/media/audio-output.js';
import { MEDIA_NEEDS, openMedia } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_NOTE,
  bitrateOption,
  eachAudio,
  keptFormatOption,
  type OpenAudio,
  type WrittenAudio,
  writeAudio,
} from './_audio-work.js';
import { type Loudness, measureLoudness, shownDecibels } from './_levels.js';

const PRESETS = {
  podcast: { target: -16, truePeak: -1.5 },
  streaming: { target: -14, truePeak: -1 },
  broadcast: { target: -23, truePeak: -1 },
} as const;

const MAX_ROUNDS = 5;
/** Near enough to the target, in LU and dB. */
const ENOUGH = 0.05;

interface Goal {
  readonly target: number;
  readonly truePeak: number;
}

/** Turned up or down; peaks that would be too high are held down at four times the rate, where true peaks show. */
function filtersOf(audio: OpenAudio, gain: number, ceiling: number | undefined): string[] {
  const rate = audio.track.sampleRate;
  const limit = (decibels: number): string =>
    `alimiter=limit=${(10 ** (decibels / 20)).toFixed(6)}:level=0:attack=4:release=60`;
  return [
    `volume=${gain.toFixed(4)}dB:precision=double`,
    ...(ceiling === undefined ? [] : [`aresample=${rate * 4}`, limit(ceiling), `aresample=${rate}`]),
  ];
}

/** Writes, measures what was written, and corrects the gain and the ceiling by what is missing. */
async function normalize(
  audio: OpenAudio,
  before: Loudness,
  goal: Goal,
  change: { readonly format: AudioOutput | 'keep'; readonly bitrate: number },
): Promise<Normalized> {
  let gain = goal.target - before.integrated;
  let ceiling = before.truePeak + gain > goal.truePeak ? goal.truePeak : undefined;
  let best: Normalized | undefined;
  // Lossy encoders answer a change of gain with another one, so the best of the rounds is taken.
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { report, output } = await writeAudio(audio, {
      filters: filtersOf(audio, gain, ceiling),
      format: change.format,
      settings: { bitrate: change.bitrate },
    });
    const media = await openMedia(audio.session, { ...output, mime: undefined }, 'audio', 'check');
    const track = media.info.streams.find(({ type }) => type === 'audio') ?? audio.track;
    const after = await measureLoudness({ session: audio.session, media, track });
    const missing = goal.target - after.integrated;
    const excess = Math.max(0, after.truePeak - goal.truePeak);
    const error = Math.max(Math.abs(missing), excess);
    if (best === undefined || error < best.error) best = { report, output, after, error };
    if (error <= ENOUGH) break;
    if (excess > ENOUGH) ceiling = Math.max(-60, (ceiling ?? goal.truePeak) - excess);
    if (Math.abs(missing) > ENOUGH) gain = Math.min(60, gain + missing);
  }
  if (best === undefined) throw new Error('no round was made');
  return best;
}

interface Normalized {
  readonly report: WrittenAudio;
  readonly output: OutputFile;
  readonly after: Loudness;
  /** How far off it is, in LU or dB. */
  readonly error: number;
}

const decibels = (description: string) => z.number().nullable().describe(description);

export default defineTool({
  id: 'normalize-audio',
  title: 'Normalize Audio',
  summary:
    'Brings audio to a loudness by EBU R128, with a limit for true peaks: for podcasts, streaming, broadcast or a target of your own.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    preset: z
      .enum(['podcast', 'streaming', 'broadcast', 'custom'])
      .default('podcast')
      .describe(
        'Podcast is -16 LUFS, -1.5 dBTP; streaming -14, -1; broadcast -23, -1; custom takes "target" and "truePeak".',
      ),
    target: z.number().min(-60).max(-5).default(-16).describe('Integrated loudness in LUFS, for preset custom.'),
    truePeak: z.number().min(-20).max(0).default(-1.5).describe('Highest true peak in dBTP, for preset custom.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    loudnessBefore: decibels('Integrated loudness of the upload in LUFS; null where it is silent.'),
    loudnessAfter: decibels('Integrated loudness of the result in LUFS, measured.'),
    truePeakBefore: decibels('Highest true peak of the upload in dBTP; null where it is silent.'),
    truePeakAfter: decibels('Highest true peak of the result in dBTP, measured.'),
    rangeBefore: decibels('Loudness range of the upload in LU.'),
    warnings: warnings(),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'The whole recording is turned up or down by one amount, so its dynamics stay; peaks above the limit are held down. The result is measured and corrected until it is right, which lossy formats need too.',
    AUDIO_NOTE,
    'At most 5 minutes of sound per file; 40 minutes on a server with a native FFmpeg (FFMPEG_PATH).',
  ],
  aliases: [
    'loudness normalization',
    'lufs',
    'ebu r128',
    'podcast loudness',
    'loudnorm',
    'mp3gain',
    'equalize volume',
    'level audio',
    'replaygain',
    'same loudness for all episodes',
    'recordings of different loudness',
  ],
  verified: [
    'FFmpeg 5.1 ebur128 (Debian), on the file that was written: integrated loudness within 0.1 LU of the target and true peak at most 0.1 dB above the limit, for sines, noise and speech as WAV, FLAC and MP3, three presets, both engines; noise as M4A within 0.35 LU, since its encoder answers each gain differently',
  ],
  examples: [
    {
      title: 'Speech for a podcast',
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: "A target of one's own, as FLAC",
      options: { preset: 'custom', target: -20, truePeak: -3, format: 'flac' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.flac', mime: 'audio/flac' }] },
    },
    {
      title: 'Silence',
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot normalize "silence.flac": it is silent or shorter than 0.4 s' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { preset, target, truePeak, format, bitrate } = run.options;
    const goal: Goal = preset === 'custom' ? { target, truePeak } : PRESETS[preset];
    return eachAudio(
      run,
      async (audio) => {
        const before = await measureLoudness(audio);
        if (!Number.isFinite(before.integrated) || before.integrated < -69)
          throw invalid(`Cannot normalize ${quote(audio.media.upload.name)}: it is silent or shorter than 0.4 s`);
        const { report, output, after } = await normalize(audio, before, goal, { format, bitrate });
        const missing = Math.abs(goal.target - after.integrated);
        return {
          report: {
            loudnessBefore: shownDecibels(before.integrated),
            loudnessAfter: shownDecibels(after.integrated),
            truePeakBefore: shownDecibels(before.truePeak),
            truePeakAfter: shownDecibels(after.truePeak),
            rangeBefore: shownDecibels(before.range),
            warnings: missing > 0.1 ? [`The loudness is ${missing.toFixed(1)} LU off the target`] : [],
            bytesBefore: report.bytesBefore,
            bytesAfter: report.bytesAfter,
          },
          outputs: [output],
        };
      },
      { share: 1 / 3 },
    );
  },
});

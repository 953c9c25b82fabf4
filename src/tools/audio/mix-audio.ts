import { z } from 'zod';

import { defineTool, file, invalid, quote } from '../../core/index.js';
import { audioMime, audioPlan, DEFAULT_AUDIO, keptFormat } from '../../formats/media/audio-output.js';
import {
  audioStream,
  checkAudioLength,
  inSession,
  MEDIA_NEEDS,
  type MediaFile,
  openMedia,
  produce,
} from '../../formats/media/media-file.js';
import { layoutOf } from '../../lib/media/channel-layouts.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, AUDIO_NOTE, bitrateOption, keptFormatOption } from './_audio-work.js';

const MAX_FILES = 10;
const SILENCE = { name: 'silence.flac', fixture: 'audio/silence.flac' } as const;

interface Part {
  readonly media: MediaFile;
  readonly track: MediaStream;
  readonly seconds: number;
  /** In decibels. */
  readonly gain: number;
  readonly delay: number;
}

interface MixOptions {
  readonly length: 'longest' | 'first' | 'shortest';
  readonly loop: boolean;
  readonly duck: boolean;
  readonly limiter: boolean;
}

/** A number for each file; those that are not named have 0. Throws INVALID_INPUT. */
function numbersOf(option: string, list: string, files: number, least: number, most: number): number[] {
  const parts = list.trim() === '' ? [] : list.split(',').map((part) => part.trim());
  if (parts.length > files)
    throw invalid(`Option "${option}" must have at most one number per file, got ${parts.length} for ${files} files`);
  return Array.from({ length: files }, (_, i) => {
    const part = parts[i] ?? '';
    const value = part === '' ? 0 : /^[+-]?\d{1,6}(?:\.\d{1,6})?$/.test(part) ? Number(part) : Number.NaN;
    if (!(value >= least && value <= most))
      throw invalid(`Option "${option}" must be numbers from ${least} to ${most} such as "0, 2.5", got ${quote(part)}`);
    return value;
  });
}

/** All at one rate and layout, each at its level and time, added; `seconds` is how long the mix is. */
function graphOf(parts: readonly Part[], rate: number, channels: number, seconds: number, options: MixOptions): string {
  const whole = Math.round(seconds * rate);
  const chains = parts.map(({ track, gain, delay }, i) => {
    const steps = [`aresample=${rate}`, `aformat=sample_fmts=fltp:channel_layouts=${layoutOf(channels)}`];
    if (gain !== 0) steps.push(`volume=${gain}dB:precision=float`);
    if (delay > 0) steps.push(`adelay=${Math.round(delay * rate)}S:all=1`);
    return `[${i}:${track.index}]${[...steps, `apad=whole_len=${whole}`, `atrim=end_sample=${whole}`].join(',')}[p${i}]`;
  });
  const sum = (names: readonly string[]): string =>
    `${names.join('')}amix=inputs=${names.length}:duration=longest:normalize=0`;
  const names = parts.map((_, i) => `[p${i}]`);
  const end = `${options.limiter ? ',alimiter=limit=0.98:level=0:attack=2:release=50:latency=1' : ''}[out]`;
  if (!options.duck) return [...chains, `${sum(names)}${end}`].join(';');
  const rest = names.slice(1);
  // While the first is heard, the others are some 12 dB lower.
  const ducked = 'sidechaincompress=threshold=0.02:ratio=6:attack=30:release=500:makeup=1';
  return [
    ...chains,
    '[p0]asplit=2[voice][key]',
    rest.length === 1 ? `${rest[0]}anull[rest]` : `${sum(rest)}[rest]`,
    `[rest][key]${ducked}[low]`,
    `${sum(['[voice]', '[low]'])}${end}`,
  ].join(';');
}

/** How long the mix is. */
function lengthOf(parts: readonly Part[], { length, loop }: MixOptions): number {
  const ends = parts.map(({ seconds, delay }) => seconds + delay);
  if (length === 'first' || loop) return ends[0] ?? 0;
  return length === 'longest' ? Math.max(...ends) : Math.min(...ends);
}

export default defineTool({
  id: 'mix-audio',
  title: 'Mix Audio',
  summary: 'Plays audio files at the same time: voice over music, tracks of a song, with levels, delays and ducking.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 2, max: MAX_FILES, formats: AUDIO_FILES },
  options: {
    gains: z
      .string()
      .max(200)
      .default('')
      .describe('Decibels added to each file, in their order, such as 0, -12; empty or missing numbers are 0.'),
    delays: z
      .string()
      .max(200)
      .default('')
      .describe('Seconds after which each file starts, in their order, such as 0, 2.5; missing numbers are 0.'),
    length: z
      .enum(['longest', 'first', 'shortest'])
      .default('longest')
      .describe('When the mix ends: with the longest file, the first or the shortest.'),
    loop: z
      .boolean()
      .default(false)
      .describe('Repeats the other files until the first ends, as for background music; "length" is then ignored.'),
    duck: z
      .boolean()
      .default(false)
      .describe('Lowers the other files while the first is heard, as radio does under a voice.'),
    limiter: z.boolean().default(true).describe('Holds peaks down that would be cut off.'),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'files',
  notes: [
    AUDIO_NOTE,
    'The files are added as they are, not made quieter: two that are loud are held down by the limiter. Use "gains" to balance them; -6 is half the amplitude.',
    'The result has the highest rate and the most channels of the uploads, as far as the format allows; tags, cover and "keep" format are those of the first upload. To play files one after another, use merge-audio.',
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'overlay audio',
    'add background music to voice',
    'audio mixer',
    'combine two sounds',
    'layer tracks',
    'voice over music',
    'audio ducking',
    'mix two songs',
    'merge audio tracks at the same time',
  ],
  verified: [
    'FFmpeg 5.1 (Debian) decodes every sample of mixes of up to three WAV files, with levels, delays and repetition, as the rounded sum of their samples, by both engines; the limiter changes none where it has nothing to do.',
    'FFmpeg 5.1: under a voice the music is 8 to 20 dB lower, and as before when it has ended.',
  ],
  examples: [
    {
      title: 'A voice over quiet music',
      options: { gains: '0, -12', loop: true, duck: true },
      files: [HELLO_MP3, SILENCE],
      output: { files: [{ name: 'mixed.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'The second file starts after half a second, as FLAC',
      options: { delays: ', 0.5', format: 'flac' },
      files: [HELLO_MP3, SILENCE],
      output: { files: [{ name: 'mixed.flac', mime: 'audio/flac' }] },
    },
    {
      title: 'More levels than files',
      options: { gains: '0, -3, -6' },
      files: [HELLO_MP3, SILENCE],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "gains" must have at most one number per file, got 3 for 2 files',
      },
    },
    {
      title: 'A delay that is not a number',
      options: { delays: '0, 1:30' },
      files: [HELLO_MP3, SILENCE],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "delays" must be numbers from 0 to 7200 such as "0, 2.5", got "1:30"',
      },
    },
    { ...NOT_AUDIO, files: [HELLO_MP3, ...NOT_AUDIO.files] },
    { ...DAMAGED_AUDIO, files: [HELLO_MP3, ...DAMAGED_AUDIO.files] },
    { ...NO_AUDIO, files: [HELLO_MP3, ...NO_AUDIO.files] },
  ],
  run(run) {
    const { options, files } = run;
    const gains = numbersOf('gains', options.gains, files.length, -60, 60);
    const delays = numbersOf('delays', options.delays, files.length, 0, 7200);
    return inSession(run, async (session) => {
      const parts: Part[] = [];
      for (const [i, upload] of files.entries()) {
        const media = await openMedia(session, upload, 'audio', `in${i}`);
        const track = audioStream(media);
        const seconds = track.seconds ?? media.info.seconds ?? 0;
        parts.push({ media, track, seconds, gain: gains[i] ?? 0, delay: delays[i] ?? 0 });
      }
      const [first] = parts as [Part, ...Part[]];
      const seconds = lengthOf(parts, options);
      // Every file is decoded as far as the mix goes.
      checkAudioLength(session, Math.max(seconds, ...parts.map((part) => part.seconds)));
      const format = options.format === 'keep' ? keptFormat(first.media, first.track) : options.format;
      const most = (value: (track: MediaStream) => number): number =>
        Math.max(...parts.map((part) => value(part.track)));
      const track = {
        ...first.track,
        sampleRate: most((one) => one.sampleRate),
        channels: most((one) => one.channels),
      };
      const plan = audioPlan(track, { ...DEFAULT_AUDIO, format, bitrate: options.bitrate, bitDepth: 0 });
      const inputs = parts.flatMap(({ media }, i) => [
        ...(options.loop && i > 0 ? ['-stream_loop', '-1'] : []),
        ...media.input,
      ]);
      const graph = graphOf(parts, plan.sampleRate, plan.channels, seconds, options);
      const args = [...inputs, '-filter_complex', graph, '-map', '[out]', ...plan.args];
      const bytes = await produce(session, first.media, 'audio', args, `out.${format}`, seconds);
      return file(`mixed.${format}`, audioMime(format), bytes);
    });
  },
});

import { z } from 'zod';

import { defineTool, file, invalid, quote } from '../../core/index.js';
import type { MediaSession } from '../../engines/media/session.js';
import { AUDIO_FORMATS, audioMime, audioPlan, DEFAULT_AUDIO, keptFormat } from '../../formats/media/audio-output.js';
import { crossFadeGraph, type FadedPart } from '../../formats/media/cross-fades.js';
import {
  audioStream,
  checkAudioLength,
  damaged,
  inSession,
  MEDIA_NEEDS,
  type MediaFile,
  openMedia,
  produce,
  QUIET,
} from '../../formats/media/media-file.js';
import { layoutOf } from '../../lib/media/channel-layouts.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, AUDIO_NOTE, bitrateOption } from './_audio-work.js';

interface Part {
  readonly media: MediaFile;
  readonly track: MediaStream;
}

interface Sound {
  readonly sampleRate: number;
  readonly channels: number;
}

/** One rate and layout for all. */
const evened = ({ sampleRate, channels }: Sound): string =>
  `aresample=${sampleRate},aformat=sample_fmts=fltp:channel_layouts=${layoutOf(channels)}`;

/** One after another, with a gap or without. */
function joinedGraph(parts: readonly Part[], sound: Sound, gap: number): string {
  const chains = parts.map(({ track }, index) => {
    const pad = gap > 0 && index < parts.length - 1 ? `,apad=pad_dur=${gap}` : '';
    return `[${index}:${track.index}]${evened(sound)}${pad}[p${index}]`;
  });
  const labels = parts.map((_, index) => `[p${index}]`).join('');
  return [...chains, `${labels}concat=n=${parts.length}:v=0:a=1[out]`].join(';');
}

/** Each fading into the next; their lengths are counted, because what files say of them may be an estimate. */
async function fadedGraph(
  session: MediaSession,
  parts: readonly Part[],
  sound: Sound,
  crossfade: number,
): Promise<string> {
  const counted: FadedPart[] = [];
  for (const [index, part] of parts.entries()) {
    const samples = await countSamples(session, part, sound);
    checkFade(crossfade, part.media.upload.name, samples / sound.sampleRate);
    counted.push({ label: `p${index}`, samples });
  }
  const chains = parts.map(
    ({ track }, index) => `[${index}:${track.index}]${evened(sound)},asetpts=N/SR/TB[p${index}]`,
  );
  return [...chains, crossFadeGraph(counted, Math.round(crossfade * sound.sampleRate), 'out')].join(';');
}

function checkFade(crossfade: number, name: string, seconds: number): void {
  if (seconds <= crossfade)
    throw invalid(`Option "crossfade" must be shorter than ${quote(name)}, which is ${seconds.toFixed(3)} s long`);
}

async function countSamples(session: MediaSession, { media, track }: Part, sound: Sound): Promise<number> {
  const filters = `${evened(sound)},volumedetect`;
  const args = [...media.input, '-map', `0:${track.index}`, '-af', filters, '-f', 'null', 'none'];
  const { status, log } = await session.ffmpeg([...QUIET, ...args]);
  // Of all channels. FFmpeg 7 makes the filter twice and has each say what it has heard.
  const [, samples] = [...log.matchAll(/n_samples: (\d{1,15})/g)].at(-1) ?? [];
  if (status !== 0 || samples === undefined) throw damaged('audio', media.upload);
  return Number(samples) / sound.channels;
}

export default defineTool({
  id: 'merge-audio',
  title: 'Merge Audio',
  summary: 'Joins audio files into one, in the order of the uploads, with a gap or a cross-fade between them.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 2, max: 20, formats: AUDIO_FILES },
  options: {
    format: z
      .enum(['keep', ...AUDIO_FORMATS])
      .default('keep')
      .describe('Format to write; keep: that of the first upload, or the nearest one that can be written.'),
    crossfade: z
      .number()
      .min(0)
      .max(30)
      .default(0)
      .describe('Seconds over which one file fades into the next; 0 for none.'),
    gap: z.number().min(0).max(60).default(0).describe('Seconds of silence between the files.'),
    bitrate: bitrateOption(),
  },
  result: 'files',
  notes: [
    AUDIO_NOTE,
    'Files of different rates and channels fit together: the result has the highest rate and the most channels of the uploads, as far as the format allows.',
    'Lossless uploads of one rate that are joined as WAV, FLAC or AIFF keep every sample. Tags and the cover are those of the first upload.',
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'join mp3',
    'combine audio',
    'audio joiner',
    'concatenate audio',
    'merge mp3',
    'merge wav',
    'crossfade',
    'append audio',
    'join two songs',
    'put recordings together',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the samples of joined WAV files are those of the uploads, one after another, with exactly the gap; the length with cross-fades is the sum less the fades, to the sample; by both engines',
  ],
  examples: [
    {
      title: 'An MP3 and a FLAC with half a second between them',
      options: { gap: 0.5 },
      files: [HELLO_MP3, { name: 'silence.flac', fixture: 'audio/silence.flac' }],
      output: { files: [{ name: 'merged.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'Cross-faded, as FLAC',
      options: { crossfade: 0.5, format: 'flac' },
      files: [HELLO_MP3, { name: 'silence.flac', fixture: 'audio/silence.flac' }],
      output: { files: [{ name: 'merged.flac', mime: 'audio/flac' }] },
    },
    {
      title: 'A gap and a cross-fade',
      options: { crossfade: 1, gap: 1 },
      files: [HELLO_MP3, HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "gap" must be 0 where "crossfade" is given' },
    },
    {
      title: 'Shorter than the cross-fade',
      options: { crossfade: 5 },
      files: [HELLO_MP3, { name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "crossfade" must be shorter than "silence.flac", which is 1.000 s long',
      },
    },
    { ...NOT_AUDIO, files: [HELLO_MP3, ...NOT_AUDIO.files] },
    { ...DAMAGED_AUDIO, files: [HELLO_MP3, ...DAMAGED_AUDIO.files] },
    { ...NO_AUDIO, files: [HELLO_MP3, ...NO_AUDIO.files] },
  ],
  run(run) {
    const { crossfade, gap, bitrate } = run.options;
    if (crossfade > 0 && gap > 0) throw invalid('Option "gap" must be 0 where "crossfade" is given');
    return inSession(run, async (session) => {
      const parts: Part[] = [];
      let seconds = 0;
      for (const [index, upload] of run.files.entries()) {
        const media = await openMedia(session, upload, 'audio', `in${index}`);
        const track = audioStream(media);
        const length = track.seconds ?? media.info.seconds ?? 0;
        if (crossfade > 0) checkFade(crossfade, upload.name, length);
        seconds += length + gap;
        parts.push({ media, track });
      }
      checkAudioLength(session, seconds);
      const [first] = parts as [Part, ...Part[]];
      const format = run.options.format === 'keep' ? keptFormat(first.media, first.track) : run.options.format;
      const most = (value: (track: MediaStream) => number): number =>
        Math.max(...parts.map(({ track }) => value(track)));
      const track = {
        ...first.track,
        sampleRate: most((one) => one.sampleRate),
        channels: most((one) => one.channels),
      };
      const plan = audioPlan(track, { ...DEFAULT_AUDIO, format, bitrate, bitDepth: 0 });
      const graph = crossfade === 0 ? joinedGraph(parts, plan, gap) : await fadedGraph(session, parts, plan, crossfade);
      const inputs = parts.flatMap(({ media }) => media.input);
      const args = [...inputs, '-filter_complex', graph, '-map', '[out]', ...plan.args];
      const bytes = await produce(session, first.media, 'audio', args, `out.${format}`, seconds);
      return file(`merged.${format}`, audioMime(format), bytes);
    });
  },
});

import { z } from 'zod';

import { defineTool, file, invalid, quote } from '../../core/index.js';
import { AUDIO_FORMATS, audioMime, audioPlan, DEFAULT_AUDIO, keptFormat } from '../../formats/media/audio-output.js';
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
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, AUDIO_NOTE, bitrateOption } from './_audio-work.js';

interface Part {
  readonly media: MediaFile;
  readonly track: MediaStream;
}

/** One rate and layout for all, then one after another: with a gap, with a cross-fade, or neither. */
function graphOf(parts: readonly Part[], rate: number, channels: number, crossfade: number, gap: number): string {
  const layout = layoutOf(channels);
  const chains = parts.map(({ track }, index) => {
    const pad = gap > 0 && index < parts.length - 1 ? `,apad=pad_dur=${gap}` : '';
    return `[${index}:${track.index}]aresample=${rate},aformat=sample_fmts=fltp:channel_layouts=${layout}${pad}[p${index}]`;
  });
  if (crossfade === 0)
    return [...chains, `${parts.map((_, index) => `[p${index}]`).join('')}concat=n=${parts.length}:v=0:a=1[out]`].join(
      ';',
    );
  const fades = parts.slice(1).map((_, index) => {
    const target = index === parts.length - 2 ? 'out' : `m${index + 1}`;
    return `[${index === 0 ? 'p0' : `m${index}`}][p${index + 1}]acrossfade=d=${crossfade}:c1=tri:c2=tri[${target}]`;
  });
  return [...chains, ...fades].join(';');
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
        if (crossfade > 0 && length <= crossfade)
          throw invalid(
            `Option "crossfade" must be shorter than ${quote(upload.name)}, which is ${length.toFixed(3)} s long`,
          );
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
      const graph = graphOf(parts, plan.sampleRate, plan.channels, crossfade, gap);
      const inputs = parts.flatMap(({ media }) => media.input);
      const args = [...inputs, '-filter_complex', graph, '-map', '[out]', ...plan.args];
      const bytes = await produce(session, first.media, 'audio', args, `out.${format}`, seconds);
      return file(`merged.${format}`, audioMime(format), bytes);
    });
  },
});

import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { copiedMaps } from '../../formats/media/audio-output.js';
import { copiedFormat } from '../../formats/media/copied-audio.js';
import { MEDIA_NEEDS, produce } from '../../formats/media/media-file.js';
import { readRanges, type TimeRange, withoutRanges } from '../../formats/media/times.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import {
  AUDIO_FILES,
  AUDIO_LENGTH_NOTE,
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

const fade = (what: string) =>
  z.number().min(0).max(60).default(0).describe(`Seconds over which the ${what} of the result is faded; 0 for none.`);

/** Cuts the parts out and joins them, sample by sample. */
function graphOf({ track }: OpenAudio, parts: readonly TimeRange[], total: number, fadeIn: number, fadeOut: number) {
  const cut = parts.map(({ start, end }, index) => {
    const until = Number.isFinite(end) ? `:end=${end}` : '';
    return `[0:${track.index}]atrim=start=${start}${until},asetpts=N/SR/TB[p${index}]`;
  });
  const fades = [
    ...(fadeIn > 0 ? [`afade=t=in:d=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:st=${Math.max(0, total - fadeOut).toFixed(6)}:d=${fadeOut}`] : []),
  ];
  const joined = `${parts.map((_, index) => `[p${index}]`).join('')}concat=n=${parts.length}:v=0:a=1`;
  return [...cut, `${[joined, ...fades].join(',')}[out]`].join(';');
}

/** Copies coded sound: the cut is at the frame nearest to the time. */
async function copyPart({ session, media, track }: OpenAudio, [part]: readonly TimeRange[]) {
  const { extension, mime, muxer } = copiedFormat(track.codec);
  const { start, end } = part ?? { start: 0, end: Number.POSITIVE_INFINITY };
  const until = Number.isFinite(end) ? ['-t', String(end - start)] : [];
  const args = [
    '-ss',
    String(start),
    ...until,
    ...media.input,
    ...copiedMaps(media, `0:${track.index}`, muxer),
    '-c',
    'copy',
    '-map_metadata',
    '0',
  ];
  const bytes = await produce(session, media, 'audio', [...args, '-fflags', '+bitexact', '-f', muxer], 'out');
  return { name: renamed(media.upload.name, extension), mime, bytes };
}

export default defineTool({
  id: 'trim-audio',
  title: 'Trim Audio',
  summary: 'Cuts audio to a part or several parts of it, or removes them, exact to the sample, with fades.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    start: z.string().max(40).default('').describe('Where the part begins, such as 1:30 or 90.5; empty: at the start.'),
    end: z.string().max(40).default('').describe('Where it ends; empty: at the end.'),
    ranges: z
      .string()
      .max(2000)
      .default('')
      .describe(
        'Several parts in place of "start" and "end", such as 0:10-0:25, 1:00-1:30; a side left empty is the start or the end.',
      ),
    action: z.enum(['keep', 'remove']).default('keep').describe('Keeps the parts and joins them, or removes them.'),
    fadeIn: fade('start'),
    fadeOut: fade('end'),
    exact: z
      .boolean()
      .default(true)
      .describe(
        'Cuts at the exact sample. Without it, MP3, AAC, Opus and the like are copied as they are coded, cut at the nearest frame.',
      ),
    format: keptFormatOption(),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    seconds: z.number().describe('Length of the result in seconds.'),
    ...z.object(WRITTEN_AUDIO).pick({ bytesBefore: true, bytesAfter: true }).shape,
  }),
  notes: [
    AUDIO_NOTE,
    AUDIO_LENGTH_NOTE,
    'WAV, FLAC and AIFF are cut without any loss. MP3, M4A, Ogg and Opus are coded again, which costs a little quality, unless "exact" is false: then one part is copied, without fades, and starts up to a frame (about 25 ms) off.',
    'At most 50 ranges, which must not overlap; they are joined in the order of time.',
  ],
  aliases: [
    'mp3 cutter',
    'cut audio',
    'audio cutter',
    'ringtone maker',
    'crop mp3',
    'trim mp3',
    'cut a song',
    'cut seconds off audio',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): every sample of the parts of WAV and FLAC is that of the upload, for 30 random sets of ranges, by both engines; packets of parts that are copied are those of the upload',
  ],
  examples: [
    {
      title: 'Three seconds as FLAC, faded out',
      options: { start: '0:01', end: '0:04', fadeOut: 0.5, format: 'flac' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.flac', mime: 'audio/flac' }] },
    },
    {
      title: 'Without two parts',
      options: { ranges: '0-1; 3.5-5', action: 'remove' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'Copied without loss',
      options: { start: '2', exact: false },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'After the end',
      options: { start: '1:00' },
      files: [{ name: 'silence.flac', fixture: 'audio/silence.flac' }],
      error: { code: 'INVALID_INPUT', message: 'Option "start" must be before the end at 1.000 s, got 60 s' },
    },
    {
      title: 'An end before the start',
      options: { start: '2', end: '1' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "end" must be after the start, got 1 s' },
    },
    {
      title: 'A time that is not one',
      options: { start: 'noon' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "start" must hold times such as 1:02:03.500 or 90.5, got "noon"',
      },
    },
    {
      title: 'A range that is not one',
      options: { ranges: '0:10' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "ranges" must hold ranges such as 0:10-0:25, got "0:10"' },
    },
    {
      title: 'Ranges that overlap',
      options: { ranges: '0-2, 1-3' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "ranges" must have ranges that do not overlap' },
    },
    {
      title: 'Both a start and ranges',
      options: { start: '1', ranges: '0-2' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Option "ranges" must be empty where "start" or "end" is given' },
    },
    {
      title: 'Everything removed',
      options: { action: 'remove' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Nothing is left when these parts are removed' },
    },
    {
      title: 'Copied, but several parts',
      options: { ranges: '0-1, 2-3', exact: false },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "exact" must be true for several parts, fades or another format',
      },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { action, fadeIn, fadeOut, exact, format, bitrate } = run.options;
    return eachAudio(run, async (audio) => {
      const seconds = secondsOf(audio);
      const ranges = readRanges(run.options, seconds);
      const parts = action === 'keep' ? ranges : withoutRanges(ranges, seconds);
      const total = parts.reduce((sum, { start, end }) => sum + Math.min(end, seconds) - start, 0);
      if (!exact && (parts.length > 1 || fadeIn > 0 || fadeOut > 0 || format !== 'keep'))
        throw invalid('Option "exact" must be true for several parts, fades or another format');
      const output = exact
        ? (
            await writeAudio(audio, {
              graph: graphOf(audio, parts, total, fadeIn, fadeOut),
              format,
              settings: { bitrate },
              seconds: total,
            })
          ).output
        : await copyPart(audio, parts);
      const bytes = { bytesBefore: audio.media.upload.bytes.length, bytesAfter: output.bytes.length };
      return { report: { seconds: shownSeconds(total), ...bytes }, outputs: [output] };
    });
  },
});

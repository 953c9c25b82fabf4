import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { readRanges, type TimeRange, withoutRanges } from '../../formats/media/times.js';
import { evenPixels } from './_square-pixels.js';
import {
  checkVideoWork,
  codedContainer,
  costOf,
  crfOption,
  DAMAGED_VIDEO,
  eachVideo,
  FILM,
  keptContainer,
  NO_VIDEO,
  NOT_VIDEO,
  type OpenVideo,
  reportOf,
  soundCodec,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

/** FFmpeg 7 knows no length of pictures whose times were changed: the last is shown as long as the one before, not for no time. */
const LAST_PICTURE = [
  '-bsf:v',
  'setts=pts=PTS:dts=DTS:duration=if(gt(DURATION\\,0)\\,DURATION\\,if(N\\,DTS-PREV_OUTDTS\\,0))',
] as const;

/** Cuts parts out of pictures and sound and joins them. */
function graphOf({ track, sound }: OpenVideo, parts: readonly TimeRange[]): string {
  const cuts = parts.flatMap(({ start, end }, index) => {
    const range = `start=${start}${Number.isFinite(end) ? `:end=${end}` : ''}`;
    const pictures = `[0:${track.index}]trim=${range},setpts=PTS-STARTPTS,${evenPixels(track)}[v${index}]`;
    return sound === undefined
      ? [pictures]
      : [pictures, `[0:${sound.index}]atrim=${range},asetpts=PTS-STARTPTS[a${index}]`];
  });
  const labels = parts.map((_, index) => (sound === undefined ? `[v${index}]` : `[v${index}][a${index}]`)).join('');
  const joined = `${labels}concat=n=${parts.length}:v=1:a=${sound === undefined ? 0 : 1}[v]${sound === undefined ? '' : '[a]'}`;
  return [...cuts, joined].join(';');
}

export default defineTool({
  id: 'trim-video',
  title: 'Trim Video',
  summary:
    'Cuts a video to a part or several parts of it, or removes them: exact to the picture, or copied without loss.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
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
    exact: z
      .boolean()
      .default(true)
      .describe(
        'Cuts at the exact picture and codes anew. Without it, one part is copied without loss and starts at the key frame before.',
      ),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: fileReports(WRITTEN_VIDEO),
  notes: [
    'Exact cuts are written as MP4 with H.264, WebM with VP9 where the upload is WebM. Copies stay in their format, and are done at once whatever their size.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
    'At most 50 ranges, which must not overlap; they are joined in the order of time.',
  ],
  aliases: [
    'video cutter',
    'cut video',
    'crop video length',
    'split video',
    'clip video',
    'shorten video',
    'mp4 cutter',
    'remove part of video',
    'cut the start of a video',
    'keep a part of a film',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the pictures of exact cuts are those between the two times, counted and compared, and the sound is as long within 30 ms; packets of copies are those of the upload; by both engines',
  ],
  examples: [
    {
      title: 'The middle of a film',
      options: { start: '0.2', end: '0.8' },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Copied from the start',
      options: { end: '0.5', exact: false },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'After the end',
      options: { start: '1:00' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "start" must be before the end at 1.000 s, got 60 s' },
    },
    {
      title: 'Copied, but several parts',
      options: { ranges: '0-0.2, 0.5-', exact: false },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "exact" must be true for several parts' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { action, exact, crf } = run.options;
    return eachVideo(run, async (video) => {
      const { media, track, sound, seconds } = video;
      const ranges = readRanges(run.options, seconds);
      const parts = action === 'keep' ? ranges : withoutRanges(ranges, seconds);
      const total = parts.reduce((sum, { start, end }) => sum + Math.min(end, seconds) - start, 0);
      if (!exact && parts.length > 1) throw invalid('Option "exact" must be true for several parts');
      const [part] = parts;
      if (!exact && part !== undefined) {
        const until = Number.isFinite(part.end) ? ['-t', String(part.end - part.start)] : [];
        const maps = [
          '-map',
          `0:${track.index}`,
          '-map',
          '0:a?',
          '-map',
          '0:s?',
          '-c',
          'copy',
          '-avoid_negative_ts',
          'make_zero',
        ];
        const args = ['-ss', String(part.start), ...until, ...media.input, ...maps];
        const output = await writeVideo(video, keptContainer(media), args, { seconds: total });
        return { report: await reportOf(video, output, true), outputs: [output] };
      }
      const container = codedContainer(media);
      // Pictures before a part are decoded too, which costs about a sixth of coding them.
      checkVideoWork(video, { share: Math.min(1, total / seconds + 1 / 6), cost: costOf(container) });
      const maps = ['-map', '[v]', ...(sound === undefined ? [] : ['-map', '[a]', ...soundCodec(container)])];
      const coded = [
        ...media.input,
        '-filter_complex',
        graphOf(video, parts),
        ...maps,
        ...videoCodec(container, video.session, crf),
        ...LAST_PICTURE,
      ];
      const output = await writeVideo(video, container, coded, { seconds: total });
      return { report: await reportOf(video, output, false), outputs: [output] };
    });
  },
});

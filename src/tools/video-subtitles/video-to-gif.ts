import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, invalid } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS, produce } from '../../formats/media/media-file.js';
import { readSeconds } from '../../formats/media/times.js';
import { squareSize } from './_square-pixels.js';
import {
  checkVideoWork,
  DAMAGED_VIDEO,
  eachVideo,
  FILM,
  NO_VIDEO,
  NOT_VIDEO,
  VIDEO_FILES,
  VIDEO_NOTE,
} from './_video-work.js';

const FORMATS = {
  gif: { mime: 'image/gif', args: ['-loop', '0', '-f', 'gif'] },
  webp: { mime: 'image/webp', args: ['-c:v', 'libwebp', '-quality', '75', '-loop', '0', '-f', 'webp'] },
  apng: { mime: 'image/apng', args: ['-plays', '0', '-f', 'apng'] },
} as const;

export default defineTool({
  id: 'video-to-gif',
  title: 'Video to GIF',
  summary: 'Makes animated GIF, WebP or APNG images of a part of a video, with a palette of its own colours.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    start: z.string().max(40).default('').describe('Where it begins, such as 1:30 or 90.5; empty: at the start.'),
    seconds: z.number().min(0.1).max(60).default(5).describe('How long it is, at most.'),
    fps: z.number().min(1).max(50).default(12).describe('Pictures per second; players of GIF slow down above 50.'),
    width: z
      .number()
      .multipleOf(1)
      .min(16)
      .max(1920)
      .default(480)
      .describe('Width in pixels; smaller videos are not enlarged.'),
    format: z
      .enum(['gif', 'webp', 'apng'])
      .default('gif')
      .describe('Format to write; WebP is about a third of the size of GIF.'),
    dither: z
      .enum(['sierra', 'bayer', 'none'])
      .default('sierra')
      .describe(
        'How colours between the 256 of a GIF are shown: smooth, as a pattern that packs better, or not at all.',
      ),
    colors: z.number().multipleOf(1).min(4).max(256).default(256).describe('Colours of a GIF; fewer make it smaller.'),
  },
  result: 'mixed',
  data: fileReports({
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'The animation repeats for ever. A result over 20 MiB is refused: fewer seconds, pictures per second or pixels make it smaller.',
    VIDEO_NOTE,
  ],
  aliases: [
    'mp4 to gif',
    'gif maker',
    'webm to gif',
    'mov to gif',
    'video to webp',
    'video to apng',
    'animated gif',
    'clip to gif',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): size of GIF and APNG, number of pictures of GIF; the colours of flat pictures within 8 of 255; by both engines',
  ],
  examples: [
    {
      title: 'A GIF',
      files: [FILM],
      output: { files: [{ name: 'film.gif', mime: 'image/gif' }] },
    },
    {
      title: 'Half a second as WebP',
      options: { start: '0.5', seconds: 0.5, width: 32, format: 'webp' },
      files: [FILM],
      output: { files: [{ name: 'film.webp', mime: 'image/webp' }] },
    },
    {
      title: 'After the end',
      options: { start: '1:00' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "start" must be before the end at 1.000 s, got 60 s' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { seconds, fps, format, dither, colors } = run.options;
    const start = run.options.start.trim() === '' ? 0 : readSeconds('start', run.options.start);
    return eachVideo(run, async (video) => {
      const { media, track, session } = video;
      if (start >= video.seconds && start > 0)
        throw invalid(`Option "start" must be before the end at ${video.seconds.toFixed(3)} s, got ${start} s`);
      checkVideoWork(video, { share: Math.min(1, (start / 3 + seconds) / Math.max(video.seconds, 0.1)) });
      const [across, down] = squareSize(track);
      const width = Math.min(across, run.options.width);
      const height = Math.max(1, Math.round((down * width) / across));
      // Cut first: a picture that says it is shown for years would be repeated for as long.
      const scaled = `trim=end=${seconds},fps=${fps},scale=${width}:${height}:flags=lanczos,setsar=1`;
      const mode = { sierra: 'sierra2_4a', bayer: 'bayer:bayer_scale=3', none: 'none' }[dither];
      const palette = `split[a][b];[a]palettegen=max_colors=${colors}:stats_mode=diff[p];[b][p]paletteuse=dither=${mode}`;
      const filter = format === 'gif' ? `${scaled},${palette}` : scaled;
      const { args, mime } = FORMATS[format];
      const range = [...(start > 0 ? ['-ss', String(start)] : []), '-t', String(seconds)];
      const coded = [
        ...range,
        ...media.input,
        '-map',
        `0:${track.index}`,
        '-vf',
        filter,
        '-an',
        '-fflags',
        '+bitexact',
        ...args,
      ];
      const bytes = await produce(session, media, 'video', coded, `out.${format}`, seconds);
      const name = renamed(media.upload.name, format === 'apng' ? '.png' : `.${format}`);
      return { report: { width, height, bytesAfter: bytes.length }, outputs: [{ name, mime, bytes }] };
    });
  },
});

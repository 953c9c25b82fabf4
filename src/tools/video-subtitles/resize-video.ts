import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { squarePixels, squareSize } from './_square-pixels.js';
import { ffmpegColor, fitFilter, fitOption } from './_video-fit.js';
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
  OWN_TIMES,
  reportOf,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));
const side = (what: string) =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(4096)
    .default(0)
    .describe(`${what} of the result in pixels; 0: as the other side and the proportions make it.`);

/** The size asked for, both sides even. */
function sizeOf(
  [width, height]: readonly [number, number],
  asked: { width: number; height: number; ratio: string },
): readonly [number, number] {
  if (asked.width > 0 && asked.height > 0) return [even(asked.width), even(asked.height)];
  const [across = 0, down = 0] = asked.ratio === 'keep' ? [width, height] : asked.ratio.split(':').map(Number);
  const proportion = across / down;
  if (asked.width > 0) return [even(asked.width), even(asked.width / proportion)];
  if (asked.height > 0) return [even(asked.height * proportion), even(asked.height)];
  // As large as the picture within.
  return proportion > width / height
    ? [even(height * proportion), even(height)]
    : [even(width), even(width / proportion)];
}

export default defineTool({
  id: 'resize-video',
  title: 'Resize Video',
  summary:
    'Scales videos to a size or to proportions such as 9:16, with bars, a blurred border, cropping or stretching.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    width: side('Width'),
    height: side('Height'),
    ratio: z
      .enum(['keep', '16:9', '9:16', '1:1', '4:5', '4:3', '21:9'])
      .default('keep')
      .describe('Proportions of the result, where not both sides are given.'),
    fit: fitOption(),
    background: colorOption('#000000', 'Colour of the bars.'),
    crf: crfOption(23),
  },
  result: 'mixed',
  data: fileReports(WRITTEN_VIDEO),
  notes: [
    'Both sides of the result are even numbers, as H.264 wants them. The sound is copied without loss.',
    'Written are MP4 with H.264, WebM with VP9 where the upload is WebM.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'scale video',
    'crop video',
    'video to 9:16',
    'vertical video',
    'square video',
    'instagram video size',
    'change resolution',
    '1080p to 720p',
    'letterbox',
    'blur background',
  ],
  verified: [
    'ffprobe 5.1 (Debian): size of the result for every fit, of a wide upload; bars by their colour; number of pictures as in the upload; by both engines',
  ],
  examples: [
    {
      title: 'Half as wide',
      options: { width: 32 },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Upright, the border blurred',
      options: { ratio: '9:16', fit: 'blur', width: 90 },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Nothing to do',
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'One of options "width", "height" and "ratio" must be given' },
    },
    {
      title: 'Not a color',
      options: { width: 32, background: 'blau' },
      files: [FILM],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "blau"',
      },
    },
    { ...NOT_VIDEO, options: { width: 32 } },
    { ...NO_VIDEO, options: { width: 32 } },
    { ...DAMAGED_VIDEO, options: { width: 32 } },
  ],
  run(run) {
    const { width, height, ratio, fit, crf } = run.options;
    if (width === 0 && height === 0 && ratio === 'keep')
      throw invalid('One of options "width", "height" and "ratio" must be given');
    const color = ffmpegColor('background', run.options.background);
    return eachVideo(run, async (video) => {
      const { media, track, session } = video;
      const container = codedContainer(media);
      const size = sizeOf(squareSize(track), { width, height, ratio });
      const larger = (size[0] * size[1]) / (track.width * track.height);
      checkVideoWork(video, { cost: costOf(container) * Math.max(1, larger) });
      const sound = ['-map', '0:a?', '-c:a', container === keptContainer(media) ? 'copy' : 'aac'];
      const args = [
        ...media.input,
        '-map',
        `0:${track.index}`,
        ...sound,
        '-vf',
        squarePixels(track) + fitFilter(fit, size, color),
        ...OWN_TIMES,
        ...videoCodec(container, session, crf),
      ];
      const output = await writeVideo(video, container, args);
      return { report: await reportOf(video, output, false), outputs: [output] };
    });
  },
});

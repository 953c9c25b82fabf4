import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { quarterTurns } from '../../core/shared-options.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { turnWrittenFilm } from '../../lib/media/written-film.js';
import { EVEN, squarePixels } from './_square-pixels.js';
import {
  CONTAINERS,
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

/** What turns by so many quarters, clockwise. */
const TURNS = [[], ['transpose=clock'], ['hflip', 'vflip'], ['transpose=cclock']] as const;
const FLIPS = { none: [], horizontal: ['hflip'], vertical: ['vflip'] } as const;

export default defineTool({
  id: 'rotate-video',
  title: 'Rotate Video',
  summary: 'Turns videos by 90, 180 or 270 degrees, mirrors them, or only changes how players turn them, without loss.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    angle: quarterTurns(),
    flip: z
      .enum(['none', 'horizontal', 'vertical'])
      .default('none')
      .describe('Mirrors after turning: left and right, or top and bottom.'),
    metadataOnly: z
      .boolean()
      .default(false)
      .describe(
        'Changes only what tells players of MP4 and MOV files to turn them: at once and without loss, but some programs ignore it.',
      ),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: fileReports(WRITTEN_VIDEO),
  notes: [
    'A turn that the file asks players for is made first, so the result is what you see, turned. The sound is copied without loss.',
    'Written are MP4 with H.264, WebM with VP9 where the upload is WebM.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'flip video',
    'mirror video',
    'turn video',
    'fix sideways video',
    'rotate mp4',
    'video orientation',
    'upside down video',
    'phone video is sideways',
    'video upside down',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): pictures of four colours are where the turn puts them, for every angle and flip; ffprobe reads the rotation that metadata alone has, and the packets are those of the upload; by both engines',
  ],
  examples: [
    {
      title: 'A quarter turn',
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Only what players are told',
      options: { metadataOnly: true, angle: 180 },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Nothing to do',
      options: { angle: 0 },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "angle" must not be 0 where "flip" is none' },
    },
    {
      title: 'Mirrored by metadata',
      options: { metadataOnly: true, flip: 'vertical' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "flip" must be none where "metadataOnly" is true' },
    },
    {
      title: 'A GIF has no such metadata',
      options: { metadataOnly: true },
      files: [{ name: 'dot.gif', base64: 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot turn "dot.gif" by metadata: only MP4 and MOV files can be' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { angle, flip, metadataOnly, crf } = run.options;
    if (angle === 0 && flip === 'none' && !metadataOnly)
      throw invalid('Option "angle" must not be 0 where "flip" is none');
    if (metadataOnly && flip !== 'none') throw invalid('Option "flip" must be none where "metadataOnly" is true');
    return eachVideo(run, async (video) => {
      const { media, track, session } = video;
      const maps = ['-map', `0:${track.index}`, '-map', '0:a?', '-c:a', 'copy'];
      if (metadataOnly) {
        const container = keptContainer(media);
        if (container !== CONTAINERS.mp4 && container !== CONTAINERS.mov)
          throw invalid(`Cannot turn ${quote(media.upload.name)} by metadata: only MP4 and MOV files can be`);
        const output = await writeVideo(video, container, [...media.input, ...maps, '-c:v', 'copy']);
        turnWrittenFilm(output.bytes, track.rotation + angle);
        return { report: await reportOf(video, output, true), outputs: [output] };
      }
      const container = codedContainer(media);
      checkVideoWork(video, { cost: costOf(container) });
      const turns = [...(TURNS[(angle / 90 + 4) % 4] ?? []), ...FLIPS[flip], EVEN].join(',');
      const filters = `${squarePixels(track)}${turns}`;
      // What other containers hold may not fit as it is.
      const sound = container === keptContainer(media) ? [] : ['-c:a', 'aac'];
      const args = [
        ...media.input,
        ...maps,
        ...sound,
        '-vf',
        filters,
        ...OWN_TIMES,
        ...videoCodec(container, session, crf),
      ];
      const output = await writeVideo(video, container, args);
      return { report: await reportOf(video, output, false), outputs: [output] };
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { tempoFilters } from '../../formats/media/tempo.js';
import { evenPixels } from './_square-pixels.js';
import {
  checkVideoWork,
  codedContainer,
  costOf,
  crfOption,
  DAMAGED_VIDEO,
  eachVideo,
  FILM,
  NO_VIDEO,
  NOT_VIDEO,
  reportOf,
  soundCodec,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

export default defineTool({
  id: 'video-speed',
  title: 'Video Speed',
  summary: 'Plays videos faster or slower with their sound, or changes the number of pictures per second.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    speed: z
      .number()
      .min(0.1)
      .max(20)
      .default(2)
      .describe('How many times as fast; 0.5 is slow motion at half the speed.'),
    fps: z
      .number()
      .min(0)
      .max(120)
      .default(0)
      .describe('Pictures per second of the result; 0: as the upload has, by repeating or dropping some.'),
    keepPitch: z
      .boolean()
      .default(true)
      .describe('Keeps voices as high as they are; off, they rise and fall with the speed.'),
    sound: z.boolean().default(true).describe('Keeps the sound.'),
    crf: crfOption(23),
  },
  result: 'mixed',
  data: fileReports(WRITTEN_VIDEO),
  notes: [
    'Slow motion repeats pictures; none are made up between them. Written are MP4 with H.264, WebM with VP9 where the upload is WebM.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'speed up video',
    'slow motion',
    'time lapse',
    'fast forward video',
    'change fps',
    '60 fps to 30 fps',
    'video frame rate',
    'slow down video',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): number of pictures and length of the result for six speeds and three frame rates, sound as long as the pictures within 100 ms; by both engines',
  ],
  examples: [
    {
      title: 'Twice as fast',
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Half the speed, ten pictures per second',
      options: { speed: 0.5, fps: 10 },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Nothing to do',
      options: { speed: 1 },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "speed" must not be 1 where "fps" is 0' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { speed, fps, keepPitch, crf } = run.options;
    if (speed === 1 && fps === 0) throw invalid('Option "speed" must not be 1 where "fps" is 0');
    return eachVideo(run, async (video) => {
      const { media, track, session } = video;
      const sound = run.options.sound ? video.sound : undefined;
      const container = codedContainer(media);
      const rate = fps || track.framesPerSecond || 25;
      checkVideoWork(video, {
        cost: costOf(container),
        share: Math.max(1 / 6, rate / (track.framesPerSecond || 25) / speed),
      });
      const pictures = `[0:${track.index}]setpts=PTS/${speed},fps=${rate},${evenPixels(track)}[v]`;
      const chain = sound === undefined ? [] : tempoFilters(speed, keepPitch ? 1 : speed, sound.sampleRate);
      const tones =
        sound === undefined ? '' : `;[0:${sound.index}]${chain.length === 0 ? 'anull' : chain.join(',')}[a]`;
      const maps = ['-map', '[v]', ...(sound === undefined ? [] : ['-map', '[a]', ...soundCodec(container)])];
      const args = [
        ...media.input,
        '-filter_complex',
        pictures + tones,
        ...maps,
        ...videoCodec(container, session, crf),
      ];
      const output = await writeVideo(video, container, args, { seconds: video.seconds / speed });
      return { report: await reportOf(video, output, false), outputs: [output] };
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid, json, quote, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { inSession, MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { type Clip, openClip } from './_joined-clips.js';
import { copyContainer, joinedReport, lookOf, megapixelsOf, writeJoined } from './_merged-film.js';
import { ffmpegColor, fitOption } from './_video-fit.js';
import {
  CONTAINERS,
  checkMegapixels,
  codedContainer,
  costOf,
  crfOption,
  DAMAGED_VIDEO,
  FILM,
  NO_VIDEO,
  NOT_VIDEO,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
} from './_video-work.js';

export default defineTool({
  id: 'merge-videos',
  title: 'Merge Videos',
  summary:
    'Joins videos into one, in the order of the uploads, whatever their sizes, frame rates and sound, with cross-fades if wanted.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 2, max: 20, formats: VIDEO_FILES },
  options: {
    crossfade: z
      .number()
      .min(0)
      .max(10)
      .default(0)
      .describe('Seconds over which a clip fades into the next, picture and sound; 0 for none.'),
    width: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4096)
      .default(0)
      .describe('Width of the result in pixels; 0: that of the largest clip, or as the height makes it.'),
    height: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4096)
      .default(0)
      .describe('Height of the result in pixels; 0: that of the largest clip, or as the width makes it.'),
    fit: fitOption(),
    background: colorOption('#000000', 'Colour of the bars.'),
    fps: z
      .number()
      .min(0)
      .max(60)
      .default(0)
      .describe('Pictures per second of the result; 0: the highest rate of the clips, at most 60.'),
    format: z
      .enum(['keep', 'mp4', 'webm', 'mkv', 'mov'])
      .default('keep')
      .describe('Format to write; keep: that of the first clip where it can be written, else MP4.'),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: z.object({
    seconds: z.number().describe('Length of the result in seconds.'),
    width: count('Width of the result in pixels.'),
    height: count('Height of the result in pixels.'),
    framesPerSecond: z.number().describe('Pictures per second of the result, on average.'),
    copied: z.boolean().describe('Whether the pictures were copied as they were coded, without loss.'),
    clips: z
      .array(
        z.object({
          name: z.string().describe('Name of the upload.'),
          start: z.number().describe('Seconds from the start of the result at which it begins.'),
          seconds: z.number().describe('Length in the result, cross-fades included.'),
          hasSound: z.boolean().describe('Whether it has sound; silence takes its place.'),
        }),
      )
      .describe('Clips in order.'),
    warnings: warnings(),
  }),
  notes: [
    'Clips of one coding, as of one camera or encoder, are joined without touching their pictures, which takes a moment. Other clips, and cross-fades, are coded anew: H.264 and AAC, or VP9 and Opus in WebM.',
    'The sound is coded anew in any case, so that it stays with the pictures at every join: it is cut or filled up with silence to the length of its clip. The result has the highest sample rate and the most channels of the clips.',
    'Where the sound of a clip goes on for more than 0.1 seconds after its pictures, its last picture stays.',
    'Tags are those of the first clip. Subtitles and further audio tracks are not kept. HDR is not converted.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'join videos',
    'combine videos',
    'concatenate mp4',
    'video joiner',
    'merge mp4',
    'merge clips',
    'crossfade video',
    'append video',
    'video merger',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): clips of one coding joined as MP4 and MKV have every decoded picture of the clips, in order, upright ones of phones too',
    'FFmpeg 5.1 (Debian): 40 random joins of 2 to 4 clips as MP4, WebM, MKV, AVI and MOV of different sizes, rates and codecs, with and without sound or cross-fades: number of pictures, size, order, and sound or silence in the middle of each clip; a sixth of them by the FFmpeg of the package',
  ],
  examples: [
    {
      title: 'Two clips of one coding',
      files: [FILM, { ...FILM, name: 'again.mp4' }],
      output: { files: [{ name: 'merged.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Cross-faded, as WebM',
      options: { crossfade: 0.2, format: 'webm', width: 48 },
      files: [FILM, { ...FILM, name: 'again.mp4' }],
      output: { files: [{ name: 'merged.webm', mime: 'video/webm' }] },
    },
    {
      title: 'Shorter than the cross-fade',
      options: { crossfade: 10 },
      files: [FILM, { ...FILM, name: 'again.mp4' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "crossfade" must be shorter than "film.mp4", which is 1.000 s long',
      },
    },
    {
      title: 'Not a color',
      options: { background: 'blau' },
      files: [FILM, FILM],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "blau"',
      },
    },
    { ...NOT_VIDEO, files: [FILM, { ...NOT_VIDEO.files[0] }] },
    { ...DAMAGED_VIDEO, files: [FILM, ...DAMAGED_VIDEO.files] },
    { ...NO_VIDEO, files: [FILM, ...NO_VIDEO.files] },
  ],
  run(run) {
    const { format, crf } = run.options;
    const asked = { ...run.options, color: ffmpegColor('background', run.options.background) };
    return inSession(run, async (session) => {
      const clips: Clip[] = [];
      for (const [index, upload] of run.files.entries()) clips.push(await openClip(session, upload, index));
      const short = clips.find(({ seconds }) => asked.crossfade > 0 && seconds <= asked.crossfade);
      if (short !== undefined)
        throw invalid(
          `Option "crossfade" must be shorter than ${quote(short.media.upload.name)}, which is ${short.seconds.toFixed(3)} s long`,
        );
      const all = clips as [Clip, ...Clip[]];
      const copying = copyContainer(clips, format, asked);
      const look = copying === undefined ? lookOf(clips, asked) : undefined;
      const container = copying ?? (format === 'keep' ? codedContainer(all[0].media) : CONTAINERS[format]);
      if (look !== undefined) checkMegapixels(session, megapixelsOf(clips, look), costOf(container));
      const { bytes } = await writeJoined(session, all, container, look, crf);
      const output = { name: `merged${container.extension}`, mime: container.mime, bytes };
      return withFiles(json(await joinedReport(session, clips, output, look)), [output]);
    });
  },
});

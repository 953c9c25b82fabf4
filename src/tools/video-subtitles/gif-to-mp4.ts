import { z } from 'zod';

import { defineTool, invalid, type OutputFile, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, onWhite, parseColor } from '../../engines/colors.js';
import { damaged, MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { gifTiming } from '../../lib/media/gif-timing.js';
import {
  CONTAINERS,
  type Container,
  checkVideoWork,
  costOf,
  crfOption,
  eachVideo,
  FILM,
  type OpenVideo,
  reportOf,
  VIDEO_LIMIT_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

/** Two pictures of 4 × 4 pixels, shown for 0.2 and 0.4 seconds. */
const BLINK =
  'R0lGODlhBAAEAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFFAAAACwAAAAABAAEAAACBIyPGQUAIfkEBSgAAAAsAAAAAAQABACATGlxAAD/AgSMjxkFADs=';

const even = (side: number): number => 2 * Math.ceil(side / 2);

/** A film several times over, as it is coded. */
async function repeated(
  { session, media }: OpenVideo,
  once: OutputFile,
  container: Container,
  times: number,
): Promise<OutputFile> {
  await session.write('once', once.bytes);
  const input = ['-stream_loop', String(times - 1), '-f', container.muxer, '-i', 'once', '-map', '0:v'];
  const output = await writeVideo({ session, media }, container, [...input, '-c', 'copy']);
  await session.remove('once');
  return output;
}

export default defineTool({
  id: 'gif-to-mp4',
  title: 'GIF to MP4',
  summary: 'Converts animated GIF images to MP4 or WebM video, mostly a fraction of the size, with the same timing.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: ['.gif'] },
  options: {
    format: z.enum(['mp4', 'webm']).default('mp4').describe('Format to write.'),
    repeat: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(1)
      .describe('How often the animation is played; players do not loop videos by themselves.'),
    background: colorOption('#ffffff', 'Colour where the GIF is transparent.'),
    crf: crfOption(20),
  },
  result: 'mixed',
  data: fileReports({
    ...WRITTEN_VIDEO,
    framesPerSecond: z.number().describe('Pictures per second: as many as the delays of the GIF need, at most 50.'),
  }),
  notes: [
    'Each picture is shown for as long as browsers show it: delays of 0 and 0.01 seconds count as 0.1.',
    'A side with an odd number of pixels gets one more, a copy of the edge, as H.264 wants them even.',
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'gif to video',
    'gif to webm',
    'gif converter',
    'convert gif to mp4',
    'gif to mov',
    'animated gif to video',
  ],
  verified: [
    'FFmpeg 5.1 and sharp (libvips): of 60 random GIF images as MP4 and WebM every picture is shown for exactly as long as in the GIF, repeated too; 12 of them by the FFmpeg of the package',
  ],
  examples: [
    {
      title: 'Two colors',
      files: [{ name: 'blink.gif', base64: BLINK }],
      output: { files: [{ name: 'blink.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Played three times as WebM',
      options: { format: 'webm', repeat: 3 },
      files: [{ name: 'blink.gif', base64: BLINK }],
      output: { files: [{ name: 'blink.webm', mime: 'video/webm' }] },
    },
    {
      title: 'Not a color',
      options: { background: 'blau' },
      files: [{ name: 'blink.gif', base64: BLINK }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "blau"',
      },
    },
    {
      title: 'Another video',
      files: [{ ...FILM, name: 'film.gif' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read GIF "film.gif": it is not a GIF image' },
    },
    {
      title: 'A damaged GIF',
      files: [{ name: 'cut.gif', base64: 'R0lGODlh' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read video "cut.gif": it is damaged or coded in a way that is not supported',
      },
    },
  ],
  run(run) {
    const { format, repeat, crf } = run.options;
    const color = hexColor(onWhite(parseColor('background', run.options.background))).replace('#', '0x');
    const container = CONTAINERS[format];
    return eachVideo(run, async (video) => {
      const { media, track, session } = video;
      if (media.kind !== 'gif') throw invalid(`Cannot read GIF ${quote(media.upload.name)}: it is not a GIF image`);
      const { pictures, seconds, framesPerSecond } = gifTiming(media.upload.bytes);
      if (pictures === 0) throw damaged('video', media.upload);
      checkVideoWork(video, { frames: Math.ceil(seconds * framesPerSecond * repeat), cost: costOf(container) });
      const [width, height] = [even(track.width), even(track.height)];
      // The colour below runs at the rate and for the length of the result, so that the last picture is shown as long as it should be.
      const below = `color=c=${color}:s=${width}x${height}:r=${framesPerSecond}:d=${seconds},format=rgb24[below]`;
      const edges = `fillborders=right=${width - track.width}:bottom=${height - track.height}:mode=smear`;
      const graph = `${below};[below][0:${track.index}]overlay=format=rgb:eof_action=repeat,${edges}[out]`;
      const args = [
        ...[...media.input, '-filter_complex', graph, '-map', '[out]'],
        ...videoCodec(container, session, crf),
      ];
      const once = await writeVideo(video, container, args);
      const output = repeat === 1 ? once : await repeated(video, once, container, repeat);
      return { report: { ...(await reportOf(video, output, false)), framesPerSecond }, outputs: [output] };
    });
  },
});

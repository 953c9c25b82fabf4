import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, invalid, type OutputFile } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS, produce } from '../../formats/media/media-file.js';
import { readSeconds } from '../../formats/media/times.js';
import { squarePixels, squareSize } from './_square-pixels.js';
import {
  DAMAGED_VIDEO,
  eachVideo,
  FILM,
  NO_VIDEO,
  NOT_VIDEO,
  type OpenVideo,
  VIDEO_FILES,
  VIDEO_NOTE,
} from './_video-work.js';

const MAX_PICTURES = 30;

const FORMATS = {
  jpg: { mime: 'image/jpeg', args: ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p'] },
  png: { mime: 'image/png', args: ['-c:v', 'png'] },
  webp: { mime: 'image/webp', args: ['-c:v', 'libwebp', '-quality', '85'] },
} as const;

/** The times of the pictures: those that are named, else spread evenly, none at the very ends. */
function timesOf(given: string, spread: number, seconds: number): number[] {
  const named = given
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map((part) => readSeconds('times', part));
  if (named.length > MAX_PICTURES)
    throw invalid(`Option "times" must have at most ${MAX_PICTURES} times, got ${named.length}`);
  const late = named.find((time) => time >= seconds);
  if (late !== undefined)
    throw invalid(`Option "times" must be before the end at ${seconds.toFixed(3)} s, got ${late} s`);
  if (named.length > 0) return named;
  return Array.from({ length: spread }, (_, index) => Math.round(((index + 0.5) / spread) * seconds * 1000) / 1000);
}

/** The picture shown at a time, turned as players do. */
async function pictureAt(
  { session, media, track }: OpenVideo,
  time: number,
  width: number,
  format: keyof typeof FORMATS,
): Promise<Uint8Array> {
  const [across] = squareSize(track);
  const square = squarePixels(track).replace(/,$/, '');
  const filters = [square, width > 0 && width < across ? `scale=${width}:-1:flags=lanczos` : ''].filter(Boolean);
  const scale = filters.length === 0 ? [] : ['-vf', filters.join(',')];
  const args = [
    '-ss',
    String(time),
    ...media.input,
    '-map',
    `0:${track.index}`,
    '-frames:v',
    '1',
    ...scale,
    ...FORMATS[format].args,
  ];
  return produce(
    session,
    media,
    'video',
    [...args, '-fflags', '+bitexact', '-flags', '+bitexact', '-f', 'image2pipe'],
    `picture.${format}`,
    0,
  );
}

export default defineTool({
  id: 'video-thumbnail',
  title: 'Video Thumbnail',
  summary: 'Takes still images out of videos: at given times, or spread evenly over the whole.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 5, formats: VIDEO_FILES },
  options: {
    times: z.string().max(1000).default('').describe('Times such as 1:30 or 0:05, 0:10, 90.5; empty: spread evenly.'),
    spread: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_PICTURES)
      .default(1)
      .describe('How many images are spread over the video, where "times" is empty; one is from the middle.'),
    width: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4096)
      .default(0)
      .describe('Width in pixels; 0: as the video, and smaller videos are not enlarged.'),
    format: z.enum(['jpg', 'png', 'webp']).default('jpg').describe('Format to write; PNG is without loss.'),
  },
  result: 'mixed',
  data: fileReports({
    times: z.array(z.number()).describe('Time of each image in seconds, in order.'),
  }),
  notes: [
    'An image is the picture that a player shows at that time, turned as the video says. Videos of any length are read at once: pictures before the time are skipped.',
    VIDEO_NOTE,
  ],
  aliases: [
    'screenshot from video',
    'video to jpg',
    'extract frame',
    'video to png',
    'frame grabber',
    'still from video',
    'video preview image',
    'poster frame',
    'first frame of a movie as a picture',
    'picture from a video',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): PNG images are the decoded pictures of their times, within 3 of 255, for MP4, MKV and WebM with pictures that can be told apart, by both engines',
  ],
  examples: [
    {
      title: 'The middle of a film',
      files: [FILM],
      output: {
        data: { files: [{ name: 'film.mp4', outputs: ['film-1.jpg'], times: [0.5] }] },
        files: [{ name: 'film-1.jpg', mime: 'image/jpeg' }],
      },
    },
    {
      title: 'Two times as PNG, 32 pixels wide',
      options: { times: '0, 0:00.8', format: 'png', width: 32 },
      files: [FILM],
      output: {
        data: { files: [{ name: 'film.mp4', outputs: ['film-1.png', 'film-2.png'], times: [0, 0.8] }] },
        files: [
          { name: 'film-1.png', mime: 'image/png' },
          { name: 'film-2.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'After the end',
      options: { times: '0.5, 7' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "times" must be before the end at 1.000 s, got 7 s' },
    },
    {
      title: 'Too many times',
      options: { times: '0,'.repeat(31) },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "times" must have at most 30 times, got 31' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { times: named, spread, width, format } = run.options;
    return eachVideo(run, async (video) => {
      const times = timesOf(named, spread, video.seconds);
      const outputs: OutputFile[] = [];
      for (const [index, time] of times.entries()) {
        const bytes = await pictureAt(video, time, width, format);
        outputs.push({
          name: `${stemOf(video.media.upload.name)}-${index + 1}.${format}`,
          mime: FORMATS[format].mime,
          bytes,
        });
      }
      return { report: { times }, outputs };
    });
  },
});

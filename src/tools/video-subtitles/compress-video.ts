import { z } from 'zod';

import { defineTool, type OutputFile } from '../../core/index.js';
import { fileReports, warnings } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import type { MediaKind } from '../../lib/media/media-kind.js';
import { shownSize, squarePixels } from './_square-pixels.js';
import {
  type Container,
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
  OWN_TIMES,
  reportOf,
  soundCodec,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

const KIB = 1024;
/** Of a target, what containers need. */
const OVERHEAD = 0.03;
const MIN_PICTURE_BITS = 10_000;
const MAX_ATTEMPTS = 3;

/** Containers that are read, but written by no tool. */
const UNKEPT: Partial<Record<MediaKind, string>> = {
  asf: 'video/x-ms-asf',
  flv: 'video/x-flv',
  mpeg: 'video/mpeg',
  gif: 'image/gif',
};

interface Asked {
  readonly crf: number;
  readonly targetKb: number;
  readonly maxHeight: number;
  readonly maxFps: number;
  readonly audioBitrate: number;
}

/** Scales down, never up, to even sides; drops pictures above a rate. */
function filtersOf({ track }: OpenVideo, { maxHeight, maxFps }: Asked): string {
  const [, height] = shownSize(track);
  const down = maxHeight > 0 && maxHeight < height ? 2 * Math.floor(maxHeight / 2) : 0;
  return (
    squarePixels(track) +
    [
      ...(maxFps > 0 && track.framesPerSecond > maxFps ? [`fps=${maxFps}`] : []),
      down > 0 ? `scale=-2:${down}:flags=lanczos` : 'scale=trunc(iw/2)*2:trunc(ih/2)*2:flags=bicubic',
      'setsar=1',
    ].join(',')
  );
}

/** Sound that has fewer bits per second than asked for would only grow. */
const noMoreThan = (kilobits: number, bits: number | undefined): number =>
  bits === undefined ? kilobits : Math.min(kilobits, Math.max(16, Math.round(bits / 1000)));

/** Bits per second that are left for pictures where the whole is to be so large. */
function pictureBits({ seconds, sound }: OpenVideo, { targetKb, audioBitrate }: Asked): number {
  const all = (8 * KIB * targetKb * (1 - OVERHEAD)) / Math.max(seconds, 0.1);
  return Math.max(MIN_PICTURE_BITS, Math.floor(all - (sound === undefined ? 0 : 1000 * audioBitrate)));
}

/** In the place of a constant rate factor, so many bits per second, with little to spare at any time. */
function ratedCodec(codec: readonly string[], bits: number): string[] {
  const at = codec.indexOf('-crf');
  const free = codec.filter((_, index) => index !== at && index !== at + 1);
  const rate = String(bits);
  // The last `-b:v` counts.
  return [...free, '-b:v', rate, '-maxrate', rate, '-bufsize', rate];
}

/** Codes by quality, or by rate: then again with a lower one where the result is too large, and the smallest is kept. */
async function compressed(video: OpenVideo, container: Container, asked: Asked): Promise<OutputFile> {
  const { media, track, session } = video;
  const codec = videoCodec(container, session, asked.crf);
  const write = (coded: readonly string[]): Promise<OutputFile> =>
    writeVideo(video, container, [
      ...[...media.input, '-map', `0:${track.index}`, '-map', '0:a:0?', ...soundCodec(container, asked.audioBitrate)],
      ...['-vf', filtersOf(video, asked), ...OWN_TIMES, ...coded],
    ]);
  if (asked.targetKb === 0) return write(codec);
  const target = KIB * asked.targetKb;
  let bits = pictureBits(video, asked);
  let best = await write(ratedCodec(codec, bits));
  for (let attempt = 2; attempt <= MAX_ATTEMPTS && best.bytes.length > target && bits > MIN_PICTURE_BITS; attempt++) {
    const over = (8 * (best.bytes.length - target)) / Math.max(video.seconds, 0.1);
    bits = Math.max(MIN_PICTURE_BITS, Math.floor(0.97 * Math.min(bits * 0.9, bits - over)));
    const next = await write(ratedCodec(codec, bits));
    if (next.bytes.length < best.bytes.length) best = next;
  }
  return best;
}

export default defineTool({
  id: 'compress-video',
  title: 'Compress Video',
  summary: 'Makes videos smaller, by quality, by fewer pixels or to a target size, and never larger.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    crf: crfOption(28),
    targetKb: z
      .number()
      .min(0)
      .max(20_480)
      .default(0)
      .describe('Largest size of each result in KiB, in the place of "crf"; 0 for no target.'),
    maxHeight: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4096)
      .default(0)
      .describe('Greatest height in pixels, such as 720; 0: as it is. Nothing is enlarged.'),
    maxFps: z.number().min(0).max(120).default(0).describe('Most pictures per second; 0: as it is.'),
    audioBitrate: z.number().multipleOf(1).min(16).max(320).default(96).describe('Kilobits per second of the sound.'),
  },
  result: 'mixed',
  data: fileReports({
    ...WRITTEN_VIDEO,
    savedPercent: z.number().describe('How much smaller the result is than the upload, in percent.'),
    warnings: warnings(),
  }),
  notes: [
    'Written are MP4 with H.264 and AAC, WebM with VP9 and Opus where the upload is WebM. The first audio track is kept, subtitles are not.',
    'If nothing can be saved, the upload is returned unchanged, with a warning. A target that cannot be reached gives the smallest result of three attempts, with a warning.',
    'With a target, a third of the megapixels below can be worked on.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'video compressor',
    'reduce video size',
    'shrink video',
    'mp4 compressor',
    'compress mp4',
    'video to 8 mb',
    'discord video size',
    'whatsapp video size',
    'smaller video',
    'film too big for whatsapp',
    'video too large to send',
  ],
  verified: [
    'FFmpeg and ffprobe 5.1 (Debian): targets of 60 and 200 KiB are met and at least half used, with every picture and the sound, from MP4, MOV, MKV and WebM, by both engines',
    'FFmpeg 5.1 (Debian): at the default a film of a test pattern is at least 40 percent smaller than at crf 5, decoded pictures differ by less than 6 of 255 on average; height and rate are at most what is asked for',
  ],
  examples: [
    {
      title: 'A film that cannot be made smaller',
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'At most 32 pixels high, in half a KiB: the smallest result and a warning',
      options: { maxHeight: 32, targetKb: 0.5 },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const asked = run.options;
    return eachVideo(run, async (video) => {
      const { media, sound } = video;
      const container = codedContainer(media);
      checkVideoWork(video, { cost: costOf(container) * (asked.targetKb > 0 ? MAX_ATTEMPTS : 1) });
      const { bytes, name } = media.upload;
      const audioBitrate = noMoreThan(asked.audioBitrate, sound?.bitrate);
      const made = await compressed(video, container, { ...asked, audioBitrate });
      const isSmaller = made.bytes.length < bytes.length;
      const output = isSmaller ? made : { name, mime: UNKEPT[media.kind] ?? keptContainer(media).mime, bytes };
      const isMissed = asked.targetKb > 0 && output.bytes.length > KIB * asked.targetKb;
      return {
        report: {
          ...(await reportOf(video, output, !isSmaller)),
          savedPercent: Math.round(1000 * (1 - output.bytes.length / bytes.length)) / 10,
          warnings: [
            ...(isSmaller ? [] : ['Nothing could be saved: the upload is returned unchanged']),
            ...(isMissed ? [`The target of ${asked.targetKb} KiB could not be reached`] : []),
          ],
        },
        outputs: [output],
      };
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { MEDIA_NEEDS } from '../../formats/media/media-file.js';
import { evenPixels } from './_square-pixels.js';
import {
  CONTAINERS,
  checkVideoWork,
  costOf,
  crfOption,
  DAMAGED_VIDEO,
  eachVideo,
  FILM,
  NO_VIDEO,
  NOT_VIDEO,
  type OpenVideo,
  OWN_TIMES,
  PICTURE_CODECS,
  reportOf,
  soundCodec,
  VIDEO_FILES,
  VIDEO_LIMIT_NOTE,
  VIDEO_NOTE,
  videoCodec,
  WRITTEN_VIDEO,
  writeVideo,
} from './_video-work.js';

type Format = 'mp4' | 'webm' | 'mkv' | 'mov';

/** What players of a format expect, which is copied. Matroska takes anything. */
const SOUNDS: Readonly<Record<Format, readonly string[] | undefined>> = {
  mp4: ['aac', 'mp3', 'ac3', 'alac'],
  mov: ['aac', 'mp3', 'ac3', 'alac', 'pcm_s16le', 'pcm_s24le'],
  webm: ['opus', 'vorbis'],
  mkv: undefined,
};

/** What is copied and what is coded anew. */
function planOf({ track, sound }: OpenVideo, format: Format, codec: 'auto' | 'copy' | 'code') {
  const fits = PICTURE_CODECS[format]?.includes(track.codec) ?? true;
  const soundFits = sound === undefined || (SOUNDS[format]?.includes(sound.codec) ?? true);
  return { copied: codec !== 'code' && fits, soundCopied: codec !== 'code' && soundFits };
}

export default defineTool({
  id: 'convert-video',
  title: 'Convert Video',
  summary:
    'Converts videos to MP4, WebM, MKV or MOV, and copies pictures and sound without loss where the format takes them.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    format: z.enum(['mp4', 'webm', 'mkv', 'mov']).default('mp4').describe('Format to write.'),
    codec: z
      .enum(['auto', 'copy', 'code'])
      .default('auto')
      .describe(
        'Copies what the format takes and codes the rest anew; only copies; or codes everything anew, as H.264 and AAC, in WebM as VP9 and Opus.',
      ),
    crf: crfOption(23),
    audioBitrate: z
      .number()
      .multipleOf(1)
      .min(16)
      .max(320)
      .default(128)
      .describe('Kilobits per second of sound that is coded anew.'),
  },
  result: 'mixed',
  data: fileReports({
    ...WRITTEN_VIDEO,
    soundCopied: z.boolean().describe('Whether the sound was copied as it was coded.'),
  }),
  notes: [
    'From MKV or MOV to MP4 mostly nothing is coded anew: that is done at once and without loss, whatever the size. H.265 and AV1 are copied, not written.',
    'The first picture track and all sound tracks are kept, with tags and chapters; subtitles only in MKV.',
    VIDEO_NOTE,
    VIDEO_LIMIT_NOTE,
  ],
  aliases: [
    'mkv to mp4',
    'mov to mp4',
    'webm to mp4',
    'avi to mp4',
    'mp4 to webm',
    'wmv to mp4',
    'flv to mp4',
    'video converter',
    'remux',
    'change container',
    'video does not play',
    'change a video format',
  ],
  verified: [
    'ffprobe and FFmpeg 5.1 (Debian): codecs, size, number of pictures and length of four formats from MP4, MKV, WebM and AVI; packets that are copied are those of the upload; by both engines',
  ],
  examples: [
    {
      title: 'To MKV without loss',
      options: { format: 'mkv' },
      files: [FILM],
      output: { files: [{ name: 'film.mkv', mime: 'video/x-matroska' }] },
    },
    {
      title: 'To WebM',
      options: { format: 'webm' },
      files: [FILM],
      output: { files: [{ name: 'film.webm', mime: 'video/webm' }] },
    },
    {
      title: 'What cannot be copied',
      options: { format: 'webm', codec: 'copy' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Cannot copy "film.mp4" to webm: it does not take h264' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { format, codec, crf, audioBitrate } = run.options;
    return eachVideo(run, async (video) => {
      const { media, track, sound, session } = video;
      const container = CONTAINERS[format];
      const { copied, soundCopied } = planOf(video, format, codec);
      if (codec === 'copy' && !(copied && soundCopied))
        throw invalid(
          `Cannot copy ${quote(media.upload.name)} to ${format}: it does not take ${copied ? sound?.codec : track.codec}`,
        );
      if (!copied) checkVideoWork(video, { cost: costOf(container) });
      const tag = copied && track.codec === 'hevc' && format !== 'mkv' ? ['-tag:v', 'hvc1'] : [];
      const args = [
        ...[
          ...media.input,
          '-map',
          `0:${track.index}`,
          '-map',
          '0:a?',
          ...(format === 'mkv' ? ['-map', '0:s?', '-c:s', 'copy'] : []),
        ],
        ...(copied
          ? ['-c:v', 'copy', ...tag]
          : ['-vf', evenPixels(track), ...OWN_TIMES, ...videoCodec(container, session, crf)]),
        ...(soundCopied ? ['-c:a', 'copy'] : soundCodec(container, audioBitrate)),
      ];
      const output = await writeVideo(video, container, args);
      return { report: { ...(await reportOf(video, output, copied)), soundCopied }, outputs: [output] };
    });
  },
});

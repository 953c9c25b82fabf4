import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type OutputFile } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { inSession, MEDIA_NEEDS, type MediaFile, openMedia, videoStream } from '../../formats/media/media-file.js';
import { FILM_REPORT, filmReport, MEDIA_REPORT, mediaReport } from '../../formats/media/media-report.js';
import {
  DAMAGED_VIDEO,
  FILM,
  keptContainer,
  NO_VIDEO,
  NOT_VIDEO,
  type OpenVideo,
  VIDEO_FILES,
  VIDEO_NOTE,
  writeVideo,
} from './_video-work.js';

/** Pictures, sound and subtitles as they are coded, with the languages by which players choose them; nothing else. */
function strip(video: Pick<OpenVideo, 'session' | 'media'>): Promise<OutputFile> {
  const { media } = video;
  const tracks = media.info.streams.filter(({ type, isCover }) => type !== 'other' && !isCover);
  const languages = tracks.flatMap(({ tags: { language } }, index) =>
    language === undefined ? [] : [`-metadata:s:${index}`, `language=${language}`],
  );
  const maps = tracks.flatMap(({ index }) => ['-map', `0:${index}`]);
  const args = [...media.input, ...maps, '-c', 'copy', '-map_metadata:s', '-1', ...languages];
  return writeVideo(video, keptContainer(media), args, { isStripped: true });
}

const report = (media: MediaFile) => ({ ...mediaReport(media), ...filmReport(media) });

export default defineTool({
  id: 'video-metadata',
  title: 'Video Metadata',
  summary:
    'Shows the codecs, tracks, tags, chapters, location and recording date of videos, or removes their metadata.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: VIDEO_FILES },
  options: {
    action: z
      .enum(['read', 'strip'])
      .default('read')
      .describe('Only shows what is there, or also writes the video without its metadata.'),
  },
  result: 'mixed',
  data: fileReports({ ...MEDIA_REPORT, ...FILM_REPORT }),
  notes: [
    'Action strip copies pictures, sound and subtitles without loss and removes tags, chapters, covers, attachments and data tracks such as the positions that action cameras record. Rotation and the languages of tracks stay. The report is of the upload.',
    'What is inside the coded pictures is not touched: encoders such as x264 write their settings there.',
    'WMV, FLV and MPEG-PS videos are written as MKV.',
    VIDEO_NOTE,
  ],
  aliases: [
    'mediainfo',
    'ffprobe',
    'video info',
    'video codec checker',
    'mp4 metadata',
    'remove metadata from video',
    'video gps location',
    'when was this video recorded',
    'frame rate checker',
    'video resolution checker',
  ],
  verified: [
    'MediaInfo 23.04 and ffprobe 5.1 (Debian): size, rotation, codec, sample rate, channels, frame rate, length and title of 105 generated MP4, MOV, MKV, WebM, AVI and MPEG-TS files; pictures as many as are decoded; 14 of them by the FFmpeg of the package, too',
    'After strip of an MP4 and an MKV: no title, chapter, place or date is left in the bytes, languages stay, and every decoded picture is that of the upload',
    'ISO 6709 annex H: examples of its three forms',
  ],
  examples: [
    {
      title: 'A film',
      files: [FILM],
      output: {},
    },
    {
      title: 'Without its metadata',
      options: { action: 'strip' },
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { action } = run.options;
    return eachFile(run, (upload) =>
      inSession(run, async (session) => {
        const media = await openMedia(session, upload, 'video', 'in0', { counted: true });
        videoStream(media);
        return { report: report(media), outputs: action === 'strip' ? [await strip({ session, media })] : [] };
      }),
    );
  },
});

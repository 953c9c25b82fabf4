import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { audioStream, MEDIA_NEEDS, openMedia } from '../../formats/media/media-file.js';
import {
  DAMAGED_VIDEO,
  FILM,
  keptContainer,
  NO_VIDEO,
  NOT_VIDEO,
  type OpenVideo,
  reportOf,
  soundCodec,
  VIDEO_FILES,
  VIDEO_NOTE,
  WRITTEN_VIDEO,
  withVideo,
  writeVideo,
} from './_video-work.js';

const AUDIO_ENDINGS = ['.mp3', '.m4a', '.aac', '.wav', '.flac', '.ogg', '.opus', '.aiff', '.wma'];

/** The new sound: as loud and late as asked for, as long as the pictures. */
function soundGraph(
  { sound, seconds }: OpenVideo,
  added: string,
  action: string,
  volume: number,
  delayMs: number,
): string {
  const chain = [
    `volume=${volume}`,
    ...(delayMs > 0 ? [`adelay=${delayMs}:all=1`] : []),
    'apad',
    `atrim=end=${seconds.toFixed(6)}`,
  ];
  if (action !== 'mix' || sound === undefined) return `[${added}]${chain.join(',')}[out]`;
  const own = `[0:${sound.index}]apad,atrim=end=${seconds.toFixed(6)}[own]`;
  return `${own};[${added}]${chain.join(',')}[new];[own][new]amix=inputs=2:duration=longest:normalize=0,alimiter=limit=0.97:level=0[out]`;
}

export default defineTool({
  id: 'mute-video',
  title: 'Mute Video',
  summary: 'Removes the sound of a video, or replaces it or mixes it with music or a voice; the pictures are copied.',
  family: 'video-subtitles',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 2, formats: [...VIDEO_FILES, ...AUDIO_ENDINGS] },
  options: {
    action: z
      .enum(['remove', 'replace', 'mix', 'volume'])
      .default('remove')
      .describe(
        'Removes the sound; replaces it by that of the second file; mixes both; or changes the volume of its own sound.',
      ),
    volume: z
      .number()
      .min(0)
      .max(10)
      .default(1)
      .describe('How many times as loud the second file, or for volume the own sound, becomes.'),
    delayMs: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(600_000)
      .default(0)
      .describe('Milliseconds after which that sound begins.'),
    loop: z.boolean().default(false).describe('Repeats the second file until the video ends.'),
  },
  result: 'mixed',
  data: z.object(WRITTEN_VIDEO),
  notes: [
    'The pictures are copied as they are coded, without loss and at once, whatever their size. The first file is the video, the second the sound; what is longer than the video is cut off, and silence fills what is missing.',
    'Subtitles, chapters, tags and the rotation stay.',
    VIDEO_NOTE,
  ],
  aliases: [
    'remove audio from video',
    'silence video',
    'add music to video',
    'replace audio',
    'add audio to video',
    'add voice over',
    'video volume',
    'delay audio',
    'video without sound',
    'background music for a video',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the MD5 of the picture packets is that of the upload for every action, MP4, WebM, MKV and AVI, by both engines; no sound track is left after remove, and the length stays within a frame',
  ],
  examples: [
    {
      title: 'A film with music',
      options: { action: 'replace', loop: true },
      files: [FILM, { name: 'hello.mp3', fixture: 'audio/hello.mp3' }],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'Without sound',
      files: [FILM],
      output: { files: [{ name: 'film.mp4', mime: 'video/mp4' }] },
    },
    {
      title: 'No second file',
      options: { action: 'replace' },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "action" needs two files for replace, got 1' },
    },
    {
      title: 'One file too many',
      files: [FILM, FILM],
      error: { code: 'INVALID_INPUT', message: 'Option "action" needs one file for remove, got 2' },
    },
    {
      title: 'No sound to change',
      options: { action: 'volume', volume: 2 },
      files: [FILM],
      error: { code: 'INVALID_INPUT', message: 'Cannot read audio "film.mp4": it has no audio track' },
    },
    NOT_VIDEO,
    NO_VIDEO,
    DAMAGED_VIDEO,
  ],
  run(run) {
    const { action, volume, delayMs, loop } = run.options;
    const needsTwo = action === 'replace' || action === 'mix';
    const [upload, added] = run.files;
    if (needsTwo !== (added !== undefined))
      throw invalid(
        `Option "action" needs ${needsTwo ? 'two files' : 'one file'} for ${action}, got ${run.files.length}`,
      );
    return withVideo(run, upload, async (video) => {
      const { session, media, track } = video;
      const container = keptContainer(media);
      const keep = ['-map', `0:${track.index}`, '-map', '0:s?', '-c:v', 'copy', '-c:s', 'copy'];
      const change = async (): Promise<string[]> => {
        if (action === 'remove') return [...media.input, ...keep, '-an'];
        if (action === 'volume' || added === undefined) {
          const own = audioStream(media);
          const graph = soundGraph(video, `0:${own.index}`, 'replace', volume, delayMs);
          return [...media.input, '-filter_complex', graph, ...keep, '-map', '[out]', ...soundCodec(container, 160)];
        }
        const other = await openMedia(session, added, 'audio', 'in1');
        const graph = soundGraph(video, `1:${audioStream(other).index}`, action, volume, delayMs);
        const again = loop ? ['-stream_loop', '-1'] : [];
        return [
          ...media.input,
          ...again,
          ...other.input,
          '-filter_complex',
          graph,
          ...keep,
          '-map',
          '[out]',
          ...soundCodec(container, 160),
        ];
      };
      const output = await writeVideo(video, container, await change());
      return withFiles(json(await reportOf(video, output, true)), [output]);
    });
  },
});

import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { audioStream, damaged, inSession, MEDIA_NEEDS, openMedia } from '../../formats/media/media-file.js';
import { MEDIA_REPORT, mediaReport } from '../../formats/media/media-report.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_NOTE } from './_audio-work.js';

/** Names that containers have for one thing; the first that is there is taken. */
const COMMON = {
  title: ['title', 'tit2'],
  artist: ['artist', 'author', 'tpe1'],
  album: ['album'],
  albumArtist: ['album_artist', 'albumartist', 'album artist'],
  composer: ['composer'],
  genre: ['genre'],
  date: ['date', 'originaldate', 'year', 'tyer', 'tdrc'],
  track: ['track', 'tracknumber'],
  disc: ['disc', 'discnumber'],
  comment: ['comment', 'description'],
  copyright: ['copyright'],
  isrc: ['isrc', 'tsrc'],
  encoder: ['encoder', 'encoded_by'],
} as const;

const commonTags = (tags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(COMMON).map(([name, keys]) => [name, keys.map((key) => tags[key]).find(Boolean) ?? '']),
  );

const tag = (description: string) => z.string().describe(`${description}; empty if the file does not say.`);

export default defineTool({
  id: 'audio-metadata',
  title: 'Audio Metadata',
  summary: 'Shows title, artist and other tags, length, codec, bit rate, chapters and covers of audio files.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {},
  result: 'data',
  data: fileReports({
    common: z
      .object({
        title: tag('Title'),
        artist: tag('Artist'),
        album: tag('Album'),
        albumArtist: tag('Artist of the whole album'),
        composer: tag('Composer'),
        genre: tag('Genre'),
        date: tag('Year or date'),
        track: tag('Number of the track, such as 3 or 3/12'),
        disc: tag('Number of the disc'),
        comment: tag('Comment'),
        copyright: tag('Copyright'),
        isrc: tag('ISRC, the number of the recording'),
        encoder: tag('Program that coded it'),
      })
      .describe('The tags that most files have, under one name for all containers.'),
    ...MEDIA_REPORT,
  }),
  notes: [
    'Reads ID3v1, ID3v2, APE, MP4, Vorbis comments, RIFF and ASF tags. edit-audio-tags changes them and extracts covers.',
    'The length of MP3, AAC and AC-3 files is counted packet by packet where the file tells none or a wrong one.',
    AUDIO_NOTE,
  ],
  aliases: [
    'mp3 info',
    'id3 viewer',
    'id3 tag reader',
    'mediainfo',
    'ffprobe',
    'audio bitrate checker',
    'audio codec checker',
    'audio length',
    'm4b chapters',
    'how long is an mp3',
    'what bitrate is a song',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): length beside the decoded samples, sample rate, channels, bits and tags of 100 generated MP3, AAC, AC-3, M4A, FLAC, Ogg, Opus, WAV and AIFF files; to the millisecond but for the delay and padding of lossy codecs: at most two packets of MP3, AAC and AC-3, 10 ms of Opus; 20 of them by the FFmpeg of the package, too',
  ],
  examples: [
    {
      title: 'An MP3',
      files: [HELLO_MP3],
      output: {},
    },
    {
      title: 'Ogg',
      files: [{ name: 'hello.ogg', fixture: 'audio/hello.ogg' }],
      output: {},
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    return eachFile(run, (upload) =>
      inSession(run, async (session) => {
        const media = await openMedia(session, upload, 'audio', 'in0', { counted: true });
        const { codec } = audioStream(media);
        // Such as a WAV of no bits: there is no length where nothing can be decoded.
        if (codec === 'unknown' && media.info.seconds === undefined) throw damaged('audio', upload);
        const report = mediaReport(media);
        return { report: { common: commonTags(report.tags), ...report }, outputs: [] };
      }),
    );
  },
});

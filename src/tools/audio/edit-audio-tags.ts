import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { extensionOf, renamed, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, type OutputFile, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { copiedFormat } from '../../formats/media/copied-audio.js';
import { MEDIA_NEEDS, produce } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, HELLO_MP3, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_NOTE, type OpenAudio, withAudio } from './_audio-work.js';

const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.png'];
const WITH_COVERS = new Set(['.mp3', '.m4a', '.flac']);

const tag = (description: string) =>
  z.string().max(5000).default('').describe(`${description}; empty: as it is, a single - removes it.`);

const TAGS = {
  title: 'title',
  artist: 'artist',
  album: 'album',
  albumArtist: 'album_artist',
  date: 'date',
  track: 'track',
  genre: 'genre',
  comment: 'comment',
} as const;

/** A picture by its first bytes. */
function pictureKind({ bytes }: InputFile): 'jpg' | 'png' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpg';
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? 'png' : undefined;
}

interface Changes {
  readonly tags: readonly string[];
  readonly cover: 'keep' | 'set' | 'extract' | 'remove';
  readonly picture: InputFile | undefined;
  readonly strip: boolean;
}

async function extractCover({ session, media }: OpenAudio): Promise<OutputFile> {
  const cover = media.info.streams.find(({ isCover }) => isCover);
  if (cover === undefined) throw invalid(`Cannot extract a cover from ${quote(media.upload.name)}: it has none`);
  const isPng = cover.codec === 'png';
  const args = [
    ...media.input,
    '-map',
    `0:${cover.index}`,
    ...(isPng || cover.codec === 'mjpeg' ? ['-c', 'copy'] : ['-c:v', 'mjpeg']),
  ];
  const bytes = await produce(session, media, 'audio', [...args, '-frames:v', '1', '-f', 'image2pipe'], 'cover', 0);
  return {
    name: `${stemOf(media.upload.name)}${isPng ? '.png' : '.jpg'}`,
    mime: isPng ? 'image/png' : 'image/jpeg',
    bytes,
  };
}

async function rewrite(
  { session, media, track }: OpenAudio,
  { tags, cover, picture, strip }: Changes,
): Promise<OutputFile> {
  const { extension, mime, muxer } = copiedFormat(track.codec);
  const hasCovers = WITH_COVERS.has(extension);
  if (cover === 'set' && !hasCovers)
    throw invalid(`Cannot set a cover in ${quote(media.upload.name)}: only MP3, M4A and FLAC files take one`);
  const old = media.info.streams.find(({ isCover }) => isCover);
  if (picture !== undefined) await session.write('picture', picture.bytes);
  const given =
    picture === undefined ? [] : ['-f', pictureKind(picture) === 'png' ? 'png_pipe' : 'jpeg_pipe', '-i', 'picture'];
  const pictureMap =
    cover === 'set'
      ? ['-map', '1:0']
      : hasCovers && old !== undefined && cover === 'keep' && !strip
        ? ['-map', `0:${old.index}`]
        : [];
  const args = [
    ...[...media.input, ...given, '-map', `0:${track.index}`, ...pictureMap, '-c', 'copy'],
    ...(pictureMap.length === 0 ? [] : ['-disposition:v', 'attached_pic']),
    ...(strip ? ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'] : ['-map_metadata', '0']),
    ...[...tags, '-id3v2_version', '3', '-fflags', '+bitexact', '-f', muxer],
  ];
  const bytes = await produce(session, media, 'audio', args, 'out');
  return { name: renamed(media.upload.name, extension), mime, bytes };
}

export default defineTool({
  id: 'edit-audio-tags',
  title: 'Edit Audio Tags',
  summary: 'Sets or removes title, artist, album and other tags of audio files, and sets, extracts or removes covers.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: {
    min: 1,
    max: 20,
    formats: [...AUDIO_FILES, ...PICTURE_ENDINGS],
    forAll: { which: PICTURE_ENDINGS, when: { cover: 'set' } },
  },
  options: {
    title: tag('Title'),
    artist: tag('Artist'),
    album: tag('Album'),
    albumArtist: tag('Artist of the whole album'),
    date: tag('Year or date, such as 2026 or 2026-05-31'),
    track: tag('Number of the track, such as 3 or 3/12'),
    genre: tag('Genre'),
    comment: tag('Comment'),
    cover: z
      .enum(['keep', 'set', 'extract', 'remove'])
      .default('keep')
      .describe(
        'What becomes of the cover; set takes a JPEG or PNG image among the uploads, extract gives the image alone.',
      ),
    strip: z.boolean().default(false).describe('Removes all tags, chapters and the cover before the new ones are set.'),
  },
  result: 'mixed',
  data: fileReports({
    tags: count('Tags that were set or removed.'),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'The sound is copied as it is coded, without loss. Written are ID3v2.3 in MP3, MP4 tags in M4A, Vorbis comments in FLAC, Ogg and Opus, and RIFF tags in WAV; for other formats see convert-audio.',
    'The same tags go to every audio file of a run. Covers fit in MP3, M4A and FLAC. audio-metadata shows what a file has.',
    AUDIO_NOTE,
  ],
  aliases: [
    'id3 editor',
    'mp3 tag editor',
    'mp3tag',
    'album art',
    'cover art',
    'set mp3 cover',
    'remove metadata from mp3',
    'edit metadata',
    'extract album art',
    'change the artist of an mp3',
    'song title and album',
  ],
  verified: [
    'ffprobe 5.1 (Debian): the tags of MP3, M4A, FLAC, Ogg, Opus and WAV are those that were set, others stay, and no sample of the sound changes; the cover that is extracted is the image that was set, byte for byte',
  ],
  examples: [
    {
      title: 'Title and artist',
      options: { title: 'Hello, world!', artist: 'Ólafur' },
      files: [HELLO_MP3],
      output: { files: [{ name: 'hello.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'All tags gone',
      options: { strip: true },
      files: [{ name: 'hello.m4a', fixture: 'audio/hello.m4a' }],
      output: { files: [{ name: 'hello.m4a', mime: 'audio/mp4' }] },
    },
    {
      title: 'No cover to extract',
      options: { cover: 'extract' },
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'Cannot extract a cover from "hello.mp3": it has none' },
    },
    {
      title: 'No image to set',
      options: { cover: 'set' },
      files: [HELLO_MP3],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "cover" needs one JPEG or PNG image among the files for set, got 0',
      },
    },
    {
      title: 'A cover in Ogg',
      options: { cover: 'set' },
      files: [
        { name: 'hello.ogg', fixture: 'audio/hello.ogg' },
        {
          name: 'dot.png',
          base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot set a cover in "hello.ogg": only MP3, M4A and FLAC files take one',
      },
    },
    {
      title: 'Nothing to do',
      files: [HELLO_MP3],
      error: { code: 'INVALID_INPUT', message: 'One of the tags, "cover" or "strip" must be given' },
    },
    { ...NOT_AUDIO, options: { title: 'x' } },
    { ...DAMAGED_AUDIO, options: { title: 'x' } },
    { ...NO_AUDIO, options: { title: 'x' } },
  ],
  run(run) {
    const { options } = run;
    const set = Object.entries(TAGS).filter(([name]) => options[name as keyof typeof TAGS] !== '');
    const tags = set.flatMap(([name, key]) => {
      const value = options[name as keyof typeof TAGS];
      const pair = `${key}=${value === '-' ? '' : value}`;
      // Ogg has them in its tracks, the others in the file.
      return ['-metadata', pair, '-metadata:s:a:0', pair];
    });
    const { cover, strip } = options;
    if (set.length === 0 && cover === 'keep' && !strip)
      throw invalid('One of the tags, "cover" or "strip" must be given');
    const pictures = run.files.filter(
      (file) => pictureKind(file) !== undefined && PICTURE_ENDINGS.includes(extensionOf(file.name)),
    );
    if (cover === 'set' && pictures.length !== 1)
      throw invalid(`Option "cover" needs one JPEG or PNG image among the files for set, got ${pictures.length}`);
    const files = cover === 'set' ? run.files.filter((file) => !pictures.includes(file)) : run.files;
    return eachFile({ files, signal: run.signal }, (upload) =>
      withAudio(run, upload, async (audio) => {
        const changes = { tags, cover, picture: cover === 'set' ? pictures[0] : undefined, strip };
        const output = cover === 'extract' ? await extractCover(audio) : await rewrite(audio, changes);
        const bytes = { bytesBefore: upload.bytes.length, bytesAfter: output.bytes.length };
        return { report: { tags: cover === 'extract' ? 0 : set.length, ...bytes }, outputs: [output] };
      }),
    );
  },
});

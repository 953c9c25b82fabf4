import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { AUDIO_FORMATS } from '../../formats/media/audio-output.js';
import { copiedFormat } from '../../formats/media/copied-audio.js';
import { MEDIA_NEEDS, produce } from '../../formats/media/media-file.js';
import { DAMAGED_AUDIO, NO_AUDIO, NOT_AUDIO } from './_audio-examples.js';
import { AUDIO_FILES, AUDIO_LENGTH_NOTE, bitrateOption, eachAudio, type OpenAudio, writeAudio } from './_audio-work.js';

async function copyTrack({ session, media, track }: OpenAudio) {
  const { extension, mime, muxer } = copiedFormat(track.codec);
  const args = [...media.input, '-map', `0:${track.index}`, '-c', 'copy', '-map_metadata', '0', '-fflags', '+bitexact'];
  const bytes = await produce(session, media, 'audio', [...args, '-f', muxer], 'out');
  return { name: renamed(media.upload.name, extension), mime, bytes };
}

export default defineTool({
  id: 'extract-audio',
  title: 'Extract Audio',
  summary: 'Takes the sound out of videos, as it is coded or converted to MP3, WAV, FLAC and other formats.',
  family: 'audio',
  class: 'native',
  needs: MEDIA_NEEDS,
  input: 'none',
  files: { min: 1, max: 20, formats: AUDIO_FILES },
  options: {
    format: z
      .enum(['copy', ...AUDIO_FORMATS])
      .default('copy')
      .describe('Format to write; copy: the sound as it is coded, without loss, in a file that fits it.'),
    track: z.number().multipleOf(1).min(1).max(64).default(1).describe('Which of the sound tracks, counted from 1.'),
    bitrate: bitrateOption(),
  },
  result: 'mixed',
  data: fileReports({
    codec: z.string().describe('How the sound of the upload is coded.'),
    tracks: count('Sound tracks in the upload.'),
    language: z.string().describe('Language of the track, as the upload has it; may be empty.'),
    bytesBefore: count('Bytes of the upload.'),
    bytesAfter: count('Bytes of the result.'),
  }),
  notes: [
    'Reads MP4, MOV, WebM, MKV, AVI, WMV, MPEG, MPEG-TS and FLV. The content decides, not the file name; playlists are refused.',
    'With "copy", AAC goes to .m4a, Opus to .opus, Vorbis to .ogg, MP3 to .mp3, AC-3 to .ac3, PCM to .wav, and anything else to .mka.',
    AUDIO_LENGTH_NOTE,
  ],
  aliases: [
    'video to mp3',
    'mp4 to mp3',
    'mkv to mp3',
    'webm to mp3',
    'rip audio',
    'audio from video',
    'mp4 to wav',
    'mov to mp3',
    'sound of a movie as mp3',
    'music from a video',
  ],
  verified: [
    'FFmpeg 5.1 (Debian): the MD5 of the packets is that of the track in the upload for AAC, Opus, Vorbis, MP3, AC-3, FLAC and PCM, from MP4, MKV, WebM, AVI and MPEG-TS, by both engines',
  ],
  examples: [
    {
      title: 'The sound of a WebM video as it is',
      files: [{ name: 'clip.webm', fixture: 'audio/hello.webm' }],
      output: { files: [{ name: 'clip.opus', mime: 'audio/ogg' }] },
    },
    {
      title: 'As MP3',
      options: { format: 'mp3' },
      files: [{ name: 'clip.webm', fixture: 'audio/hello.webm' }],
      output: { files: [{ name: 'clip.mp3', mime: 'audio/mpeg' }] },
    },
    {
      title: 'A track that is not there',
      options: { track: 2 },
      files: [{ name: 'clip.webm', fixture: 'audio/hello.webm' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read audio "clip.webm": track 2 of 1 asked for' },
    },
    NOT_AUDIO,
    DAMAGED_AUDIO,
    NO_AUDIO,
  ],
  run(run) {
    const { format, track: number, bitrate } = run.options;
    return eachAudio(
      run,
      async (audio) => {
        const { media, track } = audio;
        const output =
          format === 'copy'
            ? await copyTrack(audio)
            : (await writeAudio(audio, { format, settings: { bitrate } })).output;
        const report = {
          codec: track.codec,
          tracks: media.info.streams.filter(({ type }) => type === 'audio').length,
          language: track.tags.language === 'und' ? '' : (track.tags.language ?? ''),
          bytesBefore: media.upload.bytes.length,
          bytesAfter: output.bytes.length,
        };
        return { report, outputs: [output] };
      },
      { number },
    );
  },
});

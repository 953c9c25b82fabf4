import { z } from 'zod';

import { eachFile, type FileWork } from '../../core/each-file.js';
import { count } from '../../core/shared-data.js';
import type { InputFile } from '../../core/tool.js';
import type { MediaSession } from '../../engines/media/session.js';
import {
  AUDIO_FORMATS,
  type AudioOutput,
  type AudioSettings,
  audioMaps,
  audioMime,
  audioName,
  audioPlan,
  DEFAULT_AUDIO,
  keptFormat,
} from '../../formats/media/audio-output.js';
import {
  audioStream,
  checkAudioLength,
  damaged,
  inSession,
  type MediaFile,
  type MediaRun,
  openMedia,
  produce,
  QUIET,
} from '../../formats/media/media-file.js';
import type { MediaStream } from '../../lib/media/media-info.js';

/** Sound, or films whose sound is taken. The content says what a file is, not its name. */
export const AUDIO_FILES = [
  ...[
    '.mp3',
    '.m4a',
    '.aac',
    '.wav',
    '.flac',
    '.ogg',
    '.oga',
    '.opus',
    '.aiff',
    '.aif',
    '.aifc',
    '.wma',
    '.amr',
    '.ac3',
  ],
  ...[
    '.caf',
    '.au',
    '.wv',
    '.m4b',
    '.mp4',
    '.mov',
    '.m4v',
    '.webm',
    '.mkv',
    '.mka',
    '.avi',
    '.wmv',
    '.mpg',
    '.ts',
    '.flv',
    '.3gp',
  ],
] as const;

export const AUDIO_NOTE =
  'Reads MP3, M4A/AAC, WAV, FLAC, Ogg, Opus, AIFF, WMA, AMR, AC-3, CAF, AU and WavPack, and the sound of MP4, MOV, WebM, MKV, AVI, WMV, MPEG and FLV videos. The content decides, not the file name; playlists are refused.';

export const AUDIO_LENGTH_NOTE =
  'At most 15 minutes of sound per file; 2 hours on a server with a native FFmpeg (FFMPEG_PATH), which is also several times faster. Work must be done within 75 seconds.';

export interface OpenAudio {
  readonly session: MediaSession;
  readonly media: MediaFile;
  readonly track: MediaStream;
}

interface FilesRun extends MediaRun {
  readonly files: readonly InputFile[];
}

/** Opens an upload's sound and works on it. Throws as `openMedia`, and LIMIT_EXCEEDED where it is too long. */
export const withAudio = <Result>(
  run: MediaRun,
  upload: InputFile,
  work: (audio: OpenAudio) => Promise<Result>,
  { number = 1, share = 1 }: AudioRules = {},
): Promise<Result> =>
  inSession(run, async (session) => {
    const media = await openMedia(session, upload, 'audio');
    const track = audioStream(media, number);
    checkAudioLength(session, media.info.seconds ?? track.seconds, share);
    return work({ session, media, track });
  });

export interface AudioRules {
  /** Which of the sound tracks, from 1. */
  readonly number?: number;
  /** How much of the greatest length is worked on, by tools that go through the sound several times. */
  readonly share?: number;
}

/** Works on the sound of each upload by itself. */
export const eachAudio = <Report extends object>(
  run: FilesRun,
  work: (audio: OpenAudio) => Promise<FileWork<Report>>,
  rules?: AudioRules,
) => eachFile(run, (upload) => withAudio(run, upload, work, rules));

/** What FFmpeg logs while the sound goes through filters and nothing is written. */
export async function measureAudio({ session, media, track }: OpenAudio, filters: string): Promise<string> {
  const args = [...media.input, '-map', `0:${track.index}`, '-af', filters, '-f', 'null', '-'];
  const { status, log } = await session.ffmpeg([...QUIET, ...args]);
  if (status !== 0) throw damaged('audio', media.upload);
  return log;
}

/** Length of a file's sound; that of the whole file where the track does not say. */
export const secondsOf = ({ media, track }: OpenAudio): number => track.seconds ?? media.info.seconds ?? 0;

/** What a change of sound is made of, beside where it goes. */
export interface AudioChange {
  /** Filters of the sound, in order. */
  readonly filters?: readonly string[];
  /** In their place, a graph that reads `[0:1]` or whatever the track is and ends in `[out]`. */
  readonly graph?: string;
  /** Inputs beside the upload. */
  readonly more?: readonly string[];
  /** Options before the input. */
  readonly before?: readonly string[];
  readonly settings?: Partial<AudioSettings>;
  /** `keep` for the format of the upload. */
  readonly format: AudioOutput | 'keep';
  /** The name without its ending; that of the upload if not given. */
  readonly stem?: string;
  /** About how long it will be; as long as the upload where not given. */
  readonly seconds?: number;
}

export interface WrittenAudio {
  readonly format: AudioOutput;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Writes sound through filters into a format. */
export async function writeAudio(
  { session, media, track }: OpenAudio,
  { filters = [], graph, more = [], before = [], settings = {}, format: asked, stem, seconds }: AudioChange,
) {
  const format = asked === 'keep' ? keptFormat(media, track) : asked;
  const plan = audioPlan(track, { ...DEFAULT_AUDIO, ...settings, format });
  const bytes = await produce(
    session,
    media,
    'audio',
    [
      ...before,
      ...media.input,
      ...more,
      ...(graph === undefined ? [] : ['-filter_complex', graph]),
      ...audioMaps(media, graph === undefined ? `0:${track.index}` : '[out]', format),
      ...(filters.length === 0 ? [] : ['-af', filters.join(',')]),
      ...plan.args,
    ],
    `out.${format}`,
    seconds,
  );
  const report: WrittenAudio = {
    format,
    sampleRate: plan.sampleRate,
    channels: plan.channels,
    bytesBefore: media.upload.bytes.length,
    bytesAfter: bytes.length,
  };
  const name = audioName(stem === undefined ? media.upload.name : `${stem}.x`, format);
  return { report, output: { name, mime: audioMime(format), bytes } };
}

/** What is reported of written sound. */
export const WRITTEN_AUDIO = {
  format: z.string().describe('Format that was written.'),
  sampleRate: count('Samples per second.'),
  channels: count('Channels.'),
  bytesBefore: count('Bytes of the upload.'),
  bytesAfter: count('Bytes of the result.'),
};

/** Of tools that change a recording rather than convert it. */
export const keptFormatOption = () =>
  z
    .enum(['keep', ...AUDIO_FORMATS])
    .default('keep')
    .describe('Format to write; keep: that of the upload, or the nearest one that can be written.');

/** Kilobits per second of lossy formats. */
export const bitrateOption = () =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(512)
    .default(0)
    .describe(
      'Kilobits per second of lossy formats, at most what the format allows; 0: as suits the format, 192 for stereo MP3.',
    );

/** Seconds as reports tell them, to the millisecond. */
export const shownSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

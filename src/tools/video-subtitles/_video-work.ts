import { z } from 'zod';

import { eachFile, type FileWork } from '../../core/each-file.js';
import { extensionOf, renamed } from '../../core/files.js';
import { type OutputFile, overLimit } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import type { InputFile } from '../../core/tool.js';
import type { MediaSession } from '../../engines/media/session.js';
import {
  inSession,
  type MediaFile,
  type MediaRun,
  openMedia,
  produce,
  videoStream,
} from '../../formats/media/media-file.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import { readWrittenFilm } from '../../lib/media/written-film.js';
import { shownSize, squareSize } from './_square-pixels.js';

/** The content says what a file is, not its name. */
export const VIDEO_FILES = [
  ...['.mp4', '.mov', '.m4v', '.webm', '.mkv', '.avi', '.wmv', '.mpg', '.mpeg', '.ts', '.mts', '.flv', '.3gp', '.gif'],
] as const;

export const VIDEO_NOTE =
  'Reads MP4, MOV, WebM, MKV, AVI, WMV, MPEG, MPEG-TS, FLV, 3GP and animated GIF. The content decides, not the file name; playlists and manifests are refused.';

/** Megapixels times pictures that are coded in some 45 seconds, by the package and by a native FFmpeg on one core. */
const MAX_MEGAPIXELS = { core: 400, native: 3000 } as const;

export const VIDEO_LIMIT_NOTE = `Where pictures are coded anew, at most ${MAX_MEGAPIXELS.core} megapixels in all (width × height × pictures: 17 seconds of 720p at 25 per second, 70 of 360p); ${MAX_MEGAPIXELS.native} on a server with a native FFmpeg (FFMPEG_PATH). Work must be done within 75 seconds.`;

/** What players of a format expect, which is copied. Matroska takes anything. */
export const PICTURE_CODECS: Readonly<Record<string, readonly string[] | undefined>> = {
  mp4: ['h264', 'hevc', 'av1', 'mpeg4'],
  mov: ['h264', 'hevc', 'mpeg4', 'prores', 'mjpeg'],
  webm: ['vp8', 'vp9', 'av1'],
};

export interface OpenVideo {
  readonly session: MediaSession;
  readonly media: MediaFile;
  readonly track: MediaStream;
  /** The sound, if there is any. */
  readonly sound: MediaStream | undefined;
  readonly seconds: number;
}

/** Opens an upload's film and works on it. Throws as `openMedia`. */
export const withVideo = <Result>(
  run: MediaRun,
  upload: InputFile,
  work: (video: OpenVideo) => Promise<Result>,
): Promise<Result> =>
  inSession(run, async (session) => {
    const media = await openMedia(session, upload, 'video');
    const track = videoStream(media);
    const sound = media.info.streams.find(({ type, channels }) => type === 'audio' && channels > 0);
    return work({ session, media, track, sound, seconds: media.info.seconds ?? track.seconds ?? 0 });
  });

interface FilesRun extends MediaRun {
  readonly files: readonly InputFile[];
}

/** Works on the film of each upload by itself. */
export const eachVideo = <Report extends object>(
  run: FilesRun,
  work: (video: OpenVideo) => Promise<FileWork<Report>>,
) => eachFile(run, (upload) => withVideo(run, upload, work));

const framesOf = ({ track, seconds }: OpenVideo): number =>
  track.frames ?? Math.max(1, Math.ceil(seconds * (track.framesPerSecond || 25)));

/**
 * Throws LIMIT_EXCEEDED where more pictures than can be coded in time are to be. `share` is what part of them is worked on; `cost` how much
 * longer than H.264 a codec takes; `frames` how many are written, where they are not as many as are read.
 */
export function checkVideoWork(
  video: OpenVideo,
  {
    share = 1,
    cost = 1,
    frames = framesOf(video),
  }: { readonly share?: number; readonly cost?: number; readonly frames?: number } = {},
): void {
  const { track } = video;
  // Pixels that are not square become so, mostly by more of them.
  const [width, height] = squareSize(track);
  const pixels = Math.max(width * height, track.width * track.height);
  checkMegapixels(video.session, (pixels * frames * share) / 1e6, cost);
}

/** Megapixels that can be coded in time, where each takes `cost` times as long as H.264. */
export const mostMegapixels = ({ isNative }: MediaSession, cost: number): number =>
  Math.floor((isNative ? MAX_MEGAPIXELS.native : MAX_MEGAPIXELS.core) / cost);

/** As {@link checkVideoWork}, of megapixels that were counted: width × height × pictures. */
export function checkMegapixels(session: MediaSession, megapixels: number, cost = 1): void {
  const most = mostMegapixels(session, cost);
  if (megapixels > most)
    throw overLimit(
      `Video must have at most ${most} megapixels in all (width × height × pictures), got ${Math.round(megapixels)}`,
    );
}

export interface Container {
  /** With its dot. */
  readonly extension: string;
  readonly mime: string;
  readonly muxer: string;
}

export const CONTAINERS = {
  mp4: { extension: '.mp4', mime: 'video/mp4', muxer: 'mp4' },
  mov: { extension: '.mov', mime: 'video/quicktime', muxer: 'mov' },
  webm: { extension: '.webm', mime: 'video/webm', muxer: 'webm' },
  mkv: { extension: '.mkv', mime: 'video/x-matroska', muxer: 'matroska' },
  avi: { extension: '.avi', mime: 'video/x-msvideo', muxer: 'avi' },
  ts: { extension: '.ts', mime: 'video/mp2t', muxer: 'mpegts' },
} as const satisfies Record<string, Container>;

const fitsWebm = ({ info }: MediaFile): boolean =>
  info.streams.every(
    ({ codec, type }) => ['vp8', 'vp9', 'av1', 'opus', 'vorbis', 'webvtt'].includes(codec) || type === 'other',
  );

/** The container that takes the tracks of an upload as they are coded. */
export function keptContainer(media: MediaFile): Container {
  const { kind, upload } = media;
  if (kind === 'mov') return extensionOf(upload.name) === '.mov' ? CONTAINERS.mov : CONTAINERS.mp4;
  if (kind === 'matroska') return fitsWebm(media) ? CONTAINERS.webm : CONTAINERS.mkv;
  if (kind === 'avi') return CONTAINERS.avi;
  return kind === 'mpegts' ? CONTAINERS.ts : CONTAINERS.mkv;
}

/** What says a container: tags and chapters stay unless they are stripped, no version of an encoder comes in. */
export const muxing = ({ muxer }: Container, isStripped: boolean): string[] => [
  ...(muxer === 'mp4' || muxer === 'mov' ? ['-movflags', '+faststart'] : []),
  ...(isStripped ? ['-map_metadata', '-1', '-map_chapters', '-1'] : ['-map_metadata', '0']),
  ...['-fflags', '+bitexact', '-flags', '+bitexact', '-max_muxing_queue_size', '4096', '-f', muxer],
];

/** Codes pictures as H.264, or VP9 for WebM; `crf` from 0 (best) to 63. */
export function videoCodec(container: Container, { isNative }: MediaSession, crf: number): string[] {
  const threads = isNative ? [] : ['-threads', '1'];
  if (container.muxer === 'webm')
    return [
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-b:v', '0'],
      '-crf',
      String(crf),
      ...threads,
    ];
  return [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    String(Math.min(51, crf)),
    ...threads,
  ];
}

/** How much longer than H.264 the pictures of a container take. */
export const costOf = ({ muxer }: Container): number => (muxer === 'webm' ? 1.5 : 1);

export const soundCodec = ({ muxer }: Container, kilobits = 128): string[] =>
  muxer === 'webm' ? ['-c:a', 'libopus', '-b:a', `${kilobits}k`] : ['-c:a', 'aac', '-b:a', `${kilobits}k`];

/** Each picture at its own time: none is dropped or shown twice to keep a rate. */
export const OWN_TIMES = ['-fps_mode', 'vfr'] as const;

interface FilmToWrite {
  readonly isStripped?: boolean;
  /** About how long it will be; as long as the upload where not given. */
  readonly seconds?: number;
}

/** Writes a film, named after the upload. */
export async function writeVideo(
  { session, media }: Pick<OpenVideo, 'session' | 'media'>,
  container: Container,
  args: readonly string[],
  { isStripped = false, seconds }: FilmToWrite = {},
): Promise<OutputFile> {
  const whole = [...args, ...muxing(container, isStripped)];
  const bytes = await produce(session, media, 'video', whole, `out${container.extension}`, seconds);
  return { name: renamed(media.upload.name, container.extension), mime: container.mime, bytes };
}

/** What is reported of a film that was written. */
export const WRITTEN_VIDEO = {
  seconds: z.number().describe('Length of the result in seconds.'),
  width: count('Width of the result in pixels.'),
  height: count('Height of the result in pixels.'),
  copied: z.boolean().describe('Whether the pictures were copied as they were coded, without loss.'),
  bytesBefore: count('Bytes of the upload.'),
  bytesAfter: count('Bytes of the result.'),
};

/** Measures what was written: by its head where that says all, so that ffprobe need not start again. An upload that is returned has been measured. */
export async function reportOf(video: OpenVideo, output: OutputFile, copied: boolean) {
  const { upload } = video.media;
  const { seconds, width, height } =
    output.bytes === upload.bytes ? opened(video) : (readWrittenFilm(output.bytes) ?? (await probed(video, output)));
  const bytes = { bytesBefore: upload.bytes.length, bytesAfter: output.bytes.length };
  return { seconds: Math.round(seconds * 1000) / 1000, width, height, copied, ...bytes };
}

function opened({ track, seconds }: OpenVideo) {
  const [width, height] = shownSize(track);
  return { seconds, width, height };
}

async function probed({ session }: OpenVideo, output: OutputFile) {
  const made = await openMedia(session, { ...output, mime: undefined }, 'video', 'made');
  const track = videoStream(made);
  await session.remove('made');
  const [width, height] = shownSize(track);
  return { seconds: made.info.seconds ?? track.seconds ?? 0, width, height };
}

/** Where pictures are coded anew: WebM stays WebM, anything else becomes MP4. */
export const codedContainer = (media: MediaFile): Container =>
  keptContainer(media) === CONTAINERS.webm
    ? CONTAINERS.webm
    : keptContainer(media) === CONTAINERS.mov
      ? CONTAINERS.mov
      : CONTAINERS.mp4;

export const crfOption = (initial = 23) =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(63)
    .default(initial)
    .describe('Constant rate factor: lower is better and larger; H.264 has at most 51.');

export const FILM = { name: 'film.mp4', fixture: 'audio/video-only.mp4' } as const;

export const NOT_VIDEO = {
  title: 'Not a video',
  files: [{ name: 'film.mp4', text: '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read video "film.mp4": it is not an audio or video file of a known format',
  },
} as const;

export const NO_VIDEO = {
  title: 'Sound without pictures',
  files: [{ name: 'hello.mp4', fixture: 'audio/hello.mp3' }],
  error: { code: 'INVALID_INPUT', message: 'Cannot read video "hello.mp4": it has no video track' },
} as const;

export const DAMAGED_VIDEO = {
  title: 'A damaged video',
  files: [{ name: 'cut.mp4', base64: 'AAAAGGZ0eXBpc29tAAAAAGlzb21pc28y' }],
  error: {
    code: 'INVALID_INPUT',
    message: 'Cannot read video "cut.mp4": it is damaged or coded in a way that is not supported',
  },
} as const;

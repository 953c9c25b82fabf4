import { invalid, overLimit, quote } from '../../core/errors.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import type { TellSeconds } from '../../core/run-progress.js';
import type { InputFile, Settings } from '../../core/tool.js';
import { type MediaSession, openSession } from '../../engines/media/session.js';
import { type MediaInfo, type MediaStream, readMediaInfo } from '../../lib/media/media-info.js';
import { type MediaKind, mediaKindOf } from '../../lib/media/media-kind.js';

/** What a tool of sound or films needs beyond its own process: FFmpeg is a program, a native one has its files in a folder. */
export const MEDIA_NEEDS = ['scratch', 'programs'] as const;

export interface MediaRun {
  readonly settings: Settings;
  readonly scratch: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: TellSeconds;
}

/** An upload in a session, and what it is. */
export interface MediaFile {
  readonly upload: InputFile;
  readonly kind: MediaKind;
  readonly info: MediaInfo;
  /** What FFmpeg is to read, with the reader named: `-f mov -i in0`. Options of the input come before. */
  readonly input: readonly string[];
}

/** Largest picture that is decoded: a bomb of 65,535 × 65,535 is none of them. */
const MAX_PIXELS = 40_000_000;

/** Opens a session and closes it after the work. Throws INVALID_INPUT on a server without an FFmpeg. */
export async function inSession<Result>(
  { settings, scratch, signal, progress }: MediaRun,
  work: (session: MediaSession) => Promise<Result>,
): Promise<Result> {
  const session = await openSession({ ffmpegPath: settings.ffmpegPath, scratch, signal, progress });
  if (session === undefined) throw invalid('This server has no decoder for audio and video');
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/**
 * Brings an upload into a session. `what` is `audio` or `video`, for messages. Throws INVALID_INPUT, naming the file, for what is no sound
 * or film by its first bytes, or cannot be read. `counted` goes through the whole file and counts the packets of its tracks.
 */
export async function openMedia(
  session: MediaSession,
  upload: InputFile,
  what: 'audio' | 'video',
  name = 'in0',
  { counted = false }: { readonly counted?: boolean } = {},
): Promise<MediaFile> {
  const kind = mediaKindOf(upload.bytes);
  if (kind === undefined)
    throw invalid(`Cannot read ${what} ${quote(upload.name)}: it is not an audio or video file of a known format`);
  await session.write(name, upload.bytes);
  // A container that points elsewhere gets nothing: no reader is guessed, no protocol but that of files known.
  const source = ['-protocol_whitelist', 'file', '-max_pixels', String(MAX_PIXELS), '-f', kind, '-i', name];
  const probing = [
    '-v',
    'error',
    '-show_format',
    '-show_streams',
    '-show_chapters',
    '-show_data_hash',
    'md5',
    '-of',
    'json',
  ];
  if (counted) probing.push('-count_packets');
  const info = readMediaInfo(await session.ffprobe([...probing, ...source]));
  if (info === undefined) throw damaged(what, upload);
  return { upload, kind, info, input: source };
}

export const damaged = (what: 'audio' | 'video', { name }: InputFile): Error =>
  invalid(`Cannot read ${what} ${quote(name)}: it is damaged or coded in a way that is not supported`);

/** The sound track to work on, by its number among the sound tracks. Throws INVALID_INPUT where it is not there. */
export function audioStream({ info, upload }: MediaFile, number = 1): MediaStream {
  const tracks = info.streams.filter(({ type }) => type === 'audio');
  const track = tracks[number - 1];
  if (track !== undefined && track.channels > 0 && track.sampleRate > 0) return track;
  throw invalid(
    tracks.length === 0
      ? `Cannot read audio ${quote(upload.name)}: it has no audio track`
      : `Cannot read audio ${quote(upload.name)}: track ${number} of ${tracks.length} asked for`,
  );
}

/** The film track. Throws INVALID_INPUT where there is none. */
export function videoStream({ info, upload }: MediaFile): MediaStream {
  const track = info.streams.find(({ type, isCover }) => type === 'video' && !isCover);
  if (track === undefined || track.width === 0 || track.height === 0)
    throw invalid(`Cannot read video ${quote(upload.name)}: it has no video track`);
  return track;
}

/** Longest sound that is worked on, in seconds: measured at some 30 seconds of a WebAssembly run, where nothing else is at work. */
const MAX_AUDIO_SECONDS = { core: 900, native: 7200 } as const;

/** Throws LIMIT_EXCEEDED where sound is longer than is worked on here; `share` is that of tools that do more to it. */
export function checkAudioLength({ isNative }: MediaSession, seconds: number | undefined, share = 1): void {
  const most = (isNative ? MAX_AUDIO_SECONDS.native : MAX_AUDIO_SECONDS.core) * share;
  if ((seconds ?? 0) > most)
    throw overLimit(`Audio must be at most ${most} s long, got ${(seconds ?? 0).toFixed(1)} s`);
}

/**
 * Runs FFmpeg on opened files and reads what it wrote. `seconds`: about how long that will be, 0 for a picture; as long
 * as the upload where not given.
 * Throws INVALID_INPUT where it failed, OUTPUT limits as LIMIT_EXCEEDED.
 */
export async function produce(
  session: MediaSession,
  { upload, info }: Pick<MediaFile, 'upload'> & Partial<Pick<MediaFile, 'info'>>,
  what: 'audio' | 'video',
  args: readonly string[],
  output: string,
  seconds = info?.seconds,
): Promise<Uint8Array> {
  const { status } = await session.ffmpeg([...QUIET, ...args, output], seconds);
  const bytes = status === 0 ? await session.read(output) : new Uint8Array(0);
  if (bytes.length === 0) throw damaged(what, upload);
  await session.remove(output);
  return checkedOutput(bytes);
}

/** The level of the log is said each time: ffprobe, called before in the same process, has set another. */
export const QUIET = ['-hide_banner', '-nostdin', '-y', '-v', 'info'] as const;

function checkedOutput(bytes: Uint8Array): Uint8Array {
  const most = CLASS_LIMITS.native.outputFileBytes;
  if (bytes.length > most) throw overLimit(`The result must have at most ${most} bytes, got ${bytes.length}`);
  return bytes;
}

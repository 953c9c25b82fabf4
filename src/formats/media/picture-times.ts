import { overLimit } from '../../core/errors.js';
import type { MediaSession } from '../../engines/media/session.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import type { MediaFile } from './media-file.js';

/** When the pictures of a film are shown, by its packets; seconds from the start of the file. */
export interface PictureTimes {
  readonly pictures: number;
  /** When the last picture ends. */
  readonly end: number;
  /** Whether every packet is shown, and none needs one that is not there: what can follow another film as it is. */
  readonly isClosed: boolean;
}

/** Packets that are listed in a few seconds. */
const MAX_PICTURES = 100_000;

const checkPictures = (pictures: number): void => {
  if (pictures > MAX_PICTURES)
    throw overLimit(`Video must have at most ${MAX_PICTURES} pictures, got more than ${MAX_PICTURES}`);
};

/** Lists the packets of a film. Throws LIMIT_EXCEEDED where it has more than 100,000 pictures. */
export async function pictureTimes(
  session: MediaSession,
  { input }: MediaFile,
  track: MediaStream,
): Promise<PictureTimes> {
  checkPictures(track.frames ?? 0);
  const entries = 'packet=pts_time,duration_time,flags:format=start_time';
  const asked = ['-v', 'error', '-select_streams', String(track.index), '-show_entries', entries, '-of', 'csv'];
  const lines = (await session.ffprobe([...asked, ...input])).split('\n');
  const packets = lines.filter((line) => line.startsWith('packet,')).map((line) => line.trim().split(','));
  checkPictures(packets.length);
  const starts = packets.map(([, start]) => Number(start)).filter(Number.isFinite);
  const first = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const told = Number(lines.find((line) => line.startsWith('format,'))?.split(',')[1]);
  const fileStart = Number.isFinite(told) ? told : first;
  const oneMore = 1 / (track.framesPerSecond || 25);
  const end = packets.reduce((most, [, start, duration]) => {
    const until = Number(start) + (Number(duration) || oneMore) - fileStart;
    return until > most ? until : most;
  }, 0);
  const isClosed =
    packets.length > 0 &&
    starts.length === packets.length &&
    (packets[0]?.[3] ?? '').startsWith('K') &&
    Number(packets[0]?.[1]) === first &&
    packets.every(([, , , flags = '']) => !flags.includes('D'));
  return { pictures: packets.length, end: end > 0 ? end : packets.length * oneMore, isClosed };
}

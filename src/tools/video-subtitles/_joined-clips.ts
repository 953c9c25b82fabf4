import type { InputFile } from '../../core/tool.js';
import type { MediaSession } from '../../engines/media/session.js';
import { crossFadeGraph } from '../../formats/media/cross-fades.js';
import { type MediaFile, openMedia, videoStream } from '../../formats/media/media-file.js';
import { type PictureTimes, pictureTimes } from '../../formats/media/picture-times.js';
import { layoutOf } from '../../lib/media/channel-layouts.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import { squarePixels, squareSize } from './_square-pixels.js';
import { fitFilter } from './_video-fit.js';

export interface Clip extends PictureTimes {
  readonly media: MediaFile;
  readonly track: MediaStream;
  readonly sound: MediaStream | undefined;
  /** How long it is shown: its pictures, or its sound where that goes on. */
  readonly seconds: number;
}

/** Sound that outlasts its pictures by no more than this is cut off, as the rest of a packet. Seconds. */
const LEAST_TAIL = 0.1;

export async function openClip(session: MediaSession, upload: InputFile, index: number): Promise<Clip> {
  const media = await openMedia(session, upload, 'video', `in${index}`);
  const track = videoStream(media);
  const sound = media.info.streams.find(
    ({ type, channels, sampleRate }) => type === 'audio' && channels * sampleRate > 0,
  );
  const times = await pictureTimes(session, media, track);
  const soundEnd = sound?.seconds ?? 0;
  return { ...times, media, track, sound, seconds: soundEnd > times.end + LEAST_TAIL ? soundEnd : times.end };
}

/** As players show it, turned and with square pixels. */
export const clipSize = ({ track }: Clip): readonly [width: number, height: number] => squareSize(track);

/** Whether clips can follow each other as they are coded. */
export const isJoinable = (clips: readonly Clip[]): boolean =>
  clips.every(
    ({ media, track, isClosed }) =>
      isClosed &&
      track.coding === clips[0]?.track.coding &&
      track.rotation === clips[0].track.rotation &&
      media.kind === clips[0].media.kind,
  );

/** The list by which FFmpeg reads clips one after another; each begins when the one before has been shown. */
export const clipList = (clips: readonly Clip[]): string =>
  `ffconcat version 1.0\n${clips.map(({ seconds }, index) => `file in${index}\nduration ${seconds.toFixed(6)}\n`).join('')}`;

export interface JoinedLook {
  readonly size: readonly [width: number, height: number];
  readonly fit: Parameters<typeof fitFilter>[0];
  readonly color: string;
  readonly framesPerSecond: number;
  /** Pictures over which a clip fades into the next. */
  readonly crossfade: number;
}

/** How many pictures a clip has at a rate. */
export const clipPictures = ({ seconds }: Clip, { framesPerSecond }: JoinedLook): number =>
  Math.max(1, Math.round(seconds * framesPerSecond));

const joinedPictures = (clips: readonly Clip[], look: JoinedLook): number =>
  clips.reduce((sum, clip) => sum + clipPictures(clip, look), 0) - (clips.length - 1) * look.crossfade;

/** The graph that brings the pictures of all clips to one look and joins them as `[v]`. */
export function pictureGraph(clips: readonly Clip[], look: JoinedLook): string {
  const { size, fit, color, framesPerSecond, crossfade } = look;
  const exact = (pictures: number): string => `tpad=stop_mode=clone:stop=${pictures},trim=end_frame=${pictures}`;
  // Filters that join know no length of a single picture.
  const timed = `setpts=N/(${framesPerSecond.toFixed(6)}*TB),fps=${framesPerSecond.toFixed(6)}`;
  const chains = clips.map((clip, index) => {
    const { track } = clip;
    const even = `fps=${framesPerSecond.toFixed(6)}:start_time=0,${exact(clipPictures(clip, look))}`;
    return `[${index}:${track.index}]${squarePixels(track)}${fitFilter(fit, size, color, String(index))},format=yuv420p,${even}[p${index}]`;
  });
  if (crossfade === 0)
    return [...chains, `${clips.map((_, index) => `[p${index}]`).join('')}concat=n=${clips.length},${timed}[v]`].join(
      ';',
    );
  let pictures = 0;
  const fades = clips.map((clip, index) => {
    const offset = pictures / framesPerSecond;
    pictures += clipPictures(clip, look) - crossfade;
    if (index === 0) return '';
    const target = index === clips.length - 1 ? `,${exact(joinedPictures(clips, look))},${timed}[v]` : `[m${index}]`;
    const length = (crossfade / framesPerSecond).toFixed(6);
    return `[${index === 1 ? 'p0' : `m${index - 1}`}][p${index}]xfade=transition=fade:duration=${length}:offset=${offset.toFixed(6)}${target}`;
  });
  return [...chains, ...fades.slice(1)].join(';');
}

export interface JoinedSound {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Rate and channels of the result, where a clip has sound: the highest and the most. */
export function joinedSound(clips: readonly Clip[], isOpus: boolean): JoinedSound | undefined {
  const sounds = clips.flatMap(({ sound }) => sound ?? []);
  if (sounds.length === 0) return undefined;
  const rate = Math.max(...sounds.map(({ sampleRate }) => sampleRate));
  return {
    sampleRate: isOpus || rate > 48_000 ? 48_000 : Math.max(rate, 16_000),
    channels: Math.min(isOpus ? 2 : 6, Math.max(...sounds.map(({ channels }) => channels))),
  };
}

/**
 * The graph that joins the sound of clips as `[a]`, each cut or filled up with silence to so many seconds, that sound and pictures stay
 * together. `first` is the number of the first clip among the inputs.
 */
export function soundGraph(
  clips: readonly Clip[],
  lengths: readonly number[],
  { sampleRate, channels }: JoinedSound,
  crossfadeSeconds: number,
  first: number,
): string {
  const layout = layoutOf(channels);
  let until = 0;
  const counts = lengths.map((length) => {
    const start = Math.round(until * sampleRate);
    until += length;
    return Math.max(1, Math.round(until * sampleRate) - start);
  });
  const chains = clips.map(({ sound }, index) => {
    const samples = counts[index] ?? 1;
    const source =
      sound === undefined
        ? `anullsrc=r=${sampleRate}:cl=${layout}`
        : `[${first + index}:${sound.index}]aresample=${sampleRate}:async=1:first_pts=0`;
    return `${source},aformat=sample_fmts=fltp:channel_layouts=${layout},apad=whole_len=${samples},atrim=end_sample=${samples},asetpts=PTS-STARTPTS[s${index}]`;
  });
  if (crossfadeSeconds === 0)
    return [...chains, `${clips.map((_, index) => `[s${index}]`).join('')}concat=n=${clips.length}:v=0:a=1[a]`].join(
      ';',
    );
  const fade = Math.max(1, Math.round(crossfadeSeconds * sampleRate));
  const parts = counts.map((samples, index) => ({ label: `s${index}`, samples }));
  return [...chains, crossFadeGraph(parts, fade, 'a')].join(';');
}

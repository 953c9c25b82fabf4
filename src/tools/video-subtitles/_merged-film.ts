import type { OutputFile } from '../../core/index.js';
import type { MediaSession } from '../../engines/media/session.js';
import { openMedia, videoStream } from '../../formats/media/media-file.js';
import { turnWrittenFilm } from '../../lib/media/written-film.js';
import {
  type Clip,
  clipList,
  clipPictures,
  clipSize,
  isJoinable,
  type JoinedLook,
  joinedSound,
  pictureGraph,
  soundGraph,
} from './_joined-clips.js';
import { shownSize } from './_square-pixels.js';
import {
  CONTAINERS,
  type Container,
  keptContainer,
  PICTURE_CODECS,
  soundCodec,
  videoCodec,
  writeVideo,
} from './_video-work.js';

const MAX_RATE = 60;

export interface Asked {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly crossfade: number;
  readonly fit: JoinedLook['fit'];
  readonly color: string;
}

const even = (value: number): number => Math.min(4096, Math.max(2, 2 * Math.round(value / 2)));

/** One size and rate for all clips: what is asked for, else those of the largest clip and the highest rate. */
export function lookOf(clips: readonly Clip[], { width, height, fps, crossfade, fit, color }: Asked): JoinedLook {
  const [across, down] = clips
    .map(clipSize)
    .reduce((most, size) => (size[0] * size[1] > most[0] * most[1] ? size : most));
  const rate = fps || Math.min(MAX_RATE, Math.max(1, ...clips.map(({ track }) => track.framesPerSecond)));
  return {
    size: [
      even(width || (height > 0 ? (height * across) / down : across)),
      even(height || (width > 0 ? (width * down) / across : down)),
    ],
    fit,
    color,
    framesPerSecond: rate,
    crossfade: crossfade === 0 ? 0 : Math.max(1, Math.round(crossfade * rate)),
  };
}

/** Where clips of one coding are joined as they are, the container for it. */
export function copyContainer(
  clips: readonly Clip[],
  format: keyof typeof CONTAINERS | 'keep',
  asked: Asked,
): Container | undefined {
  const [first] = clips;
  if (first === undefined || asked.crossfade > 0 || !isJoinable(clips)) return undefined;
  const container = format === 'keep' ? keptContainer(first.media) : CONTAINERS[format];
  const name = container.extension.slice(1);
  const [width, height] = shownSize(first.track);
  const isSized = (asked.width || width) === width && (asked.height || height) === height;
  const isTimed = asked.fps === 0 || clips.every(({ track }) => Math.abs(track.framesPerSecond - asked.fps) < 0.001);
  const isUpright = first.track.rotation === 0 || name === 'mp4' || name === 'mov';
  return isSized && isTimed && isUpright && (PICTURE_CODECS[name]?.includes(first.track.codec) ?? true)
    ? container
    : undefined;
}

/** Work for each picture that is read, or for one that is written where that is larger. */
export const megapixelsOf = (clips: readonly Clip[], look: JoinedLook): number =>
  clips.reduce((sum, clip) => {
    const read = clip.track.width * clip.track.height * clip.pictures;
    return sum + Math.max(read, look.size[0] * look.size[1] * clipPictures(clip, look)) / 1e6;
  }, 0);

/** Joins clips as they are where `look` is not given, else in one look. */
export async function writeJoined(
  session: MediaSession,
  clips: readonly [Clip, ...Clip[]],
  container: Container,
  look: JoinedLook | undefined,
  crf: number,
) {
  const [{ media, track }] = clips;
  const isCopied = look === undefined;
  const inputs = clips.flatMap((clip) => ['-threads', '1', ...clip.media.input]);
  const sound = joinedSound(clips, container.muxer === 'webm');
  const lengths = clips.map((clip) => (isCopied ? clip.seconds : clipPictures(clip, look) / look.framesPerSecond));
  const fade = isCopied ? 0 : look.crossfade / look.framesPerSecond;
  const seconds = lengths.reduce((sum, length) => sum + length - fade, fade);
  const sounds = sound === undefined ? [] : [soundGraph(clips, lengths, sound, fade, isCopied ? 1 : 0)];
  const graph = [...(isCopied ? [] : [pictureGraph(clips, look)]), ...sounds].join(';');
  const rate =
    sound === undefined
      ? []
      : ['-map', '[a]', '-ar', String(sound.sampleRate), ...soundCodec(container, sound.channels > 2 ? 384 : 192)];
  const filters = graph === '' ? [] : ['-filter_complex', graph];
  if (!isCopied) {
    const args = [...inputs, ...filters, '-map', '[v]', ...rate, ...videoCodec(container, session, crf)];
    return writeVideo({ session, media }, container, args, { seconds });
  }
  // Each clip is read as what it was found to be, whatever else it may look like.
  await session.write('list', new TextEncoder().encode(clipList(clips)));
  const list = [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    `concat,${media.kind}`,
    '-f',
    'concat',
    '-i',
    'list',
  ];
  const tag = track.codec === 'hevc' && container.muxer !== 'matroska' ? ['-tag:v', 'hvc1'] : [];
  const args = [
    ...list,
    ...(sound === undefined ? [] : inputs),
    ...filters,
    '-map',
    `0:${track.index}`,
    '-c:v',
    'copy',
    ...tag,
    ...rate,
  ];
  const output = await writeVideo({ session, media }, container, args, { seconds });
  // A list says nothing of turns.
  if (media.kind === 'mov') turnWrittenFilm(output.bytes, track.rotation);
  return output;
}

/** Measures what was written. */
export async function joinedReport(
  session: MediaSession,
  clips: readonly Clip[],
  output: OutputFile,
  look: JoinedLook | undefined,
) {
  const made = await openMedia(session, { ...output, mime: undefined }, 'video', 'made');
  const track = videoStream(made);
  const [width, height] = shownSize(track);
  const fade = look === undefined ? 0 : look.crossfade / look.framesPerSecond;
  let start = 0;
  const entries = clips.map((clip) => {
    const seconds = look === undefined ? clip.seconds : clipPictures(clip, look) / look.framesPerSecond;
    const entry = {
      name: clip.media.upload.name,
      start: rounded(start),
      seconds: rounded(seconds),
      hasSound: clip.sound !== undefined,
    };
    start += seconds - fade;
    return entry;
  });
  const isHdr = clips.some(
    ({ track: { colorTransfer } }) => colorTransfer === 'smpte2084' || colorTransfer === 'arib-std-b67',
  );
  return {
    seconds: rounded(made.info.seconds ?? track.seconds ?? start + fade),
    width,
    height,
    framesPerSecond: rounded(track.framesPerSecond),
    copied: look === undefined,
    clips: entries,
    warnings:
      look !== undefined && isHdr
        ? ['HDR clips were coded anew without converting their colours, which may look pale']
        : [],
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';
import { type PlaceOnEarth, readIso6709 } from '../../lib/media/iso-6709.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import type { MediaFile } from './media-file.js';

const known = (description: string) => z.string().describe(`${description}; empty if the file does not say.`);
const measured = (description: string) => z.number().nullable().describe(`${description}; null if it is not known.`);

const TRACK = {
  track: place('Number of the track in the file.'),
  codec: z.string().describe('How it is coded, such as h264 or aac.'),
  profile: known('Profile of the codec'),
  seconds: measured('Length in seconds'),
  bitrate: measured('Bits per second'),
  language: known('Language, mostly a code of three letters (ISO 639-2)'),
  title: known('Title of the track'),
  isDefault: z.boolean().describe('Whether players choose it by themselves.'),
};

/** What both metadata tools report of a file. */
export const MEDIA_REPORT = {
  format: z.string().describe('Container, such as MP4, QuickTime, Matroska, WebM or MP3.'),
  bytes: count('Bytes of the file.'),
  seconds: measured('Length in seconds'),
  bitrate: measured('Bits per second of the whole file'),
  tags: z.record(z.string(), z.string()).describe('Tags of the file, by their names in lowercase.'),
  chapters: z
    .array(
      z.object({
        start: z.number().describe('Start in seconds.'),
        end: z.number().describe('End in seconds.'),
        title: z.string().describe('Title; empty if there is none.'),
      }),
    )
    .describe('Chapters, in order.'),
  audio: z
    .array(
      z.object({
        ...TRACK,
        sampleRate: count('Samples per second.'),
        channels: count('Channels.'),
        layout: known('Arrangement of the channels, such as stereo or 5.1'),
        bitDepth: z.number().nullable().describe('Bits per sample of lossless sound; null for lossy codecs.'),
      }),
    )
    .describe('Audio tracks.'),
  covers: z
    .array(
      z.object({
        codec: z.string().describe('How the image is coded: mjpeg for JPEG.'),
        width: count('Width in pixels.'),
        height: count('Height in pixels.'),
        title: known('Kind or title of the image, such as Front Cover'),
      }),
    )
    .describe('Cover images.'),
};

/** What is reported of pictures, subtitles and the rest. */
export const FILM_REPORT = {
  video: z
    .array(
      z.object({
        ...TRACK,
        width: count('Width in pixels, as players show it.'),
        height: count('Height in pixels, as players show it.'),
        rotation: z.number().describe('Degrees clockwise by which players turn the pictures.'),
        pixelAspect: known('Width of a pixel to its height'),
        framesPerSecond: measured('Pictures per second, on average'),
        frames: measured('Number of pictures'),
        pixelFormat: known('Pixel format, such as yuv420p'),
        hdr: known('High dynamic range: PQ (HDR10) or HLG'),
        colorSpace: known('Color matrix'),
        colorPrimaries: known('Color primaries'),
        colorTransfer: known('Transfer curve'),
        colorRange: known('Colour range: tv (limited) or pc (full)'),
        interlaced: z.boolean().describe('Whether the pictures are interlaced.'),
      }),
    )
    .describe('Video tracks.'),
  subtitles: z
    .array(z.object({ ...TRACK, isForced: z.boolean().describe('Whether it is shown without being asked for.') }))
    .describe('Subtitle tracks.'),
  otherTracks: z
    .array(z.object({ track: TRACK.track, codec: TRACK.codec, title: known('File name or title') }))
    .describe('Attachments, timecodes, sensor data and the like.'),
  location: z
    .object({
      latitude: z.number().describe('Degrees north.'),
      longitude: z.number().describe('Degrees east.'),
      altitude: measured('Meters above sea level'),
    })
    .nullable()
    .describe('Where it was recorded; null if the file does not say.'),
  recorded: known('When it was recorded, as the file says'),
  device: known('Camera or phone that recorded it'),
};

const rounded = (value: number | undefined, steps = 1000): number | null =>
  value === undefined ? null : Math.round(value * steps) / steps;

const NAMES = {
  wav: 'WAV',
  mp3: 'MP3',
  flac: 'FLAC',
  ogg: 'Ogg',
  mov: 'MP4',
  matroska: 'Matroska',
  aiff: 'AIFF',
  amr: 'AMR',
  asf: 'ASF (WMA, WMV)',
  avi: 'AVI',
  mpegts: 'MPEG-TS',
  mpeg: 'MPEG-PS',
  gif: 'GIF',
  aac: 'AAC (ADTS)',
  caf: 'CAF',
  ac3: 'AC-3',
  wv: 'WavPack',
  flv: 'FLV',
  au: 'AU',
} as const;

function formatOf({ kind, info, upload }: MediaFile): string {
  if (kind === 'mov' && info.tags.major_brand === 'qt  ') return 'QuickTime';
  // EBML header: its DocType stands within the first bytes.
  if (kind === 'matroska' && Buffer.from(upload.bytes.subarray(0, 64)).includes('webm')) return 'WebM';
  return NAMES[kind];
}

/** Samples in a packet of codecs whose packets all have as many (ISO/IEC 11172-3, 13818-3 and 14496-3, ETSI TS 102 366). */
function samplesPerPacket({ codec, sampleRate, profile }: MediaStream): number | undefined {
  if (codec === 'mp3') return sampleRate >= 32_000 ? 1152 : 576;
  if (codec === 'mp2') return 1152;
  if (codec === 'ac3') return 1536;
  return codec === 'aac' && profile === 'LC' ? 1024 : undefined;
}

/** Files without an index, whose length is else guessed from the rate of their first packets; MP3 may tell a wrong one. */
const UNINDEXED: ReadonlySet<string> = new Set(['mp3', 'aac', 'ac3']);

/** Length of sound by its packets, where the file tells none or one that cannot be: more than a few packets away. */
function countedSeconds({ kind, info }: MediaFile): number | undefined {
  const track = info.streams.find(({ type }) => type === 'audio');
  const samples = track === undefined ? undefined : samplesPerPacket(track);
  if (!UNINDEXED.has(kind) || track?.packets === undefined || samples === undefined || track.sampleRate === 0)
    return undefined;
  const seconds = (track.packets * samples) / track.sampleRate;
  // Delay and padding of encoders, which players leave out, are at most three packets.
  const isNear = Math.abs(seconds - (info.seconds ?? 0)) <= (3 * samples) / track.sampleRate;
  return isNear && kind === 'mp3' ? undefined : seconds;
}

const trackOf = (track: MediaStream) => ({
  track: track.index + 1,
  codec: track.codec,
  profile: track.profile,
  seconds: rounded(track.seconds),
  bitrate: rounded(track.bitrate, 1),
  language: track.tags.language === 'und' ? '' : (track.tags.language ?? ''),
  title: track.tags.title ?? '',
  isDefault: track.isDefault,
});

/** Codecs that keep each sample as it is. */
const isLossless = (codec: string): boolean => /^(?:pcm_|flac|alac|wavpack|ape|tta|mlp|truehd)/.test(codec);

/** Reports a file: its container, tags, chapters, sound and covers. */
export function mediaReport(media: MediaFile) {
  const { info, upload } = media;
  const counted = countedSeconds(media);
  const seconds = counted ?? info.seconds;
  const ofType = (type: MediaStream['type']) => info.streams.filter((track) => track.type === type && !track.isCover);
  // Ogg has the tags of a file in its track.
  const trackTags = media.kind === 'ogg' ? info.streams.find(({ type }) => type === 'audio')?.tags : undefined;
  return {
    format: formatOf(media),
    bytes: upload.bytes.length,
    seconds: rounded(seconds),
    bitrate: rounded(seconds === undefined ? info.bitrate : (8 * upload.bytes.length) / seconds, 1),
    tags: { ...trackTags, ...info.tags },
    chapters: info.chapters.map(({ start, end, title }) => ({
      start: rounded(start) ?? 0,
      end: rounded(end) ?? 0,
      title,
    })),
    audio: ofType('audio').map((track) => ({
      ...trackOf(track),
      ...(counted === undefined ? {} : { seconds: rounded(counted) }),
      sampleRate: track.sampleRate,
      channels: track.channels,
      layout: track.layout,
      bitDepth: isLossless(track.codec) && track.bitDepth > 0 ? track.bitDepth : null,
    })),
    covers: info.streams
      .filter(({ isCover }) => isCover)
      .map(({ codec, width, height, tags }) => ({ codec, width, height, title: tags.comment ?? tags.title ?? '' })),
  };
}

const HDR: Readonly<Record<string, string>> = { smpte2084: 'PQ', 'arib-std-b67': 'HLG' };

const firstOf = (tags: Readonly<Record<string, string>>, names: readonly string[]): string =>
  names.map((name) => tags[name] ?? '').find((value) => value !== '') ?? '';

function placeOf(tags: Readonly<Record<string, string>>): PlaceOnEarth | null {
  return readIso6709(firstOf(tags, ['com.apple.quicktime.location.iso6709', 'location', 'location-eng'])) ?? null;
}

/** Reports the pictures, subtitles, other tracks, place, time and device of a file. */
export function filmReport(media: MediaFile) {
  const { streams, tags } = media.info;
  return {
    video: streams
      .filter(({ type, isCover }) => type === 'video' && !isCover)
      .map((track) => ({
        ...trackOf(track),
        width: track.rotation % 180 === 90 ? track.height : track.width,
        height: track.rotation % 180 === 90 ? track.width : track.height,
        rotation: track.rotation,
        pixelAspect: track.pixelAspect,
        framesPerSecond: track.framesPerSecond === 0 ? null : rounded(track.framesPerSecond),
        frames: track.packets ?? track.frames ?? null,
        pixelFormat: track.pixelFormat,
        hdr: HDR[track.colorTransfer] ?? '',
        colorSpace: track.colorSpace,
        colorPrimaries: track.colorPrimaries,
        colorTransfer: track.colorTransfer,
        colorRange: track.colorRange,
        interlaced: /^(?:tt|bb|tb|bt)$/.test(track.fieldOrder),
      })),
    subtitles: streams
      .filter(({ type }) => type === 'subtitle')
      .map((track) => ({ ...trackOf(track), isForced: track.isForced })),
    otherTracks: streams
      .filter(({ type }) => type === 'other')
      .map((track) => ({
        track: track.index + 1,
        codec: track.codec,
        title: firstOf(track.tags, ['filename', 'title', 'handler_name']),
      })),
    location: placeOf(tags),
    recorded: firstOf(tags, ['com.apple.quicktime.creationdate', 'date', 'creation_time']),
    device: [
      firstOf(tags, ['com.apple.quicktime.make', 'make', 'com.android.manufacturer']),
      firstOf(tags, ['com.apple.quicktime.model', 'model', 'com.android.model']),
    ]
      .filter((part) => part !== '')
      .join(' '),
  };
}

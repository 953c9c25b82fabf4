import { renamed } from '../../core/files.js';
import type { MediaStream } from '../../lib/media/media-info.js';
import type { MediaFile } from './media-file.js';

/** Formats that sound is written in. */
export const AUDIO_FORMATS = ['mp3', 'wav', 'flac', 'm4a', 'ogg', 'opus', 'aiff', 'ac3'] as const;
export type AudioOutput = (typeof AUDIO_FORMATS)[number];

interface Writer {
  readonly mime: string;
  readonly codec: (depth: number) => readonly string[];
  /** Whether a bitrate says how it is coded. */
  readonly isLossy: boolean;
  readonly rates?: readonly number[];
  readonly muxer: string;
  /** Whether covers fit in. */
  readonly hasCovers?: boolean;
  readonly maxChannels: number;
}

const pcm =
  (end: 'le' | 'be') =>
  (depth: number): readonly string[] => ['-c:a', `pcm_s${depth}${end}`];

const MPEG_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

const WRITERS: Readonly<Record<AudioOutput, Writer>> = {
  mp3: {
    mime: 'audio/mpeg',
    codec: () => ['-c:a', 'libmp3lame'],
    isLossy: true,
    rates: MPEG_RATES,
    muxer: 'mp3',
    hasCovers: true,
    maxChannels: 2,
  },
  wav: { mime: 'audio/wav', codec: pcm('le'), isLossy: false, muxer: 'wav', maxChannels: 8 },
  flac: {
    mime: 'audio/flac',
    codec: (depth) => ['-c:a', 'flac', '-sample_fmt', depth > 16 ? 's32' : 's16'],
    isLossy: false,
    muxer: 'flac',
    hasCovers: true,
    maxChannels: 8,
  },
  m4a: {
    mime: 'audio/mp4',
    codec: () => ['-c:a', 'aac'],
    isLossy: true,
    rates: [...MPEG_RATES, 64_000, 88_200, 96_000],
    muxer: 'ipod',
    hasCovers: true,
    maxChannels: 8,
  },
  ogg: {
    mime: 'audio/ogg',
    codec: () => ['-c:a', 'libvorbis'],
    isLossy: true,
    rates: MPEG_RATES,
    muxer: 'ogg',
    maxChannels: 8,
  },
  opus: {
    mime: 'audio/ogg',
    codec: () => ['-c:a', 'libopus'],
    isLossy: true,
    rates: [8000, 12_000, 16_000, 24_000, 48_000],
    muxer: 'opus',
    maxChannels: 8,
  },
  aiff: { mime: 'audio/aiff', codec: pcm('be'), isLossy: false, muxer: 'aiff', maxChannels: 8 },
  ac3: {
    mime: 'audio/ac3',
    codec: () => ['-c:a', 'ac3'],
    isLossy: true,
    rates: [32_000, 44_100, 48_000],
    muxer: 'ac3',
    maxChannels: 6,
  },
};

export interface AudioSettings {
  readonly format: AudioOutput;
  /** Kilobits per second; 0: as fits the format. */
  readonly bitrate: number;
  /** 0: as it is, or the nearest that the format has. */
  readonly sampleRate: number;
  readonly bitDepth: number;
  /** 0: as it is. */
  readonly channels: number;
}

export const DEFAULT_AUDIO = { bitrate: 0, sampleRate: 0, bitDepth: 0, channels: 0 } as const;

/** How readers name what tools write. */
const KEPT: Readonly<Record<string, AudioOutput>> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  aiff: 'aiff',
  ac3: 'ac3',
  mov: 'm4a',
  aac: 'm4a',
  caf: 'wav',
  au: 'wav',
  wv: 'flac',
};

/** The format that keeps what an upload is. */
export function keptFormat({ kind }: MediaFile, track: MediaStream): AudioOutput {
  if (kind === 'mov' && track.codec === 'alac') return 'flac';
  if (kind === 'ogg') return track.codec === 'opus' ? 'opus' : track.codec === 'flac' ? 'flac' : 'ogg';
  return KEPT[kind] ?? (track.codec === 'opus' ? 'opus' : 'mp3');
}

export const audioMime = (format: AudioOutput): string => WRITERS[format].mime;
export const audioName = (name: string, format: AudioOutput): string => renamed(name, `.${format}`);

/** Bits of a sample: those of lossless sound, 16 for what a lossy decoder makes up. */
function depthOf({ codec, bitDepth }: MediaStream): number {
  if (!/^(?:pcm|flac|alac|wavpack|tta|ape)/.test(codec)) return 16;
  if (bitDepth > 24 && codec.startsWith('pcm_s')) return 32;
  return bitDepth > 16 || codec.startsWith('pcm_f') ? 24 : 16;
}

/** Samples of WAV that are fractions stay so. */
const codecOf = (track: MediaStream, { format, bitDepth }: AudioSettings): readonly string[] =>
  format === 'wav' && bitDepth === 0 && /^pcm_f(?:32|64)le$/.test(track.codec)
    ? ['-c:a', track.codec]
    : WRITERS[format].codec(bitDepth || depthOf(track));

/** Kilobits per second that suit most listeners, per channel. */
const SUITABLE: Readonly<Partial<Record<AudioOutput, number>>> = { mp3: 96, m4a: 80, ogg: 80, opus: 64, ac3: 96 };

export interface AudioPlan {
  readonly args: readonly string[];
  readonly sampleRate: number;
  readonly channels: number;
}

/**
 * What FFmpeg is told to write a format: codec, rate, channels and container. The same input gives the same bytes: no encoder puts its
 * version or the time in.
 */
export function audioPlan(track: MediaStream, settings: AudioSettings): AudioPlan {
  const writer = WRITERS[settings.format];
  const asked = settings.sampleRate || track.sampleRate;
  const sampleRate = writer.rates === undefined ? asked : nearestRate(writer.rates, asked);
  const channels = Math.min(settings.channels || track.channels, writer.maxChannels);
  const bitrate = settings.bitrate || Math.min(512, (SUITABLE[settings.format] ?? 0) * Math.max(channels, 1));
  return {
    sampleRate,
    channels,
    args: [
      ...codecOf(track, settings),
      ...(writer.isLossy ? ['-b:a', `${lossyBitrate(settings.format, bitrate, sampleRate, channels)}k`] : []),
      ...['-ar', String(sampleRate), '-ac', String(channels)],
      ...(settings.format === 'm4a' ? ['-movflags', '+faststart'] : []),
      ...(settings.format === 'mp3' ? ['-id3v2_version', '3'] : []),
      ...(settings.format === 'aiff' ? ['-write_id3v2', '1'] : []),
      ...['-map_metadata', '0', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', writer.muxer],
    ],
  };
}

/** Encoders refuse what their standards do not have. */
function lossyBitrate(format: AudioOutput, bitrate: number, rate: number, channels: number): number {
  if (format === 'mp3') return Math.min(bitrate, rate < 16_000 ? 64 : rate < 32_000 ? 160 : 320);
  if (format === 'opus') return Math.min(Math.max(bitrate, 6), 256 * channels);
  if (format === 'ogg')
    return Math.min(
      Math.max(bitrate, rate >= 32_000 ? 32 * channels : 16 * channels),
      (rate >= 32_000 ? 240 : 80) * channels,
    );
  if (format === 'ac3')
    return (
      [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640].find(
        (one) => one >= Math.max(bitrate, 48 * channels),
      ) ?? 640
    );
  return Math.min(bitrate, Math.floor((6 * rate * channels) / 1000));
}

const nearestRate = (rates: readonly number[], asked: number): number =>
  rates.find((rate) => rate >= asked) ?? rates.at(-1) ?? asked;

/** Maps the sound, `0:1` or what a graph calls it, and the cover where the new format has a place for it. */
export const audioMaps = (media: MediaFile, sound: string, format: AudioOutput): readonly string[] =>
  withCover(media, sound, WRITERS[format].hasCovers === true);

/** As `audioMaps`, for sound that is copied as it is coded. */
export const copiedMaps = (media: MediaFile, sound: string, muxer: string): readonly string[] =>
  withCover(media, sound, ['mp3', 'ipod', 'flac'].includes(muxer));

function withCover({ info }: MediaFile, sound: string, hasCovers: boolean): readonly string[] {
  const cover = info.streams.find(({ isCover, codec }) => isCover && (codec === 'mjpeg' || codec === 'png'));
  if (cover === undefined || !hasCovers) return ['-map', sound, '-vn'];
  return ['-map', sound, '-map', `0:${cover.index}`, '-c:v', 'copy', '-disposition:v', 'attached_pic'];
}

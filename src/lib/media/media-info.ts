/** A track of a file, as ffprobe tells it. */
export interface MediaStream {
  readonly index: number;
  readonly type: 'audio' | 'video' | 'subtitle' | 'other';
  readonly codec: string;
  readonly profile: string;
  /** Whether it is the picture of a cover rather than a film. */
  readonly isCover: boolean;
  readonly isDefault: boolean;
  readonly isForced: boolean;
  /** Where they were counted. */
  readonly packets: number | undefined;
  readonly seconds: number | undefined;
  readonly bitrate: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** Of sound. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly layout: string;
  readonly sampleFormat: string;
  readonly bitDepth: number;
  /** Of pictures: as they are coded, before they are turned. */
  readonly width: number;
  readonly height: number;
  readonly pixelFormat: string;
  readonly framesPerSecond: number;
  readonly frames: number | undefined;
  /** Degrees clockwise by which players turn the pictures. */
  readonly rotation: number;
  readonly colorTransfer: string;
  readonly colorPrimaries: string;
  readonly colorSpace: string;
  readonly colorRange: string;
  readonly pixelAspect: string;
  readonly fieldOrder: string;
  /** How it is coded, to the last parameter: tracks of one coding can follow each other in a file as they are. */
  readonly coding: string;
}

export interface MediaChapter {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

export interface MediaInfo {
  readonly format: string;
  readonly seconds: number | undefined;
  readonly bitrate: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly streams: readonly MediaStream[];
  readonly chapters: readonly MediaChapter[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A number above zero. */
function numberOf(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** `30000/1001` as a number; 0 where there is none. */
function rateOf(value: unknown): number {
  const [top, bottom] = textOf(value).split('/').map(Number);
  const rate = (top ?? 0) / (bottom ?? 1);
  return Number.isFinite(rate) ? rate : 0;
}

function tagsOf(value: unknown): Readonly<Record<string, string>> {
  const tags: Record<string, string> = Object.create(null);
  for (const [name, tag] of Object.entries(fieldsOf(value))) tags[name.toLowerCase()] = String(tag);
  return tags;
}

/** Reads what ffprobe writes with `-show_format -show_streams -show_chapters -of json`. `undefined` where it read no file. */
export function readMediaInfo(json: string): MediaInfo | undefined {
  let probe: Fields;
  try {
    probe = fieldsOf(JSON.parse(json));
  } catch {
    // It was cut off: the file could not be read.
    return undefined;
  }
  const streams = listOf(probe.streams).map(streamOf);
  if (streams.length === 0) return undefined;
  const format = fieldsOf(probe.format);
  return {
    format: textOf(format.format_name),
    seconds: numberOf(format.duration) ?? longest(streams),
    bitrate: numberOf(format.bit_rate),
    tags: tagsOf(format.tags),
    streams,
    chapters: listOf(probe.chapters).map((chapter) => ({
      start: Number(chapter.start_time ?? 0) || 0,
      end: Number(chapter.end_time ?? 0) || 0,
      title: tagsOf(chapter.tags).title ?? '',
    })),
  };
}

function longest(streams: readonly MediaStream[]): number | undefined {
  const lengths = streams.flatMap(({ seconds }) => seconds ?? []);
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

function streamOf(stream: Fields): MediaStream {
  const type = textOf(stream.codec_type);
  const disposition = fieldsOf(stream.disposition);
  const rate = rateOf(stream.avg_frame_rate) || rateOf(stream.r_frame_rate);
  return {
    index: Number(stream.index ?? 0),
    type: type === 'audio' || type === 'video' || type === 'subtitle' ? type : 'other',
    codec: textOf(stream.codec_name) || 'unknown',
    profile: textOf(stream.profile),
    isCover: disposition.attached_pic === 1,
    isDefault: disposition.default === 1,
    isForced: disposition.forced === 1,
    packets: numberOf(stream.nb_read_packets),
    seconds: numberOf(stream.duration) ?? secondsOfTag(tagsOf(stream.tags).duration),
    // Matroska has it as a tag.
    bitrate: numberOf(stream.bit_rate) ?? numberOf(tagsOf(stream.tags).bps),
    tags: tagsOf(stream.tags),
    sampleRate: numberOf(stream.sample_rate) ?? 0,
    channels: numberOf(stream.channels) ?? 0,
    layout: textOf(stream.channel_layout),
    sampleFormat: textOf(stream.sample_fmt),
    bitDepth: numberOf(stream.bits_per_raw_sample) ?? numberOf(stream.bits_per_sample) ?? 0,
    width: numberOf(stream.width) ?? 0,
    height: numberOf(stream.height) ?? 0,
    pixelFormat: textOf(stream.pix_fmt),
    framesPerSecond: rate,
    frames: numberOf(stream.nb_frames),
    rotation: rotationOf(stream),
    colorTransfer: textOf(stream.color_transfer),
    colorPrimaries: textOf(stream.color_primaries),
    colorSpace: textOf(stream.color_space),
    colorRange: textOf(stream.color_range),
    pixelAspect: textOf(stream.sample_aspect_ratio),
    fieldOrder: textOf(stream.field_order),
    coding: CODING.map((name) => String(stream[name] ?? '')).join(' '),
  };
}

/** What decoders are told before the first picture, and the unit of its times. */
const CODING = [
  ...['codec_name', 'codec_tag', 'profile', 'level', 'width', 'height', 'pix_fmt', 'time_base', 'extradata_hash'],
  ...['sample_aspect_ratio', 'color_range', 'color_space', 'color_transfer', 'color_primaries', 'field_order'],
] as const;

/** Matroska has the length of a track as a tag: `00:00:01.500000000`. */
function secondsOfTag(tag: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,4}):(\d{2}):(\d{2}\.\d{1,9})$/.exec(tag ?? '') ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** ffprobe counts counterclockwise. */
function rotationOf(stream: Fields): number {
  const matrix = listOf(stream.side_data_list).find(({ rotation }) => rotation !== undefined);
  const degrees = -Number(matrix?.rotation ?? 0);
  return (((Number.isFinite(degrees) ? Math.round(degrees) : 0) % 360) + 360) % 360;
}

/** Containers of sound that are told apart by their first bytes. */
export type AudioFormat = 'wav' | 'mp3' | 'flac' | 'ogg' | 'mp4' | 'webm';

/** What a file is, by its content and not its name; undefined for anything else. */
export function audioFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const start = skipId3(bytes);
  const ascii = (from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length));
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WAVE') return 'wav';
  if (ascii(start, 4) === 'fLaC') return 'flac';
  if (ascii(0, 4) === 'OggS') return 'ogg';
  // ISO/IEC 14496-12: a file begins with a box, nearly always ftyp; older QuickTime files with another.
  if (['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'].includes(ascii(4, 4))) return 'mp4';
  // RFC 8794, 11.2.1: the EBML header.
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'webm';
  return readMp3Header(bytes, start) === undefined && nextMp3Frame(bytes, start) === undefined ? undefined : 'mp3';
}

/**
 * How long a file says it is, in seconds, without decoding it: undefined where it does not say. Of MP3 the frames are
 * counted.
 */
export function declaredSeconds(bytes: Uint8Array, format: AudioFormat): number | undefined {
  if (format === 'mp3') return mp3Seconds(bytes);
  if (format === 'flac') return flacSeconds(bytes);
  if (format === 'ogg') return oggSeconds(bytes);
  return undefined;
}

/** ID3v2, section 3.1: the length of a tag at the start, in four 7-bit bytes after six others. */
function skipId3(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  let length = 0;
  for (let i = 6; i < 10; i++) length = length * 128 + ((bytes[i] ?? 0) & 0x7f);
  return 10 + length;
}

interface Mp3Header {
  readonly length: number;
  readonly samples: number;
  readonly rate: number;
}

// ISO/IEC 11172-3, 2.4.2.3 and ISO/IEC 13818-3: kilobits a second of layers I, II, III of MPEG-1, then of MPEG-2.
const BITRATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const RATES = [44_100, 48_000, 32_000];

function readMp3Header(bytes: Uint8Array, at: number): Mp3Header | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rateIndex = (third >> 2) & 3;
  if (first !== 0xff || second < 0xe0 || version === 1 || layer === 4 || rateIndex === 3) return undefined;
  const isFirstVersion = version === 3;
  const table = BITRATES[isFirstVersion ? layer - 1 : Math.min(layer + 2, 4)];
  const bitrate = 1000 * (table?.[third >> 4] ?? 0);
  const rate = (RATES[rateIndex] ?? 0) / (isFirstVersion ? 1 : version === 2 ? 2 : 4);
  if (bitrate === 0) return undefined;
  const samples = layer === 1 ? 384 : layer === 3 && !isFirstVersion ? 576 : 1152;
  const padding = (third >> 1) & 1;
  const length =
    layer === 1
      ? 4 * (Math.floor((12 * bitrate) / rate) + padding)
      : Math.floor(((samples / 8) * bitrate) / rate) + padding;
  return { length, samples, rate };
}

/** Where the next frame begins that another one follows; damaged starts are passed, up to 64 KiB. */
function nextMp3Frame(bytes: Uint8Array, from: number): number | undefined {
  const end = Math.min(bytes.length, from + 65_536);
  for (let at = from; at < end; at++) {
    const header = bytes[at] === 0xff ? readMp3Header(bytes, at) : undefined;
    if (header !== undefined && readMp3Header(bytes, at + header.length) !== undefined) return at;
  }
  return undefined;
}

function mp3Seconds(bytes: Uint8Array): number | undefined {
  let at = nextMp3Frame(bytes, skipId3(bytes));
  let seconds = 0;
  while (at !== undefined && at < bytes.length) {
    const header = readMp3Header(bytes, at);
    if (header === undefined) {
      at = nextMp3Frame(bytes, at + 1);
      continue;
    }
    seconds += header.samples / header.rate;
    at += header.length;
  }
  return seconds > 0 ? seconds : undefined;
}

/** RFC 9639, 8.2: 20 bits of rate, 8 others, 36 bits of samples, 10 bytes into STREAMINFO. */
function flacSeconds(bytes: Uint8Array): number | undefined {
  const info = skipId3(bytes) + 8;
  if (bytes.length < info + 18) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + info, 18);
  const rate = view.getUint32(10) >>> 12;
  const samples = (view.getUint8(13) & 0xf) * 2 ** 32 + view.getUint32(14);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}

/** RFC 3533: the position of the last page; Opus counts at 48 kHz (RFC 7845, 4), Vorbis at the rate of its first page. */
function oggSeconds(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = buffer.lastIndexOf('OggS');
  if (last < 0 || buffer.length < last + 14) return undefined;
  const position = Number(buffer.readBigInt64LE(last + 6));
  const vorbis = buffer.subarray(0, 256).indexOf('\u0001vorbis', 0, 'latin1');
  const rate = vorbis < 0 ? 48_000 : buffer.readUInt32LE(vorbis + 12);
  return position > 0 && rate > 0 ? position / rate : undefined;
}

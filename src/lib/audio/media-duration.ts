const latin1 = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** Pieces looked at in one file: frames of an hour of MP3 are 138,000. */
const MAX_STEPS = 500_000;

/**
 * How long a sound or a video is, in seconds with three decimals, by what its container says; `undefined` where it does not say
 * or is none that is known: WAV, AIFF, FLAC, MP3, Ogg, MPEG-4 and QuickTime, Matroska and WebM, AVI.
 */
export function mediaDuration(file: Uint8Array): number | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const reader = READERS.find(([test]) => test(bytes))?.[1];
  const seconds = reader?.(bytes);
  return seconds === undefined || !Number.isFinite(seconds) || seconds < 0 ? undefined : Number(seconds.toFixed(3));
}

type Reader = (bytes: Buffer) => number | undefined;

const begins =
  (mark: string, offset = 0) =>
  (bytes: Buffer): boolean =>
    latin1(bytes, offset, offset + mark.length) === mark;

const READERS: readonly (readonly [(bytes: Buffer) => boolean, Reader])[] = [
  [(bytes) => begins('RIFF')(bytes) && begins('WAVE', 8)(bytes), wav],
  [(bytes) => begins('RIFF')(bytes) && begins('AVI ', 8)(bytes), avi],
  [(bytes) => begins('FORM')(bytes) && begins('AIF', 8)(bytes), aiff],
  [begins('fLaC'), flac],
  [begins('OggS'), ogg],
  [begins('ftyp', 4), mpeg4],
  [begins('\u001aE\u00df\u00a3'), matroska],
  [(bytes) => begins('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2), mp3],
];

function riffChunk(bytes: Buffer, wanted: string): { readonly start: number; readonly size: number } | undefined {
  for (let at = 12, steps = 0; at + 8 <= bytes.length && steps < MAX_STEPS; steps += 1) {
    const size = bytes.readUInt32LE(at + 4);
    if (latin1(bytes, at, at + 4) === wanted) return { start: at + 8, size };
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** A size that is not there, or a lie, is the rest of the file. */
function wav(bytes: Buffer): number | undefined {
  const [format, data] = [riffChunk(bytes, 'fmt '), riffChunk(bytes, 'data')];
  if (format === undefined || data === undefined || format.start + 16 > bytes.length) return undefined;
  const bytesPerSecond = bytes.readUInt32LE(format.start + 8);
  return bytesPerSecond === 0 ? undefined : Math.min(data.size, bytes.length - data.start) / bytesPerSecond;
}

/** AVI main header: microseconds a frame, frames in all (OpenDML, "avih"). */
function avi(bytes: Buffer): number | undefined {
  const at = bytes.subarray(0, 4096).indexOf('avih', 0, 'latin1');
  if (at < 0 || at + 28 > bytes.length) return undefined;
  return (bytes.readUInt32LE(at + 8) * bytes.readUInt32LE(at + 24)) / 1e6;
}

/** The rate is an 80-bit number, whole in all files of use. */
function aiff(bytes: Buffer): number | undefined {
  const at = bytes.subarray(0, 65_536).indexOf('COMM', 0, 'latin1');
  if (at < 0 || at + 26 > bytes.length) return undefined;
  const exponent = (bytes.readUInt16BE(at + 16) & 0x7fff) - 16_383;
  const rate = bytes.readUInt32BE(at + 18) * 2 ** (exponent - 31);
  return rate === 0 ? undefined : bytes.readUInt32BE(at + 10) / rate;
}

/** RFC 9639, 8.2: 20 bits of rate, 36 bits of samples; 0 samples is unknown. */
function flac(bytes: Buffer): number | undefined {
  if (bytes.length < 26) return undefined;
  const rate = bytes.readUIntBE(18, 3) >> 4;
  const samples = ((bytes[21] ?? 0) & 15) * 2 ** 32 + bytes.readUInt32BE(22);
  return rate === 0 || samples === 0 ? undefined : samples / rate;
}

/** The position of the last page, RFC 3533 section 6, by the rate of the first stream; Opus counts at 48 kHz (RFC 7845). */
function ogg(bytes: Buffer): number | undefined {
  const head = bytes.subarray(0, 4096);
  const vorbis = head.indexOf('\u0001vorbis', 0, 'latin1');
  const opus = head.indexOf('OpusHead', 0, 'latin1');
  const last = bytes.lastIndexOf('OggS', undefined, 'latin1');
  if (last < 0 || last + 14 > bytes.length || (vorbis < 0 && opus < 0)) return undefined;
  const position = Number(bytes.readBigInt64LE(last + 6));
  if (opus >= 0) return opus + 12 > bytes.length ? undefined : (position - bytes.readUInt16LE(opus + 10)) / 48_000;
  const rate = vorbis + 16 > bytes.length ? 0 : bytes.readUInt32LE(vorbis + 12);
  return rate === 0 ? undefined : position / rate;
}

/** Movie header, ISO/IEC 14496-12, 8.2.2; of a fragmented file, whose header says 0, the extends header, 8.8.2. */
function mpeg4(bytes: Buffer): number | undefined {
  const movie = box(bytes, 0, bytes.length, 'moov');
  const header = movie === undefined ? undefined : box(bytes, movie.start, movie.end, 'mvhd');
  if (movie === undefined || header === undefined || header.end - header.start < 32) return undefined;
  const isWide = bytes[header.start] === 1;
  const scale = bytes.readUInt32BE(header.start + (isWide ? 20 : 12));
  const length = isWide ? Number(bytes.readBigUInt64BE(header.start + 24)) : bytes.readUInt32BE(header.start + 16);
  if (scale === 0) return undefined;
  if (length > 0) return length / scale;
  const extended = box(bytes, movie.start, movie.end, 'mvex');
  const fragments = extended === undefined ? undefined : box(bytes, extended.start, extended.end, 'mehd');
  if (fragments === undefined || fragments.end - fragments.start < 8) return undefined;
  const total =
    bytes[fragments.start] === 1 && fragments.end - fragments.start >= 12
      ? Number(bytes.readBigUInt64BE(fragments.start + 4))
      : bytes.readUInt32BE(fragments.start + 4);
  return total / scale;
}

function box(bytes: Buffer, from: number, to: number, wanted: string) {
  for (let at = from, steps = 0; at + 8 <= to && steps < MAX_STEPS; steps += 1) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < 8) return undefined;
    if (latin1(bytes, at + 4, at + 8) === wanted)
      return { start: at + (isLong ? 16 : 8), end: Math.min(to, at + size) };
    at += size;
  }
  return undefined;
}

/** Duration and scale of the segment's information, RFC 9559, 5.1.2. Recorders of browsers leave it out. */
function matroska(bytes: Buffer): number | undefined {
  const info = bytes.subarray(0, 65_536).indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]));
  if (info < 0) return undefined;
  const head = bytes.subarray(info, info + 1024);
  const scaleAt = head.indexOf(Buffer.from([0x2a, 0xd7, 0xb1]));
  const scaleBytes = (head[scaleAt + 3] ?? 0x83) & 0x0f;
  const scale =
    scaleAt < 0 || scaleBytes > 6 || scaleBytes === 0 || scaleAt + 4 + scaleBytes > head.length
      ? 1_000_000
      : head.readUIntBE(scaleAt + 4, scaleBytes);
  const durationAt = head.indexOf(Buffer.from([0x44, 0x89]));
  if (durationAt < 0 || durationAt + 11 > head.length) return undefined;
  const value =
    head[durationAt + 2] === 0x84
      ? head.readFloatBE(durationAt + 3)
      : head[durationAt + 2] === 0x88
        ? head.readDoubleBE(durationAt + 3)
        : Number.NaN;
  return (value * scale) / 1e9;
}

/** Kilobits a second of layer III: MPEG-1, and MPEG-2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3). */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  /** Where Xing's table stands, from the frame's start. */
  readonly table: number;
}

/** Counts the frames, unless Xing's table in the first one has their number; less what an encoder notes as padding. */
function mp3(bytes: Buffer): number | undefined {
  let at = 0;
  if (begins('ID3')(bytes) && bytes.length >= 10)
    at =
      10 +
      [6, 7, 8, 9].reduce((sum, i) => sum * 128 + ((bytes[i] ?? 0) & 127), 0) +
      (((bytes[5] ?? 0) & 16) === 0 ? 0 : 10);
  while (at + 4 < bytes.length && frameAt(bytes, at) === undefined) at += 1;
  const first = frameAt(bytes, at);
  if (first === undefined) return undefined;
  const mark = latin1(bytes, at + first.table, at + first.table + 4);
  if (
    (mark === 'Xing' || mark === 'Info') &&
    at + first.table + 12 <= bytes.length &&
    ((bytes[at + first.table + 7] ?? 0) & 1) === 1
  ) {
    const frames = bytes.readUInt32BE(at + first.table + 8);
    if (frames > 0 && frames * 24 <= bytes.length * 8) return (frames * first.samples) / first.rate;
  }
  let samples = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const frame = frameAt(bytes, at);
    if (frame === undefined || at + frame.bytes > bytes.length) break;
    samples += frame.samples;
    at += frame.bytes;
  }
  return samples / first.rate;
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xe6) !== 0xe2) return undefined;
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const kilobits = (isFirst ? RATES_1 : RATES_2)[third >> 4] ?? 0;
  const rate = (SAMPLE_RATES[(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  if (version === 1 || kilobits === 0 || rate === 0) return undefined;
  const samples = isFirst ? 1152 : 576;
  const isMono = fourth >> 6 === 3;
  const table = 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  return { bytes: Math.floor((samples * 125 * kilobits) / rate) + ((third >> 1) & 1), samples, rate, table };
}

/** What a film shows of itself. */
export interface WrittenFilm {
  readonly seconds: number;
  /** As players show it, turned as the file says. */
  readonly width: number;
  readonly height: number;
}

/** A part of a file without its head. */
interface Part {
  readonly type: string | number;
  readonly start: number;
  readonly end: number;
}

type Split = (bytes: Buffer, from: number, to: number) => Iterable<Part>;

/** Parts looked at in one place; a film that FFmpeg has written has fewer than fifty before its clusters. */
const MAX_PARTS = 1000;

/**
 * Length and size of a film that FFmpeg has just written as MP4, MOV, WebM or Matroska, by its head alone: no program need start to tell
 * them. `undefined` where anything is not as FFmpeg writes it, and for other formats: ffprobe is to be asked then.
 */
export function readWrittenFilm(file: Uint8Array): WrittenFilm | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const film = bytes.toString('latin1', 4, 8) === 'ftyp' ? readMpeg4(bytes) : readMatroska(bytes);
    if (film === undefined || !(film.width > 0 && film.height > 0 && film.seconds > 0)) return undefined;
    return Number.isFinite(film.seconds) ? film : undefined;
  } catch (error) {
    // A number that would stand behind the end: the file is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first part of a kind. */
function first(split: Split, bytes: Buffer, within: Part | undefined, type: string | number): Part | undefined {
  if (within === undefined) return undefined;
  for (const part of split(bytes, within.start, within.end)) if (part.type === type) return part;
  return undefined;
}

/** Boxes: ISO/IEC 14496-12, 4.2. */
function* boxes(bytes: Buffer, from: number, to: number): Iterable<Part> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_PARTS; count += 1) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < 8 || at + size > to) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + (short === 1 ? 16 : 8), end: at + size };
    at += size;
  }
}

const inBoxes = (bytes: Buffer, within: Part | undefined, ...path: readonly string[]): Part | undefined =>
  path.reduce<Part | undefined>((part, type) => first(boxes, bytes, part, type), within);

/** 16.16 fixed point, 8.3.2: how the two sides of a picture are turned. */
const ONE = 65_536;
/** Where a matrix has them. */
const CELLS = [0, 4, 12, 16];
const UPRIGHT = [`${ONE},0,0,${ONE}`, `${-ONE},0,0,${-ONE}`];
const ON_ITS_SIDE = [`0,${ONE},${-ONE},0`, `0,${-ONE},${ONE},0`];

/**
 * Writes into an MP4 or MOV by how many degrees players turn its pictures clockwise, whatever it said before: 8.3.2. FFmpeg up to 6 takes
 * that from one option, later ones from another. Changes the bytes; does nothing to a file without pictures.
 */
export function turnWrittenFilm(file: Uint8Array, degrees: number): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const angle = (degrees * Math.PI) / 180;
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  for (const { header } of pictureTracks(bytes)) {
    if (header === undefined) continue;
    const at = matrixAt(bytes, header);
    const write = (offset: number, value: number) =>
      bytes.writeInt32BE(Math.min(Math.round(value), 2 ** 31 - 1), at + offset);
    for (const [index, value] of [across, down, -down, across].entries()) write(CELLS[index] ?? 0, value * ONE);
    // The size follows the matrix. What is turned is moved back to begin at 0.
    const [width, height] = [bytes.readUInt32BE(at + 36), bytes.readUInt32BE(at + 40)];
    write(24, -(Math.min(0, across * width) + Math.min(0, -down * height)));
    write(28, -(Math.min(0, down * width) + Math.min(0, across * height)));
  }
}

const matrixAt = (bytes: Buffer, trackHeader: Part): number =>
  trackHeader.start + (bytes[trackHeader.start] === 1 ? 52 : 40);

/** Tracks of pictures with their headers. */
function* pictureTracks(bytes: Buffer): Iterable<{ readonly track: Part; readonly header: Part | undefined }> {
  const movie = inBoxes(bytes, { type: '', start: 0, end: bytes.length }, 'moov');
  if (movie === undefined) return;
  for (const track of boxes(bytes, movie.start, movie.end)) {
    const handler = track.type === 'trak' ? inBoxes(bytes, track, 'mdia', 'hdlr') : undefined;
    if (handler === undefined || bytes.toString('latin1', handler.start + 8, handler.start + 12) !== 'vide') continue;
    yield { track, header: inBoxes(bytes, track, 'tkhd') };
  }
}

function readMpeg4(bytes: Buffer): WrittenFilm | undefined {
  const movie = inBoxes(bytes, { type: '', start: 0, end: bytes.length }, 'moov');
  const header = inBoxes(bytes, movie, 'mvhd');
  if (movie === undefined || header === undefined) return undefined;
  // Movie header, 8.2.2: a length in 64 bits has wider dates, too.
  const isWide = bytes[header.start] === 1;
  const scale = bytes.readUInt32BE(header.start + (isWide ? 20 : 12));
  const length = isWide ? Number(bytes.readBigUInt64BE(header.start + 24)) : bytes.readUInt32BE(header.start + 16);
  for (const { track, header: trackHeader } of pictureTracks(bytes)) {
    const samples = inBoxes(bytes, track, 'mdia', 'minf', 'stbl', 'stsd');
    if (trackHeader === undefined || samples === undefined) return undefined;
    const matrix = matrixAt(bytes, trackHeader);
    const turn = CELLS.map((offset) => bytes.readInt32BE(matrix + offset)).join();
    // Version, flags and count of entries; the entry's head; what all entries begin with (8.5.2), and those of pictures (12.1.3).
    const entry = samples.start + 8 + 8 + 8 + 16;
    const [width, height] = [bytes.readUInt16BE(entry), bytes.readUInt16BE(entry + 2)];
    const seconds = rounded(length / scale);
    if (UPRIGHT.includes(turn)) return { seconds, width, height };
    return ON_ITS_SIDE.includes(turn) ? { seconds, width: height, height: width } : undefined;
  }
  return undefined;
}

/** Names of Matroska's elements: RFC 9559, 5.1. */
const ELEMENTS = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  information: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  projection: 0x7670,
  cluster: 0x1f43b675,
} as const;

/** Elements: RFC 8794, 4 and 5. Ends at one of unknown size, but for a segment, and at the first cluster. */
function* elements(bytes: Buffer, from: number, to: number): Iterable<Part> {
  for (let at = from, count = 0; at + 2 <= to && count < MAX_PARTS; count += 1) {
    const typeBytes = Math.clz32(bytes.readUInt8(at)) - 23;
    if (typeBytes > 4) return;
    const type = bytes.readUIntBE(at, typeBytes);
    if (type === ELEMENTS.cluster) return;
    const sizeAt = at + typeBytes;
    const mark = bytes.readUInt8(sizeAt);
    const sizeBytes = Math.clz32(mark) - 23;
    if (sizeBytes > 8) return;
    let size = mark - (1 << (8 - sizeBytes));
    for (let i = 1; i < sizeBytes; i += 1) size = size * 256 + bytes.readUInt8(sizeAt + i);
    const start = sizeAt + sizeBytes;
    const end = start + size;
    if (end > to) return;
    yield { type, start, end };
    at = end;
  }
}

const element = (bytes: Buffer, within: Part | undefined, name: keyof typeof ELEMENTS): Part | undefined =>
  first(elements, bytes, within, ELEMENTS[name]);

/** The value of a whole number of up to six bytes. */
function numberIn(bytes: Buffer, part: Part | undefined): number | undefined {
  const length = part === undefined ? 0 : part.end - part.start;
  return part === undefined || length < 1 || length > 6 ? undefined : bytes.readUIntBE(part.start, length);
}

function readMatroska(bytes: Buffer): WrittenFilm | undefined {
  const whole = { type: '', start: 0, end: bytes.length };
  if (element(bytes, whole, 'ebml')?.start === undefined) return undefined;
  const segment = element(bytes, whole, 'segment');
  const information = element(bytes, segment, 'information');
  const duration = element(bytes, information, 'duration');
  const scale = numberIn(bytes, element(bytes, information, 'scale'));
  const tracks = element(bytes, segment, 'tracks');
  if (duration === undefined || duration.end - duration.start !== 8 || scale === undefined || tracks === undefined)
    return undefined;
  const seconds = rounded((bytes.readDoubleBE(duration.start) * scale) / 1e9);
  for (const track of elements(bytes, tracks.start, tracks.end)) {
    if (track.type !== ELEMENTS.track || numberIn(bytes, element(bytes, track, 'trackType')) !== 1) continue;
    const video = element(bytes, track, 'video');
    // It may turn the pictures.
    if (element(bytes, video, 'projection') !== undefined) return undefined;
    const [width, height] = [
      numberIn(bytes, element(bytes, video, 'width')),
      numberIn(bytes, element(bytes, video, 'height')),
    ];
    return width === undefined || height === undefined ? undefined : { seconds, width, height };
  }
  return undefined;
}

/** To the microsecond, FFmpeg's unit of time. */
const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/** What a JPEG file says of its coding, as far as a PDF that takes the file in must know. */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Baseline, extended or progressive with Huffman coding and 8 bits: what filter DCTDecode knows (ISO 32000-2, 7.4.8). */
  readonly isPlain: boolean;
  /** There is a segment by Adobe: four components are then inverted. */
  readonly hasAdobe: boolean;
  /** Three components that are red, green and blue, told by nothing but their names. */
  readonly isNamedRgb: boolean;
  /** 1 to 8, EXIF 2.32, 4.6.4. */
  readonly orientation: number;
  readonly profile: Uint8Array | undefined;
}

const SOI = 0xd8;
const SOS = 0xda;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const ORIENTATION_TAG = 0x0112;
/** Name, number and count come before each part, ICC.1:2022 B.4. */
const PROFILE_HEAD = 14;

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Reads the segments before the first scan; `undefined` where there is no frame among them. */
export function jpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file[0] !== 0xff || file[1] !== SOI) return undefined;
  let frame: Pick<JpegFrame, 'width' | 'height' | 'components' | 'isPlain' | 'isNamedRgb'> | undefined;
  let hasAdobe = false;
  let orientation = 1;
  const parts = new Map<number, Uint8Array>();
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    // Fill bytes, ITU-T T.81 B.1.1.2.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === SOS) break;
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at + 4, at + 2 + length);
    if (length < 2 || at + 2 + length > file.length) return undefined;
    if (isFrame(marker) && frame === undefined) frame = readFrame(marker, segment);
    if (marker === APP14 && segment.toString('latin1', 0, 5) === 'Adobe') hasAdobe = true;
    if (marker === APP1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = orientationOf(segment.subarray(6));
    if (marker === APP2 && segment.toString('latin1', 0, 12) === 'ICC_PROFILE\0')
      parts.set(segment[12] ?? 0, segment.subarray(PROFILE_HEAD));
    at += 2 + length;
  }
  return frame === undefined
    ? undefined
    : { ...frame, isNamedRgb: frame.isNamedRgb && !hasAdobe, hasAdobe, orientation, profile: joined(parts) };
}

function readFrame(marker: number, segment: Buffer) {
  if (segment.length < 6) return undefined;
  const components = segment[5] ?? 0;
  const names = Array.from({ length: components }, (_, i) => segment[6 + 3 * i] ?? 0);
  return {
    height: segment.readUInt16BE(1),
    width: segment.readUInt16BE(3),
    components,
    isPlain: marker <= 0xc2 && segment[0] === 8,
    isNamedRgb: String.fromCharCode(...names.slice(0, 3)) === 'RGB' && components === 3,
  };
}

function joined(parts: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined {
  if (parts.size === 0) return undefined;
  const list: Uint8Array[] = [];
  for (let i = 1; i <= parts.size; i += 1) {
    const part = parts.get(i);
    if (part === undefined) return undefined;
    list.push(part);
  }
  return new Uint8Array(Buffer.concat(list));
}

/** The first directory of a TIFF structure. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const word = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const long = (at: number): number =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  if (word(2) !== 42) return 1;
  const directory = long(4);
  const count = word(directory);
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > tiff.length) return 1;
    if (word(entry) !== ORIENTATION_TAG) continue;
    const value = word(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

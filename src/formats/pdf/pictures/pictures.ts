import { deflateSync } from 'node:zlib';

import {
  cmykJpeg,
  jpegSamples,
  pngSamples,
  resizedSamples,
  type Samples,
  samplesToJpeg,
} from '../../../engines/image/recode.js';
import { wrapTiff } from '../../../lib/picture-files/tiff-wrapper.js';
import type { PdfDocument } from '../document/document.js';
import { filtersOf } from '../syntax/filters.js';
import { dictOf, isInteger, isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { drawnImage } from './drawn-image.js';
import type { DrawnSize } from './picture-sizes.js';

const POINTS_PER_INCH = 72;
/** Pixels of a picture that is opened: the limit of all pictures. */
const MAX_PIXELS = 50_000_000;
/** Lossy only where it saves this much against lossless: drawings and screenshots stay sharp. */
const WORTH_LOSS = 0.6;
/** Another loss only where it saves this much. */
const WORTH_ANOTHER = 0.85;
/** Smaller by less than a quarter of its pixels, a picture only becomes blurred. */
const WORTH_SHRINKING = 1.15;

export interface PictureSettings {
  /** 1 to 100. */
  readonly quality: number;
  /** Dots per inch that pictures keep, by the size drawn. */
  readonly maxDpi: number;
  readonly isGrey: boolean;
}

/** A picture object whose colours and bits are of the plain kinds. */
interface PlainPicture {
  readonly samples: Samples;
  readonly isLossy: boolean;
  /** Of its colours as they are stored: the same for the result unless it turns grey. */
  readonly space: PdfValue;
  /** Its samples are red, green and blue, so that they can turn grey. */
  readonly isRgb: boolean;
}

/** A smaller stream for a picture object, or undefined where there is none. Its soft mask is another picture. */
export async function smallerPicture(
  document: PdfDocument,
  stream: PdfStream,
  drawn: DrawnSize | undefined,
  settings: PictureSettings & { readonly isMask: boolean },
): Promise<PdfStream | undefined> {
  if (colorsOf(document, stream.dict.get('ColorSpace') ?? null) === 4) {
    return settings.isGrey ? undefined : await smallerCmyk(document, stream, drawn, settings);
  }
  const picture = await openPicture(document, stream);
  if (picture === undefined) return undefined;
  const { samples } = picture;
  const size = wantedSize(samples, drawn, settings.maxDpi);
  const isGrey = settings.isGrey && picture.isRgb && samples.channels === 3;
  const isChanged = size.width !== samples.width || isGrey;
  const made = await resizedSamples(samples, { ...size, isGrey });
  const quality = settings.isMask ? Math.max(80, settings.quality) : settings.quality;
  const jpeg = await samplesToJpeg(made, quality);
  // What was a JPEG already has no sharp edges to lose, and its noise would make a lossless form huge.
  const packed = picture.isLossy ? undefined : packLossless(made);
  const isUseless = packed !== undefined && size.width !== samples.width && packed.length >= stream.bytes.length;
  const isJpeg = packed === undefined || isUseless || jpeg.length < WORTH_LOSS * packed.length;
  const bytes = isJpeg ? jpeg : packed;
  const most = stream.bytes.length * (isJpeg && picture.isLossy && !isChanged ? WORTH_ANOTHER : 1);
  if (bytes === undefined || bytes.length >= most) return undefined;
  const dict = new PdfDict(stream.dict);
  for (const key of ['F', 'DecodeParms', 'DP', 'Filter', 'Length', 'Intent']) dict.delete(key);
  dict.set('Width', made.width).set('Height', made.height).set('BitsPerComponent', 8);
  dict.set('ColorSpace', made.channels === 1 && samples.channels === 3 ? new PdfName('DeviceGray') : picture.space);
  dict.set('Filter', new PdfName(isJpeg ? 'DCTDecode' : 'FlateDecode'));
  if (!isJpeg) dict.set('DecodeParms', dictOf({ Predictor: 15, Colors: made.channels, Columns: made.width }));
  return new PdfStream(dict, bytes);
}

const FULL = [0, 1, 0, 1, 0, 1, 0, 1];
const INVERTED = [1, 0, 1, 0, 1, 0, 1, 0];

/** The same for four colours, by JPEG only. */
async function smallerCmyk(
  document: PdfDocument,
  stream: PdfStream,
  drawn: DrawnSize | undefined,
  { quality, maxDpi }: PictureSettings,
): Promise<PdfStream | undefined> {
  const source = cmykSource(document, stream);
  if (source === undefined) return undefined;
  const { file, size, isInverted } = source;
  const wanted = wantedSize(size, drawn, maxDpi);
  const bytes = await cmykJpeg(file, { ...wanted, quality });
  const most = stream.bytes.length * (wanted.width === size.width ? WORTH_ANOTHER : 1);
  if (bytes === undefined || bytes.length >= most) return undefined;
  const dict = new PdfDict(stream.dict);
  for (const key of ['F', 'DecodeParms', 'DP', 'Filter', 'Length', 'Intent', 'Decode']) dict.delete(key);
  dict.set('Width', wanted.width).set('Height', wanted.height).set('BitsPerComponent', 8);
  dict.set('Filter', new PdfName('DCTDecode'));
  if (isInverted) dict.set('Decode', INVERTED);
  return new PdfStream(dict, bytes);
}

interface CmykSource {
  readonly file: Uint8Array;
  readonly size: { readonly width: number; readonly height: number };
  /** What is made of the file needs its samples inverted. */
  readonly isInverted: boolean;
}

/** A picture in four colours as a file that a decoder reads. */
function cmykSource(document: PdfDocument, stream: PdfStream): CmykSource | undefined {
  const { dict } = stream;
  const get = (key: string): PdfValue => document.get(dict, key);
  const [width, height, decode] = [get('Width'), get('Height'), get('Decode')];
  if (!isInteger(width) || !isInteger(height) || width < 1 || height < 1 || width * height > MAX_PIXELS)
    return undefined;
  if (isSpecial(document, dict)) return undefined;
  const stated = Array.isArray(decode) ? decode.map((item) => document.resolve(item)).join() : FULL.join();
  if (stated !== FULL.join() && stated !== INVERTED.join()) return undefined;
  const isInverted = stated === INVERTED.join();
  const size = { width, height };
  const [filter] = filtersOf(dict, (value) => document.resolve(value)).slice(-1);
  const { bytes, rest } = document.decode(stream);
  if (rest.length === 0) {
    if (get('BitsPerComponent') !== 8 || bytes.length < 4 * width * height) return undefined;
    const strip = deflateSync(bytes.subarray(0, 4 * width * height), { level: 1 });
    const file = wrapTiff({ ...size, compression: 8, photometric: 5, bits: 8, channels: 4, strip });
    return { file, size, isInverted: !isInverted };
  }
  const isJpeg = filter?.name === 'DCTDecode' || filter?.name === 'DCT';
  if (rest.length > 1 || !isJpeg || filter.parameters?.has('ColorTransform') === true) return undefined;
  // With and without Adobe's marker the decoder takes samples for inverted, and writes them so again.
  return { file: bytes, size, isInverted };
}

function wantedSize(
  samples: { readonly width: number; readonly height: number },
  drawn: DrawnSize | undefined,
  maxDpi: number,
): { width: number; height: number } {
  const { width, height } = samples;
  if (drawn === undefined || drawn.width <= 0 || drawn.height <= 0) return { width, height };
  const dpi = Math.min((width * POINTS_PER_INCH) / drawn.width, (height * POINTS_PER_INCH) / drawn.height);
  if (dpi < WORTH_SHRINKING * maxDpi) return { width, height };
  const factor = maxDpi / dpi;
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** Masks of one bit, colour keys, colours mixed with the page: better left alone. */
function isSpecial(document: PdfDocument, dict: PdfDict): boolean {
  const mask = document.get(dict, 'SMask');
  if (document.get(dict, 'ImageMask') === true || Array.isArray(document.get(dict, 'Mask'))) return true;
  if (mask instanceof PdfStream && mask.dict.has('Matte')) return true;
  return dict.has('Matte') || dict.has('SMaskInData') || dict.has('Alternates');
}

/** `undefined` for what is better left alone: what is special, and rare codings. */
async function openPicture(document: PdfDocument, stream: PdfStream): Promise<PlainPicture | undefined> {
  const { dict } = stream;
  const get = (key: string): PdfValue => document.get(dict, key);
  const [width, height] = [get('Width'), get('Height')];
  if (!isInteger(width) || !isInteger(height) || width < 1 || height < 1 || width * height > MAX_PIXELS)
    return undefined;
  if (get('Decode') !== null || isSpecial(document, dict)) return undefined;
  const space = dict.get('ColorSpace') ?? null;
  const filters = filtersOf(dict, (value) => document.resolve(value));
  const last = filters.at(-1);
  const { bytes, rest } = document.decode(stream);
  if (rest.length > 1) return undefined;
  const isRgb = isPlainRgb(document, space);
  if (last?.name === 'JPXDecode') return await drawnPicture(document, stream, space);
  if (rest.length === 1) {
    if ((last?.name !== 'DCTDecode' && last?.name !== 'DCT') || last.parameters?.has('ColorTransform'))
      return undefined;
    const samples = await jpegSamples(bytes, { width, height });
    if (samples === undefined || colorsOf(document, space) !== samples.channels) return undefined;
    return { samples, isLossy: true, space, isRgb };
  }
  const bits = get('BitsPerComponent');
  const indexed = indexedOf(document, space);
  if (indexed !== undefined && isInteger(bits))
    return expand(bytes, { width, height, bits, indexed, isRgb: isPlainRgb(document, indexed.base) });
  const channels = colorsOf(document, space);
  if (bits !== 8 || (channels !== 1 && channels !== 3) || bytes.length < width * height * channels) return undefined;
  return {
    samples: { width, height, channels, data: bytes.subarray(0, width * height * channels) },
    isLossy: false,
    space,
    isRgb,
  };
}

/** A JPEG 2000 picture in grey or RGB, as the rendering engine decodes it. */
async function drawnPicture(
  document: PdfDocument,
  stream: PdfStream,
  space: PdfValue,
): Promise<PlainPicture | undefined> {
  const channels = space === null ? 3 : colorsOf(document, space);
  if (channels !== 1 && !(channels === 3 && (space === null || isPlainRgb(document, space)))) return undefined;
  const samples = await pngSamples(await drawnImage(document, stream));
  const name = samples.channels === 1 ? 'DeviceGray' : 'DeviceRGB';
  return { samples, isLossy: true, space: new PdfName(name), isRgb: samples.channels === 3 };
}

/** Not three spot colours. */
function isPlainRgb(document: PdfDocument, value: PdfValue): boolean {
  const space = document.resolve(value);
  const name = Array.isArray(space) ? document.resolve(space[0]) : space;
  return name instanceof PdfName && ['DeviceRGB', 'RGB', 'CalRGB', 'ICCBased'].includes(name.value);
}

/** Colours a sample has in a space of the plain kinds; 0 for others. */
function colorsOf(document: PdfDocument, value: PdfValue): number {
  const space = document.resolve(value);
  if (space instanceof PdfName)
    return ({ DeviceGray: 1, G: 1, DeviceRGB: 3, RGB: 3, DeviceCMYK: 4, CMYK: 4 } as const)[space.value] ?? 0;
  if (!Array.isArray(space)) return 0;
  const kind = document.resolve(space[0]);
  if (isName(kind, 'CalGray')) return 1;
  if (isName(kind, 'CalRGB')) return 3;
  if (isName(kind, 'Separation')) return 1;
  if (isName(kind, 'DeviceN')) return document.getArray(new PdfDict([['N', space[1] ?? null]]), 'N')?.length ?? 0;
  if (!isName(kind, 'ICCBased')) return 0;
  const count = document.dictOf(space[1])?.get('N');
  // A profile of Lab with three colours would be shown by its own rules: only its number is looked at, samples stay samples.
  return count === 1 || count === 3 || count === 4 ? count : 0;
}

interface Indexed {
  readonly base: PdfValue;
  readonly channels: 1 | 3;
  readonly table: Uint8Array;
}

function indexedOf(document: PdfDocument, value: PdfValue): Indexed | undefined {
  const space = document.resolve(value);
  if (
    !Array.isArray(space) ||
    !(isName(document.resolve(space[0]), 'Indexed') || isName(document.resolve(space[0]), 'I'))
  )
    return undefined;
  const base = space[1] ?? null;
  const channels = colorsOf(document, base);
  const lookup = document.resolve(space[3]);
  const table =
    lookup instanceof PdfString
      ? lookup.bytes
      : lookup instanceof PdfStream
        ? document.tryDecode(lookup, 4096)
        : undefined;
  if (table === undefined || (channels !== 1 && channels !== 3)) return undefined;
  return { base, channels, table };
}

function expand(
  bytes: Uint8Array,
  {
    width,
    height,
    bits,
    indexed,
    isRgb,
  }: { width: number; height: number; bits: number; indexed: Indexed; isRgb: boolean },
): PlainPicture | undefined {
  // Few colours are stored best as they are.
  if (bits !== 8 && bits !== 4) return undefined;
  const stride = Math.ceil((width * bits) / 8);
  if (bytes.length < stride * height) return undefined;
  const { channels, table, base } = indexed;
  const data = new Uint8Array(width * height * channels);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bytes[y * stride + (bits === 8 ? x : x >> 1)] ?? 0;
      const index = bits === 8 ? byte : x % 2 === 0 ? byte >> 4 : byte & 15;
      for (let channel = 0; channel < channels; channel += 1, to += 1)
        data[to] = table[index * channels + channel] ?? 0;
    }
  }
  return { samples: { width, height, channels, data }, isLossy: false, space: base, isRgb };
}

/** Deflate over PNG's filters, each row with the one of the least sum of differences (PNG, 12.7), for Predictor 15. */
export function packLossless({ width, height, channels, data }: Samples): Uint8Array {
  const stride = width * channels;
  const rows = new Uint8Array((stride + 1) * height);
  const tries = [new Uint8Array(stride), new Uint8Array(stride), new Uint8Array(stride)];
  for (let y = 0; y < height; y += 1) {
    const row = y * stride;
    const sums = [0, 0, 0];
    for (let x = 0; x < stride; x += 1) {
      const value = data[row + x] ?? 0;
      const left = x >= channels ? (data[row + x - channels] ?? 0) : 0;
      const up = y > 0 ? (data[row - stride + x] ?? 0) : 0;
      const values = [value, value - left, value - up];
      for (let k = 0; k < 3; k += 1) {
        const byte = (values[k] ?? 0) & 255;
        (tries[k] as Uint8Array)[x] = byte;
        sums[k] = (sums[k] ?? 0) + (byte < 128 ? byte : 256 - byte);
      }
    }
    const best = sums.indexOf(Math.min(...sums));
    rows[y * (stride + 1)] = best;
    rows.set(tries[best] as Uint8Array, y * (stride + 1) + 1);
  }
  return deflateSync(rows, { level: 9 });
}

import { deflateSync } from 'node:zlib';

import { inkSamples, jpegSamples, pngSamples, samplesToJpeg } from '../../../engines/image/recode.js';
import { MAX_RENDER_PIXELS } from '../../../engines/pdfium/renderer.js';
import type { PdfDocument } from '../document/document.js';
import { drawnImage } from '../pictures/drawn-image.js';
import { imageFacts } from '../pictures/image-facts.js';
import { packLossless } from '../pictures/pictures.js';
import type { Filter } from '../syntax/filters.js';
import { numbersOf } from '../syntax/functions.js';
import { dictOf, PdfName, PdfStream, PdfString } from '../syntax/objects.js';
import { type GraySpace, graySpace, type SpaceReading, type Tone } from './gray-spaces.js';

/** Of pictures that were JPEG or JPEG 2000 before. */
const JPEG_QUALITY = 90;

export interface ImageTones extends SpaceReading {
  readonly tone: Tone;
  /** Gray pictures stay as they are. */
  readonly keepsGrays: boolean;
  /** Every tone is black or white. */
  readonly isBilevel: boolean;
}

/** Makes a picture object gray in place. False where that cannot be done exactly enough. */
export async function grayImage(tones: ImageTones, image: PdfStream): Promise<boolean> {
  const { document } = tones;
  const { dict } = image;
  if (document.get(dict, 'ImageMask') === true) return true;
  const { width, height, bits, encoding } = imageFacts(document, image);
  if (width === 0 || height === 0 || width * height > MAX_RENDER_PIXELS) return false;
  for (const key of ['Alternates', 'OPI']) dict.delete(key);
  const isJpx = encoding.endsWith('JPXDecode');
  const value = document.get(dict, 'ColorSpace');
  const space = graySpace(tones, value);
  if (space?.kind === 'gray' && tones.keepsGrays && !isJpx) {
    // Profiles of grays tint them in some viewers.
    dict.set('ColorSpace', new PdfName('DeviceGray'));
    return grayMatte(tones, image, space);
  }
  if (space?.channels === 1 && !isJpx && bits !== null && bits <= 8) return byTable(tones, image, space, bits);
  // A range of colours that is clear is one of samples that are no more.
  if (Array.isArray(document.get(dict, 'Mask')) || dict.has('SMaskInData')) return false;
  const samples = await graySamples(tones, image, space);
  if (samples === undefined || samples.length !== width * height) return false;
  if (!grayMatte(tones, image, space)) return false;
  const isLossy = isJpx || /DCT(?:Decode)?$/.test(encoding);
  await storeGrays(image, { width, height, data: samples, isLossy }, tones.isBilevel);
  return true;
}

/** Samples stay, a table says what gray each is: nothing is decoded, so nothing is lost. */
function byTable(tones: ImageTones, image: PdfStream, space: GraySpace, bits: number): boolean {
  const { document, tone } = tones;
  const top = 2 ** bits - 1;
  const usual = space.kind === 'indexed' ? [0, top] : [0, 1];
  const [from = 0, to = 1] = numbersOf(document, document.get(image.dict, 'Decode')) ?? usual;
  const table = Uint8Array.from({ length: top + 1 }, (_, sample) =>
    Math.round(255 * tone(space.gray([from + (sample * (to - from)) / top]))),
  );
  if (!grayMatte(tones, image, space)) return false;
  image.dict.delete('Decode');
  const plain = [new PdfName('Indexed'), new PdfName('DeviceGray'), top, new PdfString(table)];
  image.dict.set('ColorSpace', plain);
  return true;
}

/** A soft mask that says which colour was mixed in already (ISO 32000-2, 11.6.5.3) says it in the space of its picture. */
function grayMatte({ document, tone }: ImageTones, image: PdfStream, space: GraySpace | undefined): boolean {
  const mask = document.get(image.dict, 'SMask');
  if (!(mask instanceof PdfStream)) return true;
  const matte = numbersOf(document, document.get(mask.dict, 'Matte'));
  if (matte === undefined) return true;
  if (space === undefined || matte.length !== space.channels) return false;
  // Of several colours and one of a table the mixing is not that of their grays.
  if (space.kind !== 'rgb' && space.kind !== 'gray') return false;
  mask.dict.set('Matte', [tone(space.gray(matte))]);
  return true;
}

/** A gray per pixel; `undefined` where the picture cannot be decoded. */
async function graySamples(
  tones: ImageTones,
  image: PdfStream,
  space: GraySpace | undefined,
): Promise<Uint8Array | undefined> {
  const { document, tone } = tones;
  const grays = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * tone(value / 255)));
  const decoded = (await rgbOf(document, image, space)) ?? (await cmykGrays(document, image, space));
  const { data, channels } = decoded ?? (await drawn(document, image)) ?? { data: undefined, channels: 1 };
  if (data === undefined) return undefined;
  if (channels === 1) return data.map((value) => grays[value] ?? 0);
  const result = new Uint8Array(data.length / 3);
  for (let from = 0, to = 0; to < result.length; from += 3, to += 1) {
    const gray = 0.3 * (data[from] ?? 0) + 0.59 * (data[from + 1] ?? 0) + 0.11 * (data[from + 2] ?? 0);
    result[to] = grays[Math.round(gray)] ?? 0;
  }
  return result;
}

interface Pixels {
  readonly data: Uint8Array;
  readonly channels: 1 | 3;
}

async function rgbOf(
  document: PdfDocument,
  image: PdfStream,
  space: GraySpace | undefined,
): Promise<Pixels | undefined> {
  if (space?.kind !== 'rgb' || document.get(image.dict, 'Decode') !== null) return undefined;
  const { width, height, bits } = imageFacts(document, image);
  const { bytes, rest } = document.decode(image);
  const [filter] = rest;
  if (filter !== undefined) {
    if (!isPlainJpeg(rest)) return undefined;
    const samples = await jpegSamples(bytes, { width, height });
    return samples?.channels === 3 ? { data: samples.data, channels: 3 } : undefined;
  }
  const needed = 3 * width * height;
  return bits === 8 && bytes.length >= needed ? { data: bytes.subarray(0, needed), channels: 3 } : undefined;
}

/** Four inks, 8 bits each, plain or inverted. */
async function cmykGrays(
  document: PdfDocument,
  image: PdfStream,
  space: GraySpace | undefined,
): Promise<Pixels | undefined> {
  const decode = (numbersOf(document, document.get(image.dict, 'Decode')) ?? PLAIN).join();
  if (space?.kind !== 'cmyk' || (decode !== PLAIN.join() && decode !== INVERTED.join())) return undefined;
  const inks = await inksOf(document, image);
  if (inks === undefined) return undefined;
  const flip = decode === PLAIN.join() ? 0 : 255;
  const data = new Uint8Array(inks.length / 4);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 1) {
    const [c, m, y, k] = [inks[from] ?? 0, inks[from + 1] ?? 0, inks[from + 2] ?? 0, inks[from + 3] ?? 0];
    data[to] = Math.max(0, Math.round(255 - 0.3 * (c ^ flip) - 0.59 * (m ^ flip) - 0.11 * (y ^ flip) - (k ^ flip)));
  }
  return { data, channels: 1 };
}

const PLAIN = [0, 1, 0, 1, 0, 1, 0, 1];
const INVERTED = [1, 0, 1, 0, 1, 0, 1, 0];

async function inksOf(document: PdfDocument, image: PdfStream): Promise<Uint8Array | undefined> {
  const { width, height, bits } = imageFacts(document, image);
  const { bytes, rest } = document.decode(image);
  const [filter] = rest;
  if (filter === undefined) {
    const needed = 4 * width * height;
    return bits === 8 && bytes.length >= needed ? bytes.subarray(0, needed) : undefined;
  }
  return isPlainJpeg(rest) ? inkSamples(bytes, { width, height }) : undefined;
}

const isPlainJpeg = (rest: readonly Filter[]): boolean =>
  rest.length === 1 &&
  /^DCT(?:Decode)?$/.test(rest[0]?.name ?? '') &&
  rest[0]?.parameters?.has('ColorTransform') !== true;

/** Whatever else there is, as the rendering engine draws it. */
async function drawn(document: PdfDocument, image: PdfStream): Promise<Pixels | undefined> {
  const { width, height } = imageFacts(document, image);
  const samples = await pngSamples(await drawnImage(document, image));
  return samples.width === width && samples.height === height
    ? { data: samples.data, channels: samples.channels }
    : undefined;
}

interface Grays {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly isLossy: boolean;
}

/** Writes grays into a picture object, one bit a pixel where all are black or white. */
export async function storeGrays(image: PdfStream, grays: Grays, isBilevel: boolean): Promise<void> {
  const { dict } = image;
  const { width, height, data, isLossy } = grays;
  for (const key of ['F', 'DecodeParms', 'DP', 'Filter', 'Decode', 'Intent']) dict.delete(key);
  dict.set('ColorSpace', new PdfName('DeviceGray')).set('BitsPerComponent', isBilevel ? 1 : 8);
  if (isLossy && !isBilevel) {
    image.bytes = await samplesToJpeg({ width, height, channels: 1, data }, JPEG_QUALITY);
    dict.set('Filter', new PdfName('DCTDecode'));
    return;
  }
  dict.set('Filter', new PdfName('FlateDecode'));
  if (isBilevel) {
    image.bytes = deflateSync(packedBits(grays));
    return;
  }
  image.bytes = packLossless({ width, height, channels: 1, data });
  dict.set('DecodeParms', dictOf({ Predictor: 15, Colors: 1, Columns: width }));
}

function packedBits({ width, height, data }: Grays): Uint8Array {
  const stride = Math.ceil(width / 8);
  const packed = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + (x >> 3);
      if ((data[y * width + x] ?? 0) >= 128) packed[at] = (packed[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return packed;
}

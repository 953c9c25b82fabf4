import { deflateSync } from 'node:zlib';

import { ToolError } from '../../../core/errors.js';
import { MAX_RENDER_PIXELS } from '../../../engines/pdfium/renderer.js';
import { ContentFault, LimitFault } from '../../../lib/faults.js';
import { type PngPicture, writePng } from '../../../lib/picture-files/png-writer.js';
import { wrapTiff } from '../../../lib/picture-files/tiff-wrapper.js';
import type { PdfDocument } from '../document/document.js';
import type { Filter } from '../syntax/filters.js';
import { isInteger, PdfStream } from '../syntax/objects.js';
import { type Space, spaceOf } from './colour-spaces.js';
import { drawnImage } from './drawn-image.js';
import { imageFacts } from './image-facts.js';

/** A picture of a PDF as a file of its own. */
export interface ExtractedImage {
  readonly bytes: Uint8Array;
  readonly extension: 'jpg' | 'jp2' | 'tif' | 'png';
  readonly mime: string;
  /** `original`: the bytes of the PDF; `wrapped`: with a header around them; `lossless`: the same samples; `drawn`: as a viewer draws them, in RGB. */
  readonly how: 'original' | 'wrapped' | 'lossless' | 'drawn';
  /** The mask was joined with the picture as its alpha channel. */
  readonly hasAlpha: boolean;
}

/**
 * A picture as a file: as it is stored where programs can read that, its samples without a loss where they cannot, else as a
 * viewer draws it. `undefined` for one that nothing can be made of, or that has too many bytes.
 */
export async function tryExtractImage(document: PdfDocument, image: PdfStream): Promise<ExtractedImage | undefined> {
  try {
    return await extractImage(document, image);
  } catch (error) {
    // The caller has other pictures. A ToolError: the engine that draws refuses it.
    if (error instanceof ContentFault || error instanceof LimitFault || error instanceof ToolError) return undefined;
    throw error;
  }
}

async function extractImage(document: PdfDocument, image: PdfStream): Promise<ExtractedImage> {
  const { width, height } = imageFacts(document, image);
  if (width === 0 || height === 0) throw new ContentFault('a picture has no size');
  if (width * height > MAX_RENDER_PIXELS) throw new ContentFault('a picture is too large');
  const { bytes, rest } = document.decode(image);
  const [filter] = rest;
  if (filter !== undefined) {
    const coded = codedImage(document, image, bytes, filter, rest.length);
    return coded ?? drawnFile(document, image);
  }
  const samples = sampleImage(document, image, bytes);
  return samples ?? drawnFile(document, image);
}

async function drawnFile(document: PdfDocument, image: PdfStream): Promise<ExtractedImage> {
  const bytes = await drawnImage(document, image);
  return { bytes, extension: 'png', mime: 'image/png', how: 'drawn', hasAlpha: false };
}

function codedImage(
  document: PdfDocument,
  image: PdfStream,
  bytes: Uint8Array,
  filter: Filter,
  left: number,
): ExtractedImage | undefined {
  if (left > 1) return undefined;
  const plain = { how: 'original', hasAlpha: false } as const;
  if (filter.name === 'DCTDecode' || filter.name === 'DCT') {
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new ContentFault('a JPEG picture is damaged');
    return { ...plain, bytes, extension: 'jpg', mime: 'image/jpeg' };
  }
  if (filter.name === 'JPXDecode') {
    // A code stream without the boxes of the file format is not a file that programs open.
    if (bytes[0] === 0xff && bytes[1] === 0x4f) return undefined;
    return { ...plain, bytes, extension: 'jp2', mime: 'image/jp2' };
  }
  if (filter.name !== 'CCITTFaxDecode' && filter.name !== 'CCF') return undefined;
  return {
    ...plain,
    how: 'wrapped',
    bytes: faxFile(document, image, bytes, filter),
    extension: 'tif',
    mime: 'image/tiff',
  };
}

/** ISO 32000-2, table 11. */
function faxFile(document: PdfDocument, image: PdfStream, strip: Uint8Array, { parameters }: Filter): Uint8Array {
  const facts = imageFacts(document, image);
  const kind = parameters?.get('K');
  const k = typeof kind === 'number' ? kind : 0;
  const columns = parameters?.get('Columns');
  const isInverted = isDecodeInverted(document, image) !== (parameters?.get('BlackIs1') === true);
  return wrapTiff({
    width: isInteger(columns) ? columns : 1728,
    height: facts.height,
    compression: k < 0 ? 4 : 3,
    photometric: isInverted ? 1 : 0,
    bits: 1,
    channels: 1,
    strip,
    group3Options: (k > 0 ? 1 : 0) | (parameters?.get('EncodedByteAlign') === true ? 4 : 0),
  });
}

function decodeOf(document: PdfDocument, image: PdfStream): number[] | undefined {
  const list = document.getArray(image.dict, 'Decode')?.map((item) => document.resolve(item));
  return list?.every((item) => typeof item === 'number') ? (list as number[]) : undefined;
}

const isDecodeInverted = (document: PdfDocument, image: PdfStream): boolean => {
  const decode = decodeOf(document, image);
  return decode !== undefined && decode[0] === 1 && decode[1] === 0;
};

const isDepth = (bits: number | null): bits is PngPicture['bits'] => [1, 2, 4, 8, 16].includes(bits ?? 0);

/** The samples without a loss; `undefined` where neither PNG nor TIFF can hold what they mean. */
function sampleImage(document: PdfDocument, image: PdfStream, bytes: Uint8Array): ExtractedImage | undefined {
  const { width, height, bits, colorSpace } = imageFacts(document, image);
  const space = colorSpace === 'mask' ? GRAY : spaceOf(document, document.get(image.dict, 'ColorSpace'));
  if (space === undefined || !isDepth(bits)) return undefined;
  const channels = { gray: 1, palette: 1, rgb: 3, cmyk: 4 }[space.kind];
  const decode = decodeOf(document, image);
  const isPlain = decode === undefined || isIdentity(decode, space.kind === 'palette' ? 2 ** bits - 1 : 1);
  const isInverted = !isPlain && space.kind !== 'palette' && isIdentity(decode.toReversed(), 1);
  if (!isPlain && !isInverted) return undefined;
  const rowBytes = Math.ceil((width * bits * channels) / 8);
  const samples = new Uint8Array(rowBytes * height);
  samples.set(bytes.subarray(0, samples.length));
  if (isInverted) for (let i = 0; i < samples.length; i += 1) samples[i] = 255 - (samples[i] ?? 0);
  if (space.kind === 'cmyk') {
    if (bits !== 8) return undefined;
    const strip = deflateSync(samples);
    const { profile } = space;
    const file = wrapTiff({ width, height, compression: 8, photometric: 5, bits: 8, channels: 4, strip, profile });
    return { bytes: file, extension: 'tif', mime: 'image/tiff', how: 'lossless', hasAlpha: false };
  }
  const { kind, palette, profile } = space;
  const picture: PngPicture = {
    width,
    height,
    bits,
    kind,
    samples,
    profile,
    ...(palette ? { palette: fullPalette(palette, bits) } : {}),
  };
  const joined = withAlpha(document, image, picture);
  return {
    bytes: writePng(joined ?? picture),
    extension: 'png',
    mime: 'image/png',
    how: 'lossless',
    hasAlpha: joined !== undefined,
  };
}

const GRAY: Space = { kind: 'gray' };

/** Entries past the end of the table are black; PNG refuses indexes that have no entry, and more entries than the depth has room for. */
function fullPalette(palette: Uint8Array, bits: number): Uint8Array {
  const full = new Uint8Array(3 * 2 ** Math.min(bits, 8));
  full.set(palette.subarray(0, full.length));
  return full;
}

const isIdentity = (decode: readonly number[], top: number): boolean =>
  decode.every((value, i) => value === (i % 2 === 0 ? 0 : top));

/** With its soft mask as alpha, where both have the same size and 8 bits. */
function withAlpha(document: PdfDocument, image: PdfStream, picture: PngPicture): PngPicture | undefined {
  const mask = document.get(image.dict, 'SMask');
  if (!(mask instanceof PdfStream) || picture.bits !== 8 || picture.kind === 'palette') return undefined;
  const facts = imageFacts(document, mask);
  if (facts.width !== picture.width || facts.height !== picture.height || facts.bits !== 8) return undefined;
  const alpha =
    decodeOf(document, mask) === undefined && !mask.dict.has('Matte')
      ? document.tryDecode(mask, 64 * 2 ** 20)
      : undefined;
  if (alpha === undefined || alpha.length < picture.width * picture.height) return undefined;
  const channels = picture.kind === 'gray' ? 1 : 3;
  const count = picture.width * picture.height;
  const samples = new Uint8Array(count * (channels + 1));
  for (let i = 0; i < count; i += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      samples[i * (channels + 1) + channel] = picture.samples[i * channels + channel] ?? 0;
    }
    samples[i * (channels + 1) + channels] = alpha[i] ?? 0;
  }
  return { ...picture, samples, kind: channels === 1 ? 'gray-alpha' : 'rgba' };
}

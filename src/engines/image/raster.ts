import type { Metadata, Sharp } from 'sharp';

import { invalid, quote } from '../../core/errors.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import type { InputFile } from '../../core/tool.js';
import type { NoisyPicture } from '../../lib/denoise/denoise.js';
import type { LossyCompression } from '../../lib/denoise/noise.js';
import {
  isAnimatedPng,
  isLosslessWebp,
  jpegLuminanceSteps,
  jpegQuality,
  type RasterFormat,
  rasterFormat,
} from '../../lib/picture-files/raster-format.js';
import { tiffCanvas } from '../../lib/picture-files/tiff-canvas.js';
import { checkPictureSize } from './picture-size.js';
import { sharp } from './sharp.js';

/** An opened PNG, JPEG or WebP. */
export interface Raster {
  readonly format: RasterFormat;
  /** Upright; the samples are the file's own, in the file's own colour profile. */
  readonly picture: NoisyPicture;
  readonly profile: Uint8Array | undefined;
  /** Dots per inch, where the file says. */
  readonly density: number | undefined;
  readonly encoding: Encoding;
  /** What storing has lost, as far as the file tells; `undefined` for nothing. */
  readonly compression: LossyCompression | undefined;
}

/** How the file was stored, as far as writing it again should follow. */
interface Encoding {
  readonly quality: number;
  readonly isLossless: boolean;
  readonly isProgressive: boolean;
}

/** Where to write a picture's samples, and how to get the file. */
export interface Canvas {
  readonly picture: NoisyPicture;
  readonly encode: () => Promise<Uint8Array>;
}

/** Pictures are not made worse than this by writing them again. Chosen: JPEG 92 adds an error of 0.5 levels to grain-free pictures. */
const LEAST_QUALITY = 92;
/** Tried in turn where a file would be over the limit of an output file. */
const LOWER_QUALITIES = [85, 75, 60] as const;

/**
 * Opens an uploaded PNG, JPEG or WebP, upright, its samples as stored; CMYK becomes sRGB. 16-bit PNG keeps its 16 bits.
 * Throws INVALID_INPUT naming the file when it is none of these, damaged, cut short or animated, LIMIT_EXCEEDED over
 * MAX_PIXELS or MAX_SIDE. Nothing is decoded before the size is known.
 */
export async function openRaster(file: InputFile): Promise<Raster> {
  const format = rasterFormat(file.bytes);
  if (format === undefined) throw invalid(`Cannot read picture ${quote(file.name)}: it is not PNG, JPEG or WebP`);
  const metadata = await reading(file, () => open(file).metadata());
  const { width, height, pages = 1 } = metadata;
  if (pages > 1 || (format === 'png' && isAnimatedPng(file.bytes))) {
    throw invalid(`Cannot read picture ${quote(file.name)}: it is animated, one still picture is needed`);
  }
  checkPictureSize(file.name, width, height);
  const isCmyk = metadata.space === 'cmyk';
  const { data, info } = await reading(file, () =>
    rawPixels(open(file), metadata).toBuffer({ resolveWithObject: true }),
  );
  const isDeep = metadata.depth === 'ushort';
  return {
    format,
    picture: {
      data: isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data,
      width: info.width,
      height: info.height,
      channels: info.channels,
    },
    profile: isCmyk ? undefined : metadata.icc,
    // 72 is also what is reported where the file says nothing.
    density: metadata.density === 72 ? undefined : metadata.density,
    encoding: {
      quality: Math.max(LEAST_QUALITY, (format === 'jpeg' ? jpegQuality(file.bytes) : undefined) ?? 0),
      isLossless: format === 'webp' && isLosslessWebp(file.bytes),
      isProgressive: metadata.isProgressive ?? false,
    },
    compression: compressionOf(format, file.bytes, metadata.chromaSubsampling),
  };
}

function compressionOf(
  format: RasterFormat,
  bytes: Uint8Array,
  chromaSubsampling: string | undefined,
): LossyCompression | undefined {
  if (format === 'png' || (format === 'webp' && isLosslessWebp(bytes))) return undefined;
  return {
    luminanceSteps: format === 'jpeg' ? jpegLuminanceSteps(bytes) : [],
    // WebP knows nothing else.
    hasHalvedColour: format === 'webp' || chromaSubsampling === '4:2:0',
  };
}

const open = ({ bytes }: InputFile): Sharp =>
  // The limit is ours to name: a bomb is refused by its header before anything is decoded.
  sharp(bytes, { failOn: 'error', limitInputPixels: false, unlimited: false });

async function reading<Result>(file: InputFile, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    throw invalid(`Cannot read picture ${quote(file.name)}: it is damaged or cut short`, cause);
  }
}

/** Keeping the profile keeps the samples from being converted to sRGB; only CMYK is. */
function rawPixels(image: Sharp, { space, depth }: Metadata): Sharp {
  const upright = image.autoOrient();
  if (space === 'cmyk') return upright.toColourspace('srgb').raw();
  const kept = upright.keepIccProfile();
  const isGrey = space === 'b-w' || space === 'grey16';
  if (depth === 'ushort') {
    const deep = isGrey ? 'grey16' : 'rgb16';
    return kept.pipelineColourspace(deep).toColourspace(deep).raw({ depth: 'ushort' });
  }
  return kept.toColourspace(isGrey ? 'b-w' : 'srgb').raw();
}

/** A canvas of the opened picture's size that is written in its format, with its profile and its dots per inch. */
export function canvasLike(raster: Raster): Canvas {
  const { width, height, channels, data } = raster.picture;
  const { profile, density } = raster;
  const bits = data instanceof Uint16Array ? 16 : 8;
  const canvas = tiffCanvas({ width, height, channels, bits, profile, density });
  return {
    picture: { data: withAlphaOf(raster.picture, canvas.pixels), width, height, channels },
    encode: () => encode(raster, Buffer.from(canvas.file.buffer, 0, canvas.file.length)),
  };
}

/** Copies the alpha samples, which no one changes. */
function withAlphaOf({ data, channels }: NoisyPicture, pixels: Uint8Array | Uint16Array): Uint8Array | Uint16Array {
  if (channels % 2 === 1) return pixels;
  for (let i = channels - 1; i < pixels.length; i += channels) pixels[i] = data[i] ?? 0;
  return pixels;
}

async function encode(raster: Raster, tiff: Buffer): Promise<Uint8Array> {
  const { quality, isLossless } = raster.encoding;
  const isLossy = raster.format === 'jpeg' || (raster.format === 'webp' && !isLossless);
  const qualities = isLossy ? [quality, ...LOWER_QUALITIES] : [quality];
  let bytes: Uint8Array = new Uint8Array(0);
  for (const value of qualities) {
    const image = sharp(tiff, { limitInputPixels: false, unlimited: true });
    // Only what the canvas has: the profile, and the resolution by way of EXIF.
    const kept = raster.density === undefined ? image.keepIccProfile() : image.keepMetadata();
    bytes = await written(kept, raster, value).toBuffer();
    if (bytes.length <= CLASS_LIMITS.native.outputFileBytes) break;
  }
  return bytes;
}

function written(image: Sharp, { format, encoding, picture }: Raster, quality: number): Sharp {
  const { isProgressive, isLossless } = encoding;
  const isGrey = picture.channels <= 2;
  if (format === 'jpeg') {
    return (
      image
        .toColourspace(isGrey ? 'b-w' : 'srgb')
        // Colour at full size: what was restored of it is not thrown away again.
        .jpeg({ quality, progressive: isProgressive, chromaSubsampling: '4:4:4', optimiseCoding: true })
    );
  }
  if (format === 'webp') return image.webp({ quality, lossless: isLossless, effort: 2, exact: true });
  const isDeep = picture.data instanceof Uint16Array;
  const space = isDeep ? (isGrey ? 'grey16' : 'rgb16') : isGrey ? 'b-w' : 'srgb';
  return image.pipelineColourspace(space).toColourspace(space).png({ compressionLevel: 6, progressive: isProgressive });
}

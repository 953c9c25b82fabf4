import type { Metadata, Sharp } from 'sharp';
import { invalid, overLimit, quote, ToolError } from '../../core/errors.js';
import { extensionOf, stemOf } from '../../core/files.js';
import type { InputFile } from '../../core/tool.js';
import { webpParts, webpSize } from '../../lib/metadata/webp-parts.js';
import { readApng } from '../../lib/picture-files/apng.js';
import { largestIcnsImage } from '../../lib/picture-files/icns.js';
import { PICTURE_FORMAT_NAMES, type PictureFormat, pictureFormat } from '../../lib/picture-files/picture-format.js';
import { isAnimatedPng } from '../../lib/picture-files/raster-format.js';
import { tiffCanvas } from '../../lib/picture-files/tiff-canvas.js';
import { isRareTiff, type TiffPage, tiffPages } from '../../lib/picture-files/tiff-pages.js';
import { isOpaque } from '../../lib/pictures/rgba.js';
import { withHeicPicture } from '../heic/decode.js';
import { decodeApng } from './animated-png.js';
import { decodeAvif } from './decode-avif.js';
import { decodeWithMagick, isMagickFormat, type MagickPixels, type MagickReadFormat, magickSize } from './magick.js';
import { checkPictureSize } from './picture-size.js';
import { sharp } from './sharp.js';

/** Endings of the pictures that every tool reads; the content decides what a file is. */
export const PICTURE_ENDINGS = [
  '.jpg',
  '.jpeg',
  '.png',
  '.webp',
  '.gif',
  '.tif',
  '.tiff',
  '.avif',
  '.heic',
  '.heif',
  '.bmp',
  '.ico',
  '.icns',
  '.jxl',
  '.jp2',
  '.psd',
  '.ppm',
  '.pgm',
  '.pbm',
  '.tga',
  '.hdr',
  '.qoi',
] as const;

/** Most pixels of all frames of an animation together. */
export const MAX_ANIMATION_PIXELS = 100_000_000;
/** Most frames of an animation. Chosen: 100 seconds at 20 frames a second. */
export const MAX_FRAMES = 2000;
/** Most pages of a TIFF file. */
const MAX_PAGES = 100;

/** How the samples come: `own` colours with the file's profile and depth, or 8-bit `srgb`. */
export type PictureColour = 'own' | 'srgb';

/** An opened picture, not yet decoded where that can wait. */
export interface Picture {
  /** Name of the file; a page of several has its number in it: `scan-2.tif`. */
  readonly name: string;
  readonly format: PictureFormat;
  /** Of one frame, upright. */
  readonly width: number;
  readonly height: number;
  /** 1 for a still picture. */
  readonly frames: number;
  /** Milliseconds of each frame; empty for a still picture. */
  readonly delays: readonly number[];
  /** Times that an animation plays; 0 is forever. */
  readonly loop: number;
  readonly hasAlpha: boolean;
  /** 16 bits a sample. */
  readonly isDeep: boolean;
  readonly isGrey: boolean;
  /** ICC profile of `own` colours; `undefined`: sRGB or its grey. */
  readonly profile: Uint8Array | undefined;
  /** Dots per inch, where the file says. */
  readonly density: number | undefined;
  /** The uploaded file. */
  readonly file: InputFile;
  /**
   * A new pipeline over the upright picture; of an animation over all frames, which its encoder keeps. CMYK and Lab come as
   * sRGB in any case. Run it inside `decoding`, because decoding happens then.
   */
  readonly open: (colour: PictureColour) => Sharp;
  /** The first frame of an animation as a still picture; of a still picture itself. */
  readonly firstFrame: () => Promise<Picture>;
}

/**
 * Opens the picture of a file by its content, whatever its name. Throws INVALID_INPUT naming the file where it is none, is
 * damaged (as far as its header tells; the rest when it is decoded), an SVG, or has several pages, and LIMIT_EXCEEDED over
 * MAX_PIXELS, MAX_SIDE, MAX_ANIMATION_PIXELS or MAX_FRAMES.
 */
export async function openPicture(file: InputFile, signal: AbortSignal): Promise<Picture> {
  const pages = await openPages(file, signal);
  const [first] = pages;
  if (first === undefined || pages.length > 1) {
    throw invalid(`Cannot read picture ${quote(file.name)}: it has ${pages.length} pages, one picture is needed`);
  }
  return first;
}

/** As `openPicture`, but a TIFF file may have up to MAX_PAGES pages: a picture each. */
export async function openPages(file: InputFile, signal: AbortSignal): Promise<Picture[]> {
  const { bytes } = file;
  if (bytes.length === 0) throw invalid(`Cannot read picture ${quote(file.name)}: it is empty`);
  const format = pictureFormat(bytes, extensionOf(file.name));
  if (format === undefined) throw invalid(`Cannot read picture ${quote(file.name)}: it is in no known picture format`);
  if (format === 'svg') throw invalid(`Cannot read picture ${quote(file.name)}: it is an SVG drawing, not pixels`);
  if (format === 'cr3' || format === 'raf')
    throw invalid(`Cannot read picture ${quote(file.name)}: it is a raw camera file, whose pixels are not read`);
  if (format === 'heic') return [await openHeic(file, signal)];
  if (isMagickFormat(format)) return [await openForeign(file, format)];
  if (format === 'png' && isAnimatedPng(bytes)) {
    const animation = await openAnimatedPng(file);
    if (animation !== undefined) return [animation];
  }
  if (format === 'tiff') return await openTiff(file);
  if (format === 'icns') return [await openIcns(file)];
  return [
    await openSource({
      file,
      format,
      name: file.name,
      source: bytes,
      isAnimated: format === 'gif' || format === 'webp',
    }),
  ];
}

async function openTiff(file: InputFile): Promise<Picture[]> {
  const pages = tiffPages(file.bytes);
  if (pages.length > MAX_PAGES) {
    throw overLimit(`Picture ${quote(file.name)} has ${pages.length} pages, the limit is ${MAX_PAGES}`);
  }
  if (pages.length === 0) return [await openSource({ file, format: 'tiff', name: file.name, source: file.bytes })];
  const opened: Picture[] = [];
  for (const [i, page] of pages.entries()) {
    const name = pages.length === 1 ? file.name : `${stemOf(file.name)}-${i + 1}${extensionOf(file.name)}`;
    if (isRareTiff(page)) opened.push(await openRareTiff(file, name, page));
    else opened.push(await openSource({ file, format: 'tiff', name, source: file.bytes, page: page.index }));
  }
  return opened;
}

/** A page that the main decoder does not read, or not right. */
async function openRareTiff(file: InputFile, name: string, page: TiffPage): Promise<Picture> {
  try {
    return await openForeign(file, 'tiff', name, page.index);
  } catch (cause) {
    if (!(cause instanceof ToolError) || cause.code === 'LIMIT_EXCEEDED') throw cause;
    const { bits, samples, compression, photometric } = page;
    throw invalid(
      `Cannot read TIFF picture ${quote(name)}: its storage is not supported or it is damaged (compression ${compression}, photometric interpretation ${photometric}, ${samples} × ${bits} bits)`,
      cause,
    );
  }
}

/** What the main decoder reads. */
interface Source {
  readonly file: InputFile;
  readonly format: PictureFormat;
  readonly name: string;
  readonly source: Uint8Array;
  readonly page?: number;
  readonly isAnimated?: boolean;
}

/** The first chunk has the size. */
const WEBP_HEAD_BYTES = 64;

/** Colour spaces whose samples are written as they are. */
const OWN_SPACES = new Set(['srgb', 'rgb', 'b-w', 'rgb16', 'grey16']);

async function openSource({ file, format, name, source, page, isAnimated = false }: Source): Promise<Picture> {
  // The decoder of animated WebP takes the memory of its canvas to tell its size.
  const canvas = format === 'webp' ? webpSize(webpParts(source.subarray(0, WEBP_HEAD_BYTES))) : undefined;
  if (canvas !== undefined) checkPictureSize(name, canvas.width, canvas.height);
  // The limits are ours to name: a bomb is refused by its header before anything is decoded.
  const settings = { failOn: 'error', limitInputPixels: false, unlimited: false } as const;
  const metadata = await decoding(file, () =>
    sharp(source, { ...settings, page: page ?? 0, animated: isAnimated }).metadata(),
  );
  const frames = isAnimated ? (metadata.pages ?? 1) : 1;
  const stored = {
    width: metadata.width,
    height: frames > 1 ? (metadata.pageHeight ?? metadata.height) : metadata.height,
  };
  // Tags 5 to 8 stand for turned pictures (EXIF 2.32, 4.6.4).
  const isTurned = frames === 1 && (metadata.orientation ?? 1) >= 5;
  const [width, height] = isTurned ? [stored.height, stored.width] : [stored.width, stored.height];
  checkSize(file, width, height, frames);
  const { space, hasAlpha } = metadata;
  const isOwn = OWN_SPACES.has(space);
  const isGrey = space === 'b-w' || space === 'grey16';
  const isDeep = isOwn && metadata.depth === 'ushort';
  const open = (colour: PictureColour): Sharp => {
    const image = sharp(source, { ...settings, page: page ?? 0, animated: frames > 1 });
    const upright = frames > 1 ? image : image.autoOrient();
    if (colour === 'srgb' || !isOwn) {
      // Else a grey picture stays grey until it is written, and so does what is laid beside it.
      return (isGrey ? upright.pipelineColourspace('srgb') : upright).toColourspace('srgb');
    }
    const kept = upright.keepIccProfile();
    const deep = isGrey ? 'grey16' : 'rgb16';
    return isDeep ? kept.pipelineColourspace(deep).toColourspace(deep) : kept.toColourspace(isGrey ? 'b-w' : 'srgb');
  };
  const still: Picture = {
    name,
    format,
    width,
    height,
    frames,
    delays: frames > 1 ? delaysOf(metadata, frames) : [],
    loop: metadata.loop ?? 0,
    hasAlpha,
    isDeep,
    isGrey,
    profile: isOwn ? metadata.icc : undefined,
    // 72 is also what is reported where the file says nothing.
    density: metadata.density === 72 ? undefined : metadata.density,
    file,
    open,
    firstFrame: async () => (frames > 1 ? await openSource({ file, format, name, source }) : still),
  };
  return still;
}

/** An animated PNG, decoded at once; `undefined` where it has one frame, which a decoder of still pictures reads too. */
async function openAnimatedPng(file: InputFile): Promise<Picture | undefined> {
  const apng = await decoding(file, async () => readApng(file.bytes));
  const { width, height, loop, frames } = apng;
  checkSize(file, width, height, frames.length);
  if (frames.length === 1) return undefined;
  const stack = await decoding(file, () => decodeApng(apng));
  const isClear = !isOpaque(stack);
  const make = (count: number): Picture => {
    const picture: Picture = {
      name: file.name,
      format: 'png',
      width,
      height,
      frames: count,
      delays: count > 1 ? frames.map(({ delayMs }) => delayMs) : [],
      loop,
      hasAlpha: isClear,
      isDeep: false,
      isGrey: false,
      profile: undefined,
      density: undefined,
      file,
      open: () => {
        const raw = { width, height: height * count, channels: 4 } as const;
        const image = sharp(stack.subarray(0, 4 * width * height * count), {
          raw: count > 1 ? { ...raw, pageHeight: height } : raw,
          animated: count > 1,
          limitInputPixels: false,
        });
        return isClear ? image : image.removeAlpha();
      },
      firstFrame: async () => (count > 1 ? make(1) : picture),
    };
    return picture;
  };
  return make(frames.length);
}

const delaysOf = ({ delay = [] }: Metadata, frames: number): number[] =>
  Array.from({ length: frames }, (_, i) => delay[i] ?? delay[0] ?? 100);

function checkSize({ name }: InputFile, width: number, height: number, frames: number): void {
  if (frames > MAX_FRAMES) throw overLimit(`Picture ${quote(name)} has ${frames} frames, the limit is ${MAX_FRAMES}`);
  checkPictureSize(name, width, height);
  if (width * height * frames > MAX_ANIMATION_PIXELS) {
    throw overLimit(
      `Picture ${quote(name)} has ${frames} frames of ${width} × ${height} pixels, the limit is ${MAX_ANIMATION_PIXELS} in all`,
    );
  }
}

/** HEIC is decoded at once: transparency becomes white, orientation is the picture's own. */
async function openHeic(file: InputFile, signal: AbortSignal): Promise<Picture> {
  const tiff = await withHeicPicture(
    file,
    signal,
    decodeAvif,
    async ({ width, height, channels, pixels, rowsReady, profile }) => {
      checkSize(file, width, height, 1);
      await rowsReady(height);
      const canvas = tiffCanvas({ width, height, channels, bits: 8, profile });
      canvas.pixels.set(pixels.subarray(0, width * height * channels));
      return canvas.file;
    },
  );
  return await openSource({ file, format: 'heic', name: file.name, source: tiff });
}

/** Formats that the main decoder does not know are decoded at once. */
async function openForeign(
  file: InputFile,
  format: MagickReadFormat,
  name = file.name,
  page?: number,
): Promise<Picture> {
  return await openPixels(file, format, name, await decodeForeign(file, file.bytes, format, page));
}

async function decodeForeign(
  file: InputFile,
  bytes: Uint8Array,
  format: MagickReadFormat,
  page?: number,
): Promise<MagickPixels> {
  const size = await decoding(file, () => magickSize(bytes, format, page));
  checkSize(file, size.width, size.height, 1);
  const pixels = await decoding(file, () => decodeWithMagick(bytes, format, page));
  checkSize(file, pixels.width, pixels.height, 1);
  return pixels;
}

/** The largest image of an Apple icon, which is a PNG or JPEG 2000 file, or pixels. */
async function openIcns(file: InputFile): Promise<Picture> {
  const { name } = file;
  const image = await decoding(file, async () => largestIcnsImage(file.bytes));
  if (image === undefined) {
    throw invalid(`Cannot read ICNS picture ${quote(name)}: it has only images of 256 colours or fewer`);
  }
  if (image.kind === 'png') return await openSource({ file, format: 'icns', name, source: image.bytes });
  if (image.kind === 'jp2') return await openPixels(file, 'icns', name, await decodeForeign(file, image.bytes, 'jp2'));
  const { side, rgba } = image;
  return await openPixels(file, 'icns', name, { width: side, height: side, rgba, profile: undefined });
}

/** Decoded pixels as a picture. */
async function openPixels(
  file: InputFile,
  format: PictureFormat,
  name: string,
  { width, height, rgba, profile }: MagickPixels,
): Promise<Picture> {
  const kept = isOpaque(rgba) ? 3 : 4;
  const canvas = tiffCanvas({ width, height, channels: kept, bits: 8, profile });
  if (kept === 4) canvas.pixels.set(rgba);
  else
    for (let from = 0, to = 0; from < rgba.length; from += 4) {
      canvas.pixels[to++] = rgba[from] ?? 0;
      canvas.pixels[to++] = rgba[from + 1] ?? 0;
      canvas.pixels[to++] = rgba[from + 2] ?? 0;
    }
  return await openSource({ file, format, name, source: canvas.file });
}

/** Runs what decodes a picture: whatever fails there is the file's fault. Throws INVALID_INPUT naming the file. */
export async function decoding<Result>({ name, bytes }: InputFile, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const format = pictureFormat(bytes, extensionOf(name));
    const kind = format === undefined ? 'picture' : `${PICTURE_FORMAT_NAMES[format]} picture`;
    throw invalid(`Cannot read ${kind} ${quote(name)}: it is damaged or cut short`, cause);
  }
}

/**
 * Decodes a picture for nothing but to know that it is whole: for tools that read or change only what stands around the pixels.
 * Throws as `openPages`, and INVALID_INPUT where decoding fails.
 */
export async function checkWhole(file: InputFile, signal: AbortSignal): Promise<void> {
  for (const picture of await openPages(file, signal)) {
    await decoding(file, () => picture.open('own').resize(8, 8, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer());
  }
}

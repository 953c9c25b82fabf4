import type { Sharp } from 'sharp';
import { byteSize } from '../../core/byte-size.js';
import { invalid, overLimit, quote, ToolError } from '../../core/errors.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { withDensity, withoutDensity } from '../../lib/picture-files/density.js';
import { ICNS_SIDES, type IcnsSize, icnsFile } from '../../lib/picture-files/icns.js';
import { iconFile, MAX_ICON_SIDE } from '../../lib/picture-files/ico.js';
import { type Color, onWhite } from '../colors.js';
import { encodeApng } from './animated-png.js';
import { encodeWithMagick } from './magick.js';
import { decoding, type Picture, type PictureColour } from './picture.js';
import { reduceColors } from './reduce-colors.js';
import { sharp } from './sharp.js';

/** The formats that pictures are written in, by the ending of the file. */
export const WRITE_FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'icns', 'jxl', 'ppm'] as const;

export type WriteFormat = (typeof WRITE_FORMATS)[number];

interface FormatFacts {
  readonly name: string;
  readonly mime: string;
  /** Longest side in pixels. */
  readonly maxSide: number;
  readonly hasAlpha: boolean;
  readonly hasFrames: boolean;
  readonly hasProfile: boolean;
  readonly hasSixteenBits: boolean;
}

/** What each format can hold. Sides: libjpeg, WebP (RFC 9649), libaom, GIF89a and ICO by their fields, the rest by our limits. */
export const FORMAT_FACTS: Readonly<Record<WriteFormat, FormatFacts>> = {
  jpg: facts('JPEG', 'image/jpeg', 65_500, ['profile']),
  png: facts('PNG', 'image/png', 100_000, ['alpha', 'frames', 'profile', 'sixteen']),
  webp: facts('WebP', 'image/webp', 16_383, ['alpha', 'frames', 'profile']),
  avif: facts('AVIF', 'image/avif', 16_384, ['alpha', 'profile']),
  gif: facts('GIF', 'image/gif', 65_535, ['alpha', 'frames']),
  tiff: facts('TIFF', 'image/tiff', 100_000, ['alpha', 'profile', 'sixteen']),
  bmp: facts('BMP', 'image/bmp', 32_767, ['alpha']),
  ico: facts('ICO', 'image/x-icon', 100_000, ['alpha']),
  icns: facts('ICNS', 'image/x-icns', 100_000, ['alpha']),
  jxl: facts('JPEG XL', 'image/jxl', 65_535, ['alpha', 'profile']),
  ppm: facts('PPM', 'image/x-portable-pixmap', 100_000, []),
};

function facts(
  name: string,
  mime: string,
  maxSide: number,
  has: readonly ('alpha' | 'frames' | 'profile' | 'sixteen')[],
): FormatFacts {
  return {
    name,
    mime,
    maxSide,
    hasAlpha: has.includes('alpha'),
    hasFrames: has.includes('frames'),
    hasProfile: has.includes('profile'),
    hasSixteenBits: has.includes('sixteen'),
  };
}

/** The format in which a tool writes a picture that keeps its format; what cannot be written becomes PNG, photographs JPEG. */
export function ownFormat({ format, hasAlpha }: Picture): WriteFormat {
  if (format === 'jpeg') return 'jpg';
  if (format === 'heic') return 'jpg';
  if (format === 'jp2') return hasAlpha ? 'png' : 'jpg';
  return (WRITE_FORMATS as readonly string[]).includes(format) ? (format as WriteFormat) : 'png';
}

/** How to open a picture that is to be written in a format: in its own colours where the format holds a profile. */
export const colourFor = (format: WriteFormat): PictureColour => (FORMAT_FACTS[format].hasProfile ? 'own' : 'srgb');

export interface WriteSettings {
  readonly format: WriteFormat;
  /** 1 to 100: JPEG, WebP, AVIF, JPEG XL. */
  readonly quality?: number;
  /** WebP, AVIF and JPEG XL without any loss. */
  readonly isLossless?: boolean;
  /** Behind transparency, where the format has none; white unless said. */
  readonly background?: Color;
  /** EXIF, XMP and IPTC stay. */
  readonly keepsMetadata?: boolean;
  /** JPEG stores colours in full at every quality: for drawings, whose thin lines halved colours would smear. */
  readonly hasFullColour?: boolean;
  /** Spends more time for fewer bytes. */
  readonly isSmall?: boolean;
  /** Colours of the palette of GIF and, where given, PNG: 2 to 256. */
  readonly colors?: number;
  /** Dots per inch that JPEG, PNG and TIFF state; what the picture has unless given. */
  readonly density?: number;
  /** Of the result, where it is not the picture's own. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** From here on colours are stored in full: libvips' and ImageMagick's rule too. */
const FULL_COLOUR_QUALITY = 90;
const DEFAULT_QUALITY = 85;
/** Half the time of libwebp's usual 4 for 3 % more bytes (12 MP photograph: 0.55 against 1.15 s, 471 against 456 kB). */
const QUICK_WEBP_EFFORT = 2;
const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };
/** Sides of a converted icon, as browsers and Windows ask for them. */
const ICON_SIDES = [256, 128, 64, 48, 32, 16] as const;

/** Most pixels of all frames of a GIF that is written: 100 megapixels take 57 s on a quiet core, of 90 s that a run has. */
export const MAX_GIF_PIXELS = 60_000_000;

/** Throws INVALID_INPUT where a format cannot hold an animation, LIMIT_EXCEEDED where it is too large for it. */
export function checkWritable(picture: Picture, { format, size = picture }: WriteSettings): void {
  const { name, maxSide, hasFrames } = FORMAT_FACTS[format];
  if (picture.frames > 1 && !hasFrames) {
    throw invalid(
      `Cannot write picture ${quote(picture.name)} as ${name}: it is animated, with ${picture.frames} frames`,
    );
  }
  const pixels = size.width * size.height * picture.frames;
  if (format === 'gif' && pixels > MAX_GIF_PIXELS) {
    throw overLimit(
      `Cannot write picture ${quote(picture.name)} as GIF: ${pixels} pixels in all frames, the limit is ${MAX_GIF_PIXELS}`,
    );
  }
  const side = Math.max(size.width, size.height);
  if (side > maxSide) {
    throw overLimit(
      `Cannot write picture ${quote(picture.name)} as ${name}: a side of ${side} pixels, the limit is ${maxSide}`,
    );
  }
}

/**
 * A ground that a pipeline is to lay beside or below a picture: opaque where the format has no transparency, because what
 * `writePicture` lays on white comes before it.
 */
export const groundFor = (format: WriteFormat, ground: Color): Color =>
  FORMAT_FACTS[format].hasAlpha ? ground : onWhite(ground);

/**
 * Runs a pipeline that `picture.open(colourFor(format))` began and writes its result. Same pixels, same bytes. Throws
 * INVALID_INPUT naming the file when the picture turns out damaged, and as `checkWritable`.
 */
export async function writePicture(pipeline: Sharp, picture: Picture, settings: WriteSettings): Promise<Uint8Array> {
  checkWritable(picture, settings);
  const { format, background = WHITE, keepsMetadata = false } = settings;
  const flat = FORMAT_FACTS[format].hasAlpha ? pipeline : pipeline.flatten({ background: onWhite(background) });
  const kept = keepsMetadata && format !== 'gif' ? flat.keepMetadata() : flat;
  // The encoder keeps EXIF for its sake, so that it is only told where that is wanted.
  const told = keepsMetadata && settings.density !== undefined ? kept.withDensity(settings.density) : kept;
  const encoded = await decoding(picture.file, () => encode(told, picture, settings));
  const bytes = format === 'jpg' || format === 'png' ? stated(encoded, format, densityOf(picture, settings)) : encoded;
  if (bytes.length > CLASS_LIMITS.native.outputFileBytes) {
    throw new ToolError(
      'OUTPUT_TOO_LARGE',
      `Picture ${quote(picture.name)} as ${FORMAT_FACTS[format].name} has ${byteSize(bytes.length)}, the limit is ${byteSize(CLASS_LIMITS.native.outputFileBytes)}`,
    );
  }
  return bytes;
}

async function encode(image: Sharp, picture: Picture, settings: WriteSettings): Promise<Uint8Array> {
  const { format, quality = DEFAULT_QUALITY, isLossless = false, isSmall = false, colors } = settings;
  const hasFullColour = settings.hasFullColour === true || quality >= FULL_COLOUR_QUALITY;
  const { frames, loop } = picture;
  const timing = frames > 1 ? { delay: [...picture.delays], loop } : {};
  switch (format) {
    case 'jpg':
      return await image
        .jpeg({ quality, mozjpeg: isSmall, chromaSubsampling: hasFullColour ? '4:4:4' : '4:2:0' })
        .toBuffer();
    case 'png':
      if (frames > 1) {
        const compressionLevel = isSmall ? 9 : 6;
        return await encodeApng(image, { delays: picture.delays, loop, compressionLevel, colors });
      }
      if (colors !== undefined) {
        const reduced = await reduceColors(image, { colors, isDithered: true });
        // Without dithering the encoder keeps the colours that are there.
        return await reduced.image.png({ palette: true, colors, dither: 0, compressionLevel: 9 }).toBuffer();
      }
      return await image.png({ compressionLevel: isSmall ? 9 : 6, adaptiveFiltering: isSmall }).toBuffer();
    case 'webp':
      return await image
        .webp({ quality, lossless: isLossless, effort: isSmall ? 6 : QUICK_WEBP_EFFORT, exact: isLossless, ...timing })
        .toBuffer();
    case 'avif':
      return await image
        .avif({ quality, lossless: isLossless, effort: isLarge(settings.size ?? picture, picture.frames) ? 1 : 2 })
        .toBuffer();
    case 'gif':
      return await encodeGif(image, {
        colors,
        effort: isLarge(settings.size ?? picture, picture.frames) ? 1 : 3,
        timing,
      });
    case 'tiff':
      return await image
        .tiff({ compression: 'deflate', predictor: 'horizontal', ...resolution(picture, settings) })
        .toBuffer();
    case 'ico':
      return await encodeIcon(image, settings.size ?? picture);
    case 'icns':
      return await encodeIcns(image, settings.size ?? picture);
    case 'bmp':
    case 'jxl':
      return await encodeForeign(image, picture, format, isLossless ? 100 : quality);
    case 'ppm':
      return await encodePpm(image);
  }
}

/** What JPEG's two bytes hold. */
const MAX_DENSITY = 65_535;

/** Of the result: as asked for, else as in the upload, so that a scan keeps its size on paper. */
function densityOf(picture: Picture, settings: WriteSettings): number | undefined {
  const density = settings.density ?? picture.density;
  return density === undefined || density > MAX_DENSITY ? undefined : density;
}

/** The encoder states 25 dots per inch of pixels whose density nobody knows, and none in a JPEG. */
const stated = (encoded: Uint8Array, format: 'jpg' | 'png', density: number | undefined): Uint8Array => {
  if (density !== undefined) return withDensity(encoded, format, density);
  return format === 'png' ? withoutDensity(encoded) : encoded;
};

/** What readers of TIFF take where nothing is stated. */
const USUAL_TIFF_DENSITY = 72;

/** libvips counts dots per millimetre. */
function resolution(picture: Picture, settings: WriteSettings) {
  const perMillimetre = (densityOf(picture, settings) ?? USUAL_TIFF_DENSITY) / 25.4;
  return { xres: perMillimetre, yres: perMillimetre, resolutionUnit: 'inch' as const };
}

/** Colours of a GIF where nothing else is asked for; each frame may then have its own. */
const MAX_GIF_COLORS = 256;

async function encodeGif(
  image: Sharp,
  { colors = MAX_GIF_COLORS, effort, timing }: { colors: number | undefined; effort: number; timing: object },
): Promise<Uint8Array> {
  if (colors === MAX_GIF_COLORS) return await image.gif({ colors, effort, ...timing }).toBuffer();
  const reduced = await reduceColors(image, { colors, isDithered: true, isAlphaBinary: true });
  return await reduced.image.gif({ colors, dither: 0, effort, ...timing }).toBuffer();
}

/** From here on slow encoders are told to hurry: 100 megapixels of GIF take 57 s instead of 75, of AVIF 47 instead of 70 (2 cores). */
const LARGE_PIXELS = 30_000_000;
const isLarge = ({ width, height }: { readonly width: number; readonly height: number }, frames: number): boolean =>
  width * height * frames > LARGE_PIXELS;

/** Most pixels that one run should write in a format, so that it ends in time. */
export const mostPixels = (format: WriteFormat): number =>
  format === 'avif' || format === 'gif' || format === 'jxl' ? 80_000_000 : 200_000_000;

/** The picture in a square, in all usual sizes that are no larger than it. */
async function encodeIcon(
  image: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const longest = Math.min(MAX_ICON_SIDE, Math.max(width, height));
  const usual = ICON_SIDES.filter((side) => side <= longest);
  const sides = usual[0] === longest ? usual : [longest, ...usual];
  const sizes = await inSquares(image, sides);
  return iconFile(sizes.map(({ side, png }) => ({ width: side, height: side, png })));
}

/** The picture in a square, in all sizes of Apple icons up to the first that has room for it. */
async function encodeIcns(
  image: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const longest = Math.max(width, height);
  const sides = ICNS_SIDES.filter((_, i) => i === 0 || (ICNS_SIDES[i - 1] ?? 0) < longest);
  return icnsFile(await inSquares(image, sides));
}

/** The picture as large as it fits into transparent squares. */
async function inSquares(image: Sharp, sides: readonly number[]): Promise<IcnsSize[]> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const sizes: IcnsSize[] = [];
  for (const side of sides) {
    const rgba = await reopened(data, info)
      .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .raw()
      .toBuffer();
    const png = await reopened(rgba, { width: side, height: side, channels: 4 })
      .png({ compressionLevel: 9 })
      .toBuffer();
    sizes.push({ side, rgba, png });
  }
  return sizes;
}

function reopened(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

async function encodeForeign(
  image: Sharp,
  picture: Picture,
  format: 'bmp' | 'jxl',
  quality: number,
): Promise<Uint8Array> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return await encodeWithMagick(
    { width: info.width, height: info.height, rgba: data, profile: picture.profile },
    format,
    quality,
  );
}

/** Netpbm's P6: a header in text, then red, green, blue. */
async function encodePpm(image: Sharp): Promise<Uint8Array> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return Buffer.concat([Buffer.from(`P6\n${info.width} ${info.height}\n255\n`), data]);
}

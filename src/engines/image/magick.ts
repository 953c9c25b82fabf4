import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import {
  ColorSpace,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickError,
  MagickFormat,
  MagickImageInfo,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm';

import { isOpaque } from '../../lib/pictures/rgba.js';
import { heapOf, keepInstance } from '../kept-instance.js';

/** Decoded pixels: 8 bits a sample, red, green, blue and alpha that is not multiplied in, rows from the top. */
export interface MagickPixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  readonly profile: Uint8Array | undefined;
}

/** Formats that are decoded here: what the main decoder of pictures does not know. No format that names other files. */
const READ_FORMATS = {
  bmp: MagickFormat.Bmp,
  ico: MagickFormat.Ico,
  jxl: MagickFormat.Jxl,
  jp2: MagickFormat.Jp2,
  psd: MagickFormat.Psd,
  ppm: MagickFormat.Pnm,
  tga: MagickFormat.Tga,
  hdr: MagickFormat.Hdr,
  qoi: MagickFormat.Qoi,
} as const;

type ForeignFormat = keyof typeof READ_FORMATS;

/** Of TIFF the main decoder reads nearly all files. */
export type MagickReadFormat = ForeignFormat | 'tiff';

/** Whether nothing else decodes a format. */
export const isMagickFormat = (format: string): format is ForeignFormat => Object.hasOwn(READ_FORMATS, format);

/** WebAssembly memory: 50 MP have 200 MB, and a decoder holds them two or three times. */
const MEMORY_BYTES = 1_000_000_000n;
const MAX_SIDE = 65_535n;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The package keeps one instance, in a property that its types do not have, and starts another only where that is empty. */
const INSTANCE = '_api';

const engine = keepInstance(async () => {
  const path = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm');
  compiled ??= WebAssembly.compile(readFileSync(path));
  Reflect.set(ImageMagick, INSTANCE, undefined);
  await initializeImageMagick(await compiled);
  ResourceLimits.memory = MEMORY_BYTES;
  ResourceLimits.maxMemoryRequest = MEMORY_BYTES;
  ResourceLimits.disk = 0n;
  ResourceLimits.width = MAX_SIDE;
  ResourceLimits.height = MAX_SIDE;
  ResourceLimits.listLength = 64n;
  const instance: unknown = Reflect.get(ImageMagick, INSTANCE);
  return { engine: undefined, memory: () => heapOf(instance) };
});

/** An engine that has trapped or run out of memory is not used again; its own errors leave it in order. */
async function using<Result>(act: () => Result): Promise<Result> {
  await engine.open();
  try {
    return act();
  } catch (error) {
    if (!(error instanceof MagickError)) engine.discard();
    throw error;
  }
}

const settingsFor = (format: MagickReadFormat, page?: number): MagickReadSettings =>
  new MagickReadSettings({
    format: format === 'tiff' ? MagickFormat.Tiff : READ_FORMATS[format],
    ...(page === undefined ? {} : { frameIndex: page, frameCount: 1 }),
  });

/** Width and height by the header alone; of an icon, those of its first picture. Throws when it is damaged. */
export const magickSize = (
  bytes: Uint8Array,
  format: MagickReadFormat,
  page?: number,
): Promise<{ readonly width: number; readonly height: number }> =>
  using(() => {
    const { width, height } = MagickImageInfo.create(bytes, settingsFor(format, page));
    return { width, height };
  });

/** Decodes the first picture of a file (the merged one of a layered file), of an icon the largest, or a page. Throws when it is damaged. */
export const decodeWithMagick = (bytes: Uint8Array, format: MagickReadFormat, page?: number): Promise<MagickPixels> =>
  using(() =>
    ImageMagick.readCollection(bytes, settingsFor(format, page), (images) => {
      let best: IMagickImage | undefined;
      for (const image of images) {
        if (best === undefined || (format === 'ico' && image.width * image.height > best.width * best.height))
          best = image;
      }
      if (best === undefined) throw new Error('no picture inside');
      return pixelsOf(best);
    }),
  );

/** Colour spaces whose samples are taken as they are; all others are converted. */
const OWN_SPACES = new Set<ColorSpace>([ColorSpace.sRGB, ColorSpace.Gray, ColorSpace.Undefined]);

function pixelsOf(image: IMagickImage): MagickPixels {
  image.autoOrient();
  if (!OWN_SPACES.has(image.colorSpace)) image.colorSpace = ColorSpace.sRGB;
  const profile = image.getColorProfile()?.data;
  const { width, height } = image;
  const rgba = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, 'RGBA'));
  if (rgba === null) throw new Error('no pixels');
  // Copies: the engine's memory is freed.
  return {
    width,
    height,
    rgba: Uint8Array.from(rgba),
    profile: profile === undefined ? undefined : Uint8Array.from(profile),
  };
}

const WRITE_FORMATS = { bmp: MagickFormat.Bmp, jxl: MagickFormat.Jxl } as const;

export type MagickWriteFormat = keyof typeof WRITE_FORMATS;

/** Encodes pixels as BMP (32 bits with alpha, else 24) or JPEG XL; quality 100 is lossless in JPEG XL. */
export const encodeWithMagick = (
  { width, height, rgba, profile }: MagickPixels,
  format: MagickWriteFormat,
  quality: number,
): Promise<Uint8Array> =>
  using(() => {
    const settings = new MagickReadSettings({ format: MagickFormat.Rgba, width, height, depth: 8 });
    return ImageMagick.read(rgba, settings, (image) => {
      if (isOpaque(rgba)) image.hasAlpha = false;
      if (profile !== undefined && format === 'jxl') image.setProfile('icc', profile);
      image.quality = quality;
      // Of 1 to 9: 0.4 s a megapixel, where the default of 7 takes 2.5 s and saves a quarter (lossless: nothing).
      image.settings.setDefine(MagickFormat.Jxl, 'effort', '3');
      return image.write(WRITE_FORMATS[format], (bytes) => Uint8Array.from(bytes));
    });
  });

import { optimisePng } from '../../engines/image/oxipng.js';
import { decoding, type Picture } from '../../engines/image/picture.js';
import { reduceColors } from '../../engines/image/reduce-colors.js';
import { resizePicture } from '../../engines/image/resize-picture.js';
import { colourFor, FORMAT_FACTS, type WriteFormat, writePicture } from '../../engines/image/write-picture.js';
import { isLosslessWebp } from '../../lib/picture-files/raster-format.js';
import { fittedSize } from '../../lib/pictures/fitted-size.js';

export interface CompressSettings {
  readonly format: WriteFormat;
  /** 1 to 100; where there is a target, the best that is tried. */
  readonly quality: number;
  /** Bytes that the result may have; 0 for none. */
  readonly targetBytes: number;
  /** Colours of a PNG's or GIF's palette; 0: a PNG gets a palette where it looks the same. */
  readonly colors: number;
  /** No pixel of a PNG or WebP changes. */
  readonly isLossless: boolean;
  /** Pixels; 0 for any. */
  readonly maxWidth: number;
  readonly keepsMetadata: boolean;
  /** Work that is left for PNG in this run, in pixels. */
  readonly budget: { pixels: number };
}

export interface CompressedPicture {
  readonly bytes: Uint8Array;
  /** Of lossy formats. */
  readonly quality?: number;
  /** Of a palette. */
  readonly colors?: number;
  /** What could not be done as asked. */
  readonly warning?: string;
}

/** Colours that are tried for a target, from best to smallest. */
const PALETTES = [256, 128, 64, 32, 16, 8, 4, 2] as const;

/**
 * Writes a picture in few bytes: JPEG with optimised scans, PNG by trial or with a palette, WebP and AVIF with more effort. With a target
 * it takes the best quality that stays below it, by halving the range, and the smallest result with a warning where none does.
 */
export async function compressPicture(picture: Picture, settings: CompressSettings): Promise<CompressedPicture> {
  const { format, targetBytes, quality, colors } = settings;
  if (targetBytes === 0) return await attempt(picture, settings, { quality, colors });
  if (isLossy(picture, settings)) {
    return await best(settings, quality, async (value) => await attempt(picture, settings, { quality: value, colors }));
  }
  const whole = await attempt(picture, settings, { quality, colors });
  if (whole.bytes.length <= targetBytes || format !== 'png' || settings.isLossless) return checked(settings, whole);
  const palettes = PALETTES.filter((size) => colors === 0 || size < colors);
  return await best(
    settings,
    palettes.length,
    async (value) => await attempt(picture, settings, { quality, colors: palettes[palettes.length - value] ?? 2 }),
  );
}

/** The result of the largest value from 1 to `most` that is within the target: larger values give larger files. */
async function best(
  settings: CompressSettings,
  most: number,
  make: (value: number) => Promise<CompressedPicture>,
): Promise<CompressedPicture> {
  let found: CompressedPicture | undefined;
  let [low, high] = [1, most];
  while (low <= high) {
    const middle = found === undefined && high === most ? high : Math.floor((low + high) / 2);
    const tried = await make(middle);
    if (tried.bytes.length <= settings.targetBytes) {
      found = tried;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found ?? checked(settings, await make(1));
}

function checked({ targetBytes, format }: CompressSettings, result: CompressedPicture): CompressedPicture {
  if (result.bytes.length <= targetBytes) return result;
  const [wanted, got] = [targetBytes, result.bytes.length].map((bytes) => Math.round((100 * bytes) / 1024) / 100);
  return {
    ...result,
    warning: `The target of ${wanted} KiB cannot be reached: as ${FORMAT_FACTS[format].name} the image has at least ${got} KiB, smaller dimensions may help`,
  };
}

const isLossy = ({ file, format: own }: Picture, { format, isLossless }: CompressSettings): boolean =>
  format === 'jpg' ||
  format === 'avif' ||
  (format === 'webp' && !isLossless && !(own === 'webp' && isLosslessWebp(file.bytes)));

/** A mean squared error of two levels of 255 (45 dB) is not seen beside the original. */
const UNSEEN_ERROR = 2;
/** Of 8 bits a sample, each frame by itself: no palette is looked for in larger ones. Chosen: ten seconds. */
const MAX_PALETTE_PIXELS = 30_000_000;

async function attempt(
  picture: Picture,
  settings: CompressSettings,
  { quality, colors }: { readonly quality: number; readonly colors: number },
): Promise<CompressedPicture> {
  const { format, keepsMetadata, targetBytes, budget, maxWidth } = settings;
  const isPng = format === 'png' && picture.frames === 1;
  const size = sizeFor(picture, maxWidth);
  const open = (colour: 'own' | 'srgb') =>
    size === undefined
      ? picture.open(colour)
      : resizePicture(picture.open(colour), size, 'lanczos3', { r: 0, g: 0, b: 0, alpha: 0 });
  const common = { format, keepsMetadata, ...(size === undefined ? {} : { size }) };
  if (isPng && colors === 0 && !settings.isLossless && !keepsMetadata && picture.profile === undefined) {
    const pixels = picture.width * picture.height;
    const reduced =
      pixels > MAX_PALETTE_PIXELS
        ? undefined
        : await decoding(picture.file, () => reduceColors(open('srgb'), SAME_LOOK));
    if (reduced !== undefined && reduced.error <= UNSEEN_ERROR) {
      const palette = await writePicture(reduced.image, picture, { ...common, colors: 256 });
      return { bytes: await packed(palette, pixels, budget), colors: reduced.colors };
    }
  }
  // A palette has no profile.
  const hasPalette = colors > 0 && (format === 'png' || format === 'gif');
  const bytes = await writePicture(open(hasPalette ? 'srgb' : colourFor(format)), picture, {
    ...common,
    quality,
    isLossless: format === 'webp' && !isLossy(picture, settings),
    // A target needs up to seven attempts.
    isSmall: targetBytes === 0 && !isPng,
    ...(colors > 0 ? { colors } : {}),
  });
  const isMetadataLost = hasPalette && keepsMetadata;
  return {
    bytes: isPng ? await packed(bytes, picture.width * picture.height, budget) : bytes,
    ...(isLossy(picture, settings) ? { quality } : {}),
    ...(hasPalette ? { colors } : {}),
    ...(isMetadataLost ? { warning: 'Metadata is not kept where the number of colours is reduced' } : {}),
  };
}

const SAME_LOOK = { colors: 256, isDithered: true } as const;

function sizeFor(picture: Picture, maxWidth: number) {
  if (maxWidth === 0 || picture.width <= maxWidth || picture.frames > 1) return undefined;
  return fittedSize(picture, { width: maxWidth, height: 0 }, 'inside', false);
}

/** A second a megapixel, so there is a budget; half of it at most is spent on trying more. */
const MORE_TRIALS_PIXELS = 16_000_000;

async function packed(png: Uint8Array, pixels: number, budget: { pixels: number }): Promise<Uint8Array> {
  if (pixels > budget.pixels) return png;
  budget.pixels -= pixels;
  return await optimisePng(png, pixels <= MORE_TRIALS_PIXELS && budget.pixels >= MORE_TRIALS_PIXELS ? 2 : 1);
}

import { invalid, quote } from '../../core/errors.js';
import type { Picture } from '../../engines/image/picture.js';
import { colourFor, FORMAT_FACTS, type WriteFormat, writePicture } from '../../engines/image/write-picture.js';
import { isLosslessWebp } from '../../lib/picture-files/raster-format.js';

export interface CompressSettings {
  readonly format: WriteFormat;
  /** 1 to 100; where there is a target, the best that is tried. */
  readonly quality: number;
  /** Bytes that the result may have; 0 for none. */
  readonly targetBytes: number;
  /** Colours of a PNG's palette; 0 keeps all colours. */
  readonly colors: number;
  readonly keepsMetadata: boolean;
}

export interface CompressedPicture {
  readonly bytes: Uint8Array;
  /** Of lossy formats. */
  readonly quality?: number;
  /** Of a palette. */
  readonly colors?: number;
}

/** Colours that are tried for a target, from best to smallest. */
const PALETTES = [256, 128, 64, 32, 16, 8, 4, 2] as const;

/**
 * Writes a picture in few bytes: JPEG with optimised scans, PNG with all filters or a palette, WebP and AVIF with more effort. With a target
 * it takes the best quality that stays below it, by halving the range. Throws INVALID_INPUT when even the worst is larger.
 */
export async function compressPicture(picture: Picture, settings: CompressSettings): Promise<CompressedPicture> {
  const { format, targetBytes, quality, colors } = settings;
  if (targetBytes === 0) return await attempt(picture, settings, { quality, colors });
  if (isLossy(picture, format)) {
    return await best(
      picture,
      settings,
      quality,
      async (value) => await attempt(picture, settings, { quality: value, colors }),
    );
  }
  const whole = await attempt(picture, settings, { quality, colors });
  if (whole.bytes.length <= targetBytes || format !== 'png') return checked(picture, settings, whole);
  const palettes = PALETTES.filter((size) => colors === 0 || size < colors);
  const found = await best(
    picture,
    settings,
    palettes.length,
    async (value) => await attempt(picture, settings, { quality, colors: palettes[palettes.length - value] ?? 2 }),
  );
  return found;
}

/** The result of the largest value from 1 to `most` that is within the target: larger values give larger files. */
async function best(
  picture: Picture,
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
  return found ?? checked(picture, settings, await make(1));
}

function checked(
  picture: Picture,
  { targetBytes, format }: CompressSettings,
  result: CompressedPicture,
): CompressedPicture {
  if (result.bytes.length <= targetBytes) return result;
  throw invalid(
    `Cannot compress picture ${quote(picture.name)} to ${Math.round((100 * targetBytes) / 1024) / 100} KiB: as ${FORMAT_FACTS[format].name} it has at least ${(result.bytes.length / 1024).toFixed(1)} KiB, make it smaller first`,
  );
}

const isLossy = ({ file, format: own }: Picture, format: WriteFormat): boolean =>
  format === 'jpg' || format === 'avif' || (format === 'webp' && !(own === 'webp' && isLosslessWebp(file.bytes)));

async function attempt(
  picture: Picture,
  { format, keepsMetadata, targetBytes }: CompressSettings,
  { quality, colors }: { readonly quality: number; readonly colors: number },
): Promise<CompressedPicture> {
  const isLossless = format === 'webp' && !isLossy(picture, format);
  const bytes = await writePicture(picture.open(colourFor(format)), picture, {
    format,
    quality,
    isLossless,
    keepsMetadata,
    // A target needs up to seven attempts.
    isSmall: targetBytes === 0,
    ...(colors > 0 ? { colors } : {}),
  });
  return {
    bytes,
    ...(isLossy(picture, format) ? { quality } : {}),
    ...(colors > 0 && (format === 'png' || format === 'gif') ? { colors } : {}),
  };
}

import { decoding, type Picture } from './picture.js';
import { reduceColors } from './reduce-colors.js';
import { sharp } from './sharp.js';

/** RGBA, rows from the top. */
export interface FlatPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const HALF = 128;

/** A picture of at most `colors` colours without dithering, made smaller where it has more than `mostPixels`. */
export async function flatColors(picture: Picture, colors: number, mostPixels: number): Promise<FlatPicture> {
  const flat = await decoding(picture.file, () =>
    reduceColors(resized(picture, mostPixels), { colors, isDithered: false }),
  );
  // Paths are opaque: what is half transparent is drawn or not.
  for (let i = 3; i < flat.rgba.length; i += 4) flat.rgba[i] = (flat.rgba[i] ?? 0) < HALF ? 0 : 255;
  return { width: flat.width, height: flat.height, rgba: flat.rgba };
}

/** A picture of black, where it is darker than `threshold` (0 to 255) on white, and white. */
export async function blackAndWhite(picture: Picture, threshold: number, mostPixels: number): Promise<FlatPicture> {
  const png = await decoding(picture.file, () =>
    resized(picture, mostPixels).flatten({ background: '#ffffff' }).greyscale().threshold(threshold).png().toBuffer(),
  );
  return await raw(png);
}

function resized(picture: Picture, mostPixels: number) {
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)));
  const image = picture.open('srgb');
  return scale === 1 ? image : image.resize(Math.max(1, Math.floor(picture.width * scale)));
}

async function raw(png: Uint8Array): Promise<FlatPicture> {
  const image = sharp(png).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  // A copy of its own: others look at four bytes at once.
  return { width: info.width, height: info.height, rgba: Uint8Array.from(data) };
}

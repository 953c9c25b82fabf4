import type { InputFile } from '../../core/index.js';
import { withHeicPicture } from '../../engines/heic/decode.js';
import { decodeAvif } from '../../engines/image/decode-avif.js';
import { encodeJpeg } from '../../engines/image/encode-jpeg.js';
import { publicExif } from '../../lib/exif-public.js';
import { withMetadata } from '../../lib/jpeg-metadata.js';
import type { PagePicture } from '../../lib/jpeg-pdf.js';

/** What holds for every picture that is converted. */
export const PHOTO_NOTES: readonly string[] = [
  'The primary picture only: other pictures, frames of a sequence, thumbnails and HDR gain maps are left out.',
  'Orientation comes from the picture itself; the orientation in EXIF is ignored and not copied.',
  'A colour profile is kept (Display P3 stays Display P3); colour codes become a profile where they are not sRGB; HDR pictures (PQ, HLG) become sRGB.',
  'Of EXIF, date, camera, lens, exposure and rights are kept; position, serial numbers, owner and maker notes are left out.',
  'Transparency becomes white.',
  'An AVIF picture under the name of a HEIC file is converted too, unless it is HDR.',
  'At most 100 megapixels.',
];

/** The primary picture of a HEIC file as a JPEG file, upright, with its profile and the public part of its EXIF. */
export function heicToJpeg(file: InputFile, quality: number, signal: AbortSignal): Promise<PagePicture> {
  return withHeicPicture(file, signal, decodeAvif, async (picture) => {
    const { width, height, channels, profile, exif, isSubsampled } = picture;
    const plain = await encodeJpeg(picture, { quality, isSubsampled });
    const jpeg = withMetadata(plain, { profile, exif: exif === undefined ? undefined : publicExif(exif) });
    return { jpeg, width, height, channels, profile };
  });
}

/** `IMG_1.HEIC` with another ending: `IMG_1.jpg`. */
export const renamed = (name: string, ending: string): string => `${name.replace(/\.hei[cf]$/i, '')}.${ending}`;

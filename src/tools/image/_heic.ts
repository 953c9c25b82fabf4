import type { InputFile } from '../../core/index.js';
import type { Example } from '../../core/tool.js';
import { withHeicPicture } from '../../engines/heic/decode.js';
import { decodeAvif } from '../../engines/image/decode-avif.js';
import { encodeJpeg } from '../../engines/image/encode-jpeg.js';
import type { PagePicture } from '../../lib/documents/jpeg-pdf.js';
import { publicExif } from '../../lib/picture-files/exif-public.js';
import { withMetadata } from '../../lib/picture-files/jpeg-metadata.js';

/** What holds for every picture that is converted. */
export const PHOTO_NOTES: readonly string[] = [
  'Only the primary image is converted: other images, sequence frames, thumbnails and HDR gain maps are ignored.',
  'Orientation comes from the image itself; the EXIF orientation is ignored and not copied.',
  'A colour profile is kept (Display P3 stays Display P3); colour codes other than sRGB become a profile; HDR images (PQ, HLG) become sRGB.',
  'EXIF date, camera, lens, exposure and rights are kept; location, serial numbers, owner and maker notes are removed.',
  'Transparency becomes white.',
  'An AVIF image named as a HEIC file is converted too, unless it is HDR.',
  'At most 100 megapixels.',
];

/** An example for every message of a file that cannot be converted. */
export const REFUSALS: readonly Example[] = [
  {
    title: 'An empty file',
    files: [{ name: 'empty.heic', base64: '' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "empty.heic": it is empty' },
  },
  {
    title: 'A JPEG file named as HEIC',
    files: [{ name: 'photo.heic', base64: '/9j/4AAQSkZJRg==' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "photo.heic": it is a JPEG picture' },
  },
  {
    title: 'A text file named as HEIC',
    files: [{ name: 'photo.heic', text: 'hello' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "photo.heic": it is not a HEIC file' },
  },
  {
    title: 'A sequence without a still image',
    files: [{ name: 'burst.heic', fixture: 'image/heic/sequence.heic' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read HEIC file "burst.heic": it is a sequence of pictures without a still one',
    },
  },
  {
    title: 'A file that ends after its first box',
    files: [{ name: 'head.heic', base64: 'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWlj' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "head.heic": it holds no picture' },
  },
  {
    title: 'A truncated file',
    files: [{ name: 'cut.heic', fixture: 'image/heic/cut-short.heic' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "cut.heic": it is cut short' },
  },
  {
    title: 'A file that states a wrong size',
    files: [{ name: 'faked.heic', fixture: 'image/heic/faked-size.heic' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "faked.heic": it is damaged' },
  },
  {
    title: 'A file with too many properties',
    files: [{ name: 'many.heic', fixture: 'image/heic/many-properties.heic' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read HEIC file "many.heic": it has more parts than a picture may have',
    },
  },
  {
    title: 'An image coded as H.264',
    files: [{ name: 'avc.heif', fixture: 'image/heic/is-avc.heic' }],
    error: {
      code: 'INVALID_INPUT',
      message: 'Cannot read HEIC file "avc.heif": it is coded in a way that is not supported',
    },
  },
  {
    title: 'An HDR image coded as AV1',
    files: [{ name: 'hdr.heic', fixture: 'image/heic/is-hdr-avif.heic' }],
    error: { code: 'INVALID_INPUT', message: 'Cannot read HEIC file "hdr.heic": it is an HDR picture coded as AV1' },
  },
  {
    title: 'An image of 202 megapixels',
    files: [{ name: 'large.heic', fixture: 'image/heic/201-megapixels.heic' }],
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'Cannot read HEIC file "large.heic": 202 megapixels, the limit is 100',
    },
  },
  {
    title: 'An image wider than JPEG allows',
    files: [{ name: 'wide.heic', fixture: 'image/heic/too-wide.heic' }],
    error: { code: 'LIMIT_EXCEEDED', message: 'Cannot write JPEG: a side of 66048 pixels, the limit is 65500' },
  },
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

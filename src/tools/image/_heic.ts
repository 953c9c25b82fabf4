import type { InputFile } from '../../core/index.js';
import { decodeHeic } from '../../engines/heic/decode.js';
import { encodeJpeg } from '../../engines/image/encode-jpeg.js';
import { publicExif } from '../../lib/exif-public.js';
import { withMetadata } from '../../lib/jpeg-metadata.js';
import type { PagePicture } from '../../lib/jpeg-pdf.js';

/** The primary picture of a HEIC file as a JPEG file, upright, with its profile and the public part of its EXIF. */
export async function heicToJpeg(file: InputFile, quality: number, signal: AbortSignal): Promise<PagePicture> {
  const picture = await decodeHeic(file, signal);
  const { width, height, channels, profile, exif, isSubsampled } = picture;
  const plain = await encodeJpeg(picture, { quality, isSubsampled });
  const jpeg = withMetadata(plain, { profile, exif: exif === undefined ? undefined : publicExif(exif) });
  return { jpeg, width, height, channels, profile };
}

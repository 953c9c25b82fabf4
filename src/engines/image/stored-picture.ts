import { type JpegFrame, jpegFrame } from '../../lib/picture-files/jpeg-frame.js';
import { type PngImageData, pngImageData } from '../../lib/picture-files/png-image-data.js';
import { isLosslessWebp } from '../../lib/picture-files/raster-format.js';
import { decoding, type Picture } from './picture.js';

/** A picture as it is stored in another document. */
export type StoredPicture = {
  /** ICC profile of the samples; `undefined`: sRGB or its grey, for four components the device's own. */
  readonly profile: Uint8Array | undefined;
  /** 1 to 8 as in EXIF: how the stored samples are turned. */
  readonly orientation: number;
} & (
  | { readonly kind: 'jpeg'; readonly jpeg: Uint8Array; readonly frame: JpegFrame; readonly alpha?: PngImageData }
  | { readonly kind: 'samples'; readonly image: PngImageData; readonly alpha?: PngImageData }
);

/** Formats whose pictures have lost something already. */
const LOSSY = new Set(['heic', 'avif', 'jxl', 'jp2', 'hdr']);
/** A JPEG cannot be wider or higher. */
const MAX_JPEG_SIDE = 65_500;

/**
 * A picture for a document: a JPEG file as it is, samples of a PNG as they are where that is possible; pictures of other lossy
 * formats as JPEG of `quality`, all others without loss. Transparency comes as an alpha of its own. Of an animation the first
 * frame. Throws INVALID_INPUT naming the file where it is damaged.
 */
export async function storePicture(opened: Picture, quality: number): Promise<StoredPicture> {
  const picture = await opened.firstFrame();
  const { file, format, profile } = picture;
  if (format === 'jpeg' || format === 'png') {
    // Reads all of it, so that nothing damaged gets into a document.
    await decoding(file, () => picture.open('srgb').resize(64, 64, { fit: 'inside' }).raw().toBuffer());
  }
  if (format === 'jpeg') {
    const frame = jpegFrame(file.bytes);
    if (frame?.isPlain && [1, 3, 4].includes(frame.components))
      return { kind: 'jpeg', jpeg: file.bytes, frame, profile: frame.profile, orientation: frame.orientation };
  }
  if (format === 'png') {
    const image = pngImageData(file.bytes);
    // A picture that is turned by its EXIF is turned here.
    const isUpright = image !== undefined && image.width === picture.width && image.height === picture.height;
    if (isUpright && !picture.hasAlpha && !hasExif(file.bytes))
      return { kind: 'samples', image, profile, orientation: 1 };
  }
  const alpha = picture.hasAlpha ? await alphaOf(picture) : undefined;
  const isLossy = LOSSY.has(format) || (format === 'webp' && !isLosslessWebp(file.bytes)) || format === 'jpeg';
  const pipeline = picture.open('own').removeAlpha();
  if (isLossy && Math.max(picture.width, picture.height) <= MAX_JPEG_SIDE) {
    const chromaSubsampling = quality >= 90 ? '4:4:4' : '4:2:0';
    const jpeg = await decoding(file, () => pipeline.jpeg({ quality, chromaSubsampling }).toBuffer());
    const frame = jpegFrame(jpeg);
    if (frame !== undefined) return { kind: 'jpeg', jpeg, frame, profile, orientation: 1, ...(alpha && { alpha }) };
  }
  const png = await decoding(file, () => pipeline.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer());
  const image = pngImageData(png);
  if (image === undefined) throw new Error('a PNG of our own has no plain samples');
  return { kind: 'samples', image, profile, orientation: 1, ...(alpha && { alpha }) };
}

/** `undefined` where every pixel is opaque. */
async function alphaOf(picture: Picture): Promise<PngImageData | undefined> {
  const png = await decoding(picture.file, async () => {
    const alpha = picture.open('srgb').extractChannel('alpha').toColourspace('b-w');
    const { channels } = await alpha.clone().stats();
    return channels[0]?.min === 255 ? undefined : await alpha.png({ compressionLevel: 6 }).toBuffer();
  });
  return png === undefined ? undefined : pngImageData(png);
}

const hasExif = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('eXIf');

import sharp from 'sharp';

/** Opaque or transparent pixels, width × height × 4 from the top, as a PNG. */
export async function encodePng(rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** A PNG or a JPEG. */
export interface EncodedPixels {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
  readonly mime: 'image/png' | 'image/jpeg';
}

/** A PNG of more bytes is perhaps a photograph. */
const LARGE_PNG = 100_000;
const JPEG_QUALITY = 85;

/** Opaque pixels as a PNG, or as a JPEG where that is less than half as large: photographs and scans. */
export async function encodeSmaller(rgba: Uint8Array, width: number, height: number): Promise<EncodedPixels> {
  const png = await encodePng(rgba, width, height);
  if (png.length > LARGE_PNG) {
    const jpeg = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
    if (2 * jpeg.length < png.length) return { bytes: jpeg, ending: 'jpg', mime: 'image/jpeg' };
  }
  return { bytes: png, ending: 'png', mime: 'image/png' };
}

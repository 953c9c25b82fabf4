import { sharp } from './sharp.js';
/** Samples of 8 bits, rows from the top. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

/**
 * The samples of a JPEG as they are stored, whatever colour profile it carries; `undefined` for four colours, damage, or another
 * size than expected.
 */
export async function jpegSamples(
  bytes: Uint8Array,
  expected: { readonly width: number; readonly height: number },
): Promise<Samples | undefined> {
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: false });
    const { width, height, space, channels } = await image.metadata();
    if (width !== expected.width || height !== expected.height || space === 'cmyk') return undefined;
    if (channels !== 1 && channels !== 3) return undefined;
    const { data, info } = await image
      // Else samples would be converted to sRGB by the profile in the file, which PDF does not know.
      .keepIccProfile()
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === channels ? { width, height, channels, data } : undefined;
  } catch {
    // Damaged as far as this decoder is concerned: the picture stays as it is, and viewers show of it what they can.
    return undefined;
  }
}

/** A picture in four colours, made smaller. */
export interface CmykRecoding {
  readonly width: number;
  readonly height: number;
  readonly quality: number;
}

/**
 * A JPEG of a picture file (JPEG or TIFF) in four colours, which stay as they are; its samples are inverted, as Adobe's marker says. `undefined`
 * for what is not in four colours, or is damaged.
 */
export async function cmykJpeg(
  bytes: Uint8Array,
  { width, height, quality }: CmykRecoding,
): Promise<Uint8Array | undefined> {
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: false });
    if ((await image.metadata()).space !== 'cmyk') return undefined;
    const { data, info } = await image
      .pipelineColourspace('cmyk')
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .toColourspace('cmyk')
      .jpeg({ quality, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 4 ? data : undefined;
  } catch {
    // Damaged as far as this decoder is concerned: the picture stays as it is, and viewers show of it what they can.
    return undefined;
  }
}

/** The samples of a PNG in grey or RGB. */
export async function pngSamples(bytes: Uint8Array): Promise<Samples> {
  const { data, info } = await sharp(bytes, { limitInputPixels: false }).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3, data };
}

export interface Recoding {
  readonly width: number;
  readonly height: number;
  readonly isGrey: boolean;
}

/** The samples in another size, grey where asked for. */
export async function resizedSamples(samples: Samples, { width, height, isGrey }: Recoding): Promise<Samples> {
  const toGrey = isGrey && samples.channels === 3;
  if (width === samples.width && height === samples.height && !toGrey) return samples;
  const raw = { width: samples.width, height: samples.height, channels: samples.channels };
  const image = sharp(samples.data, { raw, limitInputPixels: false }).resize(width, height, {
    fit: 'fill',
    kernel: 'cubic',
  });
  const grey = toGrey ? image.greyscale() : image;
  const isOne = toGrey || samples.channels === 1;
  const { data } = await grey
    .toColourspace(isOne ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, channels: isOne ? 1 : 3, data };
}

/** A JPEG of the samples, without profile and metadata. */
export async function samplesToJpeg({ width, height, channels, data }: Samples, quality: number): Promise<Uint8Array> {
  return await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

/** The four inks of a JPEG, as they are stored in it; `undefined` for other colours, damage, or another size than expected. */
export async function inkSamples(
  bytes: Uint8Array,
  expected: { readonly width: number; readonly height: number },
): Promise<Uint8Array | undefined> {
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: false });
    const { width, height, space } = await image.metadata();
    if (width !== expected.width || height !== expected.height || space !== 'cmyk') return undefined;
    const { data, info } = await image
      .pipelineColourspace('cmyk')
      .toColourspace('cmyk')
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The decoder takes them for inverted, with and without Adobe's marker.
    return info.channels === 4 ? data.map((value) => 255 - value) : undefined;
  } catch {
    // As above.
    return undefined;
  }
}

import type { StoredPicture } from '../../../engines/image/stored-picture.js';
import type { Matrix } from '../../../lib/page-text/matrix.js';
import { profileSpace } from '../../../lib/picture-files/icc-profile.js';
import type { PngImageData } from '../../../lib/picture-files/png-image-data.js';
import type { PdfDocument } from '../document/document.js';
import type { PageDrawing } from '../pages/overlay.js';
import { dictOf, type PdfDict, PdfName, type PdfRef, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';

/** A picture in a document, 1 × 1 unit large and upright. */
export interface PictureDrawing extends PageDrawing {
  /** Upright, in pixels. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

const DEVICE_SPACES: Readonly<Record<number, readonly [device: string, profile: string]>> = {
  1: ['DeviceGray', 'GRAY'],
  3: ['DeviceRGB', 'RGB '],
  4: ['DeviceCMYK', 'CMYK'],
};

/** EXIF orientation: where the stored picture's unit square goes to become upright (EXIF 2.32, 4.6.4). */
const UPRIGHT: Readonly<Record<number, Matrix>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** Adds a picture as an object that pages can draw: JPEG bytes as they are (ISO 32000-2, 8.9.5). */
export function addPicture(document: PdfDocument, stored: StoredPicture): PictureDrawing {
  const ref = stored.kind === 'jpeg' ? addJpeg(document, stored) : addSamples(document, stored.image, stored);
  const { width, height } = stored.kind === 'jpeg' ? stored.frame : stored.image;
  const isTurned = stored.orientation >= 5;
  const size = { pixelWidth: isTurned ? height : width, pixelHeight: isTurned ? width : height };
  if (stored.orientation === 1) return { ref, width: 1, height: 1, ...size };
  const upright = UPRIGHT[stored.orientation] ?? [1, 0, 0, 1, 0, 0];
  const form = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, 1, 1],
    Resources: dictOf({ XObject: dictOf({ Photo: ref }) }),
  });
  const content = Buffer.from(`${upright.join(' ')} cm /Photo Do`);
  return { ref: document.add(new PdfStream(form, content)), width: 1, height: 1, ...size };
}

function addJpeg(document: PdfDocument, stored: StoredPicture & { readonly kind: 'jpeg' }): PdfRef {
  const { frame, jpeg } = stored;
  const isInverted = frame.components === 4 && frame.hasAdobe;
  const dict = imageDict(frame.width, frame.height, 8, colourSpace(document, frame.components, stored.profile));
  dict.set('Filter', new PdfName('DCTDecode'));
  if (isInverted) dict.set('Decode', [1, 0, 1, 0, 1, 0, 1, 0]);
  if (frame.isNamedRgb) dict.set('DecodeParms', dictOf({ ColorTransform: 0 }));
  if (stored.alpha !== undefined) dict.set('SMask', addSamples(document, stored.alpha, { profile: undefined }));
  return document.add(new PdfStream(dict, jpeg));
}

function addSamples(
  document: PdfDocument,
  { width, height, bits, samples, palette, compressed }: PngImageData,
  { profile, alpha }: Pick<StoredPicture, 'profile' | 'alpha'>,
): PdfRef {
  const plain = colourSpace(document, palette === undefined ? samples : 3, profile);
  const space =
    palette === undefined
      ? plain
      : [new PdfName('Indexed'), plain, Math.min(255, palette.length / 3 - 1), new PdfString(palette, true)];
  const dict = imageDict(width, height, bits, space);
  dict
    .set('Filter', new PdfName('FlateDecode'))
    .set('DecodeParms', dictOf({ Predictor: 15, Colors: samples, BitsPerComponent: bits, Columns: width }));
  if (alpha !== undefined) dict.set('SMask', addSamples(document, alpha, { profile: undefined }));
  return document.add(new PdfStream(dict, compressed));
}

const imageDict = (width: number, height: number, bits: number, space: PdfValue): PdfDict =>
  dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: bits,
  });

/** The profile's space where it fits the samples; viewers take the device's own for sRGB. */
function colourSpace(document: PdfDocument, components: number, profile: Uint8Array | undefined): PdfValue {
  const [device = 'DeviceRGB', space] = DEVICE_SPACES[components] ?? [];
  if (profile === undefined || profileSpace(profile) !== space) return new PdfName(device);
  const dict = dictOf({ N: components, Alternate: new PdfName(device) });
  return [new PdfName('ICCBased'), document.add(new PdfStream(dict, profile))];
}

import { quote } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import { openPicture } from '../engines/image/picture.js';
import { writePicture } from '../engines/image/write-picture.js';
import { renderSvg } from '../engines/svg/render.js';
import { fileNameOf } from '../lib/files/linked-file-name.js';
import type { PictureUse } from './markdown/prepare.js';
import { openSvg } from './svg-document.js';

/** A picture for a document: every viewer shows its format. */
export interface PlacedPicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
  /** Points, a pixel being 1/96 inch, as browsers have it. */
  readonly width: number;
  readonly height: number;
}

/** Longer pictures are made smaller: 300 dots per inch on A4. */
const MAX_SIDE = 2480;
const POINTS_A_PIXEL = 0.75;
const POINTS_PER_INCH = 72;
const SVG_DPI = 192;

/** An SVG drawn at twice the size of a screen, without anything that runs or loads. */
async function drawnSvg({ name, bytes }: InputFile): Promise<PlacedPicture> {
  const label = `file ${quote(name)}`;
  const svg = openSvg({ text: new TextDecoder().decode(bytes), label });
  const { width, height, png } = await renderSvg(svg, label, {
    width: 0,
    height: 0,
    dpi: SVG_DPI,
    background: undefined,
  });
  const [w, h] = [width, height].map((pixels) => (pixels * POINTS_PER_INCH) / SVG_DPI) as [number, number];
  return { bytes: png(), ending: 'png', width: w, height: h };
}

/** The pictures sent, by their name, as JPEG or PNG files no larger than a page needs. Throws INVALID_INPUT naming one that is none. */
export async function documentPictures(
  files: readonly InputFile[],
  signal: AbortSignal,
): Promise<Map<string, PlacedPicture>> {
  const pictures = new Map<string, PlacedPicture>();
  for (const file of files) {
    if (extensionOf(file.name) === '.svg') {
      pictures.set(file.name, await drawnSvg(file));
      continue;
    }
    const picture = await (await openPicture(file, signal)).firstFrame();
    const ending = picture.format === 'jpeg' || picture.format === 'heic' ? 'jpg' : 'png';
    const resized = picture.open('srgb').resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true });
    const bytes = await writePicture(resized, picture, { format: ending, quality: 90, size: { width: 1, height: 1 } });
    const [width, height] = [picture.width * POINTS_A_PIXEL, picture.height * POINTS_A_PIXEL];
    pictures.set(file.name, { bytes, ending, width, height });
  }
  return pictures;
}

/** Finds the picture that an address in a document stands for, by the name of its file; `undefined` where it was not sent. */
export const pictureFinder =
  (pictures: ReadonlyMap<string, PlacedPicture>) =>
  (address: string): PictureUse | undefined => {
    const file = fileNameOf(address);
    const found = pictures.get(file);
    return found === undefined ? undefined : { file, width: found.width };
  };

import { z } from 'zod';
import type { OutputFile } from '../../core/index.js';
import { colorOption, type Position, shared } from '../../core/shared-options.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { eachFrame, readFrames, writeFrames } from '../../engines/image/frames.js';
import type { Picture } from '../../engines/image/picture.js';
import { checkWritable, type WriteSettings } from '../../engines/image/write-picture.js';
import type { Rgba } from '../../lib/pictures/rgba.js';
import { pictureFile } from './_pictures.js';

/** What holds for every tool that changes pixels one by one. */
export const DRAWING_NOTES: readonly string[] = [
  'The content decides the format of a file, not its name. Images are turned upright first, as EXIF says.',
  'Images become 8-bit sRGB: other profiles are converted, 16 bits are rounded. Metadata is not kept.',
  'Each page of a TIFF file is a separate image; HEIC transparency becomes white; icons use their largest image, layered files their merged one.',
  'At most 50 megapixels per image, 100 in all frames of an animation, 200 in all images of a run (80 for AVIF, GIF or JPEG XL output).',
];

export const EVERY_FRAME =
  'Every frame of an animated GIF, WebP or PNG is changed; animations are refused in formats without frames.';

export const qualityOption = shared.quality;

/** Where something stands in a picture, `margin` pixels from the sides it is at. */
export function placeAt(
  position: Position,
  inside: { readonly width: number; readonly height: number },
  size: { readonly width: number; readonly height: number },
  margin: number,
): { readonly left: number; readonly top: number } {
  const across = position.endsWith('left') ? 0 : position.endsWith('right') ? 1 : 0.5;
  const down = position.startsWith('top') ? 0 : position.startsWith('bottom') ? 1 : 0.5;
  return {
    left: Math.round(margin + across * (inside.width - size.width - 2 * margin)),
    top: Math.round(margin + down * (inside.height - size.height - 2 * margin)),
  };
}

/** The options of text that is drawn. */
export const textOptions = {
  font: () => z.enum(FONT_STYLES).default('sans').describe('Typeface.'),
  bold: () => z.boolean().default(false).describe('Bold text.'),
  color: () => colorOption('#ffffff', 'Text colour.'),
  stroke: () => colorOption('#000000', 'Outline colour of the text.'),
  angle: () => z.number().min(-360).max(360).default(0).describe('Rotation in degrees, clockwise.'),
};

export const TEXT_NOTE =
  'Latin, Greek, Cyrillic, Devanagari, Hebrew, Arabic, Thai, Chinese, Japanese and Korean text and single-colour emoji are supported, with correct shaping and direction; text with any other character is refused.';

/** Draws on every frame of a picture and writes it. */
export async function drawnPicture(
  picture: Picture,
  settings: WriteSettings,
  suffix: string,
  act: (frame: Rgba) => void,
): Promise<OutputFile> {
  checkWritable(picture, settings);
  const frames = await readFrames(picture);
  eachFrame(frames, act);
  return pictureFile(picture, suffix, settings.format, await writeFrames(frames, picture, settings));
}

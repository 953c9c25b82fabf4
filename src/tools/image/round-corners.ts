import { z } from 'zod';
import { defineTool, overLimit, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { mapFrames, readFrames, writeFrames } from '../../engines/image/frames.js';
import { MAX_ANIMATION_PIXELS, type Picture } from '../../engines/image/picture.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { blurRgba } from '../../engines/image/transform.js';
import { checkWritable, FORMAT_FACTS, mostPixels, type WriteFormat } from '../../engines/image/write-picture.js';
import { draw, emptyRgba, fill, type Paint, type Rgba } from '../../lib/pictures/rgba.js';
import { middleSquare, roundCorners, roundedBoard } from '../../lib/pictures/rounded.js';
import { DRAWING_NOTES, EVERY_FRAME, qualityOption } from './_drawing.js';
import { eachPicture, formatOption, PICTURE_FILES, pictureFile, pictureReports, writeFormat } from './_pictures.js';

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly border: number;
  readonly borderColor: Paint;
  readonly padding: number;
  readonly background: Paint;
  readonly shadow: number;
  readonly shadowColor: Paint;
}

/** From the side of the result to the picture. */
const insetOf = ({ border, padding, shadow }: Frame): number =>
  border + padding + (shadow === 0 ? 0 : Math.ceil(SHADOW_REACH * shadow));

/** A blur of this many pixels is seen to about twice its width; it falls downwards by half of it. */
const SHADOW_REACH = 2.2;
const SHADOW_FALL = 0.5;

/** All that is under the picture: ground, shadow, border. */
async function underlay(frame: Frame): Promise<Rgba> {
  const inset = insetOf(frame);
  const { border, radius, shadow } = frame;
  const under = emptyRgba(frame.width + 2 * inset, frame.height + 2 * inset);
  fill(under, frame.background);
  const outer = { width: frame.width + 2 * border, height: frame.height + 2 * border, radius: radius + border };
  if (shadow > 0) {
    const board = roundedBoard(outer, inset - border, frame.shadowColor);
    draw(under, await blurRgba(board, Math.max(0.5, shadow / 2)), { left: 0, top: Math.round(shadow * SHADOW_FALL) });
  }
  if (border > 0) draw(under, roundedBoard(outer, 0, frame.borderColor), { left: inset - border, top: inset - border });
  return under;
}

function checkSize({ name, frames }: Picture, frame: Frame): void {
  const [width, height] = [frame.width + 2 * insetOf(frame), frame.height + 2 * insetOf(frame)];
  const limit = frames > 1 ? MAX_ANIMATION_PIXELS : MAX_PIXELS;
  if (width * height * frames <= limit) return;
  const all = frames > 1 ? `${frames} frames of ${width} × ${height}` : `${width} × ${height}`;
  throw overLimit(`Picture ${quote(name)} would have ${all} pixels with its frame, the limit is ${limit}`);
}

/** Round corners need transparency, unless the ground behind them is opaque. */
function formatFor(picture: Picture, format: 'same' | WriteFormat, background: Paint): WriteFormat {
  const own = writeFormat(format, picture);
  return format === 'same' && background.alpha < 1 && !FORMAT_FACTS[own].hasAlpha ? 'png' : own;
}

export default defineTool({
  id: 'round-corners',
  title: 'Round Corners',
  summary: 'Rounds the corners of images or crops them to a circle, with border, padding and shadow.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: PICTURE_FILES,
  options: {
    radius: ofKind(
      'pixels',
      z
        .number()
        .min(0)
        .max(5000)
        .default(20)
        .describe('Radius of the corners in pixels, at most half of the shorter side.'),
    ),
    circle: z.boolean().default(false).describe('Crops to the square in the middle and rounds it to a circle.'),
    border: ofKind(
      'pixels',
      z.number().multipleOf(1).min(0).max(500).default(0).describe('Width of a border around it in pixels.'),
    ),
    borderColor: colorOption('#000000', 'Colour of the border.'),
    padding: ofKind(
      'pixels',
      z.number().multipleOf(1).min(0).max(1000).default(0).describe('Empty space around all of it in pixels.'),
    ),
    background: colorOption('transparent', 'Colour behind the corners and of the space around.'),
    shadow: ofKind(
      'pixels',
      z
        .number()
        .multipleOf(1)
        .min(0)
        .max(200)
        .default(0)
        .describe('Softness of a shadow in pixels, which also needs room; 0 draws none.'),
    ),
    shadowColor: colorOption('#00000080', 'Colour of the shadow.'),
    format: formatOption().describe(
      'Format of the result; same keeps it, but makes JPEG and other formats without transparency PNG unless the background is opaque.',
    ),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: pictureReports(),
  notes: [
    'A format without transparency that is asked for gets white behind what is transparent. GIF knows no half-transparent pixels: its corners are not smooth.',
    EVERY_FRAME,
    ...DRAWING_NOTES,
  ],
  aliases: [
    'circle crop',
    'rounded image',
    'round avatar',
    'profile picture circle',
    'screenshot shadow',
    'add border',
  ],
  verified: [
    'ImageMagick 6.9.11: a rounded rectangle drawn by it as the alpha of the same picture, mean difference of alpha below 1 of 255 at radii 5, 20 and 40; no opaque pixel differs from the upload.',
    'Area of a circle of alpha against π r²: within 0.2 %.',
    'Animated GIF, WebP and PNG: every frame, times and repetitions.',
  ],
  examples: [
    {
      title: 'A photo with round corners becomes PNG',
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-rounded.png', mime: 'image/png' }] },
    },
    {
      title: 'A circle with a border and a shadow',
      options: { circle: true, border: 4, borderColor: 'white', shadow: 8, format: 'webp' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      output: { text: null, files: [{ name: 'harbour-rounded.webp', mime: 'image/webp' }] },
    },
    {
      title: 'An animation on a white ground',
      options: { radius: 8, background: 'white' },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { text: null, files: [{ name: 'dots-rounded.gif', mime: 'image/gif' }] },
    },
    {
      title: 'A colour that is none',
      options: { background: 'nocolor' },
      files: [{ name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "nocolor"',
      },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const { circle, border, padding, shadow } = options;
    const colours = {
      borderColor: parseColor('borderColor', options.borderColor),
      background: parseColor('background', options.background),
      shadowColor: parseColor('shadowColor', options.shadowColor),
    };
    const limitOf = (picture: Picture): number => mostPixels(formatFor(picture, options.format, colours.background));
    return await eachPicture({ files: uploads, signal }, limitOf, async (picture) => {
      const shorter = Math.min(picture.width, picture.height);
      const size = circle ? { width: shorter, height: shorter } : { width: picture.width, height: picture.height };
      const radius = circle ? shorter / 2 : Math.min(options.radius, shorter / 2);
      const frame = { ...size, ...colours, radius, border, padding, shadow };
      checkSize(picture, frame);
      const format = formatFor(picture, options.format, colours.background);
      const settings = { format, quality: options.quality };
      checkWritable(picture, settings);
      const under = await underlay(frame);
      const inset = insetOf(frame);
      const cropped = emptyRgba(size.width, size.height);
      const result = mapFrames(await readFrames(picture), under, (own, into) => {
        into.data.set(under.data);
        if (circle) middleSquare(own, cropped);
        const inner = circle ? cropped : own;
        roundCorners(inner, radius);
        draw(into, inner, { left: inset, top: inset });
      });
      return pictureFile(picture, '-rounded', format, await writeFrames(result, picture, settings));
    });
  },
});

import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { encodePage } from '../../engines/image/encode-page.js';
import { drawOwnSvg } from '../../engines/svg/resvg.js';
import { type Placeholder, placeholderSvg, whiteGround } from '../../formats/pictures/placeholder.js';

const MIMES = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

const side = (name: string, initial: number) =>
  z.number().multipleOf(1).min(1).max(4096).default(initial).describe(`${name} in pixels.`);

export default defineTool({
  id: 'placeholder-image',
  title: 'Placeholder Image',
  summary: 'Creates a placeholder image of any size as SVG, PNG, JPEG or WebP, with its size or your text on it.',
  family: 'generators',
  class: 'native',
  input: 'none',
  options: {
    width: side('Width', 600),
    height: side('Height', 400),
    text: z
      .string()
      .max(500)
      .default('')
      .describe('Text in the middle, lines broken where they are too long; empty for the size, such as 600 × 400.'),
    background: colorOption('#cccccc', 'Background colour.'),
    color: colorOption('#666666', 'Colour of the text.'),
    fontSize: z
      .number()
      .min(0)
      .max(2000)
      .default(0)
      .describe('Size of the letters in pixels; 0 takes a fifth of the shorter side, or less where the text is long.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Typeface.'),
    bold: z.boolean().default(true).describe('Bold text.'),
    cross: z.boolean().default(false).describe('Draws a frame and both diagonals, as wireframes do.'),
    label: z.boolean().default(true).describe('Writes the text; off for a plain area of colour.'),
    format: z.enum(['svg', 'png', 'jpg', 'webp']).default('svg').describe('Format of the image.'),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: z.object({
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    fontSize: z.number().min(0).describe('Size of the letters in pixels; 0 where there are none.'),
  }),
  notes: [
    'The letters are outlines, also in the SVG, so that the image looks the same everywhere; the text is the title of the SVG.',
    'Supported scripts: Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean; emoji are monochrome. Text with any other character is refused.',
    'A transparent background stays so in SVG, PNG and WebP and becomes white in JPEG.',
  ],
  aliases: [
    'dummy image',
    'image placeholder',
    'placehold',
    'lorem picsum',
    'sample image of a size',
    'blank image',
    'solid colour image',
    'wireframe image',
    'test image',
    'generate png of size',
  ],
  verified: [
    'ImageMagick 6.9: 12 files in three formats from 1 × 1 to 4096 × 3 have the size and type asked for; colours and transparency are as asked.',
    'librsvg 2.54 draws the SVG as the PNG is: mean difference below 0.5 of 255.',
    'Tesseract 5.3 reads the size and a text of twelve words, wrapped in two sizes, to the letter.',
    '25 sizes from 48 to 1,200 pixels: the text is in the middle and within the image.',
  ],
  examples: [
    {
      title: 'A placeholder with its size',
      output: {
        data: { width: 600, height: 400, fontSize: 80 },
        files: [{ name: 'placeholder-600x400.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A banner with a text',
      options: { width: 1200, height: 300, text: 'Hero banner', background: 'navy', color: 'white', format: 'png' },
      output: {
        data: { width: 1200, height: 300, fontSize: 60 },
        files: [{ name: 'placeholder-1200x300.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A plain area of colour',
      options: { width: 64, height: 64, label: false, background: '#ff000080', format: 'webp' },
      output: {
        data: { width: 64, height: 64, fontSize: 0 },
        files: [{ name: 'placeholder-64x64.webp', mime: 'image/webp' }],
      },
    },
    {
      title: 'A frame of a wireframe in JPEG',
      options: { cross: true, text: 'Logo', width: 300, height: 150, format: 'jpg', background: 'transparent' },
      output: {
        data: { width: 300, height: 150, fontSize: 30 },
        files: [{ name: 'placeholder-300x150.jpg', mime: 'image/jpeg' }],
      },
    },
    {
      title: 'A text that does not fit',
      options: { width: 10, height: 10, text: 'Much too long' },
      error: {
        code: 'INVALID_INPUT',
        message: 'The text does not fit into 10 × 10 pixels, even with letters of 4 pixels',
      },
    },
    {
      title: 'Letters that are too large',
      options: { width: 100, height: 50, text: 'ABC', fontSize: 200, bold: false, font: 'mono' },
      error: {
        code: 'INVALID_INPUT',
        message: 'The text takes 120 × 773 pixels at "fontSize" 200, the image has 100 × 50',
      },
    },
    {
      title: 'Letters that no font here has',
      options: { text: 'ᚠ' },
      error: { code: 'INVALID_INPUT', message: 'Option "text" must have letters that can be drawn, got "ᚠ"' },
    },
  ],
  async run({ options }) {
    const { width, height, text, font, bold, fontSize, cross, label, format, quality } = options;
    const size = `${width} × ${height}`;
    const picture: Placeholder = {
      ...{ width, height, font, fontSize, isBold: bold, hasCross: cross },
      text: label ? text.trim() || size : '',
      background: parseColor('background', options.background),
      color: parseColor('color', options.color),
    };
    // An image too small for its own size stays without it.
    const isTiny = text.trim() === '' && fontSize === 0 && Math.min(width / 8, height) < 6;
    const shown = isTiny ? { ...picture, text: '' } : picture;
    const drawn = placeholderSvg(shown, format === 'jpg' ? whiteGround(shown) : '');
    const name = `placeholder-${width}x${height}.${format}`;
    const pixels = (): Uint8Array => drawOwnSvg(drawn.svg, { fit: { mode: 'original' } }).rgba();
    const hasAlpha = format !== 'jpg' && picture.background.alpha < 1;
    const bytes =
      format === 'svg'
        ? Buffer.from(drawn.svg)
        : await encodePage({ width, height, rgba: pixels() }, { format, quality, dpi: 72, hasAlpha });
    return withFiles(json({ width, height, fontSize: Math.round(100 * drawn.fontSize) / 100 }), [
      { name, mime: MIMES[format], bytes },
    ]);
  },
});

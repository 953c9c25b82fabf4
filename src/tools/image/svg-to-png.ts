import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { openPicture } from '../../engines/image/picture.js';
import { type WriteSettings, writePicture } from '../../engines/image/write-picture.js';
import { renderSvg } from '../../engines/svg/render.js';
import { openSvg } from '../../formats/svg-document.js';

import { svgSource, svgUploads } from './_svg.js';

const MIMES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

const side = (name: string) =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(16_384)
    .default(0)
    .describe(
      `${name} in pixels; 0 to follow from the other side or from "dpi". With both, the image is fitted into them.`,
    );

async function encoded(png: InputFile, settings: WriteSettings, signal: AbortSignal): Promise<Uint8Array> {
  const picture = await openPicture(png, signal);
  return await writePicture(picture.open('srgb'), picture, settings);
}

export default defineTool({
  id: 'svg-to-png',
  title: 'SVG to PNG',
  summary: 'Renders SVG as PNG, JPEG or WebP at any size, without scripts or external resources.',
  family: 'image',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.svg'] },
  options: {
    format: z.enum(['png', 'jpg', 'webp']).default('png').describe('Format of the result.'),
    width: side('Width'),
    height: side('Height'),
    dpi: z
      .number()
      .min(10)
      .max(1200)
      .default(96)
      .describe('Dots per inch if no side is given; 96 renders at the original size.'),
    background: colorOption('transparent', 'Background colour; transparency becomes white in JPEG.'),
    quality: shared.quality(),
  },
  result: 'mixed',
  data: fileReports({
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    removed: z.array(z.string()).describe('What was removed for safety.'),
  }),
  notes: [
    'Proportions are kept. An SVG without a size is 100 × 100 pixels, or as large as its view box.',
    'Scripts, foreignObject, nested SVG images and all external resources are removed, and listed in "removed".',
    'Text is drawn in Noto Sans, Serif and Mono, with fonts for Chinese, Japanese, Korean, Arabic, Hebrew and Thai; emoji have one colour. Other fonts of the document are replaced. A text that mixes letters of East Asia with Arabic or Hebrew ones is refused where it follows a path or has letters placed one by one.',
    'At most 16,384 pixels a side and 50 megapixels, 100,000 pixels a side before a change of size, 100,000 elements (200,000 drawn), 200 levels; filters, masks and patterns are bounded with the size.',
    'Animations are rendered at their start.',
    'Each file is rendered separately; one that fails does not spoil the others. The text of "input" is called "input" in the report.',
  ],
  aliases: [
    'svg to jpg',
    'svg to webp',
    'svg rasterizer',
    'convert svg',
    'render svg',
    'vector to png',
    'svg as a picture',
  ],
  verified: [
    'rsvg-convert 2.54: gradients, clip paths, patterns, use, transforms and embedded pictures differ by less than 3 of 255 levels on average, at two sizes.',
    'Hostile documents (entities, nesting, repeated use, large sizes, patterns, filters, outside references): refused, or drawn without them.',
  ],
  examples: [
    {
      title: 'A drawing at twice its size',
      options: { width: 480 },
      files: [{ name: 'drawing.svg', fixture: 'image/svg/drawing.svg' }],
      output: {
        data: { files: [{ name: 'drawing.svg', outputs: ['drawing.png'], width: 480, height: 320, removed: [] }] },
        files: [{ name: 'drawing.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Millimetres at 300 dots per inch, as JPEG',
      options: { dpi: 300, format: 'jpg' },
      files: [{ name: 'editor.svg', fixture: 'image/svg/editor.svg' }],
      output: {
        data: { files: [{ name: 'editor.svg', outputs: ['editor.jpg'], width: 1181, height: 591, removed: [] }] },
        files: [{ name: 'editor.jpg', mime: 'image/jpeg' }],
      },
    },
    {
      title: 'Scripts and external images are removed',
      input:
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="https://example.com/a.png" width="9" height="9"/></svg>',
      output: {
        data: {
          files: [
            {
              name: 'input',
              outputs: ['result.png'],
              width: 9,
              height: 9,
              removed: ['element script', 'link of image'],
            },
          ],
        },
        files: [{ name: 'result.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Not an SVG',
      input: '<html/>',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input" as SVG: the root element is not svg' },
    },
    {
      title: 'An image that is too large',
      input: '<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>',
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'The picture of property "input" must have at most 16384 pixels a side and 50000000 in all, got 1000000 × 1000000',
      },
    },
    {
      title: 'Text that cannot be rendered',
      input:
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15" rotate="9">日本 العربية</text></svg>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot draw property "input": a text along a path, or with letters placed one by one, mixes letters of East Asia with Arabic or Hebrew ones',
      },
    },
    {
      title: 'Nothing to draw',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, options, signal }) {
    const { format, width, height, dpi, quality } = options;
    const background = parseColor('background', options.background);
    const request = { input, files };
    return eachFile({ files: svgUploads(request), signal }, async (file) => {
      const { source, name } = await svgSource(request, file, `.${format}`);
      const svg = openSvg(source);
      const drawn = await renderSvg(svg, source.label, {
        width,
        height,
        dpi,
        background: background.alpha === 0 ? undefined : background,
      });
      const png = drawn.png();
      const bytes =
        format === 'png'
          ? png
          : await encoded({ name, mime: undefined, bytes: png }, { format, quality, hasFullColour: true }, signal);
      return {
        report: { width: drawn.width, height: drawn.height, removed: svg.removed },
        outputs: [{ name, mime: MIMES[format], bytes }],
      };
    });
  },
});

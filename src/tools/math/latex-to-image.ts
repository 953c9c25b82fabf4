import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, json, overLimit, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { openMathjax } from '../../engines/mathjax.js';
import { renderSvg } from '../../engines/svg/render.js';
import { WorkTime } from '../../engines/work-time.js';
import { formulaPicture } from '../../formats/formula-picture.js';
import { openSvg } from '../../formats/svg-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { bareTex, checkTex } from '../../lib/formula/tex-limits.js';

/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 6;
const CSS_DPI = 96;
const POINTS = 72;

export default defineTool({
  id: 'latex-to-image',
  title: 'LaTeX to Image',
  summary: 'Draws LaTeX formulas as SVG with outlined glyphs, or as PNG.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.tex', '.txt', '.md'] },
  options: {
    format: z.enum(['svg', 'png']).default('svg').describe('Format of the image.'),
    displayMode: z
      .boolean()
      .default(true)
      .describe('Display style, as in a line of its own; off for inline style, as in running text.'),
    fontSize: z.number().min(4).max(200).default(18).describe('Font size in points.'),
    dpi: z.number().multipleOf(1).min(48).max(1200).default(300).describe('Resolution of a PNG, in dots per inch.'),
    color: colorOption('#000000', 'Colour of the formula.'),
    background: colorOption('transparent', 'Colour behind the formula.'),
    padding: z.number().min(0).max(200).default(4).describe('Space around the formula, in points.'),
  },
  result: 'mixed',
  data: z.object({
    width: z.number().describe('Width of the image in pixels.'),
    height: z.number().describe('Height of the image in pixels.'),
    depthPercent: z
      .number()
      .describe('How far to lower the image below the baseline of a line of text, in percent of the font size.'),
    warnings: warnings(),
  }),
  notes: [
    'AMS mathematics with mathtools, mhchem (\\ce), braket, cancel, color, bussproofs, amscd, extpfeil, upgreek and gensymb; \\newcommand and \\def define macros for the one formula. Links, styles and \\require are refused.',
    'The signs around a formula may stay: $…$, $$…$$, \\(…\\), \\[…\\] or a code fence. Several lines are one formula: use align, gather or \\\\.',
    'Letters are outlines in the file, so that it looks the same everywhere. Characters that mathematical fonts lack, such as Cyrillic or Chinese in \\text, are drawn with fonts of the service in a PNG, and stay text in an SVG.',
    'Formulas have up to 20,000 characters and 80 levels.',
  ],
  aliases: [
    'latex to png',
    'latex to svg',
    'equation to image',
    'tex renderer',
    'mathjax',
    'formula image',
    'math to picture',
    'codecogs',
  ],
  verified: [
    'More than 300 formulas over all of amsmath: every one draws without an error; the characters that the same engine writes as MathML are those of Temml',
    'Outlines only: no text, link, style or reference to outside in the SVG of any of them; xmllint of libxml2 reads them',
    'Hostile formulas: endless macros, 1,000 random ones, deep groups and 40,000 tokens end as a result, 400 or 413',
  ],
  examples: [
    {
      title: 'The quadratic formula',
      input: 'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}',
      output: {
        data: { width: 230.939, height: 66.791, depthPercent: 69.617, warnings: [] },
        files: [{ name: 'result.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A chemical equation as PNG on white',
      input: '$$\\ce{2H2 + O2 -> 2H2O}$$',
      options: { format: 'png', background: 'white', dpi: 96 },
      output: {
        data: { width: 229, height: 31, depthPercent: 14.983, warnings: [] },
        files: [{ name: 'result.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A command that does not exist',
      input: 'a + \\foo{b}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as LaTeX: unknown command \\foo',
      },
    },
    {
      title: 'A macro without an end',
      input: '\\newcommand{\\x}{\\x} \\x',
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as LaTeX: its macros make too much of it',
      },
    },
  ],
  async run({ input, files, options: { format, displayMode, fontSize, dpi, padding, ...colors } }) {
    const color = parseColor('color', colors.color);
    const background = parseColor('background', colors.background);
    const source = await readTextSource({ input, files });
    const draw = await openMathjax();
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The formula must be drawn within ${WORK_SECONDS} seconds`),
    );
    const em = (fontSize * CSS_DPI) / POINTS;
    const picture = refusing(`Cannot read ${source.label} as LaTeX`, () => {
      const tex = bareTex(source.text);
      checkTex(tex);
      const drawn = work.run(() => draw(tex, displayMode));
      return formulaPicture(drawn, source.label, {
        em,
        color: hexColor(color),
        background: background.alpha === 0 ? '' : hexColor(background),
        padding: (padding * CSS_DPI) / POINTS,
      });
    });
    const told = (width: number, height: number) =>
      json({
        width,
        height,
        depthPercent: Math.round((picture.depth / em) * 100_000) / 1000,
        warnings:
          picture.foreign === ''
            ? []
            : [
                `Characters that are not in the fonts of the formula: ${[...new Set(picture.foreign)].slice(0, 20).join('')}`,
              ],
      });
    const name = source.file === undefined ? `result.${format}` : renamed(source.file.name, `.${format}`);
    if (format === 'svg')
      return withFiles(told(picture.width, picture.height), [
        { name, mime: 'image/svg+xml', bytes: Buffer.from(picture.svg) },
      ]);
    const drawn = await renderSvg(openSvg({ text: picture.svg, label: source.label }), source.label, {
      width: 0,
      height: 0,
      dpi,
      background: undefined,
    });
    return withFiles(told(drawn.width, drawn.height), [{ name, mime: 'image/png', bytes: drawn.png() }]);
  },
});

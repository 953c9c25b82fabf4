import { z } from 'zod';

import { defineTool, json, overLimit, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place, warnings } from '../../core/shared-data.js';
import {
  COLOR_NOTATIONS,
  distanceToName,
  nearestColorName,
  readColor,
  srgbOf,
  writeColor,
} from '../../engines/colors.js';
import { contrastRatio } from '../../lib/colors/contrast.js';
import { ContentFault } from '../../lib/faults.js';
import { splitLines } from '../../lib/text/lines.js';

const MAX_COLORS = 1000;

/** What stylesheets have around a colour: `--brand: #f00;`, `color: red,`. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^(?:--)?[\w-]+\s*:\s*/, '')
    .replace(/[;,]+$/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

const notation = (description: string) => z.string().describe(description);

export default defineTool({
  id: 'color-converter',
  title: 'Color Converter',
  summary: 'Converts colours between hex, RGB, HSL, HSV, HWB, Lab, LCH, OKLab, OKLCH, XYZ, P3, CMYK, names and more.',
  family: 'color-design',
  class: 'standard',
  input: 'required',
  options: {
    to: z
      .enum(['all', ...COLOR_NOTATIONS])
      .default('all')
      .describe('Notation of the result: everything as JSON, or one notation as text with a line per colour.'),
    decimals: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(8)
      .default(2)
      .describe('Decimals of degrees and percentages; values from 0 to 1 have two more.'),
  },
  result: 'mixed',
  data: z.object({
    colors: z
      .array(
        z.object({
          line: place('Line of the colour.'),
          input: z.string().describe('The colour as it was given.'),
          alpha: z.number().describe('Opacity, 0 to 1.'),
          isInSrgb: z.boolean().describe('Whether screens with sRGB can show it.'),
          hex: notation('Hexadecimal: #rrggbb, with alpha #rrggbbaa.'),
          rgb: notation('Red, green and blue, 0 to 255.'),
          hsl: notation('Hue, saturation, lightness.'),
          hsv: notation('Hue, saturation, value; called HSB too. Not in CSS.'),
          hwb: notation('Hue, whiteness, blackness.'),
          lab: notation('CIELAB under D50, as CSS has it.'),
          lch: notation('The same as lightness, chroma and hue.'),
          oklab: notation('OKLab.'),
          oklch: notation('The same as lightness, chroma and hue.'),
          xyz: notation('CIE XYZ under D65.'),
          'xyz-d50': notation('CIE XYZ under D50.'),
          p3: notation('Display P3.'),
          rec2020: notation('ITU-R BT.2020.'),
          a98: notation('Adobe RGB (1998).'),
          prophoto: notation('ProPhoto RGB.'),
          'srgb-linear': notation('Linear-light sRGB.'),
          cmyk: notation('Inks by the plain formula, without a colour profile.'),
          name: notation('Name of CSS: the same colour, or the nearest by CIEDE2000.'),
          ansi: notation('Escape sequence for terminals with 256 colours, the nearest.'),
          int: notation('Red × 65,536 + green × 256 + blue.'),
          nameDistance: z.number().describe('CIEDE2000 to the name; 0 if exact, below 2 hardly visible.'),
          luminance: z.number().describe('Relative luminance of WCAG, 0 to 1.'),
          textColor: z.string().describe('Black or white, whichever has the higher contrast on it.'),
          contrast: z.number().describe('Contrast of that text.'),
        }),
      )
      .describe('One per line that is not empty.'),
    warnings: warnings(),
  }),
  notes: [
    'One colour per line, up to 1,000: all of CSS Color 4, also with commas, hex digits without #, 0xff0000, 255, 0, 0, hsv(…), cmyk(…), and declarations such as --brand: #f00.',
    'Colours beyond sRGB keep their values in Lab, LCH, OKLab, OKLCH, XYZ and wide RGB spaces. For hex, RGB, HSL, HSV, HWB and CMYK their chroma is reduced in OKLCH until they fit (the gamut mapping of CSS Color 4); a warning says so.',
    'CMYK is the formula without inks or paper. For print use the ICC profile of the printer.',
    'The hue of a grey is none in LCH and OKLCH, and 0 in HSL, HSV and HWB.',
  ],
  aliases: [
    'hex to rgb',
    'rgb to hex',
    'rgb to hsl',
    'hex to cmyk',
    'oklch converter',
    'color picker',
    'colour name',
    'hsb',
    'hex to ansi',
    'display p3',
    'css color',
    'rgb to a colour name',
  ],
  verified: [
    'W3C Web Platform Tests, css/css-color: 14 notations of #008000',
    'Python 3.11, colorsys and the matrices of CSS Color 4 §18: 300 random colours in HSL, HSV, Lab, OKLab, XYZ and P3, to the last shown digit',
    'Every notation of 200 random colours, read again, is the same colour',
  ],
  examples: [
    {
      title: 'A colour in OKLCH',
      input: '#008000',
      options: { to: 'oklch' },
      output: { text: 'oklch(0.5198 0.1769 142.5)\n' },
    },
    {
      title: 'Declarations as HSL',
      input: '--brand: rebeccapurple;\n--ink: rgba(0, 0, 0, .5);\n255, 255, 255',
      options: { to: 'hsl', decimals: 0 },
      output: { text: 'hsl(270 50% 40%)\nhsl(0 0% 0% / 0.5)\nhsl(0 0% 100%)\n' },
    },
    {
      title: 'A green beyond sRGB',
      input: 'color(display-p3 0 1 0)',
      options: { to: 'lab' },
      output: { text: 'lab(86.61 -106.54 102.87)\n' },
    },
    {
      title: 'Not a colour',
      input: 'red\nreddish',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 2: "reddish" is not a colour' },
    },
  ],
  run({ input, options: { to, decimals } }) {
    const lines = splitLines(input.replace(/^\ufeff/, '')).lines.map((line, i) => ({ line: i + 1, value: bare(line) }));
    const filled = lines.filter(({ value }) => value !== '');
    if (filled.length > MAX_COLORS)
      throw overLimit(`Property "input" must hold at most ${MAX_COLORS} colours, got ${filled.length}`);
    const colors = refusing('Cannot read property "input"', () => {
      if (filled.length === 0) throw new ContentFault('it has no colour');
      return filled.map(({ line, value }) => {
        const color = readColor(value);
        if (color === undefined) throw new ContentFault(`line ${line}: ${quote(value)} is not a colour`);
        return { line, value, color };
      });
    });
    if (to !== 'all') return text(`${colors.map(({ color }) => writeColor(color, decimals)[to]).join('\n')}\n`);
    const rows = colors.map(({ line, value, color }) => {
      const { r, g, b, alpha, isMapped } = srgbOf(color);
      const white = contrastRatio([r, g, b], [255, 255, 255]);
      const black = contrastRatio([r, g, b], [0, 0, 0]);
      return {
        line,
        input: value,
        alpha,
        isInSrgb: !isMapped,
        ...writeColor(color, decimals),
        nameDistance: Number(distanceToName(color, nearestColorName(r, g, b)).toFixed(2)),
        luminance: Number((1.05 / white - 0.05).toFixed(4)),
        textColor: black >= white ? '#000000' : '#ffffff',
        contrast: Math.floor(Math.max(black, white) * 100) / 100,
      };
    });
    const outside = rows.filter(({ isInSrgb }) => !isInSrgb).slice(0, 50);
    return json({
      colors: rows,
      warnings: outside.map(
        ({ line }) => `Line ${line} is outside sRGB: its sRGB notations are the nearest colour inside`,
      ),
    });
  },
});

import { z } from 'zod';

import { defineTool, file, invalid, json, quote, text } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import { nearestColorName, readColor, writeColor } from '../../engines/colors.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { contrastRatio } from '../../lib/colors/contrast.js';
import { aseFile, gplFile } from '../../lib/picture-files/palette-files.js';
import { drawsFrom } from '../../lib/secrets/draw.js';
import { BASE, baseOf } from './_base-color.js';
import { hasCount, paletteColors, SCHEMES, type Swatch } from './_palette-schemes.js';

const FORMATS = ['json', 'css', 'scss', 'tailwind', 'svg', 'gpl', 'ase'] as const;
const MAX_PAIRS = 200;
const AA = 4.5;
const CELL = 80;

const oklch = (hex: string): string => {
  const color = readColor(hex);
  return color === undefined ? hex : writeColor(color, 2).oklch;
};

const svgOf = (swatches: readonly Swatch[], name: string): string => {
  const perRow = Math.min(11, swatches.length);
  const cells = swatches.map(({ hex, step }, i) => {
    const [x, y] = [(i % perRow) * CELL, Math.floor(i / perRow) * CELL];
    return `  <rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${hex}"><title>${name}-${step} ${hex}</title></rect>\n`;
  });
  const [width, height] = [perRow * CELL, Math.ceil(swatches.length / perRow) * CELL];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${cells.join('')}</svg>\n`;
};

/** Stylesheets and palettes; JSON is not one of them. */
function written(format: Exclude<(typeof FORMATS)[number], 'json'>, swatches: readonly Swatch[], name: string) {
  const named = swatches.map(({ step, rgb }) => ({ name: `${name}-${step}`, rgb }));
  const lines = (line: (swatch: Swatch) => string): string => swatches.map(line).join('');
  const css = { name: `${name}.css`, mime: 'text/css;charset=utf-8' };
  switch (format) {
    case 'css':
      return text(`:root {\n${lines(({ step, hex }) => `  --${name}-${step}: ${hex};\n`)}}\n`, css);
    case 'scss': {
      const variables = lines(({ step, hex }) => `$${name}-${step}: ${hex};\n`);
      const map = `$${name}: (\n${lines(({ step, hex }) => `  '${step}': ${hex},\n`)});\n`;
      return text(`${variables}\n${map}`, { name: `_${name}.scss`, mime: 'text/x-scss;charset=utf-8' });
    }
    case 'tailwind':
      return text(`@theme {\n${lines(({ step, hex }) => `  --color-${name}-${step}: ${oklch(hex)};\n`)}}\n`, css);
    case 'svg':
      return text(svgOf(swatches, name), { name: `${name}.svg`, mime: 'image/svg+xml' });
    case 'gpl':
      return text(Buffer.from(gplFile(name, named)).toString(), {
        name: `${name}.gpl`,
        mime: 'text/plain;charset=utf-8',
      });
    case 'ase':
      return file(`${name}.ase`, 'application/octet-stream', aseFile(named));
  }
}

export default defineTool({
  id: 'color-palette-generator',
  title: 'Color Palette Generator',
  summary: 'Makes palettes from a colour: a scale as Tailwind has, harmonies, tints, shades, tones, or a random one.',
  family: 'color-design',
  class: 'standard',
  input: 'optional',
  options: {
    base: colorOption(BASE, 'Colour to start from; ignored for a random palette.'),
    scheme: z
      .enum(SCHEMES)
      .default('scale')
      .describe(
        'Palette: a scale from 50 to 950, harmonies by turning the hue, lightness from light to dark, towards white, black or grey, or random.',
      ),
    count: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(50)
      .default(0)
      .describe(
        'How many colours of analogous, monochrome, tints, shades, tones and random; 0: as usual for the scheme.',
      ),
    space: z
      .enum(['oklch', 'hsl'])
      .default('oklch')
      .describe('Where hue and lightness are changed: OKLCH, as the eye sees them, or HSL as in older tools.'),
    name: z.string().min(1).max(40).default('brand').describe('Name of the colours in stylesheets and palettes.'),
    format: z
      .enum(FORMATS)
      .default('json')
      .describe(
        'JSON with contrasts, CSS variables, SCSS, a Tailwind CSS 4 theme, SVG swatches, GIMP or Adobe palette.',
      ),
    seed: shared.seed(),
  },
  result: 'mixed',
  data: z.object({
    colors: z
      .array(
        z.object({
          step: z.string().describe('Step of the scale, or number.'),
          hex: z.string().describe('Colour in sRGB, #rrggbb.'),
          oklch: z.string().describe('The same in OKLCH.'),
          name: z.string().describe('Nearest name of CSS.'),
          isBase: z.boolean().describe('Whether it is the base itself.'),
          contrastWithWhite: z.number().describe('WCAG contrast with white, rounded down.'),
          contrastWithBlack: z.number().describe('WCAG contrast with black, rounded down.'),
        }),
      )
      .describe('The palette in its order.'),
    accessiblePairs: z
      .array(
        z.object({
          background: z.string().describe('Step of the background.'),
          text: z.string().describe('Step of the text.'),
          ratio: z.number().describe('Contrast ratio, rounded down.'),
        }),
      )
      .describe(
        'Pairs within the palette that pass WCAG AA for text (4.5), the highest contrast first; each pair once, up to 200.',
      ),
    warnings: warnings(),
  }),
  notes: [
    'Text is the base colour instead of the option.',
    'The scale has the steps and lightness of Tailwind CSS 4. The base stays exactly as it is, at the step nearest in lightness; the steps around it keep its hue.',
    'Harmonies keep lightness and chroma and turn the hue. In OKLCH a complement differs from that of the HSL colour wheel: choose "space" hsl for the classic one.',
    'Colours that sRGB cannot show lose chroma until they fit; a warning says how many.',
    'Random hues are a golden angle apart, of medium lightness. Colours of a picture: palette-from-image.',
  ],
  aliases: [
    'tailwind color generator',
    'color scheme generator',
    'complementary colors',
    'triadic colors',
    'analogous colors',
    'tint and shade generator',
    'material palette',
    'coolors',
    'color harmony',
    'color ramp',
    'colours that go with a colour',
    'matching colors',
  ],
  verified: [
    'Published complements and triads of the HSL wheel: Python 3.11 colorsys, 200 random bases, every harmony within a level of rounding',
    'Over 300 random bases: the base is in its scale unchanged, lightness falls from step to step, the hue stays within 8 degrees where there is chroma (gamut mapping turns it a little)',
    'Every pair that is called accessible has the contrast of WCAG 2.2 computed by Python',
  ],
  examples: [
    {
      title: 'The triad of red on the HSL wheel',
      options: { base: '#ff0000', scheme: 'triadic', space: 'hsl', format: 'css' },
      output: { text: ':root {\n  --brand-1: #ff0000;\n  --brand-2: #00ff00;\n  --brand-3: #0000ff;\n}\n' },
    },
    {
      title: 'Shades for SCSS',
      options: { base: 'white', scheme: 'shades', space: 'hsl', count: 2, name: 'ink', format: 'scss' },
      output: { text: "$ink-1: #ffffff;\n$ink-2: #808080;\n\n$ink: (\n  '1': #ffffff,\n  '2': #808080,\n);\n" },
    },
    {
      title: 'A complement with its contrasts',
      options: { base: '#000080', scheme: 'complementary', space: 'hsl' },
      output: {
        data: {
          colors: [
            {
              step: '1',
              hex: '#000080',
              oklch: 'oklch(0.2711 0.1879 264.05)',
              name: 'navy',
              isBase: true,
              contrastWithWhite: 16,
              contrastWithBlack: 1.31,
            },
            {
              step: '2',
              hex: '#808000',
              oklch: 'oklch(0.5807 0.1266 109.77)',
              name: 'olive',
              isBase: false,
              contrastWithWhite: 4.19,
              contrastWithBlack: 5,
            },
          ],
          accessiblePairs: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A name that is not one',
      options: { name: 'my color' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "name" is not a letter with letters, digits and dashes behind it, got "my color"',
      },
    },
    {
      title: 'Not a colour',
      options: { base: 'bluish' },
      error: { code: 'INVALID_INPUT', message: 'Option "base" must be a CSS colour such as "#ff0000", got "bluish"' },
    },
  ],
  run({ input, options, random }) {
    const { scheme, count, space, name, format, seed } = options;
    const base = baseOf(input, options.base);
    if (!/^[a-z][a-z\d-]*$/i.test(name))
      throw invalid(`Option "name" is not a letter with letters, digits and dashes behind it, got ${quote(name)}`);
    const swatches = paletteColors(scheme, base, count, space, drawsFrom(seededRandom(seed, random)));
    if (format !== 'json') return written(format, swatches, name);
    const down = (ratio: number): number => Math.floor(ratio * 100 + 1e-9) / 100;
    const pairs = swatches.flatMap((one, i) =>
      swatches.slice(i + 1).map((other) => ({ one, other, ratio: contrastRatio(one.rgb, other.rgb) })),
    );
    const mapped = swatches.filter(({ isMapped }) => isMapped).length;
    const told: readonly (readonly [boolean, string])[] = [
      [base.alpha < 1 && scheme !== 'random', 'The base is transparent: the palette is of the opaque colour'],
      [mapped > 0, `${mapped} of ${swatches.length} colours lost chroma to fit in sRGB`],
      [
        count > 0 && !hasCount(scheme),
        `A palette of scheme ${scheme} has a fixed number of colours: "count" was ignored`,
      ],
    ];
    return json({
      colors: swatches.map(({ step, hex, rgb, isBase }) => ({
        step,
        hex,
        oklch: oklch(hex),
        name: nearestColorName(...rgb),
        isBase,
        contrastWithWhite: down(contrastRatio(rgb, [255, 255, 255])),
        contrastWithBlack: down(contrastRatio(rgb, [0, 0, 0])),
      })),
      accessiblePairs: pairs
        .filter(({ ratio }) => ratio >= AA)
        .sort((a, b) => b.ratio - a.ratio)
        .slice(0, MAX_PAIRS)
        .map(({ one, other, ratio }) => ({ background: one.step, text: other.step, ratio: down(ratio) })),
      warnings: told.filter(([isTold]) => isTold).map(([, sentence]) => sentence),
    });
  },
});

import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { type Color, findColor, hexColor, onWhite, parseColor } from '../../engines/colors.js';
import { isSaid } from '../../formats/said-options.js';
import { contrastRatio, nearestPassing, type Rgb } from '../../lib/colors/contrast.js';

/** WCAG 2.2: 18 points, or 14 in bold, at 96 CSS pixels per 72 points. */
const LARGE = 24;
const LARGE_BOLD = 18.66;

const channels = ({ r, g, b }: Color): Rgb => [r, g, b];
const opaque = ([r, g, b]: Rgb): string => hexColor({ r, g, b, alpha: 1 });

/** A colour as it looks on an opaque one. */
function over({ r, g, b, alpha }: Color, [red, green, blue]: Rgb): Rgb {
  const mixed = (front: number, back: number) => Math.round(back + (front - back) * alpha);
  return [mixed(r, red), mixed(g, green), mixed(b, blue)];
}

/** Two decimals, never rounded up: 4.499 does not pass as 4.5. */
const shown = (ratio: number): number => Math.floor(ratio * 100) / 100;

const [BLACK, WHITE] = ['#000000', '#ffffff'];
const MAX_CHARACTERS = 200;
const SILENT = /\b(?:contrast|ratio|of|between|the|text|letters|foreground|background|bg|fg|font|colou?rs?)\b:?/gi;

/** The colours of text and background by the options or by a text: `#777 on white`. */
function colorsOf(
  input: string,
  { foreground, background }: { foreground: string; background: string },
): readonly [Color, Color] {
  if (!isSaid(input, { foreground: foreground !== BLACK, background: background !== WHITE }))
    return [parseColor('foreground', foreground), parseColor('background', background)];
  const text = input.length > MAX_CHARACTERS ? '' : input.replace(SILENT, ' ').trim();
  for (const { index, 0: divider } of text.matchAll(
    /\s+(?:on|and|against|over|vs\.?|with|to)\s+|\s*[,;/|\n]\s*|\s+/gi,
  )) {
    const [front, back] = [findColor(text.slice(0, index)), findColor(text.slice(index + divider.length))];
    if (front !== undefined && back !== undefined)
      return /^\s*(?:bg|background)/i.test(input) ? [back, front] : [front, back];
  }
  throw invalid(`Input must be two CSS colours, that of the text first, such as "#777 on white", got ${quote(input)}`);
}

const passing = (what: string) => z.boolean().describe(`Passes ${what}.`);

/** What a ratio between 3 and 4.5 passes with small text. */
const ONLY_LARGE = {
  AA: false,
  AAA: false,
  normalAA: false,
  normalAAA: false,
  largeAA: true,
  largeAAA: false,
  nonText: true,
};

export default defineTool({
  id: 'color-contrast-checker',
  title: 'Color Contrast Checker',
  summary:
    'Computes the WCAG 2.2 contrast ratio of two colours, says what it is enough for, and suggests colours that pass.',
  family: 'color-design',
  class: 'standard',
  input: 'optional',
  options: {
    foreground: colorOption(BLACK, 'Colour of the text.'),
    background: colorOption(WHITE, 'Colour behind it.'),
    fontSize: z.number().min(1).max(1000).default(16).describe('Font size in CSS pixels.'),
    bold: z.boolean().default(false).describe('Bold text; counts as large from 18.66 pixels on, else from 24.'),
    level: z.enum(['AA', 'AAA']).default('AA').describe('Level that suggested colours must pass.'),
  },
  result: 'data',
  data: z.object({
    foreground: z.string().describe('Foreground as it looks on the background, #rrggbb.'),
    background: z.string().describe('Background, opaque, #rrggbb.'),
    ratio: z.number().describe('Contrast ratio, 1 to 21, rounded down to two decimals.'),
    isLargeText: z.boolean().describe('Whether text of this size counts as large.'),
    passes: z
      .object({
        AA: passing('level AA at this size, 4.5 or 3 for large text (success criterion 1.4.3)'),
        AAA: passing('level AAA at this size, 7 or 4.5 for large text (1.4.6)'),
        normalAA: passing('level AA as normal text, 4.5'),
        normalAAA: passing('level AAA as normal text, 7'),
        largeAA: passing('level AA as large text, 3'),
        largeAAA: passing('level AAA as large text, 4.5'),
        nonText: passing('for icons, borders and other parts of the interface, 3 (1.4.11)'),
      })
      .describe('What the ratio is enough for.'),
    required: z.number().describe('Ratio that the chosen level asks for at this size.'),
    suggestions: z
      .object({
        foreground: z
          .string()
          .nullable()
          .describe('Nearest foreground that passes on this background; null where none does.'),
        background: z
          .string()
          .nullable()
          .describe('Nearest background that passes with this foreground; null where none does.'),
      })
      .describe('Colours that pass the chosen level; the colours themselves where they do already.'),
    warnings: warnings(),
  }),
  notes: [
    'Text names the two colours instead of the options, that of the text first: #777 on white.',
    'The verdict is made from the exact ratio; the ratio shown is rounded down, so that 4.499 never reads as 4.5.',
    'A transparent foreground is mixed with the background, as browsers do, and a transparent background with white; a warning says so.',
    'Suggestions keep the hue and change the lightness as little as possible in OKLab, or are black or white.',
    'Logos and disabled controls have no requirement. The ratio does not tell which colour is the text.',
  ],
  aliases: [
    'wcag contrast',
    'contrast ratio',
    'accessible colours',
    'webaim contrast checker',
    'AA AAA color',
    'text on background',
    'is text readable on a background',
    'readable text color',
  ],
  verified: [
    'W3C, WCAG 2.2: black and white 21; published ratios: #777777 on white 4.48, #767676 4.54, #949494 3.03',
    'Python 3.11: the formula of relative luminance as WCAG 2.2 prints it, 300 random pairs, to 12 digits',
    'For 120 random pairs the suggested colours pass, and none of 1,000 lightnesses between passes nearer',
  ],
  examples: [
    {
      title: 'A grey on white that just fails',
      options: { foreground: '#777', background: '#fff' },
      output: {
        data: {
          foreground: '#777777',
          background: '#ffffff',
          ratio: 4.47,
          isLargeText: false,
          passes: ONLY_LARGE,
          required: 4.5,
          suggestions: { foreground: '#767676', background: '#060606' },
          warnings: [],
        },
      },
    },
    {
      title: 'White on transparent black',
      options: { foreground: 'white', background: 'rgb(0 0 0 / 50%)', fontSize: 18.66, bold: true },
      output: {
        data: {
          foreground: '#ffffff',
          background: '#808080',
          ratio: 3.94,
          isLargeText: true,
          passes: {
            AA: true,
            AAA: false,
            normalAA: false,
            normalAAA: false,
            largeAA: true,
            largeAAA: false,
            nonText: true,
          },
          required: 3,
          suggestions: { foreground: '#ffffff', background: '#808080' },
          warnings: ['The background is transparent: it was mixed with white'],
        },
      },
    },
    {
      title: 'Two colours as text',
      input: '#777 on white',
      options: { level: 'AAA' },
      output: {
        data: {
          foreground: '#777777',
          background: '#ffffff',
          ratio: 4.47,
          isLargeText: false,
          passes: ONLY_LARGE,
          required: 7,
          suggestions: { foreground: '#595959', background: null },
          warnings: [],
        },
      },
    },
    {
      title: 'Not a colour',
      options: { foreground: 'blurple' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "foreground" must be a CSS colour such as "#ff0000", got "blurple"',
      },
    },
  ],
  run({ input, options }) {
    const [front, back] = colorsOf(input, options);
    const background = channels(onWhite(back));
    const foreground = over(front, background);
    const ratio = contrastRatio(foreground, background);
    const isLargeText = options.fontSize >= (options.bold ? LARGE_BOLD : LARGE);
    const [least, most] = isLargeText ? [3, 4.5] : [4.5, 7];
    const required = options.level === 'AA' ? least : most;
    const suggested = (color: Rgb, fixed: Rgb) => {
      const found = nearestPassing(color, fixed, required);
      return found === undefined ? null : opaque(found);
    };
    const told: readonly (readonly [boolean, string])[] = [
      [back.alpha < 1, 'The background is transparent: it was mixed with white'],
      [front.alpha < 1, 'The foreground is transparent: it was mixed with the background'],
    ];
    return json({
      foreground: opaque(foreground),
      background: opaque(background),
      ratio: shown(ratio),
      isLargeText,
      passes: {
        AA: ratio >= least,
        AAA: ratio >= most,
        normalAA: ratio >= 4.5,
        normalAAA: ratio >= 7,
        largeAA: ratio >= 3,
        largeAAA: ratio >= 4.5,
        nonText: ratio >= 3,
      },
      required,
      suggestions: { foreground: suggested(foreground, background), background: suggested(background, foreground) },
      warnings: told.filter(([isTold]) => isTold).map(([, sentence]) => sentence),
    });
  },
});

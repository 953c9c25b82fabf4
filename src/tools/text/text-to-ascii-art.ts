import { z } from 'zod';

import { defineTool, invalid, overLimit, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { FIGLET_FONTS, type FigletFontName, openFigletFont } from '../../engines/text/figlet-fonts.js';
import { toAscii } from '../../engines/text/transliteration.js';
import { ALIGNMENTS, drawFiglet, LAYOUTS } from '../../lib/figlet/draw.js';
import type { Figfont } from '../../lib/figlet/font.js';

const NAMES = Object.keys(FIGLET_FONTS) as readonly FigletFontName[];
const MAX_CHARACTERS = 5_000;
/** Of text that is drawn in all fonts. */
const MAX_SAMPLE = 60;

const isDrawn = (font: Figfont, character: string): boolean => {
  const rows = font.letters.get(character.codePointAt(0) ?? 0);
  return /\s/.test(character) || rows?.some((row) => row.length > 0) === true;
};

/** The text with letters of the font: what it lacks is written in Latin letters where there are any. */
function inLettersOf(font: Figfont, source: string): string {
  let written = '';
  let missing = '';
  const flush = (): void => {
    if (missing !== '') written += toAscii(missing, 'en').replace(/ {2,}/g, ' ').trim();
    missing = '';
  };
  for (const character of source.normalize('NFC')) {
    if (!isDrawn(font, character)) {
      missing += character;
      continue;
    }
    flush();
    written += character;
  }
  flush();
  return written;
}

const trimmed = (drawn: string): string =>
  `${drawn
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()}\n`;

const prefixed = (drawn: string, prefix: string): string =>
  prefix === '' ? drawn : `${prefix}${drawn.slice(0, -1).replaceAll('\n', `\n${prefix}`)}\n`;

export default defineTool({
  id: 'text-to-ascii-art',
  title: 'Text to ASCII Art',
  summary: 'Draws text in large letters made of characters, in 36 FIGlet fonts, for banners, READMEs and terminals.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    font: z
      .enum(['standard', ...NAMES.slice(1), 'all'])
      .default('standard')
      .describe('Font; "all" draws a short text in each of them.'),
    lineWidth: shared
      .lineWidth()
      .describe('Columns of the terminal, of which the last stays empty; longer text is wrapped. 0 never wraps.'),
    layout: z
      .enum(LAYOUTS)
      .default('default')
      .describe(
        'How close letters are: as the font wants it, at full width, fitted so that they touch, overlapping, or smushed together.',
      ),
    align: z
      .enum(ALIGNMENTS)
      .default('auto')
      .describe('Places lines within "lineWidth"; auto is left, or right for fonts written from right to left.'),
    prefix: z.string().max(20).default('').describe('Text before each line, such as # or // to make a comment.'),
    trim: z
      .boolean()
      .default(false)
      .describe('Removes spaces at the ends of lines, and empty lines at the start and end.'),
  },
  result: 'text',
  notes: [
    `Up to ${MAX_CHARACTERS} characters, or ${MAX_SAMPLE} for "all". Show the result in a fixed-width font.`,
    'Letters that a font lacks are written in Latin ones: Привет as Privet; é as e where the font has no é. Emoji and other symbols it lacks are dropped.',
    'Some fonts have one case only, or few punctuation marks. Circle, Emboss, Future, Pagga, Small Block, Small Braille and Wide Term use characters beyond ASCII.',
    'Fonts: FIGlet’s own under BSD-3-Clause (standard to small-slant); ANSI Compact, Classy, Coder Mini, Font Font and those of Linguaholic (mini-block, neon, rounded, shadow-3d) under MIT; circle, emboss, emboss-2, future, future-smooth, future-thin, letter, pagga, small-block, small-braille, upside-down and wide-term under WTFPL. Fonts whose files give no such permission are not included.',
  ],
  aliases: [
    'figlet',
    'ascii art',
    'ascii banner',
    'banner text',
    'text banner generator',
    'large text made of characters',
    'toilet fonts',
    'patorjk taag',
    'big letters in the terminal',
    'ascii logo for readme',
    'big ascii text',
  ],
  verified: [
    'FIGlet 2.2.5 (Debian): byte for byte in 288 drawings, eight random texts of its characters in each of the 36 fonts, in all layouts and alignments and six widths.',
  ],
  examples: [
    {
      title: 'A word',
      input: 'Hello',
      output: {
        text: [
          ' _   _      _ _       ',
          '| | | | ___| | | ___  ',
          '| |_| |/ _ \\ | |/ _ \\ ',
          '|  _  |  __/ | | (_) |',
          '|_| |_|\\___|_|_|\\___/ ',
          '                      ',
          '',
        ].join('\n'),
      },
    },
    {
      title: 'A comment in a script',
      input: 'v 2',
      options: { font: 'small', prefix: '# ', trim: true },
      output: { text: ['#        ___', '# __ __ |_  )', '# \\ V /  / /', '#  \\_/  /___|', ''].join('\n') },
    },
    {
      title: 'Letters that the font lacks',
      input: 'Да 😀',
      options: { font: 'mini', layout: 'full', trim: true },
      output: { text: ['  _', ' | \\   _.', ' |_/  (_|', ''].join('\n') },
    },
    {
      title: 'Nothing that can be drawn',
      input: '😀',
      error: { code: 'INVALID_INPUT', message: 'Input must have at least one character that the font can draw' },
    },
    {
      title: 'Too long for all fonts',
      input: 'This sentence is somewhat longer than sixty characters, really.',
      options: { font: 'all' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Input must have at most 60 characters where "font" is all, got 63',
      },
    },
  ],
  async run({ input, options }) {
    const { font, lineWidth: width, layout, align, prefix, trim } = options;
    const most = font === 'all' ? MAX_SAMPLE : MAX_CHARACTERS;
    const length = [...input].length;
    if (length > most)
      throw overLimit(
        `Input must have at most ${most} characters${font === 'all' ? ' where "font" is all' : ''}, got ${length}`,
      );
    const draw = async (name: FigletFontName): Promise<string> => {
      const opened = await openFigletFont(name);
      const letters = inLettersOf(opened, input.replace(/\r\n?/g, '\n').replace(/\n$/, ''));
      if (letters.trim() === '') throw invalid('Input must have at least one character that the font can draw');
      const drawn = drawFiglet(letters, opened, { width, layout, align });
      return prefixed(trim ? trimmed(drawn) : drawn, prefix);
    };
    if (font !== 'all') return text(await draw(font as FigletFontName));
    let sample = '';
    for (const name of NAMES) sample += `${sample === '' ? '' : '\n'}${name}\n${await draw(name)}`;
    return text(sample);
  },
});

import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { colorOption } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import { checkDrawnSize, renderSvg } from '../../engines/svg/render.js';
import { openSvg } from '../../formats/svg-document.js';
import { readTextSource } from '../../formats/text-source.js';
import { codePicture } from '../../lib/code/code-picture.js';
import { codeTime, highlight, languageOption, themeOption } from './_code-options.js';

export default defineTool({
  id: 'code-to-image',
  title: 'Code to Image',
  summary: 'Makes a picture of a piece of code to share: colours of an editor, line numbers, a window around it.',
  family: 'code',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    language: languageOption(),
    theme: themeOption('github-dark'),
    format: z.enum(['png', 'svg']).default('png').describe('PNG, or SVG with texts that can be selected.'),
    fontSize: z.number().multipleOf(1).min(8).max(40).default(14).describe('Height of the letters in pixels.'),
    padding: z.number().multipleOf(1).min(0).max(200).default(32).describe('Pixels around the window.'),
    scale: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(4)
      .default(2)
      .describe('Pixels of the PNG for each pixel of these sizes.'),
    background: colorOption('#abb8c3', 'Colour around the window.'),
    lineNumbers: z.boolean().default(true).describe('Numbers the lines.'),
    windowFrame: z.boolean().default(true).describe('Rounds the corners and draws three buttons.'),
    title: z.string().max(100).default('').describe('Title of the window; empty for none.'),
  },
  result: 'mixed',
  data: z.object({
    language: z.string().describe('Language whose grammar was used.'),
    width: count('Width of the picture in pixels.'),
    height: count('Height of the picture in pixels.'),
    lines: count('Lines of code.'),
  }),
  notes: [
    'At most 1,000 lines of 400 columns. Tabs reach to the next fourth column. A line break at the end is not a line.',
    'The PNG is drawn with Noto Sans Mono, in italics as upright letters. The SVG names that font and others of one width: it looks as the fonts of its reader do.',
    'Colours are those of Visual Studio Code; the language is told as in code-highlighter.',
  ],
  aliases: [
    'carbon',
    'code screenshot',
    'ray.so',
    'code snippet image',
    'share code as picture',
    'silicon',
    'polacode',
    'picture of code',
  ],
  verified: [
    'Cells: for 60 real pieces of code in 6 languages, each letter has the colour of its token in its place, and there is only background where a space is',
    'librsvg 2.54: draws the SVG in the same size',
  ],
  examples: [
    {
      title: 'Two lines of JavaScript',
      input: "const tea = 'hot';\ndrink(tea);\n",
      options: { title: 'tea.js' },
      output: {
        data: { language: 'javascript', width: 548, height: 330, lines: 2 },
        files: [{ name: 'code.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A file as SVG without a window',
      options: { format: 'svg', windowFrame: false, lineNumbers: false, padding: 0 },
      files: [{ name: 'q.sql', text: 'SELECT 1' }],
      output: {
        data: { language: 'sql', width: 101, height: 55, lines: 1 },
        files: [{ name: 'q.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A line that is too long',
      input: 'a'.repeat(401),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot draw property "input": a line must have at most 400 columns, got 401',
      },
    },
    {
      title: 'Too many lines',
      input: 'a\n'.repeat(1001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot draw property "input": it must have at most 1000 lines, got 1001',
      },
    },
    {
      title: 'An unknown colour',
      input: 'a',
      options: { background: 'teagreen' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "background" must be a CSS colour such as "#ff0000", got "teagreen"',
      },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files });
    const surround = hexColor(parseColor('background', options.background));
    const code = await highlight(source, options, codeTime());
    const drawn = refusing(`Cannot draw ${source.label}`, () => codePicture(code, { ...options, surround }));
    const lines = code.lines.length - (code.lines.length > 1 && code.lines.at(-1)?.length === 0 ? 1 : 0);
    const name = renamed(source.file?.name ?? 'code', `.${options.format}`);
    if (options.format === 'svg') {
      const { width, height } = drawn;
      const bytes = Buffer.from(drawn.svg);
      return withFiles(json({ language: code.language, width, height, lines }), [
        { name, mime: 'image/svg+xml', bytes },
      ]);
    }
    checkDrawnSize(
      { width: Math.ceil(drawn.width * options.scale), height: Math.ceil(drawn.height * options.scale) },
      source.label,
    );
    const svg = openSvg({ text: drawn.svg, label: source.label });
    const picture = await renderSvg(svg, source.label, {
      width: 0,
      height: 0,
      dpi: 96 * options.scale,
      background: undefined,
    });
    const { width, height } = picture;
    return withFiles(json({ language: code.language, width, height, lines }), [
      { name, mime: 'image/png', bytes: picture.png() },
    ]);
  },
});

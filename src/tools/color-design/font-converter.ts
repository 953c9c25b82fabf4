import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, quote } from '../../core/index.js';
import { type OutputFile, withFiles } from '../../core/results.js';
import { count, fileReports } from '../../core/shared-data.js';
import { FONT_FILES, readFontFile, writeFontFile } from '../../formats/font-file.js';
import { readFacts } from '../../lib/fonts/facts.js';
import { FONT_CONTAINERS, fontFace } from '../../lib/fonts/font-face.js';

const MIME = {
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
};

/** A font of one letter, A, which is a box. */
const TINY =
  'AAEAAAAKAIAAAwAgT1MvMkK0P7wAAAEoAAAAYGNtYXAADACUAAABkAAAADRnbHlmeVxjsAAAAcwAAAAWaGVhZF9IPaIAAACsAAAANmhoZWEAhAA1AAAA5AAAACRobXR4AG4AAAAAAYgAAAAIbG9jYQALAAAAAAHEAAAABm1heHAABAAGAAABCAAAACBuYW1lAeAJmgAAAeQAAAAucG9zdAAoAAAAAAIUAAAAJgABAAAAAQAAaLzGV18PPPUAAwBkAAAAAAAAAAAAAAAAAAAAAAAAAAAAMgBGAAAAAwACAAAAAAAAAAEAAABQ/+wAAAA8AAAACgAyAAEAAAAAAAAAAAAAAAAAAAACAAEAAAACAAQAAQAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAwA3ArwABQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAPz8/PwAAAEEAQQBQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAAMgAAADwAAAAAAAIAAAADAAAAFAADAAEAAAAUAAQAIAAAAAQABAABAAAAQf//AAAAQf///8AAAQAAAAAAAAAAAAsAAAABAAAAAAAyAEYAAwAAMTUzFTJGRgAAAAAAAAIAHgADAAEECQABAAgAAAADAAEECQACAAgACABUAGkAbgB5AEIAbwBsAGQAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAAkAAA=';

export default defineTool({
  id: 'font-converter',
  title: 'Font Converter',
  summary: 'Converts fonts between TTF, OTF, WOFF, WOFF2 and EOT, and writes the @font-face rules for a web page.',
  family: 'color-design',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...FONT_FILES] },
  options: {
    to: z
      .enum(FONT_CONTAINERS)
      .default('woff2')
      .describe('Format to write; ttf and eot turn PostScript outlines into TrueType outlines.'),
    css: z.boolean().default(true).describe('Also writes fonts.css with an @font-face rule for each font.'),
    display: z
      .enum(['auto', 'block', 'swap', 'fallback', 'optional'])
      .default('swap')
      .describe('For the CSS: how the text looks while the font loads (font-display).'),
  },
  result: 'mixed',
  data: fileReports({
    fonts: z
      .array(
        z.object({
          output: z.string().describe('File that was written.'),
          family: z.string().describe('Family name.'),
          style: z.string().describe('Style name, such as Bold Italic.'),
          weight: z.number().describe('Weight, 100 to 900.'),
          italic: z.boolean().describe('Whether it is italic or oblique.'),
          outlines: z.enum(['truetype', 'postscript', 'bitmap']).describe('Outlines of the font that was read.'),
          glyphs: count('Glyphs.'),
          axes: z
            .array(
              z.object({
                tag: z.string().describe('Tag, such as wght.'),
                min: z.number().describe('Least value.'),
                default: z.number().describe('Default value.'),
                max: z.number().describe('Greatest value.'),
              }),
            )
            .describe('Axes of a variable font.'),
          embedding: z
            .enum(['installable', 'editable', 'preview-and-print', 'restricted', 'unknown'])
            .describe('What the maker of the font allows (fsType); only "installable" is without conditions.'),
        }),
      )
      .describe('The fonts of the file: several for a collection.'),
    bytesBefore: count('Size of the uploaded file.'),
    bytesAfter: count('Size of the fonts that were written.'),
  }),
  notes: [
    'The format of an upload is told by its first bytes, whatever its name. A collection (.ttc, .otc) gives one file for each font.',
    'Tables are copied as they are: letters, kerning, features, variations and colours stay. Only a signature (DSIG) is left out. WOFF2 packs outlines anew; the points are the same.',
    'To ttf and eot, PostScript outlines become quadratic curves that are within half a thousandth of the em; their hints are lost. To otf, TrueType outlines stay as they are, which OpenType allows.',
    'EOT is written without compression; EOT packed with MicroType Express cannot be read.',
    '"embedding" is what the font file says. A licence may say something else.',
  ],
  aliases: [
    'ttf to woff2',
    'otf to ttf',
    'woff2 to ttf',
    'woff to ttf',
    'webfont generator',
    'font-face generator',
    'convert font',
    'web font',
    'ttc extract',
    'eot converter',
  ],
  verified: [
    'fontTools 4.38: 361 fonts of Debian and of packages written as WOFF, WOFF2, EOT, OTF and TTF: the same tables, points and character maps; names, weight and axes as it reads them',
    'woff2_decompress 1.0.2: unpacks the WOFF2 of 38 fonts of Debian',
    'OTF to TTF: areas and boxes of all glyphs against the cubic outlines in fontTools',
  ],
  examples: [
    {
      title: 'A font for a web page',
      files: [{ name: 'tiny.ttf', base64: TINY }],
      output: {
        files: [
          { name: 'tiny.woff2', mime: 'font/woff2' },
          { name: 'fonts.css', mime: 'text/css;charset=utf-8' },
        ],
      },
    },
    {
      title: 'EOT without a style sheet',
      files: [{ name: 'tiny.ttf', base64: TINY }],
      options: { to: 'eot', css: false },
      output: {
        data: {
          files: [
            {
              name: 'tiny.ttf',
              fonts: [
                {
                  output: 'tiny.eot',
                  family: 'Tiny',
                  style: 'Bold',
                  weight: 700,
                  italic: false,
                  outlines: 'truetype',
                  glyphs: 2,
                  axes: [],
                  embedding: 'preview-and-print',
                },
              ],
              bytesBefore: 572,
              bytesAfter: 706,
              outputs: ['tiny.eot'],
            },
          ],
        },
        files: [{ name: 'tiny.eot', mime: 'application/vnd.ms-fontobject' }],
      },
    },
    {
      title: 'Not a font',
      files: [{ name: 'page.ttf', text: '<html></html>' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read file "page.ttf" as a font: it does not begin as a TrueType, OpenType, WOFF, WOFF2 or EOT file',
      },
    },
  ],
  async run({ options, files, signal }) {
    const { to, css, display } = options;
    const rules: string[] = [];
    const result = await eachFile({ files, signal }, async (upload) => {
      const fonts = await readFontFile(upload);
      const stem = upload.name.replace(/\.[^.]*$/, '');
      const outputs: OutputFile[] = [];
      const reports = [];
      for (const [index, font] of fonts.entries()) {
        const facts = readFacts(font);
        const { names, weight, isItalic, outlines, glyphs, axes, embedding } = facts;
        const name = `${stem}${fonts.length > 1 ? `-${index + 1}` : ''}.${to}`;
        const bytes = await writeFontFile(font, to, `file ${quote(upload.name)}`);
        outputs.push({ name, mime: MIME[to], bytes });
        rules.push(fontFace(facts, name, to, display));
        const { family, style } = names;
        reports.push({ output: name, family, style, weight, italic: isItalic, outlines, glyphs, axes, embedding });
      }
      const bytesAfter = outputs.reduce((sum, { bytes }) => sum + bytes.length, 0);
      return { report: { fonts: reports, bytesBefore: upload.bytes.length, bytesAfter }, outputs };
    });
    if (!css) return result;
    const sheet = { name: 'fonts.css', mime: 'text/css;charset=utf-8', bytes: Buffer.from(rules.join('\n')) };
    return withFiles(result, [sheet]);
  },
});

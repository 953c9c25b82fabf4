import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { type OutputFile, text, withFiles } from '../../core/results.js';
import { count, fileReports } from '../../core/shared-data.js';
import { minifyStyleSheet, minifyTime } from '../../engines/code/lightning-css.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { sheetMapLink } from '../../lib/code/map-links.js';
import { sizeReport } from './_minified.js';

const MIME = 'text/css;charset=utf-8';

export default defineTool({
  id: 'css-minifier',
  title: 'CSS Minifier',
  summary: 'Minifies CSS: shortens values, merges rules and removes what has no effect.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    skipInvalid: z
      .boolean()
      .default(false)
      .describe('Omits rules and declarations that cannot be read, as browsers do, instead of refusing the text.'),
    sourceMap: z.boolean().default(false).describe('Also writes a source map.'),
  },
  result: 'mixed',
  data: fileReports({
    bytesBefore: count('Size of the upload.'),
    bytesAfter: count('Size of the minified file.'),
    savedPercent: z.number().describe('Share of the size that is saved.'),
    warnings: z.array(z.string()).describe('What "skipInvalid" omitted; empty if nothing.'),
  }).describe('Where files were sent: what became of each.'),
  notes: [
    'A text gives a text. Up to 20 files instead of "input" give a file each, name.min.css, and a report in data; one that fails does not spoil the others.',
    'Values are shortened (#ff0000 to red, 0px to 0), longhands joined into shorthands, rules next to each other merged, and comments removed but for those that begin with /*!. Modern CSS is kept: nesting, layers, containers, ranges, custom properties.',
    'No prefixes are added and nothing is rewritten for old browsers. @import is not followed. SCSS and Less are refused.',
    'Old hacks such as *zoom: 1 are not valid CSS: they are refused, or omitted with "skipInvalid".',
    'At most 2,000,000 characters per text, some 200 levels of nesting, and 8 seconds of work in all.',
  ],
  aliases: [
    'compress css',
    'minify css',
    'css compressor',
    'css optimizer',
    'shrink css',
    'uglify css',
    'css source map',
    'cssnano',
    'make css smaller',
  ],
  verified: [
    'Chromium: the same computed styles of 24 elements before and after for 500 random style sheets',
    'esbuild 0.28 (npm) reads the results for the CSS files of all installed packages; none is longer, and minifying again changes nothing',
  ],
  examples: [
    {
      title: 'Minify',
      input:
        '/* colours */\na, a:hover {\n  color: #ff0000;\n  margin: 0px 0px;\n}\n@media (min-width: 640px) {\n  a { color: blue }\n}\n',
      output: { text: 'a,a:hover{color:red;margin:0}@media (min-width:640px){a{color:#00f}}' },
    },
    {
      title: 'A file, with a source map',
      files: [{ name: 'site.css', text: `/* ${'note '.repeat(20)}*/\n.b { color: #ffffff }\n.b { top: 0.50px }\n` }],
      options: { sourceMap: true },
      output: {
        data: {
          files: [
            {
              name: 'site.css',
              outputs: ['site.min.css', 'site.min.css.map'],
              bytesBefore: 147,
              bytesAfter: 65,
              savedPercent: 55.78,
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'site.min.css', mime: MIME },
          { name: 'site.min.css.map', mime: 'application/json' },
        ],
      },
    },
    {
      title: 'Skip what cannot be read',
      input: 'a { *zoom: 1; color: red }\nb { color red }\n',
      options: { skipInvalid: true },
      output: { text: 'a{color:red}' },
    },
    {
      title: 'A colon that is missing',
      input: 'a { color red }',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot minify property "input": line 1, column 10: unexpected "red"\na { color red }\n         ^',
      },
    },
    {
      title: 'Nested too deep',
      input: 'a{'.repeat(5000),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot minify property "input": it is nested deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { skipInvalid, sourceMap } }) {
    const time = minifyTime();
    const minify = (source: TextSource, name: string) => {
      const request = { skipInvalid, ...(sourceMap ? { mapOf: name } : {}) };
      const {
        text: css,
        map,
        skipped,
      } = refusing(`Cannot minify ${source.label}`, () => minifyStyleSheet(source.text, request, time));
      const target = `${stemOf(name)}.min.css`;
      const linked = map === undefined ? css : `${css}\n${sheetMapLink(target)}`;
      const maps: OutputFile[] =
        map === undefined ? [] : [{ name: `${target}.map`, mime: 'application/json', bytes: Buffer.from(map) }];
      return { target, linked, maps, skipped };
    };
    if (files.length === 0 || input !== '') {
      const source = await readTextSource({ input, files });
      const { target, linked, maps } = minify(source, 'input.css');
      return withFiles(text(linked, { name: target, mime: MIME }), maps);
    }
    return eachFile({ files, signal }, async (file) => {
      const { target, linked, maps, skipped } = minify(await readTextFile(file), file.name);
      const bytes = Buffer.from(linked);
      return {
        report: { ...sizeReport(file.bytes.length, bytes.length), warnings: skipped },
        outputs: [{ name: target, mime: MIME, bytes }, ...maps],
      };
    });
  },
});

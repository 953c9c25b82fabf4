import { z } from 'zod';

import { type FileWork, outcomeOf } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, invalid, quote, ToolError } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { JSON_MIME, json, type OutputFile, text, withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { compileSheet, type Sheet, sheetTime } from '../../engines/code/sass.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { sheetMapLink } from '../../lib/code/map-links.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

import { entriesOf, finderIn, sheetOf, uploadedSheets } from './_style-sheets.js';

const MIME = 'text/css;charset=utf-8';

export default defineTool({
  id: 'scss-to-css',
  title: 'SCSS to CSS',
  summary: 'Compiles SCSS and indented Sass to CSS, with imports among the uploads.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    style: z.enum(['expanded', 'compressed']).default('expanded').describe('Layout of the CSS.'),
    syntax: z
      .enum(['auto', 'scss', 'sass'])
      .default('auto')
      .describe(
        'Syntax of "input" and of files without an ending: SCSS with braces, or indented Sass; auto tells it by the text.',
      ),
    sourceMap: z.boolean().default(false).describe('Also writes a source map.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: z
    .object({
      // Not one report per file: files that import each other are one run.
      styleSheets: z
        .array(
          z.object({
            name: z.string().describe('Path of the style sheet.'),
            outputs: z.array(z.string()).optional().describe('Names of the files written for it.'),
            warnings: z
              .array(z.string())
              .optional()
              .describe('What @warn, @debug and outdated features say, at most 100.'),
            error: z.string().optional().describe('Why it failed, where others succeeded.'),
          }),
        )
        .describe('Each that is not only imported.'),
    })
    .describe('Where style sheets were sent as files: what became of each.'),
  notes: [
    'A text gives a text; files beside it are what it imports. Files alone give a CSS file each, but for those whose names begin with an underscore, and a report in data.',
    'Imports (@use, @forward, @import, meta.load-css) find files among the uploads and in an uploaded archive: name, _name, name/_index, with .scss, .sass or .css. Uploads have no folders, so @use "abstracts/colors" finds _colors.scss. Nothing is read from a disk or fetched.',
    'What @import says of an address, of url(...) or of a name that ends in .css stays in the CSS.',
    'Everything of Dart Sass is there: modules, built-in modules (sass:math, sass:color and the others), placeholders, functions, maps. random() and unique-id() give something else on each run.',
    'No prefixes are added. Less is refused: it is another language.',
    'At most 1,000,000 UTF-16 units per style sheet, and 8 seconds of work in all.',
  ],
  aliases: [
    'sass to css',
    'compile sass',
    'compile scss',
    'sass compiler',
    'scss compiler',
    'scss converter',
    'sass online',
    'dart sass',
    'sassmeister',
    'css preprocessor',
  ],
  verified: [
    'sassc 3.6 (LibSass, Debian): the same CSS, layout apart, for 400 random style sheets of what both define alike, and for indented Sass with a partial',
  ],
  examples: [
    {
      title: 'Variables, nesting, a mixin',
      input:
        '@use "sass:math";\n$gap: 12px;\n@mixin wide { @media (min-width: 600px) { @content; } }\n.card {\n  padding: math.div($gap, 2);\n  &:hover { color: red; }\n  @include wide { padding: $gap * 2; }\n}\n',
      output: {
        text: '.card {\n  padding: 6px;\n}\n.card:hover {\n  color: red;\n}\n@media (min-width: 600px) {\n  .card {\n    padding: 24px;\n  }\n}\n',
      },
    },
    {
      title: 'Indented Sass, compressed',
      input: '$c: #ff0000\nnav\n  a\n    color: $c\n    &.on\n      font-weight: bold\n',
      options: { style: 'compressed' },
      output: { text: 'nav a{color:red}nav a.on{font-weight:bold}\n' },
    },
    {
      title: 'Files that import each other',
      files: [
        { name: 'main.scss', text: '@use "theme/colors" as c;\n@warn "Old.";\na { color: c.$link; }\n' },
        { name: '_colors.scss', text: '$link: #00f !default;\n' },
      ],
      output: {
        data: { styleSheets: [{ name: 'main.scss', outputs: ['main.css'], warnings: ['Old.'] }] },
        files: [{ name: 'main.css', mime: MIME, text: 'a {\n  color: #00f;\n}\n' }],
      },
    },
    {
      title: 'A variable that is not there',
      input: 'a {\n  color: $link;\n}\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot compile property "input": line 2, column 10: undefined variable\n  color: $link;\n         ^',
      },
    },
    {
      title: 'An import that is not among the uploads',
      input: '@use "theme/colors";\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot compile property "input": line 1, column 1: the style sheet to import is not among the uploads\n@use "theme/colors";\n^',
      },
    },
    {
      title: 'Nested too deep',
      input: 'a{'.repeat(20_000),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot compile property "input": it is nested, or calls itself, deeper than can be followed',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { style, syntax, sourceMap, password } }) {
    const time = sheetTime();
    if (input === '' && files.length === 0) throw invalid('Property "input" must not be empty where no file is given');
    const sheets = await uploadedSheets(files, password, syntax);
    const find = finderIn(sheets);
    const compiled = (sheet: Sheet, label: string) => {
      const made = refusing(`Cannot compile ${label}`, () => compileSheet(sheet, find, { style, sourceMap }, time));
      const name = `${stemOf(sheet.path.replaceAll('/', '-'))}.css`;
      if (made.map === undefined) return { ...made, name, maps: [] };
      const maps: OutputFile[] = [{ name: `${name}.map`, mime: JSON_MIME, bytes: Buffer.from(made.map) }];
      return { ...made, text: `${made.text}${sheetMapLink(name)}`, name, maps };
    };
    if (input !== '') {
      const { text: css, name, maps } = compiled(sheetOf(input, syntax), 'property "input"');
      return withFiles(text(css, { name, mime: MIME }), maps);
    }
    const made: (FileWork<{ readonly warnings: readonly string[] }> | ToolError)[] = [];
    const entries = entriesOf(sheets);
    for (const sheet of entries) {
      signal.throwIfAborted();
      const work = () => {
        const { text: css, name, maps, warnings } = compiled(sheet, `file ${quote(sheet.path)}`);
        return { report: { warnings }, outputs: [{ name, mime: MIME, bytes: Buffer.from(css) }, ...maps] };
      };
      made.push(await outcomeOf({ name: sheet.path, mime: MIME, bytes: new Uint8Array(0) }, work));
    }
    const [first] = made;
    if (first instanceof ToolError && made.every((one) => one instanceof ToolError)) throw first;
    const outputs = withDistinctNames(made.flatMap((one) => (one instanceof ToolError ? [] : one.outputs)));
    let next = 0;
    const styleSheets = made.map((one, at) => {
      const name = entries[at]?.path ?? '';
      if (one instanceof ToolError) return { name, error: one.message };
      const own = outputs.slice(next, next + one.outputs.length);
      next += one.outputs.length;
      return { name, outputs: own.map((output) => output.name), ...one.report };
    });
    return withFiles(json({ styleSheets }), outputs);
  },
});

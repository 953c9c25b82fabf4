import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { openTemml } from '../../engines/temml.js';
import { WorkTime } from '../../engines/work-time.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { markdownPage } from '../../formats/html/markdown-page.js';
import { documentResult, KINDS } from '../../formats/text-source.js';

const WORK_SECONDS = 8;

export default defineTool({
  id: 'markdown-to-html',
  title: 'Markdown to HTML',
  summary: 'Converts Markdown to HTML: CommonMark or GitHub Flavored, with footnotes, formulas and safe embedded HTML.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    gfm: z
      .boolean()
      .default(true)
      .describe(
        'GitHub Flavored Markdown: tables, struck text, task lists, footnotes and addresses as links; off for CommonMark alone.',
      ),
    sanitize: z.boolean().default(true).describe('Makes HTML in the Markdown safe; off only for texts that you trust.'),
    document: z.boolean().default(false).describe('A whole page with a title and a style sheet.'),
    headingIds: z.boolean().default(true).describe('Gives headings ids for links, as GitHub names them.'),
    math: z.boolean().default(false).describe('Converts TeX between dollar signs, $x^2$ or $$…$$, to MathML.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Safe HTML is that of html-sanitizer in its rich profile: no scripts, frames, forms, event handlers or javascript: links, and ids only of headings and footnotes. Without "sanitize", HTML stays as it is written.',
    'With "gfm", a first block of key: value lines between lines of --- is left out; its title and lang are those of the page. Text is struck by two tildes; a single one is text.',
    'Formulas that cannot be read are shown as they were written. MathML needs no script: browsers since 2023 show it.',
    'Quotes and lists within each other up to 100 deep; deeper ones are text. Nothing is loaded.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'md to html',
    'markdown renderer',
    'commonmark',
    'github flavored markdown',
    'render readme',
    'marked',
    'markdown-it',
  ],
  verified: [
    'CommonMark 0.31: all 652 examples of the specification',
    'cmark-gfm 0.29: 300 random documents with tables, task lists, struck text and addresses have the same tree of HTML',
    'Chromium: 104 attacks as HTML in Markdown run nothing',
  ],
  examples: [
    {
      title: 'A text with a table and a task list',
      input:
        '# Harbour\n\nShips **come** and [go](/go); see https://example.com.\n\n| n | m |\n|--:|---|\n| 1 | ~~2~~ |\n\n- [x] done\n- [ ] to do\n',
      output: {
        text: '<h1 id="harbour">Harbour</h1>\n<p>Ships <strong>come</strong> and <a href="/go">go</a>; see <a href="https://example.com">https://example.com</a>.</p>\n<table>\n<thead>\n<tr>\n<th style="text-align: right">n</th>\n<th>m</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: right">1</td>\n<td><del>2</del></td>\n</tr>\n</tbody>\n</table>\n<ul>\n<li><input type="checkbox" disabled="" checked=""> done</li>\n<li><input type="checkbox" disabled=""> to do</li>\n</ul>\n',
      },
    },
    {
      title: 'Formulas and HTML of a stranger',
      input: 'So $x^2$ <b onclick="x()">is</b> <script>alert(1)</script>[here](javascript:x)',
      options: { math: true },
      output: {
        text: '<p>So <math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math> <b>is</b> [here](javascript:x)</p>\n',
      },
    },
    {
      title: 'CommonMark alone',
      input: '## A\n\n<i>b</i> ~~c~~ https://example.com',
      options: { gfm: false, headingIds: false, sanitize: false },
      output: { text: '<h2>A</h2>\n<p><i>b</i> ~~c~~ https://example.com</p>\n' },
    },
    {
      title: 'Text and a file',
      input: 'a',
      files: [{ name: 'a.md', text: 'b' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
  ],
  async run({ input, files, signal, options: { gfm, sanitize, document, headingIds, math } }) {
    const mathml = math ? await openTemml() : undefined;
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The Markdown takes longer than ${WORK_SECONDS} seconds to convert`),
    );
    const rules = { gfm, headingIds, mathml, isSafe: sanitize, isPage: document };
    return eachText({ input, files, signal }, (source) =>
      documentResult(
        source,
        work.run(() => markdownPage(source.text, rules)),
        KINDS.html,
      ),
    );
  },
});

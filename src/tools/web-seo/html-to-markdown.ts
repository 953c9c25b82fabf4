import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { bodyOf } from '../../engines/xml/html-document.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { htmlMarkdown } from '../../formats/html/html-markdown.js';
import { documentResult } from '../../formats/text-source.js';

import { baseUrlOption, readBaseUrl } from './_base-url.js';

const MARKDOWN = { extension: '.md', mime: 'text/markdown;charset=utf-8' };

export default defineTool({
  id: 'html-to-markdown',
  title: 'HTML to Markdown',
  summary: 'Converts HTML to Markdown: headings, lists, task lists, tables, code with its language, links and images.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    headings: z
      .enum(['atx', 'setext'])
      .default('atx')
      .describe('Headings with number signs, or the first two levels underlined.'),
    links: z.boolean().default(true).describe('Keeps links; otherwise their text alone.'),
    images: z.boolean().default(true).describe('Keeps images; otherwise their description alone.'),
    baseUrl: baseUrlOption(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'CommonMark with the tables, struck text and task lists of GitHub. Subscripts and superscripts stay tags, as Markdown has neither.',
    'The body of a page is converted; scripts, style sheets, forms, video and drawings are left out. Nothing is loaded.',
    'Links with other schemes than http, https, ftp, mailto and tel, such as javascript:, are their text alone.',
    'Cells that cover several places have their text in the first; blocks in a cell are separated by <br>. A table without a header row gets an empty one. A table of one cell is what is in it.',
    'What is nested more than 200 deep is its text alone.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'html2md',
    'turndown',
    'convert html to md',
    'webpage to markdown',
    'html to github markdown',
    'html table to markdown',
    'web page as markdown',
  ],
  verified: [
    'pandoc 2.17: HTML of 200 random documents, through our Markdown and back to HTML by pandoc, is the same HTML',
    'Random trees of HTML with marks inside words: markdown-it reads the same bold, slanted and struck letters',
  ],
  examples: [
    {
      title: 'An article',
      input:
        '<h1>Harbour</h1><p>Ships <b>come</b> and <a href="/go">go</a>.</p><ul><li>one<li>two<ol><li>a</ol></ul><pre><code class="language-js">let a = 1;\n</code></pre>',
      options: { baseUrl: 'https://example.com/x/' },
      output: {
        text: '# Harbour\n\nShips **come** and [go](https://example.com/go).\n\n- one\n- two\n  1. a\n\n```js\nlet a = 1;\n```\n',
      },
    },
    {
      title: 'A table and a task list',
      input:
        '<table><tr><th align=right>n<th>x|y</tr><tr><td>1<td><i>a</i><br>b</tr></table><ul><li><input type=checkbox checked> done</ul>',
      output: { text: '| n | x\\|y |\n| ---: | --- |\n| 1 | *a*<br>b |\n\n- [x] done\n' },
    },
    {
      title: 'Scripts and letters that Markdown would read',
      input: '<script>alert(1)</script><p>1. *no* <a href="javascript:x()">list</a> # here',
      options: { headings: 'setext' },
      output: { text: '1\\. \\*no\\* list # here\n' },
    },
    {
      title: 'A base without a scheme',
      input: '<p>x',
      options: { baseUrl: 'example' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "baseUrl" must be an address such as https://example.com/, got "example"',
      },
    },
  ],
  run({ input, files, signal, options: { headings, links, images, baseUrl } }) {
    const rules = { headings, links, images, base: readBaseUrl(baseUrl) };
    return eachText({ input, files, signal }, (source) =>
      documentResult(source, htmlMarkdown(bodyOf(source.text), rules), MARKDOWN),
    );
  },
});

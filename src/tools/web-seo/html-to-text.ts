import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { bodyOf } from '../../engines/xml/html-document.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { htmlText } from '../../formats/html/html-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { baseUrlOption, readBaseUrl } from './_base-url.js';

export default defineTool({
  id: 'html-to-text',
  title: 'HTML to Text',
  summary: 'Converts HTML to plain text for people: paragraphs, lists, quotes, aligned tables, and links on request.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    lineLength: shared.lineLength(),
    links: z
      .enum(['text', 'inline', 'numbered'])
      .default('text')
      .describe('Only the text of links, their addresses in brackets behind it, or numbers and a list at the end.'),
    images: z.boolean().default(false).describe('Adds the descriptions of images in brackets.'),
    tables: z
      .enum(['aligned', 'tabs'])
      .default('aligned')
      .describe('Columns of tables aligned with spaces, or cells with a tab between them.'),
    baseUrl: baseUrlOption(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'The body of a page as a text browser shows it: scripts, style sheets, drawings, videos and fields of forms are left out. Nothing is loaded, and styles that hide text are not followed.',
    'Lines are never shorter than 20 places. Wide letters such as those of Chinese take two places. Preformatted text and tables are not broken into lines.',
    'Numbered links have one number per address. Links within the page and with schemes such as javascript: are their text alone.',
    'No-break spaces become spaces; soft hyphens are left out. What is nested more than 200 deep is one line.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'html2text',
    'strip html',
    'remove html tags',
    'convert html to plain text',
    'plain text e-mail from html',
    'lynx dump',
    'text of a web page without tags',
  ],
  verified: [
    'w3m 0.5 (-dump): 300 random pages have the same words in the same lines',
    'lynx 2.9 (-dump): the words of those pages and the addresses of their links are the same, in the same order',
  ],
  examples: [
    {
      title: 'An article',
      input:
        '<title>x</title><h1>Harbour</h1><p>Ships <b>come</b>\n and <a href=/go>go</a>.<ul><li>one<li>two<ol><li>a</ol></ul><blockquote>Quiet &amp; cold</blockquote><script>x()</script>',
      output: { text: 'Harbour\n\nShips come and go.\n\n- one\n- two\n  1. a\n\n> Quiet & cold\n' },
    },
    {
      title: 'A table and numbered links, 30 places wide',
      input:
        '<p>The <a href="/fares">fares of all ferries</a> are in this table; see <a href="https://example.org/">the operator</a>, too.<table><caption>Fares</caption><tr><th>Line<th>Price<tr><td>North ferry<td>4.50</table>',
      options: { lineLength: 30, links: 'numbered', baseUrl: 'https://example.com' },
      output: {
        text: 'The fares of all ferries [1]\nare in this table; see the\noperator [2], too.\n\nFares\nLine         Price\nNorth ferry  4.50\n\n[1] https://example.com/fares\n[2] https://example.org/\n',
      },
    },
    {
      title: 'Addresses behind the links, cells with tabs',
      input: '<p><a href="mailto:a@example.com">Write</a> <img alt="a ship" src=s.png><table><tr><td>1<td>2</table>',
      options: { links: 'inline', images: true, tables: 'tabs' },
      output: { text: 'Write (mailto:a@example.com) [a ship]\n\n1\t2\n' },
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
  run({ input, files, signal, options: { lineLength, links, images, tables, baseUrl } }) {
    const rules = {
      width: lineLength === 0 ? Number.POSITIVE_INFINITY : Math.max(20, lineLength),
      links,
      images,
      tables,
      base: readBaseUrl(baseUrl),
    };
    return eachText({ input, files, signal }, (source) =>
      documentResult(source, htmlText(bodyOf(source.text), rules), KINDS.text),
    );
  },
});

import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, text } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openDocx, WORD_FILES } from '../../formats/docx-document.js';
import { docxHtml } from '../../lib/docx/write-html.js';
import { escapeHtmlText } from '../../lib/xml/references.js';
import { changesOption, DAMAGED_DOCX, DOCX_LIMITS, DOCX_NEEDS_PASSWORD, SEVERAL_DOCUMENTS } from './_docx-options.js';
import { DocxPictures } from './_docx-pictures.js';

const HTML_MIME = 'text/html;charset=utf-8';

/** A page of its own, titled by the name of its file. */
const pageOf = (body: string, title: string): string =>
  `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtmlText(title)}</title>\n</head>\n<body>\n${body}</body>\n</html>\n`;

export default defineTool({
  id: 'docx-to-html',
  title: 'DOCX to HTML',
  summary:
    'Converts Word documents to clean HTML with headings, lists, tables, links, emphasis, footnotes and embedded images.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...WORD_FILES] },
  options: {
    images: z.boolean().default(true).describe('Embeds the images as data URIs.'),
    wholePage: z
      .boolean()
      .default(false)
      .describe('Writes a whole page with a title, and not only the content of its body.'),
    comments: z.boolean().default(false).describe('Adds the comments at the end, with their authors.'),
    changes: changesOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    notes: count('Footnotes and endnotes.'),
    comments: count('Comments.'),
  }).describe('Where several files were sent: what became of each.'),
  notes: [
    'The HTML says what the parts of the document are, not how they look: it has no styles, classes or scripts, so it takes the look of the page it is put into. Merged cells stay merged; lists keep their numbers.',
    'PNG, JPEG, GIF, BMP and WebP images are embedded, at most 500 with 20 MiB in all; drawings, charts and other image formats are omitted. Formulas are LaTeX in \\( \\) or \\[ \\], as MathJax and KaTeX read them.',
    'Only links to web, mail, phone and FTP addresses are kept; page headers and footers are omitted.',
    SEVERAL_DOCUMENTS,
    DOCX_LIMITS,
  ],
  aliases: ['word to html', 'convert docx to html', 'clean word html', 'word to web page', 'mammoth', 'docx to web'],
  verified: [
    'pandoc 2.17: 60 generated documents give HTML that pandoc reads as the same blocks as the documents: headings with their levels, items, table cells, code, notes, emphasis and links.',
  ],
  examples: [
    {
      title: 'Headings, lists, a table, code and a footnote',
      files: [{ name: 'report.docx', fixture: 'documents/report.docx' }],
      output: {
        text: `<h1>Harbour report</h1>
<p>This report has <strong>bold words</strong>, <em>slanted words</em>, <s>struck words</s> and <code>code</code>, a <a href="https://example.com/harbour">link</a> and a note.<sup><a id="note-ref-1" href="#note-1">1</a></sup></p>
<h2>Ships</h2>
<ul>
<li>barges with timber</li>
<li>boats
<ul>
<li>with salt</li>
<li>with sand</li>
</ul>
</li>
<li>ferries</li>
</ul>
<ol>
<li>by day</li>
<li>by week</li>
</ol>
<blockquote>
<p>Quoted words.</p>
</blockquote>
<table>
<thead>
<tr><th>Month</th><th>Ships</th></tr>
</thead>
<tbody>
<tr><td>January</td><td>41</td></tr>
<tr><td>February</td><td>38</td></tr>
</tbody>
</table>
<pre><code>count ships
  --from january</code></pre>
<p>Water is H<sub>2</sub>O and \\(x^{2}+\\frac{1}{2}\\).</p>
<section>
<ol>
<li id="note-1"><p>Counted at the gate. <a href="#note-ref-1">↩</a></p></li>
</ol>
</section>
`,
      },
    },
    {
      title: 'A whole page without images',
      options: { wholePage: true, images: false },
      files: [{ name: 'boats.docx', fixture: 'documents/boats.docx' }],
      output: {
        text: `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>boats</title>
</head>
<body>
<h1>Boats</h1>
<p>The boat  is <strong>new:</strong>yes.</p>
<ol>
<li>one
<p>more of one</p>
</li>
<li>two</li>
</ol>
<ol start="5">
<li>five</li>
</ol>
</body>
</html>
`,
      },
    },
    {
      title: 'Tracked changes rejected, comments added',
      options: { changes: 'reject', comments: true },
      files: [{ name: 'contract.docx', fixture: 'documents/contract.docx' }],
      output: {
        text: '<p>The rent is 900 a month.</p>\n<dl>\n<dt>Ada</dt>\n<dd><p>Is this right?</p></dd>\n</dl>\n',
      },
    },
    DAMAGED_DOCX,
    DOCX_NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachResult({ files, signal }, async (file) => {
      const { document, bytesOf } = openDocx(file, options);
      const pictures = new DocxPictures(bytesOf);
      const stem = stemOf(file.name);
      const body = docxHtml(document, {
        comments: options.comments,
        pictureSource: (part) => (options.images ? pictures.source(part) : undefined),
      });
      const written = options.wholePage ? pageOf(body, stem) : body;
      const report = { notes: document.notes.length, comments: document.comments.length };
      return { result: text(written, { name: `${stem}.html`, mime: HTML_MIME }), report };
    });
  },
});

import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { defineTool, json, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { documentPictures, pictureFinder } from '../../formats/document-pictures.js';
import { prepareMarkdown } from '../../formats/markdown/prepare.js';
import { MARKDOWN_ENDINGS, MARKDOWN_REFUSALS, readMarkdownSource } from '../../formats/markdown/source.js';
import { wordDocument } from '../../formats/markdown/word-document.js';
import { checkFileSize } from '../../formats/text-source.js';
import { POINTS_A_MILLIMETRE, pageSides } from '../../lib/documents/page-sizes.js';
import { writeDocx } from '../../lib/docx-write/document.js';
import { officeMath } from '../../lib/formula/office-math.js';
import { frontPage } from './_front-page.js';

const DOCX_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export default defineTool({
  id: 'markdown-to-docx',
  title: 'Markdown to DOCX',
  summary:
    'Converts Markdown to Word documents with real heading styles, lists, tables, code, formulas, footnotes and images.',
  family: 'documents',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: [...MARKDOWN_ENDINGS, ...PICTURE_ENDINGS, '.svg'] },
  options: {
    toc: z.boolean().default(false).describe('Starts with a table of contents of heading levels 1 to 3.'),
    font: z
      .string()
      .min(1)
      .max(60)
      .default('Calibri')
      .describe('Font of the text, which the computer that opens the document must have.'),
    fontSize: z.number().min(6).max(24).default(11).describe('Font size of the text in points.'),
    pageSize: z.enum(['a3', 'a4', 'a5', 'letter', 'legal']).default('a4').describe('Page size.'),
    orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('Page orientation.'),
    margin: z.number().min(5).max(60).default(22).describe('Margin on all four sides in millimetres.'),
    math: z.boolean().default(true).describe('Treats text between dollar signs as TeX formulas: $x^2$, $$…$$.'),
    pageNumbers: z.boolean().default(true).describe('Prints page numbers at the bottom.'),
  },
  result: 'mixed',
  data: z.object({
    title: z.string().describe('Title of the document.'),
    headings: count('Number of headings.'),
    tables: count('Number of tables.'),
    images: count('Number of images shown.'),
    footnotes: count('Number of footnotes.'),
    warnings: warnings(),
  }),
  notes: [
    'CommonMark with tables, strikethrough, task lists and footnotes. A first block between lines of --- may set title, subtitle, author, date and lang.',
    'Send images beside the text: ![](plan.png) shows the file plan.png; SVG works too. Nothing is loaded from elsewhere; missing images are listed in "warnings".',
    'Styles have the names that Word and pandoc know: Heading 1 to 6, List Paragraph, Quote, Source Code, Verbatim Char, Table Grid. Change a style in Word and the whole document follows; task list boxes can be ticked.',
    'A paragraph <!-- pagebreak -->, \\newpage or \\pagebreak starts a new page. The tags br, b, i, s, sub, sup and their kin work, comments are omitted, and other HTML is shown as text. Formulas become equations that Word can edit; one that cannot be read is shown as written, with a warning. Links to web and mail addresses and to headings of the document work; others become text.',
    'The table of contents links to the headings; Word fills in the page numbers when it opens the document, other programs when its fields are updated.',
    'At most 300,000 characters, 2,000 headings, 1,000 formulas, 1,000 footnotes, 10,000 lines of code and 63 columns in a table, nested at most 18 deep. The same document gives the same bytes.',
  ],
  aliases: [
    'md to docx',
    'markdown to word',
    'md to word',
    'readme to word',
    'convert markdown to docx',
    'pandoc docx',
    'markdown to a word document',
  ],
  verified: [
    'pandoc 2.17 reads from the documents of 600 generated Markdown texts the same blocks as from the Markdown (headings, nested, numbered and task lists with items of several paragraphs, tables, code, quotes, footnotes, emphasis, links and images with their descriptions), but for widths and the first numbers of lists.',
    'pandoc 2.17 reads 23 formulas of most kinds of parts as it reads those of its own documents; over 500 formulas that try to be code give readable XML.',
    'LibreOffice Writer 7.4 prints a document of every kind of part in order, with the first numbers of its lists, on the pages and with the page numbers asked for.',
    'Not opened in Word: the order of elements follows ECMA-376 by hand.',
  ],
  examples: [
    {
      title: 'A heading, a list, a table, a formula and code',
      input:
        '# Orders\n\n- [x] Apples\n- [ ] Pears\n\n| Item | Price |\n|:-----|------:|\n| Apples | 3.50 € |\n\nThe sum is $\\sum_{i=1}^n p_i$.\n\n```js\nconsole.log(1);\n```\n',
      output: {
        data: { title: '', headings: 1, tables: 1, images: 0, footnotes: 0, warnings: [] },
        files: [{ name: 'document.docx', mime: DOCX_MIME }],
      },
    },
    {
      title: 'A file with an image, a title, a footnote and a table of contents',
      options: { toc: true, pageSize: 'letter', font: 'Georgia' },
      files: [
        {
          name: 'plan.md',
          text: '---\ntitle: The plan\nauthor: Ada\n---\n\n# First\n\n![Fields](img/fields.png)\n\n## Second\n\nText.[^1]\n\n[^1]: A note.\n',
        },
        { name: 'fields.png', fixture: 'image/to-pdf/fields.png' },
      ],
      output: {
        data: { title: 'The plan', headings: 2, tables: 0, images: 1, footnotes: 1, warnings: [] },
        files: [{ name: 'plan.docx', mime: DOCX_MIME }],
      },
    },
    {
      title: 'Content that cannot be shown',
      input: '![](https://example.org/a.png) [run](javascript:alert(1)) [there](#nowhere) $\\frac{$',
      output: {
        data: {
          title: '',
          headings: 0,
          tables: 0,
          images: 0,
          footnotes: 0,
          warnings: [
            'a formula could not be read and is shown as it was written: \\frac{',
            'the image https://example.org/a.png was not sent and is missing',
            'the link to #nowhere leads to no heading and becomes plain text',
          ],
        },
        files: [{ name: 'document.docx', mime: DOCX_MIME }],
      },
    },
    {
      title: 'A table with more columns than Word takes',
      input: `${'|a'.repeat(64)}|\n${'|-'.repeat(64)}|\n`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A table of a Word document must have at most 63 columns, got 64',
      },
    },
    ...MARKDOWN_REFUSALS,
  ],
  async run({ input, files, options, signal }) {
    const { source, entries, nodes, warnings, images } = await readMarkdownSource({ input, files, math: options.math });
    const pictures = await documentPictures(images, signal);
    const prepared = prepareMarkdown(nodes, {
      pictureOf: pictureFinder(pictures),
      isFormulaGood: ({ v }) => officeMath(v) !== undefined,
      isTypeset: false,
    });
    const { blocks, notes, entries: contents, counts } = wordDocument(prepared.nodes, pictures);
    const front = frontPage(entries, options.toc ? contents : undefined);
    const bytes = writeDocx([...front.blocks, ...blocks], {
      ...pageSides(options.pageSize, options.orientation),
      margin: options.margin * POINTS_A_MILLIMETRE,
      font: options.font,
      fontSize: options.fontSize,
      language: front.language,
      title: front.title,
      author: front.author,
      hasPageNumbers: options.pageNumbers,
      notes,
    });
    checkFileSize(bytes, 'native');
    const name = source.file === undefined ? 'document.docx' : renamed(source.file.name, '.docx');
    const data = {
      title: front.title,
      ...counts,
      footnotes: notes.length,
      warnings: [...warnings, ...prepared.warnings],
    };
    return withFiles(json(data), [{ name, mime: DOCX_MIME, bytes }]);
  },
});

import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, text, withFiles } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget } from '../../formats/pdf/text/page-contents.js';
import { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import { markdownOf } from '../../lib/page-text/markdown.js';
import { SEVERAL_TEXTS } from './_notes.js';
import { PagePictures, unreadableNote } from './_page-pictures.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

const MARKDOWN_MIME = 'text/markdown;charset=utf-8';

/** What `fixtures/pdf/office.html` says, from which LibreOffice made the PDF. */
const REPORT = `# Harbour report

This report tells of the year in the harbour. It has **bold words**, *slanted words* and ***both at once***, and a paragraph that is long enough to go over more than one line of the page, so that lines have to be joined again by whoever reads it.

## Ships

Three kinds of ships came in:

- barges with timber
- boats with salt, of which there were more than in any year before, so that the quay was full for weeks in summer
- ferries

They were counted in this order:

1. by day
2. by week
3. by month

## Figures

| Month | Ships | Tons | Income |
| --- | --- | --- | --- |
| January | 41 | 1,200.50 | $ 400 |
| February | 38 | 998.00 | $ 380 |
| March, the first weeks of it<br>only | 57 | 2,310.75 | $ 615 |
| Sum of all months |  |  | $ 1,395 |

### Where to ask

More is found [on the page of the harbour](https://example.com/harbour), and in code such as \`count --all\` in the text.

\`\`\`
count ships \\
  --from january
print sum
\`\`\`

The last paragraph ends here.
`;

export default defineTool({
  id: 'pdf-to-markdown',
  title: 'PDF to Markdown',
  summary:
    'Converts PDF files to Markdown with headings, paragraphs, lists, tables, links, code and emphasis, ready for language models and wikis.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    password: shared.password(),
    tables: z.boolean().default(true).describe('Detects tables and writes them as tables.'),
    images: z.boolean().default(false).describe('Returns the images as PNG or JPEG files and links them in the text.'),
    pageMarks: z.boolean().default(false).describe('Writes a comment such as <!-- page 3 --> before each page.'),
    dropRepeated: z
      .boolean()
      .default(true)
      .describe(
        'Removes headers, footers and page numbers: text at the same position near the edge of at least two pages and two fifths of all; of one page its number at the bottom.',
      ),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Pages that were converted.'),
    withoutText: z.array(z.int()).describe('Pages without text.'),
    unreadable: count('Letters whose fonts do not say which characters they are.'),
    ...condition,
  }).describe('Where several files were sent: what became of each.'),
  notes: [
    'Headings are what the outline names, text larger than the body text, and short bold lines. Paragraphs are joined across line breaks, hyphens and columns; a line that ends early keeps its break.',
    'A page without text is marked with a comment such as <!-- page 2: no text layer -->: run ocr-pdf on scans first. Letters without a character in their font are counted in a comment at the end.',
    'The first row of a table is its header; a merged cell has its text in its first position. Images are rendered as the page shows them at 150 dots per inch (less on pages over 20 megapixels), as PNG or, where that is half the size, JPEG: at most 100 images and 20 MiB in all.',
    SEVERAL_TEXTS,
    'Only links to web and mail addresses are kept. At most 1,000,000 characters and drawing operations in all.',
  ],
  aliases: [
    'pdf to md',
    'convert pdf for llm',
    'pdf to markdown converter',
    'pdf to text for chatgpt',
    'pdf to wiki',
    'markdown from pdf',
  ],
  verified: [
    'A document that LibreOffice Writer 7.4 made of HTML comes back with its headings, emphasis, lists, table, link and code.',
    'pandoc 2.17 reads the Markdown of two made files back as the same blocks: headings with their levels, items, tables, code.',
    'poppler 22.12 (pdftotext): 98.1 % of its 19,253 words in 172 real files are in the Markdown, measured by bench/pdf/structure.ts.',
  ],
  examples: [
    {
      title: 'A report made with an office program',
      files: [{ name: 'office.pdf', fixture: 'pdf/office.pdf' }],
      output: { text: REPORT },
    },
    {
      title: 'The second page, with its mark',
      options: { pages: '2', pageMarks: true },
      files: [{ name: 'article.pdf', fixture: 'pdf/article.pdf' }],
      output: {
        text: [
          '<!-- page 2 -->',
          '',
          'Annals of the Harbour',
          '',
          '# What Came After',
          '',
          'The second page has one paragraph, which goes on for more than one line and ends with a full stop.',
          '',
          '1. First the gates were closed.',
          '2. Then the road was built.',
          '',
        ].join('\n'),
      },
    },
    {
      title: 'A scan without text, and its image',
      options: { pages: '1', images: true },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      output: {
        text: '<!-- page 1: no text layer -->\n\n![](scan-page-1-1.png)\n',
        files: [{ name: 'scan-page-1-1.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Two files, one of them damaged',
      options: { pages: '2' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'notes.pdf', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter.md'],
              pages: 1,
              withoutText: [],
              unreadable: 0,
              repaired: false,
              warnings: [],
            },
            { name: 'notes.pdf', error: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
          ],
        },
        files: [{ name: 'letter.md', mime: 'text/markdown;charset=utf-8', text: 'Letter 2\n' }],
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    // Images are linked by their names, so two files of one name must differ before they are written.
    const names = withDistinctNames(files.map(({ name }) => ({ name: `${stemOf(name)}.md` })));
    const budget = new CharacterBudget();
    const readBudget = new ReadBudget();
    return eachResult({ files, signal }, async (upload, index) => {
      const pdf = openPdf(upload, { budget: readBudget, password: options.password });
      const numbers = pageSetOf(options.pages, pdf);
      const document = await structuredPages(pdf, upload.bytes, numbers, { signal, budget, ...options });
      const name = names[index]?.name ?? 'result.md';
      const pictures = new PagePictures(document, stemOf(name));
      const parts = document.pages.map(({ page, items }) => {
        const markdown = markdownOf(items, (item) => pictures.linked(page, item));
        const isEmpty = document.withoutText.includes(page);
        const mark = isEmpty
          ? `<!-- page ${page}: no text layer -->`
          : options.pageMarks
            ? `<!-- page ${page} -->`
            : '';
        return [mark, markdown].filter((part) => part !== '').join('\n\n');
      });
      parts.push(unreadableNote(document));
      const markdown = parts.filter((part) => part !== '').join('\n\n');
      const written = text(markdown === '' ? '' : `${markdown}\n`, { name, mime: MARKDOWN_MIME });
      const { withoutText, unreadable } = document;
      const report = { pages: document.pages.length, withoutText, unreadable, ...conditionOf(pdf) };
      return { result: withFiles(written, pictures.files), report };
    });
  },
});

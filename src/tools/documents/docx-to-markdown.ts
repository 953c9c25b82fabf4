import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, text, withFiles } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openDocx, WORD_FILES } from '../../formats/docx-document.js';
import { docxMarkdown } from '../../lib/docx/write-markdown.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';
import { changesOption, DAMAGED_DOCX, DOCX_LIMITS, DOCX_NEEDS_PASSWORD, SEVERAL_DOCUMENTS } from './_docx-options.js';
import { DocxPictures } from './_docx-pictures.js';

const MARKDOWN_MIME = 'text/markdown;charset=utf-8';

export default defineTool({
  id: 'docx-to-markdown',
  title: 'DOCX to Markdown',
  summary:
    'Converts Word documents to Markdown with headings, lists, tables, links, emphasis, code, footnotes and images.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...WORD_FILES] },
  options: {
    images: z.boolean().default(false).describe('Returns the images as files and links them in the text.'),
    comments: z.boolean().default(false).describe('Adds the comments at the end, as quotes with their authors.'),
    changes: changesOption(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    notes: count('Footnotes and endnotes.'),
    comments: count('Comments.'),
    images: count('Images written.'),
  }).describe('Where several files were sent: what became of each.'),
  notes: [
    'CommonMark with the tables, task lists, struck text and footnotes of GitHub. Headings are told by styles and outline levels; the title of a document is a heading of level 1.',
    'The first row of a table is its header; a merged cell has its text in its first position, and paragraphs in a cell are separated by <br>. Formulas are LaTeX between dollar signs. Without option "images", an image is its description in brackets.',
    'Only links to web, mail, phone and FTP addresses are kept. At most 500 images with 20 MiB in all; page headers and footers are omitted.',
    SEVERAL_DOCUMENTS,
    DOCX_LIMITS,
  ],
  aliases: [
    'word to markdown',
    'docx to md',
    'convert word for llm',
    'word to github',
    'word to wiki',
    'markdown from docx',
  ],
  verified: [
    'pandoc 2.17: 60 generated documents give Markdown that pandoc reads as the same blocks as the documents: headings with their levels, items, table cells, code, notes, emphasis and links.',
    'pandoc 2.17: 300 random formulas that it wrote into documents give LaTeX that it reads as the same MathML.',
  ],
  examples: [
    {
      title: 'Headings, lists, a table, code and a footnote',
      files: [{ name: 'report.docx', fixture: 'documents/report.docx' }],
      output: {
        text: `# Harbour report

This report has **bold words**, *slanted words*, ~~struck words~~ and \`code\`, a [link](https://example.com/harbour) and a note.[^1]

## Ships

- barges with timber
- boats
  - with salt
  - with sand
- ferries

1. by day
2. by week

> Quoted words.

| Month | Ships |
| --- | --- |
| January | 41 |
| February | 38 |

\`\`\`
count ships
  --from january
\`\`\`

Water is H<sub>2</sub>O and $x^{2}+\\frac{1}{2}$.

[^1]: Counted at the gate.
`,
      },
    },
    {
      title: 'Images as files, and an item of two paragraphs',
      options: { images: true },
      files: [{ name: 'boats.docx', fixture: 'documents/boats.docx' }],
      output: {
        text: `# Boats

The boat ![A blue boat](boats-image-1.png) is <strong>new:</strong>yes.

1. one

   more of one

2. two

<!-- -->

5. five
`,
        files: [{ name: 'boats-image-1.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Tracked changes rejected, comments added',
      options: { changes: 'reject', comments: true },
      files: [{ name: 'contract.docx', fixture: 'documents/contract.docx' }],
      output: { text: 'The rent is 900 a month.\n\n> **Ada:** Is this right?\n' },
    },
    DAMAGED_DOCX,
    DOCX_NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    // Images are linked by their names, so two files of one name must differ before they are written.
    const names = withDistinctNames(files.map(({ name }) => ({ name: `${stemOf(name)}.md` })));
    return eachResult({ files, signal }, async (file, index) => {
      const { document, bytesOf } = openDocx(file, options);
      const name = names[index]?.name ?? 'result.md';
      const pictures = new DocxPictures(bytesOf);
      const written = docxMarkdown(document, {
        comments: options.comments,
        pictureName: (part) => (options.images ? pictures.name(part, stemOf(name)) : undefined),
      });
      const report = {
        notes: document.notes.length,
        comments: document.comments.length,
        images: pictures.files.length,
      };
      return { result: withFiles(text(written, { name, mime: MARKDOWN_MIME }), pictures.files), report };
    });
  },
});

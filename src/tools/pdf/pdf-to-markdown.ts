import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, type OutputFile, ToolError, text, withFiles } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../engines/pdf/open.js';
import { markdownOf } from '../../lib/page-text/markdown.js';

import { pageSetOf } from './_page-ranges.js';
import { structuredPages } from './_structured-pages.js';

const MARKDOWN_MIME = 'text/markdown;charset=utf-8';

export default defineTool({
  id: 'pdf-to-markdown',
  title: 'PDF to Markdown',
  summary:
    'Turns a PDF into Markdown with headings, paragraphs, lists, tables, links, code and emphasis, as language models and wikis want it.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    pages: shared.pages(),
    tables: z.boolean().default(true).describe('Finds tables and writes them as tables.'),
    images: z
      .boolean()
      .default(false)
      .describe('Gives the pictures as PNG files beside the text and links them in it.'),
    pageMarks: z.boolean().default(false).describe('Writes a comment such as <!-- page 3 --> before each page.'),
    dropRepeated: z
      .boolean()
      .default(true)
      .describe(
        'Leaves out headers, footers and page numbers that stand at the same place on at least two fifths of the pages, and on two.',
      ),
  },
  result: 'mixed',
  notes: [
    'Headings are what the outline names, what is set larger than the running text, and short bold lines. Paragraphs are put together over line breaks, hyphens and columns; a line that ends before it had to keeps its break.',
    'A page without text is marked with a comment such as <!-- page 2: no text layer -->: a scan needs OCR first. Letters that fonts give no character for are counted in a comment at the end.',
    'Tables have their first row as the header; a merged cell has its text in its first place. Pictures are drawn at 150 dots per inch, at most 100 of them.',
    'Links lead to web and mail addresses only. At most 2,000,000 characters in all.',
  ],
  aliases: [
    'pdf to md',
    'convert pdf for llm',
    'pdf to markdown converter',
    'pdf to text for chatgpt',
    'pdf to wiki',
    'markdown from pdf',
  ],
  verified: [],
  examples: [],
  async run({ files, options, signal }) {
    const [upload] = files;
    const pdf = openPdf(upload);
    const numbers = pageSetOf(options.pages, pdf);
    const document = await structuredPages(pdf, upload.bytes, numbers, { signal, ...options });
    const stem = stemOf(pdf.name);
    const outputs: OutputFile[] = [];
    let bytesOut = 0;
    const parts = document.pages.map(({ page, items }) => {
      let number = 0;
      const markdown = markdownOf(items, (item) => {
        if (item.kind !== 'picture') return undefined;
        const picture = document.pictures.get(item.box);
        if (picture === undefined) return undefined;
        number += 1;
        const name = `${stem}-page-${page}-${number}.png`;
        bytesOut += picture.png.length;
        if (bytesOut > CLASS_LIMITS.native.outputFilesBytes)
          throw new ToolError(
            'OUTPUT_TOO_LARGE',
            `The pictures have more than ${CLASS_LIMITS.native.outputFilesBytes} bytes in all`,
          );
        outputs.push({ name, mime: 'image/png', bytes: picture.png });
        return name;
      });
      const isEmpty = document.withoutText.includes(page);
      const mark = isEmpty ? `<!-- page ${page}: no text layer -->` : options.pageMarks ? `<!-- page ${page} -->` : '';
      return [mark, markdown].filter((part) => part !== '').join('\n\n');
    });
    if (document.unreadable > 0)
      parts.push(`<!-- ${document.unreadable} letters have no character in their fonts and are left out -->`);
    const markdown = parts.filter((part) => part !== '').join('\n\n');
    return withFiles(
      text(markdown === '' ? '' : `${markdown}\n`, { name: `${stem}.md`, mime: MARKDOWN_MIME }),
      outputs,
    );
  },
});

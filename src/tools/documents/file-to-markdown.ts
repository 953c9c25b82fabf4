import { setImmediate } from 'node:timers/promises';

import { z } from 'zod';

import { eachFile, outcomeOf } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, ToolError, text } from '../../core/index.js';
import { count, fileReports, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type FileMarkdown, MarkdownRun } from '../../formats/file-markdown/file-markdown.js';
import { propertyList, shownProperties } from '../../formats/file-markdown/properties.js';
import { MARKDOWN_SOURCES, readMarkdown } from '../../formats/file-markdown/read-file.js';
import { KINDS } from '../../formats/text-source.js';
import { cutMarkdown, sharesOf } from '../../lib/documents/cut-markdown.js';
import { DOCX_NEEDS_PASSWORD } from './_docx-options.js';
import { BOOK_AND_TABLE, WORKBOOK } from './_markdown-examples.js';

/** Chosen: as UTF-8 in JSON, every letter of three bytes, it fits into an answer. */
const MAX_CHARACTERS = 4_000_000;

/** A line of HTML that Markdown does not show; nothing in it ends it. */
const comment = (words: string): string => `<!-- ${words.replaceAll('>', '')} -->\n`;

/** No more than can be returned, as a text of its own: a part of a text holds the whole of it in memory. */
const held = (markdown: string, most: number): string =>
  markdown.length <= most ? markdown : Buffer.from(markdown.slice(0, most + 1), 'utf16le').toString('utf16le');

async function readAll(files: readonly InputFile[], run: MarkdownRun): Promise<(FileMarkdown | ToolError)[]> {
  const outcomes: (FileMarkdown | ToolError)[] = [];
  for (const [index, file] of files.entries()) {
    if (index > 0) await setImmediate();
    run.signal.throwIfAborted();
    outcomes.push(
      await outcomeOf(file, async () => {
        const read = await readMarkdown(file, run, { done: index, all: files.length });
        return { ...read, markdown: held(read.markdown, run.options.maxCharacters) };
      }),
    );
  }
  return outcomes;
}

/** The Markdown of a file, below what it says of itself. */
const documentOf = ({ properties, markdown }: FileMarkdown, metadata: boolean): string => {
  const list = metadata ? propertyList(properties) : '';
  return list === '' ? markdown : `${list}\n${markdown === '' ? '' : `\n${markdown}`}`;
};

export default defineTool({
  id: 'file-to-markdown',
  title: 'File to Markdown',
  summary:
    'Converts Office files, PDF, EPUB, HTML, e-mail, feeds, CSV, notebooks, images and text to one Markdown document for language models.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: MARKDOWN_SOURCES },
  options: {
    format: z
      .enum(['markdown', 'json'])
      .default('markdown')
      .describe('Result: one Markdown document of all files, or JSON with the Markdown and the metadata of each file.'),
    metadata: z
      .boolean()
      .default(true)
      .describe('Begins each document with a list of its title, author and dates; of mail, sender and recipients.'),
    tables: z.boolean().default(true).describe('Detects tables in PDF files and writes them as tables.'),
    notes: z.boolean().default(true).describe('Includes the speaker notes of presentations.'),
    pageMarks: z
      .boolean()
      .default(false)
      .describe('Writes a comment such as <!-- page 3 --> before each page of a PDF.'),
    maxCharacters: z
      .number()
      .multipleOf(1)
      .min(1_000)
      .max(MAX_CHARACTERS)
      .default(500_000)
      .describe('Longest Markdown of all files together; the longest documents are cut, and a comment says where.'),
    language: shared.ocrLanguage(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    kind: z.string().describe('What the file was read as, such as Word document.'),
    title: z.string().describe('Title in its metadata; empty if it has none.'),
    metadata: z
      .array(z.object({ name: z.string().describe('Such as Author.'), value: z.string().describe('On one line.') }))
      .describe('What the document says of itself.'),
    markdown: z.string().describe('The document as Markdown.'),
    characters: count('Characters of the Markdown.'),
    isCut: z.boolean().describe('Whether the Markdown was cut to its share of the longest length.'),
    warnings: warningsSchema(),
  }).describe('For format json.'),
  notes: [
    'The ending of the name decides how a file is read. Of several files, each begins with a comment such as <!-- File: report.docx -->; one that cannot be read is such a comment with the reason, and the others are converted.',
    'Headings, lists, tables, links, emphasis, code and footnotes are kept; images within documents are their descriptions. Slides and sheets have a mark or heading each; sheets have exact values, and their empty rows and columns are omitted.',
    'Text is read from image files by OCR, but not from scanned PDF files: run ocr-pdf on those first. Plain text and Markdown are kept as they are; JSON, XML, YAML and TOML become code blocks, RSS and Atom feeds their entries.',
    'Of an e-mail the HTML is converted; the plain text is taken where there is none, or where tables are used for layout. Attachments are listed, not converted. A mailbox gives all its messages.',
    'Of OpenDocument and RTF texts, tables of contents, formulas and comments are omitted; tracked changes are accepted. Files of Word and PowerPoint from before 2007 (.doc, .ppt) are not read: convert-document converts them.',
    'At most 64 MB unpacked per Office file or book, 5 MB of HTML per page or chapter, 1,000,000 characters and drawing operations in all PDF files, 100 megapixels in all images. No further file, chapter or message is begun after 30 seconds, no further image after 55.',
  ],
  aliases: [
    'markitdown',
    'document to markdown',
    'convert files for llm',
    'docx to md',
    'epub to markdown',
    'ipynb to markdown',
    'eml to markdown',
    'odt to markdown',
    'rtf to markdown',
    'xlsx to markdown',
    'csv to markdown',
    'rss to markdown',
    'prompt context from files',
    'document for chatgpt',
    'any file to text',
  ],
  verified: [
    'pandoc 2.17: 60 generated documents each as DOCX, ODT, RTF, EPUB and HTML, and 40 notebooks, give Markdown that pandoc reads as the same blocks: headings, lists, tables, code, emphasis and links (in RTF without quotes).',
    'LibreOffice 7.4: 30 Word documents that it saved as ODT and as RTF give the same Markdown blocks as the DOCX.',
    'openpyxl 3.0: 60 random workbooks have the cells it wrote, and Python 3.11 (csv) 200 tables, as pandoc reads them in the Markdown.',
    'Python 3.11 (email): 100 messages that it wrote have their subject, sender, recipients, date, attachments and text.',
  ],
  examples: [
    {
      title: 'A book and a table as one document',
      files: [
        { name: 'story.epub', fixture: 'documents/story.epub' },
        { name: 'fares.csv', text: 'line,price\r\nNorth,"4,50"\r\nEast|West,*3*\r\n' },
      ],
      output: { text: BOOK_AND_TABLE },
    },
    {
      title: 'An e-mail',
      files: [
        {
          name: 'offer.eml',
          text: 'From: Shop <shop@example.com>\r\nTo: you@example.org\r\nSubject: =?utf-8?B?8J+agiBPZmZlcg==?=\r\nDate: Mon, 5 Jan 2026 10:00:00 +0100\r\nContent-Type: text/html\r\n\r\n<p>Trains <b>from</b> 9 &euro;<ul><li><a href="https://example.com/">Book</a><li>Ask</ul>\r\n',
        },
      ],
      output: {
        text: '- From: Shop <shop@example.com>\n- To: you@example.org\n- Date: 2026-01-05T09:00:00.000Z\n\n# 🚂 Offer\n\nTrains **from** 9 €\n\n- [Book](https://example.com/)\n- Ask\n',
      },
    },
    {
      title: 'JSON of a notebook, and a file that is damaged',
      options: { format: 'json' },
      files: [
        {
          name: 'sum.ipynb',
          text: '{"cells":[{"cell_type":"markdown","source":["# Sum\\n","\\n","Of two."]},{"cell_type":"code","source":"1 + 1","outputs":[{"output_type":"execute_result","data":{"text/plain":["2"]}}]}],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}',
        },
        { name: 'notes.docx', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            {
              name: 'sum.ipynb',
              kind: 'notebook',
              title: '',
              metadata: [],
              markdown: '# Sum\n\nOf two.\n\n```python\n1 + 1\n```\n\n```text\n2\n```\n',
              characters: 51,
              isCut: false,
              warnings: [],
            },
            { name: 'notes.docx', error: 'Cannot read file "notes.docx" as a Word document: it is not a ZIP archive' },
          ],
        },
      },
    },
    {
      title: 'A workbook without its metadata',
      options: { metadata: false },
      files: [{ name: 'orders.xlsx', fixture: 'spreadsheets/orders.xlsx' }],
      output: { text: WORKBOOK },
    },
    {
      title: 'Not a book',
      files: [{ name: 'story.epub', text: 'Once upon a time' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "story.epub" as an EPUB book: it is not a ZIP archive',
      },
    },
    {
      title: 'Not a notebook',
      files: [{ name: 'a.ipynb', text: '{"a": 1}' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.ipynb" as a notebook: it has no "cells"',
      },
    },
    DOCX_NEEDS_PASSWORD,
  ],
  async run({ files, options, signal, settings }) {
    const outcomes = await readAll(files, new MarkdownRun(options, signal, settings.modelDir));
    const documents = outcomes.map((outcome) =>
      outcome instanceof ToolError ? '' : documentOf(outcome, options.metadata),
    );
    const shares = sharesOf(
      documents.map(({ length }) => length),
      options.maxCharacters,
    );
    const parts: string[] = [];
    const report = await eachFile({ files, signal }, ({ name }, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome instanceof ToolError) {
        parts.push(comment(outcome?.message ?? ''));
        throw outcome;
      }
      const whole = documents[index] ?? '';
      const markdown = cutMarkdown(whole, shares[index] ?? 0);
      parts.push(
        files.length === 1 ? markdown : `${comment(`File: ${name}`)}${markdown === '' ? '' : '\n'}${markdown}`,
      );
      const { kind, title, properties, warnings } = outcome;
      return {
        report: {
          kind,
          title,
          metadata: shownProperties(properties),
          markdown,
          characters: markdown.length,
          isCut: markdown !== whole,
          warnings,
        },
        outputs: [],
      };
    });
    if (options.format === 'json') return report;
    const [file, ...more] = files;
    const name = more.length === 0 ? `${stemOf(file.name)}.md` : 'result.md';
    return text(parts.join('\n'), { name, mime: KINDS.markdown.mime });
  },
});

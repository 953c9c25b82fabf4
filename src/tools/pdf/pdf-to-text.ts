import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, json, overLimit, ToolError, text } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget, visitPages } from '../../formats/pdf/text/page-contents.js';
import { readingWords } from '../../lib/page-text/blocks.js';
import { pageText } from '../../lib/page-text/plain-text.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { SEVERAL_TEXTS } from './_notes.js';
import { layerOf, type PageReport, pageContent, wordReport } from './_page-text-data.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition, rounded } from './_report-data.js';
import { conditionOf } from './_results.js';

const MAX_WORDS = 25_000;

const FACTS = { pages: count('Number of pages in the file.'), ...condition };

/** The first page of the fixture, as `fixtures/pdf/make-text.ts` writes it. */
const ARTICLE = `Annals of the Harbour

River and Town

The left column tells of the river and
of the boats that went down to the sea
in autumn. They carried salt and timber,
and nobody counted them for many
years. The first book of the harbour begins
in the year 1611 with eleven ships.

The right column tells of the town and
of its walls. They were taken down one
after the other when the road came, and
the stones went into the new bridge that
still stands. Only one gate was kept, at
the end of the street of the bakers.

Ships and Goods

The lists name three kinds of goods, and their prices too:

• salt from the pans in the north
• timber, which came by river and was
sold on the quay
• cloth

Orders were written like this:

order salt 40
from north

More is told by the archive of the town.

1`;

export default defineTool({
  id: 'pdf-to-text',
  title: 'PDF to Text',
  summary:
    'Extracts the text of PDF files: in reading order, laid out as on the page, or word by word with positions and fonts.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    layout: z
      .enum(['reading', 'physical', 'raw'])
      .default('reading')
      .describe(
        'Order of the text: reading follows one column after the other, physical keeps columns and tables side by side with spaces, raw is the order of the file.',
      ),
    pages: shared.pages(),
    password: shared.password(),
    format: z
      .enum(['text', 'json', 'words'])
      .default('text')
      .describe('Result: plain text, JSON with the text of each page, or JSON with each word, its position and font.'),
    dehyphenate: z
      .boolean()
      .default(false)
      .describe('Joins words hyphenated at the end of a line; only for layout reading.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({ ...FACTS, content: z.array(pageContent).describe('Chosen pages.') }),
    fileReports(FACTS).describe('Where several files were sent: what became of each.'),
  ]),
  notes: [
    'Pages are separated by a form feed in plain text, as pdftotext does.',
    'A page without text gives empty text. Formats json and words report for each page whether its layer is text, hidden (invisible text, as OCR leaves it under a scan) or none, how many images it has, and how many letters have no character in their font.',
    'Positions are in points (1/72 inch) from the top left corner of the page as shown, rotated and cropped.',
    'In layout reading, a tab separates the cells of a line. Text at an angle follows the rest of its page.',
    'Text of form fields, stamps and annotations shown on the page is included; text outside the page is not. Letters printed twice at one position count once.',
    SEVERAL_TEXTS,
    'At most 1,000,000 characters in all, and 25,000 words with format words.',
  ],
  aliases: [
    'extract text from pdf',
    'pdf text extractor',
    'pdftotext',
    'pdf to txt',
    'pdf word coordinates',
    'copy text from pdf',
    'read pdf',
    'copy the text of a pdf',
    'read a pdf',
  ],
  verified: [
    'poppler 22.12 (pdftotext -raw): of its 20,324 words in the 171 of 189 real and damaged files that open without a password, 98.0 % are found, each as often (measured by bench/pdf/text.ts); tests repeat it on up to 25 of the files.',
    'poppler 22.12 (pdftotext -bbox): positions of the words of two made files agree within 1.5 points across and a quarter of the letters height up and down.',
    'Tests on made files: two columns, text at four angles on pages rotated four ways, Arabic and Hebrew, letters set twice, text outside of the page, vertical Japanese.',
  ],
  examples: [
    {
      title: 'Two pages',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { text: 'Letter 1\n\fLetter 2' },
    },
    {
      title: 'Columns in reading order, hyphenated words joined',
      options: { pages: '1', dehyphenate: true },
      files: [{ name: 'article.pdf', fixture: 'pdf/article.pdf' }],
      output: { text: ARTICLE },
    },
    {
      title: 'A table laid out as on the page',
      options: { pages: '2', layout: 'physical' },
      files: [{ name: 'tables.pdf', fixture: 'pdf/tables.pdf' }],
      output: {
        text: [
          'Cells over two columns and rows',
          '',
          '',
          ' Region          Sales of both years',
          '                 2024            2025',
          ' North',
          '                 1000            2000.5',
        ].join('\n'),
      },
    },
    {
      title: 'A scan without text, and one with hidden text',
      options: { format: 'json' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      output: {
        data: {
          pages: 2,
          repaired: false,
          warnings: [],
          content: [
            { page: 1, width: 612, height: 792, layer: 'none', images: 1, unreadable: 0, text: '' },
            {
              page: 2,
              width: 612,
              height: 792,
              layer: 'hidden',
              images: 1,
              unreadable: 0,
              text: 'Words under a picture',
            },
          ],
        },
      },
    },
    {
      title: 'Two files, one of them damaged',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'notes.pdf', text: 'Shopping list' },
      ],
      output: {
        data: {
          files: [
            { name: 'letter.pdf', outputs: ['letter.txt'], pages: 2, repaired: false, warnings: [] },
            { name: 'notes.pdf', error: 'Cannot read PDF "notes.pdf": it is not a PDF file' },
          ],
        },
        files: [{ name: 'letter.txt', mime: 'text/plain;charset=utf-8', text: 'Letter 1\n\fLetter 2' }],
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  async run({ files, options, signal }) {
    const budgets = { read: new ReadBudget(), characters: new CharacterBudget() };
    let wordsBefore = 0;
    return eachResult({ files, signal }, async (upload) => {
      const pdf = openPdf(upload, { budget: budgets.read, password: options.password });
      const pages = pageSetOf(options.pages, pdf);
      const reports: PageReport[] = [];
      let length = 0;
      let wordCount = wordsBefore;
      await visitPages(
        pdf,
        upload.bytes,
        pages,
        (content, page) => {
          const words = wordsOf(content.glyphs);
          const { width, height, unmapped: unreadable } = content;
          const report = {
            page,
            width: rounded(width),
            height: rounded(height),
            layer: layerOf(content),
            images: content.pictures.length,
            unreadable,
          };
          if (options.format === 'words') {
            wordCount += words.length;
            if (wordCount > MAX_WORDS)
              throw overLimit(`Format words must have at most ${MAX_WORDS} words: ask for fewer pages`);
            const ordered = options.layout === 'raw' ? words : readingWords(words);
            reports.push({ ...report, words: ordered.map(wordReport) });
          } else {
            const pageOfText = pageText(words, options);
            length += pageOfText.length;
            // Spaces of the physical layout may be many; the runner measures the rest.
            if (length > CLASS_LIMITS.native.resultBytes)
              throw new ToolError(
                'OUTPUT_TOO_LARGE',
                `The text has more than ${CLASS_LIMITS.native.resultBytes} characters`,
              );
            reports.push({ ...report, text: pageOfText });
          }
        },
        { signal, drawing: options.format !== 'text', budget: budgets.characters },
      );
      // Those of a file over the limit are not written, so they do not count.
      wordsBefore = wordCount;
      const facts = { pages: pdf.pages.length, ...conditionOf(pdf) };
      const stem = stemOf(pdf.name);
      const texts = reports.map((report) => report.text ?? '');
      const result =
        options.format === 'text'
          ? text(texts.join('\n\f'), { name: `${stem}.txt` })
          : json({ ...facts, content: reports }, { name: `${stem}.json` });
      return { result, report: facts };
    });
  },
});

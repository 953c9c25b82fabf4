import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, overLimit, ToolError, text } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { readingWords } from '../../lib/page-text/blocks.js';
import { pageText } from '../../lib/page-text/plain-text.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { visitPages } from './_page-contents.js';
import { layerOf, type PageReport, pageContent, wordReport } from './_page-text-data.js';
import { LOCKED, MISSING_PAGE } from './_refusals.js';
import { condition, rounded } from './_report-data.js';

const MAX_WORDS = 25_000;

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
    'Takes the text out of a PDF in the order it is read, as it stands on the page, or word by word with places and fonts.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    layout: z
      .enum(['reading', 'physical', 'raw'])
      .default('reading')
      .describe(
        'How the text is laid out: reading puts columns one after the other, physical keeps columns and tables side by side with spaces, raw takes the order of the file.',
      ),
    pages: shared.pages(),
    output: z
      .enum(['text', 'json', 'words'])
      .default('text')
      .describe(
        'What comes back: the plain text, JSON with the text of every page, or JSON with every word, its place and font.',
      ),
    dehyphenate: z
      .boolean()
      .default(false)
      .describe('Puts words together that a hyphen breaks at the end of a line; only for the layout reading.'),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    ...condition,
    content: z.array(pageContent).describe('Chosen pages.'),
  }),
  notes: [
    'Pages are parted by a form feed in plain text, as pdftotext does.',
    'A page without text is empty, no error: output json and words say for each page whether its layer is text, hidden (invisible text, as OCR leaves it under a scan) or none, how many pictures it has, and how many letters its fonts give no character for.',
    'Places are in points (1/72 inch) from the upper left corner of the page as it is shown, rotated and cropped.',
    'In the layout reading a tab stands between the cells of a line. Text at an angle follows the rest of its page.',
    'Text of form fields, stamps and notes that are shown on the page is included; text outside of the page is not. Letters that are set twice at one place count once.',
    'At most 1,000,000 characters in all, and 25,000 words with output words.',
  ],
  aliases: [
    'extract text from pdf',
    'pdf text extractor',
    'pdftotext',
    'pdf to txt',
    'pdf word coordinates',
    'copy text from pdf',
    'read pdf',
  ],
  verified: [
    'poppler 22.12 (pdftotext -raw): of its 20,324 words in the 171 of 189 real and damaged files that open without a password, 98.0 % are found, each as often (measured by bench/pdf/text.ts); tests repeat it on up to 25 of the files.',
    'poppler 22.12 (pdftotext -bbox): places of the words of two made files agree within 1.5 points across and a quarter of the letters height up and down.',
    'Tests on made files: two columns, text at four angles on pages rotated four ways, Arabic and Hebrew, letters set twice, text outside of the page, vertical Japanese.',
  ],
  examples: [
    {
      title: 'Two pages',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: { text: 'Letter 1\n\fLetter 2' },
    },
    {
      title: 'Columns one after the other, broken words mended',
      options: { pages: '1', dehyphenate: true },
      files: [{ name: 'article.pdf', fixture: 'pdf/article.pdf' }],
      output: { text: ARTICLE },
    },
    {
      title: 'A table as it stands on the page',
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
      options: { output: 'json' },
      files: [{ name: 'scan.pdf', fixture: 'pdf/scan.pdf' }],
      output: {
        data: {
          pages: 2,
          repaired: false,
          warnings: [],
          content: [
            { page: 1, width: 612, height: 792, layer: 'none', pictures: 1, unreadable: 0, text: '' },
            {
              page: 2,
              width: 612,
              height: 792,
              layer: 'hidden',
              pictures: 1,
              unreadable: 0,
              text: 'Words under a picture',
            },
          ],
        },
      },
    },
    MISSING_PAGE,
    LOCKED,
  ],
  async run({ files, options, signal }) {
    let length = 0;
    const [upload] = files;
    const pdf = openPdf(upload);
    const pages = pageSetOf(options.pages, pdf);
    const reports: PageReport[] = [];
    let count = 0;
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
          pictures: content.pictures.length,
          unreadable,
        };
        if (options.output === 'words') {
          count += words.length;
          if (count > MAX_WORDS)
            throw overLimit(`Output words must have at most ${MAX_WORDS} words: ask for fewer pages`);
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
      { signal, drawing: options.output !== 'text' },
    );
    if (options.output === 'text') {
      const texts = reports.map((report) => report.text ?? '');
      return text(texts.join('\n\f'), { name: `${stemOf(pdf.name)}.txt` });
    }
    const { document } = pdf;
    return json(
      { pages: pdf.pages.length, repaired: document.isRepaired, warnings: document.warnings, content: reports },
      { name: `${stemOf(pdf.name)}.json` },
    );
  },
});

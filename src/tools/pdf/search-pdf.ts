import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { colorOption, shared } from '../../core/shared-options.js';
import type { Told } from '../../core/tool.js';
import { parseColor } from '../../engines/colors.js';
import { compileSpacedPattern, PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { addHighlights, type HighlightColor } from '../../formats/pdf/navigation/highlight.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget, visitPages } from '../../formats/pdf/text/page-contents.js';
import { blocksOf } from '../../lib/page-text/blocks.js';
import type { Box } from '../../lib/page-text/glyphs.js';
import { readingSearchText } from '../../lib/page-text/search-text.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { SEVERAL_FILES } from './_notes.js';
import { boxReport } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';
import { foundMatch, searchedFile, surroundings } from './_search-report.js';

const MAX_MATCHES = 5_000;

export default defineTool({
  id: 'search-pdf',
  title: 'Search PDF',
  summary:
    'Finds text or a regular expression in PDF files, with page, position and context, and can return copies with the matches highlighted.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    pattern: z.string().max(PATTERN_CHARACTERS).default('').describe('Text or pattern to find.'),
    regex: shared.regex(),
    caseSensitive: shared.caseSensitive(false),
    wholeWord: shared.wholeWord(),
    pages: shared.pages(),
    password: shared.password(),
    highlight: z
      .boolean()
      .default(false)
      .describe('Returns a copy of each file that has matches, with the matches highlighted.'),
    color: colorOption('#ffe066', 'Colour of the highlights.'),
  },
  result: 'mixed',
  data: z.object({
    total: count('Number of matches.'),
    listed: count('Matches that are listed.'),
    ...fileReports(searchedFile).shape,
    matches: z.array(foundMatch).describe('The first matches.'),
  }),
  notes: [
    'A match may span line breaks: lines of a paragraph are joined by a space, words hyphenated at the end of a line are joined, and a space in a plain pattern matches any white space. In a regular expression, \\s matches all of these; paragraphs are separated by a line feed.',
    'Boxes are in points (1/72 inch) from the top left corner of the page as shown, one for each line of a match.',
    'The pages may have 1,000,000 characters in all. At most 5,000 matches are listed and highlighted; "total" counts all of them, "listed" those that are listed.',
    SEVERAL_FILES,
    'Hidden text, as OCR leaves it under a scan, is searched too; "withoutText" lists the pages that have no text to search.',
    'Highlights are ordinary annotations, which any viewer can remove. Digital signatures of a highlighted copy become invalid, and an encrypted file gives a copy without encryption.',
  ],
  aliases: [
    'find text in pdf',
    'pdf grep',
    'pdf search and highlight',
    'highlight words in pdf',
    'pdf regex search',
    'ctrl f pdf',
    'find a word in a pdf',
    'which page says',
  ],
  verified: [
    'pdfgrep 2.1.2: as many matches on each page for 6 words in four made files and, where the corpus is present, for 3 words in up to 8 files from outside.',
    'poppler 22.12 (pdftotext -bbox): the boxes of all places of 4 words in a made file agree within 1.5 points across.',
    'qpdf 11.3: marked copies have no faults in qpdf --check; pdftoppm of poppler 22.12 draws the mark and leaves the letters dark.',
  ],
  examples: [
    {
      title: 'A word hyphenated at the end of a line',
      options: { pattern: 'timber,' },
      files: [{ name: 'article.pdf', fixture: 'pdf/article.pdf' }],
      output: {
        data: {
          total: 2,
          listed: 2,
          files: [{ name: 'article.pdf', pages: 2, matches: 2, withoutText: [], repaired: false, warnings: [] }],
          matches: [
            {
              file: 'article.pdf',
              page: 1,
              text: 'timber,',
              before: 'that went down to the sea in autumn. They carried salt and ',
              after: ' and nobody counted them for many years. The first book of t',
              boxes: [
                { x: 232.18, y: 149.6, width: 18.33, height: 12.86 },
                { x: 72, y: 163.6, width: 18.95, height: 12.86 },
              ],
            },
            {
              file: 'article.pdf',
              page: 1,
              text: 'timber,',
              before: ', and their prices too: • salt from the pans in the north • ',
              after: ' which came by river and was sold on the quay • cloth Orders',
              boxes: [{ x: 90.91, y: 300.61, width: 33.62, height: 12.86 }],
            },
          ],
        },
      },
    },
    {
      title: 'A pattern in two files, with highlighted copies',
      options: { pattern: 'letter \\d', regex: true, highlight: true, pages: '2' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'scan.pdf', fixture: 'pdf/scan.pdf' },
      ],
      output: {
        data: {
          total: 1,
          listed: 1,
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-marked.pdf'],
              pages: 2,
              matches: 1,
              withoutText: [],
              repaired: false,
              warnings: [],
            },
            { name: 'scan.pdf', outputs: [], pages: 2, matches: 0, withoutText: [], repaired: false, warnings: [] },
          ],
          matches: [
            {
              file: 'letter.pdf',
              page: 2,
              text: 'Letter 2',
              before: '',
              after: '',
              boxes: [{ x: 20, y: 77.32, width: 81.38, height: 28.06 }],
            },
          ],
        },
        files: [{ name: 'letter-marked.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'No pattern',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "pattern" must not be empty' },
    },
    {
      title: 'A blank pattern',
      options: { pattern: '  ' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "pattern" must not be blank' },
    },
    {
      title: 'An invalid regular expression',
      options: { pattern: 'a(b', regex: true },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pattern" must be a regular expression of RE2 syntax: missing closing ) at "a(b"',
      },
    },
  ],
  async run({ files, options, signal }) {
    const { regex, caseSensitive, wholeWord } = options;
    const pattern = compileSpacedPattern(options.pattern, { regex, caseSensitive, wholeWord });
    const { r, g, b } = parseColor('color', options.color);
    const color: HighlightColor = [r / 255, g / 255, b / 255];
    const budget = new CharacterBudget();
    const readBudget = new ReadBudget();
    const matches: Told<z.output<typeof foundMatch>>[] = [];
    let total = 0;
    const search = async (upload: InputFile) => {
      const pdf = openPdf(upload, { budget: readBudget, password: options.password });
      // Counted once the whole file is searched: one that fails has no matches.
      const own: typeof matches = [];
      let ownTotal = 0;
      const withoutText: number[] = [];
      await visitPages(
        pdf,
        upload.bytes,
        pageSetOf(options.pages, pdf),
        (content, page) => {
          const said = readingSearchText(blocksOf(wordsOf(content.glyphs)));
          const { text } = said;
          if (text === '') withoutText.push(page);
          const found: { readonly boxes: readonly Box[]; readonly note: string }[] = [];
          for (const { start, end } of pattern.findAll(text)) {
            if (start === end) continue;
            ownTotal += 1;
            if (matches.length + own.length >= MAX_MATCHES) continue;
            const boxes = said.boxes(start, end);
            const told = surroundings(text, start, end);
            own.push({ file: upload.name, page, ...told, boxes: boxes.map(boxReport) });
            if (boxes.length > 0) found.push({ boxes, note: told.text });
          }
          if (options.highlight) addHighlights(pdf, page - 1, content.upright, found, color);
        },
        { signal, budget },
      );
      const isMarked = options.highlight && own.length > 0;
      const outputs = isMarked
        ? [{ name: changedName(upload.name, 'marked'), mime: PDF_MIME, bytes: writeChanged(pdf) }]
        : [];
      total += ownTotal;
      matches.push(...own);
      return {
        report: { pages: pdf.pages.length, matches: ownTotal, withoutText, ...conditionOf(pdf) },
        outputs,
      };
    };
    const result = await eachFile({ files, signal }, search, () => ({ total, listed: matches.length, matches }));
    return { ...result, name: `${stemOf(files[0].name)}-matches.json` };
  },
});

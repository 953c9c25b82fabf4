import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { readTextFile, type TextSource } from '../../formats/text-source.js';
import { plainPdf } from './_plain-layout.js';
import { PDF_MIME } from './_results.js';

export default defineTool({
  id: 'text-to-pdf',
  title: 'Text to PDF',
  summary: 'Converts plain text, logs and source code to PDF, with line numbers and page numbers if wanted.',
  family: 'pdf',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    font: z
      .enum(['mono', 'sans', 'serif'])
      .default('mono')
      .describe('Typeface: mono has letters of one width, so that columns and code stay aligned.'),
    fontSize: z.number().min(4).max(72).default(10).describe('Font size in points.'),
    lineSpacing: z.number().min(1).max(3).default(1.2).describe('Distance between lines, in font sizes.'),
    lineNumbers: z.boolean().default(false).describe('Prints the number of each line beside it.'),
    tabSize: z.number().multipleOf(1).min(1).max(16).default(8).describe('Columns from one tab stop to the next.'),
    pageSize: z.enum(['a3', 'a4', 'a5', 'letter', 'legal']).default('a4').describe('Page size.'),
    orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('Page orientation.'),
    margin: z.number().min(0).max(60).default(20).describe('Margin on all four sides in millimetres.'),
    fileName: z.boolean().default(false).describe('Prints the file name at the top of each page.'),
    pageNumbers: z.boolean().default(true).describe('Prints page numbers at the bottom.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Pages of the PDF.'),
    lines: count('Lines of the text.'),
    warnings: warnings(),
  }),
  notes: [
    'The text stays as it is: spaces, indentation and empty lines are kept. Lines too long for the page continue in the next row, at a space where there is one; a form feed starts a new page.',
    'Supported scripts: Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean; emoji are monochrome. Lines that start with Arabic or Hebrew begin at the right. Arabic and Thai letters are drawn right, but some viewers copy and find them wrongly.',
    'Terminal colours, letters printed twice with backspaces and other control characters are removed.',
    'The file name is the title of the PDF. With a file name or page numbers, the margin there is at least 10 mm.',
    'At most 1,000,000 characters and 2,000 pages per text, 100 accents on a letter and 1,000 invisible characters in a row. For headings, tables and images, use Markdown.',
  ],
  aliases: [
    'txt to pdf',
    'plain text to pdf',
    'source code to pdf',
    'log to pdf',
    'print code as pdf',
    'code to pdf with line numbers',
    'enscript',
    'a2ps',
    'notepad to pdf',
  ],
  verified: [
    'pdftotext 22.12: 12 random texts of 41 lines come out line by line with their indentation; seven scripts come out whole.',
    'pdfinfo 22.12: page counts are those of the arithmetic of font size, spacing and margins; page sizes, title and fonts are as asked.',
    'pdftotext 22.12 with the boxes of words: 700 words in three typefaces stay within the margins, and the last one that fits is there.',
    '13 texts of 1,000,000 characters (brackets, tabs, accents, Chinese, control characters) are set or refused in 10 s together.',
  ],
  examples: [
    {
      title: 'A short text',
      input: 'Dear reader,\n\nthis is a letter.\n',
      output: {
        data: { files: [{ name: 'document.txt', outputs: ['document.pdf'], pages: 1, lines: 3, warnings: [] }] },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Source code with line numbers and its name at the top',
      options: { lineNumbers: true, fileName: true, fontSize: 9, tabSize: 4 },
      files: [{ name: 'count.py', text: 'def count(words):\n\treturn len(words.split())\n\nprint(count("a b c"))\n' }],
      output: {
        data: { files: [{ name: 'count.py', outputs: ['count.pdf'], pages: 1, lines: 4, warnings: [] }] },
        files: [{ name: 'count.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'A form feed starts a page; a script without a font is reported',
      input: 'Page one\fPage two: ᚠᚢᚦ',
      options: { font: 'serif', pageNumbers: false },
      output: {
        data: {
          files: [
            {
              name: 'document.txt',
              outputs: ['document.pdf'],
              pages: 2,
              lines: 2,
              warnings: ['letters that no font has are shown as boxes: ᚠ and perhaps others'],
            },
          ],
        },
        files: [{ name: 'document.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'No text',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'Letters larger than the page',
      input: 'a',
      options: { fontSize: 72, margin: 60, pageSize: 'a5' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "fontSize" must leave room for text on the page, got 72 points',
      },
    },
    {
      title: 'Too many pages',
      input: '\f'.repeat(2001),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot set property "input": its text takes more than 2000 pages',
      },
    },
    {
      title: 'Too many accents on one letter',
      input: `a${'\u0301'.repeat(101)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The text of property "input" must have at most 100 accents on a letter, got 101',
      },
    },
  ],
  run({ input, files, options, signal }) {
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
    const typed: TextSource = { text: input, label: 'property "input"', file: undefined, encoding: undefined };
    const uploads = files.length > 0 ? files : [{ name: 'document.txt', mime: undefined, bytes: new Uint8Array() }];
    return eachFile({ files: uploads, signal }, async (upload) => {
      const source = files.length === 0 ? typed : await readTextFile(upload, options.inputCharset);
      const name = source.file === undefined ? '' : upload.name;
      const { bytes, pages, lines, missing } = refusing(`Cannot set ${source.label}`, () =>
        plainPdf(source, name, options),
      );
      const told =
        missing === undefined ? [] : [`letters that no font has are shown as boxes: ${missing} and perhaps others`];
      return {
        report: { pages, lines, warnings: told },
        outputs: [{ name: renamed(upload.name, '.pdf'), mime: PDF_MIME, bytes }],
      };
    });
  },
});

import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { extensionOf, renamed } from '../../core/files.js';
import { defineTool, type InputFile, invalid, quote } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { convertByOffice } from '../../formats/office-conversion.js';
import { typeOfExtension } from '../../lib/files/file-types.data.js';
import { LAYOUT_NOTES } from './_office-pdf.js';

/** LibreOffice's names of what it writes, by what is read. */
const KINDS = {
  text: {
    label: 'a text document',
    endings: ['.docx', '.docm', '.dotx', '.doc', '.odt', '.ott', '.rtf', '.html', '.htm'],
    filters: {
      docx: 'MS Word 2007 XML',
      odt: 'writer8',
      rtf: 'Rich Text Format',
      html: 'HTML (StarWriter):EmbedImages',
      txt: 'Text (encoded):UTF8',
    },
  },
  sheets: {
    label: 'a spreadsheet',
    endings: ['.xlsx', '.xlsm', '.xls', '.ods', '.ots'],
    filters: { xlsx: 'Calc MS Excel 2007 XML', ods: 'calc8', html: 'HTML (StarCalc)' },
  },
  slides: {
    label: 'a presentation',
    endings: ['.pptx', '.pptm', '.ppsx', '.ppt', '.pps', '.odp', '.otp'],
    filters: { pptx: 'Impress MS PowerPoint 2007 XML', odp: 'impress8' },
  },
} as const;

type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

const kindOf = ({ name }: InputFile): Kind =>
  NAMES.find((kind) => (KINDS[kind].endings as readonly string[]).includes(extensionOf(name))) ?? 'text';

const isHtml = ({ name }: InputFile): boolean => /\.html?$/i.test(name);

/** The ending of what a file becomes. */
const endingOf = (file: InputFile, to: string): string =>
  to === 'auto' ? (Object.keys(KINDS[kindOf(file)].filters)[0] ?? to) : to;

/** Throws INVALID_INPUT where a file of this kind cannot become what is asked for. */
function filterOf(file: InputFile, wanted: string): string {
  const filters: Readonly<Record<string, string>> = KINDS[kindOf(file)].filters;
  const to = endingOf(file, wanted);
  const filter = filters[to];
  if (filter !== undefined) return `${to}:${filter}`;
  const known = Object.keys(filters);
  const list = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  throw invalid(`Option "to" must be ${list} for file ${quote(file.name)}, got "${to}"`);
}

export default defineTool({
  id: 'convert-document',
  title: 'Convert Document',
  summary: 'Converts Office documents between Word, OpenDocument, RTF, HTML and text, also spreadsheets and slides.',
  family: 'documents',
  class: 'native',
  needs: ['programs', 'scratch'],
  program: 'libreoffice',
  input: 'none',
  files: { min: 1, max: 20, formats: NAMES.flatMap((kind) => [...KINDS[kind].endings]) },
  options: {
    to: z
      .enum(['auto', 'docx', 'odt', 'rtf', 'html', 'txt', 'xlsx', 'ods', 'pptx', 'odp'])
      .default('auto')
      .describe(
        'Format of the result: docx, odt, rtf, html or txt for text documents and HTML; xlsx, ods or html for spreadsheets; pptx or odp for presentations. "auto" is docx, xlsx or pptx.',
      ),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({}).describe('What became of each file.'),
  notes: [
    'Reads the formats of Word, Excel and PowerPoint since 97, OpenDocument, RTF and HTML. For PDF there are docx-to-pdf, xlsx-to-pdf and pptx-to-pdf; for Markdown, docx-to-markdown.',
    'Images are embedded in HTML. What a format cannot hold is lost: text has no images, HTML of a spreadsheet has no formulas.',
    ...LAYOUT_NOTES,
  ],
  aliases: [
    'doc to docx',
    'docx to odt',
    'odt to docx',
    'rtf to docx',
    'html to docx',
    'xls to xlsx',
    'ods to xlsx',
    'ppt to pptx',
    'docx to rtf',
    'document converter',
  ],
  verified: [
    'pandoc 2.17: 10 generated documents as HTML and text, and by way of RTF, have the words of the Word document in the same order; so has the XML of their ODT.',
    'xlsx-to-json and pptx-to-text: a workbook as ODS and XLS and 5 presentations as ODP and back give the same values and words.',
  ],
  examples: [
    {
      title: 'RTF to Word',
      files: [{ name: 'note.rtf', text: '{\\rtf1\\ansi Harbour {\\b report}\\par}' }],
      output: {
        data: { files: [{ name: 'note.rtf', outputs: ['note.docx'] }] },
        files: [
          {
            name: 'note.docx',
            mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          },
        ],
      },
    },
    {
      title: 'A workbook of before 2007',
      files: [{ name: 'orders.xls', fixture: 'spreadsheets/orders.xls' }],
      output: {
        data: { files: [{ name: 'orders.xls', outputs: ['orders.xlsx'] }] },
        files: [{ name: 'orders.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }],
      },
    },
    {
      title: 'HTML to plain text',
      options: { to: 'txt' },
      files: [{ name: 'page.html', text: '<h1>Harbour</h1><p>Ships &amp; boats' }],
      output: {
        data: { files: [{ name: 'page.html', outputs: ['page.txt'] }] },
        files: [{ name: 'page.txt', mime: 'text/plain' }],
      },
    },
    {
      title: 'A document that cannot become a workbook',
      options: { to: 'xlsx' },
      files: [{ name: 'report.docx', fixture: 'documents/report.docx' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "to" must be docx, odt, rtf, html or txt for file "report.docx", got "xlsx"',
      },
    },
    {
      title: 'Not a document',
      files: [{ name: 'a.odt', text: 'Dear reader' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.odt" as a text document: it is neither a ZIP archive nor a compound file',
      },
    },
  ],
  async run(run) {
    const { to, password } = run.options;
    const { signal, scratch, settings } = run;
    // A start for each kind, and one for HTML, which would be read as a web page that cannot become a document.
    const groups = new Map<string, number[]>();
    for (const [index, file] of run.files.entries()) {
      const key = `${filterOf(file, to)}${isHtml(file) ? ' of HTML' : ''}`;
      groups.set(key, [...(groups.get(key) ?? []), index]);
    }
    const results = new Map<number, () => Buffer>();
    for (const indexes of groups.values()) {
      const files = indexes.flatMap((index) => run.files[index] ?? []);
      const [first] = files;
      if (first === undefined) continue;
      const converted = await convertByOffice(
        { files, signal, scratch, settings },
        {
          to: filterOf(first, to),
          password,
          kind: KINDS[kindOf(first)].label,
          ...(isHtml(first) ? { from: 'HTML (StarWriter)' } : {}),
        },
      );
      for (const [i, index] of indexes.entries()) results.set(index, () => converted(i));
    }
    return eachFile(run, (file, index) => {
      const bytes = results.get(index)?.() ?? Buffer.alloc(0);
      const ending = endingOf(file, to);
      const mime = typeOfExtension(ending)?.mime ?? 'application/octet-stream';
      return { report: {}, outputs: [{ name: renamed(file.name, `.${ending}`), mime, bytes }] };
    });
  },
});

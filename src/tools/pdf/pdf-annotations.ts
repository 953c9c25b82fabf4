import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile, invalid, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, withPlainTree, writeChanged } from '../../formats/pdf/document/change.js';
import { type OpenPdf, openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import {
  ANNOTATION_KINDS,
  annotationsByPage,
  type FoundAnnotation,
  type ReadAnnotation,
  readAnnotations,
  removeAnnotations,
} from '../../formats/pdf/navigation/annotations.js';
import { pageSetOf } from '../../formats/pdf/pages/page-ranges.js';
import { CharacterBudget, visitPages } from '../../formats/pdf/text/page-contents.js';
import { ANNOTATION_EXAMPLES } from './_annotation-examples.js';
import { annotationData, annotationFile, toldAnnotation } from './_annotation-reports.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { MISSING_PAGE, NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

/** The kinds that option `kinds` names; all where it is empty. Throws INVALID_INPUT. */
function kindsOf(list: string): ReadonlySet<string> {
  const names = list
    .split(/[,\s]+/)
    .filter(Boolean)
    .map((name) => name.toLowerCase());
  const unknown = names.find((name) => !ANNOTATION_KINDS.includes(name));
  if (unknown !== undefined)
    throw invalid(`Option "kinds" must be names of ${ANNOTATION_KINDS.join(', ')}, got ${quote(unknown)}`);
  return new Set(names.length === 0 ? ANNOTATION_KINDS : names);
}

/** The annotations of these kinds on these pages. */
function chosen(pdf: OpenPdf, pages: string, kinds: ReadonlySet<string>): Map<number, readonly FoundAnnotation[]> {
  const numbers = new Set(pageSetOf(pages, pdf));
  const found = readingPdf(pdf.name, () => annotationsByPage(pdf));
  const lists = [...found].map(([page, list]) => [page, list.filter(({ kind }) => kinds.has(kind))] as const);
  return new Map(lists.filter(([page, list]) => numbers.has(page) && list.length > 0));
}

export default defineTool({
  id: 'pdf-annotations',
  title: 'PDF Annotations',
  summary:
    'Extracts comments, highlights with their text, and notes from PDF files as JSON, CSV or Markdown, or removes them.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    action: z
      .enum(['extract', 'remove'])
      .default('extract')
      .describe('What to do: extract lists the annotations, remove deletes them from the PDF.'),
    kinds: z
      .string()
      .max(300)
      .default('')
      .describe('Kinds to take, separated by commas, such as highlight,note,text,ink,stamp; empty for all.'),
    format: z
      .enum(['json', 'csv', 'markdown'])
      .default('json')
      .describe('Result of "extract": json lists them in the data, csv and markdown also write a file.'),
    pages: shared.pages(),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    count: count('Annotations that were found, or removed together with their replies.'),
    annotations: z
      .array(annotationData)
      .describe('The annotations from the top of each page, replies after what they answer; empty for "remove".'),
    ...condition,
  }),
  notes: [
    'Kinds: note, text (typed on the page), highlight, underline, squiggly, strikeout, caret, ink, line, square, circle, polygon, polyline, stamp, file and redaction. Links and form fields are not annotations here.',
    'The marked text is read from the page: of a highlight on a scan it is empty unless the scan has a text layer (ocr-pdf).',
    'Removing an annotation also removes its pop-up window and the replies to it. To make annotations part of the page instead, use flatten-pdf.',
    'At most 10,000 annotations per file, 2,000 marked lines per page, and 1,000,000 characters on the pages that have annotations.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'extract pdf comments',
    'export pdf highlights',
    'pdf highlights to text',
    'pdf notes to markdown',
    'list pdf comments',
    'pdf review comments to csv',
    'delete pdf comments',
    'remove highlights from pdf',
    'pdfannots',
    'annotated pdf',
  ],
  verified: [
    'pdftotext 22.12: 40 highlights, underlines, strikeouts and squiggly lines over random runs of words, on pages of every turn, give the words that poppler has there.',
    'pikepdf 6.0 (by hand): of 188 real and damaged files the 169 that it opens have the same annotations with the same comments on the same pages.',
    'qpdf 11.3: what was to be removed is gone, the rest is left, and --check finds no fault.',
  ],
  examples: [
    ...ANNOTATION_EXAMPLES,
    {
      title: 'An unknown kind',
      options: { kinds: 'highlight, doodle' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "kinds" must be names of note, text, highlight, underline, squiggly, strikeout, caret, ink, line, square, circle, polygon, polyline, stamp, file, redaction, got "doodle"',
      },
    },
    MISSING_PAGE,
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    const { action, format, password } = options;
    const kinds = kindsOf(options.kinds);
    const budget = new CharacterBudget();
    const remove = (file: InputFile) => {
      const pdf = withPlainTree(openPdf(file, { password }));
      prepareChange(pdf);
      const removed = readingPdf(pdf.name, () => removeAnnotations(pdf, chosen(pdf, options.pages, kinds)));
      const report = { pages: pdf.pages.length, count: removed, annotations: [], ...conditionOf(pdf) };
      const output = { name: changedName(pdf.name, 'clean'), mime: PDF_MIME, bytes: writeChanged(pdf) };
      return { report, outputs: [output] };
    };
    return eachFile({ files, signal }, async (file) => {
      if (action === 'remove') return remove(file);
      const pdf = openPdf(file, { password });
      const found = chosen(pdf, options.pages, kinds);
      const annotations: ReadAnnotation[] = [];
      await visitPages(
        pdf,
        file.bytes,
        [...found.keys()],
        (content, page) => {
          const list = found.get(page) ?? [];
          annotations.push(
            ...readingPdf(pdf.name, () => readAnnotations(pdf, page, list, content, annotations.length)),
          );
        },
        { signal, budget },
      );
      const told = { count: annotations.length, annotations: annotations.map(toldAnnotation), ...conditionOf(pdf) };
      const outputs = format === 'json' ? [] : [annotationFile(file.name, format, annotations)];
      return { report: { pages: pdf.pages.length, ...told }, outputs };
    });
  },
});

import { z } from 'zod';
import { stemOf } from '../../core/files.js';
import type { OutputFile } from '../../core/index.js';
import type { ReadAnnotation } from '../../formats/pdf/navigation/annotations.js';
import { KINDS } from '../../formats/text-source.js';
import { escapeLineStart, escapeMarkdown } from '../../lib/page-text/markdown.js';
import { writeCsv } from '../../lib/table/write-table.js';
import { boxReport, pageBox } from './_report-data.js';

const text = (description: string) => z.string().describe(description);
const maybe = (description: string) => z.string().nullable().describe(description);

/** An annotation in the data. */
export const annotationData = z.object({
  page: z.int().min(1).describe('Page number.'),
  kind: text(
    'Kind: note, text, highlight, underline, squiggly, strikeout, caret, ink, line, square, circle, polygon, polyline, stamp, file or redaction.',
  ),
  author: text('Author; empty if the file does not say.'),
  subject: text('Subject.'),
  comment: text('What was written.'),
  markedText: text('Text that is marked; empty if there is none.'),
  color: maybe('Colour as #rrggbb.'),
  created: maybe('Creation date, ISO 8601.'),
  modified: maybe('Date of the last change, ISO 8601.'),
  state: maybe('State set by a reviewer, such as Accepted or Completed.'),
  replyTo: z.int().min(1).nullable().describe('Number in this list of the annotation it answers.'),
  box: pageBox.describe('Place on the page.'),
});

export const toldAnnotation = ({ box, ...annotation }: ReadAnnotation) => ({ ...annotation, box: boxReport(box) });

const COLUMNS = [
  'page',
  'kind',
  'author',
  'created',
  'modified',
  'markedText',
  'comment',
  'subject',
  'color',
  'state',
] as const;

function csvOf(annotations: readonly ReadAnnotation[]): string {
  const rows = annotations.map((one, i) => [
    String(i + 1),
    ...COLUMNS.map((key) => String(one[key] ?? '')),
    String(one.replyTo ?? ''),
  ]);
  const columns = ['number', ...COLUMNS, 'replyTo'];
  return writeCsv({ columns, hasHeader: true, rows });
}

const quoted = (value: string): string =>
  escapeLineStart(escapeMarkdown(value))
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** A heading for each page, an item for each annotation with what it marks quoted. */
function markdownOf(name: string, annotations: readonly ReadAnnotation[]): string {
  const parts = [`# ${escapeMarkdown(name)}`];
  let page = 0;
  for (const one of annotations) {
    if (one.page !== page) parts.push(`## Page ${one.page}`);
    page = one.page;
    const facts = [one.author, (one.modified ?? one.created ?? '').slice(0, 10), one.state ?? ''].filter(Boolean);
    const title = `${one.replyTo === null ? '' : 'Reply: '}${one.kind}`;
    parts.push(
      `**${title[0]?.toUpperCase()}${title.slice(1)}**${facts.map((fact) => ` · ${escapeMarkdown(fact)}`).join('')}`,
    );
    if (one.markedText !== '') parts.push(quoted(one.markedText));
    if (one.comment !== '') parts.push(escapeLineStart(escapeMarkdown(one.comment)).replace(/\n/g, '\n\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

/** The annotations of a file as a file. */
export function annotationFile(
  name: string,
  format: 'csv' | 'markdown',
  annotations: readonly ReadAnnotation[],
): OutputFile {
  const { extension, mime } = KINDS[format];
  const content = format === 'csv' ? csvOf(annotations) : markdownOf(name, annotations);
  return { name: `${stemOf(name)}-annotations${extension}`, mime, bytes: Buffer.from(content) };
}

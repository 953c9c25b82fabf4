/** What pdf-attachments tells of attachments, and takes of them. */

import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { invalid, type OutputFile, quote, ToolError } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count } from '../../core/shared-data.js';
import { type Attachment, attachmentsIn } from '../../formats/pdf/document/attachments.js';
import { type OpenPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { fitsPattern, invoiceMark, mimeOfEnding } from '../../lib/documents/attached-files.js';
import { portableName } from '../../lib/files/portable-names.js';
import { condition } from './_report-data.js';

const said = (description: string) => z.string().nullable().describe(description);

export const attachmentReport = {
  pages: count('Number of pages.'),
  attachments: z
    .array(
      z.object({
        name: z.string().describe('Name of the attachment.'),
        description: said('Description; null for none.'),
        relationship: said('How it belongs to the document, such as Source, Data or Alternative; null if not stated.'),
        mime: said('Media type as stated; null for none.'),
        bytes: z.int().nullable().describe('Size in bytes; null where it cannot be read.'),
        created: said('When the file was created, ISO 8601; null if not stated.'),
        modified: said('When the file was changed, ISO 8601; null if not stated.'),
        page: z.int().nullable().describe('Page with its symbol; null where it belongs to the whole document.'),
        invoice: z
          .object({
            syntax: z.enum(['CII', 'ZUGFeRD 1', 'UBL']).describe('Language of the invoice.'),
            guideline: said('Identifier of its profile, as in urn:cen.eu:en16931:2017; null if not stated.'),
          })
          .nullable()
          .describe('What it says of itself as an electronic invoice (Factur-X, ZUGFeRD, XRechnung); null for none.'),
      }),
    )
    .describe('Attachments: those listed, extracted or removed; after "add" all of the result.'),
  ...condition,
};

/** The result of a run must hold them all. */
const MAX_BYTES = CLASS_LIMITS.native.outputFilesBytes;

/** The attachments of a file whose names fit one of the lines of `names`. Throws INVALID_INPUT where none does, unless none is needed. */
export function chosenAttachments(pdf: OpenPdf, names: string, action: 'list' | 'extract' | 'remove'): Attachment[] {
  const all = readingPdf(pdf.name, () => attachmentsIn(pdf.document, pdf.pages));
  const patterns = names.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const chosen = all.filter(
    ({ name }) => patterns.length === 0 || patterns.some((one) => fitsPattern(name, one.trim())),
  );
  if (action === 'list' || chosen.length > 0) return chosen;
  if (all.length === 0) throw invalid(`Cannot ${action} attachments of PDF ${quote(pdf.name)}: it has none`);
  const known = all
    .slice(0, 10)
    .map(({ name }) => quote(name))
    .join(', ');
  throw invalid(`Option "names" must fit an attachment of PDF ${quote(pdf.name)}: it has ${known}`);
}

/** Attachments with what is in them. */
export interface ReadAttachments {
  readonly told: z.infer<(typeof attachmentReport)['attachments']>;
  readonly files: readonly OutputFile[];
  readonly warnings: readonly string[];
}

/** Reads attachments; `isWanted`: their files, too. Throws OUTPUT_TOO_LARGE. */
export function readAttachments(
  { document, name: pdfName }: OpenPdf,
  attachments: readonly Attachment[],
  isWanted: boolean,
): ReadAttachments {
  let left = MAX_BYTES;
  const warnings: string[] = [];
  const files: OutputFile[] = [];
  const told = attachments.map(({ specification: _, stream, ...attachment }) => {
    const read = stream && document.tryDecode(stream, Math.max(0, left));
    const bytes = read ?? (stream?.dict.has('Filter') === false ? stream.bytes : undefined);
    if (bytes !== undefined) left -= bytes.length;
    if (isWanted && bytes === undefined) {
      const size = attachment.bytes ?? 0;
      if (size > left)
        throw new ToolError(
          'OUTPUT_TOO_LARGE',
          `The attachments of PDF ${quote(pdfName)} have more than ${MAX_BYTES} bytes in all: choose some in "names"`,
        );
      warnings.push(`attachment ${quote(attachment.name)} is damaged, too large or not embedded, and is left out`);
    }
    if (isWanted && bytes !== undefined) {
      const name = safeName(attachment.name);
      const mime = mimeOfEnding(extensionOf(name)) ?? 'application/octet-stream';
      files.push({ name, mime, bytes });
    }
    const invoice = bytes === undefined ? undefined : invoiceMark(bytes);
    return { ...attachment, bytes: bytes?.length ?? attachment.bytes, invoice: invoice ?? null };
  });
  return { told, files, warnings };
}

/** The name without the folders that it may have, so that it can be saved anywhere. */
function safeName(name: string): string {
  const plain =
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim() ?? '';
  return plain === '' ? 'attachment' : portableName(plain);
}

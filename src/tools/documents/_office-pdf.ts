import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import type { InputFile, Settings } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { convertByOffice } from '../../formats/office-conversion.js';
import { setInfo } from '../../formats/pdf/document/metadata.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { rewritePdf } from '../../formats/pdf/document/save.js';

export const pdfaOption = () =>
  z.boolean().default(false).describe('Writes PDF/A-2b for archives, with all fonts embedded.');

export const pdfReports = () => fileReports({ pages: count('Pages of the PDF.') });

/** Of every tool that lays out by LibreOffice. */
export const LAYOUT_NOTES = [
  'Laid out by LibreOffice as it is installed: fonts that are missing there are replaced, so lines and pages can end elsewhere than in Microsoft Office.',
  'Macros are not run, links are not followed and nothing is loaded. Fields such as dates show the time of the run, and the name of a file has no folder of its own.',
  'At most 75 s for all documents of a run. "password" opens encrypted DOCX, XLSX and PPTX; other encrypted files are refused.',
] as const;

interface PdfRun {
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
  readonly scratch: string | undefined;
  readonly settings: Settings;
}

export interface PdfRequest {
  readonly kind: string;
  readonly filter: 'writer_pdf_Export' | 'calc_pdf_Export' | 'impress_pdf_Export';
  readonly settings: Readonly<Record<string, boolean>>;
  readonly pdfa: boolean;
  readonly password: string;
  readonly prepare?: (bytes: Uint8Array, ending: string) => Uint8Array;
}

/** A PDF of each upload. */
export async function officePdfs(run: PdfRun, { kind, filter, settings, pdfa, password, prepare }: PdfRequest) {
  const values = Object.entries({ ExportBookmarks: true, UseTaggedPDF: true, ...settings }).map(
    ([name, value]) => [name, { type: 'boolean', value: `${value}` }] as const,
  );
  const version = pdfa ? [['SelectPdfVersion', { type: 'long', value: '2' }] as const] : [];
  const to = `pdf:${filter}:${JSON.stringify(Object.fromEntries([...values, ...version]))}`;
  const converted = await convertByOffice(run, { to, password, kind, ...(prepare === undefined ? {} : { prepare }) });
  return eachFile(run, ({ name }, index) => {
    const made = converted(index);
    const opened = openPdf({ name, bytes: made });
    // PDF/A says in its metadata what its properties are: those stay as they were written.
    if (!pdfa) setInfo(opened.document, { creationDate: '', modificationDate: '' });
    const bytes = pdfa ? made : rewritePdf(opened.document);
    return {
      report: { pages: opened.pages.length },
      outputs: [{ name: renamed(name, '.pdf'), mime: 'application/pdf', bytes }],
    };
  });
}

import { stemOf } from '../../core/files.js';
import { FILE_NAME_CHARACTERS } from '../../core/limits.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';

export const PDF_MIME = 'application/pdf';

/** `<stem>-<part>.pdf`, unlike every name of `taken`, and short enough to be sent as an input again. */
export function partName(name: string, part: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? `-${part}.pdf` : `-${part} (${n}).pdf`;
    const stem = [...stemOf(name)].slice(0, FILE_NAME_CHARACTERS - ending.length).join('');
    const candidate = `${stem}${ending}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** `<stem>-<part>.pdf` of a result of one file. */
export const changedName = (name: string, part: string): string => partName(name, part, new Set());

/** What a tool made of one upload (`eachFile`): its report, and the PDF written for it. */
export const changedPdf = <Report extends object>(
  pdf: OpenPdf,
  part: string,
  bytes: Uint8Array,
  report: Report,
  warnings: readonly string[] = [],
) => ({
  report: { ...report, ...conditionOf(pdf, warnings) },
  outputs: [{ name: changedName(pdf.name, part), mime: PDF_MIME, bytes }],
});

/** What every tool that writes a PDF anew says about the file it was given. */
export const conditionOf = ({ document }: OpenPdf, more: readonly string[] = []) => ({
  repaired: document.isRepaired,
  warnings: [...document.warnings, ...more],
});

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

import type { PdfDocument } from '../document/document.js';
import type { PdfPage } from '../pages/pages.js';
import { isName, PdfDict, type PdfValue } from '../syntax/objects.js';

/** Deepest field in fields. */
const MAX_DEPTH = 32;

/** Everything that may say again what is to go and cannot be looked through: files, scripts, structure, metadata, private data. */
export function clearCatalog(document: PdfDocument, removed: ReadonlySet<PdfDict>): void {
  const { catalog } = document;
  for (const key of [
    'StructTreeRoot',
    'MarkInfo',
    'Metadata',
    'PieceInfo',
    'AF',
    'Collection',
    'AA',
    'Threads',
    'SpiderInfo',
    'DSS',
    'Perms',
    'Legal',
    'DPartRoot',
  ]) {
    catalog.delete(key);
  }
  const action = document.getDict(catalog, 'OpenAction');
  if (action !== undefined && !isName(document.get(action, 'S'), 'GoTo')) catalog.delete('OpenAction');
  const names = document.getDict(catalog, 'Names');
  for (const key of ['EmbeddedFiles', 'JavaScript', 'Renditions', 'AlternatePresentations', 'Templates', 'IDS', 'URLS'])
    names?.delete(key);
  const form = document.getDict(catalog, 'AcroForm');
  if (form === undefined) return;
  form.delete('XFA');
  form.delete('CO');
  const fields = document.getArray(form, 'Fields');
  if (fields !== undefined) form.set('Fields', remainingFields(document, fields, removed, 0));
}

function remainingFields(
  document: PdfDocument,
  fields: readonly PdfValue[],
  removed: ReadonlySet<PdfDict>,
  depth: number,
): PdfValue[] {
  const remaining: PdfValue[] = [];
  for (const value of fields) {
    const field = document.resolve(value);
    if (!(field instanceof PdfDict) || removed.has(field) || depth > MAX_DEPTH) continue;
    const kids = document.getArray(field, 'Kids');
    if (kids !== undefined) {
      const left = remainingFields(document, kids, removed, depth + 1);
      if (left.length === 0) continue;
      field.set('Kids', left);
    }
    field.delete('AA');
    remaining.push(value);
  }
  return remaining;
}

/** Notes that carry files, sounds or films, on every page. */
export function removeAttachmentNotes(document: PdfDocument, pages: readonly PdfPage[]): number {
  let count = 0;
  for (const { dict } of pages) {
    const annotations = document.getArray(dict, 'Annots');
    if (annotations === undefined) continue;
    const kept = annotations.filter((value) => {
      const subtype = document.getName(document.dictOf(value) ?? new PdfDict(), 'Subtype') ?? '';
      return !['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D'].includes(subtype);
    });
    count += annotations.length - kept.length;
    if (kept.length < annotations.length) dict.set('Annots', kept);
    for (const value of kept) document.dictOf(value)?.delete('AA');
  }
  return count;
}

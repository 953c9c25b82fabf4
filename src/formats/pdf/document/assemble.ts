import { overLimit } from '../../../core/errors.js';
import { CLASS_LIMITS } from '../../../core/limits.js';
import { FormCarryOver } from '../forms/forms.js';
import { DestinationCarryOver } from '../navigation/destinations.js';
import { OutlineCarryOver } from '../navigation/outlines.js';
import { StructureCarryOver } from '../navigation/structure.js';
import { LabelCarryOver } from '../pages/labels.js';
import { LayerCarryOver } from '../pages/layers.js';
import { MAX_PAGES, type PdfPage } from '../pages/pages.js';
import { usedResources } from '../pages/resources.js';
import { OutputIntentCarryOver } from '../pictures/output-intents.js';
import { NameTreeCarryOver } from '../syntax/name-trees.js';
import { isName, PdfDict, PdfName, type PdfRef, type PdfValue } from '../syntax/objects.js';
import { PdfDocument } from './document.js';
import { type OpenPdf, readingPdf } from './open.js';
import { packStreams, savePdf } from './save.js';
import { type CarryOver, Share } from './share.js';

/** Pages of one file, in the order wanted. */
export interface Selection {
  readonly pdf: OpenPdf;
  /** Pages from 0; all of them where left out. */
  readonly pages?: readonly number[];
  /** What the file is called in the outline of a document of several files. */
  readonly title?: string;
  /** Attachments, scripts and the like are kept though pages are left out: the document stays what it is. */
  readonly isDocumentKept?: boolean;
}

/** Entries of the catalog that say how to show the document: the first file's. */
const FIRST_FILE_ENTRIES = ['PageLayout', 'PageMode', 'ViewerPreferences', 'URI', 'Metadata'];
/** Entries that speak of a whole document, so only of one that is whole and alone. */
const LONE_FILE_ENTRIES = ['AA', 'Collection', 'DPartRoot', 'PieceInfo', 'Requirements'];

/**
 * One PDF of pages of one or more files, with what belongs to the pages: outlines, links and named destinations, form fields,
 * annotations, page labels, layers, structure; of whole files attachments and scripts too. Information about the document is
 * the first file's. Throws INVALID_INPUT naming the file whose damage shows only now, LIMIT_EXCEEDED past MAX_PAGES.
 */
export function assemblePdf(selections: readonly Selection[]): Uint8Array {
  const target = PdfDocument.empty();
  const carryOvers: readonly CarryOver[] = [
    new DestinationCarryOver(target),
    new FormCarryOver(target),
    new OutlineCarryOver(target),
    new LabelCarryOver(target),
    new LayerCarryOver(target),
    new NameTreeCarryOver(target),
    new OutputIntentCarryOver(target),
    // The last: it must know the keys of everything that was copied.
    new StructureCarryOver(target),
  ];
  const catalog = new PdfDict().set('Type', new PdfName('Catalog'));
  const pagesRef = target.reserve();
  const pageRefs: PdfRef[] = [];
  const threads: PdfValue[] = [];
  for (const [i, { pdf, pages, title, isDocumentKept }] of selections.entries()) {
    const indexes = pages ?? pdf.pages.map(({ index }) => index);
    if (pageRefs.length + indexes.length > MAX_PAGES)
      throw overLimit(`The result must have at most ${MAX_PAGES} pages`);
    readingPdf(pdf.name, () => {
      const share = new Share(
        pdf,
        target,
        indexes,
        pageRefs.length,
        selections.length === 1 ? undefined : (title ?? pdf.name),
        isDocumentKept,
      );
      for (const carryOver of carryOvers) carryOver.prepare?.(share);
      copyPages(share, pagesRef);
      pageRefs.push(...share.refs);
      for (const carryOver of carryOvers) carryOver.collect?.(share);
      if (share.isWhole) threads.push(...copyThreads(share));
      if (i === 0) takeFirst(share, catalog);
      takeCommon(share, catalog);
      share.copier.finish();
    });
  }
  target.set(
    pagesRef,
    new PdfDict().set('Type', new PdfName('Pages')).set('Count', pageRefs.length).set('Kids', pageRefs),
  );
  catalog.set('Pages', pagesRef);
  if (threads.length > 0) catalog.set('Threads', threads);
  for (const carryOver of carryOvers) carryOver.finish(catalog);
  target.trailer.set('Root', target.add(catalog));
  const documents = selections.map(({ pdf }) => pdf.document);
  target.usesObjectStreams = documents.some(({ usesObjectStreams }) => usesObjectStreams);
  const versions = documents.map(({ version }) => version).toSorted();
  const bytes = savePdf(target, versions.at(-1) ?? '1.4');
  if (bytes.length <= CLASS_LIMITS.native.outputFileBytes) return bytes;
  // Files of 20 MiB in all may not end in a file that is too large by its own frame.
  packStreams(target);
  return savePdf(target, versions.at(-1) ?? '1.4');
}

const MADE_ANEW: ReadonlySet<string> = new Set(['Parent', 'Resources']);
/** The beads of an article run through the whole file. */
const MADE_ANEW_OF_A_PART: ReadonlySet<string> = new Set([...MADE_ANEW, 'B']);

function copyPages(share: Share, parent: PdfRef): void {
  for (const [i, index] of share.indexes.entries()) {
    const page = share.pdf.pages[index];
    const ref = share.refs[i];
    if (page !== undefined && ref !== undefined) share.target.set(ref, copyPage(share, page, parent));
  }
  share.copier.finish();
}

function copyPage(share: Share, page: PdfPage, parent: PdfRef): PdfDict {
  const { copier } = share;
  const copy = copier.copyDict(page.dict, share.isWhole ? MADE_ANEW : MADE_ANEW_OF_A_PART);
  copy.set('Type', new PdfName('Page')).set('Parent', parent);
  for (const [key, value] of page.inherited) {
    const copied = page.dict.has(key) || key === 'Resources' ? undefined : copier.copy(value);
    if (copied !== undefined && copied !== null) copy.set(key, copied);
  }
  // A page must have resources, if only empty ones (ISO 32000-2, table 31).
  copy.set('Resources', copyResources(share, page) ?? new PdfDict());
  return copy;
}

function copyResources(share: Share, page: PdfPage): PdfValue | undefined {
  if (!share.isWhole) {
    const used = usedResources(share.document, page);
    return used === undefined ? undefined : share.copier.copy(used);
  }
  const own = page.dict.get('Resources');
  if (own !== undefined) return share.copier.copy(own);
  const inherited = page.inherited.get('Resources');
  // What a node of the tree holds for all its pages becomes one object for them.
  return inherited instanceof PdfDict ? share.shared(inherited) : inherited && share.copier.copy(inherited);
}

function copyThreads(share: Share): PdfValue[] {
  const threads = share.copier.copy(share.document.get(share.document.catalog, 'Threads'));
  return Array.isArray(threads) ? threads.filter((thread) => thread !== null) : [];
}

function takeFirst(share: Share, catalog: PdfDict): void {
  const { document, target, isAlone } = share;
  const source = document.catalog;
  const keys = isAlone && share.hasDocument ? [...FIRST_FILE_ENTRIES, ...LONE_FILE_ENTRIES] : FIRST_FILE_ENTRIES;
  for (const key of keys) {
    const copy = share.copyOf(source, key);
    if (copy !== undefined && copy !== null) catalog.set(key, copy);
  }
  const action = document.get(source, 'OpenAction');
  const isGoTo = Array.isArray(action) || (action instanceof PdfDict && isName(document.get(action, 'S'), 'GoTo'));
  const rule = share.rules.get(Array.isArray(action) ? 'Dest' : 'A');
  const opening = isGoTo || (isAlone && share.hasDocument) ? rule?.(action, source) : undefined;
  if (opening !== undefined && opening !== null) catalog.set('OpenAction', opening);
  const info = document.resolve(document.trailer.get('Info'));
  if (info instanceof PdfDict) target.trailer.set('Info', target.add(share.copier.copyDict(info)));
}

/** Of several files the first that states it. */
function takeCommon(share: Share, catalog: PdfDict): void {
  const source = share.document.catalog;
  for (const key of ['Lang', 'Extensions']) {
    const copy = catalog.has(key) ? undefined : share.copyOf(source, key);
    if (copy !== undefined && copy !== null) catalog.set(key, copy);
  }
  const files = share.hasDocument ? share.document.getArray(source, 'AF') : undefined;
  const copy = files === undefined ? undefined : share.copier.copy(files);
  const known = catalog.get('AF');
  if (Array.isArray(copy)) catalog.set('AF', [...(Array.isArray(known) ? known : []), ...copy]);
}

import { withoutJpegMetadata } from '../../../lib/picture-files/jpeg-segments.js';
import { isName, PdfDict, PdfStream, type PdfValue } from '../syntax/objects.js';
import { readNameTree } from '../syntax/trees.js';
import { walkDocument } from '../syntax/walk.js';
import { type ActionRisk, riskOf, withoutActions } from './actions.js';
import type { PdfDocument } from './document.js';
import { removeMetadata } from './metadata.js';
import { type OpenPdf, readingPdf } from './open.js';

/** What is to go. */
export interface SanitizeRequest {
  readonly javascript: boolean;
  readonly actions: boolean;
  readonly links: boolean;
  readonly attachments: boolean;
  readonly metadata: boolean;
  readonly annotations: boolean;
}

/** How much of each was found and taken out. */
export interface Sanitized {
  scripts: number;
  actions: number;
  links: number;
  attachments: number;
  metadata: number;
  imageMetadata: number;
  annotations: number;
  xfaForms: number;
}

/** Annotations that play or hold something of their own (ISO 32000-2, table 171). */
const MEDIA = new Set(['Movie', 'Sound', 'Screen', '3D', 'RichMedia']);
/** Annotations that are no comments: links, form fields, and marks for printers. */
const FUNCTIONAL = new Set(['Link', 'Widget', 'PrinterMark', 'TrapNet', 'Watermark', 'FileAttachment', ...MEDIA]);

/**
 * Takes out of a document what `request` names, wherever it stands, and says how much that was. Throws INVALID_INPUT naming the file
 * where it is damaged.
 */
export const sanitizePdf = (pdf: OpenPdf, request: SanitizeRequest): Sanitized =>
  readingPdf(pdf.name, () => sanitize(pdf, request));

function sanitize(pdf: OpenPdf, request: SanitizeRequest): Sanitized {
  const { document } = pdf;
  const done: Sanitized = {
    scripts: 0,
    actions: 0,
    links: 0,
    attachments: 0,
    metadata: 0,
    imageMetadata: 0,
    annotations: 0,
    xfaForms: 0,
  };
  const isUnwanted = (risk: ActionRisk): boolean =>
    risk === 'script' ? request.javascript : risk === 'link' ? request.links : request.actions;
  const remove = (risk: ActionRisk): boolean => {
    if (!isUnwanted(risk)) return false;
    done[risk === 'script' ? 'scripts' : risk === 'link' ? 'links' : 'actions'] += 1;
    return true;
  };
  // First: later some are no longer found, because nothing leads to them.
  if (request.attachments) {
    for (const { dict } of walkDocument(document)) done.attachments += cleanFile(document, dict);
  }
  cleanCatalog(document, request, done);
  const gone = removeAnnotations(pdf, request, done);
  for (const { dict } of walkDocument(document)) cleanActions(document, dict, request, remove, gone);
  // What is left is referred to in ways that the format does not know, or by chains that are too long.
  for (const { dict, stream } of walkDocument(document)) {
    const risk = riskOf(document, dict);
    if (risk !== undefined && remove(risk)) dict.clear();
    if (request.metadata && stream !== undefined) done.imageMetadata += cleanPicture(document, stream);
  }
  if (request.metadata) {
    const { info, packets, pieces } = removeMetadata(document);
    done.metadata = info + packets + pieces;
    for (const { dict } of pdf.pages) dict.delete('Thumb');
  }
  return done;
}

/** Entries of the catalog and of its name trees. */
function cleanCatalog(document: PdfDocument, request: SanitizeRequest, done: Sanitized): void {
  const { catalog } = document;
  const names = document.getDict(catalog, 'Names');
  const drop = (kind: string): number => {
    const count = readNameTree(document, names?.get(kind)).length;
    names?.delete(kind);
    return count;
  };
  if (request.javascript) {
    done.scripts += drop('JavaScript');
    const form = document.getDict(catalog, 'AcroForm');
    // An XFA form is a program of its own, with scripts and connections.
    if (form?.has('XFA')) {
      form.delete('XFA');
      done.xfaForms += 1;
    }
    form?.delete('CO');
    catalog.delete('NeedsRendering');
  }
  if (request.actions) done.actions += drop('Renditions') + drop('AlternatePresentations');
  if (request.links) {
    drop('URLS');
    if (catalog.has('URI')) {
      catalog.delete('URI');
      done.links += 1;
    }
    catalog.delete('SpiderInfo');
  }
  if (request.attachments) {
    names?.delete('EmbeddedFiles');
    catalog.delete('Collection');
  }
}

/** Takes out the annotations that are not wanted; gives their dictionaries, emptied. */
function removeAnnotations(
  { document, pages }: OpenPdf,
  request: SanitizeRequest,
  done: Sanitized,
): ReadonlySet<PdfDict> {
  const gone = new Set<PdfDict>();
  const count = (annotation: PdfDict): boolean => {
    const kind = document.getName(annotation, 'Subtype') ?? '';
    if (kind === 'FileAttachment') return request.attachments;
    if (MEDIA.has(kind)) {
      if (request.actions) done.actions += 1;
      return request.actions;
    }
    if (kind === 'Link') return request.links && isRiskyLink(document, annotation, request);
    if (!request.annotations || FUNCTIONAL.has(kind)) return false;
    done.annotations += 1;
    return true;
  };
  for (const { dict: page } of pages) {
    const list = document.getArray(page, 'Annots');
    if (list === undefined) continue;
    const kept = list.filter((value) => {
      const annotation = document.dictOf(value);
      if (annotation === undefined || gone.has(annotation)) return false;
      if (!count(annotation)) return true;
      gone.add(annotation);
      return false;
    });
    if (kept.length === list.length) continue;
    if (kept.length === 0) page.delete('Annots');
    else page.set('Annots', kept);
  }
  for (const annotation of gone) {
    if (isName(document.get(annotation, 'Subtype'), 'Link')) countLink(document, annotation, done);
    annotation.clear();
  }
  return gone;
}

/** A link that leads out, and so to nowhere once its action is gone. */
function isRiskyLink(document: PdfDocument, annotation: PdfDict, request: SanitizeRequest): boolean {
  const action = document.getDict(annotation, 'A');
  const risk = action && riskOf(document, action);
  // What follows a risky action may be harmless.
  return action?.has('Next') === false && (risk === 'link' || (risk === 'action' && request.actions));
}

function countLink(document: PdfDocument, annotation: PdfDict, done: Sanitized): void {
  const action = document.getDict(annotation, 'A');
  const risk = action && riskOf(document, action);
  if (risk === 'link') done.links += 1;
  else if (risk === 'action') done.actions += 1;
  action?.clear();
}

const ACTION_KEYS = ['A', 'OpenAction', 'PA'] as const;

function cleanActions(
  document: PdfDocument,
  dict: PdfDict,
  request: SanitizeRequest,
  remove: (risk: ActionRisk) => boolean,
  gone: ReadonlySet<PdfDict>,
): void {
  for (const key of ACTION_KEYS) {
    const value = dict.get(key);
    if (value === undefined || !(document.resolve(value) instanceof PdfDict)) continue;
    const kept = withoutActions(document, value, remove);
    if (kept === undefined) dict.delete(key);
    else dict.set(key, kept);
  }
  const triggers = document.getDict(dict, 'AA');
  if (triggers !== undefined) {
    for (const [event, value] of [...triggers]) {
      const kept = withoutActions(document, value, remove);
      if (kept === undefined) triggers.delete(event);
      else triggers.set(event, kept);
    }
    if (triggers.size === 0) dict.delete('AA');
  }
  // Scripts of 3D pictures and of renditions.
  if (request.javascript) dict.delete('OnInstantiate');
  if (gone.size > 0 && dict.has('K')) dropReferences(document, dict, gone);
}

/** Structure elements must not refer to annotations that are gone. */
export function dropReferences(document: PdfDocument, element: PdfDict, gone: ReadonlySet<PdfDict>): void {
  const leadsNowhere = (value: PdfValue): boolean => {
    const kid = document.resolve(value);
    if (!(kid instanceof PdfDict) || !isName(document.get(kid, 'Type'), 'OBJR')) return false;
    const target = document.getDict(kid, 'Obj');
    return target !== undefined && gone.has(target);
  };
  const kids = element.get('K') ?? null;
  const list = document.resolve(kids);
  if (Array.isArray(list)) {
    const kept = list.filter((kid) => !leadsNowhere(kid));
    if (kept.length < list.length) element.set('K', kept);
  } else if (leadsNowhere(kids)) element.delete('K');
}

/** Takes embedded files out of a file specification, and associated files from whatever has them. */
function cleanFile(document: PdfDocument, dict: PdfDict): number {
  dict.delete('AF');
  const files = document.getDict(dict, 'EF');
  if (files === undefined) return 0;
  for (const value of files.values()) {
    const stream = document.resolve(value);
    if (stream instanceof PdfStream) stream.bytes = new Uint8Array(0);
  }
  dict.delete('EF');
  dict.delete('RF');
  return 1;
}

/** EXIF and the like inside of JPEG pictures. */
function cleanPicture(document: PdfDocument, stream: PdfStream): number {
  const filter = document.get(stream.dict, 'Filter');
  const only = Array.isArray(filter) && filter.length === 1 ? document.resolve(filter[0]) : filter;
  if (!isName(only, 'DCTDecode') && !isName(only, 'DCT')) return 0;
  const bytes = withoutJpegMetadata(stream.bytes);
  if (bytes.length === stream.bytes.length) return 0;
  stream.bytes = bytes;
  return 1;
}

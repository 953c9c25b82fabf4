import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import {
  byteString,
  dictOf,
  isName,
  PdfDict,
  PdfName,
  PdfStream,
  PdfString,
  type PdfValue,
  stringText,
  textString,
} from '../syntax/objects.js';
import { makeNameTree, readNameTree } from '../syntax/trees.js';
import { walkDocument } from '../syntax/walk.js';
import type { PdfDocument } from './document.js';
import { isoDate } from './metadata.js';
import type { OpenPdf } from './open.js';
import { dropReferences } from './sanitize.js';
import { stringEntry } from './survey.js';

/** A file embedded in a document (ISO 32000-2, 7.11.4). What it does not say of itself is null. */
export interface Attachment {
  readonly name: string;
  readonly description: string | null;
  /** How it belongs to the document: `AFRelationship` (ISO 32000-2, table 43). */
  readonly relationship: string | null;
  readonly mime: string | null;
  /** Its size as stated. */
  readonly bytes: number | null;
  readonly created: string | null;
  readonly modified: string | null;
  /** The page with its annotation, from 1; `null` for one that belongs to the whole document. */
  readonly page: number | null;
  readonly specification: PdfDict;
  readonly stream: PdfStream | undefined;
}

/** Kinds of names and streams of a file specification, the ones that everybody reads first. */
const KINDS = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

/** Most attachments that are looked at. */
const MAX_ATTACHMENTS = 10_000;

function attachmentOf(
  document: PdfDocument,
  value: PdfValue,
  key: string | undefined,
  page: number | null,
): Attachment | undefined {
  const specification = document.dictOf(value);
  if (specification === undefined) return undefined;
  const holder = document.getDict(specification, 'EF');
  const streams = KINDS.map((kind) => holder && document.get(holder, kind));
  const stream = streams.find((one) => one instanceof PdfStream);
  const names = KINDS.map((kind) => stringEntry(document, specification, kind, stringText));
  const name =
    names.find((one) => one !== null && one !== '') ?? (key === undefined ? '' : stringText(byteString(key)));
  const own = stream?.dict ?? new PdfDict();
  const parameters = document.getDict(own, 'Params') ?? new PdfDict();
  const date = (entry: string) => stringEntry(document, parameters, entry, (text) => isoDate(stringText(text)));
  const size = document.get(parameters, 'Size');
  return {
    name,
    description: stringEntry(document, specification, 'Desc', stringText),
    relationship: document.getName(specification, 'AFRelationship') ?? null,
    mime: document.getName(own, 'Subtype') ?? null,
    bytes: typeof size === 'number' ? size : null,
    created: date('CreationDate'),
    modified: date('ModDate'),
    page,
    specification,
    stream,
  };
}

/** The files attached to a document, and those whose annotations are on its pages, each once. */
export function attachmentsIn(document: PdfDocument, pages: OpenPdf['pages'] = []): Attachment[] {
  const found: Attachment[] = [];
  const seen = new Set<PdfDict>();
  const add = (value: PdfValue, key: string | undefined, page: number | null): void => {
    const attachment = attachmentOf(document, value, key, page);
    if (attachment === undefined || seen.has(attachment.specification) || found.length >= MAX_ATTACHMENTS) return;
    seen.add(attachment.specification);
    found.push(attachment);
  };
  const names = document.getDict(document.catalog, 'Names');
  for (const [key, value] of readNameTree(document, names?.get('EmbeddedFiles'))) add(value, key, null);
  if (pages.length === 0) return found;
  for (const value of document.getArray(document.catalog, 'AF') ?? []) add(value, undefined, null);
  for (const page of pages) {
    for (const value of document.getArray(page.dict, 'Annots') ?? []) {
      const annotation = document.dictOf(value);
      const isFile = annotation !== undefined && isName(document.get(annotation, 'Subtype'), 'FileAttachment');
      if (isFile) add(annotation.get('FS') ?? null, undefined, page.index + 1);
    }
  }
  return found.filter(({ stream, page }) => stream !== undefined || page === null);
}

/** A file to attach. */
export interface NewAttachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly description: string;
  /** As the format names it. */
  readonly relationship: string;
  /** As the format writes dates. */
  readonly modified: string;
}

/** Attaches files to a document, as PDF/A-3 wants it (ISO 19005-3, 6.8); one of the same name is replaced. Gives the names replaced. */
export function attachFiles(pdf: OpenPdf, files: readonly NewAttachment[]): string[] {
  const { document } = pdf;
  const names = new Set(files.map(({ name }) => name));
  const old = attachmentsIn(document).filter(({ name }) => names.has(name));
  detachFiles(pdf, new Set(old.map(({ specification }) => specification)));
  const { catalog } = document;
  const holder = new PdfDict(document.getDict(catalog, 'Names') ?? []);
  const tree = new Map(readNameTree(document, holder.get('EmbeddedFiles')));
  const listed = [...(document.getArray(catalog, 'AF') ?? [])];
  for (const file of files) {
    const ref = document.add(specificationFor(document, file));
    const written = Buffer.from(textString(file.name).bytes).toString('latin1');
    let key = written;
    for (let n = 2; tree.has(key); n += 1) key = `${written}-${n}`;
    tree.set(key, ref);
    listed.push(ref);
  }
  holder.set('EmbeddedFiles', document.add(makeNameTree(document, tree)));
  catalog.set('Names', holder).set('AF', listed);
  return old.map(({ name }) => name);
}

function specificationFor(document: PdfDocument, file: NewAttachment): PdfDict {
  const { name, bytes, mime, description, relationship, modified } = file;
  const packed = deflateSync(bytes);
  const isPacked = packed.length < bytes.length;
  const dict = dictOf({
    Type: new PdfName('EmbeddedFile'),
    Subtype: new PdfName(mime),
    Params: dictOf({
      Size: bytes.length,
      ModDate: byteString(modified),
      CheckSum: new PdfString(createHash('md5').update(bytes).digest(), true),
    }),
    Filter: isPacked ? new PdfName('FlateDecode') : undefined,
  });
  const stream = document.add(new PdfStream(dict, isPacked ? packed : bytes));
  return dictOf({
    Type: new PdfName('Filespec'),
    F: byteString(name.replace(/[^\x20-\x7e]/gu, '_')),
    UF: textString(name),
    EF: dictOf({ F: stream, UF: stream }),
    Desc: description === '' ? undefined : textString(description),
    AFRelationship: new PdfName(relationship),
  });
}

/** Takes attachments out of a document, with the annotations of their files, by their specifications. */
export function detachFiles({ document, pages }: OpenPdf, gone: ReadonlySet<PdfDict>): void {
  if (gone.size === 0) return;
  const { catalog } = document;
  const isGone = (value: PdfValue): boolean => {
    const dict = document.dictOf(value);
    return dict !== undefined && gone.has(dict);
  };
  const names = document.getDict(catalog, 'Names');
  if (names?.has('EmbeddedFiles')) {
    const kept = readNameTree(document, names.get('EmbeddedFiles')).filter(([, value]) => !isGone(value));
    const holder = new PdfDict(names);
    if (kept.length === 0) holder.delete('EmbeddedFiles');
    else holder.set('EmbeddedFiles', document.add(makeNameTree(document, kept)));
    if (holder.size === 0) catalog.delete('Names');
    else catalog.set('Names', holder);
    // A portfolio without files has nothing to show.
    if (kept.length === 0) catalog.delete('Collection');
  }
  const annotations = new Set<PdfDict>();
  for (const { dict } of pages) {
    const list = document.getArray(dict, 'Annots');
    const kept = list?.filter((value) => {
      const annotation = document.dictOf(value);
      const isFile = annotation !== undefined && isGone(annotation.get('FS') ?? null);
      if (isFile) annotations.add(annotation);
      return !isFile;
    });
    if (kept !== undefined && kept.length < (list?.length ?? 0)) dict.set('Annots', kept);
  }
  for (const { dict } of walkDocument(document)) {
    const list = document.getArray(dict, 'AF');
    const kept = list?.filter((value) => !isGone(value));
    if (kept?.length === 0) dict.delete('AF');
    else if (kept !== undefined && kept.length < (list?.length ?? 0)) dict.set('AF', kept);
    if (dict.has('K') && annotations.size > 0) dropReferences(document, dict, annotations);
  }
}

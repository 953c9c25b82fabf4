import { createHash } from 'node:crypto';

import { invalid, quote } from '../../../core/errors.js';
import { ContentFault } from '../../../lib/faults.js';
import { signCms } from '../../../lib/pki/cms.js';
import type { Identity } from '../../../lib/pki/pkcs12.js';
import { appendUpdate, isAppendable, type Update } from '../document/append.js';
import { withPlainTree } from '../document/change.js';
import { type OpenPdf, openPdf, readingPdf } from '../document/open.js';
import { rewritePdf, serialize } from '../document/save.js';
import { type PdfBox, rotationOf, shownBoxOf } from '../pages/page-size.js';
import type { PdfPage } from '../pages/pages.js';
import { isInteger, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue, textString } from '../syntax/objects.js';

export interface SignRequest {
  readonly identity: Identity;
  /** Empty for none. */
  readonly reason: string;
  readonly location: string;
  readonly name: string;
  readonly now: Date;
  /** Where the signature is seen, and what is drawn there; `undefined` for nowhere. */
  readonly stamp: Stamp | undefined;
}

export interface Stamp {
  /** From 0. */
  readonly page: number;
  /** Left, top, width and height in points, from the upper left corner of the page as it is shown. */
  readonly place: readonly [left: number, top: number, width: number, height: number];
  /** Makes the content and the resources of a form of this size. */
  readonly draw: (
    width: number,
    height: number,
    add: (value: PdfValue) => PdfRef,
  ) => { content: string; resources: PdfDict };
}

/** Room for the signature besides its certificates. Measured: RSA of 4,096 bits takes about 1,000 bytes. */
const ROOM_BYTES = 4096;

/**
 * Signs a PDF (PAdES baseline B: ETSI EN 319 142-1) in an update behind it, so that earlier signatures stay valid. Damaged and
 * restricted files are written anew first, which `document.warnings` tells.
 * Throws INVALID_INPUT where an earlier signature allows no changes.
 */
export function signPdf(opened: OpenPdf, original: Uint8Array, request: SignRequest): Uint8Array {
  return readingPdf(opened.name, () => {
    let pdf = opened;
    let bytes = original;
    if (!isAppendable(pdf, bytes) || pdf.pages.some(({ ref }) => ref === undefined)) {
      bytes = rewritePdf(withPlainTree(pdf).document);
      pdf = openPdf({ name: opened.name, bytes });
    }
    checkCertification(pdf);
    const prepared = prepare(pdf, request);
    const length =
      2 *
      (ROOM_BYTES +
        [request.identity.certificate, ...request.identity.others].reduce((sum, { raw }) => sum + raw.length, 0));
    const time = pdfTime(request.now);
    const value = signatureValue(request, time, length);
    const updates: Update[] = [...prepared.updates, { ref: prepared.value, value: { text: value } }];
    const unsigned = Buffer.from(appendUpdate(pdf, bytes, updates, time));
    return fill(unsigned, bytes.length, length, request.identity);
  });
}

/** A certification may forbid every change, later signatures too (ISO 32000-2, 12.8.2.2). */
function checkCertification({ name, document }: OpenPdf): void {
  const permissions = document.getDict(document.catalog, 'Perms');
  const certification = permissions && document.getDict(permissions, 'DocMDP');
  for (const value of (certification && document.getArray(certification, 'Reference')) ?? []) {
    const reference = document.dictOf(value);
    const parameters = reference && document.getDict(reference, 'TransformParams');
    if (parameters !== undefined && document.get(parameters, 'P') === 1)
      throw invalid(`Cannot sign PDF ${quote(name)}: it is certified and allows no changes`);
  }
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** A PDF date in UTC. */
const pdfTime = (now: Date): string =>
  `D:${now.getUTCFullYear()}${pad(now.getUTCMonth() + 1)}${pad(now.getUTCDate())}${pad(now.getUTCHours())}${pad(now.getUTCMinutes())}${pad(now.getUTCSeconds())}Z`;

const RANGE = '/ByteRange [0 0000000000 0000000000 0000000000]';

function signatureValue({ reason, location, name }: SignRequest, time: string, length: number): string {
  const dict = new PdfDict();
  for (const [key, text] of Object.entries({ Name: name, Reason: reason, Location: location })) {
    if (text !== '') dict.set(key, textString(text));
  }
  dict.set('M', textString(time));
  const entries = serialize(dict).slice(2, -2);
  return `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached${RANGE}/Contents<${'0'.repeat(length)}>${entries}>>`;
}

/** The objects that the update changes and adds, but for the value of the signature. */
function prepare(pdf: OpenPdf, request: SignRequest): { updates: Update[]; value: PdfRef } {
  const { document } = pdf;
  const updates: Update[] = [];
  const add = (value: PdfValue): PdfRef => {
    const ref = document.reserve();
    updates.push({ ref, value });
    return ref;
  };
  const stamp = request.stamp;
  const page = pdf.pages[stamp?.page ?? 0];
  const root = document.trailer.get('Root');
  if (page?.ref === undefined || !(root instanceof PdfRef)) throw new ContentFault('its catalog is damaged');
  const value = document.reserve();
  const field = new PdfDict([
    ['Type', new PdfName('Annot')],
    ['Subtype', new PdfName('Widget')],
    ['FT', new PdfName('Sig')],
    ['T', textString(freeName(pdf))],
    ['V', value],
    ['P', page.ref],
    // Printed, and locked (ISO 32000-2, table 167).
    ['F', 132],
    ['Rect', [0, 0, 0, 0]],
  ]);
  if (stamp !== undefined) {
    const { rect, matrix, width, height } = placeOn(pdf, page, stamp);
    const { content, resources } = stamp.draw(width, height, add);
    const look = new PdfDict([
      ['Type', new PdfName('XObject')],
      ['Subtype', new PdfName('Form')],
      ['BBox', [0, 0, width, height]],
      ['Matrix', [...matrix]],
      ['Resources', resources],
    ]);
    field
      .set('Rect', [...rect])
      .set('AP', new PdfDict().set('N', add(new PdfStream(look, Buffer.from(content, 'latin1')))));
  }
  const fieldRef = add(field);
  const changedPage = new PdfDict(page.dict);
  changedPage.set('Annots', [...(document.getArray(page.dict, 'Annots') ?? []), fieldRef]);
  updates.push({ ref: page.ref, value: changedPage });
  const formValue = document.catalog.get('AcroForm');
  const known = document.resolve(formValue);
  const form = new PdfDict(known instanceof PdfDict ? known : []);
  const flags = document.get(form, 'SigFlags');
  form.set('Fields', [...(document.getArray(form, 'Fields') ?? []), fieldRef]);
  // Signatures exist, and changes are to be appended.
  form.set('SigFlags', (isInteger(flags) ? flags : 0) | 3);
  if (formValue instanceof PdfRef && known instanceof PdfDict) updates.push({ ref: formValue, value: form });
  else updates.push({ ref: root, value: new PdfDict(document.catalog).set('AcroForm', add(form)) });
  return { updates, value };
}

/** A name that no field of the file has. */
function freeName({ document }: OpenPdf): string {
  const form = document.getDict(document.catalog, 'AcroForm');
  const names = new Set<string>();
  for (const value of (form && document.getArray(form, 'Fields')) ?? []) {
    const field = document.dictOf(value);
    names.add(field === undefined ? '' : serialize(document.get(field, 'T')));
  }
  let number = 1;
  while (names.has(serialize(textString(`Signature${number}`)))) number += 1;
  return `Signature${number}`;
}

/** The rectangle of a place on the page as it is shown, in user space, and what turns its content upright. */
function placeOn({ document }: OpenPdf, page: PdfPage, { place }: Stamp) {
  const [left, bottom, right, top] = shownBoxOf(document, page);
  const [x, y, width, height] = place;
  const turn = rotationOf(document, page);
  const shown: Readonly<Record<number, PdfBox>> = {
    0: [left + x, top - y - height, left + x + width, top - y],
    90: [left + y, bottom + x, left + y + height, bottom + x + width],
    180: [right - x - width, bottom + y, right - x, bottom + y + height],
    270: [right - y - height, top - x - width, right - y, top - x],
  };
  const matrices = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, 0, 0],
    180: [-1, 0, 0, -1, 0, 0],
    270: [0, -1, 1, 0, 0, 0],
  };
  const rect = (shown[turn] ?? [0, 0, 0, 0]).map((value) => Math.round(value * 1e4) / 1e4);
  return { rect, matrix: matrices[turn], width, height };
}

/** Puts the ranges and the signature into their places. */
function fill(file: Buffer, from: number, length: number, identity: Identity): Uint8Array {
  const range = file.indexOf(RANGE, from);
  const start = file.indexOf(`/Contents<${'0'.repeat(64)}`, range) + '/Contents'.length;
  const end = start + length + 2;
  const numbers = [start, end, file.length - end].map((value) => String(value).padEnd(10));
  file.write(`/ByteRange [0 ${numbers.join(' ')}]`, range, 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const signature = Buffer.from(signCms(digest, identity)).toString('hex');
  if (signature.length > length) throw new Error('the signature is larger than its place');
  file.write(signature, start + 1, 'latin1');
  return file;
}

import type { X509Certificate } from 'node:crypto';

import { ContentFault } from '../../../lib/faults.js';
import { type CmsResult, checkChain, type Trust, verifyCms, verifyPlainRsa } from '../../../lib/pki/verify-cms.js';
import { type SignatureField, signatureFields } from '../document/change.js';
import { CompareBudget, isSame } from '../document/compare.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, tryReadPdf } from '../document/open.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { isInteger, PdfDict, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';

/** Kinds of changes that were made behind a signature. */
export type LaterChange = 'signatures' | 'form-fields' | 'annotations' | 'pages' | 'metadata' | 'other';

export interface CheckedSignature {
  readonly field: SignatureField;
  /** What the CMS says; `undefined` where it cannot be read. */
  readonly cms: CmsResult | undefined;
  readonly trust: Trust | undefined;
  readonly chain: readonly X509Certificate[];
  /** The ranges leave out the signature itself and nothing else. */
  readonly isRangeSound: boolean;
  readonly coversWholeFile: boolean;
  readonly changes: readonly LaterChange[];
  /** What a certification allows (ISO 32000-2, table 257): 1 nothing, 2 forms, 3 comments too; `undefined` for an ordinary one. */
  readonly certification: number | undefined;
  readonly problems: readonly string[];
}

export interface VerifyRequest {
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly anchors: readonly X509Certificate[];
  readonly timeOf: (field: SignatureField, cms: CmsResult) => Date;
}

/** Most signatures of one file that are checked: each hashes the whole file. */
export const MAX_SIGNATURES = 50;

/** Checks the signatures of a file, the oldest first. */
export function verifySignatures(pdf: OpenPdf, request: VerifyRequest): CheckedSignature[] {
  const fields = signatureFields(pdf).slice(0, MAX_SIGNATURES);
  const checked = fields.map((field) => ({
    end: endOf(pdf.document, field.value),
    result: checkField(pdf, field, request),
  }));
  return checked.sort((a, b) => a.end - b.end).map(({ result }) => result);
}

function rangeOf(document: PdfDocument, value: PdfDict): number[] | undefined {
  const list = document.getArray(value, 'ByteRange')?.map((item) => document.resolve(item));
  return list?.length === 4 && list.every((item) => isInteger(item) && item >= 0) ? (list as number[]) : undefined;
}

const endOf = (document: PdfDocument, value: PdfDict): number => {
  const [, , start = 0, length = 0] = rangeOf(document, value) ?? [];
  return start + length;
};

function checkField(pdf: OpenPdf, field: SignatureField, request: VerifyRequest): CheckedSignature {
  const { document } = pdf;
  const problems: string[] = [];
  const certification = certificationOf(document, field.value);
  const none = { field, cms: undefined, trust: undefined, chain: [], changes: [], certification };
  const range = rangeOf(document, field.value);
  if (range === undefined) {
    return {
      ...none,
      isRangeSound: false,
      coversWholeFile: false,
      problems: ['it does not say which bytes it covers'],
    };
  }
  const { bytes } = request;
  const [first = 0, gap = 0, second = 0, length = 0] = range;
  const end = second + length;
  const contents = first === 0 && gap < second && end <= bytes.length ? contentsIn(bytes, gap, second) : undefined;
  if (contents === undefined) {
    return {
      ...none,
      isRangeSound: false,
      coversWholeFile: false,
      problems: ['the bytes that it covers are not all but itself'],
    };
  }
  const data = Buffer.concat([bytes.subarray(0, gap), bytes.subarray(second, end)]);
  const coversWholeFile = isBlank(bytes.subarray(end));
  const { cms, problem } = checkedCms(document, field.value, contents, data);
  if (problem !== undefined) problems.push(problem);
  if (cms?.certificate === undefined && cms !== undefined) problems.push('the certificate of the signer is missing');
  const result =
    cms?.certificate && checkChain(cms.certificate, cms.certificates, request.anchors, request.timeOf(field, cms));
  return {
    field,
    cms,
    trust: result?.trust,
    chain: result?.chain ?? [],
    isRangeSound: true,
    coversWholeFile,
    changes: coversWholeFile ? [] : changesAfter(pdf, request, end),
    certification,
    problems,
  };
}

/** The signature between the ranges: a string of hexadecimal digits and nothing else. */
function contentsIn(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
    .toString('latin1')
    .trim();
  if (!/^<[0-9a-fA-F\s]*>$/.test(text)) return undefined;
  return Buffer.from(text.slice(1, -1).replace(/\s/g, ''), 'hex');
}

const isBlank = (rest: Uint8Array): boolean =>
  rest.length < 4096 && rest.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32);

/** Checks the signature; what is wrong with it so that it cannot be checked is a problem of the report. */
function checkedCms(
  document: PdfDocument,
  value: PdfDict,
  contents: Uint8Array,
  data: Uint8Array,
): { readonly cms?: CmsResult; readonly problem?: string } {
  const isPlain = document.getName(value, 'SubFilter') === 'adbe.x509.rsa_sha1';
  const certificates = isPlain ? document.get(value, 'Cert') : null;
  const own = Array.isArray(certificates) ? document.resolve(certificates[0]) : certificates;
  if (isPlain && !(own instanceof PdfString)) return { problem: 'the certificate of the signer is missing' };
  try {
    return { cms: own instanceof PdfString ? verifyPlainRsa(contents, own.bytes, data) : verifyCms(contents, data) };
  } catch (error) {
    if (error instanceof ContentFault) return { problem: error.message };
    throw error;
  }
}

function certificationOf(document: PdfDocument, value: PdfDict): number | undefined {
  for (const item of document.getArray(value, 'Reference') ?? []) {
    const reference = document.dictOf(item);
    if (reference === undefined || document.getName(reference, 'TransformMethod') !== 'DocMDP') continue;
    const parameters = document.getDict(reference, 'TransformParams');
    const level = parameters && document.get(parameters, 'P');
    return isInteger(level) ? level : 2;
  }
  return undefined;
}

/** Compares what was signed with what the file is now. */
function changesAfter(pdf: OpenPdf, { bytes, password }: VerifyRequest, end: number): LaterChange[] {
  const before = tryReadPdf({ name: pdf.name, bytes: bytes.subarray(0, end) }, { password });
  // What was signed is not a file of its own: nothing can be said of the changes but that there are some.
  if (before === undefined) return ['other'];
  const changes = new Set<LaterChange>();
  const budget = new CompareBudget();
  const same = (a: PdfValue | undefined, b: PdfValue | undefined): boolean =>
    isSame(a ?? null, before.document, b ?? null, pdf.document, budget);
  if (before.pages.length !== pdf.pages.length) changes.add('pages');
  else {
    for (const [i, page] of pdf.pages.entries()) {
      const old = before.pages[i];
      if (old === undefined) continue;
      if (PAGE_KEYS.some((key) => !same(pageAttribute(old, key), pageAttribute(page, key)))) changes.add('pages');
      compareAnnotations(before, old, pdf, page, budget, changes);
    }
  }
  const signatures = (file: OpenPdf): number => signatureFields(file).length;
  if (signatures(before) !== signatures(pdf)) changes.add('signatures');
  for (const key of OTHER_KEYS) {
    if (!same(before.document.catalog.get(key), pdf.document.catalog.get(key))) changes.add('other');
  }
  if (
    !same(before.document.catalog.get('Metadata'), pdf.document.catalog.get('Metadata')) ||
    !same(before.document.trailer.get('Info'), pdf.document.trailer.get('Info'))
  ) {
    changes.add('metadata');
  }
  return changes.size === 0 ? ['other'] : [...changes].sort();
}

/** What makes up the look of a page; its annotations are compared by themselves. */
const PAGE_KEYS = ['Contents', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit'] as const;
const OTHER_KEYS = ['OpenAction', 'AA', 'Names', 'OCProperties', 'PageLabels', 'Lang', 'ViewerPreferences'] as const;
/** Entries that lead to other objects, in circles. */
const LINKS = new Set(['P', 'Parent', 'Popup', 'IRT', 'Kids', 'StructParent', 'A', 'Dest']);

function compareAnnotations(
  before: OpenPdf,
  old: PdfPage,
  after: OpenPdf,
  page: PdfPage,
  budget: CompareBudget,
  changes: Set<LaterChange>,
): void {
  const listOf = (file: OpenPdf, dict: PdfDict): PdfDict[] =>
    (file.document.getArray(dict, 'Annots') ?? []).flatMap((value) => file.document.dictOf(value) ?? []);
  const olds = listOf(before, old.dict);
  const news = listOf(after, page.dict);
  for (let i = 0; i < Math.max(olds.length, news.length); i += 1) {
    const [a, b] = [olds[i], news[i]];
    const kind = kindOf(b === undefined ? before.document : after.document, b ?? a);
    const isEqual =
      a !== undefined &&
      b !== undefined &&
      isSame(plain(before.document, a), before.document, plain(after.document, b), after.document, budget);
    if (!isEqual) changes.add(kind);
  }
}

function kindOf(document: PdfDocument, annotation: PdfDict | undefined): LaterChange {
  if (annotation === undefined || document.getName(annotation, 'Subtype') !== 'Widget') return 'annotations';
  return fieldEntry(document, annotation, 'FT') === 'Sig' ? 'signatures' : 'form-fields';
}

function fieldEntry(document: PdfDocument, field: PdfDict, key: string): string | undefined {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && depth < 50; depth += 1) {
    const name = document.getName(node, key);
    if (name !== undefined) return name;
    node = document.getDict(node, 'Parent');
  }
  return undefined;
}

/** Without what leads elsewhere, and with the value of the field it belongs to. */
function plain(document: PdfDocument, annotation: PdfDict): PdfDict {
  const copy = new PdfDict([...annotation].filter(([key]) => !LINKS.has(key)));
  const above = annotation.has('V') ? undefined : document.getDict(annotation, 'Parent');
  const value = above?.get('V');
  if (value !== undefined) copy.set('V', value);
  const resolved = document.resolve(copy.get('V'));
  if (resolved instanceof PdfDict || resolved instanceof PdfStream) copy.delete('V');
  return copy;
}

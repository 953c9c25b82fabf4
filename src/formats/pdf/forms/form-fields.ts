import { LimitFault } from '../../../lib/faults.js';
import type { PdfDocument } from '../document/document.js';
import { type OpenPdf, readingPdf } from '../document/open.js';
import { isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue, stringText } from '../syntax/objects.js';

const FIELD_TYPES = ['text', 'checkbox', 'radio', 'dropdown', 'list', 'button', 'signature', 'unknown'] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** One place where a field stands. */
export interface FormWidget {
  readonly dict: PdfDict;
  /** From 1; `undefined` where no page shows it. */
  readonly page: number | undefined;
  /** Left, bottom, right, top in the page's own coordinates. */
  readonly rectangle: readonly [number, number, number, number];
  /** The appearance that stands for being on, of check boxes and radio buttons. */
  readonly state: string | undefined;
}

/** One choice of a field: the value that is stored and what is shown. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A field of a form (ISO 32000-2, 12.7). */
export interface FormField {
  /** Its names from the root on, joined by full stops. */
  readonly name: string;
  readonly type: FieldType;
  readonly dict: PdfDict;
  readonly value: string | readonly string[] | null;
  readonly defaultValue: string | readonly string[] | null;
  readonly options: readonly FieldOption[];
  readonly flags: number;
  readonly maxLength: number | undefined;
  /** What is shown to the person who fills it in. */
  readonly label: string | undefined;
  readonly widgets: readonly FormWidget[];
  /** Default appearance and alignment, its own or inherited. */
  readonly appearance: string;
  readonly alignment: 0 | 1 | 2;
}

/** Field flags, ISO 32000-2, tables 227 to 233; bits count from 1 there. */
export const FLAGS = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const;

/** Most fields of a file. Chosen: the largest tax forms have 5,000. */
const MAX_FIELDS = 20_000;
const MAX_DEPTH = 50;
const MAX_OPTIONS = 10_000;

/** What a field takes from those above it (ISO 32000-2, 12.7.4.2). */
const INHERITABLE = ['FT', 'Ff', 'V', 'DV', 'DA', 'Q', 'MaxLen', 'Opt'] as const;

interface Node {
  readonly value: PdfValue;
  readonly name: string;
  readonly inherited: PdfDict;
  readonly depth: number;
}

export interface PdfForm {
  /** `undefined` where the document has none. */
  readonly dict: PdfDict | undefined;
  readonly fields: readonly FormField[];
  /** There is a form in XML too, which some viewers show instead. */
  readonly isXfa: boolean;
}

/**
 * All fields of a file, in the order of its form, then those that only pages know. Throws INVALID_INPUT naming the file where it is
 * damaged, LIMIT_EXCEEDED past MAX_FIELDS.
 */
export const readForm = (pdf: OpenPdf): PdfForm => readingPdf(pdf.name, () => formOf(pdf));

function formOf(pdf: OpenPdf): PdfForm {
  const { document } = pdf;
  const form = document.getDict(document.catalog, 'AcroForm');
  const pageOf = pagesOfAnnotations(pdf);
  const inherited = new PdfDict();
  for (const key of ['DA', 'Q']) {
    const value = form?.get(key);
    if (value !== undefined) inherited.set(key, value);
  }
  const fields: FormField[] = [];
  const seen = new Set<PdfDict>();
  const listed = (form && document.getArray(form, 'Fields')) ?? [];
  const loose = [...pageOf.keys()].map((widget) => topOf(document, widget));
  for (const root of [...listed, ...loose]) {
    const waiting: Node[] = [{ value: root, name: '', inherited, depth: 0 }];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const dict = document.resolve(node.value);
      if (!(dict instanceof PdfDict) || seen.has(dict) || node.depth > MAX_DEPTH) continue;
      seen.add(dict);
      if (seen.size > 4 * MAX_FIELDS)
        throw new LimitFault(`it must have at most ${MAX_FIELDS} form fields`, MAX_FIELDS);
      const own = below(dict, node.inherited);
      const part = textEntry(document, dict, 'T');
      const name = part === undefined ? node.name : node.name === '' ? part : `${node.name}.${part}`;
      const kids = (document.getArray(dict, 'Kids') ?? []).filter((kid) => document.resolve(kid) instanceof PdfDict);
      const isParent = kids.some((kid) => (document.resolve(kid) as PdfDict).has('T'));
      if (isParent) {
        for (const kid of kids.toReversed()) waiting.push({ value: kid, name, inherited: own, depth: node.depth + 1 });
        continue;
      }
      for (const kid of kids) seen.add(document.resolve(kid) as PdfDict);
      const widgets = kids.length === 0 ? [dict] : kids.map((kid) => document.resolve(kid) as PdfDict);
      if (!own.has('FT') && part === undefined) continue;
      fields.push(fieldOf(document, name, dict, own, widgets, pageOf));
      if (fields.length > MAX_FIELDS)
        throw new LimitFault(`it must have at most ${MAX_FIELDS} form fields`, MAX_FIELDS);
    }
  }
  return { dict: form, fields, isXfa: form?.has('XFA') ?? false };
}

/** The page, from 1, of every widget. */
function pagesOfAnnotations({ document, pages }: OpenPdf): ReadonlyMap<PdfDict, number> {
  const pageOf = new Map<PdfDict, number>();
  for (const page of pages) {
    for (const value of document.getArray(page.dict, 'Annots') ?? []) {
      const dict = document.resolve(value);
      if (!(dict instanceof PdfDict) || !isName(document.get(dict, 'Subtype'), 'Widget')) continue;
      if (!pageOf.has(dict)) pageOf.set(dict, page.index + 1);
    }
  }
  return pageOf;
}

function topOf(document: PdfDocument, widget: PdfDict): PdfDict {
  let top = widget;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const above = document.getDict(top, 'Parent');
    if (above === undefined) break;
    top = above;
  }
  return top;
}

function below(dict: PdfDict, above: PdfDict): PdfDict {
  const own = new PdfDict(above);
  for (const key of INHERITABLE) {
    const value = dict.get(key);
    if (value !== undefined) own.set(key, value);
  }
  return own;
}

function fieldOf(
  document: PdfDocument,
  name: string,
  dict: PdfDict,
  own: PdfDict,
  widgetDicts: readonly PdfDict[],
  pageOf: ReadonlyMap<PdfDict, number>,
): FormField {
  const flags = integer(document.get(own, 'Ff')) ?? 0;
  const type = typeOf(document.getName(own, 'FT'), flags);
  const isButton = type === 'checkbox' || type === 'radio';
  const widgets = widgetDicts.map((widget) => ({
    dict: widget,
    page: pageOf.get(widget),
    rectangle: rectangleOf(document, widget),
    state: isButton ? stateOf(document, widget) : undefined,
  }));
  const alignment = integer(document.get(own, 'Q'));
  const da = document.get(own, 'DA');
  return {
    name,
    type,
    dict,
    value: fieldValueOf(document, document.get(own, 'V')),
    defaultValue: fieldValueOf(document, document.get(own, 'DV')),
    options: optionsOf(document, own, type, widgets),
    flags,
    maxLength: integer(document.get(own, 'MaxLen')),
    label: textEntry(document, dict, 'TU') ?? textEntry(document, widgetDicts[0] ?? dict, 'TU'),
    widgets,
    appearance: da instanceof PdfString ? stringText(da) : '',
    alignment: alignment === 1 || alignment === 2 ? alignment : 0,
  };
}

function typeOf(kind: string | undefined, flags: number): FieldType {
  switch (kind) {
    case 'Tx':
      return 'text';
    case 'Btn':
      if ((flags & FLAGS.pushButton) !== 0) return 'button';
      return (flags & FLAGS.radio) === 0 ? 'checkbox' : 'radio';
    case 'Ch':
      return (flags & FLAGS.combo) === 0 ? 'list' : 'dropdown';
    case 'Sig':
      return 'signature';
    default:
      return 'unknown';
  }
}

/** The name of the appearance that is not `Off`. */
function stateOf(document: PdfDocument, widget: PdfDict): string | undefined {
  const appearances = document.getDict(widget, 'AP');
  for (const key of ['N', 'D']) {
    const states = appearances && document.getDict(appearances, key);
    for (const state of states?.keys() ?? []) if (state !== 'Off') return state;
  }
  const shown = document.getName(widget, 'AS');
  return shown === 'Off' ? undefined : shown;
}

function optionsOf(
  document: PdfDocument,
  own: PdfDict,
  type: FieldType,
  widgets: readonly FormWidget[],
): FieldOption[] {
  const listed = (document.getArray(own, 'Opt') ?? []).slice(0, MAX_OPTIONS).map((option): FieldOption => {
    const resolved = document.resolve(option);
    const [value, label] = Array.isArray(resolved)
      ? resolved.map((part) => plainText(document.resolve(part)))
      : [plainText(resolved)];
    return { value: value ?? '', label: label ?? value ?? '' };
  });
  if (type === 'dropdown' || type === 'list') return listed;
  if (type !== 'checkbox' && type !== 'radio') return [];
  const options = new Map<string, string>();
  for (const [i, { state }] of widgets.entries()) {
    // With Opt the states are only numbers, and what they stand for is listed there (ISO 32000-2, table 230).
    if (state !== undefined && !options.has(state)) options.set(state, listed[i]?.label ?? state);
  }
  return [...options].map(([value, label]) => ({ value, label }));
}

function fieldValueOf(document: PdfDocument, value: PdfValue): string | string[] | null {
  if (Array.isArray(value)) return value.map((part) => plainText(document.resolve(part)) ?? '');
  if (value instanceof PdfStream) {
    const bytes = document.tryDecode(value, 2 ** 20);
    return bytes === undefined ? null : stringText(new PdfString(bytes));
  }
  return plainText(value) ?? null;
}

function plainText(value: PdfValue | undefined): string | undefined {
  if (value instanceof PdfString) return stringText(value);
  // The bytes of a name are UTF-8 (ISO 32000-2, 7.3.5); what is none is taken one character a byte.
  return value instanceof PdfName ? nameText(value.value) : undefined;
}

/** A name as text. */
function nameText(name: string): string {
  const text = Buffer.from(name, 'latin1').toString();
  return text.includes('\ufffd') ? name : text;
}

function textEntry(document: PdfDocument, dict: PdfDict, key: string): string | undefined {
  const value = document.get(dict, key);
  return value instanceof PdfString ? stringText(value) : undefined;
}

const integer = (value: PdfValue): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

function rectangleOf(document: PdfDocument, widget: PdfDict): readonly [number, number, number, number] {
  const sides = (document.getArray(widget, 'Rect') ?? []).map((side) => document.resolve(side));
  const [a, b, c, d] = sides.map((side) => (typeof side === 'number' && Number.isFinite(side) ? side : 0));
  const [x1, y1, x2, y2] = [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

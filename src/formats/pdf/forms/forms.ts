import { latin1 } from '../../../lib/bytes/latin1.js';
import { CompareBudget, isSame } from '../document/compare.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { type CarryOver, oncePerFile, type Share } from '../document/share.js';
import { Names } from '../syntax/names.js';
import { byteString, isInteger, isName, PdfDict, PdfRef, PdfString, type PdfValue } from '../syntax/objects.js';

/** Deepest tree of fields. Chosen: names have three or four parts. */
const MAX_DEPTH = 100;

interface FormIndex {
  readonly form: PdfDict | undefined;
  readonly roots: readonly PdfValue[];
  /** Objects that are fields or their widgets. */
  readonly numbers: ReadonlySet<number>;
  readonly parents: ReadonlyMap<number, number>;
  readonly hasSignature: boolean;
}

/** The form of a file: the fields that it lists, and those that only its pages know. */
const formOf = oncePerFile((pdf): FormIndex => {
  const { document } = pdf;
  const form = document.getDict(document.catalog, 'AcroForm');
  const roots = (form && document.getArray(form, 'Fields')) ?? [];
  const numbers = new Set<number>();
  const parents = new Map<number, number>();
  let hasSignature = false;
  const walk = (top: PdfValue): void => {
    const waiting: { value: PdfValue; parent: number }[] = [{ value: top, parent: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value, parent } = next;
      const number = value instanceof PdfRef ? value.number : 0;
      if (number === 0 || numbers.has(number)) continue;
      const dict = document.resolve(value);
      if (!(dict instanceof PdfDict)) continue;
      numbers.add(number);
      if (parent > 0) parents.set(number, parent);
      if (isName(document.get(dict, 'FT'), 'Sig') && dict.has('V')) hasSignature = true;
      for (const kid of document.getArray(dict, 'Kids') ?? []) waiting.push({ value: kid, parent: number });
    }
  };
  for (const root of roots) walk(root);
  for (const number of widgetTops(pdf, numbers)) walk(number);
  return { form, roots, numbers, parents, hasSignature };
});

/** The topmost fields of widgets that no listed field holds. */
function widgetTops({ document, pages }: OpenPdf, known: ReadonlySet<number>): PdfRef[] {
  const tops: PdfRef[] = [];
  for (const page of pages) {
    for (const annotation of document.getArray(page.dict, 'Annots') ?? []) {
      if (!(annotation instanceof PdfRef) || known.has(annotation.number)) continue;
      let dict = document.resolve(annotation);
      if (!(dict instanceof PdfDict) || !isName(document.get(dict, 'Subtype'), 'Widget')) continue;
      let top = annotation;
      for (let depth = 0; dict instanceof PdfDict && depth < MAX_DEPTH; depth += 1) {
        const above = dict.get('Parent');
        if (!(above instanceof PdfRef)) break;
        top = above;
        dict = document.resolve(above);
      }
      if (top !== annotation) tops.push(top);
    }
  }
  return tops;
}

/** A default resource and the document it is of. */
interface Resource {
  readonly value: PdfValue;
  readonly document: PdfDocument;
  readonly copy: PdfValue;
}

/** Form fields: of several files below one form; clashing names and resources of the later files are renamed. */
export class FormCarryOver implements CarryOver {
  readonly #fields: PdfValue[] = [];
  readonly #order: PdfValue[] = [];
  readonly #names = new Names();
  readonly #resources = new Map<string, { readonly entries: Map<string, Resource>; readonly names: Names }>();
  readonly #others = new PdfDict();
  readonly #budget = new CompareBudget();
  #forms = 0;
  #asking = 0;
  #signatureFlags = 0;

  constructor(private readonly target: PdfDocument) {}

  prepare(share: Share): void {
    const { form, numbers, parents } = formOf(share.pdf);
    if (!share.isWhole) share.copier.exclude(numbers, fieldsOn(share, numbers, parents));
    if (form === undefined) return;
    const fonts = this.#takeResources(share, form);
    if (fonts.size === 0) return;
    share.rules.set('DA', (value) => renamedFont(share.document.resolve(value), fonts));
  }

  collect(share: Share): void {
    const { form, roots, hasSignature } = formOf(share.pdf);
    if (form === undefined) return;
    const fields: PdfDict[] = [];
    for (const root of roots) {
      const copy = share.copier.copy(root);
      if (copy === undefined || copy === null) continue;
      this.#fields.push(copy);
      share.copier.finish();
      const field = this.target.resolve(copy);
      if (field instanceof PdfDict) fields.push(field);
    }
    if (fields.length === 0 && !share.isWhole) return;
    if (hasSignature) share.document.warn('its signatures are no longer valid');
    if (this.#rename(fields)) share.document.warn('form fields with names that earlier files use were renamed');
    this.#takeDefaults(share, form, fields);
    for (const value of share.document.getArray(form, 'CO') ?? []) {
      const number = value instanceof PdfRef ? share.copier.placeOf(value.number) : undefined;
      if (number !== undefined) this.#order.push(number);
    }
    if (share.document.get(form, 'NeedAppearances') === true) this.#asking += 1;
    const flags = share.document.get(form, 'SigFlags');
    if (isInteger(flags)) this.#signatureFlags |= flags;
    if (!form.has('XFA')) return;
    if (share.isWhole && share.isAlone) {
      const xfa = share.copyOf(form, 'XFA');
      if (xfa !== undefined) this.#others.set('XFA', xfa);
      share.copier.finish();
    } else {
      share.document.warn('its XFA form was removed and its ordinary form fields were kept');
    }
  }

  finish(catalog: PdfDict): void {
    if (this.#forms === 0) return;
    const form = new PdfDict().set('Fields', this.#fields);
    for (const [key, value] of this.#others) form.set(key, value);
    if (this.#order.length > 0) form.set('CO', this.#order);
    // Viewers then draw the fields of all files anew: see `settleAppearances`.
    if (this.#asking === this.#forms) form.set('NeedAppearances', true);
    // Bit 2 (append only) would forbid the very change that is made here.
    if ((this.#signatureFlags & 1) === 1) form.set('SigFlags', 1);
    if (this.#resources.size > 0) {
      const resources = new PdfDict();
      for (const [category, { entries }] of this.#resources) {
        resources.set(category, new PdfDict([...entries].map(([name, { copy }]) => [name, copy])));
      }
      form.set('DR', resources);
    }
    catalog.set('AcroForm', this.target.add(form));
  }

  /** Copies the default resources of a form and gives the new names of fonts that had to be renamed. */
  #takeResources(share: Share, form: PdfDict): ReadonlyMap<string, string> {
    const fonts = new Map<string, string>();
    for (const [category, value] of share.document.getDict(form, 'DR') ?? []) {
      const entries = share.document.resolve(value);
      if (!(entries instanceof PdfDict)) continue;
      const known = this.#resources.get(category) ?? { entries: new Map<string, Resource>(), names: new Names() };
      this.#resources.set(category, known);
      for (const [name, entry] of entries) {
        const other = known.entries.get(name);
        if (other !== undefined && isSame(entry, share.document, other.value, other.document, this.#budget)) continue;
        const copy = share.copier.copy(entry);
        if (copy === undefined || copy === null) continue;
        const own = known.names.take(name);
        known.entries.set(own, { value: entry, document: share.document, copy });
        if (own !== name && category === 'Font') fonts.set(name, own);
      }
    }
    return fonts;
  }

  /** Tells whether a name had to change. */
  #rename(fields: readonly PdfDict[]): boolean {
    const renamed = new Map<string, string>();
    let isChanged = false;
    for (const field of fields.flatMap((root) => this.#named(root, 0))) {
      const title = this.target.resolve(field.get('T'));
      if (!(title instanceof PdfString)) continue;
      const name = latin1(title.bytes);
      // Two fields of one file with one name are one field in two places: they stay together.
      const own = renamed.get(name) ?? this.#names.take(name);
      renamed.set(name, own);
      if (own === name) continue;
      field.set('T', byteString(own));
      isChanged = true;
    }
    return isChanged;
  }

  /** The topmost fields that have a name. */
  #named(field: PdfDict, depth: number): PdfDict[] {
    if (field.has('T') || depth > MAX_DEPTH) return [field];
    const kids = this.target.resolve(field.get('Kids'));
    if (!Array.isArray(kids)) return [];
    return kids.flatMap((kid) => {
      const dict = this.target.resolve(kid);
      return dict instanceof PdfDict ? this.#named(dict, depth + 1) : [];
    });
  }

  /** The first form's default appearance and alignment stay; those of later forms are written into their fields. */
  #takeDefaults(share: Share, form: PdfDict, fields: readonly PdfDict[]): void {
    this.#forms += 1;
    for (const key of ['DA', 'Q']) {
      const value = form.get(key);
      const rule = share.rules.get(key);
      const copy = value === undefined ? undefined : (rule?.(value, form) ?? share.copier.copy(value));
      if (this.#forms === 1) {
        if (copy !== undefined && copy !== null) this.#others.set(key, copy);
        continue;
      }
      const own = copy ?? (key === 'Q' ? 0 : undefined);
      if (own === undefined) continue;
      for (const field of fields) {
        if (!field.has(key)) field.set(key, own);
      }
    }
    share.copier.finish();
  }
}

/** The fields with a widget on the pages that are taken, and those above them. */
function fieldsOn(
  share: Share,
  numbers: ReadonlySet<number>,
  parents: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const index of share.indexes) {
    const page = share.pdf.pages[index];
    if (page === undefined) continue;
    for (const annotation of share.document.getArray(page.dict, 'Annots') ?? []) {
      if (!(annotation instanceof PdfRef) || !numbers.has(annotation.number)) continue;
      let number: number | undefined = annotation.number;
      while (number !== undefined && !kept.has(number)) {
        kept.add(number);
        number = parents.get(number);
      }
    }
  }
  return kept;
}

/** A default appearance string with its fonts renamed. */
function renamedFont(value: PdfValue, fonts: ReadonlyMap<string, string>): PdfValue | undefined {
  if (!(value instanceof PdfString)) return undefined;
  return byteString(
    latin1(value.bytes).replace(/\/([^\s()<>[\]{}/%]+)/g, (token, name: string) => {
      const own = fonts.get(name);
      return own === undefined ? token : `/${own}`;
    }),
  );
}

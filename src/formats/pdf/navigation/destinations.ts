import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { type CarryOver, oncePerFile, pageIndexOf, type Share } from '../document/share.js';
import { Names } from '../syntax/names.js';
import { byteString, isInteger, isName, PdfDict, PdfName, PdfString, type PdfValue } from '../syntax/objects.js';
import { makeNameTree, readNameTree } from '../syntax/trees.js';

/** A place in a file (ISO 32000-2, 12.3.2). */
export interface Destination {
  /** The page, from 0. */
  readonly page: number;
  /** The page and how to show it. */
  readonly view: readonly PdfValue[];
  /** Its name, where it was asked for by name. */
  readonly name?: DestinationName;
}

/** Names are of two kinds that live apart: PDF names in the catalog's `Dests`, strings in a name tree. */
interface DestinationName {
  readonly kind: 'name' | 'string';
  readonly name: string;
}

interface Named extends Destination {
  readonly name: DestinationName;
}

interface NamedDestinations {
  readonly names: ReadonlyMap<string, Named>;
  readonly strings: ReadonlyMap<string, Named>;
  readonly byPage: ReadonlyMap<number, readonly Named[]>;
}

/** The named destinations of a file that lead to one of its pages. */
export const namedDestinations = oncePerFile((pdf): NamedDestinations => {
  const { document } = pdf;
  const { catalog } = document;
  const names = new Map<string, Named>();
  const strings = new Map<string, Named>();
  const byPage = new Map<number, Named[]>();
  const add = (map: Map<string, Named>, kind: 'name' | 'string', name: string, value: PdfValue): void => {
    const destination = explicitDestination(pdf, value);
    if (destination === undefined || map.has(name)) return;
    const named = { ...destination, name: { kind, name } };
    map.set(name, named);
    const same = byPage.get(destination.page);
    if (same === undefined) byPage.set(destination.page, [named]);
    else same.push(named);
  };
  for (const [name, value] of document.getDict(catalog, 'Dests') ?? []) add(names, 'name', name, value);
  const tree = document.getDict(catalog, 'Names')?.get('Dests');
  for (const [name, value] of readNameTree(document, tree)) add(strings, 'string', name, value);
  return { names, strings, byPage };
});

/** Where a destination leads: an array, a name, a string or a dictionary that holds one; `undefined` for nowhere. */
export function findDestination(pdf: OpenPdf, value: PdfValue | undefined): Destination | undefined {
  const resolved = pdf.document.resolve(value);
  const { names, strings } = namedDestinations(pdf);
  if (resolved instanceof PdfName) return names.get(resolved.value) ?? strings.get(resolved.value);
  if (resolved instanceof PdfString) {
    const name = latin1(resolved.bytes);
    return strings.get(name) ?? names.get(name);
  }
  return explicitDestination(pdf, resolved);
}

function explicitDestination(pdf: OpenPdf, value: PdfValue): Destination | undefined {
  const resolved = pdf.document.resolve(value);
  const view = resolved instanceof PdfDict ? pdf.document.get(resolved, 'D') : resolved;
  if (!Array.isArray(view)) return undefined;
  const target = view[0];
  // A page number belongs in links to other files, but is met in links of the file itself.
  const page = isInteger(target) && target >= 0 && target < pdf.pages.length ? target : pageIndexOf(pdf, target);
  return page === undefined ? undefined : { page, view };
}

/** The destination of a dictionary that leads somewhere: its own `Dest`, else that of its `GoTo` action. */
export function destinationOf(pdf: OpenPdf, dict: PdfDict): Destination | undefined {
  const own = dict.get('Dest');
  if (own !== undefined) return findDestination(pdf, own);
  const action = pdf.document.getDict(dict, 'A');
  return action !== undefined && isName(pdf.document.get(action, 'S'), 'GoTo')
    ? findDestination(pdf, action.get('D'))
    : undefined;
}

/** Links, actions and named destinations; clashing names of several files are kept apart. */
export class DestinationCarryOver implements CarryOver {
  readonly #names = new PdfDict();
  readonly #strings = new Map<string, PdfValue>();
  readonly #taken = { name: new Names(), string: new Names() };

  constructor(private readonly target: PdfDocument) {}

  prepare(share: Share): void {
    const renamed = { name: new Map<string, string>(), string: new Map<string, string>() };
    for (const [page, all] of pagesWithNames(share)) {
      for (const { name } of all) {
        if (share.refOfPage(page) === undefined) continue;
        renamed[name.kind].set(name.name, this.#taken[name.kind].take(name.name));
      }
    }
    const copyTarget = (value: PdfValue): PdfValue | undefined => {
      const destination = findDestination(share.pdf, value);
      if (destination === undefined) return undefined;
      if (destination.name === undefined) return copyView(share, destination);
      const { kind, name } = destination.name;
      const own = renamed[kind].get(name);
      if (own === undefined) return undefined;
      return kind === 'name' ? new PdfName(own) : byteString(own);
    };
    const copyAction = (value: PdfValue): PdfValue | undefined =>
      leadsNowhere(share, value) ? undefined : share.copier.copy(value);
    share.rules.set('Dest', copyTarget);
    share.rules.set('D', (value, dict) =>
      isName(share.document.get(dict, 'S'), 'GoTo') ? copyTarget(value) : share.copier.copy(value),
    );
    share.rules.set('A', copyAction);
    share.rules.set('Next', (value) =>
      Array.isArray(value) ? value.map(copyAction).filter((action) => action !== undefined) : copyAction(value),
    );
    for (const [, all] of pagesWithNames(share)) {
      for (const destination of all) {
        const { kind, name } = destination.name;
        const own = renamed[kind].get(name);
        const view = copyView(share, destination);
        if (own === undefined || view === undefined) continue;
        if (kind === 'name') this.#names.set(own, view);
        else this.#strings.set(own, view);
      }
    }
  }

  finish(catalog: PdfDict): void {
    if (this.#names.size > 0) catalog.set('Dests', this.target.add(this.#names));
    if (this.#strings.size === 0) return;
    const names = catalog.get('Names');
    const holder = names instanceof PdfDict ? names : new PdfDict();
    holder.set('Dests', this.target.add(makeNameTree(this.target, this.#strings)));
    catalog.set('Names', holder);
  }
}

function pagesWithNames(share: Share): Iterable<readonly [number, readonly Named[]]> {
  const { byPage } = namedDestinations(share.pdf);
  if (share.isWhole || byPage.size <= share.indexes.length) return byPage;
  return [...new Set(share.indexes)].map((page) => [page, byPage.get(page) ?? []] as const);
}

function copyView(share: Share, { page, view }: Destination): PdfValue[] | undefined {
  const ref = share.refOfPage(page);
  if (ref === undefined) return undefined;
  return [ref, ...view.slice(1).map((value) => share.copier.copy(value) ?? null)];
}

function leadsNowhere(share: Share, value: PdfValue): boolean {
  const action = share.document.resolve(value);
  if (!(action instanceof PdfDict) || !isName(share.document.get(action, 'S'), 'GoTo')) return false;
  return share.refOfPage(findDestination(share.pdf, action.get('D'))?.page) === undefined;
}

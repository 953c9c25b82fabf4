import { ContentFault, LimitFault } from '../../../lib/faults.js';
import type { PdfDocument } from '../document/document.js';
import { isInteger, isName, PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';

/** Most pages of one file, and of one result. Chosen: a page takes about 400 bytes at least, 20 MiB of them. */
export const MAX_PAGES = 50_000;
/** Deepest page tree. Chosen: balanced trees of 50,000 pages are 16 deep; some writers make chains. */
const MAX_TREE_DEPTH = 2_000;

/** The page attributes that the nodes above may hold (ISO 32000-2, 7.7.3.4). */
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

export interface PdfPage {
  /** Its place, from 0. */
  readonly index: number;
  /** The object of the page; 0 for a page that stands in the tree itself. The same object may be several pages. */
  readonly number: number;
  /** The reference in the page tree, where there is one. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  /** What the page takes from the nodes above it. */
  readonly inherited: PdfDict;
  /** An empty page that the file does not have: it is put between others. */
  readonly isBlank?: true;
}

export interface PageTree {
  readonly pages: readonly PdfPage[];
  /** Numbers of the objects that are nodes of the tree. */
  readonly nodes: ReadonlySet<number>;
}

interface Visit {
  readonly value: PdfValue;
  readonly inherited: PdfDict;
  readonly ancestors: Ancestors | undefined;
  readonly depth: number;
}

interface Ancestors {
  readonly dict: PdfDict;
  readonly above: Ancestors | undefined;
}

/** Every page in order. Throws ContentFault where there is none or one is lost, LimitFault for more than MAX_PAGES. */
export function readPages(document: PdfDocument): PageTree {
  const pages: PdfPage[] = [];
  const nodes = new Set<number>();
  const waiting: Visit[] = [
    { value: document.catalog.get('Pages') ?? null, inherited: new PdfDict(), ancestors: undefined, depth: 0 },
  ];
  let visits = 0;
  let lost = 0;
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    visits += 1;
    if (visits > 4 * MAX_PAGES) throw tooManyPages();
    const dict = document.resolve(visit.value);
    if (!(dict instanceof PdfDict)) {
      lost += 1;
      continue;
    }
    const ref = visit.value instanceof PdfRef ? visit.value : undefined;
    const number = ref?.number ?? 0;
    const kids = document.getArray(dict, 'Kids');
    if (kids === undefined) {
      if (isName(document.get(dict, 'Type'), 'Pages')) continue;
      pages.push({ index: pages.length, number, ref, dict, inherited: visit.inherited });
      if (pages.length > MAX_PAGES) throw tooManyPages();
      continue;
    }
    if (visit.depth > MAX_TREE_DEPTH) throw new ContentFault('its page tree is nested too deeply');
    if (hasAncestor(visit.ancestors, dict)) throw new ContentFault('its page tree contains itself');
    nodes.add(number);
    const inherited = inheritedBelow(dict, visit.inherited);
    const ancestors = { dict, above: visit.ancestors };
    if (waiting.length + kids.length > 4 * MAX_PAGES) throw tooManyPages();
    for (const kid of kids.toReversed()) waiting.push({ value: kid, inherited, ancestors, depth: visit.depth + 1 });
  }
  if (pages.length === 0) throw new ContentFault('it has no pages');
  checkCount(document, pages.length, lost);
  return { pages, nodes };
}

/** Pages that the tree lists and counts but that are nowhere in the file are lost: going on would hide it. */
function checkCount(document: PdfDocument, found: number, lost: number): void {
  const root = document.getDict(document.catalog, 'Pages');
  const stated = root && document.get(root, 'Count');
  if (lost > 0 && isInteger(stated) && stated > found) {
    throw new ContentFault(`${stated - found} of its ${stated} pages are lost`);
  }
  if (lost > 0) document.repair('entries of the page tree that are not pages were removed');
  if (isInteger(stated) && stated !== found) document.repair('the page count was wrong and was corrected');
}

const tooManyPages = () => new LimitFault(`it must have at most ${MAX_PAGES} pages`, MAX_PAGES);

function hasAncestor(ancestors: Ancestors | undefined, dict: PdfDict): boolean {
  for (let node = ancestors; node !== undefined; node = node.above) {
    if (node.dict === dict) return true;
  }
  return false;
}

function inheritedBelow(dict: PdfDict, above: PdfDict): PdfDict {
  let inherited = above;
  for (const key of INHERITABLE) {
    const value = dict.get(key);
    if (value === undefined) continue;
    if (inherited === above) inherited = new PdfDict(above);
    inherited.set(key, value);
  }
  return inherited;
}

/** An attribute of a page, its own or inherited. */
export const pageAttribute = (page: PdfPage, key: string): PdfValue | undefined =>
  page.dict.get(key) ?? page.inherited.get(key);

import { latin1 } from '../../../lib/bytes/latin1.js';
import type { BookmarkDraft, BookmarkView } from '../../../lib/documents/bookmark-texts.js';
import { POINTS_A_MILLIMETRE } from '../../../lib/documents/page-sizes.js';
import { ContentFault } from '../../../lib/faults.js';
import { inverse, move } from '../../../lib/page-text/matrix.js';
import type { OpenPdf } from '../document/open.js';
import { pageFrame } from '../pages/page-frame.js';
import {
  byteString,
  dictOf,
  isInteger,
  isName,
  type PdfDict,
  PdfName,
  PdfString,
  type PdfValue,
  stringText,
  textString,
} from '../syntax/objects.js';
import { type Destination, destinationOf, findDestination } from './destinations.js';
import { makeOutline, type OutlineEntry, outlineOf, type WrittenEntry } from './outlines.js';

/** A bookmark as a file has it. What it has not is null. */
export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 1; named destinations are resolved. */
  readonly page: number | null;
  /** Millimetres from the top of the page as it is shown. */
  readonly top: number | null;
  /** Percent. */
  readonly zoom: number | null;
  readonly view: BookmarkView | null;
  /** The named destination that it leads to. */
  readonly destination: string | null;
  readonly uri: string | null;
  /** The kind of action that is neither to go to a page nor to an address. */
  readonly action: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Red, green and blue from 0 to 1; null for the viewer's own. */
  readonly color: readonly [number, number, number] | null;
  readonly open: boolean;
}

/** Flags of an entry: ISO 32000-2, table 152. */
const ITALIC = 1;
const BOLD = 2;

/** The bookmarks of a file in the order in which they are listed; at most `limit`. */
export function bookmarksOf(pdf: OpenPdf, limit: number): Bookmark[] {
  const found: Bookmark[] = [];
  const add = (entries: readonly OutlineEntry[], level: number): void => {
    for (const { dict, isOpen, children } of entries) {
      if (found.length >= limit) return;
      found.push(bookmarkOf(pdf, dict, level, isOpen));
      add(children, level + 1);
    }
  };
  add(outlineOf(pdf), 1);
  return found;
}

function bookmarkOf(pdf: OpenPdf, dict: PdfDict, level: number, open: boolean): Bookmark {
  const { document } = pdf;
  const title = document.get(dict, 'Title');
  const flags = document.get(dict, 'F');
  const action = document.getDict(dict, 'A');
  const kind = dict.has('Dest') || action === undefined ? undefined : document.getName(action, 'S');
  const uri = kind === 'URI' && action !== undefined ? document.get(action, 'URI') : null;
  const destination = destinationOf(pdf, dict);
  return {
    title: title instanceof PdfString ? stringText(title) : '',
    level,
    page: destination === undefined ? null : destination.page + 1,
    ...(destination === undefined ? { top: null, zoom: null, view: null } : viewOf(pdf, destination)),
    destination: destination?.name === undefined ? null : nameText(destination.name.name),
    uri: uri instanceof PdfString ? stringText(uri) : null,
    action: kind === undefined || kind === 'GoTo' || kind === 'URI' ? null : kind.slice(0, 40),
    bold: isInteger(flags) && (flags & BOLD) !== 0,
    italic: isInteger(flags) && (flags & ITALIC) !== 0,
    color: colorOf(document.getArray(dict, 'C')?.map((part) => document.resolve(part))),
    open,
  };
}

/** Names are bytes; they are read as text strings are. */
const nameText = (name: string): string => stringText(byteString(name));

function colorOf(parts: readonly PdfValue[] | undefined): Bookmark['color'] {
  const [red, green, blue] = parts ?? [];
  if (typeof red !== 'number' || typeof green !== 'number' || typeof blue !== 'number') return null;
  const within = (part: number): number => Math.min(1, Math.max(0, part));
  return red === 0 && green === 0 && blue === 0 ? null : [within(red), within(green), within(blue)];
}

/** Kinds of views with the operand that says how far up they begin (ISO 32000-2, table 149). */
const KINDS: Readonly<Record<string, { readonly view: BookmarkView; readonly top?: number; readonly left?: number }>> =
  {
    XYZ: { view: 'position', left: 2, top: 3 },
    Fit: { view: 'page' },
    FitB: { view: 'page' },
    FitH: { view: 'width', top: 2 },
    FitBH: { view: 'width', top: 2 },
    FitV: { view: 'position', left: 2 },
    FitBV: { view: 'position', left: 2 },
    FitR: { view: 'position', left: 2, top: 5 },
  };

function viewOf(pdf: OpenPdf, { page, view }: Destination): Pick<Bookmark, 'top' | 'zoom' | 'view'> {
  const { document } = pdf;
  const name = document.resolve(view[1]);
  const kind = name instanceof PdfName && Object.hasOwn(KINDS, name.value) ? KINDS[name.value] : undefined;
  const target = pdf.pages[page];
  if (kind === undefined || target === undefined) return { top: null, zoom: null, view: 'position' };
  const { height, toPage } = pageFrame(document, target);
  const number = (at: number | undefined): number | undefined => {
    const value = at === undefined ? null : document.resolve(view[at]);
    return typeof value === 'number' && Math.abs(value) < 1e6 ? value : undefined;
  };
  const [x, y] = [number(kind.left), number(kind.top)];
  // On a page that is turned sideways, how far up it is is told by the other coordinate.
  const isSideways = toPage[0] === 0;
  const isKnown = isSideways ? x !== undefined : y !== undefined;
  const [, up] = move(inverse(toPage), x ?? 0, y ?? 0);
  const zoom = name instanceof PdfName && name.value === 'XYZ' ? number(4) : undefined;
  return {
    top: isKnown ? Math.max(0, rounded((height - up) / POINTS_A_MILLIMETRE)) : null,
    zoom: zoom === undefined || zoom <= 0 ? null : rounded(100 * zoom),
    view: kind.view,
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A bookmark that is written. */
export interface BookmarkToWrite extends Omit<BookmarkDraft, 'color'> {
  readonly rgb?: readonly [number, number, number] | undefined;
  readonly open: boolean;
}

/**
 * Makes these the bookmarks of a file, in place of those that it has. Throws ContentFault for one that leads to a page that there is not.
 * None removes them.
 */
export function setBookmarks(pdf: OpenPdf, bookmarks: readonly BookmarkToWrite[]): void {
  const { document } = pdf;
  const { catalog } = document;
  if (bookmarks.length === 0) {
    catalog.delete('Outlines');
    if (isName(document.get(catalog, 'PageMode'), 'UseOutlines')) catalog.delete('PageMode');
    return;
  }
  const top: Growing[] = [];
  const path: Growing[] = [];
  for (const [i, bookmark] of bookmarks.entries()) {
    const children: Growing[] = [];
    const entry = { ref: document.reserve(), dict: dictFor(pdf, bookmark, i + 1), isOpen: bookmark.open, children };
    path.length = Math.min(path.length, bookmark.level - 1);
    (path.at(-1)?.children ?? top).push(entry);
    path.push(entry);
  }
  catalog.set('Outlines', makeOutline(document, top));
}

interface Growing extends WrittenEntry {
  readonly children: Growing[];
}

function dictFor(pdf: OpenPdf, bookmark: BookmarkToWrite, number: number): PdfDict {
  const { title, uri, bold = false, italic = false, rgb } = bookmark;
  const flags = (bold ? BOLD : 0) + (italic ? ITALIC : 0);
  const target = targetOf(pdf, bookmark, number);
  return dictOf({
    Title: textString(title),
    Dest: target,
    A:
      target === undefined && uri !== undefined
        ? dictOf({ Type: new PdfName('Action'), S: new PdfName('URI'), URI: byteString(encodedUri(uri)) })
        : undefined,
    C: rgb === undefined ? undefined : [...rgb],
    F: flags === 0 ? undefined : flags,
  });
}

/** Addresses are ASCII (ISO 32000-2, 12.6.4.8). */
const encodedUri = (uri: string): string =>
  uri.replace(/[^\x21-\x7e]+/gu, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

function targetOf(
  pdf: OpenPdf,
  { page, destination, ...shown }: BookmarkToWrite,
  number: number,
): PdfValue | undefined {
  const named = destination === undefined ? undefined : findNamed(pdf, destination);
  // A page that was changed counts more than the name beside it.
  if (named !== undefined && (page === undefined || page === named.page + 1)) return named.value;
  if (page === undefined) {
    if (destination !== undefined) throw new ContentFault(`bookmark ${number} leads to a destination it does not have`);
    return undefined;
  }
  const target = pdf.pages[page - 1];
  if (target === undefined) throw new ContentFault(`bookmark ${number} leads to page ${page} of ${pdf.pages.length}`);
  const ref = target.ref ?? 0;
  if (shown.view === 'page') return [ref, new PdfName('Fit')];
  const { height, toPage } = pageFrame(pdf.document, target);
  const down = Math.min(height, (shown.top ?? 0) * POINTS_A_MILLIMETRE);
  const [x, y] = move(toPage, 0, height - down).map(rounded) as [number, number];
  if (shown.view === 'width' && toPage[0] > 0) return [ref, new PdfName('FitH'), y];
  return [ref, new PdfName('XYZ'), x, y, shown.zoom === undefined ? null : shown.zoom / 100];
}

/** A named destination by what it is called: its name as a value. */
function findNamed(pdf: OpenPdf, text: string): { readonly page: number; readonly value: PdfValue } | undefined {
  for (const name of [textString(text), byteString(text), new PdfString(Buffer.from(text))]) {
    const found = findDestination(pdf, name);
    if (found?.name === undefined) continue;
    const { kind } = found.name;
    return { page: found.page, value: kind === 'name' ? new PdfName(found.name.name) : byteString(latin1(name.bytes)) };
  }
  return undefined;
}

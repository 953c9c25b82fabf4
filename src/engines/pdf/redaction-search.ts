import type { TextPattern } from '../regular-expressions.js';
import type { PdfDocument } from './document.js';
import { PdfDict } from './objects.js';
import { openPdf } from './open.js';
import { PageSpace, type Rectangle } from './page-space.js';
import { charactersIn, rectanglesOf, searchTextOf } from './page-words.js';
import type { PdfPage } from './pages.js';
import { notRemoved, type PageRedaction, rectangleOf } from './redact.js';
import { type PdfRenderer, withRenderer } from './render.js';
import { saysAnything } from './string-cleaner.js';

/** Around each letter, in points: parts of letters reach out of their boxes. */
const MARGIN = 1;
/** Shorter texts from below boxes are not looked for elsewhere: they stand everywhere. */
const LEAST_LETTERS = 4;
const INSTEAD = '█';

/** Matches of any of the patterns, as offsets. */
function* matchesIn(text: string, patterns: readonly TextPattern[]): Generator<{ start: number; end: number }> {
  for (const pattern of patterns) {
    for (const { start, end } of pattern.findAll(text)) if (end > start) yield { start, end };
  }
}

/** Makes texts without what the patterns match: each match becomes one block. */
export function cleaner(patterns: readonly TextPattern[]): (text: string) => string {
  return (text) => {
    const gone = [...matchesIn(text, patterns)].sort((a, b) => a.start - b.start);
    let cleaned = '';
    let at = 0;
    for (const { start, end } of gone) {
      if (start > at) cleaned += text.slice(at, start);
      if (end > at) cleaned += INSTEAD;
      at = Math.max(at, end);
    }
    return cleaned + text.slice(at);
  };
}

const grown = ({ left, right, top, bottom }: Rectangle): Rectangle => ({
  left: left - MARGIN,
  right: right + MARGIN,
  top: top - MARGIN,
  bottom: bottom + MARGIN,
});

/** What was found on a page. */
export interface Found {
  readonly redaction: PageRedaction;
  readonly matches: number;
  /** Words of LEAST_LETTERS or more below boxes. */
  readonly texts: readonly string[];
}

/** What is looked for. */
export interface Search {
  readonly patterns: readonly TextPattern[];
  readonly boxes: readonly { readonly page: number; readonly rectangle: Rectangle }[];
  readonly isWholePage: boolean;
  readonly clean: (text: string) => string;
}

/** What is to go of a page; `undefined` for nothing. */
export function findOn(document: PdfDocument, page: PdfPage, renderer: PdfRenderer, search: Search): Found | undefined {
  const space = new PageSpace(renderer.view(page.index));
  const characters = renderer.characters(page.index);
  const { text, origins } = searchTextOf(characters);
  const rectangles: Rectangle[] = [];
  let matches = 0;
  for (const { start, end } of matchesIn(text, search.patterns)) {
    matches += 1;
    const indexes = new Set(origins.subarray(start, end));
    indexes.delete(-1);
    rectangles.push(...rectanglesOf(characters, indexes, space).map(grown));
  }
  const boxes = search.boxes.filter((box) => box.page === page.index + 1).map(({ rectangle }) => rectangle);
  const noted = sayingNotes(document, page, search.clean).map((rectangle) => grown(space.shown(rectangle)));
  const { width, height } = space.size;
  if (matches === 0 && boxes.length === 0 && noted.length === 0) return undefined;
  const all = search.isWholePage
    ? [{ left: 0, top: 0, right: width, bottom: height }]
    : [...rectangles, ...boxes, ...noted];
  const inside = charactersIn(characters, all, space);
  const below = charactersIn(characters, boxes, space);
  const texts = searchTextOf({
    codes: characters.codes.map((code, i) => (below.has(i) || code <= 32 ? code : 32)),
    boxes: characters.boxes,
  }).text.split(/\s{1,}/);
  return {
    redaction: { page, space, characters, rectangles: all, inside },
    matches,
    texts: texts.filter((word) => word.length >= LEAST_LETTERS),
  };
}

/** Places of the notes, links and fields of a page that say what is to go. */
function sayingNotes(document: PdfDocument, page: PdfPage, clean: (text: string) => string) {
  return (document.getArray(page.dict, 'Annots') ?? []).flatMap((value) => {
    const annotation = document.resolve(value);
    if (!(annotation instanceof PdfDict) || !saysAnything(document, annotation, clean)) return [];
    return rectangleOf(document, annotation) ?? [];
  });
}

/** Whether the information or the outline says what is to go, though no page does. */
export function saysAnywhere(document: PdfDocument, clean: (text: string) => string): boolean {
  const info = document.dictOf(document.trailer.get('Info'));
  if (info !== undefined && saysAnything(document, info, clean)) return true;
  const outlines = document.getDict(document.catalog, 'Outlines');
  const seen = new Set<PdfDict>();
  const waiting = outlines === undefined ? [] : [outlines];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (seen.has(entry)) continue;
    seen.add(entry);
    if (saysAnything(document, entry, clean)) return true;
    for (const key of ['First', 'Next']) {
      const other = document.getDict(entry, key);
      if (other !== undefined) waiting.push(other);
    }
  }
  return false;
}

/** Opens a result anew and searches all of its pages. Throws where anything is left. */
export async function checkGone(name: string, bytes: Uint8Array, patterns: readonly TextPattern[]): Promise<void> {
  const pdf = openPdf({ name, bytes });
  await withRenderer(pdf, bytes, (renderer) => {
    for (const page of pdf.pages) {
      const { text } = searchTextOf(renderer.characters(page.index));
      if (!matchesIn(text, patterns).next().done) throw notRemoved();
    }
  });
}

import { LimitFault } from '../../../lib/faults.js';
import { blocksOf } from '../../../lib/page-text/blocks.js';
import { type Box, boxAround, type PageContent } from '../../../lib/page-text/glyphs.js';
import { move } from '../../../lib/page-text/matrix.js';
import { readingText } from '../../../lib/page-text/plain-text.js';
import { wordsOf } from '../../../lib/page-text/words.js';
import type { PdfDocument } from '../document/document.js';
import { isoDate } from '../document/metadata.js';
import type { OpenPdf } from '../document/open.js';
import { dropReferences } from '../document/sanitize.js';
import { pdfBoxOf } from '../pages/page-size.js';
import type { PdfPage } from '../pages/pages.js';
import { PdfDict, PdfStream, PdfString, stringText } from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';

/** What people write onto pages, by the names of ISO 32000-2, table 171. */
const KINDS: Readonly<Record<string, string>> = {
  Text: 'note',
  FreeText: 'text',
  Highlight: 'highlight',
  Underline: 'underline',
  Squiggly: 'squiggly',
  StrikeOut: 'strikeout',
  Caret: 'caret',
  Ink: 'ink',
  Line: 'line',
  Square: 'square',
  Circle: 'circle',
  Polygon: 'polygon',
  PolyLine: 'polyline',
  Stamp: 'stamp',
  FileAttachment: 'file',
  Redact: 'redaction',
};

export const ANNOTATION_KINDS: readonly string[] = Object.values(KINDS);

/** Kinds that mark the text they are on. */
const MARKING = new Set(['highlight', 'underline', 'squiggly', 'strikeout', 'redaction']);

/** Most annotations of a file, and areas that those of a page mark: more take minutes to compare with its letters. */
const MAX_ANNOTATIONS = 10_000;
const MAX_AREAS = 2_000;
const MAX_TEXT = 100_000;

export interface FoundAnnotation {
  readonly dict: PdfDict;
  readonly kind: string;
}

/** An annotation as people see it. */
export interface ReadAnnotation {
  readonly page: number;
  readonly kind: string;
  readonly author: string;
  readonly subject: string;
  readonly comment: string;
  /** What it marks; empty for kinds that mark none, and where there is no text. */
  readonly markedText: string;
  /** `#rrggbb`; `null` where it has none. */
  readonly color: string | null;
  /** ISO 8601; `null` where the file says none. */
  readonly created: string | null;
  readonly modified: string | null;
  /** On the upright page. */
  readonly box: Box;
  /** Such as `Accepted`, set by a reviewer. */
  readonly state: string | null;
  /** Place in the list of the one it answers. */
  readonly replyTo: number | null;
}

const textOf = (document: PdfDocument, dict: PdfDict, key: string): string => {
  const value = document.get(dict, key);
  return value instanceof PdfString ? stringText(value).slice(0, MAX_TEXT) : '';
};

function commentOf(document: PdfDocument, dict: PdfDict): string {
  const plain = textOf(document, dict, 'Contents');
  if (plain.trim() !== '') return plain.replace(/\r\n?/g, '\n').trim();
  const rich = document.get(dict, 'RC');
  const bytes = rich instanceof PdfStream ? document.tryDecode(rich, MAX_TEXT) : undefined;
  const xml = bytes === undefined ? textOf(document, dict, 'RC') : Buffer.from(bytes).toString();
  return xml
    .replace(/<\/p>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();
}

/** The annotations of a page that people made: no links, fields, media and windows of others. */
function annotationsOn({ document }: OpenPdf, page: PdfPage): FoundAnnotation[] {
  const seen = new Set<PdfDict>();
  return (document.getArray(page.dict, 'Annots') ?? []).flatMap((value) => {
    const dict = document.dictOf(value);
    const subtype = (dict && document.getName(dict, 'Subtype')) ?? '';
    const kind = Object.hasOwn(KINDS, subtype) ? KINDS[subtype] : undefined;
    if (dict === undefined || kind === undefined || seen.has(dict)) return [];
    seen.add(dict);
    return [{ dict, kind }];
  });
}

/** Throws LimitFault where a file has more annotations than are read. */
export function annotationsByPage(pdf: OpenPdf): ReadonlyMap<number, readonly FoundAnnotation[]> {
  const found = new Map<number, FoundAnnotation[]>();
  let count = 0;
  for (const page of pdf.pages) {
    const list = annotationsOn(pdf, page);
    count += list.length;
    if (count > MAX_ANNOTATIONS)
      throw new LimitFault(`it has more than ${MAX_ANNOTATIONS} annotations`, MAX_ANNOTATIONS);
    if (list.length > 0) found.set(page.index + 1, list);
  }
  return found;
}

const channel = (value: number): string =>
  Math.round(255 * Math.min(1, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** Gray, RGB or CMYK by the number of parts (ISO 32000-2, table 166). */
function colorOf(document: PdfDocument, dict: PdfDict): string | null {
  const parts = (document.getArray(dict, 'C') ?? []).map((value) => Number(document.resolve(value)));
  if (!parts.every(Number.isFinite)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const rgb =
    parts.length === 1 ? [a, a, a] : parts.length === 3 ? [a, b, c] : [a, b, c].map((ink) => (1 - ink) * (1 - d));
  return [1, 3, 4].includes(parts.length) ? `#${rgb.map(channel).join('')}` : null;
}

function uprightBox(corners: readonly (readonly [number, number])[], upright: PageContent['upright']): Box {
  const moved = corners.map(([x, y]) => move(upright, x, y));
  return boxAround(moved.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })));
}

/** The areas of QuadPoints, whatever the order of their corners. */
function areasOf(document: PdfDocument, dict: PdfDict, upright: PageContent['upright']): Box[] {
  const numbers = (document.getArray(dict, 'QuadPoints') ?? []).map((value) => Number(document.resolve(value)));
  const areas: Box[] = [];
  for (let i = 0; i + 7 < numbers.length && areas.length < MAX_AREAS; i += 8) {
    const quad = numbers.slice(i, i + 8);
    if (!quad.every(Number.isFinite)) continue;
    areas.push(
      uprightBox(
        [0, 2, 4, 6].map((at) => [quad[at] ?? 0, quad[at + 1] ?? 0] as const),
        upright,
      ),
    );
  }
  return areas;
}

/** The text whose letters have their middle in one of the areas, in the order of reading. */
function textIn(areas: readonly Box[], { glyphs }: PageContent): string {
  if (areas.length === 0) return '';
  const around = boxAround(areas);
  const marked = glyphs.filter(({ box }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const isIn = (area: Box): boolean => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
    return isIn(around) && areas.some(isIn);
  });
  return readingText(blocksOf(wordsOf(marked)), { dehyphenate: true })
    .replace(/\s+/g, ' ')
    .trim();
}

/** The annotations of a page from the top, answers after what they answer; `first` is how many of other pages are before them. */
export function readAnnotations(
  { document }: OpenPdf,
  page: number,
  found: readonly FoundAnnotation[],
  content: PageContent,
  first: number,
): ReadAnnotation[] {
  let areasLeft = MAX_AREAS;
  const read = found.map(({ dict, kind }) => {
    const areas = MARKING.has(kind) ? areasOf(document, dict, content.upright) : [];
    areasLeft -= areas.length;
    if (areasLeft < 0) throw new LimitFault(`page ${page} has more than ${MAX_AREAS} marked lines`, MAX_AREAS);
    const [left, bottom, right, top] = pdfBoxOf(document, dict.get('Rect')) ?? [0, 0, 0, 0];
    const own = uprightBox(
      [
        [left, bottom],
        [right, top],
      ],
      content.upright,
    );
    return { dict, kind, box: areas.length === 0 ? own : boxAround(areas), markedText: textIn(areas, content) };
  });
  const isBefore = (a: { box: Box }, b: { box: Box }): number =>
    Math.round(a.box.top - b.box.top) || a.box.left - b.box.left;
  const all = new Map(read.map((one) => [one.dict, one] as const));
  const answersOf = new Map<PdfDict, typeof read>();
  const tops: typeof read = [];
  for (const one of read) {
    const target = document.getDict(one.dict, 'IRT');
    if (target === undefined || !all.has(target) || target === one.dict) tops.push(one);
    else {
      const others = answersOf.get(target);
      if (others === undefined) answersOf.set(target, [one]);
      else others.push(one);
    }
  }
  const places = new Map<PdfDict, number>();
  const ordered: typeof read = [];
  const waiting = tops.toSorted(isBefore).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    places.set(next.dict, first + ordered.length + 1);
    ordered.push(next);
    waiting.push(...(answersOf.get(next.dict) ?? []).toReversed());
  }
  // Answers in a circle answer nothing that is seen.
  for (const one of read) if (!places.has(one.dict)) ordered.push(one);
  const date = (dict: PdfDict, key: string): string | null => isoDate(textOf(document, dict, key)).slice(0, 40) || null;
  return ordered.map(({ dict, kind, box, markedText }) => ({
    page,
    kind,
    author: textOf(document, dict, 'T'),
    subject: textOf(document, dict, 'Subj'),
    comment: commentOf(document, dict),
    markedText,
    color: colorOf(document, dict),
    created: date(dict, 'CreationDate'),
    modified: date(dict, 'M'),
    box,
    state: textOf(document, dict, 'State') || null,
    replyTo: places.get(document.getDict(dict, 'IRT') ?? new PdfDict()) ?? null,
  }));
}

/** Removes annotations with their windows and what answers them. Says how many went that were asked for or answered these. */
export function removeAnnotations(pdf: OpenPdf, found: ReadonlyMap<number, readonly FoundAnnotation[]>): number {
  const { document, pages } = pdf;
  const gone = new Set([...found.values()].flat().map(({ dict }) => dict));
  let count = gone.size;
  for (const page of pages) {
    const list = document.getArray(page.dict, 'Annots');
    if (list === undefined) continue;
    const dicts = list.map((value) => document.dictOf(value));
    const dependants = new Map<PdfDict, { readonly dict: PdfDict; readonly isWindow: boolean }[]>();
    for (const dict of dicts) {
      const subtype = (dict && document.getName(dict, 'Subtype')) ?? '';
      const isWindow = subtype === 'Popup';
      const owner =
        dict === undefined || !(isWindow || Object.hasOwn(KINDS, subtype))
          ? undefined
          : document.getDict(dict, isWindow ? 'Parent' : 'IRT');
      if (dict === undefined || owner === undefined) continue;
      const others = dependants.get(owner);
      if (others === undefined) dependants.set(owner, [{ dict, isWindow }]);
      else others.push({ dict, isWindow });
    }
    // Answers may be answered themselves.
    for (const owner of gone)
      for (const { dict, isWindow } of dependants.get(owner) ?? []) {
        if (gone.has(dict)) continue;
        gone.add(dict);
        if (!isWindow) count += 1;
      }
    const kept = list.filter((_, i) => !(dicts[i] !== undefined && gone.has(dicts[i])));
    if (kept.length === list.length) continue;
    if (kept.length === 0) page.dict.delete('Annots');
    else page.dict.set('Annots', kept);
  }
  for (const dict of gone) dict.clear();
  for (const { dict } of walkDocument(document))
    if (gone.size > 0 && dict.has('K')) dropReferences(document, dict, gone);
  return count;
}

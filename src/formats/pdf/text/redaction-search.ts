import type { TextPattern } from '../../../engines/text/regular-expressions.js';
import type { OcrPage } from '../../../lib/documents/ocr-page.js';
import { blocksOf } from '../../../lib/page-text/blocks.js';
import { type Box, boxAround, type Glyph, type PageContent } from '../../../lib/page-text/glyphs.js';
import { everySearchText } from '../../../lib/page-text/search-text.js';
import { isBlank, type Word, wordsOf } from '../../../lib/page-text/words.js';
import type { PdfDocument } from '../document/document.js';
import { openPdf } from '../document/open.js';
import { saysAnything } from '../document/string-cleaner.js';
import { overlaps, type PageSpace, type Rectangle } from '../pages/page-space.js';
import type { PdfPage } from '../pages/pages.js';
import { PdfDict } from '../syntax/objects.js';
import { withPageContents } from './page-content.js';
import { notRemoved, rectangleOf } from './redact.js';
import type { PageRedaction } from './redacted-page.js';

/** Whatever finds places in a text. */
export type SearchPattern = Pick<TextPattern, 'findAll'>;

/** Around each letter, in points: parts of letters reach out of their boxes. */
const MARGIN = 1;
/** Shorter texts from below boxes are not looked for elsewhere: they stand everywhere. */
const LEAST_LETTERS = 4;
const INSTEAD = '█';

/** Matches of any of the patterns, as offsets. */
function* matchesIn(text: string, patterns: readonly SearchPattern[]): Generator<{ start: number; end: number }> {
  for (const pattern of patterns) {
    for (const { start, end } of pattern.findAll(text)) if (end > start) yield { start, end };
  }
}

/** Makes texts without what the patterns match: each match becomes one block. */
export function cleaner(patterns: readonly SearchPattern[]): (text: string) => string {
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
export interface FoundOnPage {
  readonly redaction: PageRedaction;
  readonly matches: number;
  /** Words of LEAST_LETTERS or more below boxes. */
  readonly texts: readonly string[];
}

/** What is looked for. */
export interface RedactionSearch {
  readonly patterns: readonly SearchPattern[];
  readonly boxes: readonly { readonly page: number; readonly rectangle: Rectangle }[];
  readonly isWholePage: boolean;
  readonly clean: (text: string) => string;
  /** Of the pictures that pages become. */
  readonly dpi: number;
}

/** The letters of each match, in whichever order the page is read; what several orders find counts once. */
function matchesOn(content: PageContent, patterns: readonly SearchPattern[]): Glyph[][] {
  const known = new Set<Glyph>();
  const matches: Glyph[][] = [];
  for (const search of everySearchText(content)) {
    const found: Glyph[][] = [];
    for (const { start, end } of matchesIn(search.text, patterns)) {
      const glyphs = search.glyphs(start, end);
      if (glyphs.some((glyph) => !known.has(glyph))) found.push(glyphs);
    }
    for (const glyph of found.flat()) known.add(glyph);
    for (const glyphs of found) matches.push(glyphs);
  }
  return matches;
}

/** What is to go of a page; `undefined` for nothing. `content` has everything. */
export function findOn(
  document: PdfDocument,
  page: PdfPage,
  content: PageContent,
  space: PageSpace,
  search: RedactionSearch,
): FoundOnPage | undefined {
  const matches = matchesOn(content, search.patterns);
  const rectangles = matches.flatMap((glyphs) => rectanglesOf(glyphs).map(grown));
  const boxes = search.boxes.filter((box) => box.page === page.index + 1).map(({ rectangle }) => rectangle);
  const noted = sayingNotes(document, page, search.clean).map((rectangle) => grown(space.shown(rectangle)));
  const { width, height } = space.size;
  if (matches.length === 0 && boxes.length === 0 && noted.length === 0) return undefined;
  const all = search.isWholePage
    ? [{ left: 0, top: 0, right: width, bottom: height }]
    : [...rectangles, ...boxes, ...noted];
  const inside = glyphsIn(content, all);
  const below = glyphsIn(content, boxes);
  const texts = wordsOf(content.glyphs.map((glyph) => (below.has(glyph) ? glyph : blankOf(glyph)))).map(({ text }) =>
    text.normalize('NFKC'),
  );
  const kept = keptWords(content, matches.flat(), inside, search.patterns);
  return {
    redaction: { page, space, rectangles: all, words: ocrPageOf(kept, space, search.dpi) },
    matches: matches.length,
    texts: texts.filter((word) => word.length >= LEAST_LETTERS),
  };
}

/** Rounds in which what is left of a text may come to say again what is to go: "a ab b" without "ab". Chosen: nobody writes more. */
const MAX_ROUNDS = 8;

/** The words of a page without some letters, and without others that would say what is to go once those are gone. */
function keptWords(
  content: PageContent,
  matched: readonly Glyph[],
  inside: ReadonlySet<Glyph>,
  patterns: readonly SearchPattern[],
): Word[] {
  const gone = new Set([...inside, ...matched]);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const left = { ...content, glyphs: content.glyphs.map((glyph) => (gone.has(glyph) ? blankOf(glyph) : glyph)) };
    const more = matchesOn(left, patterns).flat();
    if (more.length === 0) return wordsOf(left.glyphs);
    for (const glyph of more) gone.add(glyph);
  }
  return [];
}

/** The page's words, as an upright page shows them, for a page that becomes a picture for another reason than its own text. */
export const wordsOfPage = (content: PageContent, space: PageSpace, dpi: number): OcrPage =>
  ocrPageOf(wordsOf(content.glyphs), space, dpi);

/** A space that the page itself has: the words around it stay apart. */
const blankOf = (glyph: Glyph): Glyph => ({ ...glyph, text: ' ', isGuessed: false });

const placeOf = ({ box, ink = box }: Glyph): Box => boxAround([box, ink]);

/** The places of letters, those of one line in one rectangle. */
function rectanglesOf(glyphs: readonly Glyph[]): Rectangle[] {
  const found: Rectangle[] = [];
  for (const glyph of glyphs) {
    const box = placeOf(glyph);
    if (box.right - box.left <= 0 && box.bottom - box.top <= 0) continue;
    const last = found.at(-1);
    const middle = (box.top + box.bottom) / 2;
    const isSameLine =
      last !== undefined &&
      middle > last.top &&
      middle < last.bottom &&
      box.left < last.right + 3 * (box.bottom - box.top) &&
      box.right > last.left;
    if (isSameLine) found[found.length - 1] = boxAround([last, box]);
    else found.push(box);
  }
  return found;
}

/** The letters that touch one of the rectangles. */
function glyphsIn({ glyphs }: PageContent, rectangles: readonly Rectangle[]): Set<Glyph> {
  return new Set(
    glyphs.filter((glyph) => !isBlank(glyph) && rectangles.some((rectangle) => overlaps(placeOf(glyph), rectangle))),
  );
}

/** What the font of text layers has no code for. */
const BEYOND_FONT = /[\p{Cc}\u{10000}-\u{10ffff}]/gu;

/** Words in the order of reading as lines with places in pixels of the page. */
function ocrPageOf(words: readonly Word[], { size }: PageSpace, dpi: number): OcrPage {
  const scale = dpi / 72;
  const scaled = ({ left, right, top, bottom }: Box) => ({
    left: left * scale,
    right: right * scale,
    top: top * scale,
    bottom: bottom * scale,
  });
  const lines = blocksOf(words).flatMap(({ lines: own }) =>
    own.map((line) => ({
      block: 1,
      paragraph: 1,
      box: scaled(boxAround(line.words.map(({ box }) => box))),
      words: line.words.map(({ text, box }) => ({
        text: text.replace(BEYOND_FONT, ''),
        confidence: 100,
        box: scaled(box),
      })),
    })),
  );
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale), lines };
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

/** Opens a result anew and searches all of its pages, in every order. Throws where anything is left. */
export async function checkGone(name: string, bytes: Uint8Array, patterns: readonly SearchPattern[]): Promise<void> {
  const pdf = openPdf({ name, bytes });
  await withPageContents(pdf, bytes, (read) => {
    for (const page of pdf.pages) {
      if (matchesOn(read(page.index, { everything: true }), patterns).length > 0) throw notRemoved();
    }
  });
}

import { firstIndex } from '../numbers/first-index.js';
import { type Block, blocksOf } from './blocks.js';
import { type Box, boxAround, type Glyph, isOnPage, type PageContent } from './glyphs.js';
import { isBrokenWord, isTouching, isUnspacedBreak, type Line, lineText, separator } from './lines.js';
import { baselineOf, isBlank, type Word, wordsOf } from './words.js';

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly glyphs: readonly Glyph[];
  /** Where each of them begins, from the start of the piece. */
  readonly starts: readonly number[];
  /** Number of its line. */
  readonly line: number;
}

/** The text of a page as a search wants it, with the place of every letter. */
export class SearchText {
  readonly text: string;
  readonly #pieces: readonly Piece[];

  constructor(text: string, pieces: readonly Piece[]) {
    this.text = text;
    this.#pieces = pieces;
  }

  /** The same with a space in the place of each line break. */
  get onOneLine(): SearchText {
    return new SearchText(this.text.replaceAll('\n', ' '), this.#pieces);
  }

  /** Where a part of the text stands: a box a line, on the upright page. */
  boxes(start: number, end: number): Box[] {
    const byLine = new Map<number, Box[]>();
    for (const { line, glyph } of this.#letters(start, end)) {
      const known = byLine.get(line);
      if (known === undefined) byLine.set(line, [glyph.box]);
      else known.push(glyph.box);
    }
    return [...byLine.values()].map(boxAround);
  }

  /** The letters of a part of the text. */
  glyphs(start: number, end: number): Glyph[] {
    return [...this.#letters(start, end)].map(({ glyph }) => glyph);
  }

  *#letters(start: number, end: number): Generator<{ readonly line: number; readonly glyph: Glyph }> {
    for (let i = this.#firstPiece(start); i < this.#pieces.length; i += 1) {
      const piece = this.#pieces[i] as Piece;
      if (piece.start >= end) break;
      for (const [n, glyph] of piece.glyphs.entries()) {
        const from = piece.start + (piece.starts[n] ?? 0);
        const to = n + 1 < piece.glyphs.length ? piece.start + (piece.starts[n + 1] ?? 0) : piece.end;
        if (from < end && to > start) yield { line: piece.line, glyph };
      }
    }
  }

  /** The first piece that ends behind a place. */
  #firstPiece(start: number): number {
    return firstIndex(this.#pieces.length, (i) => (this.#pieces[i]?.end ?? 0) > start);
  }
}

interface Rules {
  /** What becomes of a hyphen at the end of a line: it goes where it only breaks a word, it always goes, or it always stays, each
   * time with what follows right behind it. */
  readonly hyphens: 'mended' | 'dropped' | 'kept';
  /** Compatibility forms are the letters that they stand for, and characters that nobody sees are left out. */
  readonly isFolded: boolean;
  /** Words without a gap are one, whatever the content says between them: it may have drawn other things in the meantime. */
  readonly isTight: boolean;
}

const PLAIN: Rules = { hyphens: 'mended', isFolded: false, isTight: false };

const LINE_END = /[-\u2010\u2011\u00ad]$/u;
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const folded = (text: string): string => text.normalize('NFKC').replace(UNSEEN, '');

/**
 * The text in the order of reading: lines of a block joined by a space, words that a hyphen breaks at the end of a line put together,
 * blocks parted by a line break.
 */
export function readingSearchText(blocks: readonly Block[], { hyphens, isFolded, isTight }: Rules = PLAIN): SearchText {
  const pieces: Piece[] = [];
  let text = '';
  let number = 0;
  const append = (line: Line, drop: boolean): void => {
    let last: Word | undefined;
    for (const word of line.words) {
      const isJoined = last === undefined || (isTight && isTouching(last, word)) || separator(last, word) === '';
      if (!isJoined) text += ' ';
      const isCut = drop && word === line.words.at(-1);
      const start = text.length;
      const starts: number[] = [];
      for (const [i, from] of word.glyphStarts.entries()) {
        starts.push(text.length - start);
        const to = word.glyphStarts[i + 1] ?? (isCut ? -1 : undefined);
        const letters = word.text.slice(from, to);
        text += isFolded ? folded(letters) : letters;
      }
      pieces.push({ start, end: text.length, glyphs: word.glyphs, starts, line: number });
      last = word;
    }
    number += 1;
  };
  for (const { lines } of blocks) {
    const texts = lines.map((line) => lineText(line));
    let isOpen = false;
    for (const [i, line] of lines.entries()) {
      const [here = '', next = ''] = [texts[i], texts[i + 1]];
      const isBroken = hyphens === 'mended' ? isBrokenWord(here, next) : LINE_END.test(here);
      append(line, isBroken && hyphens !== 'kept');
      if (i + 1 < lines.length && !isBroken && !isUnspacedBreak(here, next)) text += ' ';
      isOpen = isBroken;
    }
    if (!isOpen || hyphens === 'mended') text += '\n';
  }
  return new SearchText(text, pieces);
}

/** The text in the order of the content, with a space where the content or its engine has white space: what viewers search and copy. */
function contentSearchText(glyphs: readonly Glyph[], { hyphens, isFolded }: Rules): SearchText {
  const pieces: Piece[] = [];
  let text = '';
  let line = 0;
  let last: Glyph | undefined;
  let isSpaced = false;
  for (const glyph of glyphs) {
    if (isBlank(glyph)) {
      isSpaced = true;
      continue;
    }
    if (last !== undefined && leavesLine(last, glyph)) {
      line += 1;
      const hyphen = LINE_END.test(last.text) ? pieces.pop() : undefined;
      if (hyphen !== undefined) {
        isSpaced = false;
        const end = hyphens === 'kept' ? hyphen.end : hyphen.start;
        text = text.slice(0, end);
        pieces.push({ ...hyphen, end });
      }
    }
    if (isSpaced && last !== undefined) text += ' ';
    const start = text.length;
    text += isFolded ? folded(glyph.text) : glyph.text;
    pieces.push({ start, end: text.length, glyphs: [glyph], starts: [0], line });
    [last, isSpaced] = [glyph, false];
  }
  return new SearchText(text, pieces);
}

const leavesLine = (last: Glyph, next: Glyph): boolean =>
  last.angle !== next.angle || Math.abs(baselineOf(next) - baselineOf(last)) > 0.5 * Math.max(last.size, next.size);

/**
 * Every text that a page can be taken to have, for those who must not miss anything: in the order of reading and in that of the content
 * (letters outside the page too, where it was read with them), words at hyphens of line ends put together and not, compatibility forms as
 * they are and resolved. The first is the one that a search uses. Equal texts come once.
 */
export function* everySearchText(content: PageContent): Generator<SearchText> {
  const { glyphs } = content;
  const blocks = blocksOf(wordsOf(glyphs.filter((glyph) => glyph.isGuessed || isOnPage(glyph.box, content))));
  const hasHyphens = glyphs.some(({ text }) => LINE_END.test(text));
  const hasForms = glyphs.some(({ text }) => folded(text) !== text);
  const seen = new Set<string>();
  for (const hyphens of hasHyphens ? (['mended', 'dropped', 'kept'] as const) : (['mended'] as const)) {
    for (const isFolded of hasForms ? [false, true] : [false]) {
      for (const isTight of [false, true]) {
        const rules = { hyphens, isFolded, isTight };
        const reading = readingSearchText(blocks, rules);
        const searches = [reading, reading.onOneLine];
        if (!isTight) searches.push(contentSearchText(glyphs, rules));
        for (const search of searches) {
          if (seen.has(search.text)) continue;
          seen.add(search.text);
          yield search;
        }
      }
    }
  }
}

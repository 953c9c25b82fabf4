import type { Block } from './blocks.js';
import { type Box, boxAround } from './glyphs.js';
import { isBrokenWord, isUnspacedBreak, type Line, lineText, separator } from './lines.js';
import type { Word } from './words.js';

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
  /** Number of its line. */
  readonly line: number;
}

/**
 * The text of a page as a search wants it: lines of a block joined by a space, words that a hyphen breaks at the end of a line put
 * together, blocks parted by a line break; with the place of every letter.
 */
export class SearchText {
  readonly text: string;
  readonly #pieces: readonly Piece[];

  constructor(blocks: readonly Block[]) {
    const pieces: Piece[] = [];
    let text = '';
    let number = 0;
    const append = (line: Line, drop: boolean): void => {
      let last: Word | undefined;
      for (const word of line.words) {
        if (last !== undefined) text += separator(last, word) === '' ? '' : ' ';
        const isCut = drop && word === line.words.at(-1);
        const letters = isCut ? word.text.slice(0, -1) : word.text;
        pieces.push({ start: text.length, end: text.length + letters.length, word, line: number });
        text += letters;
        last = word;
      }
      number += 1;
    };
    for (const { lines } of blocks) {
      const texts = lines.map((line) => lineText(line));
      for (const [i, line] of lines.entries()) {
        const [here = '', next = ''] = [texts[i], texts[i + 1]];
        const isBroken = isBrokenWord(here, next);
        append(line, isBroken);
        if (i + 1 < lines.length && !isBroken && !isUnspacedBreak(here, next)) text += ' ';
      }
      text += '\n';
    }
    this.text = text;
    this.#pieces = pieces;
  }

  /** Where a part of the text stands: a box a line, on the upright page. */
  boxes(start: number, end: number): Box[] {
    const byLine = new Map<number, Box[]>();
    for (let i = this.#firstPiece(start); i < this.#pieces.length; i += 1) {
      const piece = this.#pieces[i] as Piece;
      if (piece.start >= end) break;
      const boxes = letterBoxes(piece.word, start - piece.start, end - piece.start);
      if (boxes.length === 0) continue;
      const known = byLine.get(piece.line);
      if (known === undefined) byLine.set(piece.line, boxes);
      else known.push(...boxes);
    }
    return [...byLine.values()].map(boxAround);
  }

  /** The first piece that ends behind a place. */
  #firstPiece(start: number): number {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pieces[middle]?.end ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function letterBoxes({ glyphStarts, glyphBoxes, text }: Word, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (const [i, box] of glyphBoxes.entries()) {
    const from = glyphStarts[i] ?? 0;
    const to = glyphStarts[i + 1] ?? text.length;
    if (from < end && to > start) boxes.push(box);
  }
  return boxes;
}

import type { Figfont } from './font.js';
import { smushed } from './smush.js';

export const LAYOUTS = ['default', 'full', 'fitted', 'overlapped', 'smushed'] as const;
export const ALIGNMENTS = ['auto', 'left', 'center', 'right'] as const;

export interface Drawing {
  /** Columns of a terminal, of which the last stays empty; 0 for lines of any length. */
  readonly width: number;
  readonly layout: (typeof LAYOUTS)[number];
  readonly align: (typeof ALIGNMENTS)[number];
}

const FITTED = 64;
const SMUSHED = 128;

/** Bits of the layout that is asked for. */
function layoutBits(font: Figfont, layout: Drawing['layout']): number {
  if (layout === 'full') return 0;
  if (layout === 'fitted') return FITTED;
  if (layout === 'overlapped') return SMUSHED;
  return layout === 'smushed' ? font.layout | SMUSHED : font.layout;
}

type Rows = readonly (readonly string[])[];

const isBlank = (character: string | undefined): boolean => character === undefined || character === ' ';

/**
 * Draws text as FIGlet 2.2.5 does, character for character: its smushing, its breaking of lines and its justification. Characters that the
 * font does not have are left out. Every line ends with a line break.
 */
export function drawFiglet(text: string, font: Figfont, drawing: Drawing): string {
  return new Canvas(font, drawing).draw(text);
}

class Canvas {
  readonly #font: Figfont;
  readonly #bits: number;
  readonly #width: number;
  /** 0 left, 1 centred, 2 right. */
  readonly #justification: number;
  readonly #done: string[] = [];
  /** Rows of the line; of a font from right to left, each from its end to its start. */
  #rows: string[][] = [];
  /** Code points of the line that is being drawn. */
  #line: number[] = [];
  #letter: Rows = [];
  #letterWidth = 0;
  #widthBefore = 0;

  constructor(font: Figfont, { width, layout, align }: Drawing) {
    this.#font = font;
    this.#bits = layoutBits(font, layout);
    this.#width = width === 0 ? Number.POSITIVE_INFINITY : width;
    const own = font.isRightToLeft ? 2 : 0;
    this.#justification = align === 'auto' || width === 0 ? (width === 0 ? 0 : own) : ALIGNMENTS.indexOf(align) - 1;
    this.#clear();
  }

  get #length(): number {
    return this.#rows[0]?.length ?? 0;
  }

  #clear(): void {
    this.#rows = Array.from({ length: this.#font.height }, () => []);
    this.#line = [];
  }

  /** 1: in a word, 2: in spaces behind one, 3: in a further word, -1: spaces that begin a broken line are left out. */
  draw(text: string): string {
    let mode = 0;
    for (const character of text) {
      const code = /[\t ]/.test(character) ? 32 : /[\n\v\f\r]/.test(character) ? 10 : (character.codePointAt(0) ?? 0);
      if ((code < 32 && code !== 10) || code === 127) continue;
      const isSpace = code === 32;
      for (let isLeft = true; isLeft; ) {
        isLeft = false;
        if (mode === -1) {
          if (isSpace) break;
          mode = 0;
          if (code === 10) break;
        }
        if (code === 10) {
          this.#print();
          mode = 0;
        } else if (this.#add(code)) {
          mode = isSpace ? (mode > 0 ? 2 : 0) : mode >= 2 ? 3 : 1;
        } else if (this.#length === 0) {
          this.#printLetter();
          mode = -1;
        } else if (isSpace) {
          if (mode === 2) this.#split();
          else this.#print();
          mode = -1;
        } else {
          if (mode >= 2) this.#split();
          else this.#print();
          mode = mode === 3 ? 1 : 0;
          isLeft = true;
        }
      }
    }
    if (this.#length > 0) this.#print();
    return this.#done.join('');
  }

  /** Columns by which a letter moves into the line before it. */
  #overlap(): number {
    if ((this.#bits & (FITTED | SMUSHED)) === 0) return 0;
    let most = this.#letterWidth;
    const { isRightToLeft, height } = this.#font;
    for (let row = 0; row < height; row++) {
      const line = this.#rows[row] ?? [];
      const letter = this.#letter[row] ?? [];
      const [left, right] = isRightToLeft ? [letter, line] : [line, letter];
      // A line that grows to the left is kept from its end to its start.
      const fromRight = (i: number): string | undefined => (isRightToLeft ? right[right.length - 1 - i] : right[i]);
      // More columns than `most` change nothing, so no row is searched farther.
      let blanks = 0;
      while (blanks <= most && left.length - blanks > 1 && isBlank(left[left.length - 1 - blanks])) blanks++;
      let first = 0;
      while (first <= most && fromRight(first) === ' ') first++;
      const [before, after] = [left[left.length - 1 - blanks], fromRight(first)];
      let amount = left.length === 0 ? first : blanks + first;
      if (left.length > 0 && isBlank(before)) amount++;
      else if (left.length > 0 && after !== undefined && this.#smush(before ?? '', after) !== undefined) amount++;
      most = Math.min(most, amount, isRightToLeft ? right.length : Number.POSITIVE_INFINITY);
    }
    return most;
  }

  #smush(left: string, right: string): string | undefined {
    if (left === ' ') return right;
    if (right === ' ') return left;
    if (this.#widthBefore < 2 || this.#letterWidth < 2) return undefined;
    return smushed(left, right, this.#bits, this.#font);
  }

  /** Whether there was room for it. */
  #add(code: number): boolean {
    const letter = this.#font.letters.get(code) ?? this.#font.letters.get(0) ?? [];
    this.#letter = letter;
    this.#widthBefore = this.#letterWidth;
    this.#letterWidth = letter[0]?.length ?? 0;
    const overlap = this.#overlap();
    if (this.#length + this.#letterWidth - overlap > this.#width - 1) return false;
    for (const [row, line] of this.#rows.entries()) {
      const own = letter[row] ?? [];
      if (this.#font.isRightToLeft) {
        const rest = own.length - overlap;
        for (let k = 0; k < overlap; k++) {
          const column = line.length - 1 - k;
          line[column] = this.#smush(own[rest + k] ?? ' ', line[column] ?? ' ') ?? '';
        }
        for (let k = rest - 1; k >= 0; k--) line.push(own[k] ?? ' ');
        continue;
      }
      const start = line.length - overlap;
      // At the start of a line the blank columns of a letter are left out.
      for (let k = Math.max(-start, 0); k < overlap; k++) {
        const column = start + k;
        line[column] = this.#smush(line[column] ?? ' ', own[k] ?? ' ') ?? '';
      }
      for (const character of own.slice(overlap)) line.push(character);
    }
    this.#line.push(code);
    return true;
  }

  #print(): void {
    for (const row of this.#rows) this.#put(this.#font.isRightToLeft ? row.reverse() : row);
    this.#clear();
  }

  /** A letter that is wider than the line, cut. */
  #printLetter(): void {
    for (const row of this.#letter)
      this.#put(this.#font.isRightToLeft ? row.slice(Math.max(row.length - this.#width + 1, 0)) : row);
  }

  #put(row: readonly string[]): void {
    const shown = row.length > this.#width - 1 ? row.slice(0, this.#width - 1) : row;
    const free = this.#width - shown.length - this.#justification + 2;
    // As many spaces as `(3 - justification) * spaces` has room for.
    const spaces = this.#justification > 0 ? Math.max(0, Math.ceil(free / (3 - this.#justification)) - 1) : 0;
    const text = shown.join('').replaceAll(this.#font.hardblank, ' ');
    this.#done.push(`${' '.repeat(spaces)}${text}\n`);
  }

  /** Prints the line up to its last spaces; what follows them begins the next. */
  #split(): void {
    const line = this.#line;
    const last = line.lastIndexOf(32);
    let end = last;
    while (end > 0 && line[end - 1] === 32) end--;
    this.#clear();
    for (const code of line.slice(0, Math.max(end, 0))) this.#add(code);
    this.#print();
    for (const code of line.slice(last + 1)) this.#add(code);
  }
}

import { displayWidth, wrapColumns } from './display-width.js';
import { splitGraphemes } from './text-segments.js';

export interface WrapRules {
  /** Places of a line in a fixed-width font; 0 for no end. */
  readonly width: number;
  readonly breakWords: boolean;
}

/** Lines of another font: `measure` is asked for words, white space and letters as a reader sees them, in the unit of `width`. */
interface MeasuredRules extends WrapRules {
  readonly measure: (part: string) => number;
}

/** Scripts that write no spaces: a line can end behind most of their letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3003\u3005-\u303f\uff01-\uff60\u30fb\u30fc]/u;
/** May not begin a line (JIS X 4051, 4.3 a to f, in part). */
const NOT_FIRST = /^[、。，．・：；？！ー々〉》」』】〕）］｝”’ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)\]}]/u;
/** May not end one. */
const NOT_LAST = /[〈《「『【〔（［｛“‘([{]$/u;

/** White space and what cannot be divided, in turn. */
function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  for (const word of line.match(/\s+|\S+/g) ?? []) {
    if (!UNSPACED.test(word)) {
      pieces.push(word);
      continue;
    }
    let piece = '';
    let last = '';
    for (const letter of word) {
      const isApart = UNSPACED.test(letter) || UNSPACED.test(last);
      const isMark = /^(?:\p{M}|\u200d)/u.test(letter);
      if (piece !== '' && isApart && !isMark && !NOT_FIRST.test(letter) && !NOT_LAST.test(last)) {
        pieces.push(piece);
        piece = '';
      }
      piece += letter;
      last = letter;
    }
    pieces.push(piece);
  }
  return pieces;
}

/**
 * A line in lines of at most so many places. White space at a break goes, that at the start of the text stays. A word that is longer
 * than a line has one of its own, or is cut where `breakWords` says so. Linear.
 */
export const wrapLine = (line: string, rules: WrapRules): string[] =>
  wrapPieces(line, rules, displayWidth, (word) => wrapColumns(word, rules.width));

/** The same in a font whose letters have widths of their own. */
export const wrapMeasuredLine = (line: string, rules: MeasuredRules): string[] =>
  wrapPieces(line, rules, rules.measure, (word) => cutMeasured(word, rules));

function cutMeasured(word: string, { width, measure }: MeasuredRules): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const letter of splitGraphemes(word)) {
    const more = measure(letter);
    if (used + more > width && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += letter;
    used += more;
  }
  return [...parts, part];
}

function wrapPieces(
  line: string,
  { width, breakWords }: WrapRules,
  measure: (part: string) => number,
  cut: (word: string) => string[],
): string[] {
  if (width === 0 || line.length === 0) return [line];
  const rows: string[] = [];
  let row: string[] = [];
  let used = 0;
  const end = (): void => {
    if (row.length > 0 && isSpace(row[row.length - 1])) row.pop();
    if (row.length > 0) rows.push(row.join(''));
    row = [];
    used = 0;
  };
  for (const piece of piecesOf(line)) {
    const isBlank = isSpace(piece);
    const places = isBlank && measure === displayWidth ? piece.length : measure(piece);
    if (used + places <= width) {
      // A line that goes on from another does not begin with white space.
      if (row.length === 0 && rows.length > 0 && isBlank) continue;
      row.push(piece);
      used += places;
    } else if (isBlank) end();
    else {
      end();
      const parts = breakWords && places > width ? cut(piece) : [piece];
      const last = parts.pop() ?? '';
      for (const part of parts) {
        row = [part];
        end();
      }
      row = [last];
      used = measure(last);
    }
  }
  end();
  return rows.length === 0 ? [''] : rows;
}

const isSpace = (piece: string | undefined): boolean => piece !== undefined && /^\s/.test(piece);

/** Lines as one: with a space between, but for two letters of scripts that write none. */
export function joinUnwrapped(lines: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const line of lines) {
    if (parts.length > 0 && !(UNSPACED.test(last) && UNSPACED.test(line.slice(0, 2)))) parts.push(' ');
    parts.push(line);
    last = line.slice(-2);
  }
  return parts.join('');
}

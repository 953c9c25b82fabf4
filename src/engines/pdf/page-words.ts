import type { OcrLine, OcrPage, OcrWord } from '../../lib/ocr-page.js';
import { overlaps, type PageSpace, type Rectangle } from './page-space.js';
import type { PageCharacters } from './render.js';

/** The text of a page made to be searched: compatibility forms resolved, white space as one space, words joined at hyphens of line ends. */
export interface SearchText {
  readonly text: string;
  /** For each UTF-16 unit of `text` the character it comes from; −1 for spaces between. */
  readonly origins: Int32Array;
}

// What the engine gives for a hyphen at the end of a line that is no part of the word, and the soft hyphen.
const HYPHENS = new Set([0x02, 0xfffe, 0xad]);

export function searchTextOf({ codes }: PageCharacters): SearchText {
  const parts: string[] = [];
  const origins: number[] = [];
  let isSpace = true;
  let afterHyphen = false;
  for (const [i, code] of codes.entries()) {
    if (HYPHENS.has(code)) {
      afterHyphen = true;
      continue;
    }
    const text = code === 0 || code > 0x10ffff ? ' ' : String.fromCodePoint(code).normalize('NFKC');
    if (/^\s*$/.test(text)) {
      if (!isSpace && !afterHyphen) {
        parts.push(' ');
        origins.push(-1);
      }
      isSpace = true;
      continue;
    }
    isSpace = false;
    afterHyphen = false;
    parts.push(text);
    for (let unit = 0; unit < text.length; unit += 1) origins.push(i);
  }
  return { text: parts.join(''), origins: Int32Array.from(origins) };
}

const boxOf = ({ boxes }: PageCharacters, i: number) => ({
  left: boxes[4 * i] ?? 0,
  bottom: boxes[4 * i + 1] ?? 0,
  right: boxes[4 * i + 2] ?? 0,
  top: boxes[4 * i + 3] ?? 0,
});

/** The places of characters on the page as it is shown, those of one line in one rectangle. */
export function rectanglesOf(characters: PageCharacters, indexes: Iterable<number>, space: PageSpace): Rectangle[] {
  const found: Rectangle[] = [];
  for (const i of indexes) {
    const box = space.shown(boxOf(characters, i));
    if (box.right - box.left <= 0 && box.bottom - box.top <= 0) continue;
    const last = found.at(-1);
    const middle = (box.top + box.bottom) / 2;
    const isSameLine =
      last !== undefined &&
      middle > last.top &&
      middle < last.bottom &&
      box.left < last.right + 3 * (box.bottom - box.top) &&
      box.right > last.left;
    if (!isSameLine) found.push(box);
    else {
      found[found.length - 1] = {
        left: Math.min(last.left, box.left),
        right: Math.max(last.right, box.right),
        top: Math.min(last.top, box.top),
        bottom: Math.max(last.bottom, box.bottom),
      };
    }
  }
  return found;
}

/** Indexes of the characters that touch one of the rectangles. */
export function charactersIn(
  characters: PageCharacters,
  rectangles: readonly Rectangle[],
  space: PageSpace,
): Set<number> {
  const inside = new Set<number>();
  for (let i = 0; i < characters.codes.length; i += 1) {
    const box = space.shown(boxOf(characters, i));
    if (rectangles.some((rectangle) => overlaps(box, rectangle))) inside.add(i);
  }
  return inside;
}

/** The words of a page as lines with places in pixels of the page as it is shown, without some characters. */
export function wordsOf(
  characters: PageCharacters,
  without: ReadonlySet<number>,
  space: PageSpace,
  dpi: number,
): OcrPage {
  const scale = dpi / 72;
  const lines: OcrLine[] = [];
  let words: OcrWord[] = [];
  let text = '';
  let box: Rectangle | undefined;
  const endWord = (): void => {
    if (text !== '' && box !== undefined) words.push({ text, confidence: 100, box });
    text = '';
    box = undefined;
  };
  const endLine = (): void => {
    endWord();
    const [first] = words;
    if (first !== undefined) lines.push({ block: 1, paragraph: 1, box: first.box, words });
    words = [];
  };
  for (const [i, code] of characters.codes.entries()) {
    if (code === 10 || code === 13) endLine();
    else if (without.has(i) || code <= 32 || code > 0xffff || HYPHENS.has(code)) endWord();
    else {
      const { left, right, top, bottom } = space.shown(boxOf(characters, i));
      const own = { left: left * scale, right: right * scale, top: top * scale, bottom: bottom * scale };
      text += String.fromCharCode(code);
      box =
        box === undefined
          ? own
          : {
              left: Math.min(box.left, own.left),
              right: Math.max(box.right, own.right),
              top: Math.min(box.top, own.top),
              bottom: Math.max(box.bottom, own.bottom),
            };
    }
  }
  endLine();
  return { width: Math.round(space.size.width * scale), height: Math.round(space.size.height * scale), lines };
}

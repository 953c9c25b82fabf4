/** Where the parts of a text of SVG stand, and how they look: for who draws letters without a renderer of text. */

import type { SvgElement } from './sanitize.js';
import type { Looks, StyledElement } from './text-looks.js';

/** What the drawing of letters follows from; pixels of the text's own coordinates. */
export interface TextLook {
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** As the document lists them. */
  readonly families: string;
  readonly anchor: string;
  readonly baseline: string;
  readonly isRightToLeft: boolean;
  readonly keepsSpaces: boolean;
  /** Colours and lines by the properties of CSS. */
  readonly paint: ReadonlyMap<string, string>;
}

/** Letters of one look. */
export interface TextPiece {
  text: string;
  readonly look: TextLook;
  /** From the end of the piece before, beside what the letters take. */
  readonly dx: number;
  readonly dy: number;
}

/** Pieces that follow one another from one point. */
export interface TextChunk {
  readonly x: number;
  readonly y: number;
  readonly pieces: TextPiece[];
}

/** An element as its style sheet sees it. */
export const styledElement = (element: SvgElement, parentElement: StyledElement | null): StyledElement => ({
  tagName: element.name,
  parentElement,
  getAttribute: (name) => element.attributes.get(name) ?? null,
});

/** Colours and lines, with what they are where nothing says it. */
const FIRST_PAINT = new Map([
  ['color', 'black'],
  ['fill', 'black'],
  ['fill-opacity', '1'],
  ['paint-order', 'normal'],
  ['stroke', 'none'],
  ['stroke-dasharray', 'none'],
  ['stroke-linejoin', 'miter'],
  ['stroke-opacity', '1'],
  ['stroke-width', '1'],
  ['visibility', 'visible'],
]);

/** The renderer's own. */
export const FIRST_LOOK: TextLook = {
  size: 12,
  isBold: false,
  isItalic: false,
  families: '',
  anchor: 'start',
  baseline: 'auto',
  isRightToLeft: false,
  keepsSpaces: false,
  paint: FIRST_PAINT,
};

/** What places letters in ways that are not followed here. */
const PLACING_LOOKS = ['baseline-shift', 'font', 'letter-spacing', 'text-decoration', 'word-spacing', 'writing-mode'];
const PLACING_ATTRIBUTES = ['lengthAdjust', 'rotate', 'textLength'];
const PLAIN = new Set(['normal', 'none', 'baseline', '0', '0px', 'horizontal-tb', 'lr-tb', 'lr', 'auto']);

/** Pixels in units of CSS that need no page; those of the font are in `em`. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
};

function lengthOf(value: string, em: number): number | undefined {
  const [, digits = '', unit = ''] = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*)\s*$/i.exec(value) ?? [];
  if (digits === '') return undefined;
  const pixels = unit.toLowerCase() === 'em' ? em : UNITS[unit.toLowerCase()];
  return pixels === undefined ? undefined : Number(digits) * pixels;
}

function sizeOf(value: string | undefined, inherited: number): number | undefined {
  if (value === undefined || value === 'inherit') return inherited;
  const percent = /^\s*(\d+\.?\d*|\.\d+)%\s*$/.exec(value)?.[1];
  return percent === undefined ? lengthOf(value, inherited) : (Number(percent) * inherited) / 100;
}

/** The look of an element from that of its parent; `undefined` where its size is in words or in units of a page. */
export function lookIn(element: SvgElement, looks: Looks, parent: TextLook): TextLook | undefined {
  const own = (name: string): string | undefined => {
    const value = looks.get(name);
    return value === 'inherit' ? undefined : value;
  };
  const size = sizeOf(looks.get('font-size'), parent.size);
  if (size === undefined) return undefined;
  const weight = own('font-weight');
  const slant = own('font-style');
  const direction = own('direction');
  const space = element.attributes.get('xml:space');
  return {
    size,
    isBold: weight === undefined ? parent.isBold : /^bold/.test(weight) || Number(weight) >= 600,
    isItalic: slant === undefined ? parent.isItalic : /^(?:italic|oblique)/.test(slant),
    families: own('font-family') ?? parent.families,
    anchor: own('text-anchor') ?? parent.anchor,
    baseline: own('alignment-baseline') ?? own('dominant-baseline') ?? parent.baseline,
    isRightToLeft: direction === undefined ? parent.isRightToLeft : direction === 'rtl',
    keepsSpaces: space === undefined ? parent.keepsSpaces : space === 'preserve',
    paint: new Map([...parent.paint].map(([name, value]) => [name, own(name) ?? value])),
  };
}

/**
 * Chunks of a `text` element whose look is known. `undefined` where it is placed along a path, letter by letter, or in a way that
 * only a renderer of text follows.
 */
export function textChunks(
  text: SvgElement,
  styled: StyledElement,
  look: TextLook,
  looksOf: (element: StyledElement) => Looks,
): TextChunk[] | undefined {
  const chunks: TextChunk[] = [];
  let [dx, dy] = [0, 0];
  const add = (element: SvgElement, own: StyledElement, current: TextLook): boolean => {
    const looks = looksOf(own);
    if (PLACING_ATTRIBUTES.some((name) => element.attributes.has(name))) return false;
    if (PLACING_LOOKS.some((name) => !PLAIN.has(looks.get(name) ?? 'none'))) return false;
    if (looks.get('display') === 'none') return true;
    const places = ['x', 'y', 'dx', 'dy'].map((name) => {
      const value = element.attributes.get(name);
      return value === undefined ? null : lengthOf(value, current.size);
    });
    if (places.includes(undefined)) return false;
    const [x, y, right = null, down = null] = places as (number | null)[];
    if (chunks.length === 0 || x !== null || y !== null) {
      const before = chunks.at(-1);
      // A chunk that says only `y` goes on from where the last one ended, which only its letters tell.
      if (before !== undefined && before.pieces.length > 0 && x === null) return false;
      const line = before?.pieces.reduce((sum, piece) => sum + piece.dy, before.y) ?? 0;
      chunks.push({ x: x ?? before?.x ?? 0, y: y ?? line, pieces: [] });
    }
    // Of two that refer to one letter, the inner one counts.
    dx = right ?? dx;
    dy = down ?? dy;
    for (const child of element.children) {
      if (typeof child === 'string') {
        chunks.at(-1)?.pieces.push({ text: child, look: current, dx, dy });
        [dx, dy] = [0, 0];
      } else if (child.name === 'tspan') {
        const inner = styledElement(child, own);
        const innerLook = lookIn(child, looksOf(inner), current);
        if (innerLook === undefined) return false;
        if (!add(child, inner, innerLook)) return false;
      } else if (child.name !== 'title' && child.name !== 'desc') return false;
    }
    return true;
  };
  if (!add(text, styled, look)) return undefined;
  collapseSpaces(chunks.flatMap(({ pieces }) => pieces));
  return chunks;
}

/** Several spaces are one, and none is left at the ends, unless `xml:space` keeps them; line breaks are spaces in any case. */
function collapseSpaces(pieces: readonly TextPiece[]): void {
  let endsWithSpace = true;
  for (const piece of pieces) {
    piece.text = piece.text.replace(/[\t\n\r]/g, ' ');
    if (!piece.look.keepsSpaces) {
      piece.text = piece.text.replace(/ +/g, ' ');
      if (endsWithSpace) piece.text = piece.text.replace(/^ /, '');
    }
    if (piece.text !== '') endsWithSpace = piece.text.endsWith(' ');
  }
  const last = pieces.findLast(({ text }) => text !== '');
  if (last !== undefined && !last.look.keepsSpaces) last.text = last.text.replace(/ $/, '');
}

import { standInFor, textOf } from '../../lib/svg/named-fonts.js';
import type { SvgElement } from '../../lib/svg/sanitize.js';
import {
  FIRST_LOOK,
  lookIn,
  styledElement,
  type TextChunk,
  type TextLook,
  type TextPiece,
  textChunks,
} from '../../lib/svg/text-chunks.js';
import { type Looks, openLooks, type StyledElement } from '../../lib/svg/text-looks.js';
import { isOfSeveralFonts } from '../fonts.js';
import { openBoxShaper, type Shaper } from '../text/shaping.js';

/** Longer texts are left to the renderer: an outline takes some two thousand characters. */
const MAX_LETTERS = 20_000;
/** Each element is compared with each rule of the style sheet: some seconds. */
const MAX_LETTERS_TIMES_STYLES = 100_000_000;
const ITALIC_SLANT = Math.tan((12 * Math.PI) / 180);
/** Attributes that place letters. */
const PLACING = new Set(['x', 'y', 'dx', 'dy', 'text-anchor', 'xml:space']);
/** Of Noto Sans, as the renderer has it. */
const X_HEIGHT = 0.536;

/**
 * A document whose texts of several fonts are outlines. The renderer shapes a whole text with each font and puts together what is in
 * the same place, so that emoji of several characters and mixtures of scripts would be boxes, or nothing. Texts along a path, letter
 * by letter, or of more than 20,000 letters in all (fewer with large style sheets) stay as they are.
 */
export function withOutlinedText(root: SvgElement): SvgElement {
  const holders = new Set<SvgElement>();
  if (!findMixed(root, holders)) return root;
  const css = styleSheets(root);
  const outliner = new Outliner(openLooks(css), holders, Math.min(MAX_LETTERS, MAX_LETTERS_TIMES_STYLES / css.length));
  return outliner.element(root, null, FIRST_LOOK);
}

/** Finds texts that need outlines, and all that they are in. */
function findMixed(element: SvgElement, holders: Set<SvgElement>): boolean {
  let isFound = false;
  if (element.name === 'text') isFound = isOfSeveralFonts(textOf(element));
  else for (const child of element.children) if (typeof child !== 'string' && findMixed(child, holders)) isFound = true;
  if (isFound) holders.add(element);
  return isFound;
}

const styleSheets = (element: SvgElement): string =>
  element.name === 'style'
    ? textOf(element)
    : element.children.map((child) => (typeof child === 'string' ? '' : styleSheets(child))).join('\n');

class Outliner {
  readonly #looksOf: (element: StyledElement) => Looks;
  readonly #holders: ReadonlySet<SvgElement>;
  #lettersLeft: number;

  constructor(looksOf: (element: StyledElement) => Looks, holders: ReadonlySet<SvgElement>, letters: number) {
    const known = new WeakMap<StyledElement, Looks>();
    this.#looksOf = (element) => {
      const looks = known.get(element) ?? looksOf(element);
      known.set(element, looks);
      return looks;
    };
    this.#holders = holders;
    this.#lettersLeft = letters;
  }

  element(element: SvgElement, parent: StyledElement | null, parentLook: TextLook): SvgElement {
    if (!this.#holders.has(element)) return element;
    if (element.name === 'text') this.#lettersLeft -= textOf(element).length;
    if (this.#lettersLeft < 0) return element;
    const styled = styledElement(element, parent);
    const look = lookIn(element, this.#looksOf(styled), parentLook);
    if (look === undefined) return element;
    if (element.name === 'text') return this.#text(element, styled, look);
    const children = element.children.map((child) =>
      typeof child === 'string' ? child : this.element(child, styled, look),
    );
    return { ...element, children };
  }

  #text(text: SvgElement, styled: StyledElement, look: TextLook): SvgElement {
    const chunks = textChunks(text, styled, look, this.#looksOf);
    if (chunks === undefined) return text;
    const attributes = new Map([...text.attributes].filter(([name]) => !PLACING.has(name)));
    return { name: 'g', attributes, children: chunks.flatMap(outlinesOf) };
  }
}

function outlinesOf({ x, y, pieces }: TextChunk): SvgElement[] {
  const first = pieces[0];
  if (first === undefined) return [];
  const lines = pieces.map((piece) => {
    const { look, text } = piece;
    const shaper = openBoxShaper({ text, style: standInFor(look.families), isBold: look.isBold });
    const { glyphs, width } = shaper.shapeLine(text, look.isRightToLeft);
    return { piece, glyphs, width: width * look.size, shift: shiftOf(look, shaper) };
  });
  const width = lines.reduce((sum, line) => sum + line.width + line.piece.dx, -first.dx);
  let at = x - width * startOf(first.look);
  let line = y;
  const outlines: SvgElement[] = [];
  for (const { piece, glyphs, width: advance, shift } of lines) {
    at += piece.dx;
    line += piece.dy;
    const data = glyphs.map((glyph) => outlineOf(glyph, piece.look, at, line + shift)).join('');
    if (data !== '')
      outlines.push({
        name: 'path',
        attributes: new Map([
          ['d', data],
          ['style', styleOf(piece)],
        ]),
        children: [],
      });
    at += advance;
  }
  return outlines;
}

/** All of it, because a style sheet has other rules for a path than for a text. */
const styleOf = ({ look }: TextPiece): string => [...look.paint].map(([name, value]) => `${name}:${value}`).join(';');

/** Which part of the width lies before the point of the text. */
function startOf({ anchor, isRightToLeft }: TextLook): number {
  if (anchor === 'middle') return 0.5;
  return (anchor === 'end') === isRightToLeft ? 0 : 1;
}

/** From the line that a text stands on to the one that is asked for, downwards: as the renderer has it. */
function shiftOf({ baseline, size }: TextLook, { ascent, descent }: Shaper): number {
  switch (baseline) {
    case 'central':
      return ((ascent - descent) / 2) * size;
    case 'middle':
      return (X_HEIGHT / 2) * size;
    case 'hanging':
      return 0.8 * ascent * size;
    case 'mathematical':
      return 0.5 * ascent * size;
    case 'before-edge':
    case 'text-before-edge':
      return ascent * size;
    case 'after-edge':
    case 'text-after-edge':
    case 'ideographic':
      return -descent * size;
    default:
      return 0;
  }
}

/** A letter at its place: the numbers of its path are pairs of units of its font, upwards. */
function outlineOf(
  { path, unit, x, y }: { readonly path: string; readonly unit: number; readonly x: number; readonly y: number },
  { size, isItalic }: TextLook,
  left: number,
  line: number,
): string {
  const scale = size / unit;
  const slant = isItalic ? ITALIC_SLANT : 0;
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_pair, right: string, up: string) => {
    const height = Number(up) * scale;
    const across = left + x * size + Number(right) * scale + slant * height;
    return `${across.toFixed(3)},${(line + y * size - height).toFixed(3)}`;
  });
}

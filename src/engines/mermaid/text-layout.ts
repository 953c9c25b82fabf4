import type { Box } from '../../lib/svg/box.js';
import { around } from '../../lib/svg/box.js';
import type { Looks, StyledElement } from '../../lib/svg/text-looks.js';

/** An element of a page, as far as it is measured. */
export interface PageElement extends StyledElement {
  readonly parentElement: PageElement | null;
  readonly children: Iterable<PageElement>;
  readonly childNodes: Iterable<PageNode>;
  readonly ownerDocument: { getElementById(id: string): PageElement | null };
}

export interface PageNode {
  /** 1: an element, 3: a text. */
  readonly nodeType: number;
  readonly nodeValue: string | null;
}

export interface TextMetrics {
  /** Width in pixels. */
  readonly width: (text: string, size: number, isBold: boolean) => number;
  readonly looksOf: (element: PageElement) => Looks;
}

/** Of Noto Sans, at a size of 1. */
const ASCENT = 1.069;
const DESCENT = 0.293;
const X_HEIGHT = 0.536;
/** Parts of a pixel that browsers know. */
const STEPS = 64;

/** What letters have from all that is around them. */
export interface TextFont {
  readonly size: number;
  readonly isBold: boolean;
  readonly anchor: string;
}

const BASE: TextFont = { size: 16, isBold: false, anchor: 'start' };

/** Pixels of a length; `em` is the size of the element's letters. */
export function pixels(value: string, em: number, whole = 0): number {
  const [, number = '', unit = ''] = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)/i.exec(value) ?? [];
  const amount = Number(number);
  switch (unit.toLowerCase()) {
    case 'em':
      return amount * em;
    case 'rem':
      return amount * 16;
    case 'ex':
      return amount * em * X_HEIGHT;
    case 'pt':
      return (amount * 4) / 3;
    case '%':
      return (amount * whole) / 100;
    default:
      return amount;
  }
}

const WORDS: Readonly<Record<string, number>> = { small: 13, medium: 16, large: 18, larger: 19.2, smaller: 13.3 };

function fontWith(outer: TextFont, looks: Looks): TextFont {
  const size = looks.get('font-size');
  const weight = looks.get('font-weight');
  const stated = size === undefined ? outer.size : (WORDS[size] ?? pixels(size, outer.size, outer.size));
  return {
    size: stated > 0 ? stated : outer.size,
    isBold: weight === undefined ? outer.isBold : weight.startsWith('bold') || Number(weight) >= 600,
    anchor: looks.get('text-anchor') ?? outer.anchor,
  };
}

function fontOf(element: PageElement, { looksOf }: TextMetrics): TextFont {
  const chain: PageElement[] = [];
  for (let at: PageElement | null = element; at !== null; at = at.parentElement) chain.push(at);
  return chain.reduceRight((font, part) => fontWith(font, looksOf(part)), BASE);
}

/** How far the base line is below the place that a text names. */
function shiftOf(looks: Looks, { size }: TextFont, outer: number): number {
  switch (looks.get('dominant-baseline') ?? looks.get('alignment-baseline')) {
    case undefined:
      return outer;
    case 'middle':
      return (size * X_HEIGHT) / 2;
    case 'central':
      return (size * (ASCENT - DESCENT)) / 2;
    case 'hanging':
      return size * 0.8;
    case 'text-before-edge':
    case 'before-edge':
    case 'text-top':
      return size * ASCENT;
    case 'text-after-edge':
    case 'after-edge':
      return -size * DESCENT;
    default:
      return 0;
  }
}

interface Run {
  text: string;
  readonly font: TextFont;
  readonly owners: readonly PageElement[];
  readonly shift: number;
  /** Stated places; `undefined` goes on where the last run ended. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly dx: number;
  readonly dy: number;
}

export interface PlacedRun {
  readonly box: Box;
  readonly owners: readonly PageElement[];
}

/** What is asked of a run once, by its first letter. */
interface Place {
  x: number | undefined;
  y: number | undefined;
  dx: number;
  dy: number;
}

/** Lays out a `text` element with its parts, as browsers do with texts of one direction. */
export function layText(text: PageElement, metrics: TextMetrics): PlacedRun[] {
  const runs: Run[] = [];
  const pending: Place = { x: undefined, y: undefined, dx: 0, dy: 0 };
  collect(text, [], fontOf(text, metrics), 0, { runs, pending, metrics });
  const isKept = text.getAttribute('xml:space') === 'preserve';
  if (!isKept) collapse(runs);
  return place(runs, metrics);
}

function collect(
  element: PageElement,
  outer: readonly PageElement[],
  font: TextFont,
  outerShift: number,
  state: { readonly runs: Run[]; readonly pending: Place; readonly metrics: TextMetrics },
): void {
  const { runs, pending, metrics } = state;
  const looks = metrics.looksOf(element);
  if (looks.get('display') === 'none') return;
  const owners = [...outer, element];
  const shift = shiftOf(looks, font, outerShift);
  const stated = (name: string): number | undefined => {
    const value = element.getAttribute(name);
    return value === null || value.trim() === '' ? undefined : pixels(value, font.size);
  };
  pending.x = stated('x') ?? pending.x;
  pending.y = stated('y') ?? pending.y;
  pending.dx += stated('dx') ?? 0;
  pending.dy += stated('dy') ?? 0;
  for (const node of element.childNodes) {
    if (isElement(node)) collect(node, owners, fontWith(font, metrics.looksOf(node)), shift, state);
    else if (node.nodeType === 3 && node.nodeValue !== null && node.nodeValue !== '') {
      runs.push({ text: node.nodeValue, font, owners, shift, ...pending });
      Object.assign(pending, { x: undefined, y: undefined, dx: 0, dy: 0 });
    }
  }
}

const isElement = (node: PageNode): node is PageNode & PageElement => node.nodeType === 1;

/** White space is one space, none at the ends. */
function collapse(runs: readonly Run[]): void {
  let isSpaced = true;
  for (const run of runs) {
    run.text = run.text.replace(/\s+/g, ' ');
    if (isSpaced && run.text.startsWith(' ')) run.text = run.text.slice(1);
    if (run.text !== '') isSpaced = run.text.endsWith(' ');
  }
  for (const run of [...runs].reverse()) {
    run.text = run.text.trimEnd();
    if (run.text !== '') return;
  }
}

function place(runs: readonly Run[], { width }: TextMetrics): PlacedRun[] {
  const placed: PlacedRun[] = [];
  let [x, y] = [0, 0];
  let line: { readonly box: Box; readonly owners: readonly PageElement[] }[] = [];
  let anchor = 'start';
  const end = (): void => {
    const across = around(line.map(({ box }) => box))?.width ?? 0;
    const back = anchor === 'middle' ? across / 2 : anchor === 'end' ? across : 0;
    for (const { box, owners } of line) placed.push({ box: { ...box, x: box.x - back }, owners });
    line = [];
  };
  for (const run of runs) {
    if (run.x !== undefined || run.y !== undefined) end();
    x = (run.x ?? x) + run.dx;
    y = (run.y ?? y) + run.dy;
    const { size, isBold } = run.font;
    if (line.length === 0) anchor = run.font.anchor;
    if (run.text === '') continue;
    // In steps of browsers, which are exact in binary: half of a width is then as far from the middle on both sides.
    const wide = Math.ceil(width(run.text, size, isBold) * STEPS) / STEPS;
    // As browsers round them.
    const above = Math.round(size * ASCENT);
    line.push({
      box: { x, y: y + run.shift - above, width: wide, height: above + Math.round(size * DESCENT) },
      owners: run.owners,
    });
    x += wide;
  }
  end();
  return placed;
}

import { around, type Box, IDENTITY, type Matrix, matrixOf, movedBox, multiplied } from '../../lib/svg/box.js';
import { type Point, pathPoints } from '../../lib/svg/path-points.js';
import { layText, type PageElement, type PlacedRun, pixels, type TextMetrics } from './text-layout.js';

/** What is drawn where it is referred to, or not at all. */
const UNSEEN = new Set(
  'defs marker style title desc clippath mask symbol pattern lineargradient radialgradient filter script'.split(' '),
);

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
/** `use` may refer to what refers to it. */
const MAX_DEPTH = 200;

const numberOf = (element: PageElement, name: string): number => pixels(element.getAttribute(name) ?? '', 16);

const boxOfPoints = (points: readonly Point[]): Box | undefined =>
  around(points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })));

/** Points of paths by their data: the same one is asked for many times. */
export class Boxes {
  readonly #paths = new Map<string, Point[][]>();

  constructor(readonly metrics: TextMetrics) {}

  pathOf(element: PageElement): Point[][] {
    const data = pathData(element);
    const known = this.#paths.get(data);
    if (known !== undefined) return known;
    const points = pathPoints(data);
    this.#paths.set(data, points);
    return points;
  }

  /** In the element's own coordinates, without its own transform. */
  boxOf(element: PageElement): Box {
    return this.#box(element, 0) ?? NOWHERE;
  }

  /** In those of the outermost drawing. */
  placeOf(element: PageElement): Box {
    let matrix: Matrix = IDENTITY;
    for (let at: PageElement | null = element; at !== null; at = at.parentElement)
      matrix = multiplied(ownMatrix(at), matrix);
    return movedBox(this.boxOf(element), matrix);
  }

  /** Width of the letters of a text, or of a part of one. */
  textLength(element: PageElement): number {
    return this.#runsOf(element).reduce((sum, { box }) => sum + box.width, 0);
  }

  #runsOf(element: PageElement): PlacedRun[] {
    let text = element;
    while (text.tagName.toLowerCase() !== 'text' && text.parentElement !== null) text = text.parentElement;
    if (text.tagName.toLowerCase() !== 'text') text = element;
    return layText(text, this.metrics).filter(({ owners }) => owners.includes(element));
  }

  #box(element: PageElement, depth: number): Box | undefined {
    const name = element.tagName.toLowerCase();
    if (depth > MAX_DEPTH || UNSEEN.has(name)) return undefined;
    if (this.metrics.looksOf(element).get('display') === 'none') return undefined;
    switch (name) {
      case 'text':
      case 'tspan':
        return around(this.#runsOf(element).map(({ box }) => box));
      case 'rect':
      case 'image':
      case 'foreignobject':
        return drawn(rectangle(element));
      case 'circle': {
        const r = numberOf(element, 'r');
        return drawn({ x: numberOf(element, 'cx') - r, y: numberOf(element, 'cy') - r, width: 2 * r, height: 2 * r });
      }
      case 'ellipse': {
        const [rx, ry] = [numberOf(element, 'rx'), numberOf(element, 'ry')];
        return drawn({
          x: numberOf(element, 'cx') - rx,
          y: numberOf(element, 'cy') - ry,
          width: 2 * rx,
          height: 2 * ry,
        });
      }
      case 'line':
      case 'path':
      case 'polygon':
      case 'polyline':
        return boxOfPoints(this.pathOf(element).flat());
      case 'use': {
        const id = (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '').slice(1);
        const target = element.ownerDocument.getElementById(id);
        const box = target === null ? undefined : this.#inside(target, depth);
        return box && { ...box, x: box.x + numberOf(element, 'x'), y: box.y + numberOf(element, 'y') };
      }
      case 'svg':
        // One inside another cuts off what is outside of it.
        return depth > 0 && element.getAttribute('width') !== null ? rectangle(element) : this.#inside(element, depth);
      default:
        return this.#inside(element, depth);
    }
  }

  #inside(element: PageElement, depth: number): Box | undefined {
    const boxes: Box[] = [];
    for (const child of element.children) {
      const box = this.#box(child, depth + 1);
      if (box !== undefined) boxes.push(movedBox(box, ownMatrix(child)));
    }
    return around(boxes);
  }
}

/** What has no size is not drawn. */
const drawn = (box: Box): Box | undefined => (box.width > 0 && box.height > 0 ? box : undefined);

const rectangle = (element: PageElement): Box => ({
  x: numberOf(element, 'x'),
  y: numberOf(element, 'y'),
  width: numberOf(element, 'width'),
  height: numberOf(element, 'height'),
});

const ownMatrix = (element: PageElement): Matrix => {
  const transform = element.getAttribute('transform');
  return transform === null ? IDENTITY : matrixOf(transform);
};

function pathData(element: PageElement): string {
  switch (element.tagName.toLowerCase()) {
    case 'line':
      return `M${numberOf(element, 'x1')} ${numberOf(element, 'y1')}L${numberOf(element, 'x2')} ${numberOf(element, 'y2')}`;
    case 'polygon':
    case 'polyline':
      return `M${element.getAttribute('points') ?? ''}`;
    case 'circle': {
      const [x, y, r] = [numberOf(element, 'cx'), numberOf(element, 'cy'), numberOf(element, 'r')];
      return `M${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}`;
    }
    case 'rect': {
      const { x, y, width, height } = rectangle(element);
      return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
    }
    default:
      return element.getAttribute('d') ?? '';
  }
}

import type { XmlElement } from '../xml/nodes.js';

/** What drawing a simplified document takes, at one pixel a unit of its own. */
export interface RenderCost {
  /** Groups that are drawn apart first: opacity, masks, clips, filters. */
  readonly layers: number;
  /** Work that filters do on each pixel; a blur is 1. */
  readonly filterWork: number;
  /** Pixels of the largest pattern. */
  readonly patternArea: number;
  /** Pixels from the origin to the far side of the farthest region of a filter. */
  readonly filterReach: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const LAYERED = ['opacity', 'mask', 'filter', 'clip-path'];

/**
 * Measures what the renderer writes of a document: styles applied, `use` put in place, every transform a matrix. `box` is all
 * that is drawn.
 */
export function renderCost(root: XmlElement, box: Size): RenderCost {
  const byId = new Map<string, XmlElement>();
  let largestScale = 1;
  const open: { element: XmlElement; scale: number }[] = [{ element: root, scale: 1 }];
  let [layers, patternArea] = [0, 0];
  const filters: string[] = [];
  const patterns: XmlElement[] = [];
  let filterReach = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, scale } = next;
    const id = attribute(element, 'id');
    if (id !== undefined) byId.set(id, element);
    const own = scale * scaleOf(attribute(element, 'transform'));
    largestScale = Math.max(largestScale, own);
    layers += LAYERED.filter((name) => element.name === 'g' && attribute(element, name) !== undefined).length;
    if (element.name === 'mask') layers += 1;
    filters.push(...[...(attribute(element, 'filter') ?? '').matchAll(/#([^)"']+)/g)].map(([, name = '']) => name));
    if (element.name === 'pattern') patterns.push(element);
    if (element.name === 'filter') filterReach = Math.max(filterReach, reachOf(element));
    for (const child of element.children) if (child.kind === 'element') open.push({ element: child, scale: own });
  }
  for (const pattern of patterns) patternArea = Math.max(patternArea, areaOf(pattern, box) * largestScale ** 2);
  let work = 0;
  for (const id of filters)
    for (const node of byId.get(id)?.children ?? []) if (node.kind === 'element') work += workOf(node);
  return { layers, filterWork: work, patternArea, filterReach: filterReach * largestScale };
}

const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((candidate) => candidate.name === name)?.raw;

const numbersOf = (text: string | undefined): number[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);

/** The larger side of what a unit square becomes. */
function scaleOf(transform: string | undefined): number {
  const [a = 1, b = 0, c = 0, d = 1] = numbersOf(/matrix\(([^)]*)\)/.exec(transform ?? '')?.[1]);
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

/** The farthest corner of a region, which is in units of the drawing by now. */
function reachOf(region: XmlElement): number {
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map(
    (name) => numbersOf(attribute(region, name))[0],
  );
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(x + width), Math.abs(y + height));
}

function areaOf(pattern: XmlElement, box: Size): number {
  const [width = 0] = numbersOf(attribute(pattern, 'width'));
  const [height = 0] = numbersOf(attribute(pattern, 'height'));
  const scale = scaleOf(attribute(pattern, 'patternTransform')) ** 2;
  const isOwn = attribute(pattern, 'patternUnits') === 'userSpaceOnUse';
  return width * height * scale * (isOwn ? 1 : box.width * box.height);
}

function workOf(primitive: XmlElement): number {
  if (primitive.name === 'feTurbulence') return 20 * Math.max(1, numbersOf(attribute(primitive, 'numOctaves'))[0] ?? 1);
  if (primitive.name === 'feMorphology') return 1 + Math.max(0, ...numbersOf(attribute(primitive, 'radius'))) ** 2;
  if (primitive.name === 'feConvolveMatrix') return Math.max(3, ...numbersOf(attribute(primitive, 'order'))) ** 2 / 4;
  return 1;
}

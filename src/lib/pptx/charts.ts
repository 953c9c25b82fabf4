import { attribute } from '../office/package.js';
import { childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';

/** Points of a series, and series of a chart, that are read. */
const MAX_POINTS = 10_000;
const MAX_SERIES = 100;

/** What a chart shows (ECMA-376 part 1, 21.2), as a table: categories, then a column per series. */
export function chartTable(root: XmlElement): {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
} {
  const chart = childOf(root, 'chart');
  const area = chart && childOf(chart, 'plotArea');
  if (chart === undefined || area === undefined) return { title: '', rows: [] };
  const series = elementsOf(area)
    .filter(({ name }) => localName(name).endsWith('Chart'))
    .flatMap((kind) => childrenOf(kind, 'ser'))
    .slice(0, MAX_SERIES)
    .map((one) => ({
      name: pointsOf(childOf(one, 'tx'))[0] ?? '',
      categories: pointsOf(childOf(one, 'cat') ?? childOf(one, 'xVal')),
      values: pointsOf(childOf(one, 'val') ?? childOf(one, 'yVal')),
    }));
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const length = Math.max(categories.length, ...series.map(({ values }) => values.length), 0);
  const titled = childOf(chart, 'title');
  const title = titled === undefined ? '' : lettersBelow(titled).replace(/\s+/g, ' ').trim();
  if (length === 0) return { title, rows: [] };
  const header = ['', ...series.map(({ name }) => name)];
  const rows = Array.from({ length }, (_, i) => [categories[i] ?? '', ...series.map(({ values }) => values[i] ?? '')]);
  return { title, rows: [header, ...rows] };
}

/** The points that the file keeps of a range, or a text of its own. */
function pointsOf(element: XmlElement | undefined): string[] {
  if (element === undefined) return [];
  const own = childOf(element, 'v');
  if (own !== undefined) return [textOf(own)];
  const source = elementsOf(element)[0];
  const cache = source && (elementsOf(source).find(({ name }) => /Cache$/.test(name)) ?? source);
  if (cache === undefined) return [];
  const level = childOf(cache, 'lvl') ?? cache;
  const points: string[] = [];
  for (const point of childrenOf(level, 'pt')) {
    const index = Number(attribute(point, 'idx'));
    const value = childOf(point, 'v');
    if (!Number.isInteger(index) || index < 0 || index >= MAX_POINTS || value === undefined) continue;
    while (points.length <= index) points.push('');
    points[index] = textOf(value);
  }
  return points;
}

function lettersBelow(root: XmlElement): string {
  const texts: string[] = [];
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (localName(element.name) === 't') texts.push(textOf(element));
    pending.push(...elementsOf(element).reverse());
  }
  return texts.join('');
}

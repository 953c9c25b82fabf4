import { expandedSize } from '../bytes/expanded-size.js';
import { elementsOf, localName } from './content.js';
import type { XmlElement } from './nodes.js';

/** They hold definitions; they are not models themselves. */
const CONTAINERS: ReadonlySet<string> = new Set(['grammar', 'div', 'schema']);

const attributeOf = (element: XmlElement, wanted: string): string | undefined =>
  element.attributes.find(({ name }) => name === wanted)?.raw.trim();

/**
 * Parts of the largest model of content in a schema (XSD or RELAX NG), what is referred to counted as often as it is: thirty
 * definitions, each of which names the next one twice, ask for a thousand million. Elements within a model count one, because their
 * content is a model of its own. Infinity past `most`, and for what refers to itself without an element between.
 */
export function schemaSize(root: XmlElement, most: number): number {
  const elements: XmlElement[] = [];
  const definitions = new Map<string, XmlElement[]>();
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    elements.push(element);
    const name = attributeOf(element, 'name');
    const key = `${localName(element.name)} ${name}`;
    if (name !== undefined) definitions.set(key, [...(definitions.get(key) ?? []), element]);
    // One by one: an element may have more children than a call may have arguments.
    for (const child of elementsOf(element)) pending.push(child);
  }
  const partsOf = (element: XmlElement): XmlElement[] => {
    const kind = localName(element.name);
    if (kind === 'element') return [];
    if (kind === 'ref') return definitions.get(`define ${attributeOf(element, 'name')}`) ?? [];
    const reference = attributeOf(element, 'ref');
    if (reference === undefined) return elementsOf(element);
    return definitions.get(`${kind} ${localName(reference)}`) ?? [];
  };
  const sizes = new Map<XmlElement, number>();
  const look = (element: XmlElement) => ({
    size: 1,
    parts: partsOf(element).map((part) => [part, 1] as const),
  });
  let largest = 0;
  for (const element of elements) {
    if (CONTAINERS.has(localName(element.name))) continue;
    // Of an element the content is the model.
    const roots = localName(element.name) === 'element' ? elementsOf(element) : [element];
    let size = 0;
    for (const part of roots) size += expandedSize(part, look, most, sizes);
    largest = Math.max(largest, size);
    if (largest > most) return Number.POSITIVE_INFINITY;
  }
  return largest;
}

import type { XmlElement, XmlNode } from './nodes.js';

/** Parts of a document written back to the letter, but for attributes that were changed. */
export type Attributes = XmlElement['attributes'];

export const attributesText = (attributes: Attributes): string =>
  attributes.map(({ name, raw, quote }) => ` ${name}=${quote}${raw}${quote}`).join('');

export const openTag = (element: XmlElement): string => `<${element.name}${attributesText(element.attributes)}>`;

export const writeNode = (node: XmlNode): string => (node.kind === 'element' ? writeElement(node) : node.raw);

/** An element as it was written; `change` gives the attributes that it and those below it have now. */
export function writeElement(
  element: XmlElement,
  change: (attributes: Attributes) => Attributes = (same) => same,
): string {
  const attributes = attributesText(change(element.attributes));
  if (element.children.length === 0) return `<${element.name}${attributes}/>`;
  const children = element.children.map((child) =>
    child.kind === 'element' ? writeElement(child, change) : child.raw,
  );
  return `<${element.name}${attributes}>${children.join('')}</${element.name}>`;
}

import { ContentFault } from '../faults.js';

import { cdataContent, normalizeLineBreaks, type XmlAttribute, type XmlElement } from './nodes.js';
import { resolveAttribute, resolveReferences } from './references.js';

/** What elements say: their children, attributes and texts, where a reader does not care how they are written. */

const unknownEntity = (name: string): never => {
  throw new ContentFault(`it refers to the entity "${name.slice(0, 40)}", which is not expanded`);
};

/** A name without its prefix: files bind prefixes as they like. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Child elements in order. */
export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === 'element');

/** The child elements of a local name, in order. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => localName(child.name) === name);

/** The first child element of a local name. */
export function childOf({ children }: XmlElement, name: string): XmlElement | undefined {
  for (const child of children) if (child.kind === 'element' && localName(child.name) === name) return child;
  return undefined;
}

/** Text and CDATA of an element itself, references resolved. Throws ContentFault for an entity of the document's own. */
export function textOf({ children }: XmlElement): string {
  let text = '';
  for (const child of children) {
    if (child.kind === 'text') text += resolveReferences(child.raw, unknownEntity);
    if (child.kind === 'cdata') text += normalizeLineBreaks(cdataContent(child));
  }
  return text;
}

/** The same without white space at the ends. */
export const trimmedTextOf = (element: XmlElement): string => textOf(element).trim();

/** The value of an attribute. Throws as `textOf`. */
export const attributeValue = ({ raw }: XmlAttribute): string => resolveAttribute(raw, unknownEntity);

/** An attribute by its name as written. Throws as `textOf`. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attributeValue(attribute);
  return undefined;
}

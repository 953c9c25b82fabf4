import { ContentFault } from '../faults.js';
import { cdataContent, type XmlElement } from '../xml/nodes.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML, resolveAttribute, resolveReferences } from '../xml/references.js';

const unknownEntity = (name: string): never => {
  throw new ContentFault(`it refers to the entity "${name.slice(0, 40)}", which is not expanded`);
};

/** A name without its prefix: files bind prefixes as they like. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Child elements in order. */
export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === 'element');

/** The first child element of a local name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  elementsOf(element).find((child) => localName(child.name) === name);

/** Text and CDATA of an element itself, references resolved, without white space at the ends. */
export function textOf({ children }: XmlElement): string {
  let text = '';
  for (const child of children) {
    if (child.kind === 'text') text += resolveReferences(child.raw, unknownEntity);
    if (child.kind === 'cdata') text += cdataContent(child);
  }
  return text.trim();
}

/** An attribute by its name as written. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  return found === undefined ? undefined : resolveAttribute(found.raw, unknownEntity);
}

function checkCharacters(text: string): string {
  const found = NOT_XML.exec(text)?.[0];
  if (found === undefined) return text;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new ContentFault(`XML cannot hold the character U+${code} of a property`);
}

/** A text as the content of an element. Throws ContentFault for a character that XML lacks. */
export const xmlText = (text: string): string => escapeXmlText(checkCharacters(text));

/** A text as an attribute value in double quotes. Throws as `xmlText`. */
export const xmlAttribute = (text: string): string => escapeXmlAttribute(checkCharacters(text));

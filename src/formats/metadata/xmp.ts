import { ToolError } from '../../core/errors.js';
import { readXml, type XmlElement } from '../../engines/xml/xml-events.js';

export type XmpValue = string | readonly XmpValue[] | { readonly [key: string]: XmpValue };

/** Longest packet read, in bytes. Those of editors with a long history reach some hundred kilobytes. */
const MAX_BYTES = 4 * 2 ** 20;
const MAX_DEPTH = 20;

const NAMESPACE_ATTRIBUTE = /^(?:xmlns(?::|$)|xml:|rdf:(?:about|ID|nodeID|parseType|resource)$)/;

/**
 * The properties of an XMP packet by their names with prefix (ISO 16684-1): texts, lists, structures; of texts in several
 * languages the default one. `undefined` where it is no XMP that can be read.
 */
export function readXmp(bytes: Uint8Array): Readonly<Record<string, XmpValue>> | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const text = decoded(bytes);
  const start = text.search(/<(?:x:xmpmeta|x:xapmeta|rdf:RDF)[\s>]/);
  const end = Math.max(
    text.lastIndexOf('</x:xmpmeta>') + 12,
    text.lastIndexOf('</x:xapmeta>') + 12,
    text.lastIndexOf('</rdf:RDF>') + 10,
  );
  if (start < 0 || end <= start) return undefined;
  try {
    const root = readXml(text.slice(start, end), 'XMP', { keepsPrefixes: true });
    const found: Record<string, XmpValue> = {};
    for (const description of descriptions(root, 0)) Object.assign(found, propertiesOf(description, 0));
    return found;
  } catch (error) {
    // Damaged XMP is common, and no reason to keep back what else a picture says.
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return Buffer.from(bytes).toString();
}

function descriptions(element: XmlElement, depth: number): XmlElement[] {
  if (element.name === 'rdf:Description') return [element];
  return depth > 3 ? [] : element.children.flatMap((child) => descriptions(child, depth + 1));
}

function propertiesOf(element: XmlElement, depth: number): Record<string, XmpValue> {
  const found: Record<string, XmpValue> = {};
  for (const [name, value] of element.attributes) if (!NAMESPACE_ATTRIBUTE.test(name)) found[name] = value;
  for (const child of element.children) found[child.name] = xmpValueOf(child, depth + 1);
  return found;
}

function xmpValueOf(element: XmlElement, depth: number): XmpValue {
  if (depth > MAX_DEPTH) return '';
  const [only] = element.children;
  if (only !== undefined && /^rdf:(?:Bag|Seq)$/.test(only.name))
    return only.children.map((item) => xmpValueOf(item, depth + 1));
  if (only?.name === 'rdf:Alt') {
    const chosen = only.children.find((item) => item.attributes.get('xml:lang') === 'x-default') ?? only.children[0];
    return chosen === undefined ? '' : xmpValueOf(chosen, depth + 1);
  }
  if (only?.name === 'rdf:Description') return propertiesOf(only, depth + 1);
  if (element.children.length > 0) return propertiesOf(element, depth + 1);
  const resource = element.attributes.get('rdf:resource');
  if (resource !== undefined) return resource;
  const attributes = propertiesOf(element, depth + 1);
  return Object.keys(attributes).length > 0 && element.text.trim() === '' ? attributes : element.text.trim();
}

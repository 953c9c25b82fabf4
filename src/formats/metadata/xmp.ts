import { unlessFaulty } from '../../lib/faults.js';
import { attributeValue, elementsOf, trimmedTextOf } from '../../lib/xml/content.js';
import type { XmlElement } from '../../lib/xml/nodes.js';
import { parseXml } from '../../lib/xml/parse.js';

export type XmpValue = string | readonly XmpValue[] | { readonly [key: string]: XmpValue };

/** Longest packet read, in bytes. Those of editors with a long history reach some hundred kilobytes. */
export const MAX_XMP_BYTES = 4 * 2 ** 20;
const MAX_DEPTH = 20;

/** Namespaces that tools ask for, with the prefix that they have by custom (XMP specification, part 1, chapter 8; part 2). */
export const XMP_NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
} as const;

const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(XMP_NAMESPACES).map(([prefix, namespace]) => [namespace, prefix]),
);

const NAMESPACE_ATTRIBUTE = /^(?:xmlns(?::|$)|xml:|rdf:(?:about|ID|nodeID|parseType|resource)$)/;

/** The text of a packet of at most MAX_XMP_BYTES. */
export function xmpText(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_XMP_BYTES) return undefined;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/**
 * The properties of an XMP packet by their names with prefix (ISO 16684-1), that of custom where the namespace is one of
 * `XMP_NAMESPACES`: texts, lists, structures; of texts in several languages the default one. `undefined` where it is no XMP that can
 * be read.
 */
export function readXmp(packet: string): Readonly<Record<string, XmpValue>> | undefined {
  const start = packet.search(/<(?:[\w.-]+:)?(?:xmpmeta|xapmeta|RDF)[\s>]/);
  const last = [...packet.matchAll(/<\/(?:[\w.-]+:)?(?:xmpmeta|xapmeta|RDF)\s*>/g)].at(-1);
  if (start < 0 || last === undefined || last.index < start) return undefined;
  const text = packet.slice(start, last.index + last[0].length);
  // Damaged XMP is common, and no reason to keep back what else a file says.
  const root = unlessFaulty(() => withUsualPrefixes(parseXml(text).root, new Map()));
  if (root === undefined) return undefined;
  const found: Record<string, XmpValue> = {};
  for (const description of descriptions(root, 0)) Object.assign(found, propertiesOf(description, 0));
  return found;
}

/** An element of a packet; its names have the prefixes that are usual. */
interface XmpElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmpElement[];
  /** Without white space at the ends. */
  readonly text: string;
}

/** A prefix is the writer's choice; only the namespace behind it means something. `scope` is as before afterwards. */
function withUsualPrefixes(element: XmlElement, scope: Map<string, string>): XmpElement {
  const written = element.attributes.map((attribute) => [attribute.name, attributeValue(attribute)] as const);
  const shadowed: [prefix: string, namespace: string][] = [];
  for (const [name, value] of written) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    shadowed.push([name.slice(6), scope.get(name.slice(6)) ?? '']);
    scope.set(name.slice(6), value);
  }
  const attributes = new Map<string, string>();
  for (const [name, value] of written) attributes.set(name.includes(':') ? usual(name, scope) : name, value);
  const renamed = {
    name: usual(element.name, scope),
    attributes,
    children: elementsOf(element).map((child) => withUsualPrefixes(child, scope)),
    text: trimmedTextOf(element),
  };
  for (const [prefix, namespace] of shadowed) scope.set(prefix, namespace);
  return renamed;
}

function usual(name: string, scope: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  const prefix = PREFIXES.get(scope.get(name.slice(0, Math.max(0, colon))) ?? '');
  return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`;
}

function descriptions(element: XmpElement, depth: number): XmpElement[] {
  if (element.name === 'rdf:Description') return [element];
  return depth > 3 ? [] : element.children.flatMap((child) => descriptions(child, depth + 1));
}

function propertiesOf(element: XmpElement, depth: number): Record<string, XmpValue> {
  const found: Record<string, XmpValue> = {};
  for (const [name, value] of element.attributes) if (!NAMESPACE_ATTRIBUTE.test(name)) found[name] = value;
  for (const child of element.children) found[child.name] = xmpValueOf(child, depth + 1);
  return found;
}

function xmpValueOf(element: XmpElement, depth: number): XmpValue {
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
  return Object.keys(attributes).length > 0 && element.text === '' ? attributes : element.text;
}

import { unlessFaulty } from '../../../lib/faults.js';
import type { XmlDocument, XmlElement, XmlNode } from '../../../lib/xml/nodes.js';
import { parseXml } from '../../../lib/xml/parse.js';
import { escapeXmlAttribute, escapeXmlText, resolveAttribute } from '../../../lib/xml/references.js';
import { MAX_XMP_BYTES, XMP_NAMESPACES, xmpText } from '../../metadata/xmp.js';
import { PdfStream } from '../syntax/objects.js';
import type { PdfDocument } from './document.js';

const RDF = XMP_NAMESPACES.rdf;

export type XmpPrefix = keyof typeof XMP_NAMESPACES;

/** A property with its namespace: `{ prefix: 'dc', name: 'title' }`. */
export interface XmpName {
  readonly prefix: XmpPrefix;
  readonly name: string;
}

/** How a value is written: alone, in a list that has an order, in one that has none, or by language. */
export type XmpKind = 'simple' | 'seq' | 'bag' | 'alt';

export interface XmpProperty extends XmpName {
  readonly kind: XmpKind;
  readonly values: readonly string[];
}

/** The XMP packet of a document as text; `undefined` where there is none that can be read. */
export function xmpOf(document: PdfDocument): string | undefined {
  const stream = document.get(document.catalog, 'Metadata');
  if (!(stream instanceof PdfStream)) return undefined;
  const bytes = document.tryDecode(stream, MAX_XMP_BYTES);
  return bytes && xmpText(bytes);
}

/** Entities of a packet are never expanded. */
const unknown = (): string => '';

type Scope = ReadonlyMap<string, string>;

function scopeOf(element: XmlElement, above: Scope): Scope {
  const own = element.attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (own.length === 0) return above;
  return new Map([...above, ...own.map(({ name, raw }) => [name.slice(6), resolveAttribute(raw, unknown)] as const)]);
}

function isNamed(name: string, scope: Scope, namespace: string, local: string): boolean {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  return name.slice(colon + 1) === local && scope.get(prefix) === namespace;
}

const isElement = (node: XmlNode): node is XmlElement => node.kind === 'element';

/** The elements `rdf:Description` right below `rdf:RDF`, with the namespaces in force. */
function descriptions(root: XmlElement): { readonly element: XmlElement; readonly scope: Scope }[] {
  const found: { element: XmlElement; scope: Scope }[] = [];
  const waiting: { element: XmlElement; above: Scope; depth: number }[] = [
    { element: root, above: new Map(), depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, above, depth } = next;
    const scope = scopeOf(element, above);
    if (isNamed(element.name, scope, RDF, 'RDF')) {
      for (const child of element.children.filter(isElement)) {
        const inner = scopeOf(child, scope);
        if (isNamed(child.name, inner, RDF, 'Description')) found.push({ element: child, scope: inner });
      }
    } else if (depth < 3) {
      for (const child of element.children.filter(isElement))
        waiting.push({ element: child, above: scope, depth: depth + 1 });
    }
  }
  return found;
}

/** Without byte order mark, and without what some writers fill a packet's place with. */
const plainText = (packet: string): string => packet.replace(/^\ufeff/, '').replace(/[\0\s]+$/, '');

const parsed = (text: string): XmlDocument | undefined => unlessFaulty(() => parseXml(text));

/**
 * The packet with these properties in place of those it has; one without values is taken out. Everything else is kept as it is
 * written. `undefined` where the packet is no XMP.
 */
export function withXmp(packet: string, properties: readonly XmpProperty[]): string | undefined {
  const text = plainText(packet);
  const document = parsed(text);
  if (document === undefined || descriptions(document.root).length === 0) return undefined;
  const { root, epilog } = document;
  const wanted = properties.filter(({ values }) => values.length > 0);
  const isReplaced = (name: string, scope: Scope): boolean =>
    properties.some((property) => isNamed(name, scope, XMP_NAMESPACES[property.prefix], property.name));
  let isInserted = false;
  const write = (element: XmlElement, above: Scope, place: 'outside' | 'rdf' | 'description' | 'inside'): string => {
    const scope = scopeOf(element, above);
    const isRdf = place === 'outside' && isNamed(element.name, scope, RDF, 'RDF');
    const isDescription = place === 'rdf' && isNamed(element.name, scope, RDF, 'Description');
    const within = isRdf ? 'rdf' : isDescription ? 'description' : place === 'outside' ? 'outside' : 'inside';
    const attributes = element.attributes.filter(({ name }) => !(isDescription && isReplaced(name, scope)));
    let body = '';
    for (const child of element.children) {
      if (!isElement(child)) body += child.raw;
      else if (!(isDescription && isReplaced(child.name, scopeOf(child, scope)))) body += write(child, scope, within);
    }
    if (isRdf && !isInserted && wanted.length > 0) {
      isInserted = true;
      body += description(wanted);
    }
    const start = `<${element.name}${attributes.map(({ name, raw, quote }) => ` ${name}=${quote}${raw}${quote}`).join('')}`;
    return body === '' && element.isEmptyTag ? `${start}/>` : `${start}>${body}</${element.name}>`;
  };
  const end = epilog.map(({ raw }) => `\n${raw}`).join('');
  return `${text.slice(0, root.start)}${write(root, new Map(), 'outside')}${end}`;
}

/** A new packet of these properties. */
export function newXmp(properties: readonly XmpProperty[]): string {
  // The id is the one that the XMP specification prescribes (part 1, 7.3.2).
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${description(properties.filter(({ values }) => values.length > 0))}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

function description(properties: readonly XmpProperty[]): string {
  const prefixes = [...new Set(properties.map(({ prefix }) => prefix))];
  const declared = prefixes
    .map((prefix) => ` xmlns:${prefix}="${escapeXmlAttribute(XMP_NAMESPACES[prefix])}"`)
    .join('');
  const written = properties.map(({ prefix, name, kind, values }) => {
    const body = kind === 'simple' ? escapeXmlText(values[0] ?? '') : listText(kind, values);
    return `<${prefix}:${name}>${body}</${prefix}:${name}>`;
  });
  return `<rdf:Description xmlns:rdf="${RDF}" rdf:about=""${declared}>${written.join('')}</rdf:Description>`;
}

function listText(kind: Exclude<XmpKind, 'simple'>, values: readonly string[]): string {
  const name = { seq: 'Seq', bag: 'Bag', alt: 'Alt' }[kind];
  const language = kind === 'alt' ? ' xml:lang="x-default"' : '';
  const items = values.map((value) => `<rdf:li${language}>${escapeXmlText(value)}</rdf:li>`);
  return `<rdf:${name}>${items.join('')}</rdf:${name}>`;
}

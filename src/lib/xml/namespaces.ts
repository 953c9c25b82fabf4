import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './nodes.js';

const PREFIX = 'xmlns:';

const isDeclaration = ({ name }: XmlAttribute): boolean => name === 'xmlns' || name.startsWith(PREFIX);

/**
 * Namespaces by the prefixes that a document declares, the first declaration of each; '' is the default namespace of the root. Values are
 * as written.
 */
export function declaredNamespaces({ root }: XmlDocument): Map<string, string> {
  const found = new Map<string, string>();
  const open: XmlElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const { name, raw } of element.attributes) {
      const prefix = name === 'xmlns' && element === root ? '' : name.startsWith(PREFIX) && name.slice(PREFIX.length);
      if (prefix !== false && !found.has(prefix)) found.set(prefix, raw);
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child?.kind === 'element') open.push(child);
    }
  }
  return found;
}

const localName = (name: string): string => (name.startsWith('xml:') ? name : name.replace(/^.*:/, ''));

/**
 * A document with no namespaces: elements and attributes by their local names, but for `xml:lang` and its like. Of two attributes that
 * are the same then, the first stays. As deep as the document is, which its reader bounds.
 */
export function withoutNamespaces({ prolog, root, epilog }: XmlDocument): string {
  return [...prolog.map(({ raw }) => raw), written(root), ...epilog.map(({ raw }) => raw)].join('\n');
}

function written(node: XmlNode): string {
  if (node.kind !== 'element') return node.raw;
  const name = localName(node.name);
  const values = new Map<string, string>();
  for (const attribute of node.attributes) {
    const local = localName(attribute.name);
    const { raw, quote } = attribute;
    if (!isDeclaration(attribute) && !values.has(local)) values.set(local, `${quote}${raw}${quote}`);
  }
  const attributes = [...values].map(([key, value]) => ` ${key}=${value}`).join('');
  return `<${name}${attributes}>${node.children.map(written).join('')}</${name}>`;
}

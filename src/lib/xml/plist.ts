import { JsonNumber, type JsonValue } from '../json/values.js';

import { cdataContent, isXmlSpace, type XmlElement } from './nodes.js';
import { resolveReferences } from './references.js';
import { XmlMappingFault } from './to-json.js';

/** The value of a property list of Apple's in XML. Dates become their text, data its base64. Throws XmlMappingFault. */
export function readPlist(root: XmlElement): JsonValue {
  if (root.name !== 'plist')
    throw new XmlMappingFault(root.start, `the root of a property list is <plist>, got <${root.name}>`);
  const [value, ...more] = elementsOf(root);
  if (value === undefined || more.length > 0) throw new XmlMappingFault(root.start, 'a property list has one value');
  return readValue(value);
}

function elementsOf(element: XmlElement): XmlElement[] {
  for (const node of element.children) {
    const isText = node.kind === 'cdata' || (node.kind === 'text' && !isXmlSpace(node.raw));
    if (isText) throw new XmlMappingFault(node.start, `text must not stand in <${element.name}>`);
  }
  return element.children.filter((node): node is XmlElement => node.kind === 'element');
}

function textOf(element: XmlElement): string {
  return element.children
    .map((node) => {
      if (node.kind === 'element')
        throw new XmlMappingFault(node.start, `an element must not stand in <${element.name}>`);
      if (node.kind === 'cdata') return cdataContent(node);
      if (node.kind !== 'text') return '';
      return resolveReferences(node.raw, (name, index) => {
        throw new XmlMappingFault(node.start + index, `the entity "&${name};" is not expanded`);
      });
    })
    .join('');
}

function readValue(element: XmlElement): JsonValue {
  switch (element.name) {
    case 'dict':
      return dictionary(element);
    case 'array':
      return elementsOf(element).map(readValue);
    case 'true':
      return true;
    case 'false':
      return false;
    case 'string':
    case 'date':
      return textOf(element);
    case 'data':
      return textOf(element).replace(/\s+/g, '');
    case 'integer':
      return integer(element);
    case 'real':
      return real(element);
    default:
      throw new XmlMappingFault(element.start, `<${element.name}> is no value of a property list`);
  }
}

function dictionary(element: XmlElement): JsonValue {
  const result = new Map<string, JsonValue>();
  const items = elementsOf(element);
  for (let index = 0; index < items.length; index += 2) {
    const key = items[index];
    const value = items[index + 1];
    if (key?.name !== 'key' || value === undefined)
      throw new XmlMappingFault((key ?? element).start, 'a <dict> is made of pairs of <key> and value');
    const name = textOf(key);
    if (result.has(name)) throw new XmlMappingFault(key.start, `the key ${JSON.stringify(name)} stands twice`);
    result.set(name, readValue(value));
  }
  return result;
}

function integer(element: XmlElement): JsonValue {
  const text = textOf(element).trim();
  if (/^[-+]?0[xX][0-9a-fA-F]+$/.test(text))
    return new JsonNumber(String((text.startsWith('-') ? -1n : 1n) * BigInt(text.replace(/^[-+]/, ''))));
  if (!/^[-+]?\d+$/.test(text)) throw new XmlMappingFault(element.start, 'an <integer> must be a whole number');
  return new JsonNumber(String(BigInt(text)));
}

function real(element: XmlElement): JsonValue {
  const text = textOf(element).trim().replace(/^\+/, '');
  if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text))
    throw new XmlMappingFault(element.start, 'a <real> must be a finite number');
  const source = text.replace(/^(-?)0+(?=\d)/, '$1');
  return new JsonNumber(/^-?\d+$/.test(source) ? `${source}.0` : source);
}

import { ContentFault } from '../faults.js';
import { JsonNumber, type JsonValue } from '../json/values.js';

import { cdataContent, isXmlSpace, type XmlDocument, type XmlElement } from './nodes.js';
import { resolveReferences } from './references.js';

/** The value of a property list of Apple's in XML. Dates become their text, data its base64. Throws ContentFault at the place in `text`. */
export function readPlist({ root }: XmlDocument, text: string): JsonValue {
  if (root.name !== 'plist')
    throw ContentFault.at(text, root.start, `the root of a property list is <plist>, got <${root.name}>`);
  const [value, ...more] = elementsOf(root, text);
  if (value === undefined || more.length > 0) throw ContentFault.at(text, root.start, 'a property list has one value');
  return readValue(value, text);
}

function elementsOf(element: XmlElement, text: string): XmlElement[] {
  for (const node of element.children) {
    const isText = node.kind === 'cdata' || (node.kind === 'text' && !isXmlSpace(node.raw));
    if (isText) throw ContentFault.at(text, node.start, `text must not stand in <${element.name}>`);
  }
  return element.children.filter((node): node is XmlElement => node.kind === 'element');
}

function textOf(element: XmlElement, text: string): string {
  return element.children
    .map((node) => {
      if (node.kind === 'element')
        throw ContentFault.at(text, node.start, `an element must not stand in <${element.name}>`);
      if (node.kind === 'cdata') return cdataContent(node);
      if (node.kind !== 'text') return '';
      return resolveReferences(node.raw, (name, index) => {
        throw ContentFault.at(text, node.start + index, `the entity "&${name};" is not expanded`);
      });
    })
    .join('');
}

function readValue(element: XmlElement, text: string): JsonValue {
  switch (element.name) {
    case 'dict':
      return dictionary(element, text);
    case 'array':
      return elementsOf(element, text).map((item) => readValue(item, text));
    case 'true':
      return true;
    case 'false':
      return false;
    case 'string':
    case 'date':
      return textOf(element, text);
    case 'data':
      return textOf(element, text).replace(/\s+/g, '');
    case 'integer':
      return integer(element, text);
    case 'real':
      return real(element, text);
    default:
      throw ContentFault.at(text, element.start, `<${element.name}> is not a value of a property list`);
  }
}

function dictionary(element: XmlElement, text: string): JsonValue {
  const result = new Map<string, JsonValue>();
  const items = elementsOf(element, text);
  for (let index = 0; index < items.length; index += 2) {
    const key = items[index];
    const value = items[index + 1];
    if (key?.name !== 'key' || value === undefined)
      throw ContentFault.at(text, (key ?? element).start, 'a <dict> is made of pairs of <key> and value');
    const name = textOf(key, text);
    if (result.has(name)) throw ContentFault.at(text, key.start, `duplicate key ${JSON.stringify(name)}`);
    result.set(name, readValue(value, text));
  }
  return result;
}

function integer(element: XmlElement, text: string): JsonValue {
  const written = textOf(element, text).trim();
  if (/^[-+]?0[xX][0-9a-fA-F]+$/.test(written))
    return new JsonNumber(String((written.startsWith('-') ? -1n : 1n) * BigInt(written.replace(/^[-+]/, ''))));
  if (!/^[-+]?\d+$/.test(written)) throw ContentFault.at(text, element.start, 'an <integer> must be a whole number');
  return new JsonNumber(String(BigInt(written)));
}

function real(element: XmlElement, text: string): JsonValue {
  const written = textOf(element, text).trim().replace(/^\+/, '');
  if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(written))
    throw ContentFault.at(text, element.start, 'a <real> must be a finite number');
  const source = written.replace(/^(-?)0+(?=\d)/, '$1');
  return new JsonNumber(/^-?\d+$/.test(source) ? `${source}.0` : source);
}

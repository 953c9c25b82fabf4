import { SaxesParser } from 'saxes';

import { invalid, overLimit } from '../../core/errors.js';
import { describeFault, offsetAt } from '../../lib/text/text-position.js';

/** An element of XML; names without their prefix, unless `readXml` was asked to keep it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text and CDATA directly inside, in order. */
  readonly text: string;
}

interface Growing {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Growing[];
  text: string;
}

const MAX_DEPTH = 500;
const MAX_ELEMENTS = 3_000_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads well-formed XML. Entities of the document do not exist: only the five of XML and character references are read, so nothing
 * grows and nothing is fetched. Throws INVALID_INPUT with line, column and pointer; LIMIT_EXCEEDED beyond 500 levels.
 */
export function readXml(text: string, label: string, { keepsPrefixes = false } = {}): XmlElement {
  const nameOf = keepsPrefixes ? (name: string): string => name : localName;
  const parser = new SaxesParser({ fragment: false, position: true });
  const root: Growing = { name: '', attributes: new Map(), children: [], text: '' };
  const open: Growing[] = [root];
  let count = 0;
  parser.on('error', (error) => {
    const fault = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    const offset = offsetAt(text, { line: parser.line, column: Math.max(1, parser.column) });
    throw invalid(`Cannot read ${label} as XML: ${describeFault(text, offset, fault)}`, error);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw overLimit(`Elements of ${label} must be nested at most ${MAX_DEPTH} deep`);
    if (++count > MAX_ELEMENTS) throw overLimit(`The XML of ${label} must have at most ${MAX_ELEMENTS} elements`);
    const element: Growing = { name: nameOf(name), attributes: new Map(), children: [], text: '' };
    for (const [key, value] of Object.entries(attributes)) element.attributes.set(nameOf(key), String(value));
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [element] = root.children;
  if (element === undefined) throw invalid(`Cannot read ${label} as XML: it has no element`);
  return element;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

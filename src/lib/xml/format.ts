import { LimitFault } from '../faults.js';
import { compareCodePoints } from '../json/write.js';

import {
  isXmlSpace,
  normalizeLineBreaks,
  type XmlAttribute,
  type XmlDoctype,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from './nodes.js';

export interface XmlLayout {
  /** Written once a level; empty for no line breaks at all. */
  readonly indent: string;
  /** Whether every element stands on a line of its own. */
  readonly isLined: boolean;
  readonly sortAttributes: boolean;
  /** What the declaration must say the encoding is, if it says any. */
  readonly encoding?: string;
  /** Throws LimitFault beyond so many UTF-16 units. */
  readonly mostUnits: number;
}

/**
 * Writes a document anew without a change to what it says: white space is added and taken away only between elements that have no
 * text beside them. Text with elements in it, `xml:space="preserve"`, comments, CDATA sections, instructions, the DOCTYPE, quotes
 * and references stay as written; line breaks become LF, as every parser reads them (XML 1.0 §2.11).
 */
export function formatXml(document: XmlDocument, layout: XmlLayout): string {
  const writer = new XmlWriter(layout);
  const { declaration, prolog, root, epilog } = document;
  if (declaration !== undefined) writer.line(declarationText(declaration.raw, layout.encoding), 0);
  for (const node of prolog) writer.line(node.raw, 0);
  writer.element(root);
  for (const node of epilog) writer.line(node.raw, 0);
  return writer.end();
}

function declarationText(raw: string, encoding: string | undefined): string {
  if (encoding === undefined) return raw;
  return raw.replace(/(encoding[ \t\r\n]*=[ \t\r\n]*)(["'])[^"']*\2/, `$1$2${encoding}$2`);
}

interface Frame {
  readonly element: XmlElement;
  index: number;
}

class XmlWriter {
  readonly #parts: string[] = [];
  readonly #layout: XmlLayout;
  #units = 0;

  constructor(layout: XmlLayout) {
    this.#layout = layout;
  }

  line(raw: string, depth: number): void {
    this.#newLine(depth);
    this.#put(normalizeLineBreaks(raw));
  }

  element(root: XmlElement): void {
    if (this.#putWhole(root, 0)) return;
    const frames: Frame[] = [{ element: root, index: 0 }];
    for (let frame: Frame | undefined = frames[0]; frame !== undefined; frame = frames.at(-1)) {
      const child: XmlNode | undefined = frame.element.children[frame.index++];
      if (child === undefined) {
        frames.pop();
        this.line(`</${frame.element.name}>`, frames.length);
      } else if (child.kind === 'element') {
        if (!this.#putWhole(child, frames.length)) frames.push({ element: child, index: 0 });
      } else if (child.kind !== 'text') this.line(child.raw, frames.length);
    }
  }

  end(): string {
    if (this.#layout.isLined) this.#put('\n');
    return this.#parts.join('');
  }

  /** Writes an element that stays as it is; of any other the start tag only. */
  #putWhole(element: XmlElement, depth: number): boolean {
    this.#newLine(depth);
    if (isKept(element)) {
      this.#putAsWritten(element);
      return true;
    }
    this.#put(this.#startTag(element));
    return false;
  }

  #putAsWritten(element: XmlElement): void {
    const pending: (XmlNode | string)[] = [element];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (typeof node === 'string') this.#put(node);
      else if (node.kind !== 'element') this.#put(normalizeLineBreaks(node.raw));
      else {
        this.#put(this.#startTag(node));
        if (node.isEmptyTag) continue;
        pending.push(`</${node.name}>`);
        for (let index = node.children.length - 1; index >= 0; index--) {
          const child = node.children[index];
          if (child !== undefined) pending.push(child);
        }
      }
    }
  }

  #startTag({ name, attributes, isEmptyTag }: XmlElement): string {
    const ordered = this.#layout.sortAttributes ? [...attributes].sort(byName) : attributes;
    const written = ordered.map(({ name, raw, quote }) => ` ${name}=${quote}${normalizeLineBreaks(raw)}${quote}`);
    return `<${name}${written.join('')}${isEmptyTag ? '/' : ''}>`;
  }

  #newLine(depth: number): void {
    if (!this.#layout.isLined || this.#parts.length === 0) return;
    this.#put(`\n${this.#layout.indent.repeat(depth)}`);
  }

  #put(part: string): void {
    this.#units += part.length;
    if (this.#units > this.#layout.mostUnits) throw tooLong(this.#layout.mostUnits);
    this.#parts.push(part);
  }
}

/** Whether white space inside an element may be part of what it says. */
function isKept({ attributes, children }: XmlElement): boolean {
  if (attributes.some(({ name, raw }) => name === 'xml:space' && raw === 'preserve')) return true;
  const isText = ({ kind }: XmlNode): boolean => kind === 'text' || kind === 'cdata';
  return (
    children.every(isText) || children.some((node) => isText(node) && !(node.kind === 'text' && isXmlSpace(node.raw)))
  );
}

/** Namespaces first, as Canonical XML has them; then by name. */
function byName(a: XmlAttribute, b: XmlAttribute): number {
  const difference = Number(isNamespace(b)) - Number(isNamespace(a));
  return difference === 0 ? compareCodePoints(a.name, b.name) : difference;
}

const isNamespace = ({ name }: XmlAttribute): boolean => name === 'xmlns' || name.startsWith('xmlns:');

/** The DOCTYPE of a document. */
export const doctypeOf = ({ prolog }: XmlDocument): XmlDoctype | undefined =>
  prolog.find((node): node is XmlDoctype => node.kind === 'doctype');

const tooLong = (limit: number): LimitFault =>
  LimitFault.whole(`The result must have at most ${limit} characters: indent by less or use mode "minify"`, limit);

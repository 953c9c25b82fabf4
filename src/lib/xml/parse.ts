import { ContentFault, LimitFault } from '../faults.js';
import { readDoctype } from './doctype.js';
import type { XmlAttribute, XmlDeclaration, XmlDoctype, XmlDocument, XmlElement, XmlMarkup, XmlNode } from './nodes.js';
import { XmlReader } from './reader.js';

/** Deepest nesting that is read. libxml2 stops at 256 unless told otherwise. */
export const MAX_XML_DEPTH = 1000;

export interface XmlLimits {
  /** For texts that no other limit keeps small. */
  readonly maxElements?: number;
}

/**
 * Reads XML 1.0 (fifth edition). Entities are neither expanded nor fetched; those that are referred to must be declared, as far
 * as the document itself shows. Throws ContentFault at the first fault of well-formedness, LimitFault beyond the limits.
 * Namespaces are not checked, nor what replaces a declared entity.
 */
export function parseXml(text: string, { maxElements = Number.POSITIVE_INFINITY }: XmlLimits = {}): XmlDocument {
  return new XmlParser(text, maxElements).readDocument();
}

interface OpenElement {
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  children: XmlNode[];
  readonly isEmptyTag: boolean;
  readonly start: number;
  readonly kind: 'element';
}

/** A list without the places that `push` keeps free: sixteen and more in each, which is most of a document's memory. */
const exact = <Item>(list: Item[]): Item[] => (list.length === 0 ? list : list.slice());

class XmlParser {
  readonly #reader: XmlReader;
  #elements = 0;

  constructor(
    text: string,
    private readonly maxElements: number,
  ) {
    this.#reader = new XmlReader(text, (offset, fault) => ContentFault.at(text, offset, fault));
  }

  readDocument(): XmlDocument {
    const reader = this.#reader;
    if (reader.text.charCodeAt(0) === 0xfeff) reader.offset = 1;
    const declaration = this.#readDeclaration();
    const prolog: (XmlMarkup | XmlDoctype)[] = [];
    for (;;) {
      reader.skipSpace();
      const markup = this.#readMarkup(false);
      if (markup !== undefined) prolog.push(markup);
      else if (reader.startsWith('<!DOCTYPE')) prolog.push(this.#readDoctype(prolog));
      else break;
    }
    if (!reader.startsWith('<')) throw reader.fault(`expected the root element, got ${reader.here()}`);
    const root = this.#readElement();
    const epilog: XmlMarkup[] = [];
    for (;;) {
      reader.skipSpace();
      const markup = this.#readMarkup(false);
      if (markup === undefined) break;
      epilog.push(markup);
    }
    if (reader.offset < reader.text.length) throw this.#afterRoot();
    return { declaration, prolog, root, epilog };
  }

  #afterRoot(): Error {
    const { text, offset } = this.#reader;
    if (text.charAt(offset) === '<' && text.charAt(offset + 1) === '/')
      return this.#reader.fault('an end tag has no start tag');
    return this.#reader.fault(`a document has one root element, and nothing may follow it, got ${this.#reader.here()}`);
  }

  #readDeclaration(): XmlDeclaration | undefined {
    const reader = this.#reader;
    const start = reader.offset;
    if (!/^<\?xml[ \t\r\n]/.test(reader.text.slice(start, start + 6))) return undefined;
    reader.offset += '<?xml'.length;
    const version = this.#readPseudoAttribute('version', /^1\.[0-9]+$/);
    if (version === undefined) throw reader.fault(`the XML declaration must have a version, got ${reader.here()}`);
    const encoding = this.#readPseudoAttribute('encoding', /^[A-Za-z][A-Za-z0-9._-]*$/);
    const standalone = this.#readPseudoAttribute('standalone', /^(yes|no)$/);
    reader.isStandalone = standalone === 'yes';
    reader.skipSpace();
    if (!reader.take('?>')) throw reader.fault(`"?>" must end the XML declaration, got ${reader.here()}`);
    return { raw: reader.text.slice(start, reader.offset), encoding };
  }

  #readPseudoAttribute(name: string, form: RegExp): string | undefined {
    const reader = this.#reader;
    const before = reader.offset;
    const isApart = reader.skipSpace();
    if (!isApart || !reader.startsWith(name)) {
      reader.offset = before;
      return undefined;
    }
    reader.offset += name.length;
    reader.readEquals();
    const start = reader.offset;
    const { value } = reader.readQuoted();
    if (!form.test(value)) throw reader.fault(`the ${name} of the XML declaration is not one that XML knows`, start);
    return value;
  }

  #readDoctype(before: readonly (XmlMarkup | XmlDoctype)[]): XmlDoctype {
    const start = this.#reader.offset;
    if (before.some(({ kind }) => kind === 'doctype')) throw this.#reader.fault('a document has at most one DOCTYPE');
    readDoctype(this.#reader);
    return { kind: 'doctype', raw: this.#reader.text.slice(start, this.#reader.offset), start };
  }

  /** Elements are kept on a stack of our own: nesting costs no stack of the machine. */
  #readElement(): XmlElement {
    const reader = this.#reader;
    const root = this.#readStartTag();
    if (root.isEmptyTag) return root;
    const open: OpenElement[] = [root];
    for (let current: OpenElement | undefined = root; current !== undefined; current = open.at(-1)) {
      this.#readText(current.children);
      if (reader.offset >= reader.text.length)
        throw reader.fault(`the element <${current.name}> that begins here has no end tag`, current.start);
      if (reader.startsWith('</')) {
        this.#readEndTag(current);
        current.children = exact(current.children);
        open.pop();
        continue;
      }
      const markup = this.#readMarkup(true);
      if (markup !== undefined) {
        current.children.push(markup);
        continue;
      }
      if (open.length >= MAX_XML_DEPTH)
        throw LimitFault.at(
          reader.text,
          reader.offset,
          `elements must be nested at most ${MAX_XML_DEPTH} deep`,
          MAX_XML_DEPTH,
        );
      const element = this.#readStartTag();
      current.children.push(element);
      if (!element.isEmptyTag) open.push(element);
    }
    return root;
  }

  #readText(children: XmlNode[]): void {
    const reader = this.#reader;
    const start = reader.offset;
    const next = reader.text.indexOf('<', start);
    const end = next < 0 ? reader.text.length : next;
    if (end === start) return;
    const raw = reader.text.slice(start, end);
    reader.checkCharacters(raw, start);
    const close = raw.indexOf(']]>');
    if (close >= 0) throw reader.fault('"]]>" must not stand in text', start + close);
    reader.checkReferences(raw, start, 'text');
    reader.offset = end;
    children.push({ kind: 'text', raw, start });
  }

  #readStartTag(): OpenElement {
    const reader = this.#reader;
    if (++this.#elements > this.maxElements)
      throw new LimitFault(`it must have at most ${this.maxElements} elements`, this.maxElements);
    const start = reader.offset++;
    const name = reader.readName('an element name');
    const attributes: XmlAttribute[] = [];
    let names: Set<string> | undefined;
    for (;;) {
      const isApart = reader.skipSpace();
      if (reader.take('>'))
        return { kind: 'element', name, attributes: exact(attributes), children: [], isEmptyTag: false, start };
      if (reader.take('/>'))
        return { kind: 'element', name, attributes: exact(attributes), children: [], isEmptyTag: true, start };
      if (!isApart) throw reader.fault(`expected white space, ">" or "/>", got ${reader.here()}`);
      const attribute = this.#readAttribute();
      // Most elements have one attribute or none: no set is made for those.
      if (attributes[0] !== undefined) names ??= new Set([attributes[0].name]);
      if (names?.has(attribute.name) === true)
        throw reader.fault(`the attribute "${attribute.name}" stands twice`, attribute.start);
      names?.add(attribute.name);
      attributes.push(attribute);
    }
  }

  #readAttribute(): XmlAttribute {
    const reader = this.#reader;
    const start = reader.offset;
    const name = reader.readName('an attribute name, ">" or "/>"');
    reader.readEquals();
    const valueStart = reader.offset + 1;
    const { value, quote } = reader.readQuoted();
    const less = value.indexOf('<');
    if (less >= 0) throw reader.fault('"<" must not stand in an attribute value: write "&lt;"', valueStart + less);
    reader.checkReferences(value, valueStart, 'attribute');
    return { name, raw: value, quote, start };
  }

  #readEndTag(current: OpenElement): void {
    const reader = this.#reader;
    const start = reader.offset;
    reader.offset += 2;
    const name = reader.readName('an element name');
    if (name !== current.name) throw reader.fault(`the end tag must be </${current.name}>, got </${name}>`, start);
    reader.skipSpace();
    if (!reader.take('>')) throw reader.fault(`">" must end the tag, got ${reader.here()}`);
  }

  /** A comment, an instruction or, inside elements, a CDATA section. */
  #readMarkup(isContent: boolean): XmlMarkup | undefined {
    const reader = this.#reader;
    const start = reader.offset;
    if (reader.startsWith('<!--')) {
      reader.readComment();
      return { kind: 'comment', raw: reader.text.slice(start, reader.offset), start };
    }
    if (reader.startsWith('<?')) {
      reader.readInstruction();
      return { kind: 'instruction', raw: reader.text.slice(start, reader.offset), start };
    }
    if (!reader.startsWith('<![CDATA[')) {
      if (isContent && reader.startsWith('<!')) throw reader.fault('"<!" must begin a comment or a CDATA section here');
      return undefined;
    }
    if (!isContent) throw reader.fault('a CDATA section must stand inside the root element');
    reader.readUntil(']]>', 'the CDATA section');
    return { kind: 'cdata', raw: reader.text.slice(start, reader.offset), start };
  }
}

import { ContentFault } from '../faults.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import { writePointer } from './pointer.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './values.js';
import { MAX_WRITTEN, tooLongWritten } from './write.js';

export interface XmlStyle {
  /** Name of the root element; empty takes the only key of the document. */
  readonly root: string;
  /** Name of the elements of an array that has no key of its own. */
  readonly item: string;
  readonly attributePrefix: string;
  readonly textKey: string;
  readonly indent: number;
  readonly declaration: boolean;
}

/**
 * JSON as XML 1.0: members are elements, arrays are elements of the same name one behind the other, members whose name begins with
 * the prefix are attributes. Throws ContentFault naming a value that XML has no place
 * for by its JSON Pointer, LimitFault beyond `MAX_WRITTEN`.
 */
export function writeXml(value: JsonValue, style: XmlStyle): string {
  return new XmlWriter(style).write(value);
}

type Path = (string | number)[];

class XmlWriter {
  readonly #out: string[] = [];
  #length = 0;
  readonly #style: XmlStyle;
  readonly #names = new Map<string, string>();

  constructor(style: XmlStyle) {
    this.#style = style;
  }

  write(value: JsonValue): string {
    if (this.#style.declaration)
      this.#push(`<?xml version="1.0" encoding="UTF-8"?>${this.#style.indent > 0 ? '\n' : ''}`);
    const [name, content, path] = this.#rootOf(value);
    // An XML document has one root: the elements of an array stand within it.
    const only = isJsonArray(content) ? new Map([[this.#style.item, content]]) : content;
    this.#element(this.#nameOf(name), only, 0, path);
    return this.#out.join('');
  }

  #rootOf(value: JsonValue): [string, JsonValue, Path] {
    if (this.#style.root !== '') return [this.#style.root, value, []];
    const [entry, second] = isJsonObject(value) ? [...value] : [];
    if (entry === undefined || second !== undefined || isJsonArray(entry[1]) || this.#isAttribute(entry[0])) {
      throw new ContentFault(
        'the document must have exactly one key for the root element, or option "root" must name it',
      );
    }
    return [entry[0], entry[1], [entry[0]]];
  }

  #push(part: string): void {
    this.#out.push(part);
    this.#length += part.length;
    if (this.#length > MAX_WRITTEN) throw tooLongWritten();
  }

  #isAttribute(key: string): boolean {
    const { attributePrefix, textKey } = this.#style;
    return attributePrefix !== '' && key !== textKey && key.startsWith(attributePrefix) && key !== attributePrefix;
  }

  /** One element with its line break behind it; arrays are many. */
  #element(name: string, value: JsonValue, level: number, path: Path, isInline = false): void {
    const { indent } = this.#style;
    const isPretty = indent > 0 && !isInline;
    if (isPretty) this.#push(' '.repeat(level * indent));
    this.#push(`<${name}`);
    if (isJsonObject(value)) this.#content(name, value, level, path, isInline);
    else if (isJsonArray(value)) this.#content(name, new Map([[this.#style.item, value]]), level, path, isInline);
    else {
      const text = escapeXmlText(this.#checked(textOf(value), path));
      this.#push(text === '' ? '/>' : `>${text}</${name}>`);
    }
    if (isPretty) this.#push('\n');
  }

  #content(name: string, value: JsonObject, level: number, path: Path, isInline: boolean): void {
    const taken = new Set<string>();
    let hasChildren = false;
    for (const [key, item] of value) {
      path.push(key);
      if (this.#isAttribute(key)) this.#attribute(key, item, taken, path);
      else if (key !== this.#style.textKey && !(isJsonArray(item) && item.length === 0)) hasChildren = true;
      path.pop();
    }
    const text = this.#textWithin(value, path);
    if (!hasChildren) {
      this.#push(text === '' ? '/>' : `>${text}</${name}>`);
      return;
    }
    // White space beside a text would become part of it.
    const isWithin = isInline || text !== '';
    const isPretty = this.#style.indent > 0 && !isWithin;
    this.#push(isPretty ? '>\n' : `>${text}`);
    for (const [key, item] of value) {
      if (this.#isAttribute(key) || key === this.#style.textKey) continue;
      path.push(key);
      const child = this.#nameOf(key);
      for (const [index, element] of isJsonArray(item) ? item.entries() : [[-1, item] as const]) {
        if (index >= 0) path.push(index);
        this.#element(child, element, level + 1, path, isWithin);
        if (index >= 0) path.pop();
      }
      path.pop();
    }
    this.#push(`${isPretty ? ' '.repeat(level * this.#style.indent) : ''}</${name}>`);
  }

  #textWithin(value: JsonObject, path: Path): string {
    const text = value.get(this.#style.textKey);
    if (text === undefined) return '';
    const place = [...path, this.#style.textKey];
    if (isJsonArray(text) || isJsonObject(text)) {
      throw new ContentFault(`${shown(place)} must be a single value to be the text of an element`);
    }
    return escapeXmlText(this.#checked(textOf(text), place));
  }

  #attribute(key: string, value: JsonValue, taken: Set<string>, path: Path): void {
    if (isJsonArray(value) || isJsonObject(value)) {
      throw new ContentFault(`${shown(path)} must be a single value to be an attribute`);
    }
    const name = this.#nameOf(key.slice(this.#style.attributePrefix.length));
    if (taken.has(name))
      throw new ContentFault(`${shown(path)} is the second attribute ${JSON.stringify(name)} of its element`);
    taken.add(name);
    this.#push(` ${name}="${escapeXmlAttribute(this.#checked(textOf(value), path))}"`);
  }

  /** A name that XML allows: what it does not allow becomes `_`. */
  #nameOf(key: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const parts = key.split(':');
    // Names with one prefix are left, as in soap:Envelope (Namespaces in XML 1.0, §4).
    const name = parts.length === 2 && parts.every((part) => WHOLE_NAME.test(part)) ? key : plainName(key);
    this.#names.set(key, name);
    return name;
  }

  #checked(text: string, path: Path): string {
    const bad = NOT_XML.exec(text)?.[0];
    if (bad !== undefined) {
      const point = bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      throw new ContentFault(`${shown(path)} has the character U+${point}, which XML 1.0 does not allow`);
    }
    return text;
  }
}

// XML 1.0 (5th edition) §2.3, without the colon.
const START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const PART = `${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;
const WHOLE_NAME = new RegExp(`^[${START}][${PART}]*$`, 'u');
const NO_PART = new RegExp(`[^${PART}]`, 'gu');
const NO_START = new RegExp(`^[^${START}]`, 'u');

function plainName(key: string): string {
  const name = key.replace(NO_PART, '_');
  return name === '' || NO_START.test(name) ? `_${name}` : name;
}

function textOf(value: null | boolean | string | JsonNumber): string {
  if (value === null) return '';
  return value instanceof JsonNumber ? value.source : String(value);
}

const shown = (path: Path): string => JSON.stringify(writePointer(path).slice(0, 200));

import { ContentFault } from '../faults.js';
import { cdataContent, type XmlAttribute, type XmlDocument, type XmlElement, type XmlNode } from '../xml/nodes.js';
import { escapeXmlAttribute, escapeXmlText, resolveAttribute, resolveReferences } from '../xml/references.js';
import {
  ACTIVE_ELEMENTS,
  ANIMATIONS,
  ELEMENTS,
  isAllowedLink,
  SVG_NAMESPACE,
  XLINK_NAMESPACE,
  XML_NAMESPACE,
} from './allowed.js';
import { safeCss } from './css.js';

/** An element of a clean SVG: names without prefix, but `xlink:href`, `xml:space` and `xml:lang`. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (SvgElement | string)[];
}

export interface CleanSvg {
  readonly root: SvgElement;
  /** What was dropped because it runs, fetches or embeds, each once: `element script`, `attribute onclick`, `link of image`. */
  readonly removed: readonly string[];
  readonly elements: number;
  readonly depth: number;
}

const MAX_ENTITY_CHARACTERS = 100_000;
const DECLARATION = /<!ENTITY\s+([^\s%"'>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

/** Drawing programs put their namespaces into entities. Nothing nested, nothing with markup. */
function entitiesOf({ prolog }: XmlDocument): (name: string) => string {
  const values = new Map<string, string>();
  let left = MAX_ENTITY_CHARACTERS;
  for (const { kind, raw } of prolog) {
    if (kind !== 'doctype') continue;
    for (const [, name = '', double, single] of raw.matchAll(DECLARATION)) values.set(name, double ?? single ?? '');
  }
  return (name) => {
    const value = values.get(name);
    if (value === undefined || /[<&]/.test(value))
      throw new ContentFault(`entity "${name}" refers to other entities or to markup`);
    left -= value.length;
    if (left < 0) throw new ContentFault(`entities stand for more than ${MAX_ENTITY_CHARACTERS} characters`);
    return value;
  };
}

type Namespaces = ReadonlyMap<string, string>;

/** Keeps what is on the list and drops the rest: elements with what is in them, attributes, links. Text, order and ids stay. */
export function cleanSvg(document: XmlDocument): CleanSvg {
  const cleaner = new Cleaner(entitiesOf(document));
  const root = cleaner.element(document.root, new Map([['xml', XML_NAMESPACE]]), 1);
  if (root?.name !== 'svg') throw new ContentFault('the root element is not svg');
  return { root, removed: [...cleaner.removed].sort(), elements: cleaner.elements, depth: cleaner.depth };
}

class Cleaner {
  readonly removed = new Set<string>();
  elements = 0;
  depth = 0;

  constructor(private readonly entity: (name: string) => string) {}

  element(element: XmlElement, outer: Namespaces, depth: number): SvgElement | undefined {
    const namespaces = this.#namespacesOf(element, outer);
    const [prefix, name] = split(element.name);
    // Files without a namespace are drawn by some programs, and meant as SVG.
    const namespace = namespaces.get(prefix) ?? (prefix === '' ? SVG_NAMESPACE : '');
    if (ACTIVE_ELEMENTS.has(name)) this.removed.add(`element ${name}`);
    if (namespace !== SVG_NAMESPACE || !ELEMENTS.has(name)) return undefined;
    const attributes = new Map<string, string>();
    for (const attribute of element.attributes) this.#attribute(name, attribute, namespaces, attributes);
    if (ANIMATIONS.has(name) && /^(?:xlink:)?href$|^on/i.test(attributes.get('attributeName')?.trim() ?? '')) {
      this.removed.add(`element ${name} of a link`);
      return undefined;
    }
    // A picture that was outside would leave an empty box in some programs.
    if (name === 'image' && !attributes.has('href') && !attributes.has('xlink:href')) return undefined;
    this.elements += 1;
    this.depth = Math.max(this.depth, depth);
    return { name, attributes, children: this.#children(name, element.children, namespaces, depth) };
  }

  #namespacesOf({ attributes }: XmlElement, outer: Namespaces): Namespaces {
    const own = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
    if (own.length === 0) return outer;
    return new Map([
      ...outer,
      ...own.map(({ name, raw }) => [name.slice(6), resolveAttribute(raw, this.entity)] as const),
    ]);
  }

  #attribute(element: string, { name, raw }: XmlAttribute, namespaces: Namespaces, kept: Map<string, string>): void {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return;
    const value = resolveAttribute(raw, this.entity);
    const [prefix, local] = split(name);
    const namespace = prefix === '' ? '' : namespaces.get(prefix);
    if (/^on/i.test(local)) {
      this.removed.add(`attribute ${local}`);
      return;
    }
    const isLink = local === 'href' && (namespace === '' || namespace === XLINK_NAMESPACE);
    if (isLink) {
      if (isAllowedLink(element, value)) kept.set(namespace === '' ? 'href' : 'xlink:href', value.trim());
      else this.removed.add(`link of ${element}`);
      return;
    }
    if (namespace === XML_NAMESPACE && (local === 'space' || local === 'lang')) kept.set(`xml:${local}`, value);
    if (namespace !== '' || local === 'src' || local === 'base') return;
    const safe = this.#value(local, value);
    if (safe !== undefined) kept.set(local, safe);
  }

  /** Values of styles and of presentation attributes. */
  #value(name: string, value: string): string | undefined {
    if (name !== 'style' && !/url\s*\(|\\|javascript\s*:/i.test(value)) return value;
    const { css, isChanged } = safeCss(value);
    if (isChanged) this.removed.add(`reference in ${name}`);
    return css.trim() === '' ? undefined : css.trim();
  }

  #children(name: string, nodes: readonly XmlNode[], namespaces: Namespaces, depth: number): (SvgElement | string)[] {
    if (name === 'style') return this.#style(nodes);
    const children: (SvgElement | string)[] = [];
    for (const node of nodes) {
      const child = node.kind === 'element' ? this.element(node, namespaces, depth + 1) : this.#text(node);
      if (child !== undefined && child !== '') children.push(child);
    }
    return children;
  }

  #text(node: Exclude<XmlNode, XmlElement>): string {
    if (node.kind === 'text') return resolveReferences(node.raw, this.entity);
    return node.kind === 'cdata' ? cdataContent(node) : '';
  }

  #style(nodes: readonly XmlNode[]): string[] {
    const { css, isChanged } = safeCss(nodes.map((node) => (node.kind === 'element' ? '' : this.#text(node))).join(''));
    if (isChanged) this.removed.add('reference in style');
    return css.trim() === '' ? [] : [css];
  }
}

function split(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** Writes a clean SVG. */
export function writeSvg(root: SvgElement): string {
  const parts: string[] = [];
  const write = ({ name, attributes, children }: SvgElement, isRoot: boolean): void => {
    parts.push(`<${name}`);
    if (isRoot) parts.push(` xmlns="${SVG_NAMESPACE}" xmlns:xlink="${XLINK_NAMESPACE}"`);
    for (const [key, value] of attributes) parts.push(` ${key}="${escapeXmlAttribute(value)}"`);
    if (children.length === 0) {
      parts.push('/>');
      return;
    }
    parts.push('>');
    for (const child of children) {
      if (typeof child === 'string') parts.push(escapeXmlText(child));
      else write(child, false);
    }
    parts.push(`</${name}>`);
  };
  write(root, true);
  return parts.join('');
}

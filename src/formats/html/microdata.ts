import { attributeOf, type HtmlElement, type HtmlNode, isElement, lineBelow } from '../../engines/xml/html-document.js';
import { LimitFault } from '../../lib/faults.js';

/** An item of microdata, as the HTML standard writes it in JSON. */
export interface MicrodataItem {
  readonly type: readonly string[];
  readonly id: string | null;
  readonly properties: Readonly<Record<string, readonly (string | MicrodataItem)[]>>;
}

const MAX_LEVELS = 100;
/** Texts within texts are told once for each. */
const MAX_LETTERS = 5_000_000;
const MAX_VISITS = 2_000_000;

/** Where each kind of element has its value. */
const ADDRESSED: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  link: 'href',
  object: 'data',
  source: 'src',
  track: 'src',
  video: 'src',
};
const VALUED: Readonly<Record<string, string>> = { data: 'value', meta: 'content', meter: 'value' };

/**
 * The items of a page that are in no other, by the HTML standard: itemscope, itemtype, itemid, itemprop and itemref. Addresses go
 * through `resolve`. An item within itself is left out. Throws LimitFault where items refer to each other so often that they multiply.
 */
export function readMicrodata(page: HtmlNode, resolve: (address: string) => string): MicrodataItem[] {
  return new MicrodataReader(page, resolve).items();
}

class MicrodataReader {
  readonly #elements: readonly HtmlElement[];
  readonly #byId = new Map<string, HtmlElement>();
  #letters = 0;
  #visits = 0;

  constructor(
    page: HtmlNode,
    private readonly resolve: (address: string) => string,
  ) {
    this.#elements = [...elementsIn([page])];
    for (const element of this.#elements) {
      const id = attributeOf(element, 'id');
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
    }
  }

  items(): MicrodataItem[] {
    return this.#elements
      .filter((element) => isItem(element) && attributeOf(element, 'itemprop') === undefined)
      .map((element) => this.#item(element, []));
  }

  #item(root: HtmlElement, around: readonly HtmlElement[]): MicrodataItem {
    if (around.length >= MAX_LEVELS)
      throw new LimitFault(`items of microdata must be at most ${MAX_LEVELS} levels deep`);
    const within = [...around, root];
    const properties = new Map<string, (string | MicrodataItem)[]>();
    for (const element of this.#propertiesOf(root)) {
      if (isItem(element) && within.includes(element)) continue;
      const value = isItem(element) ? this.#item(element, within) : this.#value(element);
      for (const name of new Set(words(attributeOf(element, 'itemprop')))) {
        const values = properties.get(name);
        if (values === undefined) properties.set(name, [value]);
        else values.push(value);
      }
    }
    const id = attributeOf(root, 'itemid');
    return {
      type: [...new Set(words(attributeOf(root, 'itemtype')))],
      id: id === undefined ? null : this.resolve(id),
      properties: Object.fromEntries(properties),
    };
  }

  /** Elements with names of properties that belong to an item: within it or where it points, but not within items in it. */
  #propertiesOf(root: HtmlElement): HtmlElement[] {
    const others = words(attributeOf(root, 'itemref')).flatMap((id) => this.#byId.get(id) ?? []);
    const found = new Set<HtmlElement>();
    for (const element of elementsIn([...root.childNodes, ...others], (one) => !isItem(one))) {
      this.#visits++;
      if (this.#visits > MAX_VISITS) throw new LimitFault('items of microdata must not multiply by itemref');
      if (words(attributeOf(element, 'itemprop')).length > 0) found.add(element);
    }
    return [...found];
  }

  #value(element: HtmlElement): string {
    const { tagName } = element;
    const value = this.#written(element, tagName);
    this.#letters += value.length;
    if (this.#letters > MAX_LETTERS)
      throw new LimitFault(`values of microdata must have at most ${MAX_LETTERS} characters together`);
    return value;
  }

  #written(element: HtmlElement, tagName: string): string {
    const addressed = Object.hasOwn(ADDRESSED, tagName) ? ADDRESSED[tagName] : undefined;
    if (addressed !== undefined) {
      const address = attributeOf(element, addressed) ?? '';
      return address === '' ? '' : this.resolve(address);
    }
    const valued = Object.hasOwn(VALUED, tagName) ? VALUED[tagName] : undefined;
    if (valued !== undefined) return attributeOf(element, valued) ?? '';
    // Not in the standard, but in the examples of schema.org, and search engines read it.
    const content = attributeOf(element, tagName === 'time' ? 'datetime' : 'content');
    return content ?? lineBelow(element);
  }
}

const isItem = (element: HtmlElement): boolean => attributeOf(element, 'itemscope') !== undefined;

const words = (list: string | undefined): string[] => (list ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');

/** Elements in the order of the document, without recursion; what is in one that `isOpen` refuses is passed over. */
function* elementsIn(
  nodes: readonly HtmlNode[],
  isOpen: (element: HtmlElement) => boolean = () => true,
): Generator<HtmlElement, void> {
  const open = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) yield node;
    if (!('childNodes' in node) || (isElement(node) && !isOpen(node))) continue;
    for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
  }
}

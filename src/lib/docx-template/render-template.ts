import { inlinePicture } from '../docx/inline-picture.js';
import { ContentFault, LimitFault } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import { cellText } from '../table/table.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import { isSectionTag, type TemplateElement, type TemplateNode, type TemplateTag, tagText } from './nodes.js';
import { resolve, type Scope, sectionItems } from './values.js';

export interface TemplatePicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/** What one document is filled with, and what became of it. */
export interface Filling {
  readonly data: JsonValue;
  readonly pictures: ReadonlyMap<string, TemplatePicture>;
  readonly missing: Set<string>;
  readonly missingPictures: Set<string>;
  filled: number;
  pictureCount: number;
  readonly spent: Spent;
}

/** What all documents made of one template have taken. */
export interface Spent {
  characters: number;
  repeats: number;
  bytes: number;
}

/** Measured: a busy machine takes 15 s for 14 million. */
const MAX_CHARACTERS = 30_000_000;
const MAX_REPEATS = 500_000;
/** Room for a picture that has no width of its own: 16 cm, the text of an A4 page. */
const MAX_WIDTH = 453;
const MAX_HEIGHT = 680;
const POINTS_PER_MM = 72 / 25.4;
/** Above what Word gives its own. */
const FIRST_PICTURE = 900_000;
const UNWRITABLE = new RegExp(NOT_XML.source, 'gu');

/** Writes one part of a document. `relate` gives the relation of a picture, by its name. */
export function renderTemplate(
  template: TemplateNode,
  filling: Filling,
  relate: (name: string, picture: TemplatePicture) => string,
): string {
  const renderer = new TemplateRenderer(filling, relate);
  renderer.node(template, { data: filling.data, bindings: [] });
  return renderer.text();
}

class TemplateRenderer {
  readonly #chunks: string[] = [];

  constructor(
    private readonly filling: Filling,
    private readonly relate: (name: string, picture: TemplatePicture) => string,
  ) {}

  text(): string {
    return this.#chunks.join('');
  }

  #write(xml: string): void {
    if (xml === '') return;
    this.filling.spent.characters += xml.length;
    if (this.filling.spent.characters > MAX_CHARACTERS)
      throw new LimitFault(`all results must have at most ${MAX_CHARACTERS} characters of XML`, MAX_CHARACTERS);
    this.#chunks.push(xml);
  }

  #countRepeat(): void {
    if (++this.filling.spent.repeats > MAX_REPEATS)
      throw new LimitFault(`rows, paragraphs and sections must be repeated at most ${MAX_REPEATS} times`, MAX_REPEATS);
  }

  node(node: TemplateNode, scope: Scope): void {
    switch (node.kind) {
      case 'raw':
        this.#write(node.xml);
        return;
      case 'tag':
        if (node.sign === '%') this.#picture(node, scope);
        else if (node.sign === '') this.#value(node, scope);
        return;
      case 'section': {
        const { sign, path } = node.tag;
        const items = sectionItems(resolve(scope, path));
        const shown = sign === '#' ? items : items.length === 0 ? [null] : [];
        for (const item of shown) {
          this.#countRepeat();
          const inside =
            sign === '#' ? { ...scope, bindings: [...scope.bindings, { path, item, isScope: true }] } : scope;
          for (const child of node.body) this.node(child, inside);
        }
        return;
      }
      case 'element':
        this.#repeated(node, scope);
    }
  }

  /** A row or paragraph with values of a list, once for each of its items. */
  #repeated(element: TemplateElement, scope: Scope): void {
    const isRepeatable = element.local === 'tr' || element.local === 'p';
    const list = isRepeatable ? listOf(element, scope) : undefined;
    if (list === undefined) {
      this.#element(element, scope);
      return;
    }
    for (const item of list.items) {
      this.#countRepeat();
      this.#element(element, { ...scope, bindings: [...scope.bindings, { path: list.path, item, isScope: false }] });
    }
  }

  #element(element: TemplateElement, scope: Scope): void {
    const { local, name, start, children } = element;
    if (!element.hasContent && isMarker(element)) return;
    const before = this.#chunks.length;
    this.#write(start);
    const first = this.#chunks.length;
    for (const child of children) this.node(child, scope);
    const last = this.#chunks.at(-1) ?? '';
    // ECMA-376 part 1, 17.4.37 and 17.4.65: a table has rows, and a cell ends with a paragraph.
    if (local === 'tbl' && !this.#chunks.slice(first).some((xml) => /<(?:\w+:)?tr[ >]/.test(xml))) {
      this.#chunks.length = before;
      return;
    }
    if (local === 'tc' && !/<\/(?:\w+:)?p>$|<(?:\w+:)?p(?: [^<>]*)?\/>$/.test(last.trimEnd()))
      this.#write(`<${prefixOf(name)}p/>`);
    this.#write(`</${name}>`);
  }

  #value(tag: TemplateTag, scope: Scope): void {
    const { value, items } = resolve(scope, tag.path);
    if (value === undefined && items === undefined) this.filling.missing.add(tag.path);
    this.filling.filled++;
    const text = cellText(value ?? items).replace(UNWRITABLE, '');
    if (text !== '') this.#write(runOf(tag, textXml(text, tag.prefix)));
  }

  #picture(tag: TemplateTag, scope: Scope): void {
    const { value } = resolve(scope, tag.path);
    this.filling.filled++;
    if (value === undefined) this.filling.missing.add(tag.path);
    const name = cellText(value);
    if (name === '') return;
    const picture = this.filling.pictures.get(name);
    if (picture === undefined) {
      this.filling.missingPictures.add(name);
      return;
    }
    const wanted = tag.width === undefined ? undefined : tag.width * POINTS_PER_MM;
    const scale =
      wanted === undefined
        ? Math.min(1, MAX_WIDTH / picture.width, MAX_HEIGHT / picture.height)
        : wanted / picture.width;
    const drawing = inlinePicture({
      relation: this.relate(name, picture),
      number: FIRST_PICTURE + this.filling.pictureCount++,
      alt: escapeXmlAttribute(name.replace(UNWRITABLE, '')),
      width: picture.width * scale,
      height: picture.height * scale,
    });
    this.#write(runOf(tag, drawing.replace(/(<\/?)w:/g, `$1${tag.prefix}`)));
  }
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

const runOf = ({ prefix, properties }: TemplateTag, content: string): string =>
  `<${prefix}r>${properties}${content}</${prefix}r>`;

/** Line breaks and tabs have elements of their own in Word. */
function textXml(text: string, prefix: string): string {
  return text
    .split(/(\r\n|[\r\n\t])/)
    .map((part) => {
      if (part === '') return '';
      if (part === '\t') return `<${prefix}tab/>`;
      if (/^[\r\n]/.test(part)) return `<${prefix}br/>`;
      return `<${prefix}t xml:space="preserve">${escapeXmlText(part)}</${prefix}t>`;
    })
    .join('');
}

/** A paragraph or row that only begins or ends sections around it. */
function isMarker({ local, children, open }: TemplateElement): boolean {
  if (local === 'p') return open.length > 0 && children.every((child) => child.kind !== 'tag' || isSectionTag(child));
  return local === 'tr' && open.length > 0;
}

function listOf({ local, values }: TemplateElement, scope: Scope) {
  let found: { readonly path: string; readonly items: readonly JsonValue[] } | undefined;
  for (const tag of values) {
    const { list, items } = resolve(scope, tag.path);
    if (list === undefined || items === undefined || tag.path === '.') continue;
    if (found !== undefined && found.path !== list)
      throw new ContentFault(
        `paragraph ${tag.paragraph}: ${tagText(tag)} is of the list "${list}", and its ${local === 'tr' ? 'table row' : 'paragraph'} is repeated for "${found.path}"`,
      );
    found = { path: list, items };
  }
  return found;
}

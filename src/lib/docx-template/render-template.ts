import { inlinePicture } from '../docx/drawn-picture.js';
import { ContentFault, LimitFault } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import { cellText } from '../table/table.js';
import { escapeXmlAttribute, NOT_XML } from '../xml/references.js';
import { type Markup, WORD } from './markup.js';
import {
  isSectionTag,
  TEXT_BOX,
  type TemplateElement,
  type TemplateNode,
  type TemplateShape,
  type TemplateTag,
} from './nodes.js';
import { slidePicture } from './slide-picture.js';
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
  /** Leaves placeholders that the data has nothing for as they are. */
  readonly keepsMissing: boolean;
  /** Placeholders that the data has nothing for. */
  readonly missing: Set<string>;
  /** Names of pictures that were not sent. */
  readonly missingPictures: Set<string>;
  /** Placeholders that were filled, each time. */
  filled: number;
  pictureCount: number;
  readonly spent: Spent;
}

export const newFilling = (given: Pick<Filling, 'data' | 'pictures' | 'keepsMissing' | 'spent'>): Filling => ({
  ...given,
  missing: new Set(),
  missingPictures: new Set(),
  filled: 0,
  pictureCount: 0,
});

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
const TIMING = /^<(?:\w+:)?timing[ />]/;
const UNWRITABLE = new RegExp(NOT_XML.source, 'gu');

/** Gives the relation of a picture, by its name. */
export type Relate = (name: string, picture: TemplatePicture) => string;

/** Writes one part of a document. */
export function renderTemplate(
  template: TemplateNode,
  filling: Filling,
  relate: Relate,
  {
    markup = WORD,
    scope = { data: filling.data, bindings: [] },
  }: { readonly markup?: Markup; readonly scope?: Scope } = {},
): string {
  const renderer = new TemplateRenderer(filling, relate, markup);
  renderer.node(template, scope);
  return renderer.text();
}

/** A slide of the template where it stands in the result, with what names mean on it. */
export interface PlacedSlide {
  readonly index: number;
  readonly scope: Scope;
}

/** Which slides the result has, in their order. Throws LimitFault beyond `limit`. */
export function placeSlides(nodes: readonly TemplateNode[], filling: Filling, limit: number): PlacedSlide[] {
  const placed: PlacedSlide[] = [];
  const renderer = new TemplateRenderer(filling, () => '', WORD);
  renderer.onSlide = (index, scope) => {
    placed.push({ index, scope });
    if (placed.length > limit) throw new LimitFault(`a result must have at most ${limit} slides`, limit);
  };
  for (const node of nodes) renderer.node(node, { data: filling.data, bindings: [] });
  return placed;
}

class TemplateRenderer {
  readonly #chunks: string[] = [];
  /** Whether a shape of the slide was left out. */
  #isShapeGone = false;
  #isTableGone = false;
  onSlide: (index: number, scope: Scope) => void = () => undefined;

  constructor(
    private readonly filling: Filling,
    private readonly relate: Relate,
    private readonly markup: Markup,
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
      case 'section':
        this.#section(node.tag, scope, (inside) => {
          for (const child of node.body) this.node(child, inside);
        });
        return;
      case 'slide': {
        let show = (inside: Scope): void => this.onSlide(node.index, inside);
        for (const tag of node.sections) {
          const within = show;
          show = (inside) => this.#section(tag, inside, within);
        }
        show(scope);
        return;
      }
      case 'shape':
        this.#shape(node, scope);
        return;
      case 'element':
        this.#repeated(node, scope);
    }
  }

  #section({ sign, path }: TemplateTag, scope: Scope, show: (inside: Scope) => void): void {
    const items = sectionItems(resolve(scope, path));
    const shown = sign === '#' ? items : items.length === 0 ? [null] : [];
    for (const item of shown) {
      this.#countRepeat();
      show(sign === '#' ? { ...scope, bindings: [...scope.bindings, { path, item, isScope: true }] } : scope);
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
    if (!element.hasContent && isMarker(element)) {
      if (local === TEXT_BOX) this.#isShapeGone = true;
      return;
    }
    const before = this.#chunks.length;
    this.#write(start);
    const first = this.#chunks.length;
    for (const child of children) {
      // An animation of a shape that is not there would be damage.
      if (local === 'sld' && this.#isShapeGone && child.kind === 'raw' && TIMING.test(child.xml)) continue;
      this.node(child, scope);
    }
    const last = this.#chunks.at(-1) ?? '';
    // ECMA-376 part 1, 17.4.37 and 17.4.65: a table has rows, and a cell ends with a paragraph.
    if (local === 'tbl' && !this.#chunks.slice(first).some((xml) => /<(?:\w+:)?tr[ >]/.test(xml))) {
      this.#chunks.length = before;
      this.#isTableGone = true;
      return;
    }
    if (local === 'graphicFrame' && this.#isTableGone) {
      this.#chunks.length = before;
      this.#isTableGone = false;
      this.#isShapeGone = true;
      return;
    }
    // ECMA-376 part 1, 21.1.2.1: a text has a paragraph.
    if (element.filler !== '' && !this.#chunks.slice(first).some((xml) => /<(?:\w+:)?p[ />]/.test(xml)))
      this.#write(element.filler);
    if (this.markup === WORD && local === 'tc' && !/<\/(?:\w+:)?p>$|<(?:\w+:)?p(?: [^<>]*)?\/>$/.test(last.trimEnd()))
      this.#write(`<${prefixOf(name)}p/>`);
    this.#write(`</${name}>`);
  }

  #value(tag: TemplateTag, scope: Scope): void {
    const { value, items } = resolve(scope, tag.path);
    if (value === undefined && items === undefined) {
      this.#missing(tag, scope);
      return;
    }
    this.filling.filled++;
    const text = cellText(value ?? items).replace(UNWRITABLE, '');
    if (text !== '') this.#write(this.markup.runs(tag.prefix, tag.properties, text));
  }

  #missing(tag: TemplateTag, scope: Scope): void {
    const { path, place, text } = tag;
    if (path.startsWith('@') && resolve(scope, path.slice(1)).value !== undefined)
      throw new ContentFault(`${place}: ${text} asks for raw XML, which is never inserted`);
    this.filling.missing.add(path);
    this.filling.filled++;
    if (this.filling.keepsMissing) this.#write(this.markup.runs(tag.prefix, tag.properties, text));
  }

  #picture(tag: TemplateTag, scope: Scope): void {
    const placed = this.#pictureOf(tag, scope);
    if (placed === undefined) {
      if (this.#isKept(tag, scope)) this.#write(this.markup.runs(tag.prefix, tag.properties, tag.text));
      return;
    }
    const { name, picture } = placed;
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
    this.#write(`<${tag.prefix}r>${tag.properties}${drawing.replace(/(<\/?)w:/g, `$1${tag.prefix}`)}</${tag.prefix}r>`);
  }

  /** A picture where a shape was, or nothing. */
  #shape({ tag, xml, frame }: TemplateShape, scope: Scope): void {
    const placed = this.#pictureOf(tag, scope);
    if (placed !== undefined) {
      const { name, picture } = placed;
      const alt = escapeXmlAttribute(name.replace(UNWRITABLE, ''));
      const width = tag.width === undefined ? undefined : tag.width * POINTS_PER_MM;
      this.#write(slidePicture({ relation: this.relate(name, picture), alt, picture, width, frame }));
      return;
    }
    if (this.#isKept(tag, scope)) this.#write(xml);
    else this.#isShapeGone = true;
  }

  #isKept({ path }: TemplateTag, scope: Scope): boolean {
    return this.filling.keepsMissing && resolve(scope, path).value === undefined;
  }

  #pictureOf(tag: TemplateTag, scope: Scope) {
    const { value } = resolve(scope, tag.path);
    this.filling.filled++;
    if (value === undefined) {
      this.filling.missing.add(tag.path);
      return undefined;
    }
    const name = cellText(value);
    const picture = this.filling.pictures.get(name);
    if (picture === undefined && name !== '') this.filling.missingPictures.add(name);
    return picture === undefined ? undefined : { name, picture };
  }
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

/** A paragraph, row or shape that only begins or ends sections around it. */
function isMarker({ local, children, open }: TemplateElement): boolean {
  if (local === 'p') return open.length > 0 && children.every((child) => child.kind !== 'tag' || isSectionTag(child));
  return (local === 'tr' || local === TEXT_BOX) && open.length > 0;
}

function listOf({ local, values }: TemplateElement, scope: Scope) {
  let found: { readonly path: string; readonly items: readonly JsonValue[] } | undefined;
  for (const tag of values) {
    const { list, items } = resolve(scope, tag.path);
    if (list === undefined || items === undefined || tag.path === '.') continue;
    if (found !== undefined && found.path !== list)
      throw new ContentFault(
        `${tag.place}: ${tag.text} is of the list "${list}", and its ${local === 'tr' ? 'table row' : 'paragraph'} is repeated for "${found.path}"`,
      );
    found = { path: list, items };
  }
  return found;
}

import { ContentFault } from '../faults.js';
import { attribute } from '../office/package.js';
import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { openTag, writeElement, writeNode } from '../xml/write-element.js';
import { type Markup, WORD } from './markup.js';
import {
  type ShapeFrame,
  TEXT_BOX,
  type TemplateNode,
  type TemplateTag,
  tagsWithin,
  templateElement,
} from './nodes.js';

const TAG = /^([#^/%]?)\s*(.*?)(?:\s+(\d{1,4}(?:\.\d{1,3})?)\s*mm)?$/;
const BREAKS: ReadonlySet<string> = new Set(['br', 'cr', 'tab']);
const SHOWN: ReadonlySet<string> = new Set(['drawing', 'pict', 'object', 'sym', 'fldChar', 'fld']);

/** What placeholders stand between. */
export type Delimiters = readonly [open: string, close: string];

const escaped = (text: string): string => text.replace(/[[\]{}]/g, '\\$&');

/** Names have none of the letters of the delimiters. */
const placeholderOf = ([open, close]: Delimiters): RegExp =>
  new RegExp(`${escaped(open)}([^${escaped(open + close)}\\n]{1,200})${escaped(close)}`, 'g');

/** What a part of a presentation says of itself. */
export interface SlidePart {
  readonly markup: Markup;
  /** Of its faults, such as `slide 3`. */
  readonly place: string;
  /** Where a shape is; nothing where nobody says. */
  frameOf(shape: XmlElement): ShapeFrame | undefined;
}

/** A part of a Word document as a template. Throws ContentFault naming the paragraph of a tag that is wrong, LimitFault. */
export function readTemplate(root: XmlElement, delimiters: Delimiters): TemplateNode {
  const node = new TemplateReader(delimiters).element(root, false);
  checkEnded(node.kind === 'element' ? node.open : [], delimiters);
  return node;
}

/** A slide or its notes as a template, with sections that may go on in other slides. Throws as `readTemplate`. */
export const readSlideTemplate = (root: XmlElement, delimiters: Delimiters, part: SlidePart): TemplateNode =>
  new TemplateReader(delimiters, part).element(root, false);

/** Throws ContentFault for a section that only begins or only ends. */
export function checkEnded([tag]: readonly TemplateTag[], [open, close]: Delimiters): void {
  if (tag === undefined) return;
  throw new ContentFault(
    `${tag.place}: ${tag.text} ${tag.sign === '/' ? 'ends a section that did not begin' : `needs a ${open}/${tag.path}${close}`}`,
  );
}

/** A text of a paragraph, and what is left of it with its tags. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly parts: (string | TemplateTag)[];
}

class TemplateReader {
  #paragraphs = 0;
  readonly #placeholder: RegExp;

  readonly #markup: Markup;

  constructor(
    private readonly delimiters: Delimiters,
    private readonly slide?: SlidePart,
  ) {
    this.#placeholder = placeholderOf(delimiters);
    this.#markup = slide?.markup ?? WORD;
  }

  get #place(): string {
    return `${this.slide === undefined ? '' : `${this.slide.place}, `}paragraph ${this.#paragraphs}`;
  }

  element(element: XmlElement, isInRow: boolean): TemplateNode {
    const local = localName(element.name);
    if (local === 'p') return this.#paragraph(element, isInRow);
    const read = (child: XmlElement): readonly TemplateNode[] =>
      this.slide !== undefined && isRowIdentity(child, local) ? [] : [this.element(child, isInRow || local === 'tr')];
    const node = this.#parent(element, read, isInRow);
    return this.slide === undefined || node.kind === 'raw' ? node : this.#shape(this.slide, element, local, node);
  }

  /** In slides, a picture takes the place of a shape. */
  #shape({ frameOf }: SlidePart, element: XmlElement, local: string, node: TemplateNode): TemplateNode {
    if (local !== 'sp' && local !== 'graphicFrame') return node;
    const tags = tagsWithin(node);
    const tag = tags.find(({ sign }) => sign === '%');
    if (tag === undefined) return node;
    if (local !== 'sp') throw new ContentFault(`${tag.place}: ${tag.text} must be in a text box, not in a table`);
    if (tags.length > 1 || textsOf(element).join('').trim() !== tag.text)
      throw new ContentFault(`${tag.place}: ${tag.text} must be alone in its shape, whose place the image takes`);
    const frame = frameOf(element);
    if (frame === undefined) throw new ContentFault(`${tag.place}: ${tag.text} is in a shape without a size`);
    return { kind: 'shape', tag, xml: writeElement(element), frame };
  }

  #parent(element: XmlElement, read: (child: XmlElement) => readonly TemplateNode[], isInRow: boolean): TemplateNode {
    const local = this.slide !== undefined && isTextBox(element) ? TEXT_BOX : localName(element.name);
    if (element.children.length === 0) return { kind: 'raw', xml: writeElement(element), hasContent: SHOWN.has(local) };
    const children = element.children.flatMap((child): readonly TemplateNode[] =>
      child.kind === 'element' ? read(child) : [{ kind: 'raw', xml: writeNode(child), hasContent: false }],
    );
    const filler = local === 'txBody' ? elementsOf(element).find(({ name }) => localName(name) === 'p') : undefined;
    const node = templateElement(
      { local, name: element.name, start: openTag(element), filler: filler === undefined ? '' : `<${filler.name}/>` },
      children,
      { isInRow, isSlide: this.slide !== undefined },
    );
    return node.kind === 'raw' && SHOWN.has(local) ? { ...node, hasContent: true } : node;
  }

  #paragraph(paragraph: XmlElement, isInRow: boolean): TemplateNode {
    this.#paragraphs += 1;
    const pieces = piecesOf(paragraph);
    const tags = this.#placeTags([...pieces.values()]);
    const inline = (element: XmlElement): readonly TemplateNode[] => {
      const local = localName(element.name);
      if (local === 'p') return [this.#paragraph(element, isInRow)];
      // A run with tags becomes several, side by side.
      if (local === 'r') return this.#run(element, pieces, isInRow);
      return [this.#parent(element, inline, isInRow)];
    };
    const node = this.#parent(paragraph, inline, isInRow);
    const isAlone = node.kind === 'element' && !node.hasContent;
    for (const tag of tags) tag.isAlone = isAlone;
    return node;
  }

  /** Finds the tags in the whole text of a paragraph, wherever Word broke it, and puts each at its start. */
  #placeTags(pieces: readonly Piece[]): TemplateTag[] {
    const text = pieces.map((piece) => piece.text).join('');
    if (!text.includes(this.delimiters[0])) {
      for (const piece of pieces) piece.parts.push(piece.text);
      return [];
    }
    const tags: { readonly start: number; readonly end: number; readonly tag: TemplateTag }[] = [];
    for (const { 0: whole, 1: inside = '', index } of text.matchAll(this.#placeholder))
      tags.push({ start: index, end: index + whole.length, tag: this.#tag(inside.trim(), whole) });
    this.#checkClosed(text);
    let at = 0;
    for (const piece of pieces) {
      const end = piece.start + piece.text.length;
      let from = piece.start;
      for (let next = tags[at]; next !== undefined && next.start < end; next = tags[at]) {
        if (next.start >= piece.start) {
          piece.parts.push(text.slice(from, next.start), next.tag);
        }
        from = Math.min(next.end, end);
        if (next.end > end) break;
        at++;
      }
      piece.parts.push(text.slice(from, end));
    }
    return tags.map(({ tag }) => tag);
  }

  #tag(inside: string, text: string): TemplateTag {
    const [, sign = '', written = '', width] = TAG.exec(inside) ?? [];
    const isPicture = sign === '%';
    const path = isPicture ? written : inside.slice(sign.length).trim();
    if (path === '' && sign !== '/')
      throw new ContentFault(`${this.#place}: ${this.delimiters.join(inside)} has no name`);
    return {
      kind: 'tag',
      sign: sign as TemplateTag['sign'],
      path,
      text,
      width: isPicture && width !== undefined ? Number(width) : undefined,
      prefix: '',
      properties: '',
      place: this.#place,
      isAlone: false,
    };
  }

  #checkClosed(text: string): void {
    const [open, close] = this.delimiters;
    const rest = text.replace(this.#placeholder, '');
    const at = rest.indexOf(open);
    if (at < 0) return;
    const shown = rest.slice(at, at + 30).split('\n', 1)[0] ?? '';
    throw new ContentFault(`${this.#place}: "${shown}" is not a placeholder such as ${open}name${close}`);
  }

  #run(run: XmlElement, pieces: ReadonlyMap<XmlElement, Piece>, isInRow: boolean): readonly TemplateNode[] {
    const prefix = run.name.slice(0, run.name.length - 1);
    const start = openTag(run);
    const properties = elementsOf(run)
      .filter((child) => localName(child.name) === 'rPr')
      .map((child) => writeElement(child))
      .join('');
    const nodes: TemplateNode[] = [];
    let content: TemplateNode[] = [];
    const flush = (): void => {
      if (content.length === 0) return;
      const own: TemplateNode = { kind: 'raw', xml: properties, hasContent: false };
      const named = { local: 'r', name: run.name, start, filler: '' };
      nodes.push(templateElement(named, [own, ...content], { isInRow, isSlide: this.slide !== undefined }));
      content = [];
    };
    for (const child of run.children) {
      if (child.kind !== 'element' || localName(child.name) === 'rPr') continue;
      const piece = pieces.get(child);
      if (piece === undefined) {
        content.push(this.element(child, isInRow));
        continue;
      }
      if (BREAKS.has(localName(child.name))) {
        content.push({ kind: 'raw', xml: writeElement(child), hasContent: false });
        continue;
      }
      for (const part of piece.parts) {
        if (typeof part === 'string') {
          if (part !== '')
            content.push({ kind: 'raw', xml: this.#markup.text(child.name, part), hasContent: /\S/.test(part) });
          continue;
        }
        flush();
        nodes.push(Object.assign(part, { prefix, properties }));
      }
    }
    flush();
    return nodes;
  }
}

/** A text box or a placeholder of the layout. */
function isTextBox(element: XmlElement): boolean {
  if (localName(element.name) !== 'sp') return false;
  const named = childOf(element, 'nvSpPr');
  if (named === undefined) return false;
  return (
    attribute(childOf(named, 'cNvSpPr'), 'txBox') === '1' ||
    childOf(childOf(named, 'nvPr') ?? named, 'ph') !== undefined
  );
}

/** PowerPoint numbers rows, and takes none twice (MS-ODRAWXML 2.24): a row without a number is numbered anew. */
const isRowIdentity = ({ name }: XmlElement, parent: string): boolean =>
  parent === 'tr' && localName(name) === 'extLst';

/** All texts below an element. */
const textsOf = (element: XmlElement): string[] =>
  elementsOf(element).flatMap((child) => (localName(child.name) === 't' ? [textOf(child)] : textsOf(child)));

/** The texts of a paragraph, in runs and in what surrounds runs, such as links; a break is a text that no tag goes across. */
function piecesOf(paragraph: XmlElement): Map<XmlElement, Piece> {
  const pieces = new Map<XmlElement, Piece>();
  let start = 0;
  const add = (element: XmlElement, text: string): void => {
    pieces.set(element, { text, start, parts: [] });
    start += text.length;
  };
  const walk = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      const local = localName(child.name);
      if (local === 'r') {
        for (const part of elementsOf(child)) {
          const name = localName(part.name);
          if (name === 't') add(part, textOf(part));
          else if (BREAKS.has(name)) add(part, '\n');
        }
      } else if (BREAKS.has(local)) add(child, '\n');
      else if (local !== 'p' && local !== 'pPr') walk(child);
    }
  };
  walk(paragraph);
  return pieces;
}

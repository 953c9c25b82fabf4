import { ContentFault } from '../faults.js';
import { elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { escapeXmlText } from '../xml/references.js';
import { openTag, writeElement, writeNode } from '../xml/write-element.js';
import { type TemplateNode, type TemplateTag, tagText, templateElement } from './nodes.js';

const PLACEHOLDER = /\{\{([^{}\n]{1,200})\}\}/g;
const TAG = /^([#^/%]?)\s*(.*?)(?:\s+(\d{1,4}(?:\.\d{1,3})?)\s*mm)?$/;
const BREAKS: ReadonlySet<string> = new Set(['br', 'cr', 'tab']);
const SHOWN: ReadonlySet<string> = new Set(['drawing', 'pict', 'object', 'sym', 'fldChar']);

/** A part of a Word document as a template. Throws ContentFault naming the paragraph of a tag that is wrong, LimitFault. */
export function readTemplate(root: XmlElement): TemplateNode {
  const node = new TemplateReader().element(root, false);
  const [tag] = node.kind === 'element' ? node.open : [];
  if (tag === undefined) return node;
  throw new ContentFault(
    `paragraph ${tag.paragraph}: ${tagText(tag)} ${tag.sign === '/' ? 'ends a section that did not begin' : `needs a {{/${tag.path}}}`}`,
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

  element(element: XmlElement, isInRow: boolean): TemplateNode {
    const local = localName(element.name);
    if (local === 'p') return this.#paragraph(element, isInRow);
    return this.#parent(element, (child) => [this.element(child, isInRow || local === 'tr')], isInRow);
  }

  #parent(element: XmlElement, read: (child: XmlElement) => readonly TemplateNode[], isInRow: boolean): TemplateNode {
    const local = localName(element.name);
    if (element.children.length === 0) return { kind: 'raw', xml: writeElement(element), hasContent: SHOWN.has(local) };
    const children = element.children.flatMap((child): readonly TemplateNode[] =>
      child.kind === 'element' ? read(child) : [{ kind: 'raw', xml: writeNode(child), hasContent: false }],
    );
    const node = templateElement({ local, name: element.name, start: openTag(element) }, children, isInRow);
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
    if (!text.includes('{{')) {
      for (const piece of pieces) piece.parts.push(piece.text);
      return [];
    }
    const tags: { readonly start: number; readonly end: number; readonly tag: TemplateTag }[] = [];
    for (const { 0: whole, 1: inside = '', index } of text.matchAll(PLACEHOLDER))
      tags.push({ start: index, end: index + whole.length, tag: this.#tag(inside.trim()) });
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

  #tag(inside: string): TemplateTag {
    const [, sign = '', written = '', width] = TAG.exec(inside) ?? [];
    const isPicture = sign === '%';
    const path = isPicture ? written : inside.slice(sign.length).trim();
    if (path === '') throw new ContentFault(`paragraph ${this.#paragraphs}: {{${inside}}} has no name`);
    return {
      kind: 'tag',
      sign: sign as TemplateTag['sign'],
      path,
      width: isPicture && width !== undefined ? Number(width) : undefined,
      prefix: '',
      properties: '',
      paragraph: this.#paragraphs,
      isAlone: false,
    };
  }

  #checkClosed(text: string): void {
    const rest = text.replace(PLACEHOLDER, '');
    const at = rest.indexOf('{{');
    if (at < 0) return;
    const shown = rest.slice(at, at + 30).split('\n', 1)[0] ?? '';
    throw new ContentFault(`paragraph ${this.#paragraphs}: "${shown}" is not a placeholder such as {{name}}`);
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
      nodes.push(templateElement({ local: 'r', name: run.name, start }, [own, ...content], isInRow));
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
            content.push({ kind: 'raw', xml: textElement(child.name, part), hasContent: /\S/.test(part) });
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

const textElement = (name: string, text: string): string =>
  `<${name} xml:space="preserve">${escapeXmlText(text)}</${name}>`;

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
      } else if (local !== 'p' && local !== 'pPr') walk(child);
    }
  };
  walk(paragraph);
  return pieces;
}

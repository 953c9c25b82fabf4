import { ContentFault, LimitFault } from '../faults.js';

export interface TemplateTag {
  readonly kind: 'tag';
  /** Nothing for a value, `%` for a picture; `#`, `^` and `/` begin and end sections. */
  readonly sign: '' | '%' | '#' | '^' | '/';
  /** Empty in an end tag that ends whatever began last. */
  readonly path: string;
  /** With its delimiters, as the template has it. */
  readonly text: string;
  /** Width of a picture in millimetres. */
  readonly width: number | undefined;
  /** Of the run around it: `w:`, and its properties. */
  readonly prefix: string;
  readonly properties: string;
  /** Such as `paragraph 2`; paragraphs and slides count from 1. */
  readonly place: string;
  /** Whether its paragraph has nothing but tags of sections. */
  isAlone: boolean;
}

export interface TemplateSection {
  readonly kind: 'section';
  readonly tag: TemplateTag;
  readonly body: readonly TemplateNode[];
}

export interface TemplateElement {
  readonly kind: 'element';
  /** Without its prefix, or `TEXT_BOX`. */
  readonly local: string;
  readonly name: string;
  /** Its start tag. */
  readonly start: string;
  readonly children: readonly TemplateNode[];
  /** Tags of sections that begin or end in it, but not both. */
  readonly open: readonly TemplateTag[];
  /** Values and pictures in it, outside its sections: what a row or paragraph is repeated for. */
  readonly values: readonly TemplateTag[];
  /** Whether it shows something of its own. */
  readonly hasContent: boolean;
  /** What it holds where its sections leave it without a paragraph. */
  readonly filler: string;
}

/** A slide of a presentation. */
export interface TemplateSlide {
  readonly kind: 'slide';
  /** Counts from 0. */
  readonly index: number;
  /** What it alone is repeated for, the innermost first. */
  readonly sections: readonly TemplateTag[];
  /** Tags of sections that go on in other slides. */
  readonly open: readonly TemplateTag[];
}

/** A shape with nothing but the tag of a picture, which takes its place. */
export interface TemplateShape {
  readonly kind: 'shape';
  readonly tag: TemplateTag;
  /** As the template has it. */
  readonly xml: string;
  readonly frame: ShapeFrame;
}

/** Units of 1/12,700 point. */
export interface ShapeFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** An attribute with its name, or nothing. */
  readonly rotation: string;
  /** Of the shape, within its slide. */
  readonly id: string;
}

/** A template without its tags is raw: XML as written. */
export type TemplateNode =
  | { readonly kind: 'raw'; readonly xml: string; readonly hasContent: boolean }
  | TemplateTag
  | TemplateSection
  | TemplateElement
  | TemplateSlide
  | TemplateShape;

/** In place of the local name of a shape that shows nothing but its text: without text it is not needed. */
export const TEXT_BOX = 'text box';

/** Sections in sections. Chosen: nobody nests a hundredth of it. */
const MAX_SECTIONS = 50;

export const isSectionTag = ({ sign }: TemplateTag): boolean => sign === '#' || sign === '^' || sign === '/';

function openTags(node: TemplateNode): readonly TemplateTag[] {
  if (node.kind === 'element' || node.kind === 'slide') return node.open;
  return node.kind === 'tag' && isSectionTag(node) ? [node] : [];
}

function hasContent(node: TemplateNode): boolean {
  if (node.kind === 'tag') return !isSectionTag(node);
  return node.kind === 'element' || node.kind === 'raw' ? node.hasContent : true;
}

/** All tags within a node. */
export function tagsWithin(node: TemplateNode): TemplateTag[] {
  if (node.kind === 'tag') return [node];
  if (node.kind === 'section') return [node.tag, ...node.body.flatMap(tagsWithin)];
  return node.kind === 'element' ? node.children.flatMap(tagsWithin) : [];
}

/** What holds shapes: a section that begins in one of them and ends in another is of the whole slide. */
const SHAPE_HOLDERS: ReadonlySet<string> = new Set([
  'sld',
  'cSld',
  'spTree',
  'grpSp',
  'AlternateContent',
  'Choice',
  'Fallback',
]);

const valuesOf = (node: TemplateNode): readonly TemplateTag[] => {
  if (node.kind === 'element') return node.local === 'tr' ? [] : node.values;
  return node.kind === 'tag' && !isSectionTag(node) ? [node] : [];
};

/** Takes the last section that began, if the end tag is its own. */
function takeOpen<Open extends { readonly tag: TemplateTag }>(stack: Open[], end: TemplateTag): Open | undefined {
  const last = stack.pop();
  if (last !== undefined && end.path !== '' && last.tag.path !== end.path)
    throw new ContentFault(
      `${end.place}: ${end.text} is there before the end of ${last.tag.text} of ${last.tag.place}`,
    );
  return last;
}

function checkNesting(count: number): void {
  if (count > MAX_SECTIONS)
    throw new LimitFault(`a template must have at most ${MAX_SECTIONS} sections within each other`, MAX_SECTIONS);
}

/** Sections that begin in one child and end in another, or in the same line of text. */
function grouped(children: readonly TemplateNode[], isTable: boolean) {
  const nodes: TemplateNode[] = [];
  const stack: { readonly tag: TemplateTag; readonly start: number }[] = [];
  const ends: TemplateTag[] = [];
  for (const child of children) {
    const start = nodes.length;
    nodes.push(child);
    for (const tag of openTags(child)) {
      if (tag.sign !== '/') {
        stack.push({ tag, start: Math.min(start, nodes.length) });
        checkNesting(stack.length);
        continue;
      }
      const begun = takeOpen(stack, tag);
      if (begun === undefined) {
        ends.push(tag);
        checkNesting(ends.length);
        continue;
      }
      if (child.kind === 'element' && !isTable) checkAlone(begun.tag, tag);
      nodes.push({ kind: 'section', tag: begun.tag, body: nodes.splice(begun.start) });
    }
  }
  return { nodes, open: [...ends, ...stack.map(({ tag }) => tag)] };
}

function checkAlone(begin: TemplateTag, end: TemplateTag): void {
  for (const tag of [begin, end]) {
    if (!tag.isAlone)
      throw new ContentFault(
        `${tag.place}: ${tag.text} must be alone in its paragraph, as its section has several paragraphs`,
      );
  }
}

/** What a row or slide is repeated for: sections that begin in one cell or shape and end in another. */
function ownSections(cells: readonly TemplateNode[], what: string) {
  const stack: { readonly tag: TemplateTag }[] = [];
  const ends: TemplateTag[] = [];
  const sections: TemplateTag[] = [];
  for (const tag of cells.flatMap(openTags)) {
    if (tag.sign !== '/') {
      if (stack.length === 0 && sections.length > 0)
        throw new ContentFault(`${tag.place}: ${tag.text} begins a second section of one ${what}`);
      stack.push({ tag });
      checkNesting(stack.length);
      continue;
    }
    const begun = takeOpen(stack, tag);
    if (begun === undefined) ends.push(tag);
    else sections.push(begun.tag);
    checkNesting(ends.length + sections.length);
  }
  return { sections, open: [...ends, ...stack.map(({ tag }) => tag)] };
}

/** An element of a template. One without tags becomes raw; a row with a section of its own becomes the section. */
export function templateElement(
  element: Pick<TemplateElement, 'local' | 'name' | 'start' | 'filler'>,
  children: readonly TemplateNode[],
  { isInRow, isSlide }: { readonly isInRow: boolean; readonly isSlide: boolean },
): TemplateNode {
  const { local, name, start, filler } = element;
  const isRow = local === 'tr';
  const isContent = children.some(hasContent);
  if (children.every((child) => child.kind === 'raw')) {
    const inner = children.map((child) => (child.kind === 'raw' ? child.xml : '')).join('');
    return { kind: 'raw', xml: `${start}${inner}</${name}>`, hasContent: isContent };
  }
  const isHolder = isSlide && SHAPE_HOLDERS.has(local);
  const { sections, open } = isRow ? ownSections(children, 'table row') : { sections: [], open: undefined };
  const inside = isRow
    ? undefined
    : isHolder
      ? { nodes: children, open: children.flatMap(openTags) }
      : grouped(children, local === 'tbl');
  const nodes = inside?.nodes ?? children;
  const isRepeated = isRow || isInRow || local === 'p';
  let node: TemplateNode = {
    kind: 'element',
    local,
    name,
    start,
    children: nodes,
    open: open ?? inside?.open ?? [],
    values: isRepeated ? nodes.flatMap(valuesOf) : [],
    hasContent: isContent,
    filler,
  };
  // Inner sections end first.
  for (const tag of sections) node = { kind: 'section', tag, body: [node] };
  return node;
}

/** Slides, and the sections that go over several of them or over one. */
export function templateSlides(slides: readonly TemplateNode[]) {
  return grouped(
    slides.map((slide, index): TemplateSlide => ({ kind: 'slide', index, ...ownSections([slide], 'slide') })),
    true,
  );
}

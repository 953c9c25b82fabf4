import { ContentFault, LimitFault } from '../faults.js';

export interface TemplateTag {
  readonly kind: 'tag';
  /** Nothing for a value, `%` for a picture; `#`, `^` and `/` begin and end sections. */
  readonly sign: '' | '%' | '#' | '^' | '/';
  readonly path: string;
  /** Width of a picture in millimetres. */
  readonly width: number | undefined;
  /** Of the run around it: `w:`, and its properties. */
  readonly prefix: string;
  readonly properties: string;
  /** Counts from 1. */
  readonly paragraph: number;
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
  /** Without its prefix. */
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
}

/** A template without its tags is raw: XML as written. */
export type TemplateNode =
  | { readonly kind: 'raw'; readonly xml: string; readonly hasContent: boolean }
  | TemplateTag
  | TemplateSection
  | TemplateElement;

/** Sections in sections. Chosen: nobody nests a hundredth of it. */
const MAX_SECTIONS = 50;

export const tagText = ({ sign, path }: TemplateTag): string => `{{${sign}${path}}}`;

export const isSectionTag = ({ sign }: TemplateTag): boolean => sign === '#' || sign === '^' || sign === '/';

const openTags = (node: TemplateNode): readonly TemplateTag[] =>
  node.kind === 'element' ? node.open : node.kind === 'tag' && isSectionTag(node) ? [node] : [];

const hasContent = (node: TemplateNode): boolean =>
  node.kind === 'tag' ? !isSectionTag(node) : node.kind === 'section' || node.hasContent;

const valuesOf = (node: TemplateNode): readonly TemplateTag[] => {
  if (node.kind === 'element') return node.local === 'tr' ? [] : node.values;
  return node.kind === 'tag' && !isSectionTag(node) ? [node] : [];
};

/** Takes the last section that began, if the end tag is its own. */
function takeOpen<Open extends { readonly tag: TemplateTag }>(stack: Open[], end: TemplateTag): Open | undefined {
  const last = stack.pop();
  if (last !== undefined && last.tag.path !== end.path)
    throw new ContentFault(
      `paragraph ${end.paragraph}: ${tagText(end)} is there before the end of ${tagText(last.tag)} of paragraph ${last.tag.paragraph}`,
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
        `paragraph ${tag.paragraph}: ${tagText(tag)} must be alone in its paragraph, as its section has several paragraphs`,
      );
  }
}

/** What a row is repeated for: sections that begin in one cell and end in another, or in the row. */
function rowSections(cells: readonly TemplateNode[]) {
  const stack: { readonly tag: TemplateTag }[] = [];
  const ends: TemplateTag[] = [];
  const sections: TemplateTag[] = [];
  for (const tag of cells.flatMap(openTags)) {
    if (tag.sign !== '/') {
      if (stack.length === 0 && sections.length > 0)
        throw new ContentFault(`paragraph ${tag.paragraph}: ${tagText(tag)} begins a second section of one table row`);
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
  element: Pick<TemplateElement, 'local' | 'name' | 'start'>,
  children: readonly TemplateNode[],
  isInRow: boolean,
): TemplateNode {
  const { local, name, start } = element;
  const isRow = local === 'tr';
  const isContent = children.some(hasContent);
  if (children.every((child) => child.kind === 'raw')) {
    const inner = children.map((child) => (child.kind === 'raw' ? child.xml : '')).join('');
    return { kind: 'raw', xml: `${start}${inner}</${name}>`, hasContent: isContent };
  }
  const { sections, open } = isRow ? rowSections(children) : { sections: [], open: undefined };
  const inside = isRow ? undefined : grouped(children, local === 'tbl');
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
  };
  // Inner sections end first.
  for (const tag of sections) node = { kind: 'section', tag, body: [node] };
  return node;
}

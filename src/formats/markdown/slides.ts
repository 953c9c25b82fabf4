import { overLimit } from '../../core/errors.js';
import { type MarkdownNode, plainText } from '../../engines/markdown/tree.js';
import { noteNumber } from '../../lib/slides/speaker-notes.js';

/** Most slides of a presentation. */
const MAX_SLIDES = 500;
/** Headings that begin a slide. */
const SLIDE_LEVEL = 2;
/** Longest text below the title of an opening slide. */
const MAX_OPENING = 200;

export type Split = 'auto' | 'rule' | 'heading';

/** A slide as Markdown. */
export interface MarkdownSlide {
  readonly title: readonly MarkdownNode[];
  readonly isOpening: boolean;
  readonly nodes: readonly MarkdownNode[];
  readonly notes: readonly string[];
}

export interface MarkdownDeck {
  readonly slides: readonly MarkdownSlide[];
  /** The slide of each heading, by its slug. */
  readonly slideOf: ReadonlyMap<string, number>;
}

/** Splits a prepared document into slides. `notes` are those that were taken out of it. Throws LIMIT_EXCEEDED beyond 500 slides. */
export function splitSlides(
  nodes: readonly MarkdownNode[],
  {
    split,
    notes,
    opening,
  }: { readonly split: Split; readonly notes: readonly string[]; readonly opening: MarkdownSlide | undefined },
): MarkdownDeck {
  const isByRule = split === 'rule' || (split === 'auto' && nodes.some(({ t }) => t === 'rule'));
  const groups: MarkdownNode[][] = [[]];
  for (const node of nodes) {
    const isBreak = node.t === 'pagebreak' || (isByRule && node.t === 'rule');
    if (isBreak || (!isByRule && node.t === 'heading' && node.level <= SLIDE_LEVEL)) groups.push([]);
    if (!isBreak) groups.at(-1)?.push(node);
  }
  const slides: MarkdownSlide[] = opening === undefined ? [] : [opening];
  const slideOf = new Map<string, number>();
  for (const group of groups) {
    const slide = slideOfGroup(group, notes, slides.length === 0);
    if (slide.title.length === 0 && slide.nodes.length === 0 && slide.notes.length === 0) continue;
    slides.push(slide);
    for (const node of group) if (node.t === 'heading') slideOf.set(node.slug, slides.length);
  }
  if (slides.length > MAX_SLIDES)
    throw overLimit(`A presentation must have at most ${MAX_SLIDES} slides, got ${slides.length}`);
  return { slides, slideOf };
}

function slideOfGroup(group: readonly MarkdownNode[], notes: readonly string[], isFirst: boolean): MarkdownSlide {
  const own: string[] = [];
  const shown = group.filter((node) => {
    const number = node.t === 'p' ? noteNumber(plainText(node.c).trim()) : undefined;
    const note = number === undefined ? undefined : notes[number - 1];
    if (note !== undefined) own.push(...note.split(/\n\s*\n/));
    return note === undefined;
  });
  const [first, ...rest] = shown;
  if (first?.t !== 'heading') return { title: [], isOpening: false, nodes: shown, notes: own };
  const isShort =
    isFirst &&
    first.level === 1 &&
    rest.length <= 2 &&
    rest.every((node) => (node.t === 'p' || node.t === 'heading') && plainText(node.c).length <= MAX_OPENING);
  return { title: first.c, isOpening: rest.length === 0 || isShort, nodes: rest, notes: own };
}

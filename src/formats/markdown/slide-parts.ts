import { overLimit } from '../../core/errors.js';
import type { MarkdownNode } from '../../engines/markdown/tree.js';
import type { Slide, SlideCell, SlideParagraph, SlidePart, SlideRun } from '../../lib/slides/model.js';
import type { PlacedPicture } from '../document-pictures.js';
import type { MarkdownDeck, MarkdownSlide } from './slides.js';

/** Chosen: what PowerPoint lets its users make. */
const MAX_COLUMNS = 75;

type Look = Omit<SlideRun, 'text'>;

/** What the slides of a Markdown deck show, as the parts of a presentation. Throws LIMIT_EXCEEDED where a table has too many columns. */
export function deckSlides({ slides, slideOf }: MarkdownDeck, pictures: ReadonlyMap<string, PlacedPicture>): Slide[] {
  const numbers = new Map<number, number>();
  return slides.map((slide) => new SlideBuilder(slideOf, pictures, numbers).build(slide));
}

class SlideBuilder {
  readonly #slideOf: ReadonlyMap<string, number>;
  readonly #pictures: ReadonlyMap<string, PlacedPicture>;
  /** Numbers of footnotes by their ids in the source. */
  readonly #numbers: Map<number, number>;
  readonly #parts: SlidePart[] = [];
  readonly #footnotes: SlideParagraph[] = [];
  #paragraphs: SlideParagraph[] = [];
  #lists = 0;

  constructor(
    slideOf: ReadonlyMap<string, number>,
    pictures: ReadonlyMap<string, PlacedPicture>,
    numbers: Map<number, number>,
  ) {
    this.#slideOf = slideOf;
    this.#pictures = pictures;
    this.#numbers = numbers;
  }

  build({ title, isOpening, nodes, notes }: MarkdownSlide): Slide {
    const titleRuns = this.#inline(title, {});
    this.#blocks(nodes, 0, 'text');
    this.#paragraphs.push(...this.#footnotes);
    this.#close();
    return { title: titleRuns, isOpening: isOpening && this.#parts.length <= 1, parts: this.#parts, notes };
  }

  /** The paragraphs so far become a part, before one that is none. */
  #close(): void {
    if (this.#paragraphs.length > 0) this.#parts.push({ kind: 'text', paragraphs: this.#paragraphs });
    this.#paragraphs = [];
  }

  #add(part: SlidePart): void {
    this.#close();
    this.#parts.push(part);
  }

  #blocks(nodes: readonly MarkdownNode[], depth: number, kind: SlideParagraph['kind']): void {
    for (const node of nodes) this.#block(node, depth, kind);
  }

  #block(node: MarkdownNode, depth: number, kind: SlideParagraph['kind']): void {
    switch (node.t) {
      case 'heading':
        this.#paragraph(node.c, { kind: 'heading', depth });
        return;
      case 'quote':
        this.#blocks(node.c, depth + (kind === 'quote' ? 1 : 0), 'quote');
        return;
      case 'list':
        this.#list(node, depth, kind);
        return;
      case 'codeblock':
        this.#add({ kind: 'code', text: node.v });
        return;
      case 'table':
        this.#add(this.#table(node));
        return;
      case 'rule':
      case 'pagebreak':
        return;
      default:
        this.#paragraph('c' in node ? node.c : [node], { kind, depth });
    }
  }

  #list(node: Extract<MarkdownNode, { readonly t: 'list' }>, depth: number, kind: SlideParagraph['kind']): void {
    this.#lists += 1;
    const list = this.#lists;
    for (const [i, item] of node.c.entries()) {
      if (item.t !== 'item') continue;
      const [first, ...rest] = item.c;
      const hasText = first !== undefined && ['bare', 'p', 'picture'].includes(first.t);
      const mark = {
        kind: 'item',
        depth,
        list,
        ...(node.start === null ? {} : { number: node.start + i }),
        isChecked: item.checked ?? undefined,
      } as const;
      this.#paragraph(hasText ? ('c' in first ? first.c : [first]) : [], mark, true);
      this.#blocks(hasText ? rest : item.c, depth + 1, kind);
    }
  }

  /** A paragraph, and behind it the images in it. */
  #paragraph(nodes: readonly MarkdownNode[], look: Omit<SlideParagraph, 'runs'>, isKept = false): void {
    const images: SlidePart[] = [];
    const runs = this.#inline(nodes, {}, images);
    if (isKept || runs.some(({ text }) => text.trim() !== '')) this.#paragraphs.push({ ...look, runs });
    for (const image of images) this.#add(image);
  }

  #table({ align, rows }: Extract<MarkdownNode, { readonly t: 'table' }>): SlidePart {
    if (align.length > MAX_COLUMNS)
      throw overLimit(`A table of a slide must have at most ${MAX_COLUMNS} columns, got ${align.length}`);
    const cells = rows.map((row) =>
      align.map(
        (side, i): SlideCell => ({
          runs: this.#inline(row[i] ?? [], {}),
          alignment: side === 'right' || side === 'center' ? side : 'left',
        }),
      ),
    );
    return { kind: 'table', rows: cells };
  }

  #inline(nodes: readonly MarkdownNode[], look: Look, images?: SlidePart[]): SlideRun[] {
    return nodes.flatMap((node) => this.#piece(node, look, images));
  }

  #piece(node: MarkdownNode, look: Look, images: SlidePart[] | undefined): SlideRun[] {
    switch (node.t) {
      case 'text':
        return [{ ...look, text: node.v }];
      case 'code':
      case 'codeblock':
        return [{ ...look, text: node.v, isMono: true }];
      case 'break':
        return [{ ...look, text: '\n' }];
      case 'strong':
        return this.#inline(node.c, { ...look, isBold: true }, images);
      case 'em':
        return this.#inline(node.c, { ...look, isItalic: true }, images);
      case 'strike':
        return this.#inline(node.c, { ...look, isStruck: true }, images);
      case 'sup':
        return this.#inline(node.c, { ...look, isRaised: true }, images);
      case 'sub':
        return this.#inline(node.c, { ...look, isLowered: true }, images);
      case 'link':
        return this.#inline(node.c, { ...look, link: node.to }, images);
      case 'anchor': {
        const slide = this.#slideOf.get(node.to);
        return this.#inline(node.c, slide === undefined ? look : { ...look, slide }, images);
      }
      case 'note':
        return [{ ...look, text: String(this.#note(node)), isRaised: true }];
      case 'image':
      case 'picture': {
        const picture = this.#pictures.get(node.file ?? '');
        if (picture === undefined || images === undefined) return [{ ...look, text: `[${node.alt}]`, isItalic: true }];
        images.push({ kind: 'picture', picture, alt: node.alt });
        return [];
      }
      case 'math':
        return [{ ...look, text: node.tex, isMono: true }];
      default:
        return 'c' in node ? this.#inline(node.c, look, images) : [];
    }
  }

  #note(node: Extract<MarkdownNode, { readonly t: 'note' }>): number {
    const known = this.#numbers.get(node.id);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(node.id, number);
    const texts = node.c.map((block) => ('c' in block ? this.#inline(block.c, {}) : this.#piece(block, {}, undefined)));
    for (const [i, runs] of texts.entries())
      this.#footnotes.push({
        kind: 'footnote',
        depth: 0,
        runs: i === 0 ? [{ text: String(number), isRaised: true }, { text: ' ' }, ...runs] : runs,
      });
    return number;
  }
}

import { overLimit } from '../../core/errors.js';
import { type MarkdownNode, plainText } from '../../engines/markdown/tree.js';
import type { DocxAlignment, DocxBlock, DocxCell, DocxInline, DocxRun } from '../../lib/docx-write/blocks.js';
import { officeMath } from '../../lib/formula/office-math.js';
import type { PlacedPicture } from '../document-pictures.js';

/** Word opens no table with more: its own limit. */
const MAX_COLUMNS = 63;
/** ECMA-376 part 1, 17.13.6.2: longer names of bookmarks are refused. */
const MAX_BOOKMARK = 40;
const MAX_CONTENTS_LEVEL = 3;
/** Longest text of an entry in the table of contents. */
const MAX_ENTRY = 300;

interface Place {
  readonly quotes: number;
  readonly items: number;
}

type Look = Omit<DocxRun, 'text'>;

const TOP: Place = { quotes: 0, items: 0 };

interface Entry {
  readonly level: number;
  readonly text: string;
  readonly bookmark: string;
}

export interface WordDocument {
  readonly blocks: readonly DocxBlock[];
  readonly notes: readonly (readonly DocxBlock[])[];
  /** Headings of levels 1 to 3, for a table of contents. */
  readonly entries: readonly Entry[];
  /** Headings, tables and images. */
  readonly counts: { readonly headings: number; readonly tables: number; readonly images: number };
}

/** What a prepared Markdown document is as blocks of a Word document. Throws LIMIT_EXCEEDED where a table has too many columns. */
export function wordDocument(
  nodes: readonly MarkdownNode[],
  pictures: ReadonlyMap<string, PlacedPicture>,
): WordDocument {
  const builder = new BlockBuilder(nodes, pictures);
  return { ...builder.build(nodes), counts: builder.counts };
}

class BlockBuilder {
  readonly counts = { headings: 0, tables: 0, images: 0 };
  readonly #pictures: ReadonlyMap<string, PlacedPicture>;
  readonly #bookmarks = new Map<string, string>();
  readonly #entries: Entry[] = [];
  readonly #notes: (readonly DocxBlock[])[] = [];
  /** Numbers of notes by their ids in the source. */
  readonly #numbers = new Map<number, number>();
  #lists = 0;

  constructor(nodes: readonly MarkdownNode[], pictures: ReadonlyMap<string, PlacedPicture>) {
    this.#pictures = pictures;
    this.#name(nodes);
  }

  build(nodes: readonly MarkdownNode[]): Omit<WordDocument, 'counts'> {
    const blocks = this.#blocks(nodes, TOP);
    return { blocks, notes: this.#notes, entries: this.#entries };
  }

  /** Bookmarks of all headings, before the first link to one. */
  #name(nodes: readonly MarkdownNode[]): void {
    for (const node of nodes) {
      if (node.t === 'heading')
        this.#bookmarks.set(
          node.slug,
          node.slug.length <= MAX_BOOKMARK && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(node.slug)
            ? node.slug
            : `heading_${this.#bookmarks.size + 1}`,
        );
      if ('c' in node) this.#name(node.c);
    }
  }

  #blocks(nodes: readonly MarkdownNode[], place: Place): DocxBlock[] {
    // Bullets after bullets are another list.
    let bullets = 0;
    return nodes.flatMap((node, i) => {
      const before = nodes[i - 1];
      bullets = before?.t === 'list' && before.start === null ? 1 - bullets : 0;
      const blocks = this.#block(node, place, bullets);
      // Word draws neighbours of one style as one.
      return before?.t === node.t && (node.t === 'codeblock' || node.t === 'quote')
        ? [{ kind: 'gap' } as const, ...blocks]
        : blocks;
    });
  }

  #block(node: MarkdownNode, place: Place, bullets: number): DocxBlock[] {
    switch (node.t) {
      case 'p':
      case 'bare':
        return [{ kind: 'paragraph', runs: this.#inline(node.c, {}), ...place }];
      case 'heading': {
        this.counts.headings += 1;
        const bookmark = this.#bookmarks.get(node.slug);
        const text = plainText(node.c).replace(/\s+/g, ' ').trim().slice(0, MAX_ENTRY);
        if (bookmark !== undefined && node.level <= MAX_CONTENTS_LEVEL && text !== '')
          this.#entries.push({ level: node.level, text, bookmark });
        return [{ kind: 'heading', level: node.level, runs: this.#inline(node.c, {}), bookmark }];
      }
      case 'quote':
        return this.#blocks(node.c, { ...place, quotes: place.quotes + 1 });
      case 'list':
        return this.#list(node, place, bullets);
      case 'codeblock':
        return [{ kind: 'code', text: node.v, language: node.lang, ...place }];
      case 'table':
        return [this.#table(node, place)];
      case 'rule':
        return [{ kind: 'rule' }];
      case 'pagebreak':
        return [{ kind: 'page-break' }];
      default:
        return [{ kind: 'paragraph', runs: this.#inline([node], {}), ...place }];
    }
  }

  #list(node: Extract<MarkdownNode, { readonly t: 'list' }>, place: Place, bullets: number): DocxBlock[] {
    if (node.start !== null) this.#lists += 1;
    const list = node.start === null ? bullets : this.#lists;
    const depth = place.items;
    return node.c.flatMap((item, i): DocxBlock[] => {
      if (item.t !== 'item') return [];
      const [first, ...rest] = item.c;
      const hasText = first !== undefined && ['bare', 'p', 'picture'].includes(first.t);
      const opening: DocxBlock = {
        kind: 'item',
        ...(node.start === null ? {} : { number: node.start + i }),
        depth,
        list,
        isLoose: !node.tight,
        isChecked: item.checked ?? undefined,
        quotes: place.quotes,
        runs: hasText ? this.#inline([first], {}) : [],
      };
      return [opening, ...this.#blocks(hasText ? rest : item.c, { ...place, items: depth + 1 })];
    });
  }

  #table({ align, rows }: Extract<MarkdownNode, { readonly t: 'table' }>, place: Place): DocxBlock {
    if (align.length > MAX_COLUMNS)
      throw overLimit(`A table of a Word document must have at most ${MAX_COLUMNS} columns, got ${align.length}`);
    this.counts.tables += 1;
    const cells = rows.map((row) =>
      align.map(
        (side, i): DocxCell => ({
          text: '',
          runs: this.#inline(row[i] ?? [], {}),
          alignment: alignmentOf(side),
          rowSpan: 1,
          columnSpan: 1,
        }),
      ),
    );
    return { kind: 'table', rows: cells, hasHeader: true, ...place };
  }

  #inline(nodes: readonly MarkdownNode[], look: Look): DocxInline[] {
    return nodes.flatMap((node) => this.#piece(node, look, nodes.length === 1));
  }

  #piece(node: MarkdownNode, look: Look, isAlone: boolean): DocxInline[] {
    switch (node.t) {
      case 'text':
        return [{ ...look, text: node.v }];
      case 'code':
      case 'codeblock':
        return [{ ...look, text: node.v, isMono: true }];
      case 'break':
        return [{ ...look, text: '\n' }];
      case 'strong':
        return this.#inline(node.c, { ...look, isBold: true });
      case 'em':
        return this.#inline(node.c, { ...look, isItalic: true });
      case 'strike':
        return this.#inline(node.c, { ...look, isStruck: true });
      case 'sub':
      case 'sup':
        return this.#inline(node.c, { ...look, raised: node.t === 'sub' ? 'sub' : 'super' });
      case 'link':
        return this.#inline(node.c, { ...look, link: node.to });
      case 'anchor':
        return this.#inline(node.c, { ...look, anchor: this.#bookmarks.get(node.to) });
      case 'note':
        return [this.#note(node)];
      case 'image':
      case 'picture': {
        const picture = this.#pictures.get(node.file ?? '');
        if (picture === undefined) return [{ ...look, text: `[${node.alt}]`, isItalic: true }];
        this.counts.images += 1;
        return [{ picture, alt: node.alt, link: look.link, anchor: look.anchor }];
      }
      case 'math':
        return [{ math: officeMath(node.v) ?? '', isDisplay: node.block && isAlone }];
      default:
        return 'c' in node ? this.#inline(node.c, look) : [];
    }
  }

  #note(node: Extract<MarkdownNode, { readonly t: 'note' }>): DocxInline {
    const known = this.#numbers.get(node.id);
    if (known !== undefined) return { note: known, isAgain: true };
    const number = this.#notes.length + 1;
    this.#numbers.set(node.id, number);
    // Its place is taken before its text is read.
    this.#notes.push([]);
    this.#notes[number - 1] = this.#blocks(node.c, TOP).map((block) =>
      block.kind === 'paragraph' && block.quotes === 0 ? { ...block, style: 'FootnoteText' } : block,
    );
    return { note: number, isAgain: false };
  }
}

const alignmentOf = (side: string): DocxAlignment | undefined =>
  side === 'right' || side === 'center' ? side : undefined;

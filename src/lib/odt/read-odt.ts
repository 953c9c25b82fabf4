import type { Block, DocxDocument, ListItem, Note, Run, TableCell } from '../docx/model.js';
import { ContentFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, OfficePackage } from '../office/package.js';
import { childOf, elementsOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { OdtRuns } from './read-runs.js';
import { OdtStyles } from './styles.js';

const MAX_CELLS = 200_000;
/** Chosen: a book has 20,000. */
const MAX_PARAGRAPHS = 500_000;
const MAX_SPAN = 1000;
const MAX_DEPTH = 8;

/**
 * A text of OpenDocument 1.3 (part 3, 4 and 5), as the writers of Word documents take it; tracked changes are accepted, tables of
 * contents left out. Throws ContentFault where it is none or encrypted, LimitFault beyond 64 MB unpacked, 3,000,000 elements,
 * 500,000 paragraphs or 200,000 table cells.
 */
export function readOdt(bytes: Uint8Array): DocxDocument {
  const archive = new OfficePackage(bytes);
  if (archive.bytes('META-INF/manifest.xml')?.includes('encryption-data') === true)
    throw new ContentFault('it is encrypted, which is supported for Word documents only');
  const content = archive.xml('content.xml');
  const body = content === undefined ? undefined : childOf(content, 'body');
  const text = body === undefined ? undefined : childOf(body, 'text');
  if (text === undefined) throw new ContentFault('it has no text in its part content.xml');
  return new Reader(new OdtStyles([archive.xml('styles.xml'), content])).read(text);
}

/** The list that blocks are in. */
interface OpenList {
  readonly id: string;
  readonly style: string;
  readonly depth: number;
  number: number;
}

class Reader {
  readonly #styles: OdtStyles;
  readonly #notes: XmlElement[] = [];
  /** The last number of each list style, for lists that go on. */
  readonly #lastNumbers = new Map<string, number>();
  #lists = 0;
  #cells = 0;
  #paragraphs = 0;

  constructor(styles: OdtStyles) {
    this.#styles = styles;
  }

  read(body: XmlElement): DocxDocument {
    const blocks = this.#blocks(body);
    const notes: Note[] = [];
    // A note may hold others, which are read after it.
    for (let i = 0; i < this.#notes.length; i++)
      notes.push({ number: i + 1, blocks: this.#blocks(this.#notes[i] as XmlElement) });
    return { blocks, notes, comments: [], headers: [], footers: [] };
  }

  #blocks(container: XmlElement, list?: OpenList): Block[] {
    const blocks: Block[] = [];
    // The first block of an item has its marker.
    let isMarked = false;
    for (const element of elementsOf(container)) {
      switch (localName(element.name)) {
        case 'h':
        case 'p':
          blocks.push(...this.#paragraph(element, list, isMarked));
          isMarked = true;
          break;
        case 'list':
          blocks.push(...this.#list(element, list));
          break;
        case 'table':
          blocks.push(this.#table(element));
          break;
        case 'section':
        case 'index-body':
        case 'frame':
        case 'text-box':
          blocks.push(...this.#blocks(element, list));
          break;
      }
    }
    return blocks;
  }

  #paragraph(element: XmlElement, list: OpenList | undefined, isMarked: boolean): Block[] {
    this.#paragraphs++;
    if (this.#paragraphs > MAX_PARAGRAPHS)
      throw new LimitFault(`it must have at most ${MAX_PARAGRAPHS} paragraphs`, MAX_PARAGRAPHS);
    const style = this.#styles.paragraph(attribute(element, 'style-name') ?? '');
    const outline = Number(attribute(element, 'outline-level') ?? '1');
    const isHeading = localName(element.name) === 'h';
    const kind = isHeading ? 'heading' : style.kind;
    const reader = new OdtRuns(this.#styles, (note) => this.#notes.push(note));
    reader.read(element, isHeading ? {} : style.look);
    const level = isHeading ? Math.min(6, Math.max(1, Math.floor(outline) || 1)) : style.level;
    const item =
      list === undefined || kind === 'code' || kind === 'heading' ? undefined : itemOf(list, isMarked, this.#styles);
    const runs: readonly Run[] = reader.runs;
    return [
      { kind: item === undefined ? kind : 'item', level, item, runs },
      ...reader.boxes.flatMap((box) => this.#blocks(box)),
    ];
  }

  #list(element: XmlElement, outer: OpenList | undefined): Block[] {
    const style = attribute(element, 'style-name') ?? outer?.style ?? '';
    const depth = outer === undefined ? 0 : outer.depth + 1;
    const key = `${style} ${depth}`;
    const goesOn =
      attribute(element, 'continue-numbering') === 'true' || attribute(element, 'continue-list') !== undefined;
    const known = goesOn ? this.#lastNumbers.get(key) : undefined;
    const start = this.#styles.listLevel(style, depth).start;
    const list: OpenList = {
      id: outer?.id ?? `${this.#lists++}`,
      style,
      depth,
      number: known ?? start - 1,
    };
    const blocks: Block[] = [];
    for (const item of elementsOf(element)) {
      if (localName(item.name) === 'list-header') blocks.push(...this.#blocks(item));
      if (localName(item.name) !== 'list-item') continue;
      const own = attribute(item, 'start-value');
      list.number = own !== undefined && /^\d{1,8}$/.test(own) ? Number(own) : list.number + 1;
      blocks.push(...this.#blocks(item, list));
    }
    this.#lastNumbers.set(key, list.number);
    return blocks;
  }

  #table(table: XmlElement): Block {
    const rows: (TableCell | undefined)[][] = [];
    let columns = 0;
    const header = elementsOf(table).some(({ name }) => localName(name) === 'table-header-rows');
    for (const row of rowsOf(table)) {
      const cells: (TableCell | undefined)[] = [];
      for (const element of elementsOf(row)) {
        const name = localName(element.name);
        if (name !== 'table-cell' && name !== 'covered-table-cell') continue;
        const times = spanOf(attribute(element, 'number-columns-repeated'));
        this.#take(times);
        const rowSpan = spanOf(attribute(element, 'number-rows-spanned'));
        const columnSpan = spanOf(attribute(element, 'number-columns-spanned'));
        const cell = name === 'table-cell' ? { blocks: this.#blocks(element), rowSpan, columnSpan } : undefined;
        for (let i = 0; i < times; i++) cells.push(cell);
      }
      rows.push(cells);
      columns = Math.max(columns, cells.length);
    }
    for (const cells of rows) {
      this.#take(columns - cells.length);
      while (cells.length < columns) cells.push({ blocks: [], rowSpan: 1, columnSpan: 1 });
    }
    return { kind: 'table', columns, hasHeader: header, rows };
  }

  #take(cells: number): void {
    this.#cells += cells;
    if (this.#cells > MAX_CELLS) throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
  }
}

function itemOf({ id, style, depth, number }: OpenList, isMarked: boolean, styles: OdtStyles): ListItem {
  const marker = isMarked ? 'none' : styles.listLevel(style, depth).marker;
  return { depth: Math.min(depth, MAX_DEPTH), marker, number, label: `${number}.`, type: '1', list: id };
}

/** Rows, those of groups and headers too; without recursion, in their order. */
function rowsOf(table: XmlElement): XmlElement[] {
  const rows: XmlElement[] = [];
  const pending = elementsOf(table).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name = localName(next.name);
    if (name === 'table-row') rows.push(next);
    else if (/^table-(?:header-rows|row-group|rows)$/.test(name)) pending.push(...elementsWithin(next).reverse());
  }
  return rows;
}

const spanOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(MAX_SPAN, Math.max(1, Number(text))) : 1;

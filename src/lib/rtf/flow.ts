import { type Block, type ListItem, looksAlike, type Paragraph, type Run, type TableCell } from '../docx/model.js';
import { LimitFault } from '../faults.js';

const MAX_CELLS = 200_000;
const MAX_DEPTH = 8;

/** What control words say of a paragraph. */
export interface ParagraphLook {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'quote';
  readonly level: number;
  readonly isInTable: boolean;
  readonly list: string;
  /** From 0; `undefined` where only the indent tells it. */
  readonly depth: number | undefined;
  /** Twips. */
  readonly left: number;
  readonly first: number;
}

export interface CellMark {
  readonly across: 'first' | 'more' | undefined;
  readonly down: 'first' | 'more' | undefined;
}

/** Twips by which writers indent each level of a list. */
const LEVEL_INDENT = 360;
const BULLET = /^[•·▪◦‣⁃–—o§\uf000-\uf0ff*-]$/;
const NUMBER = /^\(?(?:(?:\d+[.:])*(\d+)|([A-Za-z])|[ivxlcdmIVXLCDM]+)[.):]*$/;

/** Chosen: paragraphs, and pieces of text that look alike. A book has 20,000. */
const MAX_PIECES = 1_000_000;

/** Of a whole document. */
export interface RtfCount {
  cells: number;
  pieces: number;
}

/** Paragraphs and tables that follow each other: the text, or a note. */
export class RtfFlow {
  readonly blocks: Block[] = [];
  /** The mark of an item, as the file shows it. */
  marker: string | undefined;
  /** Of the row that is being read, by its cells. */
  cellMarks: CellMark[] = [];
  isHeader = false;
  #runs: Run[] = [];
  #cell: Block[] = [];
  #row: Block[][] = [];
  #rows: { readonly cells: readonly Block[][]; readonly marks: readonly CellMark[] }[] = [];
  #hasHeader = false;
  #list = '';

  constructor(private readonly count: RtfCount) {}

  add(run: Run): void {
    const last = this.#runs.at(-1);
    if (run.kind === 'text' && last?.kind === 'text' && looksAlike(last, run))
      this.#runs[this.#runs.length - 1] = { ...run, text: last.text + run.text };
    else {
      this.#takePiece();
      this.#runs.push(run);
    }
  }

  #takePiece(): void {
    this.count.pieces++;
    if (this.count.pieces > MAX_PIECES)
      throw new LimitFault(`it must have at most ${MAX_PIECES} paragraphs and pieces of formatted text`, MAX_PIECES);
  }

  endParagraph(look: ParagraphLook): void {
    this.#takePiece();
    const runs = this.#runs;
    this.#runs = [];
    const { marker } = this;
    this.marker = undefined;
    const read = paragraphOf(look, runs, marker);
    // Items within others are in the same list, whatever theirs is called.
    if (read.item?.depth === 0) this.#list = read.item.list;
    const item = read.item === undefined ? undefined : { ...read.item, list: this.#list };
    const block = { ...read, item };
    if (look.isInTable) this.#cell.push(block);
    else {
      this.#endTable();
      this.blocks.push(block);
    }
  }

  endCell(look: ParagraphLook): void {
    if (this.#runs.length > 0) this.endParagraph({ ...look, isInTable: true });
    this.count.cells++;
    if (this.count.cells > MAX_CELLS)
      throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
    this.#row.push(this.#cell);
    this.#cell = [];
  }

  endRow(): void {
    if (this.#row.length === 0) return;
    if (this.#rows.length === 0) this.#hasHeader = this.isHeader;
    this.#rows.push({ cells: this.#row, marks: this.cellMarks });
    this.#row = [];
  }

  /** The blocks, with what has no end. */
  end(look: ParagraphLook): Block[] {
    if (this.#runs.length > 0) this.endParagraph(look);
    // Paragraphs that say they are in a table, without a cell that ends: those of a note in one, for example.
    const loose = this.#row.length === 0 ? this.#cell : [];
    if (loose.length === 0 && this.#cell.length > 0) this.endCell(look);
    this.endRow();
    this.#endTable();
    this.blocks.push(...loose);
    return this.blocks;
  }

  #endTable(): void {
    if (this.#rows.length === 0) return;
    const columns = this.#rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    this.count.cells += columns * this.#rows.length;
    if (this.count.cells > 2 * MAX_CELLS)
      throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
    const rows = this.#rows.map(({ cells, marks }) =>
      Array.from({ length: columns }, (_, column): TableCell | undefined => {
        const mark = marks[column];
        if (mark?.across === 'more' || mark?.down === 'more') return undefined;
        return { blocks: cells[column] ?? [], rowSpan: 1, columnSpan: 1 };
      }),
    );
    this.blocks.push({ kind: 'table', columns, hasHeader: this.#hasHeader, rows });
    this.#rows = [];
  }
}

function paragraphOf(look: ParagraphLook, runs: readonly Run[], marker: string | undefined): Paragraph {
  const { kind, level } = look;
  const plain: Paragraph = { kind, level, item: undefined, runs };
  if (kind === 'heading') return { ...plain, runs: withoutCommonLook(runs) };
  if (marker !== undefined) return itemOf(look, marker, runs) ?? plain;
  // An item whose mark is text: it hangs before the text, with a tab behind it.
  const [first, ...rest] = runs;
  if (look.first < 0 && first?.kind === 'text') {
    const [, mark, text = ''] = /^\s*(\S{1,12})\t(.*)$/s.exec(first.text) ?? [];
    const item =
      mark === undefined ? undefined : itemOf(look, mark, text === '' ? rest : [{ ...first, text }, ...rest]);
    if (item !== undefined) return item;
  }
  const isCode = runs.length > 0 && runs.every((run) => run.kind === 'text' && (run.isMono || run.text.trim() === ''));
  return isCode && runs.some(({ isMono }) => isMono) ? { ...plain, kind: 'code' } : plain;
}

/** How a heading looks as a whole is said by what it is. */
function withoutCommonLook(runs: readonly Run[]): Run[] {
  const words = runs.filter((run) => run.kind === 'text' && run.text.trim() !== '');
  const isBold = !words.every((run) => run.isBold);
  const isItalic = !words.every((run) => run.isItalic);
  return runs.map((run) => ({ ...run, isBold: run.isBold && isBold, isItalic: run.isItalic && isItalic }));
}

function itemOf(look: ParagraphLook, marker: string, runs: readonly Run[]): Paragraph | undefined {
  const mark = marker.trim();
  const [isNumber, digits, letter] = NUMBER.exec(mark) ?? [];
  const isBullet = BULLET.test(mark);
  if (!isBullet && isNumber === undefined) return undefined;
  const ofLetter = letter === undefined ? 1 : letter.toLowerCase().charCodeAt(0) - 96;
  const depth = look.depth ?? Math.max(0, Math.round(look.left / LEVEL_INDENT) - 1);
  const item: ListItem = {
    depth: Math.min(MAX_DEPTH, depth),
    marker: isBullet ? 'bullet' : 'number',
    number: digits === undefined ? ofLetter : Number(digits.slice(0, 8)),
    label: mark,
    type: '1',
    // Lists of other marks are other lists.
    list: `${look.list} ${isBullet}`,
  };
  return { kind: 'item', level: look.level, item, runs };
}

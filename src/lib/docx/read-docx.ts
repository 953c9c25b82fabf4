import { ContentFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, OfficePackage, type Relation } from '../office/package.js';
import { childOf, childrenOf, elementsOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { Block, Comment, DocxDocument, ListItem, Note, Paragraph, Run, TableCell } from './model.js';
import { nestLists } from './nested-lists.js';
import { indentOf, Numbering } from './numbering.js';
import { type Changes, RunReader, type RunSource } from './read-runs.js';
import { headingLevel, isRuledBy, numberingOf, type Style, Styles } from './styles.js';

/** Chosen: a table may claim columns that it has no cells for. */
const MAX_CELLS = 200_000;
const MAX_SPAN = 1000;
const MAX_HEADERS = 1000;

export interface OpenDocx {
  readonly document: DocxDocument;
  /** A picture's bytes. */
  readonly bytesOf: (part: string) => Buffer | undefined;
}

/**
 * A document of Word 2007 and later (ECMA-376, transitional and strict). Throws ContentFault where it is none or damaged, LimitFault
 * beyond 64 MB unpacked, 3,000,000 elements or 200,000 table cells.
 */
export function readDocx(bytes: Uint8Array, changes: Changes = 'accept'): OpenDocx {
  const archive = new OfficePackage(bytes);
  const main = archive.relations('').find(({ type, isExternal }) => type === 'officeDocument' && !isExternal)?.target;
  const root = archive.xml(main ?? 'word/document.xml');
  const body = root && childOf(root, 'body');
  if (body === undefined) throw new ContentFault('it is not a Word document: it has no part word/document.xml');
  const document = new Reader(archive, main ?? 'word/document.xml', changes).read(body);
  return { document, bytesOf: (part) => archive.bytes(part) };
}

class Reader {
  readonly #archive: OfficePackage;
  readonly #main: string;
  readonly #changes: Changes;
  readonly #relations: readonly Relation[];
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  readonly #notes: { kind: 'footnote' | 'endnote'; id: string }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #linked = { characters: 0 };
  #cells = 0;

  constructor(archive: OfficePackage, main: string, changes: Changes) {
    this.#archive = archive;
    this.#main = main;
    this.#changes = changes;
    this.#relations = archive.relations(main);
    this.#styles = new Styles(this.#partOf('styles'));
    this.#numbering = new Numbering(this.#partOf('numbering'), this.#styles);
  }

  #partOf(type: string): XmlElement | undefined {
    const target = this.#pathOf(type);
    return target === undefined ? undefined : this.#archive.xml(target);
  }

  #pathOf(type: string): string | undefined {
    return this.#relations.find((one) => one.type === type && !one.isExternal)?.target;
  }

  read(body: XmlElement): DocxDocument {
    const blocks = this.#blocks(body, this.#source(this.#main));
    // Headers are told by sections: the first of each kind is enough, and the same part is read once.
    const headers = this.#margins(body, 'headerReference');
    const footers = this.#margins(body, 'footerReference');
    return { blocks, notes: this.#readNotes(), comments: this.#comments(), headers, footers };
  }

  #source(path: string): RunSource {
    const relations = path === this.#main ? this.#relations : this.#archive.relations(path);
    return {
      styles: this.#styles,
      changes: this.#changes,
      links: new Map(relations.filter((one) => one.isExternal).map(({ id, target }) => [id, target])),
      parts: new Map(relations.filter((one) => !one.isExternal).map(({ id, target }) => [id, target])),
      numberOfNote: (kind, id) => this.#numberOf(kind, id),
      fields: [],
      linked: this.#linked,
    };
  }

  #numberOf(kind: 'footnote' | 'endnote', id: string): number {
    const key = `${kind} ${id}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#notes.push({ kind, id });
    this.#numbers.set(key, this.#notes.length);
    return this.#notes.length;
  }

  #readNotes(): Note[] {
    const read: Note[] = [];
    const parts = new Map(
      (['footnote', 'endnote'] as const).map((kind) => {
        const byId = elementsWithin(this.#partOf(`${kind}s`)).map((one) => [attribute(one, 'id') ?? '', one] as const);
        return [kind, { byId: new Map(byId), source: this.#source(this.#pathOf(`${kind}s`) ?? '') }];
      }),
    );
    // A note may refer to others, which are read after it.
    for (let i = 0; i < this.#notes.length; i++) {
      const { kind, id } = this.#notes[i] ?? { kind: 'footnote', id: '' };
      const part = parts.get(kind);
      const element = part?.byId.get(id);
      read.push({ number: i + 1, blocks: element && part ? this.#blocks(element, part.source) : [] });
    }
    return read;
  }

  #comments(): Comment[] {
    const path = this.#pathOf('comments');
    const source = this.#source(path ?? '');
    return elementsWithin(path === undefined ? undefined : this.#archive.xml(path)).map((comment) => ({
      author: (attribute(comment, 'author') ?? '').slice(0, 200),
      blocks: this.#blocks(comment, source),
    }));
  }

  #margins(body: XmlElement, name: string): Block[][] {
    const sections = [
      ...childrenOf(body, 'p').flatMap((paragraph) => {
        const properties = childOf(paragraph, 'pPr');
        const section = properties && childOf(properties, 'sectPr');
        return section === undefined ? [] : [section];
      }),
      ...childrenOf(body, 'sectPr'),
    ];
    const ids = new Set(sections.flatMap((section) => childrenOf(section, name)).map((one) => attribute(one, 'id')));
    const paths = new Set(this.#relations.filter(({ id }) => ids.has(id)).map(({ target }) => target));
    return [...paths].slice(0, MAX_HEADERS).flatMap((path) => {
      const root = this.#archive.xml(path);
      return root === undefined ? [] : [this.#blocks(root, this.#source(path))];
    });
  }

  /** Paragraphs and tables in an element. */
  #blocks(container: XmlElement, source: RunSource): Block[] {
    const blocks: Block[] = [];
    const indents = new Map<Block, number>();
    // Runs of paragraphs whose mark was deleted: they belong to the next one.
    let carried: readonly Run[] = [];
    const pending = elementsOf(container).reverse();
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      switch (localName(element.name)) {
        case 'p': {
          const read = this.#paragraph(element, source, carried);
          carried = read.isJoined ? read.paragraph.runs : [];
          // Neighbours with the same line are drawn with one.
          const isSameRule = read.paragraph.kind === 'rule' && blocks.at(-1)?.kind === 'rule';
          if (!read.isJoined && !isSameRule) blocks.push(read.paragraph);
          indents.set(read.paragraph, read.indent);
          blocks.push(...read.boxes);
          break;
        }
        case 'tbl':
          blocks.push(this.#table(element, source));
          break;
        case 'sdt':
          pending.push(...elementsWithin(childOf(element, 'sdtContent')).reverse());
          break;
        case 'customXml':
        case 'ins':
        case 'moveTo':
          if (localName(element.name) === 'customXml' || source.changes !== 'reject')
            pending.push(...elementsOf(element).reverse());
          break;
        case 'del':
        case 'moveFrom':
          if (source.changes !== 'accept') pending.push(...elementsOf(element).reverse());
          break;
      }
    }
    return nestLists(blocks, indents);
  }

  #paragraph(element: XmlElement, source: RunSource, carried: readonly Run[]) {
    const properties = childOf(element, 'pPr');
    const style = this.#styles.paragraph(properties && attribute(childOf(properties, 'pStyle'), 'val'));
    const outline = headingLevel(properties);
    const level = outline ?? style.level;
    const isHeading = outline === undefined ? style.kind === 'heading' : outline > 0;
    const kind = isHeading ? 'heading' : style.kind === 'heading' ? 'paragraph' : style.kind;
    // How headings and code look is said by what they are.
    const reader = new RunReader(source, kind === 'heading' || kind === 'code' ? {} : style.look);
    reader.read(element);
    const mark = properties && childOf(properties, 'rPr');
    const gone = source.changes === 'reject' ? 'ins' : 'del';
    const isJoined = source.changes !== 'all' && mark !== undefined && childOf(mark, gone) !== undefined;
    const own = numberingOf(properties);
    const id = own?.id ?? style.numbering?.id;
    const depth = own?.depth ?? style.numbering?.depth ?? 0;
    // An empty paragraph of a list is counted too, as Word does.
    const item = id === undefined || id === '0' || isJoined ? undefined : this.#numbering.next(id, depth);
    const runs = [...carried, ...reader.runs];
    const isRule = runs.length === 0 && reader.boxes.length === 0 && (reader.hasRule || isRuled(properties, style));
    return {
      paragraph: isRule
        ? RULE
        : { ...paragraphOf(kind, level, item, runs), ...(kind === 'code' ? { language: style.language } : {}) },
      isJoined,
      indent: indentOf(properties) ?? this.#numbering.indentOf(id ?? '', depth),
      boxes: reader.boxes.flatMap((box) => this.#blocks(box, { ...source, fields: [] })),
    };
  }

  #table(table: XmlElement, source: RunSource): Block {
    const rows: (TableCell | undefined)[][] = [];
    // Cells that go on below, by their first column: a row's `vMerge` without a value continues them.
    const open = new Map<number, { cell: { rowSpan: number }; columnSpan: number }>();
    let columns = 0;
    const rowElements = rowsOf(table, source.changes);
    for (const row of rowElements) {
      const cells: (TableCell | undefined)[] = [];
      const skipped = spanOf(attribute(childOf(childOf(row, 'trPr') ?? row, 'gridBefore'), 'val'), 0);
      const skip = (count: number): void => {
        this.#cells += count;
        if (this.#cells > MAX_CELLS) throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
        for (let i = 0; i < count; i++) cells.push(undefined);
      };
      skip(skipped);
      for (const element of cellsOf(row)) {
        const properties = childOf(element, 'tcPr');
        const column = cells.length;
        const columnSpan = spanOf(properties && attribute(childOf(properties, 'gridSpan'), 'val'), 1);
        const merge = properties && childOf(properties, 'vMerge');
        const above = open.get(column);
        skip(columnSpan);
        if (merge !== undefined && attribute(merge, 'val') !== 'restart' && above?.columnSpan === columnSpan) {
          above.cell.rowSpan++;
          continue;
        }
        const cell = { blocks: this.#blocks(element, source), rowSpan: 1, columnSpan };
        cells[column] = cell;
        if (merge === undefined) open.delete(column);
        else open.set(column, { cell, columnSpan });
      }
      rows.push(cells);
      columns = Math.max(columns, cells.length);
    }
    for (const cells of rows) {
      this.#cells += columns - cells.length;
      if (this.#cells > MAX_CELLS) throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
      while (cells.length < columns) cells.push({ blocks: [], rowSpan: 1, columnSpan: 1 });
    }
    const header = rowElements[0] && childOf(rowElements[0], 'trPr');
    return {
      kind: 'table',
      columns,
      hasHeader: header !== undefined && childOf(header, 'tblHeader') !== undefined,
      rows,
    };
  }
}

const RULE: Paragraph = { kind: 'rule', level: 0, item: undefined, runs: [] };

const isRuled = (properties: XmlElement | undefined, style: Style): boolean =>
  isRuledBy(properties) ?? style.isRuled ?? false;

const paragraphOf = (
  kind: Paragraph['kind'],
  level: number,
  item: ListItem | undefined,
  runs: readonly Run[],
): Paragraph => {
  const isItem = item !== undefined && (kind === 'paragraph' || kind === 'quote');
  return { kind: isItem ? 'item' : kind, level, item, runs };
};

/** 17.4.78, 17.5.2: rows may be wrapped; a row that a tracked change deletes or inserts says so in its properties. */
function rowsOf(table: XmlElement, changes: Changes): XmlElement[] {
  const gone = changes === 'reject' ? 'ins' : 'del';
  return unwrapped(table, 'tr').filter((row) => {
    const properties = childOf(row, 'trPr');
    return changes === 'all' || properties === undefined || childOf(properties, gone) === undefined;
  });
}

const cellsOf = (row: XmlElement): XmlElement[] => unwrapped(row, 'tc');

function unwrapped(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const pending = elementsOf(element).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const kind = localName(next.name);
    if (kind === name) found.push(next);
    if (kind === 'sdt') pending.push(...elementsWithin(childOf(next, 'sdtContent')).reverse());
    if (kind === 'customXml') pending.push(...elementsOf(next).reverse());
  }
  return found;
}

const spanOf = (text: string | undefined, least: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(MAX_SPAN, Math.max(least, Number(text))) : least;

import {
  type Block,
  type ListItem,
  type Look,
  type Paragraph,
  PLAIN_LOOK,
  type Run,
  type Table,
  type TableCell,
} from '../docx/model.js';
import { ContentFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, isOn, OfficePackage, type Relation } from '../office/package.js';
import { childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { chartTable } from './charts.js';

const MAX_SLIDES = 2_000;
const MAX_CELLS = 200_000;
const MAX_SPAN = 1_000;
/** Groups within groups. */
const MAX_DEPTH = 50;

export interface Slide {
  /** From 1, hidden slides counted. */
  readonly number: number;
  /** Empty where it has none. */
  readonly title: string;
  readonly isHidden: boolean;
  /** Without the title. */
  readonly blocks: readonly Block[];
  /** What the speaker reads. */
  readonly notes: readonly Block[];
}

/**
 * The slides of a presentation of PowerPoint 2007 and later (ECMA-376), in their order. Throws ContentFault where it is none or damaged,
 * LimitFault beyond 64 MB unpacked, 2,000 slides or 200,000 table cells.
 */
export function readPptx(bytes: Uint8Array): Slide[] {
  const archive = new OfficePackage(bytes);
  const main = archive.relations('').find(({ type, isExternal }) => type === 'officeDocument' && !isExternal)?.target;
  const path = main ?? 'ppt/presentation.xml';
  const root = archive.xml(path);
  if (root === undefined || localName(root.name) !== 'presentation')
    throw new ContentFault('it is not a presentation: it has no part ppt/presentation.xml');
  const targets = new Map(archive.relations(path).map(({ id, target }) => [id, target]));
  const listed = childrenOf(childOf(root, 'sldIdLst') ?? root, 'sldId');
  if (listed.length > MAX_SLIDES) throw new LimitFault(`it has more than ${MAX_SLIDES} slides`, MAX_SLIDES);
  const reader = new SlideReader(archive);
  return listed.flatMap((one, index) => {
    // The element has an `id` of its own beside `r:id`.
    const id = one.attributes.find(({ name }) => /:id$/.test(name))?.raw ?? '';
    const slide = reader.slide(targets.get(id) ?? '', index + 1);
    return slide === undefined ? [] : [slide];
  });
}

/** Placeholders that show what every slide has. */
const MARGINS = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

class SlideReader {
  #cells = 0;
  #lists = 0;

  constructor(readonly archive: OfficePackage) {}

  slide(path: string, number: number): Slide | undefined {
    const root = this.archive.xml(path);
    if (root === undefined) return undefined;
    const relations = this.archive.relations(path);
    const titles: string[] = [];
    const blocks = this.#shapes(root, relations, titles);
    const notesPath = relations.find(({ type, isExternal }) => type === 'notesSlide' && !isExternal)?.target;
    const notes = notesPath === undefined ? undefined : this.archive.xml(notesPath);
    return {
      number,
      title: titles.join(' '),
      isHidden: attribute(root, 'show') !== undefined && !isOn(attribute(root, 'show')),
      blocks,
      notes: notes === undefined ? [] : this.#shapes(notes, this.archive.relations(notesPath ?? ''), []),
    };
  }

  #shapes(root: XmlElement, relations: readonly Relation[], titles: string[]): Block[] {
    const tree = childOf(childOf(root, 'cSld') ?? root, 'spTree');
    const blocks: Block[] = [];
    const pending: [XmlElement, number][] = elementsWithin(tree).map((shape): [XmlElement, number] => [shape, 0]);
    pending.reverse();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [shape, depth] = next;
      if (depth > MAX_DEPTH) throw new LimitFault(`its shapes are nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
      switch (localName(shape.name)) {
        case 'grpSp':
          pending.push(
            ...elementsOf(shape)
              .map((one): [XmlElement, number] => [one, depth + 1])
              .reverse(),
          );
          break;
        case 'AlternateContent': {
          const choice = childOf(shape, 'Choice') ?? childOf(shape, 'Fallback');
          pending.push(
            ...elementsWithin(choice)
              .map((one): [XmlElement, number] => [one, depth + 1])
              .reverse(),
          );
          break;
        }
        case 'sp':
        case 'cxnSp':
          this.#shape(shape, relations, titles, blocks);
          break;
        case 'pic': {
          const alt = attribute(propertiesOf(shape, 'nvPicPr'), 'descr') ?? '';
          if (alt.trim() !== '')
            blocks.push(
              paragraph('paragraph', undefined, [{ ...PLAIN_LOOK, kind: 'image', part: '', alt: alt.slice(0, 2_000) }]),
            );
          break;
        }
        case 'graphicFrame':
          blocks.push(...this.#frame(shape, relations));
          break;
      }
    }
    return blocks;
  }

  #shape(shape: XmlElement, relations: readonly Relation[], titles: string[], blocks: Block[]): void {
    const named = childOf(shape, 'nvSpPr');
    const holder = named && childOf(childOf(named, 'nvPr') ?? named, 'ph');
    const type = holder === undefined ? undefined : (attribute(holder, 'type') ?? 'obj');
    if (type !== undefined && MARGINS.has(type)) return;
    const body = childOf(shape, 'txBody');
    if (body === undefined) return;
    if (type === 'title' || type === 'ctrTitle') {
      const text = childrenOf(body, 'p')
        .map((one) =>
          runsOf(one, relations)
            .map((run) => (run.kind === 'text' ? run.text : ''))
            .join(''),
        )
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (text !== '') titles.push(text);
      return;
    }
    // Text of a body is listed, as its master has it, unless it says otherwise.
    blocks.push(...this.#paragraphs(body, relations, type === 'obj' || type === 'body'));
  }

  #paragraphs(body: XmlElement, relations: readonly Relation[], isListed: boolean): Paragraph[] {
    const list = `${++this.#lists}`;
    const counts: number[] = [];
    return childrenOf(body, 'p').flatMap((element) => {
      const runs = runsOf(element, relations);
      if (runs.length === 0) return [];
      const properties = childOf(element, 'pPr');
      const depth = Math.min(8, Number(/^\d$/.exec(attribute(properties, 'lvl') ?? '')?.[0] ?? 0));
      const numbered = properties && childOf(properties, 'buAutoNum');
      const isPlain = properties !== undefined && childOf(properties, 'buNone') !== undefined;
      const hasMark =
        numbered !== undefined || (properties !== undefined && childOf(properties, 'buChar') !== undefined);
      if (isPlain || !(hasMark || isListed)) return [paragraph('paragraph', undefined, runs)];
      counts.length = Math.min(counts.length, depth + 1);
      while (counts.length < depth + 1) counts.push(0);
      const start = Number(attribute(numbered, 'startAt') ?? 1);
      const above = numbered === undefined ? 0 : (counts[depth] ?? 0);
      const number = above === 0 ? (Number.isInteger(start) && start > 0 ? start : 1) : above + 1;
      counts[depth] = numbered === undefined ? 0 : number;
      const marker = numbered === undefined ? 'bullet' : 'number';
      const item: ListItem = { depth, marker, number, label: `${number}.`, type: '1', list };
      return [paragraph('item', item, runs)];
    });
  }

  #frame(frame: XmlElement, relations: readonly Relation[]): Block[] {
    const data = childOf(childOf(frame, 'graphic') ?? frame, 'graphicData');
    if (data === undefined) return [];
    const table = childOf(data, 'tbl');
    if (table !== undefined) return [this.#table(table, relations)];
    const chart = childOf(data, 'chart');
    const target = relations.find(({ id }) => id === (chart && attribute(chart, 'id')))?.target;
    const root = target === undefined ? undefined : this.archive.xml(target);
    if (root !== undefined) {
      const { title, rows } = chartTable(root);
      const heading =
        title === '' ? [] : [paragraph('paragraph', undefined, [{ ...PLAIN_LOOK, kind: 'text', text: title }])];
      return rows.length === 0 ? heading : [...heading, this.#plainTable(rows)];
    }
    const diagram = childOf(data, 'relIds');
    const part = relations.find(({ id }) => id === (diagram && attribute(diagram, 'dm')))?.target;
    const model = part === undefined ? undefined : this.archive.xml(part);
    const points = model && childOf(model, 'ptLst');
    return points === undefined
      ? []
      : childrenOf(points, 'pt').flatMap((point) => {
          const text = childOf(point, 't');
          return text === undefined ? [] : this.#paragraphs(text, [], true);
        });
  }

  #count(cells: number): void {
    this.#cells += cells;
    if (this.#cells > MAX_CELLS) throw new LimitFault(`its tables must have at most ${MAX_CELLS} cells`, MAX_CELLS);
  }

  #plainTable(rows: readonly (readonly string[])[]): Table {
    const columns = Math.max(0, ...rows.map((row) => row.length));
    this.#count(columns * rows.length);
    const cell = (text: string): TableCell => ({
      blocks: text === '' ? [] : [paragraph('paragraph', undefined, [{ ...PLAIN_LOOK, kind: 'text', text }])],
      rowSpan: 1,
      columnSpan: 1,
    });
    return {
      kind: 'table',
      columns,
      hasHeader: true,
      rows: rows.map((row) => Array.from({ length: columns }, (_, i) => cell(row[i] ?? ''))),
    };
  }

  /** Cells that another reaches over are told by `hMerge` and `vMerge` (ECMA-376 part 1, 21.1.3.16). */
  #table(table: XmlElement, relations: readonly Relation[]): Table {
    const rows = childrenOf(table, 'tr').map((row) => {
      const cells = childrenOf(row, 'tc');
      this.#count(cells.length);
      return cells.map((cell): TableCell | undefined => {
        if (isOn(attribute(cell, 'hMerge')) || isOn(attribute(cell, 'vMerge'))) return undefined;
        const body = childOf(cell, 'txBody');
        return {
          blocks: body === undefined ? [] : this.#paragraphs(body, relations, false),
          rowSpan: spanOf(attribute(cell, 'rowSpan')),
          columnSpan: spanOf(attribute(cell, 'gridSpan')),
        };
      });
    });
    const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
    this.#count(columns * rows.length);
    const isHeader = isOn(attribute(childOf(table, 'tblPr'), 'firstRow'));
    const empty = (): TableCell => ({ blocks: [], rowSpan: 1, columnSpan: 1 });
    return {
      kind: 'table',
      columns,
      hasHeader: isHeader,
      rows: rows.map((row) => [...row, ...Array.from({ length: columns - row.length }, empty)]),
    };
  }
}

const spanOf = (text: string | undefined): number =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Math.min(MAX_SPAN, Math.max(1, Number(text))) : 1;

const paragraph = (kind: Paragraph['kind'], item: ListItem | undefined, runs: readonly Run[]): Paragraph => ({
  kind,
  level: 0,
  item,
  runs,
});

const propertiesOf = (shape: XmlElement, name: string): XmlElement | undefined => {
  const named = childOf(shape, name);
  return named && childOf(named, 'cNvPr');
};

const MONO = /courier|consolas|mono|menlo|monaco/i;

/** Pieces of text with their looks; empty where there is nothing to read. */
function runsOf(element: XmlElement, relations: readonly Relation[]): Run[] {
  const runs: Run[] = [];
  for (const child of elementsOf(element)) {
    const kind = localName(child.name);
    if (kind === 'br') runs.push({ ...PLAIN_LOOK, kind: 'text', text: '\n' });
    if (kind !== 'r' && kind !== 'fld') continue;
    const written = childOf(child, 't');
    const text = written === undefined ? '' : textOf(written).replace(/[\v\r\n]+/g, '\n');
    if (text !== '') runs.push({ ...lookOf(childOf(child, 'rPr'), relations), kind: 'text', text });
  }
  const isBlank = (run: Run | undefined): boolean => run?.kind === 'text' && run.text.trim() === '';
  while (isBlank(runs.at(-1))) runs.pop();
  const first = runs.findIndex((run) => !isBlank(run));
  return first < 0 ? [] : runs.slice(first);
}

function lookOf(properties: XmlElement | undefined, relations: readonly Relation[]): Look {
  if (properties === undefined) return PLAIN_LOOK;
  const link = childOf(properties, 'hlinkClick');
  const id = link && attribute(link, 'id');
  const target = relations.find((one) => one.id === id && one.isExternal)?.target;
  const baseline = Number(attribute(properties, 'baseline') ?? 0);
  const strike = attribute(properties, 'strike') ?? 'noStrike';
  return {
    isBold: isOn(attribute(properties, 'b')),
    isItalic: isOn(attribute(properties, 'i')),
    isStruck: strike !== 'noStrike',
    isMono: MONO.test(attribute(childOf(properties, 'latin'), 'typeface') ?? ''),
    script: baseline > 0 ? 'superscript' : baseline < 0 ? 'subscript' : undefined,
    link: target !== undefined && /^(?:https?|mailto|tel|ftp):/i.test(target) ? target : undefined,
  };
}

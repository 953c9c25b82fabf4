import { type Block, blocksOf } from './blocks.js';
import { draftsOf, type GrowingDraft, joinContinued, type Look, listDepths, lookOf, splitBold } from './drafts.js';
import type { Box, FilledArea, Ruling } from './glyphs.js';
import { type Line, lineText } from './lines.js';
import { codeText, type LinkArea, type RunsWanted, runsOf, type StyledRun, withoutMarker } from './runs.js';
import type { PageTable } from './tables.js';
import { placesOf, type Span, type TextPlace } from './text-place.js';
import type { Word } from './words.js';

/** A part of a document, in the order of reading. */
export type Item =
  | TextItem
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'picture'; readonly box: Box };

export type TextItem = {
  /** One for each column that it stands in; none for text that does not go to the right. */
  readonly places: readonly TextPlace[];
} & (
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly StyledRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly StyledRun[] }
  /** An item of a list; `marker` is a bullet or the number with its bracket or point. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number; readonly runs: readonly StyledRun[] }
  | { readonly kind: 'code'; readonly text: string; readonly runs: readonly StyledRun[] }
);

/** A page before its structure is known. */
export interface PageParts {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** Without those of its tables. */
  readonly words: readonly Word[];
  readonly tables: readonly PageTable[];
  readonly links: readonly LinkArea[];
  readonly pictures: readonly Box[];
  readonly fills: readonly FilledArea[];
  readonly rulings: readonly Ruling[];
}

export interface StructuredPage extends Pick<PageParts, 'page' | 'width' | 'height' | 'fills' | 'rulings' | 'links'> {
  readonly items: readonly Item[];
}

export interface StructureOptions {
  /** Titles of the outline by their text without white space, with their level from 1. */
  readonly titles: ReadonlyMap<string, number>;
  /** Leaves out lines that stand at the same place at the top or bottom of most pages. */
  readonly dropRepeated: boolean;
  /** Wide room in lines and the ends of columns are told from spaces in the runs. */
  readonly isLaidOut?: boolean;
}

/** The headings, paragraphs, lists, code, tables and pictures of pages. What a page's look says is taken with that of all pages. */
export function structureOf(
  pages: readonly PageParts[],
  { titles, dropRepeated, isLaidOut = false }: StructureOptions,
): StructuredPage[] {
  const repeated = dropRepeated ? repeatedLines(pages) : new Set<string>();
  const laid = pages.map((parts) => {
    const blocks = blocksOf(parts.words);
    const number = dropRepeated && pages.length === 1 ? pageNumberOf(blocks, parts) : undefined;
    return { parts, blocks: withoutLines(blocks, parts, number === undefined ? repeated : new Set([number])) };
  });
  const look = lookOf(laid.flatMap(({ blocks }) => blocks));
  return laid.map(({ parts, blocks }) => ({
    page: parts.page,
    width: parts.width,
    height: parts.height,
    fills: parts.fills,
    rulings: parts.rulings,
    links: parts.links,
    items: itemsOfPage(parts, blocks, { ...look, titles }, isLaidOut),
  }));
}

/** Share of a page's height at its top and bottom where repeated lines are looked for. */
const MARGIN = 0.16;

const lineKey = (line: Line, { height }: PageParts): string | undefined => {
  const middle = (line.frame.top + line.frame.bottom) / 2;
  if (middle > MARGIN * height && middle < (1 - MARGIN) * height) return undefined;
  // Page numbers differ; places may by a little.
  return `${Math.round(line.baseline / 4)} ${lineText(line, ' ').replace(/\d+|\b[ivxlc]+\b/g, '#')}`;
};

function repeatedLines(pages: readonly PageParts[]): Set<string> {
  const counts = new Map<string, number>();
  for (const parts of pages) {
    const keys = new Set(
      blocksOf(parts.words).flatMap(({ lines }) => lines.flatMap((line) => lineKey(line, parts) ?? [])),
    );
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // Left and right pages may differ.
  const least = Math.max(2, 0.4 * pages.length);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

/** Where the only page ends with its number, as the key of that line: nothing repeats there. */
function pageNumberOf(blocks: readonly Block[], parts: PageParts): string | undefined {
  const [lowest] = blocks.flatMap(({ lines }) => lines).toSorted((a, b) => b.baseline - a.baseline);
  if (lowest === undefined || lowest.baseline < (1 - MARGIN) * parts.height) return undefined;
  return lineText(lowest, ' ').trim() === String(parts.page) ? lineKey(lowest, parts) : undefined;
}

function withoutLines(blocks: readonly Block[], parts: PageParts, repeated: ReadonlySet<string>): Block[] {
  if (repeated.size === 0) return [...blocks];
  return blocks.flatMap((block) => {
    const lines = block.lines.filter((line) => !repeated.has(lineKey(line, parts) ?? ''));
    return lines.length === 0 ? [] : [{ ...block, lines }];
  });
}

function itemsOfPage(parts: PageParts, blocks: readonly Block[], look: Look, isLaidOut: boolean): Item[] {
  const rooms = roomsOf(blocks);
  const drafts = blocks.flatMap((block) => {
    const right = rooms.get(block.region)?.right ?? block.frame.right;
    return splitBold(block, right).flatMap((part) => draftsOf(part, look, right));
  });
  const joined = joinContinued(drafts);
  const depths = listDepths(joined);
  const placed: Placed[] = joined.map((draft, i) => ({
    region: draft.parts.at(-1)?.region,
    item: itemOf(draft, depths[i] ?? 0, { links: parts.links, isLaidOut }, rooms),
    box: boxOfDraft(draft),
  }));
  const others = [
    ...parts.tables.map((table): Placed => ({ item: { kind: 'table', table }, box: table.box })),
    ...parts.pictures.map((box): Placed => ({ item: { kind: 'picture', box }, box })),
  ].sort((a, b) => a.box.top - b.box.top);
  for (const other of others) {
    const overlaps = ({ box }: { readonly box: Box }): boolean =>
      box.left < other.box.right && box.right > other.box.left;
    const next = placed.findIndex((one) => overlaps(one) && one.box.top >= other.box.top - 1);
    const last = placed.findLastIndex((one) => overlaps(one) && one.box.top < other.box.top);
    placed.splice(next !== -1 ? next : last !== -1 ? endAbove(placed, last, other.box) : placed.length, 0, other);
  }
  return placed.map(({ item }) => item);
}

interface Placed {
  readonly item: Item;
  readonly box: Box;
  /** Column or part of the page that text ends in. */
  readonly region?: number | undefined;
}

/** Behind an item, and behind what follows it in its column above a box: a short list left of a table in the middle. */
function endAbove(placed: readonly Placed[], last: number, box: Box): number {
  const region = placed[last]?.region;
  let end = last + 1;
  while (region !== undefined && placed[end]?.region === region && (placed[end]?.box.bottom ?? 0) <= box.top + 1)
    end += 1;
  return end;
}

function boxOfDraft({ lines }: GrowingDraft): Box {
  const [first] = lines;
  const frame = first?.frame ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    ...frame,
    right: Math.max(...lines.map((line) => line.frame.right)),
    bottom: lines.at(-1)?.frame.bottom ?? frame.bottom,
  };
}

/** How far the lines of each region reach. */
function roomsOf(blocks: readonly Block[]): Map<number, Span> {
  const rooms = new Map<number, Span>();
  for (const { region, frame } of blocks) {
    const { left, right } = rooms.get(region) ?? frame;
    rooms.set(region, { left: Math.min(left, frame.left), right: Math.max(right, frame.right) });
  }
  return rooms;
}

function itemOf(draft: GrowingDraft, depth: number, wanted: RunsWanted, rooms: ReadonlyMap<number, Span>): TextItem {
  const { kind, level, marker, lines, ends } = draft;
  const runs = runsOf(lines, ends, wanted);
  const places = placesOf(draft, rooms);
  if (kind === 'code') return { kind, text: codeText(lines), runs, places };
  if (kind === 'heading') return { kind, level, runs, places };
  if (kind === 'paragraph') return { kind, runs, places };
  return { kind, marker, depth, runs: withoutMarker(runs, marker), places };
}

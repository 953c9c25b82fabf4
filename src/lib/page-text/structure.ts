import { type Block, blocksOf } from './blocks.js';
import type { Box, TextStyle } from './glyphs.js';
import { isBrokenWord, isUnspacedBreak, type Line, lineText, separator } from './lines.js';
import type { PageTable } from './tables.js';
import type { Word } from './words.js';

/** Text of one look. A line feed in it is a line break inside its paragraph. */
export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMono: boolean;
  /** Where it leads. */
  readonly link: string | undefined;
}

/** A part of a document, in the order of reading. */
export type Item =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  /** An item of a list; `marker` is a bullet or the number with its bracket or point. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number; readonly runs: readonly Run[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'picture'; readonly box: Box };

export interface LinkArea {
  readonly box: Box;
  readonly url: string;
}

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
}

export interface StructuredPage {
  readonly page: number;
  readonly items: readonly Item[];
}

export interface StructureOptions {
  /** Titles of the outline by their text without white space, with their level from 1. */
  readonly titles: ReadonlyMap<string, number>;
  /** Leaves out lines that stand at the same place at the top or bottom of most pages. */
  readonly dropRepeated: boolean;
}

/** The headings, paragraphs, lists, code, tables and pictures of pages. What a page's look says is taken with that of all pages. */
export function structureOf(pages: readonly PageParts[], { titles, dropRepeated }: StructureOptions): StructuredPage[] {
  const repeated = dropRepeated ? repeatedLines(pages) : new Set<string>();
  const laid = pages.map((parts) => ({ parts, blocks: withoutLines(blocksOf(parts.words), parts, repeated) }));
  const look = lookOf(laid.flatMap(({ blocks }) => blocks));
  return laid.map(({ parts, blocks }) => ({
    page: parts.page,
    items: itemsOfPage(parts, blocks, { ...look, titles }),
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

function withoutLines(blocks: readonly Block[], parts: PageParts, repeated: ReadonlySet<string>): Block[] {
  if (repeated.size === 0) return [...blocks];
  return blocks.flatMap((block) => {
    const lines = block.lines.filter((line) => !repeated.has(lineKey(line, parts) ?? ''));
    return lines.length === 0 ? [] : [{ ...block, lines }];
  });
}

/** What the letters of a document look like. */
interface Look {
  /** Height of running text. */
  readonly body: number;
  /** Heights of headings, the largest first. */
  readonly headings: readonly number[];
  /** Most of the running text is bold. */
  readonly isBold: boolean;
  readonly titles: ReadonlyMap<string, number>;
}

/** Letters this much larger than the running text are headings. */
const HEADING = 1.12;
const MAX_LEVELS = 6;

function lookOf(blocks: readonly Block[]): Omit<Look, 'titles'> {
  const letters = new Map<number, number>();
  let bold = 0;
  let all = 0;
  for (const { lines } of blocks) {
    for (const { words } of lines) {
      for (const { size, text, style } of words) {
        const rounded = Math.round(size * 2) / 2;
        letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
        all += text.length;
        if (style.isBold) bold += text.length;
      }
    }
  }
  const body = [...letters].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 10;
  const larger = [...letters.keys()].filter((size) => size > HEADING * body).sort((a, b) => b - a);
  // Heights that hardly differ are one level.
  const headings = larger.filter((size, i) => i === 0 || size < 0.94 * (larger[i - 1] ?? 0));
  return { body, headings: headings.slice(0, MAX_LEVELS), isBold: 2 * bold > all };
}

type Draft = { -readonly [K in keyof TextDraft]: TextDraft[K] };
interface TextDraft {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'code';
  readonly level: number;
  readonly marker: string;
  readonly left: number;
  readonly lines: Line[];
  /** Whether a line break of the page stays one, after each line but the last. */
  readonly breaks: boolean[];
  readonly top: number;
  readonly region: number;
}

function itemsOfPage(parts: PageParts, blocks: readonly Block[], look: Look): Item[] {
  const rightOf = rightEdges(blocks);
  const drafts = blocks.flatMap((block) => {
    const right = rightOf.get(block.region) ?? block.frame.right;
    return splitBold(block, right).flatMap((part) => draftsOf(part, look, right));
  });
  const joined = joinContinued(drafts);
  const depths = listDepths(joined);
  const placed = joined.map((draft, i) => ({
    item: itemOf(draft, depths[i] ?? 0, parts.links),
    box: boxOfDraft(draft),
  }));
  const others = [
    ...parts.tables.map((table): { item: Item; box: Box } => ({ item: { kind: 'table', table }, box: table.box })),
    ...parts.pictures.map((box): { item: Item; box: Box } => ({ item: { kind: 'picture', box }, box })),
  ].sort((a, b) => a.box.top - b.box.top);
  for (const other of others) {
    const overlaps = ({ box }: { readonly box: Box }): boolean =>
      box.left < other.box.right && box.right > other.box.left;
    const next = placed.findIndex((one) => overlaps(one) && one.box.top >= other.box.top - 1);
    const last = placed.findLastIndex((one) => overlaps(one) && one.box.top < other.box.top);
    placed.splice(next !== -1 ? next : last !== -1 ? last + 1 : placed.length, 0, other);
  }
  return placed.map(({ item }) => item);
}

function boxOfDraft({ lines }: Draft): Box {
  const [first] = lines;
  const frame = first?.frame ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    ...frame,
    right: Math.max(...lines.map((line) => line.frame.right)),
    bottom: lines.at(-1)?.frame.bottom ?? frame.bottom,
  };
}

/** How far the lines of each region reach to the right. */
function rightEdges(blocks: readonly Block[]): Map<number, number> {
  const edges = new Map<number, number>();
  for (const { region, frame } of blocks)
    edges.set(region, Math.max(edges.get(region) ?? Number.NEGATIVE_INFINITY, frame.right));
  return edges;
}

const BULLET = /^[•◦▪▸►‣∙●○■□❖➢✓\uf0b7\uf0a7·*–—-]$/;
const GLUED_BULLET = /^[•◦▪▸►‣∙●○■□❖➢✓\uf0b7\uf0a7](?=.)/;
const NUMBER = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]{1,5}\))$/;

/** The bullet or number that a line begins with, if it does. */
function markerOf({ words }: Line): string | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  if (BULLET.test(first.text) || NUMBER.test(first.text)) return second === undefined ? undefined : first.text;
  return GLUED_BULLET.exec(first.text)?.[0];
}

/** Dots that lead to a page number, as tables of contents have them. */
const LEADER = /(?:\.\s?){5,}\S{0,6}$/;

const isBoldLine = ({ words }: Line): boolean => words.every(({ style }) => style.isBold);

/** Short bold lines right above plain ones are blocks of their own: headings without a gap. */
function splitBold(block: Block, right: number): Block[] {
  const { lines } = block;
  if (lines.length < 2 || lines.every(isBoldLine)) return [block];
  const least = right - 0.15 * (right - block.frame.left);
  const parts: Line[][] = [[]];
  for (const [i, line] of lines.entries()) {
    const isAlone = isBoldLine(line) && line.frame.right < least && !isBoldLine(lines[i + 1] ?? line);
    if (isAlone && !isBoldLine(lines[i - 1] ?? lines.find((one) => !isBoldLine(one)) ?? line)) parts.push([line], []);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0).map((part) => ({ ...block, lines: part }));
}

const isMonoLine = ({ words }: Line): boolean => words.every(({ style }) => style.isMono);

const endsSentence = (line: Line): boolean => /[.!?:;。！？]["'”’»)\]]*$/u.test(line.words.at(-1)?.text ?? '');

function draftsOf(block: Block, look: Look, regionRight: number): Draft[] {
  const level = headingLevel(block, look);
  if (level !== undefined) {
    const [first] = block.lines as readonly [Line];
    return [
      {
        ...draft('heading', first, block),
        level,
        lines: [...block.lines],
        breaks: block.lines.slice(1).map(() => false),
      },
    ];
  }
  const drafts: Draft[] = [];
  for (const line of block.lines) {
    const current = drafts.at(-1);
    const last = current?.lines.at(-1);
    const marker = markerOf(line);
    if (isMonoLine(line) && line.words.length > 0 && marker === undefined) {
      if (current?.kind === 'code') push(current, line, true);
      else drafts.push(draft('code', line, block));
    } else if (marker !== undefined) drafts.push({ ...draft('item', line, block), marker });
    else if (current === undefined || last === undefined || current.kind === 'code')
      drafts.push(draft('paragraph', line, block));
    else if (current.kind === 'item' && line.frame.left < current.left + 0.3 * line.size)
      drafts.push(draft('paragraph', line, block));
    else {
      const [next] = line.words;
      const room = regionRight - last.frame.right;
      // The next word had room on the line: its break was meant.
      const isMeant =
        LEADER.test(lineText(last, ' ')) ||
        (next !== undefined &&
          room > next.frame.right - next.frame.left + 0.6 * line.size &&
          room > 0.12 * (regionRight - block.frame.left));
      const isIndented =
        current.kind === 'paragraph' &&
        line.frame.left - block.frame.left > 0.8 * line.size &&
        Math.abs(last.frame.left - block.frame.left) < 0.3 * line.size;
      if ((isMeant && endsSentence(last)) || (isIndented && endsSentence(last)))
        drafts.push(draft('paragraph', line, block));
      // Items of lists are wrapped, not broken.
      else push(current, line, isMeant && current.kind !== 'item');
    }
  }
  return drafts;
}

const draft = (kind: Draft['kind'], line: Line, block: Block): Draft => ({
  kind,
  level: 0,
  marker: '',
  left: line.frame.left,
  lines: [line],
  breaks: [],
  top: line.frame.top,
  region: block.region,
});

function push(current: Draft, line: Line, isBreak: boolean): void {
  current.lines.push(line);
  current.breaks.push(isBreak);
}

const titleKey = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** The level of a heading by the outline, by the height of its letters, or by being short and bold. */
function headingLevel({ lines }: Block, { body, headings, isBold, titles }: Look): number | undefined {
  const text = lines.map((line) => lineText(line, ' ')).join(' ');
  const letters = text.replace(/\P{L}/gu, '').length;
  if (letters < 2 || lines.length > 4 || text.length > 250) return undefined;
  const outline = titles.get(titleKey(text));
  if (outline !== undefined) return Math.min(outline, MAX_LEVELS);
  const words = lines.flatMap((line) => line.words);
  if (words.every(({ style }) => style.isMono)) return undefined;
  const size = Math.max(...lines.map((line) => line.size));
  if (size > HEADING * body && !(endsSentence(lines.at(-1) as Line) && lines.length > 2)) {
    const level = headings.findIndex((one) => size >= 0.94 * one);
    return (level === -1 ? headings.length - 1 : level) + 1;
  }
  const isShort = lines.length <= 2 && text.length <= 100 && !/[.,;]$/.test(text);
  if (
    isShort &&
    !isBold &&
    size > 0.9 * body &&
    words.every(({ style }) => style.isBold) &&
    markerOf(lines[0] as Line) !== '•'
  )
    return Math.min(headings.length + 1, MAX_LEVELS);
  return undefined;
}

/** Paragraphs that go on at the top of the next column are put together. */
function joinContinued(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = [];
  for (const one of drafts) {
    const last = joined.at(-1);
    const end = last?.lines.at(-1);
    const start = one.lines[0]?.words[0]?.text ?? '';
    const isContinued =
      last !== undefined &&
      end !== undefined &&
      last.kind !== 'heading' &&
      last.kind !== 'code' &&
      one.kind === 'paragraph' &&
      last.region !== one.region &&
      !endsSentence(end) &&
      /^\p{Ll}/u.test(start) &&
      Math.abs(end.size - (one.lines[0]?.size ?? 0)) < 0.1 * end.size;
    if (!isContinued) {
      joined.push({ ...one });
      continue;
    }
    last.breaks = [...last.breaks, false, ...one.breaks];
    last.lines = [...last.lines, ...one.lines];
  }
  return joined;
}

/** How deep each item of a list is, by how far it stands to the right of those before it. */
function listDepths(drafts: readonly Draft[]): number[] {
  const lefts: number[] = [];
  return drafts.map(({ kind, left, lines }) => {
    if (kind !== 'item') {
      lefts.length = 0;
      return 0;
    }
    const size = lines[0]?.size ?? 10;
    while (lefts.length > 0 && left < (lefts.at(-1) ?? 0) - 0.5 * size) lefts.pop();
    if (lefts.length === 0 || left > (lefts.at(-1) ?? 0) + 0.5 * size) lefts.push(left);
    return Math.min(lefts.length - 1, 5);
  });
}

function itemOf({ kind, level, marker, lines, breaks }: Draft, depth: number, links: readonly LinkArea[]): Item {
  if (kind === 'code') return { kind, text: codeText(lines) };
  const runs = runsOf(lines, breaks, links);
  if (kind === 'heading') return { kind, level, runs: runs.map((run) => ({ ...run, isBold: false })) };
  if (kind === 'paragraph') return { kind, runs };
  return { kind, marker, depth, runs: withoutMarker(runs, marker) };
}

function withoutMarker([first, ...rest]: readonly Run[], marker: string): Run[] {
  if (first === undefined) return [];
  const text = first.text.slice(marker.length).trimStart();
  const [next] = rest;
  if (text !== '') return [{ ...first, text }, ...rest];
  return next === undefined ? [] : [{ ...next, text: next.text.trimStart() }, ...rest.slice(1)];
}

/** Lines of code with their indentation in letters. */
function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ frame }) => frame.left));
  const [word] = lines[0]?.words ?? [];
  const width = word === undefined ? 1 : Math.max(1, (word.frame.right - word.frame.left) / [...word.text].length);
  return lines
    .map((line) => {
      let text = '';
      for (const { frame, text: letters } of line.words) {
        const column = Math.min(200, Math.round((frame.left - left) / width));
        text += ' '.repeat(Math.max(text === '' ? 0 : 1, column - text.length)) + letters;
      }
      return text;
    })
    .join('\n');
}

/** Words of lines as runs of one look; white space belongs to the run before it. */
function runsOf(lines: readonly Line[], breaks: readonly boolean[], links: readonly LinkArea[]): Run[] {
  const runs: { -readonly [K in keyof Run]: Run[K] }[] = [];
  const append = (
    { isBold, isItalic, isMono }: TextStyle,
    link: string | undefined,
    before: string,
    text: string,
  ): void => {
    const last = runs.at(-1);
    if (
      last !== undefined &&
      last.isBold === isBold &&
      last.isItalic === isItalic &&
      last.isMono === isMono &&
      last.link === link
    ) {
      last.text += before + text;
      return;
    }
    // A space is no part of a link.
    const isKept = last !== undefined && last.link === undefined;
    if (isKept) last.text += before;
    runs.push({ text: isKept ? text : before + text, isBold, isItalic, isMono, link });
  };
  for (const [i, line] of lines.entries()) {
    let last: Word | undefined;
    const before = lines[i - 1];
    for (const word of line.words) {
      let between = '';
      if (last !== undefined) between = separator(last, word) === '' ? '' : ' ';
      else if (before !== undefined)
        between = lineBreak(lineText(before, ' '), lineText(line, ' '), breaks[i - 1] === true);
      if (between === '-') {
        // The hyphen only broke a word.
        const run = runs.at(-1);
        if (run !== undefined) run.text = run.text.slice(0, -1);
        between = '';
      }
      const area = linkAt(word, links);
      // A comma behind a link is no part of it.
      const linkEnd =
        area !== undefined && word.box.right > area.box.right + 0.5 && /.[,.;:!?)]$/.test(word.text)
          ? word.text.length - 1
          : word.text.length;
      const changes = [
        ...word.styleChanges.filter(({ start }) => start !== linkEnd),
        ...(linkEnd < word.text.length
          ? [{ start: linkEnd, style: word.styleChanges.at(-1)?.style ?? word.style }]
          : []),
      ];
      let start = 0;
      let { style } = word;
      for (const change of [...changes, { start: word.text.length, style }]) {
        const part = word.text.slice(start, change.start);
        // A soft hyphen inside of a line is not seen; one at its end may still break the word.
        const isEnd = change.start === word.text.length && word === line.words.at(-1);
        const link = start < linkEnd ? area?.url : undefined;
        append(style, link, start === 0 ? between : '', isEnd ? part : part.replaceAll('\u00ad', ''));
        ({ start, style } = change);
      }
      last = word;
    }
  }
  return runs.filter(({ text }) => text !== '');
}

/** What stands between two lines: a break that was meant, nothing, a space, or `-` for a hyphen that goes. */
function lineBreak(end: string, start: string, isMeant: boolean): string {
  if (isBrokenWord(end, start)) return '-';
  if (isMeant) return '\n';
  return isUnspacedBreak(end, start) ? '' : ' ';
}

function linkAt({ box }: Word, links: readonly LinkArea[]): LinkArea | undefined {
  if (links.length === 0) return undefined;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return links.find(({ box: area }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom);
}

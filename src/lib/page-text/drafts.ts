import type { Block } from './blocks.js';
import { type Line, lineText } from './lines.js';
import type { LineEnd } from './runs.js';

/** What the letters of a document look like. */
export interface Look {
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

export function lookOf(blocks: readonly Block[]): Omit<Look, 'titles'> {
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

export type GrowingDraft = { -readonly [K in keyof TextDraft]: TextDraft[K] };

interface TextDraft {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'code';
  readonly level: number;
  readonly marker: string;
  readonly left: number;
  readonly lines: Line[];
  /** Of each line but the last. */
  readonly ends: LineEnd[];
  readonly top: number;
  readonly region: number;
  /** The columns that its lines stand in, with the first line in each. */
  readonly parts: readonly { readonly start: number; readonly region: number }[];
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
export function splitBold(block: Block, right: number): Block[] {
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

export function draftsOf(block: Block, look: Look, regionRight: number): GrowingDraft[] {
  const level = headingLevel(block, look);
  if (level !== undefined) {
    const [first] = block.lines as readonly [Line];
    return [
      {
        ...draft('heading', first, block),
        level,
        lines: [...block.lines],
        ends: block.lines
          .slice(1)
          .map((line, i) =>
            isMeantBreak(block.lines[i] ?? line, line, block.frame.left, regionRight) ? 'meant' : 'wrapped',
          ),
      },
    ];
  }
  const drafts: GrowingDraft[] = [];
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
    else {
      const isMeant = isMeantBreak(last, line, block.frame.left, regionRight);
      const isUnderMarker = current.kind === 'item' && line.frame.left < current.left + 0.3 * line.size;
      // Numbered paragraphs may go on below their numbers: then their lines are full.
      if (isUnderMarker && (isMeant || endsSentence(last) || line.frame.left < current.left - 0.3 * line.size)) {
        drafts.push(draft('paragraph', line, block));
        continue;
      }
      const isIndented =
        current.kind === 'paragraph' &&
        line.frame.left - block.frame.left > 0.8 * line.size &&
        Math.abs(last.frame.left - block.frame.left) < 0.3 * line.size;
      if ((isMeant && endsSentence(last)) || (isIndented && endsSentence(last)) || (isMeant && isElsewhere(last, line)))
        drafts.push(draft('paragraph', line, block));
      // Items of lists are wrapped, not broken.
      else push(current, line, isMeant && current.kind !== 'item');
    }
  }
  return drafts;
}

/** Whether the next word would have had room at the end of a line. */
function isMeantBreak(last: Line, line: Line, left: number, right: number): boolean {
  if (LEADER.test(lineText(last, ' '))) return true;
  const [next] = line.words;
  const room = right - last.frame.right;
  return (
    next !== undefined && room > next.frame.right - next.frame.left + 0.6 * line.size && room > 0.12 * (right - left)
  );
}

/** Whether a line neither begins nor has its middle below those of the one above: one is centred and the other is not. */
const isElsewhere = ({ frame: above, size }: Line, { frame: below }: Line): boolean =>
  Math.abs(above.left - below.left) > 2 * size &&
  Math.abs(above.left + above.right - below.left - below.right) > 4 * size;

const draft = (kind: GrowingDraft['kind'], line: Line, block: Block): GrowingDraft => ({
  kind,
  level: 0,
  marker: '',
  left: line.frame.left,
  lines: [line],
  ends: [],
  top: line.frame.top,
  region: block.region,
  parts: [{ start: 0, region: block.region }],
});

function push(current: GrowingDraft, line: Line, isBreak: boolean): void {
  current.lines.push(line);
  current.ends.push(isBreak ? 'meant' : 'wrapped');
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
export function joinContinued(drafts: readonly GrowingDraft[]): GrowingDraft[] {
  const joined: GrowingDraft[] = [];
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
    last.parts = [...last.parts, ...one.parts.map((part) => ({ ...part, start: part.start + last.lines.length }))];
    last.ends = [...last.ends, 'column', ...one.ends];
    last.lines = [...last.lines, ...one.lines];
  }
  return joined;
}

/** How deep each item of a list is, by how far it stands to the right of those before it. */
export function listDepths(drafts: readonly GrowingDraft[]): number[] {
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

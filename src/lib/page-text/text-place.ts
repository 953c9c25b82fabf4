import type { GrowingDraft } from './drafts.js';
import { type Box, boxAround } from './glyphs.js';
import { type Line, separator } from './lines.js';
import { middle, spread } from './middle.js';

/** A stretch from left to right, in points. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

/** Where the lines of a paragraph stand on the upright page, in points. */
export interface TextPlace {
  readonly box: Box;
  /** The column of the page that its lines are wrapped in. */
  readonly room: Span;
  readonly region: number;
  readonly alignment: 'left' | 'center' | 'right' | 'both';
  /** A right edge that wraps the text where its lines end, with room to both sides; `undefined` for a single line. */
  readonly wrapAt: number | undefined;
  /** Where the first line begins, and the others. */
  readonly firstLeft: number;
  readonly left: number;
  /** Height of its letters. */
  readonly size: number;
  /** Between base lines; `undefined` for a single line. */
  readonly step: number | undefined;
  readonly firstBaseline: number;
  readonly lastBaseline: number;
  /** Where text goes on behind wide room in a line. */
  readonly tabs: readonly TabStop[];
}

export interface TabStop {
  readonly at: number;
  readonly isRight: boolean;
}

/** Edges that differ by less are the same to the eye. Points. */
const SAME = 2;

/** The places of a text, one for each column that it stands in; none where it does not go to the right. */
export function placesOf(draft: GrowingDraft, rooms: ReadonlyMap<number, Span>): TextPlace[] {
  const isUpright = draft.lines.every(({ words, isVertical }) => !isVertical && (words[0]?.angle ?? 0) === 0);
  if (!isUpright) return [];
  return draft.parts.map(({ start, region }, i) => {
    const lines = draft.lines.slice(start, draft.parts[i + 1]?.start);
    return placeOf(lines, region, rooms.get(region), i === 0 && draft.kind === 'item');
  });
}

function placeOf(lines: readonly Line[], region: number, known: Span | undefined, isItem: boolean): TextPlace {
  const box = boxAround(lines.map(({ frame }) => frame));
  const room = known ?? box;
  const [first] = lines as readonly [Line];
  const rest = lines.slice(1).map(({ frame }) => frame.left);
  // The text of an item begins behind its bullet or number.
  const behind = isItem ? (first.words[1]?.frame.left ?? first.frame.left) : first.frame.left;
  const alignment = isItem ? 'left' : alignmentOf(lines, room);
  const steps = lines.slice(1).map(({ baseline }, i) => baseline - (lines[i]?.baseline ?? 0));
  const step = middle(steps.filter((one) => one > 0));
  return {
    box,
    room,
    region,
    alignment,
    wrapAt: wrapEdge(lines, alignment, room),
    firstLeft: first.frame.left,
    left: rest.length === 0 ? behind : Math.min(...rest),
    size: middle(lines.map(({ size }) => size)),
    step: step > 0 ? step : undefined,
    firstBaseline: first.baseline,
    lastBaseline: lines.at(-1)?.baseline ?? first.baseline,
    tabs: tabsOf(lines, room),
  };
}

/** Share of the room between the longest line and the next word that did not fit. */
const WITHIN = 0.6;
/** Of a space, as a share of the height of letters. */
const SPACE = 0.25;

function wrapEdge(lines: readonly Line[], alignment: TextPlace['alignment'], room: Span): number | undefined {
  if (lines.length < 2) return undefined;
  const longest = Math.max(...lines.map(({ frame }) => frame.right));
  if (alignment === 'both') return longest;
  let most = Math.max(longest, room.right);
  for (const [i, { frame, size }] of lines.slice(0, -1).entries()) {
    const next = lines[i + 1]?.words[0]?.frame;
    if (next === undefined) continue;
    const end = frame.right + SPACE * size + next.right - next.left;
    // Where it had room, the break was meant.
    if (end > longest) most = Math.min(most, end);
  }
  return longest + WITHIN * Math.max(0, most - longest);
}

function alignmentOf(lines: readonly Line[], room: Span): TextPlace['alignment'] {
  const frames = lines.map(({ frame }) => frame);
  const middles = frames.map(({ left, right }) => (left + right) / 2);
  const size = middle(lines.map((line) => line.size));
  const centre = (room.left + room.right) / 2;
  const [first] = frames;
  if (first !== undefined && frames.length === 1) {
    const isInset = first.left - room.left > size && room.right - first.right > size;
    if (isInset && Math.abs((middles[0] ?? 0) - centre) < SAME) return 'center';
    const isAtRight =
      Math.abs(first.right - room.right) < SAME && first.left - room.left > (room.right - room.left) / 2;
    return isAtRight ? 'right' : 'left';
  }
  const lefts = frames.map(({ left }) => left);
  const rights = frames.map(({ right }) => right);
  const isFlushLeft = spread(lefts.slice(1)) < SAME;
  if (spread(middles) < SAME && spread(lefts) > SAME) return 'center';
  if (spread(rights) < SAME && spread(lefts) > size && !isFlushLeft) return 'right';
  // The last line of a justified paragraph ends where it ends.
  const full = rights.slice(0, -1);
  const reach = Math.max(...rights);
  const isFull = full.every((right) => reach - right < SAME) && reach - (rights.at(-1) ?? 0) > -SAME;
  if (isFlushLeft && isFull && (full.length > 1 || Math.abs(reach - room.right) < SAME)) return 'both';
  return 'left';
}

/** Where text goes on behind wide room in some lines. */
export function tabsOf(lines: readonly Line[], room: Span): TabStop[] {
  const stops: TabStop[] = [];
  for (const { words } of lines) {
    for (let i = 1; i < words.length; i += 1) {
      const [before, word] = [words[i - 1], words[i]];
      if (before === undefined || word === undefined || separator(before, word) !== '\t') continue;
      let end = i;
      while (end + 1 < words.length) {
        const [here, next] = [words[end], words[end + 1]];
        if (here === undefined || next === undefined || separator(here, next) === '\t') break;
        end += 1;
      }
      const right = words[end]?.frame.right ?? word.frame.right;
      const isRight = end === words.length - 1 && room.right - right < SAME;
      stops.push(isRight ? { at: room.right, isRight } : { at: word.frame.left, isRight });
    }
  }
  const sorted = stops.toSorted((a, b) => a.at - b.at);
  return sorted.filter(({ at }, i) => i === 0 || at - (sorted[i - 1]?.at ?? 0) >= SAME).slice(0, 40);
}

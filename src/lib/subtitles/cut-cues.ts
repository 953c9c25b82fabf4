import { displayWidth } from '../unicode/display-width.js';
import { breakCost } from './break-lines.js';
import type { CueWord } from './cues.js';

/** A word, or a part of a text without spaces, that stays together. */
export interface Token extends CueWord {
  /** What stands before it where it does not begin a line: a space, or nothing. */
  readonly glue: '' | ' ';
  /** Whether a new subtitle begins here: a paragraph, a speaker, a line that is to stay. */
  readonly isFirst: boolean;
}

export interface CutRules {
  /** Longest line; wide letters of East Asia count twice. */
  readonly lineWidth: number;
  /** Most lines of a subtitle. */
  readonly lines: number;
  /** Fewer characters than this are read in less time than a subtitle should be shown. */
  readonly fewCharacters: number;
}

/** The lines of a subtitle, each a list of words. */
export type CutCue = readonly (readonly Token[])[];

/** What a subtitle costs by itself, so that there are no more than needed; a break in the middle of a phrase costs 16. */
const CUE_COST = 12;
/** What a subtitle costs that is too short to be shown for long. */
const FLASH_COST = 8;

/** What a break between the lines of a subtitle costs beside one between subtitles. */
const LINE_PART = 0.75;
/** Longest time that words of one subtitle may take, where they have times. Seconds. */
const MAX_SECONDS = 7;

/**
 * Cuts words into subtitles of so many lines, at the ends of sentences and clauses where there are any: the cheapest way over all. A
 * word must not be wider than a line.
 */
export function cutCues(tokens: readonly Token[], rules: CutRules): CutCue[] {
  const widths = tokens.map(({ text }) => displayWidth(text));
  const breaks = tokens.map((token, index) => breakCost(token, tokens[index + 1]));
  const cues: CutCue[] = [];
  let start = 0;
  for (let end = 1; end <= tokens.length; end++) {
    if (end < tokens.length && tokens[end]?.isFirst !== true) continue;
    for (const [from, to] of cutBlock(tokens, { widths, breaks }, start, end, rules))
      cues.push(cutLines(tokens, widths, from, to, rules.lineWidth));
    start = end;
  }
  return cues;
}

interface Measures {
  readonly widths: readonly number[];
  /** The cost of a break after each token. */
  readonly breaks: readonly number[];
}

/** Of the tokens from `first` to `end`, where each subtitle begins and ends. */
function cutBlock(
  tokens: readonly Token[],
  { widths, breaks }: Measures,
  first: number,
  end: number,
  { lineWidth, lines, fewCharacters }: CutRules,
): [number, number][] {
  const costs = new Float64Array(end - first + 1).fill(Number.POSITIVE_INFINITY);
  const starts = new Uint32Array(end - first + 1);
  costs[0] = 0;
  for (let from = first; from < end; from++) {
    const before = costs[from - first] ?? 0;
    // Lines filled one after another need no more than any other way.
    let used = 1;
    let width = 0;
    let characters = 0;
    for (let to = from; to < end; to++) {
      const own = widths[to] ?? 0;
      const glued = width === 0 ? own : width + (tokens[to]?.glue.length ?? 0) + own;
      if (glued <= lineWidth) width = glued;
      else {
        used++;
        width = own;
        if (used > lines) break;
      }
      if (to > from && (tokens[to]?.end ?? 0) - (tokens[from]?.start ?? 0) > MAX_SECONDS) break;
      characters += own + 1;
      const flash = characters < fewCharacters ? FLASH_COST * (1 - characters / fewCharacters) : 0;
      const cut = to + 1 < end ? (breaks[to] ?? 0) : 0;
      const least = before + CUE_COST + flash + cut;
      if (least >= (costs[to + 1 - first] ?? 0)) continue;
      const cost = least + (used === 2 ? LINE_PART * halvesCost(tokens, { widths, breaks }, from, to, lineWidth) : 0);
      if (cost >= (costs[to + 1 - first] ?? 0)) continue;
      costs[to + 1 - first] = cost;
      starts[to + 1 - first] = from;
    }
  }
  const cuts: [number, number][] = [];
  for (let to = end; to > first; to = starts[to - first] ?? first) cuts.push([starts[to - first] ?? first, to]);
  return cuts.reverse();
}

/** The cost of the best break of a subtitle in two lines. */
function halvesCost(
  tokens: readonly Token[],
  { widths, breaks }: Measures,
  from: number,
  to: number,
  lineWidth: number,
): number {
  let best = Number.POSITIVE_INFINITY;
  let upper = 0;
  for (let i = from; i <= to; i++) upper += (widths[i] ?? 0) + (i > from ? (tokens[i]?.glue.length ?? 0) : 0);
  let lower = 0;
  for (let start = to; start > from; start--) {
    const glue = tokens[start]?.glue.length ?? 0;
    lower += widths[start] ?? 0;
    if (lower > lineWidth) break;
    upper -= (widths[start] ?? 0) + glue;
    lower += glue;
    if (upper <= lineWidth) best = Math.min(best, breaks[start - 1] ?? 0);
  }
  return Number.isFinite(best) ? best : 0;
}

/** Breaks a subtitle into as few lines as hold it: between phrases, of like lengths, the lower longer rather than the upper. */
function cutLines(
  tokens: readonly Token[],
  widths: readonly number[],
  from: number,
  to: number,
  lineWidth: number,
): Token[][] {
  const count = to - from;
  const widthOf = (start: number, end: number): number => {
    let width = 0;
    for (let i = start; i < end; i++) width += (widths[i] ?? 0) + (i > start ? (tokens[i]?.glue.length ?? 0) : 0);
    return width;
  };
  const total = widthOf(from, to);
  if (total <= lineWidth) return [tokens.slice(from, to)];
  const ideal = total / Math.ceil(total / lineWidth);
  const costs = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  const starts = new Uint32Array(count + 1);
  costs[0] = 0;
  for (let end = 1; end <= count; end++) {
    let width = 0;
    for (let start = end - 1; start >= 0; start--) {
      const glue = start + 1 < end ? (tokens[from + start + 1]?.glue.length ?? 0) : 0;
      width += (widths[from + start] ?? 0) + glue;
      if (width > lineWidth) break;
      // A line more costs more than any other fault.
      const uneven = ((width - ideal) / ideal) ** 2 * (start === 0 && width > ideal ? 14 : 10);
      const cost = (costs[start] ?? 0) + 1000 + uneven + breakCost(tokens[from + end - 1], tokens[from + end]);
      if (cost >= (costs[end] ?? 0)) continue;
      costs[end] = cost;
      starts[end] = start;
    }
  }
  const lines: Token[][] = [];
  for (let end = count; end > 0; end = starts[end] ?? 0)
    lines.unshift(tokens.slice(from + (starts[end] ?? 0), from + end));
  return lines;
}

const lineText = (line: readonly Token[]): string =>
  line.map(({ text, glue }, index) => (index === 0 ? text : glue + text)).join('');

export const cueLines = (cue: CutCue): string => cue.map(lineText).join('\n');

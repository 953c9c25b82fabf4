import { LimitFault } from '../faults.js';
import { firstIndex } from '../numbers/first-index.js';
import type { PatchHunk, PatchLine } from './parse-patch.js';

export interface HunkOutcome {
  readonly applied: boolean;
  /** Line of the old text where it was applied, from 1. */
  readonly line?: number;
  /** How far that is from where the hunk says, after the offset of the hunks before it. */
  readonly offset?: number;
  /** Lines of context at either end that were left out of account. */
  readonly fuzz?: number;
  /** Why it was not applied. */
  readonly reason?: HunkFault;
}

/** What stands in the way of a hunk. */
export type HunkFault =
  | { readonly kind: 'differs'; readonly line: number; readonly expected: string; readonly found: string | undefined }
  | { readonly kind: 'already'; readonly line: number };

export interface PatchedText {
  readonly text: string;
  readonly outcomes: readonly HunkOutcome[];
}

// Some seconds at most; a patch of the largest size for a text of the largest size took under a million.
const MAX_COMPARISONS = 100_000_000;

/** A patch made for that. */
const tooHard = (): LimitFault =>
  LimitFault.whole(`Applying the patch must take at most ${MAX_COMPARISONS} comparisons of lines`, MAX_COMPARISONS);

/**
 * Applies hunks one after the other, each where its old lines stand nearest to where they should, as patch(1) does: a hunk whose
 * context is shorter on one side belongs to that end of the text; with fuzz, outer lines of context are left out of account, as
 * few as will do. Line breaks at the very end are not compared. Throws LimitFault.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[], mostFuzz: number): PatchedText {
  const hasFinalBreak = text.endsWith('\n');
  const lines = text === '' ? [] : text.split('\n');
  if (hasFinalBreak) lines.pop();
  const finder = new HunkFinder(lines, hunks);
  const output: string[] = [];
  const outcomes: HunkOutcome[] = [];
  let endsWithBreak = hasFinalBreak;
  for (const hunk of hunks) {
    const found = finder.find(hunk, mostFuzz);
    if (found === undefined) {
      outcomes.push({ applied: false, reason: finder.explain(hunk) });
      continue;
    }
    const { line, offset, fuzz } = found;
    for (let index = finder.frozen; index < line - 1; index++) output.push(lines[index] ?? '');
    let index = line - 1;
    for (const { change, text } of hunk.lines) {
      if (change === 'added') output.push(text);
      // Context that fuzz left out of account may lie beyond the end.
      else if (index === lines.length) continue;
      else if (change === 'equal') output.push(lines[index++] ?? '');
      else index++;
    }
    finder.freeze(index);
    // A break that the text lacks at its end and the patch takes for granted stays away.
    if (index === lines.length) endsWithBreak = endsWith(hunk.lines, hasFinalBreak || lines.length === 0);
    outcomes.push({ applied: true, line, offset, fuzz });
  }
  for (let index = finder.frozen; index < lines.length; index++) output.push(lines[index] ?? '');
  if (output.length === 0) return { text: '', outcomes };
  return { text: output.join('\n') + (endsWithBreak ? '\n' : ''), outcomes };
}

/** Whether a text that ends with a hunk ends with a break, given whether it did before. */
function endsWith(lines: readonly PatchLine[], before: boolean): boolean {
  const last = lines.findLast(({ change }) => change !== 'removed');
  const lastOld = lines.findLast(({ change }) => change !== 'added');
  const isLacking = !before && (lastOld?.hasBreak ?? false);
  if (isLacking || (last !== undefined && last === lastOld)) return before;
  return last === undefined || last.change === 'equal' || last.hasBreak;
}

interface Place {
  readonly line: number;
  readonly offset: number;
  readonly fuzz: number;
}

class HunkFinder {
  /** Lines that earlier hunks have dealt with. */
  frozen = 0;
  #offset = 0;
  #comparisons = 0;
  readonly #symbols = new Map<string, number>();
  readonly #lines: Int32Array;
  /** Where each line that a hunk holds stands in the text. */
  readonly #places = new Map<number, number[]>();

  constructor(
    private readonly texts: readonly string[],
    hunks: readonly PatchHunk[],
  ) {
    for (const { lines } of hunks) for (const { text } of lines) this.#intern(text);
    this.#lines = Int32Array.from(texts, (text, index) => {
      const symbol = this.#symbols.get(text);
      if (symbol === undefined) return -1;
      const places = this.#places.get(symbol);
      if (places === undefined) this.#places.set(symbol, [index]);
      else places.push(index);
      return symbol;
    });
  }

  #intern(text: string): number {
    const known = this.#symbols.get(text);
    if (known !== undefined) return known;
    this.#symbols.set(text, this.#symbols.size);
    return this.#symbols.size - 1;
  }

  freeze(index: number): void {
    this.frozen = index;
  }

  find(hunk: PatchHunk, mostFuzz: number): Place | undefined {
    const pattern = this.#pattern(hunk, 'added');
    const before = countContext(hunk.lines);
    const after = countContext([...hunk.lines].reverse());
    const most = Math.max(before, after);
    for (let fuzz = 0; fuzz <= Math.min(mostFuzz, most); fuzz++) {
      const line = this.#locate(hunk, pattern, fuzz + before - most, fuzz + after - most);
      if (line === undefined) continue;
      const guess = firstLine(hunk) + this.#offset;
      this.#offset += line - guess;
      return { line, offset: line - firstLine(hunk), fuzz };
    }
    return undefined;
  }

  /** The old lines of a hunk, or its new ones. */
  #pattern({ lines }: PatchHunk, without: PatchLine['change']): Int32Array {
    return Int32Array.from(
      lines.filter(({ change }) => change !== without).map(({ text }) => this.#symbols.get(text) ?? -2),
    );
  }

  /** `top` and `bottom` lines at the ends of the pattern are not compared; below zero, that end must be that of the text. */
  #locate(hunk: PatchHunk, pattern: Int32Array, top: number, bottom: number): number | undefined {
    const guess = firstLine(hunk) + this.#offset;
    const count = this.#lines.length;
    const first = this.frozen + 1;
    // Without a line to look for, it goes where it says, or at the end.
    if (pattern.length === 0) return guess >= first ? Math.min(guess, count + 1) : undefined;
    const isAt = (line: number, from: number, to: number): boolean =>
      line >= first && line + to - 1 <= count && this.#matches(pattern, line, from, to);
    if (top < 0 && hunk.oldStart <= 1) {
      if (bottom < 0 && pattern.length !== count) return undefined;
      return isAt(1, 0, pattern.length - Math.max(0, bottom)) ? 1 : undefined;
    }
    const from = Math.max(0, top);
    if (bottom < 0) {
      const line = count - pattern.length + 1;
      return isAt(line, from, pattern.length) ? line : undefined;
    }
    const to = pattern.length - bottom;
    if (from >= to) return guess >= first && guess + to - 1 <= count ? guess : undefined;
    for (const line of this.#candidates(pattern, from, to, guess)) if (isAt(line, from, to)) return line;
    return undefined;
  }

  #matches(pattern: Int32Array, line: number, from: number, to: number): boolean {
    for (let index = from; index < to; index++) {
      this.#comparisons++;
      if (this.#lines[line - 1 + index] !== pattern[index]) return false;
    }
    if (this.#comparisons > MAX_COMPARISONS) throw tooHard();
    return true;
  }

  /** Where the rarest line of a pattern puts it, the nearest to the guess first, further down before further up. */
  *#candidates(pattern: Int32Array, from: number, to: number, guess: number): Generator<number, void> {
    let rarest: readonly number[] | undefined;
    let at = from;
    for (let index = from; index < to; index++) {
      const places = this.#places.get(pattern[index] ?? -2) ?? [];
      if (rarest !== undefined && places.length >= rarest.length) continue;
      rarest = places;
      at = index;
    }
    if (rarest === undefined) return;
    const lineOf = (index: number): number => (rarest[index] ?? 0) + 1 - at;
    let below = firstIndex(rarest.length, (i) => lineOf(i) >= guess);
    let above = below - 1;
    while (above >= 0 || below < rarest.length) {
      this.#comparisons++;
      if (this.#comparisons > MAX_COMPARISONS) throw tooHard();
      const down = below < rarest.length ? lineOf(below) - guess : Number.POSITIVE_INFINITY;
      const up = above >= 0 ? guess - lineOf(above) : Number.POSITIVE_INFINITY;
      yield down <= up ? lineOf(below++) : lineOf(above--);
    }
  }

  /** What a caller should know of a hunk that fits nowhere: the first line that differs where it should stand. */
  explain(hunk: PatchHunk): HunkFault {
    const guess = Math.max(1, firstLine(hunk) + this.#offset);
    const made = this.#pattern(hunk, 'removed');
    const isThere = made.length > 0 && hunk.lines.some(({ change }) => change !== 'equal');
    if (isThere && guess + made.length - 1 <= this.#lines.length && this.#matches(made, guess, 0, made.length))
      return { kind: 'already', line: guess };
    const olds = hunk.lines.filter(({ change }) => change !== 'added');
    const different = olds.findIndex(({ text }, index) => this.texts[guess - 1 + index] !== text);
    // All lines are there: what is after or before them, or an earlier hunk, is in the way.
    const at = Math.max(0, different);
    return { kind: 'differs', line: guess + at, expected: olds[at]?.text ?? '', found: this.texts[guess - 1 + at] };
  }
}

/** The first line that a hunk stands at, from 1; one without old lines stands after the line that it names. */
function firstLine({ oldStart, lines }: PatchHunk): number {
  return lines.some(({ change }) => change !== 'added') ? oldStart : oldStart + 1;
}

function countContext(lines: readonly PatchLine[]): number {
  const count = lines.findIndex(({ change }) => change !== 'equal');
  return count === -1 ? lines.length : count;
}

import type { Change } from './hunks.js';
import { diffSequences, type Edit, internPieces } from './sequence-diff.js';
import type { Cut } from './text-pieces.js';

/** A stretch of text that both sides have, or only the old or the new one. */
export interface DiffSegment {
  readonly change: Change;
  readonly text: string;
}

/** A line of the old and the new text merged into one: line numbers count from 1. */
export interface MergedLine {
  readonly oldLine: number;
  readonly newLine: number;
  readonly segments: readonly DiffSegment[];
}

/** The segments of two texts in order; equal ones as the old text has them. */
export function segmentsOf(before: readonly string[], after: readonly string[], edits: readonly Edit[]): DiffSegment[] {
  const segments: DiffSegment[] = [];
  const push = (change: Change, pieces: readonly string[]): void => {
    if (pieces.length > 0) segments.push({ change, text: pieces.join('') });
  };
  let old = 0;
  for (const edit of edits) {
    push('equal', before.slice(old, edit.oldStart));
    push('removed', before.slice(edit.oldStart, edit.oldEnd));
    push('added', after.slice(edit.newStart, edit.newEnd));
    old = edit.oldEnd;
  }
  push('equal', before.slice(old));
  return segments;
}

/** Segments cut at their line feeds. A line begins where either text begins one. */
export function mergeLines(segments: readonly DiffSegment[]): MergedLine[] {
  const lines: MergedLine[] = [];
  let current: DiffSegment[] = [];
  let start = { oldLine: 1, newLine: 1 };
  let { oldLine, newLine } = start;
  for (const { change, text } of segments) {
    const parts = text.split('\n');
    for (const [index, part] of parts.entries()) {
      const isEnded = index < parts.length - 1;
      if (part !== '' || isEnded) current.push({ change, text: isEnded ? `${part}\n` : part });
      if (!isEnded) continue;
      lines.push({ ...start, segments: current });
      current = [];
      if (change !== 'added') oldLine++;
      if (change !== 'removed') newLine++;
      start = { oldLine, newLine };
    }
  }
  if (current.length > 0) lines.push({ ...start, segments: current });
  return lines;
}

/** Longest lines whose inner difference is looked for. */
const INNER_CHARACTERS = 5000;
const INNER_WORK = 100_000;

/** What differs inside a line that took the place of another: the segments of each side. */
export function diffInside(
  before: string,
  after: string,
  cut: Cut,
  keyOf: ((piece: string) => string) | undefined,
): readonly [readonly DiffSegment[], readonly DiffSegment[]] {
  if (before.length > INNER_CHARACTERS || after.length > INNER_CHARACTERS)
    return [[{ change: 'removed', text: before }], [{ change: 'added', text: after }]];
  const olds = cut(before);
  const news = cut(after);
  const { edits } = diffSequences(...internPieces(olds, news, keyOf), INNER_WORK);
  const swapped = edits.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    oldStart: newStart,
    oldEnd: newEnd,
    newStart: oldStart,
    newEnd: oldEnd,
  }));
  return [
    segmentsOf(olds, news, edits).filter(({ change }) => change !== 'added'),
    segmentsOf(news, olds, swapped)
      .filter(({ change }) => change !== 'added')
      .map(({ change, text }) => ({ change: change === 'removed' ? 'added' : change, text })),
  ];
}

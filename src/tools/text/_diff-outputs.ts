import { z } from 'zod';

import { CLASS_LIMITS } from '../../core/limits.js';
import { count, place } from '../../core/shared-data.js';
import { groupEdits, type Hunk, hunkHeader, walkHunk } from '../../lib/diff/hunks.js';
import { type DiffSegment, diffInside, type MergedLine, mergeLines, segmentsOf } from '../../lib/diff/inline-diff.js';
import type { Edit } from '../../lib/diff/sequence-diff.js';
import type { Cut } from '../../lib/diff/text-pieces.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { positionCounter } from '../../lib/text/text-position.js';
import { displayWidth, padEndWidth, wrapColumns } from '../../lib/unicode/display-width.js';
import { escapeHtml } from '../../lib/xml/references.js';

export const hunkData = z.object({
  oldStart: place('First line in the old text.'),
  oldLines: count('Lines of the old text.'),
  newStart: place('First line in the new text.'),
  newLines: count('Lines of the new text.'),
  lines: z
    .array(
      z.object({
        change: z.enum(['equal', 'removed', 'added']).describe('What happened to the line.'),
        oldLine: z.int().nullable().describe('Number in the old text; null where it was added.'),
        newLine: z.int().nullable().describe('Number in the new text; null where it was removed.'),
        text: z.string().describe('Text of the line.'),
      }),
    )
    .describe('Lines of the hunk.'),
});

export const changeData = z.object({
  oldLine: place('Line in the old text.'),
  oldColumn: place('Column in the old text.'),
  removed: z.string().describe('Text that was removed.'),
  newLine: place('Line in the new text.'),
  newColumn: place('Column in the new text.'),
  added: z.string().describe('Text that was added.'),
});

/** Two texts in pieces and what differs. */
export interface Comparison {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly edits: readonly Edit[];
}

/** Two lines beside each other: the one took the place of the other, or one has none. Numbers count from 1. */
interface Row {
  readonly kind: 'equal' | 'changed' | 'removed' | 'added';
  readonly oldLine: number;
  readonly newLine: number;
  readonly left: readonly DiffSegment[];
  readonly right: readonly DiffSegment[];
}

/** How the inside of changed lines is compared; left out where whole lines are. */
export interface Inside {
  readonly cut: Cut;
  readonly keyOf: ((piece: string) => string) | undefined;
}

const NO_BREAK = '\\ No newline at end of file';
const withoutBreak = (line: string): string => line.replace(/\r?\n$/, '');

function* rowsOf({ before, after }: Comparison, hunk: Hunk, inside: Inside | undefined): Generator<Row, void> {
  const whole = (change: DiffSegment['change'], line: string): DiffSegment[] => [{ change, text: line }];
  let old = hunk.oldStart;
  let index = hunk.newStart;
  const equalUpTo = function* (end: number): Generator<Row, void> {
    for (; old < end; old++, index++) {
      const left = whole('equal', before[old] ?? '');
      yield { kind: 'equal', oldLine: old + 1, newLine: index + 1, left, right: whole('equal', after[index] ?? '') };
    }
  };
  for (const { oldStart, oldEnd, newEnd } of hunk.edits) {
    yield* equalUpTo(oldStart);
    while (old < oldEnd && index < newEnd) {
      const [left, right] = [before[old] ?? '', after[index] ?? ''];
      const [inLeft, inRight] =
        inside === undefined
          ? [whole('removed', left), whole('added', right)]
          : diffInside(left, right, inside.cut, inside.keyOf);
      yield { kind: 'changed', oldLine: ++old, newLine: ++index, left: inLeft, right: inRight };
    }
    while (old < oldEnd) {
      const left = whole('removed', before[old] ?? '');
      yield { kind: 'removed', oldLine: ++old, newLine: index, left, right: [] };
    }
    while (index < newEnd) {
      const right = whole('added', after[index] ?? '');
      yield { kind: 'added', oldLine: old, newLine: ++index, left: [], right };
    }
  }
  yield* equalUpTo(hunk.oldEnd);
}

const MARKS = { equal: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;

/** A segment as `git diff --word-diff` marks it. The marks stay on the line that they are on. */
function marked({ change, text }: DiffSegment): string {
  const [open, close] = MARKS[change];
  const line = withoutBreak(text);
  return `${open}${line}${close}${text.slice(line.length)}`;
}

/** Merged lines with what was removed and added marked inside them, in groups with context. */
export function writeMerged(
  { before, after, edits }: Comparison,
  context: number,
  names: readonly [string, string],
): string {
  if (edits.length === 0) return '';
  const lines = mergeLines(segmentsOf(before, after, edits));
  const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
  result.add(`--- ${names[0]}\n+++ ${names[1]}\n`);
  for (const [start, end] of groupMerged(lines, context)) {
    result.add(`${hunkHeader(stretchOf(lines, start, end))}\n`);
    for (const { segments } of lines.slice(start, end)) {
      for (const segment of segments) result.add(marked(segment));
      if (!segments.at(-1)?.text.endsWith('\n')) result.add(`\n${NO_BREAK}\n`);
    }
  }
  return result.toString();
}

/** Which lines of either text merged lines are made of; a group is never empty. */
function stretchOf(lines: readonly MergedLine[], start: number, end: number): Omit<Hunk, 'edits'> {
  const first = lines[start] as MergedLine;
  const next = endOf(lines[end - 1] as MergedLine);
  return {
    oldStart: first.oldLine - 1,
    oldEnd: next.oldLine - 1,
    newStart: first.newLine - 1,
    newEnd: next.newLine - 1,
  };
}

/** The numbers of the lines after a merged one; text without a break at its end is a line too. */
function endOf({ oldLine, newLine, segments }: MergedLine): { readonly oldLine: number; readonly newLine: number } {
  const isOf = (change: DiffSegment['change']): boolean =>
    segments.some((segment) => segment.change === 'equal' || segment.change === change);
  return { oldLine: oldLine + (isOf('removed') ? 1 : 0), newLine: newLine + (isOf('added') ? 1 : 0) };
}

function groupMerged(lines: readonly MergedLine[], context: number): (readonly [number, number])[] {
  const changed: Edit[] = [];
  for (const [index, { segments }] of lines.entries()) {
    if (segments.every(({ change }) => change === 'equal')) continue;
    changed.push({ oldStart: index, oldEnd: index + 1, newStart: index, newEnd: index + 1 });
  }
  return groupEdits(changed, context, lines.length).map(({ oldStart, oldEnd }) => [oldStart, oldEnd]);
}

const GUTTERS = { equal: ' ', changed: '|', removed: '<', added: '>' } as const;

/** Old and new lines in two columns of a fixed-width font; lines that are too long go on in the next row. */
export function writeSideBySide(
  comparison: Comparison,
  hunks: readonly Hunk[],
  width: number,
  inside: Inside | undefined,
): string {
  const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
  const most = Math.max(comparison.before.length, comparison.after.length);
  const digits = String(most).length;
  const cellOf = (segments: readonly DiffSegment[]): string[] => {
    const line = segments
      .map((segment) => (inside === undefined ? withoutBreak(segment.text) : marked(segment)))
      .join('');
    return wrapColumns(expandTabs(withoutBreak(line)), width);
  };
  for (const hunk of hunks) {
    result.add(`${hunkHeader(hunk)}\n`);
    for (const { kind, oldLine, newLine, left, right } of rowsOf(comparison, hunk, inside)) {
      const [lefts, rights] = [left.length === 0 ? [] : cellOf(left), right.length === 0 ? [] : cellOf(right)];
      for (let row = 0; row < Math.max(lefts.length, rights.length); row++) {
        const [leftCell, rightCell] = [lefts[row], rights[row]];
        const oldNumber = row === 0 && leftCell !== undefined ? oldLine : '';
        const newNumber = row === 0 && rightCell !== undefined ? newLine : '';
        const line = `${String(oldNumber).padStart(digits)} ${padEndWidth(leftCell ?? '', width)} ${GUTTERS[kind]} ${String(newNumber).padStart(digits)} ${rightCell ?? ''}`;
        result.add(`${line.trimEnd()}\n`);
      }
    }
  }
  return result.toString();
}

/** Tabs to the next multiple of 8 columns, and control characters as one that is seen. */
function expandTabs(line: string): string {
  if (!/[\u0000-\u001f\u007f]/.test(line)) return line;
  const pieces: string[] = [];
  let width = 0;
  for (const part of line.split(/([\u0000-\u001f\u007f])/)) {
    const shown = part === '\t' ? ' '.repeat(8 - (width % 8)) : showControls(part);
    pieces.push(shown);
    width += displayWidth(shown);
  }
  return pieces.join('');
}

const showControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (control) =>
    control === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );

const STYLE = `
body{margin:1rem;font:14px/1.4 system-ui,sans-serif;color:#1f2328;background:#fff}
table{border-collapse:collapse;width:100%;font:13px/1.5 ui-monospace,Consolas,monospace}
td{padding:0 .5rem;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}
td.n{width:1%;text-align:right;color:#59636e;user-select:none;white-space:nowrap}
tr.h td{color:#59636e;background:#ddf4ff}tr.r td{background:#ffebe9}tr.a td{background:#dafbe1}tr.c td{background:#fff8c5}
del{background:#ffc1bc;color:inherit}ins{background:#9be9a8;color:inherit}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td.n,tr.h td{color:#8d96a0}tr.h td{background:#121d2f}
tr.r td{background:#301b1e}tr.a td{background:#12261e}tr.c td{background:#272115}del{background:#8e1519}ins{background:#1a7f37}}`;

const lineHtml = (value: string): string => escapeHtml(showControls(value.replace(/\r?\n$/, '')));

const ROW_CLASSES = { equal: '', removed: 'r', added: 'a' } as const;
const SIGNS = { equal: ' ', removed: '-', added: '+' } as const;

function htmlRow(kind: string, oldLine: number | '', newLine: number | '', content: string): string {
  const attribute = kind === '' ? '' : ` class="${kind}"`;
  return `<tr${attribute}><td class="n">${oldLine}</td><td class="n">${newLine}</td><td dir="auto">${content}</td></tr>\n`;
}

const htmlHeader = (stretch: Omit<Hunk, 'edits'>): string =>
  `<tr class="h"><td class="n"></td><td class="n"></td><td>${hunkHeader(stretch)}</td></tr>\n`;

/** A page that needs nothing from elsewhere and runs no script. */
function writePage(names: readonly [string, string], addRows: (result: BoundedText) => void): string {
  const title = `${lineHtml(names[0])} → ${lineHtml(names[1])}`;
  const result = new BoundedText(CLASS_LIMITS.standard.resultBytes);
  result.add(`<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n`);
  result.add(`<style>${STYLE}\n</style>\n</head>\n<body>\n<h1>${title}</h1>\n<table>\n`);
  addRows(result);
  result.add('</table>\n</body>\n</html>\n');
  return result.toString();
}

/** Lines as a patch has them, as a page. */
export function writeLinePage(
  { before, after, edits }: Comparison,
  hunks: readonly Hunk[],
  names: readonly [string, string],
): string {
  return writePage(names, (result) => {
    if (edits.length === 0) result.add(htmlRow('', '', '', 'No differences'));
    for (const hunk of hunks) {
      result.add(htmlHeader(hunk));
      for (const [change, old, index] of walkHunk(hunk)) {
        const line = (change === 'added' ? after[index] : before[old]) ?? '';
        const content = `${SIGNS[change]} ${lineHtml(line)}${line.endsWith('\n') ? '' : `<br>${NO_BREAK}`}`;
        const [oldLine, newLine] = [change === 'added' ? '' : old + 1, change === 'removed' ? '' : index + 1] as const;
        result.add(htmlRow(ROW_CLASSES[change], oldLine, newLine, content));
      }
    }
  });
}

const TAGS = { equal: ['', ''], removed: ['<del>', '</del>'], added: ['<ins>', '</ins>'] } as const;
/** A break that was removed or added is shown, else nothing would be seen. */
const BREAK_MARK = '↵';

/** Merged lines with what was removed and added marked inside them, as a page. */
export function writeMergedPage(
  { before, after, edits }: Comparison,
  context: number,
  names: readonly [string, string],
): string {
  const lines = mergeLines(segmentsOf(before, after, edits));
  return writePage(names, (result) => {
    if (edits.length === 0) result.add(htmlRow('', '', '', 'No differences'));
    for (const [start, end] of groupMerged(lines, context)) {
      result.add(htmlHeader(stretchOf(lines, start, end)));
      for (const { oldLine, newLine, segments } of lines.slice(start, end)) {
        const content = segments.map(({ change, text }) => {
          const [open, close] = TAGS[change];
          const mark = change !== 'equal' && text.endsWith('\n') ? BREAK_MARK : '';
          return `${open}${lineHtml(text)}${mark}${close}`;
        });
        const isChanged = segments.some(({ change }) => change !== 'equal');
        result.add(htmlRow(isChanged ? 'c' : '', oldLine, newLine, content.join('')));
      }
    }
  });
}

/** Lines of each hunk with their numbers, for JSON. */
export function listHunks({ before, after }: Comparison, hunks: readonly Hunk[]) {
  return hunks.map((hunk) => ({
    oldStart: hunk.oldStart + 1,
    oldLines: hunk.oldEnd - hunk.oldStart,
    newStart: hunk.newStart + 1,
    newLines: hunk.newEnd - hunk.newStart,
    lines: Array.from(walkHunk(hunk), ([change, old, index]) => ({
      change,
      oldLine: change === 'added' ? null : old + 1,
      newLine: change === 'removed' ? null : index + 1,
      text: withoutBreak((change === 'added' ? after[index] : before[old]) ?? ''),
    })),
  }));
}

/** What was removed and added, with where it stands in either text, for JSON. */
export function listChanges({ before, after, edits }: Comparison) {
  const oldPosition = positionCounter(before.join(''));
  const newPosition = positionCounter(after.join(''));
  const [oldOffsets, newOffsets] = [offsetsOf(before), offsetsOf(after)];
  return edits.map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const old = oldPosition(oldOffsets[oldStart] ?? 0);
    const added = newPosition(newOffsets[newStart] ?? 0);
    return {
      oldLine: old.line,
      oldColumn: old.column,
      removed: before.slice(oldStart, oldEnd).join(''),
      newLine: added.line,
      newColumn: added.column,
      added: after.slice(newStart, newEnd).join(''),
    };
  });
}

function offsetsOf(pieces: readonly string[]): number[] {
  const offsets = [0];
  let offset = 0;
  for (const piece of pieces) {
    offset += piece.length;
    offsets.push(offset);
  }
  return offsets;
}

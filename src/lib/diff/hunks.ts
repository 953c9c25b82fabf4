import type { Edit } from './sequence-diff.js';

/** Edits close to each other with the unchanged pieces around and between them. Counts from 0, ends exclusive. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  readonly edits: readonly Edit[];
}

/** Groups edits whose context would touch or overlap. `oldLength` bounds the context after the last. */
export function groupEdits(edits: readonly Edit[], context: number, oldLength: number): Hunk[] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && edit.oldStart - last.oldEnd <= 2 * context) group.push(edit);
    else groups.push([edit]);
  }
  return groups.map((group) => {
    const first = group[0] as Edit;
    const last = group.at(-1) as Edit;
    const before = Math.min(context, first.oldStart);
    const after = Math.min(context, oldLength - last.oldEnd);
    return {
      oldStart: first.oldStart - before,
      oldEnd: last.oldEnd + after,
      newStart: first.newStart - before,
      newEnd: last.newEnd + after,
      edits: group,
    };
  });
}

/** What became of one piece. The index is that in the old sequence, for an added piece in the new one. */
export type Change = 'equal' | 'removed' | 'added';

/** The pieces of a stretch in the order a patch has them: removed ones before added ones. */
export function* walkHunk({
  oldStart,
  oldEnd,
  newStart,
  edits,
}: Hunk): Generator<readonly [Change, number, number], void> {
  let old = oldStart;
  let after = newStart;
  for (const edit of edits) {
    while (old < edit.oldStart) yield ['equal', old++, after++];
    while (old < edit.oldEnd) yield ['removed', old++, after];
    while (after < edit.newEnd) yield ['added', old, after++];
  }
  while (old < oldEnd) yield ['equal', old++, after++];
}

/** `@@ -3,7 +3,8 @@`. A length of 1 is left out, and a stretch without lines stands after the line before it (POSIX diff -u). */
export function hunkHeader({ oldStart, oldEnd, newStart, newEnd }: Omit<Hunk, 'edits'>): string {
  return `@@ -${range(oldStart, oldEnd)} +${range(newStart, newEnd)} @@`;
}

function range(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

const SIGNS = { equal: ' ', removed: '-', added: '+' } as const;

/** A unified diff as GNU diff writes it; empty where there is no hunk. Lines have their breaks. */
export function writeUnified(
  before: readonly string[],
  after: readonly string[],
  hunks: readonly Hunk[],
  names: readonly [string, string],
): string {
  if (hunks.length === 0) return '';
  const pieces = [`--- ${headerName(names[0])}\n+++ ${headerName(names[1])}\n`];
  for (const hunk of hunks) {
    pieces.push(`${hunkHeader(hunk)}\n`);
    for (const [change, old, index] of walkHunk(hunk)) {
      const line = (change === 'added' ? after[index] : before[old]) ?? '';
      pieces.push(SIGNS[change], line);
      if (!line.endsWith('\n')) pieces.push('\n\\ No newline at end of file\n');
    }
  }
  return pieces.join('');
}

/** A name that holds a quote is quoted as in C; one with a space is ended by a tab, so that no date is read into it. */
function headerName(name: string): string {
  if (name.includes('"')) return `"${name.replaceAll('"', '\\"')}"`;
  return name.includes(' ') ? `${name}\t` : name;
}

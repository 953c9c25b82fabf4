import { foldCase } from '../unicode/letter-case.js';
import type { Hunk } from './hunks.js';
import type { Edit } from './sequence-diff.js';

/** What pieces of two texts may differ in and still count as equal. */
export interface Likeness {
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
  readonly ignoreLineEndings: boolean;
  readonly ignoreBlankLines: boolean;
}

/** What two pieces must share to count as equal; `undefined` where it is all of them. */
export function keyFunction(likeness: Likeness): ((piece: string) => string) | undefined {
  const steps: ((piece: string) => string)[] = [];
  // White space at the end of a line includes its ending.
  if (likeness.ignoreWhitespace) steps.push((piece) => piece.trim().replace(/\s+/g, ' '));
  else if (likeness.ignoreLineEndings) steps.push((piece) => piece.replace(/\r\n?/g, '\n'));
  if (!likeness.caseSensitive) steps.push(foldCase);
  return steps.length === 0 ? undefined : (piece) => steps.reduce((key, step) => step(key), piece);
}

interface Pieces {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const changesOnly = ({ before, after }: Pieces, edit: Edit, isBlank: (piece: string) => boolean): boolean =>
  before.slice(edit.oldStart, edit.oldEnd).every(isBlank) && after.slice(edit.newStart, edit.newEnd).every(isBlank);

/** Words and characters: the changes that count. */
export function countedEdits(pieces: Pieces, edits: readonly Edit[], likeness: Likeness): readonly Edit[] {
  const isBlank = (piece: string): boolean =>
    likeness.ignoreWhitespace ? piece.trim() === '' : likeness.ignoreBlankLines && /^[\r\n]+$/.test(piece);
  return edits.filter((edit) => !changesOnly(pieces, edit, isBlank));
}

/** Lines: groups with a change that counts. A blank line beside such a change is shown with it, as `diff -B` does. */
export function countedHunks(pieces: Pieces, hunks: readonly Hunk[], likeness: Likeness): readonly Hunk[] {
  if (!likeness.ignoreBlankLines) return hunks;
  const isBlank = (line: string): boolean => (likeness.ignoreWhitespace ? line.trim() === '' : /^[\r\n]*$/.test(line));
  return hunks.filter((hunk) => hunk.edits.some((edit) => !changesOnly(pieces, edit, isBlank)));
}

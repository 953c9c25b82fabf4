import { diffSequences, internPieces } from '../diff/sequence-diff.js';
import type { Box } from './glyphs.js';
import type { SearchText } from './search-text.js';

/** The words of a page in the order of reading, with their places in its text. */
export interface WordedPage {
  readonly search: SearchText;
  readonly pieces: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/** Words in the place of others; boxes on the upright page, one per line. */
export interface TextChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly old: string;
  readonly new: string;
  readonly oldBoxes: readonly Box[];
  readonly newBoxes: readonly Box[];
}

/** Work of one comparison: beyond it, larger parts are told as one change. */
const MAX_STEPS = 5_000_000;

/** What is between white space. */
export const piecesOf = ({ text }: SearchText): WordedPage['pieces'] =>
  [...text.matchAll(/\S+/g)].map(({ 0: piece, index }) => ({ text: piece, start: index, end: index + piece.length }));

/** What was put in the place of what, word by word. */
export function textChanges(before: WordedPage, after: WordedPage): TextChange[] {
  const [left, right] = internPieces(
    before.pieces.map(({ text }) => text),
    after.pieces.map(({ text }) => text),
  );
  return diffSequences(left, right, MAX_STEPS).edits.map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const old = partOf(before, oldStart, oldEnd);
    const fresh = partOf(after, newStart, newEnd);
    const kind = old.text === '' ? 'added' : fresh.text === '' ? 'removed' : 'changed';
    return { kind, old: old.text, new: fresh.text, oldBoxes: old.boxes, newBoxes: fresh.boxes };
  });
}

function partOf({ pieces, search }: WordedPage, start: number, end: number): { text: string; boxes: Box[] } {
  if (end <= start) return { text: '', boxes: [] };
  const [from, to] = [pieces[start]?.start ?? 0, pieces[end - 1]?.end ?? 0];
  return { text: search.text.slice(from, to).replace(/\s+/g, ' '), boxes: search.boxes(from, to) };
}

/** Which pages of several files combine-pdf-pages takes, and in which order. */

import { invalid, overLimit, quote } from '../../core/index.js';
import { assemblePdf } from '../../formats/pdf/document/assemble.js';
import { type OpenPdf, openPdf } from '../../formats/pdf/document/open.js';
import { MAX_PAGES } from '../../formats/pdf/pages/pages.js';
import { parsePageSet } from '../../lib/documents/page-ranges.js';
import { type Place, placesOf } from './_page-order.js';

interface Choice {
  /** A list of pages for each file, slashes between. */
  readonly pages: string;
  readonly reverseFiles: string;
  readonly blankAfterOdd: boolean;
}

/** The pages taken of each file, in its own order. Throws INVALID_INPUT, LIMIT_EXCEEDED naming the option or the file. */
export function placesOfFiles(
  files: readonly OpenPdf[],
  { pages, reverseFiles, blankAfterOdd }: Choice,
): readonly Place[][] {
  const lists = pages.split('/');
  if (lists.length > files.length) {
    const count = files.length === 1 ? '1 file' : `${files.length} files`;
    throw invalid(`Option "pages" must have at most one list of pages per file, got ${lists.length} for ${count}`);
  }
  const reversed = reversedFiles(reverseFiles, files.length);
  const places = files.map((pdf, i) => {
    const taken = placesOf(lists[i] ?? '', pdf, 'pages');
    if (reversed.has(i + 1)) taken.reverse();
    return blankAfterOdd && taken.length % 2 === 1 ? [...taken, 'blank' as const] : taken;
  });
  const count = places.reduce((sum, list) => sum + list.length, 0);
  if (count > MAX_PAGES) throw overLimit(`The result must have at most ${MAX_PAGES} pages, got ${count}`);
  return places;
}

function reversedFiles(text: string, count: number): ReadonlySet<number> {
  if (text.trim() === '') return new Set();
  const files = parsePageSet(text, count);
  if ('kind' in files)
    throw invalid(`Option "reverseFiles" must name files from 1 to ${count} like "1,3-4,even", got ${quote(text)}`);
  return new Set(files);
}

/** A page of the result: the file it comes from, from 1, and where it stands when the files follow one another, from 0. */
interface TakenPage {
  readonly file: number;
  readonly place: Place;
  readonly position: number;
}

/** The pages one file after the other, or one of each file in turn. */
export function inTurn(places: readonly (readonly Place[])[], isInterleaved: boolean): readonly TakenPage[] {
  let position = 0;
  const queues = places.map((list, i) => list.map((place) => ({ file: i + 1, place, position: position++ })));
  if (!isInterleaved) return queues.flat();
  const longest = Math.max(...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat();
}

/** A PDF of ours with its pages in another order; `positions` from 0. */
export function reordered(bytes: Uint8Array, positions: readonly number[]): Uint8Array {
  return assemblePdf([{ pdf: openPdf({ name: 'combined.pdf', bytes }), pages: positions, isDocumentKept: true }]);
}

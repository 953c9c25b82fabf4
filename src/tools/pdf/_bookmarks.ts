/** What pdf-bookmarks reads, makes and tells. */

import { z } from 'zod';

import { refusing } from '../../core/refusing.js';
import { count, place } from '../../core/shared-data.js';
import { hexColor, onWhite, readColor, srgbOf } from '../../engines/colors.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { type Bookmark, type BookmarkToWrite, bookmarksOf } from '../../formats/pdf/navigation/bookmarks.js';
import { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import {
  BOOKMARK_VIEWS,
  type BookmarkDraft,
  MAX_BOOKMARKS,
  readBookmarks,
} from '../../lib/documents/bookmark-texts.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { ContentFault } from '../../lib/faults.js';
import { condition } from './_report-data.js';

export const bookmarkReport = {
  pages: count('Number of pages.'),
  before: count('Number of bookmarks of the upload.'),
  bookmarks: z
    .array(
      z.object({
        title: z.string().describe('Title.'),
        level: place('Level, from 1.'),
        page: z.int().nullable().describe('Page it leads to, from 1; null for none.'),
        top: z.number().nullable().describe('Millimetres from the top of the page as shown; null where not stated.'),
        zoom: z.number().nullable().describe('Zoom in percent; null to leave it as it is.'),
        view: z.enum(BOOKMARK_VIEWS).nullable().describe('What of the page is shown; null without a page.'),
        destination: z.string().nullable().describe('Named destination it leads to; null for none.'),
        uri: z.string().nullable().describe('Address it opens; null for none.'),
        action: z.string().nullable().describe('Kind of any other action, such as GoToR or JavaScript; null for none.'),
        bold: z.boolean().describe('Whether it is shown in bold.'),
        italic: z.boolean().describe('Whether it is shown in italics.'),
        color: z.string().nullable().describe('Colour as #rrggbb; null for black.'),
        open: z.boolean().describe('Whether the bookmarks below it are shown at first.'),
      }),
    )
    .describe('Bookmarks of the result in their order.'),
  ...condition,
};

const asToldColor = ([r, g, b]: readonly [number, number, number]): string =>
  hexColor({ r: 255 * r, g: 255 * g, b: 255 * b, alpha: 1 });

/** The bookmarks of a file as the report has them. */
export const toldBookmarks = (pdf: OpenPdf) =>
  bookmarksOf(pdf, MAX_BOOKMARKS).map((bookmark: Bookmark) => ({
    ...bookmark,
    color: bookmark.color === null ? null : asToldColor(bookmark.color),
  }));

interface Wanted {
  /** Levels below which bookmarks are closed, where they do not say so themselves. */
  readonly openLevels: number;
  /** Added to page numbers. */
  readonly pageOffset: number;
}

/** The bookmarks of option `outline`. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export const outlineOption = (outline: string, wanted: Wanted): BookmarkToWrite[] =>
  refusing('Cannot read option "outline"', () =>
    readBookmarks(outline).map((draft, i) => toWrite(draft, i + 1, wanted)),
  );

function toWrite(
  { color, ...draft }: BookmarkDraft,
  number: number,
  { openLevels, pageOffset }: Wanted,
): BookmarkToWrite {
  const page = draft.page === undefined ? undefined : draft.page + pageOffset;
  return {
    ...draft,
    ...(page === undefined ? {} : { page }),
    rgb: color === undefined ? undefined : rgbOf(color, number),
    open: draft.open ?? draft.level < openLevels,
  };
}

function rgbOf(text: string, number: number): readonly [number, number, number] {
  const color = readColor(text);
  if (color === undefined) throw new ContentFault(`bookmark ${number}: "color" must be a CSS colour`);
  const { r, g, b } = onWhite(srgbOf(color));
  // A file holds shares; four digits tell all 256 values apart.
  const share = (value: number): number => Math.round((value / 255) * 10_000) / 10_000;
  return [share(r), share(g), share(b)];
}

interface Headings extends Wanted {
  readonly pages: readonly number[];
  /** Deepest level that is taken. */
  readonly levels: number;
  readonly signal: AbortSignal;
}

/** Bookmarks for the headings of a file's pages. */
export async function headingBookmarks(
  pdf: OpenPdf,
  bytes: Uint8Array,
  { pages, levels, openLevels, signal }: Headings,
): Promise<BookmarkToWrite[]> {
  const { pages: structured } = await structuredPages(pdf, bytes, pages, {
    signal,
    // Bold heads of tables are no headings.
    tables: true,
    images: false,
    dropRepeated: true,
  });
  const headings = structured.flatMap(({ page, items }) =>
    items.flatMap((item) => (item.kind === 'heading' && item.level <= levels ? [{ ...item, page }] : [])),
  );
  // Levels of headings that are used, so that a document which begins with its second level has no gap.
  const above: number[] = [];
  return headings.slice(0, MAX_BOOKMARKS).flatMap(({ level, runs, page, places: [place] }) => {
    const top = place?.box.top ?? 0;
    const title = runs
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    if (title === '') return [];
    while (above.length > 0 && (above.at(-1) ?? 0) >= level) above.pop();
    above.push(level);
    // A little above the letters.
    const fromTop = Math.max(0, top / POINTS_A_MILLIMETRE - 2);
    return [{ title, level: above.length, page, top: fromTop, open: above.length < openLevels }];
  });
}

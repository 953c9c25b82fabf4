import { invalid, overLimit } from '../../core/errors.js';
import type { FontStyle } from '../../engines/fonts.js';
import { openBoxShaper } from '../../engines/text/shaping.js';
import { type PlainLayout, typesetPlainPages } from '../../engines/typst/plain-pages.js';
import { undrawnIn } from '../../engines/typst/typeset.js';
import { checkFileSize, type TextSource } from '../../formats/text-source.js';
import { type Orientation, type PageSize, POINTS_A_MILLIMETRE, pageSides } from '../../lib/documents/page-sizes.js';
import { pagesOfText, printableText } from '../../lib/documents/plain-rows.js';
import { listLines } from '../../lib/text/lines.js';
import { longestInvisibleRun, longestMarkRun } from '../../lib/unicode/mark-runs.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';

/** Longest text. Measured: of words 2 s, of Chinese 9 s. */
const MAX_CHARACTERS = 1_000_000;
const MAX_PAGES = 2_000;
/** As of Markdown documents: what shaping takes the square of, and for what line breaking recurses. */
const MAX_MARKS = 100;
const MAX_INVISIBLE = 1_000;
/** Millimetres that a line above or below the text needs. */
const LINE_ROOM = 10;
/** Advance of every ASCII character of Noto Sans Mono, in parts of its size. */
const MONO_ADVANCE = 0.6;

interface PlainOptions {
  readonly font: FontStyle;
  readonly fontSize: number;
  readonly lineSpacing: number;
  readonly lineNumbers: boolean;
  readonly tabSize: number;
  readonly pageSize: PageSize;
  readonly orientation: Orientation;
  readonly margin: number;
  readonly fileName: boolean;
  readonly pageNumbers: boolean;
}

/** Longest part that is shaped as one; no word is as long. */
const MAX_SHAPED = 200;
/** Scripts of the typesetter's own DejaVu Sans Mono, which none of our fonts has. */
const IN_DEJAVU = /[\u0531-\u0556\u0561-\u0587\u0e81-\u0ed9\u10d0-\u10fc]/g;

/** Width of a part of a text at a size of 1. */
function measureOf(text: string, font: FontStyle): (part: string) => number {
  const { measure } = openBoxShaper({ text, style: font, isBold: false });
  return (part) => {
    if (font === 'mono' && /^[ -~]*$/.test(part)) return part.length * MONO_ADVANCE;
    if (part.length <= MAX_SHAPED) return measure(part);
    let width = 0;
    for (const letter of splitGraphemes(part)) width += measure(letter);
    return width;
  };
}

/** Throws LIMIT_EXCEEDED where a text is more than can be set soon. */
function checkText({ text, label }: TextSource): void {
  if (text.length > MAX_CHARACTERS)
    throw overLimit(`The text of ${label} must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
  const marks = longestMarkRun(text);
  if (marks > MAX_MARKS)
    throw overLimit(`The text of ${label} must have at most ${MAX_MARKS} accents on a letter, got ${marks}`);
  const invisible = longestInvisibleRun(text);
  if (invisible > MAX_INVISIBLE)
    throw overLimit(
      `The text of ${label} must have at most ${MAX_INVISIBLE} invisible characters in a row, got ${invisible}`,
    );
}

/**
 * A text as a PDF. `name` is the document's title and what stands above its pages. Throws INVALID_INPUT where the page has no room for
 * text, LIMIT_EXCEEDED naming the text.
 */
export function plainPdf(source: TextSource, name: string, options: PlainOptions) {
  checkText(source);
  const text = printableText(source.text);
  const { width, height } = pageSides(options.pageSize, options.orientation);
  const room = (isUsed: boolean): number => Math.max(options.margin, isUsed ? LINE_ROOM : 0) * POINTS_A_MILLIMETRE;
  const [side, top, bottom] = [room(false), room(options.fileName), room(options.pageNumbers)];
  const rowHeight = options.fontSize * options.lineSpacing;
  const digits = String(listLines(text).length).length;
  const gutter = options.lineNumbers ? (0.62 * digits + 1) * options.fontSize : 0;
  const free = width - 2 * side - gutter;
  // Rounding must not lose a row that fits.
  const rowsPerPage = Math.floor((height - top - bottom) / rowHeight + 1e-6);
  if (free < 2 * options.fontSize || rowsPerPage < 1)
    throw invalid(`Option "fontSize" must leave room for text on the page, got ${options.fontSize} points`);
  const { pages, lines } = pagesOfText(text, {
    rowsPerPage,
    maxPages: MAX_PAGES,
    tabSize: options.tabSize,
    width: free / options.fontSize + 1e-6,
    measure: measureOf(text, options.font),
  });
  const layout: PlainLayout = {
    ...{ font: options.font, fontSize: options.fontSize, rowHeight, width, height, side, top, bottom, gutter },
    heading: options.fileName ? name : '',
    hasPageNumbers: options.pageNumbers,
    title: name,
  };
  const rows = pages.map((page) =>
    page.map((row) => ({ ...row, number: options.lineNumbers && row.line !== undefined ? String(row.line) : '' })),
  );
  const missing = undrawnIn(text.replace(IN_DEJAVU, ''), [options.font]);
  const bytes = typesetPlainPages(rows, layout);
  checkFileSize(bytes, 'native');
  return { bytes, pages: pages.length, lines, missing };
}

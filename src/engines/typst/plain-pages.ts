import { type FontStyle, fontList } from '../fonts.js';
import { typeset, typstTemplate } from './typeset.js';

/** One row of a page as it is to be drawn: it is never broken again. */
export interface PlainRow {
  readonly text: string;
  /** At the left edge, in gray; empty for none. */
  readonly number: string;
  readonly isRightToLeft: boolean;
}

/** All lengths in points. */
export interface PlainLayout {
  readonly font: FontStyle;
  readonly fontSize: number;
  readonly rowHeight: number;
  readonly width: number;
  readonly height: number;
  /** From the edges of the page to the rows; `gutter` is kept for numbers beside them. */
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  readonly gutter: number;
  /** Above the rows; empty for none. */
  readonly heading: string;
  readonly hasPageNumbers: boolean;
  /** Of the document. */
  readonly title: string;
}

// Rows have their place by arithmetic. Their boxes are wider than the page allows, so that none is ever wrapped.
const TEMPLATE = typstTemplate`
#let data = json("/data.json")
#set document(date: none, title: if data.title == "" { none } else { data.title })
#let small = calc.min(9, data.size) * 1pt
#let gray = luma(110)
#set page(
  width: data.width * 1pt,
  height: data.height * 1pt,
  margin: (x: data.side * 1pt, top: data.top * 1pt, bottom: data.bottom * 1pt),
  header-ascent: 0pt,
  footer-descent: 0pt,
  header: if data.heading == "" { none } else { align(horizon + center, block(height: data.top * 1pt, align(horizon, text(size: small, fill: gray, box(width: 100%, height: 1.3 * small, clip: true, data.heading))))) },
  footer: if data.numbers { context align(center, block(height: data.bottom * 1pt, align(horizon, text(size: small, fill: gray, counter(page).display("1 / 1", both: true))))) } else { none },
)
#set text(font: data.font, size: data.size * 1pt, lang: "en", hyphenate: false, ligatures: false, top-edge: 0.8em, bottom-edge: -0.2em)
#set par(leading: 0pt, spacing: 0pt, justify: false)
#let free = data.width - 2 * data.side - data.gutter
#for (i, rows) in data.pages.enumerate() {
  if i > 0 { pagebreak() }
  for (j, row) in rows.enumerate() {
    let y = j * data.row * 1pt
    if row.number != "" { place(top + left, dy: y, box(width: data.gutter * 1pt - data.size * 1pt, align(right, text(fill: gray, row.number)))) }
    if row.text != "" {
      if row.rtl { place(top + right, dy: y, box(width: free * 1.5pt, { set text(dir: rtl); row.text })) }
      else { place(top + left, dx: data.gutter * 1pt, dy: y, box(width: free * 1.5pt, row.text)) }
    }
  }
}
`;

/** Sets rows of plain text, page by page. */
export function typesetPlainPages(pages: readonly (readonly PlainRow[])[], layout: PlainLayout): Uint8Array {
  const data = {
    title: layout.title,
    heading: layout.heading,
    numbers: layout.hasPageNumbers,
    width: layout.width,
    height: layout.height,
    side: layout.side,
    top: layout.top,
    bottom: layout.bottom,
    gutter: layout.gutter,
    size: layout.fontSize,
    row: layout.rowHeight,
    font: fontList(layout.font),
    pages: pages.map((rows) => rows.map(({ text, number, isRightToLeft }) => ({ text, number, rtl: isRightToLeft }))),
  };
  const text = `${layout.heading}\n${pages.map((rows) => rows.map((row) => row.text).join('\n')).join('\n')}`;
  return typeset({ templates: [TEMPLATE], data, text, styles: [layout.font] });
}

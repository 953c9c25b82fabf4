import { type FontStyle, fontList } from '../fonts.js';
import { typeset, typstTemplate } from './typeset.js';

/** One text on a page of its own, as large as the text. */
export interface Label {
  readonly text: string;
  /** In points. */
  readonly size: number;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  readonly isBold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

const TEMPLATE = typstTemplate`
#set document(date: none)
#let data = json("/data.json")
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#set text(font: data.font, lang: "en", hyphenate: false)
#set text(top-edge: "ascender", bottom-edge: "descender")
#set par(leading: 0.15em, justify: false)
#let sides = (left: left, center: center, right: right)
#for label in data.labels {
  page({
    set align(sides.at(label.align))
    set text(size: label.size * 1pt, fill: rgb(label.color), weight: if label.bold { "bold" } else { "regular" })
    for (i, line) in label.lines.enumerate() {
      if i > 0 { linebreak() }
      // A text of spaces alone would leave the page without a width.
      if line == "" { sym.zws } else { line }
    }
  })
}
`;

/** A PDF with a page for each label. Line breaks in a text are kept. Texts must be writable, see `checkLetters`. */
export function typesetLabels(labels: readonly Label[], style: FontStyle): Uint8Array {
  const data = {
    font: fontList(style),
    labels: labels.map(({ text, size, color, isBold = false, align = 'center' }) => ({
      lines: text.split('\n'),
      size,
      color,
      bold: isBold,
      align,
    })),
  };
  const text = labels.map((label) => label.text).join('\n');
  return typeset({ templates: [TEMPLATE], data, text, styles: [style] });
}

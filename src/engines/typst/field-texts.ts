import { type FontStyle, fontList } from '../fonts.js';
import { typeset, typstTemplate } from './typeset.js';

/** The text of a form field in its box, without frame and background. */
export interface FieldText {
  readonly kind: 'line' | 'paragraph' | 'comb' | 'list';
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Kept free at all sides. */
  readonly padding: number;
  /** The text; of a list all lines. */
  readonly lines: readonly string[];
  /** Indices of the lines of a list that are chosen. */
  readonly chosen?: readonly number[];
  /** Cells of a comb. */
  readonly cells?: number;
  /** 0: as large as fits. */
  readonly size: number;
  /** `#rrggbb`. */
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
}

// Sizes by which viewers write where a field leaves it to them: a line as high as its box allows, paragraphs at 12 at most.
const TEMPLATE = typstTemplate`
#set document(date: none)
#let data = json("/data.json")
#set text(font: data.font, lang: "en", hyphenate: false, top-edge: "ascender", bottom-edge: "descender")
#set par(leading: 0em, spacing: 0em, justify: false)
#set block(spacing: 0em)
#let sides = (left: left, center: center, right: right)
#let shown(line) = if line == "" { sym.zws } else { line }
#let joined(lines) = {
  for (i, line) in lines.enumerate() {
    if i > 0 { linebreak() }
    shown(line)
  }
}
#for field in data.fields {
  let width = (field.width - 2 * field.padding) * 1pt
  let height = (field.height - 2 * field.padding) * 1pt
  let fill = rgb(field.color)
  page(width: field.width * 1pt, height: field.height * 1pt, margin: field.padding * 1pt, fill: none, block(width: width, height: height, clip: true, breakable: false, {
    // What is too long is cut off: it must not begin another page.
    set text(fill: fill)
    set align(sides.at(field.align))
    if field.kind == "paragraph" {
      context {
        let size = field.size
        if size == 0 {
          size = 12
          while size > 4 and measure(block(width: width, { set text(size: size * 1pt); joined(field.lines) })).height > height { size -= 0.5 }
        }
        block(width: width, { set text(size: size * 1pt); joined(field.lines) })
      }
    } else if field.kind == "comb" {
      let size = if field.size == 0 { calc.max(4, calc.min(field.height * 0.7, field.width / field.cells * 1.2)) } else { field.size }
      set text(size: size * 1pt)
      set align(center + horizon)
      let letters = field.lines
      for (i, letter) in letters.enumerate() {
        place(top + left, dx: width / field.cells * i, box(width: width / field.cells, height: height, align(center + horizon, shown(letter))))
      }
    } else if field.kind == "list" {
      let size = if field.size == 0 { calc.max(8, calc.min(12, height / 1pt / calc.max(1, field.lines.len()) / 1.37)) } else { field.size }
      set text(size: size * 1pt)
      for (i, line) in field.lines.enumerate() {
        block(width: width, fill: if field.chosen.contains(i) { rgb("#99c1da") } else { none }, shown(line))
      }
    } else {
      context {
        let size = field.size
        if size == 0 {
          size = calc.max(4, field.height * 0.68)
          let wide = measure({ set text(size: size * 1pt); joined(field.lines) }).width
          if wide > width { size = calc.max(4, size * (width / wide) * 0.99) }
        }
        set text(size: size * 1pt)
        set align(horizon)
        box(width: width, height: height, align(sides.at(field.align) + horizon, box(joined(field.lines))))
      }
    }
  }))
}
`;

/** A PDF with a page for each field, as large as its box. Texts must be writable, see `checkLetters`. */
export function typesetFields(fields: readonly FieldText[], style: FontStyle): Uint8Array {
  const text = fields.flatMap(({ lines }) => lines).join('\n');
  return typeset({ templates: [TEMPLATE], data: { font: fontList(style), fields }, text, styles: [style] });
}

import { contentsTitle } from '../../lib/documents/contents-title.js';
import { type FontStyle, fontList } from '../fonts.js';
import type { MarkdownNode } from '../markdown/tree.js';
import { FORMULA_FUNCTION } from './formulas.js';
import { typeset, typstTemplate } from './typeset.js';

/** A look of documents. */
export interface DocumentTheme {
  readonly font: FontStyle;
  readonly headingFont: FontStyle;
  /** `#rrggbb` */
  readonly headingColor: string;
  readonly linkColor: string;
  readonly isJustified: boolean;
  /** Lines below the two highest headings. */
  readonly hasRules: boolean;
}

export interface DocumentLayout {
  readonly theme: DocumentTheme;
  /** All in points. */
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fontSize: number;
  readonly hasContents: boolean;
  readonly hasPageNumbers: boolean;
  readonly title: string;
  readonly subtitle: string;
  /** BCP 47; decides hyphens and quotes. */
  readonly language: string;
}

/** A picture by the place in the document that shows it. */
export interface DocumentPicture {
  /** A name of ours with the ending of its format. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** In points. */
  readonly width: number;
}

const TEMPLATE = typstTemplate`
#let data = json("/data.json")
#let look = data.look
#set document(date: none, title: if data.title == "" { none } else { data.title })
#set page(
  width: data.width * 1pt,
  height: data.height * 1pt,
  margin: data.margin * 1pt,
  numbering: if data.numbers { "1" } else { none },
  footer: if data.numbers { context align(center, text(size: 0.85em, fill: luma(110), counter(page).display("1"))) } else { none },
)
#set text(font: data.font, size: data.size * 1pt, lang: data.lang)
#set par(justify: look.justified, leading: 0.68em, spacing: 1.15em)
#show heading: set text(font: data.headingFont, fill: rgb(look.headingColor))
#show heading: set block(above: 1.7em, below: 0.9em)
#show heading.where(level: 1): set text(size: 1.35em)
#show heading.where(level: 2): set text(size: 1.15em)
#show heading.where(level: 6): set text(fill: luma(90))
#show link: set text(fill: rgb(look.linkColor))
#show raw: set text(font: (..data.mono, "DejaVu Sans Mono"), size: 1.08em)
#show raw.where(block: false): it => box(fill: luma(240), inset: (x: 0.25em), outset: (y: 0.22em), radius: 2pt, it)
#show raw.where(block: true): it => block(fill: luma(246), inset: 0.8em, radius: 4pt, width: 100%, breakable: true, {
  set par(justify: false, leading: 0.55em)
  it
})
#show math.equation: set text(font: "New Computer Modern Math")
#show table: set par(justify: false)
#show footnote.entry: set text(size: 0.85em)
#set list(marker: ([•], [◦], [▪]), indent: 0.4em, body-indent: 0.6em)
#set enum(indent: 0.4em, body-indent: 0.6em)
#let sides = (left: left, center: center, right: right)
#let tick(on) = box(baseline: 0.1em, width: 0.8em, height: 0.8em, stroke: 0.7pt + luma(90), radius: 1.5pt, if on {
  place(center + horizon, curve(stroke: 1.2pt + rgb(look.linkColor), curve.move((-0.22em, 0em)), curve.line((-0.06em, 0.18em)), curve.line((0.26em, -0.2em))))
})
#let pictured(node) = if node.file == "" {
  emph(text(fill: luma(110), "[" + node.alt + "]"))
} else {
  image("/" + node.file, width: calc.min(node.width, data.width - 2 * data.margin) * 1pt, alt: if node.alt == "" { none } else { node.alt })
}
#let render(nodes) = [] + nodes.map(node => {
  let t = node.t
  if t == "text" { node.v }
  else if t == "p" { parbreak(); render(node.c); parbreak() }
  else if t == "code" { raw(node.v, block: false) }
  else if t == "strong" { strong(render(node.c)) }
  else if t == "em" { emph(render(node.c)) }
  else if t == "strike" { strike(render(node.c)) }
  else if t == "sub" { sub(render(node.c)) }
  else if t == "sup" { super(render(node.c)) }
  else if t == "break" { linebreak() }
  else if t == "link" { link(node.to, render(node.c)) }
  else if t == "anchor" { link(label("h-" + node.to), render(node.c)) }
  else if t == "bare" { render(node.c) }
  else if t == "image" { box(pictured(node)) }
  else if t == "picture" { block(width: 100%, align(center, pictured(node))) }
  else if t == "math" { math.equation(block: node.block, formula(node.v)) }
  else if t == "note" {
    if node.first [#footnote(render(node.c))#label("note-" + str(node.id))] else { footnote(label("note-" + str(node.id))) }
  }
  else if t == "heading" [#heading(level: node.level, render(node.c))#label("h-" + node.slug)]
  else if t == "quote" { block(inset: (left: 1em, y: 0.2em), stroke: (left: 2.5pt + luma(205)), { set text(fill: luma(80)); render(node.c) }) }
  else if t == "pagebreak" { pagebreak(weak: true) }
  else if t == "rule" { block(above: 1.4em, below: 1.4em, line(length: 100%, stroke: 0.8pt + luma(200))) }
  else if t == "codeblock" { raw(node.v, block: true, lang: if node.lang == "" { none } else { node.lang }) }
  else if t == "list" {
    let items = node.c.map(item => if item.checked == none { render(item.c) } else { tick(item.checked) + h(0.5em) + render(item.c) })
    let tasks = node.c.all(item => item.checked != none)
    if node.start != none { enum(start: node.start, tight: node.tight, ..items) }
    else if tasks { list(tight: node.tight, marker: none, body-indent: 0pt, ..items) }
    else { list(tight: node.tight, ..items) }
  }
  else if t == "table" {
    let columns = node.align.len()
    let cells = node.rows.enumerate().map(((y, row)) => row.enumerate().map(((x, cell)) => table.cell(align: sides.at(node.align.at(x)), if y == 0 { strong(render(cell)) } else { render(cell) })))
    block(width: 100%, align(center, block(align(left, table(
      columns: columns,
      inset: (x: 0.7em, y: 0.5em),
      stroke: 0.6pt + luma(205),
      fill: (_, y) => if y == 0 { luma(243) } else { none },
      table.header(..cells.at(0)),
      ..cells.slice(1).flatten(),
    )))))
  }
}).join()

#show heading: it => if look.rules and it.level <= 2 {
  block(width: 100%, below: 0.9em, stroke: (bottom: 0.6pt + luma(210)), inset: (bottom: 0.35em), it.body)
} else { it }
#if data.title != "" {
  align(center, block(below: 2em, {
    text(font: data.headingFont, size: 1.9em, weight: "bold", fill: rgb(look.headingColor), data.title)
    if data.subtitle != "" { parbreak(); text(fill: luma(90), data.subtitle) }
  }))
}
#if data.contents {
  show outline.entry.where(level: 1): set text(weight: "bold")
  outline(depth: 3, indent: 1.2em, title: data.contentsTitle)
  pagebreak(weak: true)
}
#render(data.nodes)
`;

/** Sets a Markdown document. Throws a plain error where a formula cannot be set; see `canSetFormula` of `formulas.ts`. */
export function typesetMarkdown(
  nodes: readonly MarkdownNode[],
  text: string,
  layout: DocumentLayout,
  pictures: readonly DocumentPicture[],
): Uint8Array {
  const { theme, language } = layout;
  const [lang = 'en'] = language.toLowerCase().split('-');
  const data = {
    look: {
      justified: theme.isJustified,
      headingColor: theme.headingColor,
      linkColor: theme.linkColor,
      rules: theme.hasRules,
    },
    width: layout.width,
    height: layout.height,
    margin: layout.margin,
    size: layout.fontSize,
    numbers: layout.hasPageNumbers,
    font: fontList(theme.font),
    headingFont: fontList(theme.headingFont),
    mono: fontList('mono'),
    lang,
    title: layout.title,
    subtitle: layout.subtitle,
    contents: layout.hasContents,
    // Typst has it in many languages, but for the language of the document only.
    contentsTitle: contentsTitle(lang),
    nodes,
  };
  return typeset({
    templates: [FORMULA_FUNCTION, TEMPLATE],
    data,
    files: new Map(pictures.map(({ name, bytes }) => [name, bytes])),
    text,
    styles: [...new Set<FontStyle>([theme.font, theme.headingFont, 'mono'])],
  });
}

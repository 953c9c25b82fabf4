import { fontList } from '../fonts.js';
import { typeset, typstTemplate } from './typeset.js';

/** A label and what it names. */
export type InvoiceFact = readonly [label: string, value: string];

/** An invoice as it is printed: all in the words and numbers of its language. */
export interface InvoiceView {
  readonly title: string;
  readonly author: string;
  readonly date: readonly [year: number, month: number, day: number];
  readonly lang: string;
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`. */
  readonly color: string;
  /** `file` is the name of a picture among the files, sizes in points. */
  readonly logo: { readonly file: string; readonly width: number; readonly height: number } | null;
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  readonly addresses: readonly { readonly label: string; readonly name: string; readonly lines: readonly string[] }[];
  readonly facts: readonly InvoiceFact[];
  readonly heading: string;
  readonly intro: string;
  readonly columns: readonly { readonly label: string; readonly side: 'left' | 'right'; readonly isWide: boolean }[];
  /** In points. */
  readonly tableSize: number;
  readonly rows: readonly { readonly cells: readonly string[]; readonly details: string }[];
  readonly totals: readonly {
    readonly label: string;
    readonly value: string;
    readonly look: 'plain' | 'strong' | 'due';
  }[];
  readonly remarks: readonly string[];
  readonly payment: {
    readonly label: string;
    readonly terms: string;
    readonly facts: readonly InvoiceFact[];
    /** The name of a picture among the files. */
    readonly code: string;
    readonly codeLabel: string;
  } | null;
  readonly notes: readonly string[];
  readonly footer: readonly (readonly string[])[];
  /** What stands before, between and after the number of the page and of pages. */
  readonly page: readonly [string, string, string];
  readonly attachment: {
    readonly path: string;
    readonly relationship: string;
    readonly mime: string;
    readonly description: string;
  } | null;
}

const TEMPLATE = typstTemplate`
#let d = json("/data.json")
#let accent = rgb(d.color)
#let muted = luma(95)
#let sides = (left: left, right: right)
#let broken(t) = t.split("\n").join(linebreak())
#let small(body) = text(size: 7.5pt, fill: muted, body)
#set document(title: d.title, author: d.author, date: datetime(year: d.date.at(0), month: d.date.at(1), day: d.date.at(2)))
#set text(font: d.font, size: 9.5pt, lang: d.lang, hyphenate: false, number-width: "tabular", fill: luma(25))
#set par(leading: 0.62em, spacing: 0.9em, justify: false)
// Words that are longer than a column may break anywhere.
#show regex("\S{26,}"): it => it.text.clusters().join(sym.zws)
#set page(
  width: d.width * 1pt,
  height: d.height * 1pt,
  margin: (left: 22mm, right: 20mm, top: 24mm, bottom: 33mm),
  numbering: "1",
  header-ascent: 9mm,
  header: context if counter(page).get().first() > 1 {
    set text(size: 8pt, fill: muted)
    grid(columns: (1fr, auto), column-gutter: 8mm, box(width: 100%, height: 1em, clip: true, d.seller.name), d.heading)
  },
  footer-descent: 7mm,
  footer: context {
    set text(size: 7.5pt, fill: muted)
    set par(leading: 0.5em)
    line(length: 100%, stroke: 0.5pt + luma(205))
    v(1.5mm, weak: true)
    block(width: 100%, height: 13.5mm, clip: true, below: 0.5mm, grid(
      columns: d.footer.enumerate().map(((x, _)) => if x == 0 { 1fr } else { auto }),
      column-gutter: 9mm,
      ..d.footer.map(column => column.join(linebreak())),
    ))
    align(right, d.page.at(0) + str(counter(page).get().first()) + d.page.at(1) + str(counter(page).final().first()) + d.page.at(2))
  },
)
#if d.attachment != none {
  pdf.embed("/" + d.attachment.path, relationship: d.attachment.relationship, mime-type: d.attachment.mime, description: d.attachment.description)
}

#v(-6mm)
#grid(
  columns: (1fr, 80mm, 0pt),
  column-gutter: (10mm, 0pt),
  if d.logo != none {
    image("/" + d.logo.file, width: d.logo.width * 1pt, height: d.logo.height * 1pt, alt: d.seller.name)
  } else {
    text(size: 15pt, weight: "bold", fill: accent, d.seller.name)
  },
  {
    set align(right)
    set text(size: 8.5pt)
    set par(leading: 0.55em)
    if d.logo != none { strong(d.seller.name); linebreak() }
    text(fill: muted, d.seller.lines.join(linebreak()))
  },
  // The least height of the row, so that addresses stand where windows of envelopes are.
  box(width: 0pt, height: 32mm),
)
#v(4mm)
#grid(
  columns: (1fr, 70mm),
  column-gutter: 10mm,
  {
    for (i, address) in d.addresses.enumerate() {
      block(above: if i == 0 { 0pt } else { 6mm }, below: 0pt, {
        small(address.label)
        linebreak()
        strong(address.name)
        for line in address.lines { linebreak(); line }
      })
    }
  },
  {
    set par(leading: 0.5em)
    grid(
      columns: (auto, 1fr),
      column-gutter: 4mm,
      row-gutter: 2.4mm,
      ..d.facts.map(((label, value)) => (text(fill: muted, label), align(right, broken(value)))).flatten(),
    )
  },
)
#block(above: 10mm, below: 6mm, text(size: 17pt, weight: "bold", fill: accent, d.heading))
#if d.intro != "" { block(below: 6mm, broken(d.intro)) }
#{
  set text(size: d.tableSize * 1pt)
  set par(leading: 0.55em)
  table(
    columns: d.columns.map(column => if column.isWide { 1fr } else { auto }),
    stroke: none,
    inset: (x, y) => (left: if x == 0 { 0pt } else { 6pt }, right: if x == d.columns.len() - 1 { 0pt } else { 6pt }, y: 6pt),
    align: (x, _) => sides.at(d.columns.at(x).side),
    table.header(
      repeat: true,
      ..d.columns.map(column => text(size: 0.9em, weight: "bold", fill: accent, column.label)),
      table.hline(stroke: 1pt + accent),
    ),
    ..d.rows.map(row => (
      ..row.cells.enumerate().map(((x, cell)) => if d.columns.at(x).isWide {
        cell
        if row.details != "" { linebreak(); text(size: 0.9em, fill: muted, broken(row.details)) }
      } else { cell }),
      table.hline(stroke: 0.4pt + luma(215)),
    )).flatten(),
  )
}
#block(width: 100%, breakable: false, above: 5mm, align(right, block(width: 88mm, {
  set par(leading: 0.5em)
  set align(left)
  for row in d.totals {
    let isDue = row.look == "due"
    block(
      width: 100%,
      above: if row.look == "plain" { 2.2mm } else { 3mm },
      below: 0pt,
      inset: if isDue { (y: 2.4mm) } else if row.look == "strong" { (top: 2.2mm) } else { 0pt },
      stroke: if isDue { (top: 1pt + accent, bottom: 1pt + accent) } else if row.look == "strong" { (top: 0.4pt + luma(170)) } else { none },
      {
        set text(weight: if row.look == "plain" { "regular" } else { "bold" }, size: if isDue { 11pt } else { 9.5pt })
        grid(columns: (1fr, auto), column-gutter: 6mm, row.label, row.value)
      },
    )
  }
})))
#for remark in d.remarks { block(above: 4mm, below: 0pt, remark) }
#if d.payment != none {
  block(width: 100%, breakable: false, above: 7mm, {
    grid(
      columns: if d.payment.code == "" { (1fr,) } else { (1fr, auto) },
      column-gutter: 8mm,
      {
        block(below: 3mm, text(weight: "bold", fill: accent, d.payment.label))
        if d.payment.terms != "" { block(below: 3.5mm, broken(d.payment.terms)) }
        set par(leading: 0.5em)
        grid(
          columns: (auto, 1fr),
          column-gutter: 6mm,
          row-gutter: 2.2mm,
          ..d.payment.facts.map(((label, value)) => (text(fill: muted, label), value)).flatten(),
        )
      },
      ..if d.payment.code == "" { () } else {
        (align(center, {
          image("/" + d.payment.code, width: 30mm, alt: d.payment.codeLabel)
          v(1.5mm, weak: true)
          small(d.payment.codeLabel)
        }),)
      },
    )
  })
}
#for (i, note) in d.notes.enumerate() { block(above: if i == 0 { 7mm } else { 3mm }, below: 0pt, broken(note)) }
`;

/** Everything that is printed, to choose and check fonts by. */
export function invoiceText(view: InvoiceView): string {
  const texts: string[] = [];
  const waiting: unknown[] = [view];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next).filter((x) => x !== null));
  }
  return texts.join('\n');
}

/** Sets an invoice as PDF/A: 3b where it has an attachment, else 2b. What it prints must be drawn by a font, see `undrawnIn`. */
export function typesetInvoice(view: InvoiceView, files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return typeset({
    templates: [TEMPLATE],
    data: { ...view, font: fontList('sans') },
    files,
    text: invoiceText(view),
    archive: view.attachment === null ? 'PDF/A-2b' : 'PDF/A-3b',
  });
}

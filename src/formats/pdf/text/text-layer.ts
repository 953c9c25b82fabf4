import { deflateSync } from 'node:zlib';

import { GLYPH_WIDTH, glyphlessFont } from '../../../lib/documents/glyphless-font.js';
import type { OcrPage } from '../../../lib/documents/ocr-page.js';
import type { PageView } from '../../../lib/page-text/upright.js';
import type { PdfDocument } from '../document/document.js';
import { PageSpace } from '../pages/page-space.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { byteString, dictOf, PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';

/** Share of the height of a word's letters that lies below the line. Measured: Latin text, boxes of words with and without descenders. */
const BELOW_LINE = 0.18;
const POINTS_PER_INCH = 72;

/** Puts text that was read from a drawn page under the page, where it can be found and copied but not seen. */
export class TextLayers {
  #font: PdfRef | undefined;

  constructor(private readonly document: PdfDocument) {}

  /** `read` was read from the page drawn at `dpi`, its lines running down to the right by `skewDegrees`. The page's own content stays as it is. */
  add(
    page: PdfPage,
    view: PageView,
    read: OcrPage,
    { dpi, skewDegrees }: { readonly dpi: number; readonly skewDegrees: number },
  ): void {
    const resources = new PdfDict(this.#dictOf(pageAttribute(page, 'Resources')));
    const fonts = new PdfDict(this.#dictOf(resources.get('Font')));
    let name = 'OcrText';
    while (fonts.has(name)) name += '_';
    this.#font ??= addFont(this.document);
    page.dict.set('Resources', resources.set('Font', fonts.set(name, this.#font)));
    const content = deflateSync(Buffer.from(contentOf(read, view, { dpi, skewDegrees, font: name }), 'latin1'));
    const layer = this.document.add(new PdfStream(dictOf({ Filter: new PdfName('FlateDecode') }), content));
    const own = page.dict.get('Contents');
    const resolved = this.document.resolve(own);
    // First: it leaves the graphics state as it was, which the page's own content may not.
    const others = Array.isArray(resolved) ? resolved : own === undefined || resolved === null ? [] : [own];
    page.dict.set('Contents', [layer, ...others]);
  }

  #dictOf(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.document.resolve(value);
    return resolved instanceof PdfDict ? resolved : undefined;
  }
}

interface Placing {
  readonly dpi: number;
  readonly skewDegrees: number;
  readonly font: string;
}

function contentOf(read: OcrPage, view: PageView, { dpi, skewDegrees, font }: Placing): string {
  const scale = POINTS_PER_INCH / dpi;
  const space = new PageSpace(view);
  const toUser = (px: number, py: number) => space.toUser(px * scale, py * scale);
  // Words stand upright on the page as it is shown, those of skewed lines too: programs that take text from PDFs tear turned words.
  const angle = (view.rotate * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const skew = (skewDegrees * Math.PI) / 180;
  const parts = ['q BT 3 Tr'];
  for (const { words } of read.lines) {
    const height = median(
      words.map(({ box }) => box.bottom - box.top - Math.abs((box.right - box.left) * Math.tan(skew))),
    );
    const base = median(words.map(({ box }) => box.bottom));
    for (const [i, { text, box }] of words.entries()) {
      const units = toUnits(text);
      if (units.length === 0) continue;
      // On a straight page all words of a line stand on one line, whatever letters they have.
      const bottom = skewDegrees === 0 ? base : (box.top + box.bottom + height) / 2;
      const start = toUser(box.left, bottom - BELOW_LINE * height);
      const size = Math.max(0.1, height * scale);
      const width = (box.right - box.left) * scale;
      const stretch = (100 * width) / ((units.length * GLYPH_WIDTH * size) / 1000);
      // A space after each word but the last, for readers that do not look at gaps.
      const written = i + 1 < words.length ? [...units, 32] : units;
      const hex = written.map((unit) => unit.toString(16).padStart(4, '0')).join('');
      parts.push(
        `/${font} ${number(size)} Tf ${number(stretch)} Tz ${[cos, sin, -sin, cos, start.x, start.y].map(number).join(' ')} Tm <${hex}> Tj`,
      );
    }
  }
  parts.push('ET Q');
  return parts.join('\n');
}

const toUnits = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

const number = (value: number): string => String(Math.round(value * 10_000) / 10_000);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** A font without shapes whose codes are UTF-16 units: text is copied as it was read, in any script. */
function addFont(document: PdfDocument): PdfRef {
  const packed = (bytes: Uint8Array, entries: Readonly<Record<string, PdfValue>> = {}): PdfRef =>
    document.add(new PdfStream(dictOf({ ...entries, Filter: new PdfName('FlateDecode') }), deflateSync(bytes)));
  const program = glyphlessFont();
  const baseFont = new PdfName('GlyphLessFont');
  const descriptor = document.add(
    dictOf({
      Type: new PdfName('FontDescriptor'),
      FontName: baseFont,
      FontBBox: [0, -200, GLYPH_WIDTH, 800],
      // Symbolic, of one width.
      Flags: 5,
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 800,
      StemV: 80,
      FontFile2: packed(program, { Length1: program.length }),
    }),
  );
  const system = dictOf({ Registry: byteString('Adobe'), Ordering: byteString('Identity'), Supplement: 0 });
  const descendant = document.add(
    dictOf({
      Type: new PdfName('Font'),
      Subtype: new PdfName('CIDFontType2'),
      BaseFont: baseFont,
      CIDSystemInfo: system,
      DW: GLYPH_WIDTH,
      FontDescriptor: descriptor,
      // Every code is the one glyph.
      CIDToGIDMap: packed(new Uint8Array(2 * 65_536)),
    }),
  );
  return document.add(
    dictOf({
      Type: new PdfName('Font'),
      Subtype: new PdfName('Type0'),
      BaseFont: baseFont,
      Encoding: new PdfName('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: packed(Buffer.from(toUnicode(), 'latin1')),
    }),
  );
}

/** Each code stands for itself; ranges may not cross a change of the first byte (Adobe technical note 5411, 1.4). */
function toUnicode(): string {
  const hex = (value: number): string => value.toString(16).padStart(2, '0');
  const blocks: string[] = [];
  for (let first = 0; first < 256; first += 64) {
    const rows = Array.from(
      { length: 64 },
      (_, i) => `<${hex(first + i)}00> <${hex(first + i)}ff> <${hex(first + i)}00>`,
    );
    blocks.push(`64 beginbfrange\n${rows.join('\n')}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

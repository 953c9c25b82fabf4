import { type Expansion, expandedSize } from '../../../lib/bytes/expanded-size.js';
import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import { isName, PdfDict, PdfStream, type PdfValue } from '../syntax/objects.js';
import { contentBytes } from './content.js';
import { type PdfPage, pageAttribute } from './pages.js';

/** What a form costs to draw besides its content, in bytes of content that take as long. Measured: 4 µs and 10 million a second. */
const FORM_BYTES = 512;

/** A name and `Do` (ISO 32000-2, 8.8); in strings and pictures too, which does no harm. */
const DRAWINGS = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g;

/** A pattern that is painted with: `/P1 scn` (8.7.3.2). */
const PAINTINGS = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+(?:scn|SCN)(?![^\0\t\n\f\r ()<>[\]{}/%])/g;
/** Tiles of less than this many square points are smaller than what is seen of them: what counts is how many they are. */
const SMALLEST_TILE = 1;
/** More tiles on a page count too, whatever their size. Chosen: a large poster in tiles of a millimetre has fewer. */
const MAX_FREE_TILES = 4_000_000;
/** How much larger than its step a tile may be; what overlaps more is drawn as often as it is there. */
const MAX_OVERLAP = 16;

/** Content and the resources that its names stand for. */
interface Part {
  readonly content: PdfValue;
  readonly resources: PdfDict | undefined;
}

/**
 * Bytes of content that drawing a page takes, a form counted as often as it is drawn, in other forms too (ISO 32000-2, 8.10): a few
 * lines can ask for more than can ever be drawn. Infinity past `most`, and where a form draws itself.
 */
export function drawnBytes(document: PdfDocument, page: PdfPage, most: number): number {
  const resources = document.dictOf(pageAttribute(page, 'Resources'));
  const area = areaOf(document, pageAttribute(page, 'MediaBox'));
  const roots: Part[] = [{ content: page.dict.get('Contents') ?? null, resources }, ...appearances(document, page)];
  // A form is known by its content; where it takes the resources of what draws it, by those of the first.
  const parts = new Map<PdfValue, Part>();
  const sizes = new Map<PdfValue, number>();
  let total = 0;
  for (const root of roots) {
    parts.set(root.content, root);
    total += expandedSize(root.content, (content) => expansionOf(document, parts, content, area), most, sizes);
    if (total > most) return Number.POSITIVE_INFINITY;
  }
  return total;
}

/** Of a page that has no forms or patterns nothing is read: most pages. */
function expansionOf(
  document: PdfDocument,
  parts: Map<PdfValue, Part>,
  content: PdfValue,
  area: number,
): Expansion<PdfValue> {
  const resources = parts.get(content)?.resources;
  const forms = new Map<string, Part>();
  for (const [name, value] of document.dictOf(resources?.get('XObject')) ?? []) {
    const form = document.resolve(value);
    if (!(form instanceof PdfStream) || !isName(document.get(form.dict, 'Subtype'), 'Form')) continue;
    forms.set(name, { content: form, resources: document.dictOf(form.dict.get('Resources')) ?? resources });
  }
  const tilings = tilingsOf(document, resources);
  const isForm = content instanceof PdfStream;
  const bytes = forms.size > 0 || tilings.size > 0 || isForm ? contentBytes(document, content) : undefined;
  if (bytes === undefined) return { size: FORM_BYTES, parts: [] };
  const drawn = new Map<PdfValue, number>();
  const text = latin1(bytes);
  for (const [, name = ''] of text.matchAll(PAINTINGS)) {
    const tiling = tilings.get(name);
    if (tiling === undefined) continue;
    if (!parts.has(tiling))
      parts.set(tiling, { content: tiling, resources: document.dictOf(tiling.dict.get('Resources')) });
    drawn.set(tiling, (drawn.get(tiling) ?? 0) + timesOf(document, tiling, area));
  }
  for (const [, name = ''] of text.matchAll(DRAWINGS)) {
    const form = forms.get(name);
    if (form === undefined) continue;
    if (!parts.has(form.content)) parts.set(form.content, form);
    drawn.set(form.content, (drawn.get(form.content) ?? 0) + 1);
  }
  return { size: bytes.length + FORM_BYTES, parts: [...drawn] };
}

function tilingsOf(document: PdfDocument, resources: PdfDict | undefined): Map<string, PdfStream> {
  const tilings = new Map<string, PdfStream>();
  for (const [name, value] of document.dictOf(resources?.get('Pattern')) ?? []) {
    const pattern = document.resolve(value);
    if (pattern instanceof PdfStream && document.get(pattern.dict, 'PatternType') === 1) tilings.set(name, pattern);
  }
  return tilings;
}

const numbersOf = (document: PdfDocument, value: PdfValue | undefined): number[] => {
  const list = document.resolve(value ?? null);
  return Array.isArray(list) ? list.map((item) => Number(document.resolve(item))) : [];
};

function areaOf(document: PdfDocument, box: PdfValue | undefined): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(document, box);
  return Math.abs((right - left) * (top - bottom)) || 0;
}

/**
 * How often a tiling pattern (8.7.3) counts where a page is painted with it: once, because a tile is drawn once and then copied; where
 * tiles are too small to be seen, or very many, a copy counts as a byte; where they lie on each other, each is drawn. What a form makes
 * smaller by its matrix is not looked at: the time of the engine bounds it.
 */
function timesOf(document: PdfDocument, { dict }: PdfStream, area: number): number {
  const [a = 1, b = 0, c = 0, d = 1] = numbersOf(document, dict.get('Matrix'));
  const scale = Math.abs(a * d - b * c);
  const step = Math.abs(Number(document.get(dict, 'XStep')) * Number(document.get(dict, 'YStep')));
  const tiles = area / (step * scale);
  if (!Number.isFinite(tiles)) return 1;
  if (areaOf(document, dict.get('BBox')) > MAX_OVERLAP * step && step * scale < MAX_OVERLAP) return Math.ceil(tiles);
  const isFree = step * scale >= SMALLEST_TILE && tiles <= MAX_FREE_TILES;
  return isFree ? 1 : Math.ceil(tiles / FORM_BYTES);
}

/** What annotations look like: a stream, or one for each state (ISO 32000-2, 12.5.5). */
function appearances(document: PdfDocument, page: PdfPage): Part[] {
  const annotations = document.resolve(page.dict.get('Annots'));
  const parts: Part[] = [];
  for (const annotation of Array.isArray(annotations) ? annotations : []) {
    const normal = document.resolve(document.dictOf(document.dictOf(annotation)?.get('AP'))?.get('N'));
    const streams = normal instanceof PdfDict ? [...normal.values()].map((value) => document.resolve(value)) : [normal];
    for (const stream of streams) {
      if (stream instanceof PdfStream)
        parts.push({ content: stream, resources: document.dictOf(stream.dict.get('Resources')) });
    }
  }
  return parts;
}

/** Form fields and their parts, a shared one counted as often as it is met. Infinity past `most`, and for a field in itself. */
export function expandedFields(document: PdfDocument, most: number): number {
  const roots = document.resolve(document.dictOf(document.catalog.get('AcroForm'))?.get('Fields'));
  const kidsOf = (value: PdfValue): (readonly [PdfValue, number])[] => {
    const counts = new Map<PdfValue, number>();
    for (const item of Array.isArray(value) ? value : []) {
      const kid = document.dictOf(item);
      if (kid !== undefined) counts.set(kid, (counts.get(kid) ?? 0) + 1);
    }
    return [...counts];
  };
  const look = (value: PdfValue): Expansion<PdfValue> => ({
    size: 1,
    parts: kidsOf(Array.isArray(value) ? value : document.resolve(document.dictOf(value)?.get('Kids'))),
  });
  return expandedSize(roots, look, most);
}

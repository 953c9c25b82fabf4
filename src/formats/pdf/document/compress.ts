import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { latin1 } from '../../../lib/bytes/latin1.js';
import { ContentFault, LimitFault } from '../../../lib/faults.js';
import { subsetFonts } from '../fonts/subset-fonts.js';
import { contentBytes } from '../pages/content.js';
import { usedResources } from '../pages/resources.js';
import { PictureSizes } from '../pictures/picture-sizes.js';
import { type PictureSettings, smallerPicture } from '../pictures/pictures.js';
import { isName, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { Copier, type EntryRule } from './copy.js';
import { PdfDocument } from './document.js';
import { type OpenPdf, readingPdf } from './open.js';
import { packStreams, savePdf, serialize } from './save.js';

/** Bytes that all streams together may decode to while they are packed again; the rest stays as it is. */
const MAX_REPACKED_BYTES = 96 * 2 ** 20;
const MAX_STREAM_BYTES = 32 * 2 ** 20;
/** Content of a page that draws nothing. */
const MAX_BLANK_BYTES = 64;
/** Pixels of all pictures together that are opened, so that the time is bounded; the rest stay as they are. */
const MAX_PICTURE_PIXELS = 250_000_000;
/** Streams that say the same become one; what then says the same again, and so on. */
const MAX_ROUNDS = 4;

export interface CompressedPdf {
  readonly bytes: Uint8Array;
  readonly pictures: PictureCounts;
  /** Streams that say what another says too. */
  readonly duplicates: number;
  /** Thumbnails of pages and private data of programs that were left out. */
  readonly dropped: number;
}

export interface PictureCounts {
  readonly found: number;
  readonly changed: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** A PDF that is ready to be saved smaller, with any settings, one after another. */
export class PdfCompression {
  readonly #base: PdfDocument;
  readonly #sizes = new Map<number, ReturnType<PictureSizes['get']>>();
  readonly #masks = new Set<number>();
  readonly #version: string;
  #dropped = 0;
  readonly #duplicates: number;

  /** Throws INVALID_INPUT naming the file whose damage shows only now. */
  constructor(pdf: OpenPdf) {
    const { document } = pdf;
    this.#version = document.version;
    readingPdf(pdf.name, () => {
      dropUnused(pdf);
      subsetFonts(document, pdf.pages);
    });
    const copy = readingPdf(pdf.name, () => this.#copyOf(document));
    this.#base = copy.target;
    const sizes = new PictureSizes(document, pdf.pages);
    for (const [number, value] of document.objects) {
      const place = copy.copier.placeOf(number);
      if (place === undefined || !(value instanceof PdfStream)) continue;
      this.#sizes.set(place.number, sizes.get(number));
    }
    this.#duplicates = joinDuplicates(this.#base);
    for (const value of this.#base.objects.values()) {
      const mask = value instanceof PdfStream ? value.dict.get('SMask') : undefined;
      if (mask instanceof PdfRef) this.#masks.add(mask.number);
    }
    for (const [number, value] of this.#base.objects) {
      const mask = value instanceof PdfStream ? value.dict.get('SMask') : undefined;
      const drawn = this.#sizes.get(number);
      if (!(mask instanceof PdfRef) || drawn === undefined) continue;
      const known = this.#sizes.get(mask.number);
      const width = Math.max(drawn.width, known?.width ?? 0);
      this.#sizes.set(mask.number, { width, height: Math.max(drawn.height, known?.height ?? 0) });
    }
    repack(this.#base);
  }

  async run(settings: PictureSettings, signal: AbortSignal): Promise<CompressedPdf> {
    const changed = new Map<number, PdfStream>();
    const counts = { found: 0, changed: 0, bytesBefore: 0, bytesAfter: 0 };
    let pixels = MAX_PICTURE_PIXELS;
    for (const [number, value] of this.#base.objects) {
      if (!(value instanceof PdfStream) || !isName(this.#base.get(value.dict, 'Subtype'), 'Image')) continue;
      signal.throwIfAborted();
      counts.found += 1;
      counts.bytesBefore += value.bytes.length;
      pixels -= Number(this.#base.get(value.dict, 'Width')) * Number(this.#base.get(value.dict, 'Height')) || 0;
      const isMask = this.#masks.has(number);
      const smaller = pixels < 0 ? undefined : await this.#smaller(value, number, { ...settings, isMask });
      counts.bytesAfter += (smaller ?? value).bytes.length;
      if (smaller === undefined) continue;
      counts.changed += 1;
      changed.set(number, smaller);
    }
    const bytes = this.#save(changed);
    return { bytes, pictures: counts, duplicates: this.#duplicates, dropped: this.#dropped };
  }

  async #smaller(
    stream: PdfStream,
    number: number,
    settings: PictureSettings & { readonly isMask: boolean },
  ): Promise<PdfStream | undefined> {
    try {
      return await smallerPicture(this.#base, stream, this.#sizes.get(number), settings);
    } catch (error) {
      // A damaged picture stays as it is: viewers show of it what they can.
      if (error instanceof ContentFault || error instanceof LimitFault) return undefined;
      throw error;
    }
  }

  #save(changed: ReadonlyMap<number, PdfStream>): Uint8Array {
    const target = PdfDocument.empty();
    for (const [number, value] of this.#base.objects) {
      // Null is what became another's; a reference to what is not there is null too.
      if (value !== null) target.set(new PdfRef(number), changed.get(number) ?? value);
    }
    for (const [key, value] of this.#base.trailer) target.trailer.set(key, value);
    packStreams(target);
    return savePdf(target, this.#version);
  }

  /** All that the catalog and the information reach, without what no viewer needs. */
  #copyOf(document: PdfDocument): { target: PdfDocument; copier: Copier } {
    const isPage = (dict: PdfDict): boolean => isName(document.get(dict, 'Type'), 'Page');
    const drop: EntryRule = () => {
      this.#dropped += 1;
      return undefined;
    };
    let copier: Copier;
    const rules = new Map<string, EntryRule>([
      ['Thumb', (value, dict) => (isPage(dict) ? drop(value, dict) : copier.copy(value))],
      [
        'PieceInfo',
        (value, dict) =>
          isPage(dict) || isName(dict.get('Type'), 'Catalog') || isName(dict.get('Subtype'), 'Form')
            ? drop(value, dict)
            : copier.copy(value),
      ],
    ]);
    const target = PdfDocument.empty();
    copier = new Copier(document, target, rules, true);
    for (const key of ['Root', 'Info']) {
      const value = document.trailer.get(key);
      const copied = value === undefined ? undefined : copier.copy(value);
      if (copied !== undefined) target.trailer.set(key, copied);
    }
    copier.finish();
    return { target, copier };
  }
}

/** Gives every page only the resources that it uses. */
function dropUnused({ document, pages, nodes }: OpenPdf): void {
  for (const page of pages) {
    const isEmpty =
      contentBytes(document, page.dict.get('Contents'), MAX_BLANK_BYTES)?.toString('latin1').trim() === '';
    page.dict.set('Resources', isEmpty ? new PdfDict() : (usedResources(document, page) ?? new PdfDict()));
  }
  for (const number of nodes) document.dictOf(new PdfRef(number))?.delete('Resources');
}

/** Packs streams as small as they get without loss: pictures as they are predicted, everything else by Deflate alone. */
function repack(document: PdfDocument): void {
  let left = MAX_REPACKED_BYTES;
  for (const [number, stream] of document.objects) {
    if (!(stream instanceof PdfStream) || left <= 0) continue;
    const { dict } = stream;
    if (isName(dict.get('Subtype'), 'Image')) continue;
    const stored = document.tryDecode(stream, Math.min(left, MAX_STREAM_BYTES));
    if (stored === undefined) continue;
    const bytes = isName(dict.get('Type'), 'Metadata') ? withoutPadding(stored) : stored;
    if (isPlain(dict, bytes)) {
      document.set(new PdfRef(number), plainStream(dict, bytes));
      continue;
    }
    left -= bytes.length;
    const packed = deflateSync(bytes, { level: 9 });
    const smallest = packed.length < bytes.length ? packed : bytes;
    if (smallest.length >= stream.bytes.length) continue;
    const smaller = plainStream(dict, smallest);
    if (smallest === packed) smaller.dict.set('Filter', new PdfName('FlateDecode'));
    document.set(new PdfRef(number), smaller);
  }
}

/** Of PDF/A-1, whose metadata may not be packed (ISO 19005-1, 6.7.2). */
const isPlain = (dict: PdfDict, bytes: Uint8Array): boolean =>
  isName(dict.get('Type'), 'Metadata') && /pdfaid:part\s*(?:=\s*["']|>)\s*1/.test(latin1(bytes));

/** XMP without the white space that is kept free in it for changes in place (ISO 16684-1, 7.3.2). */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const end = text.lastIndexOf('<?xpacket end');
  if (end < 0) return bytes;
  return Buffer.from(`${text.slice(0, end).trimEnd()}\n${text.slice(end)}`, 'latin1');
}

function plainStream(dict: PdfDict, bytes: Uint8Array): PdfStream {
  const entries = new PdfDict(dict);
  for (const key of ['DecodeParms', 'DP', 'F', 'Filter']) entries.delete(key);
  return new PdfStream(entries, bytes);
}

/** Lets references to streams that say the same point to one of them. The number of streams that are not needed any more. */
function joinDuplicates(document: PdfDocument): number {
  let joined = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const first = new Map<string, number>();
    const instead = new Map<number, number>();
    for (const [number, value] of document.objects) {
      if (!(value instanceof PdfStream) || value.dict.has('StructParent') || value.dict.has('StructParents')) continue;
      const dict = new PdfDict([...value.dict].sort(([a], [b]) => (a < b ? -1 : 1)));
      dict.delete('Length');
      const key = createHash('sha256').update(serialize(dict), 'latin1').update(value.bytes).digest('base64');
      const known = first.get(key);
      if (known === undefined) first.set(key, number);
      else instead.set(number, known);
    }
    if (instead.size === 0) break;
    joined += instead.size;
    for (const [number, value] of document.objects) {
      if (instead.has(number)) document.set(new PdfRef(number), null);
      else document.set(new PdfRef(number), redirected(value, instead));
    }
  }
  return joined;
}

function redirected(value: PdfValue, instead: ReadonlyMap<number, number>): PdfValue {
  if (value instanceof PdfRef) {
    const other = instead.get(value.number);
    return other === undefined ? value : new PdfRef(other);
  }
  if (Array.isArray(value)) return value.map((item) => redirected(item, instead));
  if (value instanceof PdfStream) return new PdfStream(redirectedDict(value.dict, instead), value.bytes);
  return value instanceof PdfDict ? redirectedDict(value, instead) : value;
}

function redirectedDict(dict: PdfDict, instead: ReadonlyMap<number, number>): PdfDict {
  return new PdfDict([...dict].map(([key, value]) => [key, redirected(value, instead)]));
}

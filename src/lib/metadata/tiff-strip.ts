import { latin1 } from '../bytes/latin1.js';
import { ContentFault, LimitFault } from '../faults.js';
import type { RemovedPart, Stripped, StripSettings } from './strip.js';
import { Tiff, type TiffDirectory, type TiffEntry } from './tiff.js';

/**
 * Tags without which the pixels cannot be had, or look otherwise: TIFF 6.0 parts 1 and 2, its supplements, and GeoTIFF's none.
 * Everything else goes.
 */
const NEEDED = new Set([
  ...[
    254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 277, 278, 279, 280, 281, 282, 283, 284, 290, 291, 292,
  ],
  ...[
    293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 332, 334, 336, 338, 339, 340, 341,
  ],
  ...[342, 347, 529, 530, 531, 532, 559],
]);
const ORIENTATION = 274;
const PROFILE = 34_675;
const STRIP_OFFSETS = 273;
const STRIP_BYTES = 279;
const TILE_OFFSETS = 324;
const TILE_BYTES = 325;

/** Tags that mean that the file is not a plain picture but one of a camera, whose data only these tags explain. */
const CAMERA_TAGS = new Set([33_421, 33_422, 50_706, 50_721]);

const NAMES = new Map([
  [330, 'preview pictures'],
  [700, 'XMP'],
  [33_723, 'IPTC data'],
  [34_377, 'Photoshop and IPTC data'],
  [34_665, 'EXIF'],
  [34_853, 'GPS position'],
  [37_724, 'Photoshop and IPTC data'],
  [52_545, 'content credentials (C2PA)'],
]);

const MAX_PAGES = 1000;

interface Block {
  readonly entry: TiffEntry;
  /** Where the value goes, where it does not fit into the entry. */
  value: Uint8Array;
}

/** A TIFF file written anew: the same coded strips and tiles, and of the tags those that are needed to show them. */
export function stripTiff(bytes: Uint8Array, settings: StripSettings): Stripped {
  const tiff = new Tiff(bytes);
  const pages = tiff.chain(MAX_PAGES);
  if (pages.length === 0) throw new ContentFault('its directory is damaged');
  if (pages.length === MAX_PAGES) throw new LimitFault(`it must have fewer than ${MAX_PAGES} pages`, MAX_PAGES);
  const removed: RemovedPart[] = [];
  const kept = new Set<string>();
  const writer = new Writer(tiff.isLittle);
  for (const page of pages) {
    if (page.entries.some(({ tag }) => CAMERA_TAGS.has(tag))) throw new ContentFault('it is a raw picture of a camera');
    const stay = page.entries.filter((entry) => isKept(entry, tiff, settings));
    for (const entry of page.entries) {
      if (stay.includes(entry)) {
        if (entry.tag === PROFILE) kept.add('colour profile');
        if (entry.tag === ORIENTATION) kept.add('orientation');
        continue;
      }
      const part = `tag ${entry.tag}`;
      removed.push({
        what: NAMES.get(entry.tag) ?? (entry.tag === PROFILE ? 'colour profile' : 'data of programs'),
        part,
        bytes: entry.value.length,
      });
    }
    writer.addPage(stay, imageData(tiff, page));
  }
  return { bytes: writer.finish(), removed, kept: [...kept], warnings: [] };
}

function isKept(entry: TiffEntry, tiff: Tiff, { keepIcc, keepOrientation }: StripSettings): boolean {
  if (entry.tag === PROFILE) return keepIcc;
  if (entry.tag === ORIENTATION) return keepOrientation && tiff.numbers(entry)[0] !== 1;
  return NEEDED.has(entry.tag);
}

interface ImageData {
  readonly offsetsTag: number;
  readonly blocks: readonly Uint8Array[];
}

/** The strips or tiles of a page. Throws where they are not all there: what is coded elsewhere would be lost. */
function imageData(tiff: Tiff, { entries }: TiffDirectory): ImageData {
  const numbersOf = (wanted: number): number[] | undefined => {
    const entry = entries.find(({ tag }) => tag === wanted);
    return entry === undefined ? undefined : tiff.numbers(entry);
  };
  const [compression = 1] = numbersOf(259) ?? [];
  // Its tables lie anywhere in the file, and nothing says how long they are.
  if (compression === 6) throw new ContentFault('it holds an old kind of JPEG that cannot be copied');
  const offsetsTag = entries.some(({ tag }) => tag === TILE_OFFSETS) ? TILE_OFFSETS : STRIP_OFFSETS;
  const offsets = numbersOf(offsetsTag) ?? [];
  const lengths = numbersOf(offsetsTag === TILE_OFFSETS ? TILE_BYTES : STRIP_BYTES) ?? [];
  if (offsets.length === 0 || offsets.length !== lengths.length) throw new ContentFault('its strips are not described');
  const blocks = offsets.map((offset, i) => {
    const end = offset + (lengths[i] ?? 0);
    if (end > tiff.bytes.length) throw new ContentFault('it ends early');
    return tiff.bytes.subarray(offset, end);
  });
  // Strips that lie over one another would make a small file a large one.
  let total = 0;
  for (const block of blocks) total += block.length;
  if (total > tiff.bytes.length) throw new ContentFault('its strips overlap');
  // JPEG strips are whole JPEG files; what they say besides is theirs.
  if (compression === 7 && blocks.some((block) => /Exif\0|http:\/\/ns\.adobe/.test(latin1(block, 0, 1000))))
    throw new ContentFault('a strip of it has metadata of its own');
  return { offsetsTag, blocks };
}

/** Head, then for every page its data, its long values, its directory. */
class Writer {
  readonly #pieces: Buffer[] = [];
  #length = 8;
  /** Where the offset of the next directory goes: in the head or in the last directory. */
  #link: { readonly piece: Buffer; readonly at: number };

  constructor(readonly isLittle: boolean) {
    const head = Buffer.alloc(8);
    head.write(isLittle ? 'II*\0' : 'MM\0*', 0, 'latin1');
    this.#pieces.push(head);
    this.#link = { piece: head, at: 4 };
  }

  addPage(entries: readonly TiffEntry[], { offsetsTag, blocks }: ImageData): void {
    const places = blocks.map((block) => this.#add(block));
    const sorted = [...entries].sort((a, b) => a.tag - b.tag);
    const placed = sorted.map((entry): Block & { readonly type: number } => {
      if (entry.tag !== offsetsTag) return { entry, type: entry.type, value: entry.value };
      const value = Buffer.alloc(4 * places.length);
      for (const [i, place] of places.entries()) this.#write32(value, 4 * i, place);
      return { entry, type: 4, value };
    });
    const directory = Buffer.alloc(2 + 12 * placed.length + 4);
    this.#write16(directory, 0, placed.length);
    for (const [i, { entry, type, value }] of placed.entries()) {
      const at = 2 + 12 * i;
      this.#write16(directory, at, entry.tag);
      this.#write16(directory, at + 2, type);
      this.#write32(directory, at + 4, entry.count);
      if (value.length <= 4) directory.set(value, at + 8);
      else this.#write32(directory, at + 8, this.#add(value));
    }
    this.#write32(this.#link.piece, this.#link.at, this.#add(directory));
    this.#link = { piece: directory, at: directory.length - 4 };
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }

  /** Everything begins at an even offset (TIFF 6.0, section 2). Gives the offset. */
  #add(bytes: Uint8Array): number {
    const offset = this.#length;
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#pieces.push(piece);
    if (piece.length % 2 === 1) this.#pieces.push(Buffer.alloc(1));
    this.#length += piece.length + (piece.length % 2);
    return offset;
  }

  #write16(target: Buffer, at: number, value: number): void {
    if (this.isLittle) target.writeUInt16LE(value, at);
    else target.writeUInt16BE(value, at);
  }

  #write32(target: Buffer, at: number, value: number): void {
    if (this.isLittle) target.writeUInt32LE(value, at);
    else target.writeUInt32BE(value, at);
  }
}

import { latin1 } from '../bytes/latin1.js';
import { ContentFault, LimitFault } from '../faults.js';
import { Tiff, type TiffDirectory } from './tiff.js';

const GPS = 0x8825;
const EXIF = 0x8769;
const MAX_DIRECTORIES = 1000;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Clears the GPS directories of a TIFF structure (EXIF, or a TIFF file) and the entries that point to them, in place: no offset
 * changes. Returns how many bytes were cleared. Throws ContentFault where a directory cannot be cleared for certain.
 */
export function eraseGps(bytes: Uint8Array): number {
  const tiff = new Tiff(bytes);
  const chain = tiff.chain(MAX_DIRECTORIES);
  if (chain.length === MAX_DIRECTORIES)
    throw new LimitFault(`it must have fewer than ${MAX_DIRECTORIES} directories`, MAX_DIRECTORIES);
  const inner = chain.flatMap((directory) => targetsOf(tiff, directory, EXIF));
  const others = [...chain, ...inner.map((offset) => tiff.directory(offset)).filter((found) => found !== undefined)];
  const targets = new Set(others.flatMap((directory) => targetsOf(tiff, directory, GPS)));
  if (targets.size === 0) return 0;
  const cleared = [...targets].flatMap((offset) => spansOf(tiff, directoryAt(tiff, offset)));
  const kept = others.flatMap((directory) => spansOf(tiff, directory, GPS));
  // Offsets of next directories move with the entries before them.
  const links = chain.map((directory) => endOf(tiff, directory)).map((start) => ({ start, end: start + 4 }));
  if (overlap([...cleared, ...links], kept) || overlap(cleared, links))
    throw new ContentFault('its GPS data shares bytes with other data');
  for (const { start, end } of cleared) bytes.fill(0, start, end);
  for (const directory of others)
    dropEntries(tiff, directory, endOf(tiff, directory) + (chain.includes(directory) ? 4 : 0));
  let length = 0;
  for (const { start, end } of cleared) length += end - start;
  return length;
}

const targetsOf = (tiff: Tiff, { entries }: TiffDirectory, wanted: number): number[] =>
  entries.filter(({ tag }) => tag === wanted).flatMap((entry) => tiff.numbers(entry).slice(0, 1));

function directoryAt(tiff: Tiff, offset: number): TiffDirectory {
  const directory = tiff.directory(offset);
  if (directory === undefined) throw new ContentFault('its GPS data is not where its EXIF says');
  return directory;
}

/** What a directory takes: its entries, and values that do not fit into them. */
function spansOf(tiff: Tiff, directory: TiffDirectory, except?: number): Span[] {
  const values = directory.entries
    .filter(({ tag, value }) => tag !== except && value.length > 4)
    .map(({ value }) => {
      const start = value.byteOffset - tiff.bytes.byteOffset;
      return { start, end: start + value.length };
    });
  return [{ start: directory.offset, end: endOf(tiff, directory) }, ...values];
}

/** Where the entries of a directory end; in a chain the offset of the next one follows. */
function endOf({ bytes, isLittle }: Tiff, { offset }: TiffDirectory): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Math.min(bytes.length, offset + 2 + 12 * view.getUint16(offset, isLittle));
}

function overlap(some: readonly Span[], others: readonly Span[]): boolean {
  const sorted = [...others].sort((a, b) => a.start - b.start);
  let last = 0;
  const reach = sorted.map(({ end }) => {
    last = Math.max(last, end);
    return last;
  });
  return some.some(({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (reach[low - 1] ?? 0) > start;
  });
}

/** Moves up what follows the entries that point to GPS data, as far as `end`. */
function dropEntries({ bytes, isLittle }: Tiff, { offset }: TiffDirectory, end: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = view.getUint16(offset, isLittle);
  for (let i = count - 1; i >= 0; i -= 1) {
    const at = offset + 2 + 12 * i;
    if (at + 12 > end || view.getUint16(at, isLittle) !== GPS) continue;
    bytes.copyWithin(at, at + 12, end);
    bytes.fill(0, end - 12, end);
    count -= 1;
    view.setUint16(offset, count, isLittle);
  }
}

const ELEMENT = /<((?:[\w.-]+:)?gps[\w.-]*)(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/\1\s*>)/gi;
const ATTRIBUTE = /\s[\w.-]+:gps[\w.-]*\s*=\s*(?:"[^"]*"|'[^']*')/gi;
const LEFT = /<\/?(?:[\w.-]+:)?gps|\s[\w.-]+:gps[\w.-]*\s*=|g\0p\0s/i;

/** Writes spaces over the GPS properties of an XMP packet, whatever its prefixes, in place. Returns how many bytes. */
export function eraseXmpGps(bytes: Uint8Array): number {
  let length = 0;
  const blank = (found: string): string => {
    length += found.length;
    return ' '.repeat(found.length);
  };
  const text = latin1(bytes).replace(ELEMENT, blank).replace(ATTRIBUTE, blank);
  if (LEFT.test(text)) throw new ContentFault('its XMP holds a location in a form that cannot be removed alone');
  if (length > 0) bytes.set(Buffer.from(text, 'latin1'));
  return length;
}

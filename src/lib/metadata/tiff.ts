import { ContentFault } from '../faults.js';

/** Bytes a value by type: TIFF 6.0 section 2; 13 is a pointer (TIFF Technical Note 1), 129 text in UTF-8 (Exif 3.0). */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1 },
  // BigTIFF
  ...{ 16: 8, 17: 8, 18: 8 },
};

export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** In the byte order of the file; points into it. */
  readonly value: Uint8Array;
}

export interface TiffDirectory {
  readonly offset: number;
  readonly entries: readonly TiffEntry[];
  /** Offset of the next directory in the chain, 0 at its end. */
  readonly next: number;
}

/** Entries of a directory; cameras write under 200, DNG under 300. */
const MAX_ENTRIES = 4000;

/** A TIFF structure: a whole file, or what EXIF is. Directories are read when asked for. */
export class Tiff {
  readonly isLittle: boolean;
  readonly first: number;
  readonly #view: DataView;

  /**
   * Throws ContentFault where it is none. BigTIFF is none. With `isLittle`, there is no head: directories are read at places that
   * somebody else tells.
   */
  constructor(
    readonly bytes: Uint8Array,
    isLittle?: boolean,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isLittle !== undefined) {
      this.isLittle = isLittle;
      this.first = 0;
      return;
    }
    const mark = bytes.length < 8 ? 0 : this.#view.getUint16(0);
    if (mark !== 0x4949 && mark !== 0x4d4d) throw new ContentFault('it has no TIFF structure');
    this.isLittle = mark === 0x4949;
    const version = this.#view.getUint16(2, this.isLittle);
    if (version === 43) throw new ContentFault('it is a BigTIFF file, which is not read');
    // 42; cameras write others for raw pictures: 0x4f52 and 0x5352 (ORF), 0x55 (RW2).
    this.first = this.#view.getUint32(4, this.isLittle);
  }

  /** The directory at an offset, as far as it lies in the file; entries that do not are left out. */
  directory(offset: number): TiffDirectory | undefined {
    const { bytes, isLittle } = this;
    const view = this.#view;
    if (offset < 8 || offset + 2 > bytes.length) return undefined;
    const count = view.getUint16(offset, isLittle);
    if (count > MAX_ENTRIES) return undefined;
    const entries: TiffEntry[] = [];
    for (let at = offset + 2; at < offset + 2 + 12 * count && at + 12 <= bytes.length; at += 12) {
      const type = view.getUint16(at + 2, isLittle);
      const values = view.getUint32(at + 4, isLittle);
      const length = values * (TYPE_BYTES[type] ?? 0);
      const start = length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
      if (length === 0 || start + length > bytes.length) continue;
      entries.push({
        tag: view.getUint16(at, isLittle),
        type,
        count: values,
        value: bytes.subarray(start, start + length),
      });
    }
    const end = offset + 2 + 12 * count;
    return { offset, entries, next: end + 4 <= bytes.length ? view.getUint32(end, isLittle) : 0 };
  }

  /** The directories of the chain that begins at the head, at most `most`; a loop ends it. */
  chain(most: number): TiffDirectory[] {
    const found: TiffDirectory[] = [];
    const seen = new Set<number>();
    for (let offset = this.first; offset !== 0 && found.length < most && !seen.has(offset); ) {
      seen.add(offset);
      const directory = this.directory(offset);
      if (directory === undefined) break;
      found.push(directory);
      offset = directory.next;
    }
    return found;
  }

  /** The whole numbers of an entry; empty for other types. */
  numbers({ type, count, value }: TiffEntry): number[] {
    const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
    const most = Math.min(count, 1_000_000);
    if (type === 3) return Array.from({ length: most }, (_, i) => view.getUint16(2 * i, this.isLittle));
    if (type === 4 || type === 13) return Array.from({ length: most }, (_, i) => view.getUint32(4 * i, this.isLittle));
    return type === 1 ? [...value.subarray(0, most)] : [];
  }
}

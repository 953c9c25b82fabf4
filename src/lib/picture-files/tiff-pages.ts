/** Most directories that are looked at. */
const MAX_DIRECTORIES = 1000;
const NEW_SUBFILE_TYPE = 254;
const REDUCED = 1;
const MASK = 4;

/** How the samples of a page are stored, by the numbers of TIFF 6.0. */
export interface TiffPage {
  /** Place of its directory in the file. */
  readonly index: number;
  readonly bits: number;
  readonly samples: number;
  readonly compression: number;
  readonly photometric: number;
  /** 1: without sign, 2: with sign, 3: floating point. */
  readonly sampleFormat: number;
}

const TAGS = { bits: 258, compression: 259, photometric: 262, samples: 277, sampleFormat: 339 } as const;
const SHORT = 3;

/**
 * The directories of a TIFF that are pages: not smaller versions of another and no masks (TIFF 6.0, section 8,
 * NewSubfileType). Empty where the chain cannot be read, and for BigTIFF.
 */
export function tiffPages(bytes: Uint8Array): TiffPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  if (bytes.length < 8 || view.getUint16(2, isLittle) !== 42) return [];
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, isLittle);
  for (let index = 0; at !== 0 && index < MAX_DIRECTORIES; index += 1) {
    if (seen.has(at) || at + 2 > bytes.length) return [];
    seen.add(at);
    const count = view.getUint16(at, isLittle);
    const end = at + 2 + 12 * count;
    if (end + 4 > bytes.length) return [];
    const read = (tag: number, otherwise: number): number =>
      firstValue(view, at + 2, count, isLittle, tag) ?? otherwise;
    if ((read(NEW_SUBFILE_TYPE, 0) & (REDUCED | MASK)) === 0) {
      pages.push({
        index,
        bits: read(TAGS.bits, 1),
        samples: read(TAGS.samples, 1),
        compression: read(TAGS.compression, 1),
        photometric: read(TAGS.photometric, 0),
        sampleFormat: read(TAGS.sampleFormat, 1),
      });
    }
    at = view.getUint32(end, isLittle);
  }
  return pages;
}

/** The first value of a field of whole numbers; `undefined` where it is not there. */
function firstValue(view: DataView, start: number, count: number, isLittle: boolean, tag: number): number | undefined {
  for (let i = 0; i < count; i += 1) {
    const entry = start + 12 * i;
    if (view.getUint16(entry, isLittle) !== tag) continue;
    const isShort = view.getUint16(entry + 2, isLittle) === SHORT;
    const values = view.getUint32(entry + 4, isLittle);
    // What does not fit into four bytes is stored elsewhere.
    const at = values * (isShort ? 2 : 4) <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
    if (at + 4 > view.byteLength) return undefined;
    return isShort ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  }
  return undefined;
}

const [YCBCR, CIELAB] = [6, 8];
const OLD_JPEG = 6;
const JPEG = 7;
const COMMON_COMPRESSIONS = new Set([1, 2, 3, 4, 5, JPEG, 8, 32_773, 32_946, 50_001]);

/** Whether a page is stored in a way that few programs read: CIELab, old-style JPEG, samples of odd sizes. */
export function isRareTiff({ bits, samples, compression, photometric, sampleFormat }: TiffPage): boolean {
  const isPlain = bits === 8 || bits === 16 || bits === 1 || ((bits === 2 || bits === 4) && samples === 1);
  if (!isPlain || sampleFormat !== 1 || photometric === CIELAB) return true;
  return (
    !COMMON_COMPRESSIONS.has(compression) || compression === OLD_JPEG || (photometric === YCBCR && compression !== JPEG)
  );
}

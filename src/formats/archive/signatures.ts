import type { SevenZipFormat } from '../../engines/seven-zip.js';

/** The mark of a format, and where it is. */
interface Signature {
  readonly format: SevenZipFormat;
  readonly at: number;
  readonly mark: readonly number[];
}

/** The format that 7-Zip reads, by its mark. */
export function signatureOf(bytes: Uint8Array): Signature | undefined {
  // LHA's mark is its method, such as -lh5-, behind the length and the sum of the first header.
  if (/^-l[hz][0-9dsx]-$/.test(Buffer.from(bytes.subarray(2, 7)).toString('latin1'))) return LHA;
  return SIGNATURES.find(({ at, mark }) => mark.every((byte, i) => bytes[at + i] === byte));
}

const LHA: Signature = { format: 'lzh', at: 2, mark: [] };

const SIGNATURES: readonly Signature[] = [
  { format: '7z', at: 0, mark: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { format: 'rar', at: 0, mark: [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0] },
  { format: 'rar5', at: 0, mark: [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0] },
  { format: 'cab', at: 0, mark: [0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0] },
  { format: 'rpm', at: 0, mark: [0xed, 0xab, 0xee, 0xdb] },
  { format: 'wim', at: 0, mark: [0x4d, 0x53, 0x57, 0x49, 0x4d, 0, 0, 0] },
  // ECMA-119, 8.1: the first descriptor stands in sector 16.
  { format: 'iso', at: 0x8001, mark: [0x43, 0x44, 0x30, 0x30, 0x31] },
];

/** The end of a ZIP archive with its longest comment. */
const MAX_END_BYTES = 22 + 65_535;

/** A ZIP archive begins with its first entry, or is empty, or has its end where it belongs behind something else. */
export function zipEnd(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 4) return false;
  const start = file.readUInt32BE(0);
  return (
    start === 0x504b0304 ||
    start === 0x504b0506 ||
    start === 0x504b0708 ||
    file.lastIndexOf('PK\u0005\u0006') >= Math.max(0, file.length - MAX_END_BYTES)
  );
}

/** One entry of an archive, as its directory says it. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly isEncrypted: boolean;
}

/** APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16. */
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const FLAG_ENCRYPTED = 1;
const FLAG_UTF8 = 1 << 11;

/** Lists an archive without unpacking it; `undefined` for what is not a ZIP or needs ZIP64. */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i += 1) {
    if (at + CENTRAL_HEADER_BYTES > end || view.getUint32(at, true) !== CENTRAL_HEADER) return undefined;
    const flags = view.getUint16(at + 8, true);
    const nameStart = at + CENTRAL_HEADER_BYTES;
    const nameEnd = nameStart + view.getUint16(at + 28, true);
    const decoder = new TextDecoder((flags & FLAG_UTF8) === 0 ? 'windows-1252' : 'utf-8');
    entries.push({
      name: decoder.decode(bytes.subarray(nameStart, nameEnd)),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isEncrypted: (flags & FLAG_ENCRYPTED) !== 0,
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The record that ends the directory stands at the end, before a comment of any length. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}

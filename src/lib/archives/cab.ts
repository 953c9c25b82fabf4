/** A file as the directory of a cabinet lists it. */
export interface CabFile {
  /** UTF-8 where it says so, else in no stated charset. */
  readonly rawPath: Uint8Array;
  readonly bytes: number;
}

/** Whether a cabinet says that another belongs before or behind it. */
export const isCabinetOfSet = (file: Uint8Array): boolean =>
  file.length >= 36 && Buffer.from(file.subarray(0, 4)).toString('latin1') === 'MSCF' && ((file[30] ?? 0) & 3) !== 0;

const IS_FOLDER = 0x10;
const IS_UTF8 = 0x80;

/**
 * The files of a cabinet that is not one of several ([MS-CAB] 2.3), in the order in which 7-Zip lists them: by folder, place and size.
 * Empty where the directory cannot be read.
 */
export function cabFiles(file: Uint8Array): CabFile[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 36) return [];
  const count = bytes.readUInt16LE(28);
  const found: (CabFile & { readonly folder: number; readonly offset: number; readonly isFolder: boolean })[] = [];
  let at = bytes.readUInt32LE(16);
  for (let i = 0; i < count; i += 1) {
    const end = bytes.indexOf(0, at + 16);
    if (at + 16 > bytes.length || end < 0) return [];
    const attributes = bytes.readUInt16LE(at + 14);
    const raw = bytes.subarray(at + 16, end);
    found.push({
      rawPath: (attributes & IS_UTF8) === 0 ? raw : Buffer.from(raw.toString()),
      bytes: bytes.readUInt32LE(at),
      offset: bytes.readUInt32LE(at + 4),
      folder: bytes.readUInt16LE(at + 8),
      isFolder: (attributes & IS_FOLDER) !== 0,
    });
    at = end + 1;
  }
  return found.sort(
    (a, b) =>
      Number(b.isFolder) - Number(a.isFolder) || a.folder - b.folder || a.offset - b.offset || a.bytes - b.bytes,
  );
}

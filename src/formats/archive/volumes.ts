import type { InputFile } from '../../core/tool.js';
import { isCabinetOfSet } from '../../lib/archives/cab.js';

/** An uploaded archive; of one over several files the first, and all of them. */
export interface ArchiveUpload extends InputFile {
  /** All parts, the first included, in their order; empty where the archive is one file. */
  readonly volumes: readonly InputFile[];
}

interface Part {
  /** What the names of all parts of an archive share, with the way they are numbered. */
  readonly key: string;
  readonly number: number;
  /** Parts that are pieces of one file, cut anywhere. */
  readonly isPiece: boolean;
}

/** How the parts of archives are named: `a.7z.001`, `a.part1.rar`, `a.rar` with `a.r00`, and cabinets by what they say of their set. */
function partOf({ name, bytes }: InputFile): Part | undefined {
  const [, piece, pieceNumber] = /^(.+)\.(\d{3})$/.exec(name) ?? [];
  if (piece !== undefined) return { key: `piece ${piece}`, number: Number(pieceNumber), isPiece: true };
  const [, rar, rarNumber] = /^(.+)\.part(\d{1,5})\.rar$/i.exec(name) ?? [];
  if (rar !== undefined) return { key: `part ${rar}`, number: Number(rarNumber), isPiece: false };
  const [, old, letter = '', digits] = /^(.+)\.(?:rar|([r-z])(\d\d))$/i.exec(name) ?? [];
  if (old !== undefined) {
    const number = digits === undefined ? 0 : 1 + Number(digits) + 100 * (letter.toLowerCase().charCodeAt(0) - 0x72);
    return { key: `rar ${old}`, number, isPiece: false };
  }
  return cabinetPart(bytes);
}

/** [MS-CAB] 2.1: flags for a cabinet before and behind, the number of the set, and that of the cabinet in it. */
function cabinetPart(bytes: Uint8Array): Part | undefined {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 36));
  if (!isCabinetOfSet(bytes)) return undefined;
  return { key: `set ${header.readUInt16LE(32)}`, number: header.readUInt16LE(34), isPiece: false };
}

/** The archives that uploads are, each in the place of its first part. */
export function archiveUploads(files: readonly InputFile[]): ArchiveUpload[] {
  const groups = new Map<string, { readonly file: InputFile; readonly part: Part | undefined }[]>();
  for (const [i, file] of files.entries()) {
    const part = partOf(file);
    const key = part?.key ?? `file ${i}`;
    groups.set(key, [...(groups.get(key) ?? []), { file, part }]);
  }
  return [...groups.values()].map((group) => {
    const sorted = group.sort((a, b) => (a.part?.number ?? 0) - (b.part?.number ?? 0));
    const parts = sorted.map(({ file }) => file);
    const [first = { name: '', mime: undefined, bytes: new Uint8Array() }] = parts;
    if (parts.length === 1) return { ...first, volumes: [] };
    if (sorted[0]?.part?.isPiece !== true) return { ...first, volumes: parts };
    const name = first.name.replace(/\.\d{3}$/, '');
    return { name, mime: undefined, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)), volumes: [] };
  });
}

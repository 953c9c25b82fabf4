import { writeZip } from '../archives/zip-writer.js';
import { ContentFault, LimitFault } from '../faults.js';
import type { OfficePackage } from '../office/package.js';

/** Records of binary workbooks that have nothing to do with the values of cells, taken out before the workbook is read. */

/** An id that no record of [MS-XLS] 2.3 has. */
const NO_RECORD = 0x7fff;

/**
 * [MS-XLS] 2.3: links, which are laid out over every cell of their range, notes with the objects they belong to, drawings, and names,
 * whose formulas would be read. NAME, EXTERNNAME, NOTE, OBJ, IMDATA, MSODRAWINGGROUP, MSODRAWING, TXO, HLINK, HLINKTOOLTIP.
 */
const OTHER_RECORDS: ReadonlySet<number> = new Set([0x18, 0x23, 0x1c, 0x5d, 0x7f, 0xeb, 0xec, 0x1b6, 0x1b8, 0x800]);

/** Lists of merged ranges, one after another. The reader copies what it has with each, so the copies are counted. */
const MERGE_CELLS = 0xe5;
const MAX_MERGES_COPIED = 1_000_000_000;

/** BOUNDSHEET, one for each sheet. */
const BOUND_SHEET = 0x85;
const MAX_SHEETS = 1000;

/** A copy of a stream of BIFF2 to BIFF8, every record in its place, those that are not of cells unknown. Throws LimitFault. */
export function cellRecords(stream: Uint8Array): Buffer {
  const records = Buffer.from(stream);
  let [merged, copied, sheets] = [0, 0, 0];
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2)) {
    const id = records.readUInt16LE(at);
    if (id === MERGE_CELLS && at + 6 <= records.length) {
      merged += records.readUInt16LE(at + 4);
      copied += merged;
    }
    if (id === BOUND_SHEET) sheets += 1;
    if (OTHER_RECORDS.has(id)) records.writeUInt16LE(NO_RECORD, at);
  }
  checkSheetCount(sheets);
  if (copied > MAX_MERGES_COPIED)
    throw new LimitFault(`it must have fewer lists of merged cells, got ${merged} ranges in them`, MAX_MERGES_COPIED);
  return records;
}

/** Throws LimitFault beyond 1,000 sheets. */
function checkSheetCount(count: number): void {
  if (count > MAX_SHEETS) throw new LimitFault(`it must have at most ${MAX_SHEETS} sheets, got ${count}`, MAX_SHEETS);
}

/** [MS-XLSB] 2.4.691 and 2.4.312. */
const LINK = 0x1ee;
const BUNDLE_SHEET = 0x9c;

interface Record12 {
  readonly id: number;
  /** Where it begins, where its data begin, and where it ends. */
  readonly start: number;
  readonly data: number;
  readonly end: number;
}

/**
 * [MS-XLSB] 2.1.4: id and length are numbers of seven bits a byte, the eighth says that there are more: two bytes for the id and
 * four for the length at most. Throws ContentFault where a record ends behind the part.
 */
function* records12(part: Uint8Array): Generator<Record12> {
  let at = 0;
  const number = (most: number): number => {
    let value = 0;
    for (let i = 0; i < most; i++) {
      const byte = part[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < part.length) {
    const start = at;
    const id = number(2);
    const length = number(4);
    const end = at + length;
    if (end > part.length) throw new ContentFault('a part ends within a record');
    yield { id, start, data: at, end };
    at = end;
  }
}

function withoutLinks(part: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { id, start, end } of records12(part)) {
    if (id !== LINK) continue;
    kept.push(part.subarray(from, start));
    from = end;
  }
  return Buffer.concat([...kept, part.subarray(from)]);
}

/** The relations of the sheets of a workbook, each read once: sheets that share a part would be read as often as they are listed. */
function checkSheets(archive: OfficePackage, workbook: Uint8Array): void {
  const ids: string[] = [];
  const bytes = Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength);
  for (const { id, data, end } of records12(workbook)) {
    // Visibility and number, four bytes each, then the length of the relation's id in letters of two bytes.
    if (id !== BUNDLE_SHEET || data + 12 > end) continue;
    ids.push(bytes.toString('utf16le', data + 12, Math.min(end, data + 12 + 2 * bytes.readUInt32LE(data + 8))));
  }
  checkSheetCount(ids.length);
  const targets = new Map(archive.relations(WORKBOOK).map(({ id, target }) => [id, target.toLowerCase()]));
  if (new Set(ids.map((id) => targets.get(id) ?? id)).size < ids.length)
    throw new ContentFault('two of its sheets are one part');
}

const WORKBOOK = 'xl/workbook.bin';

/**
 * [MS-XLSB] 2.1.3: a package whose workbook is binary, without its links and written again without compression, so that what it
 * unpacks to is bounded before it is read. `undefined` where the package is of another kind. Throws ContentFault, LimitFault.
 */
export function cellPackage(archive: OfficePackage): Uint8Array | undefined {
  const workbook = archive.bytes(WORKBOOK);
  if (workbook === undefined) return undefined;
  checkSheets(archive, workbook);
  const entries = archive.names.map((name) => {
    const bytes = archive.bytes(name) ?? new Uint8Array();
    return { name, bytes: /^xl\/\w*sheets\/[^/]+\.bin$/i.test(name) ? withoutLinks(bytes) : bytes };
  });
  return writeZip(entries, { level: 0 });
}

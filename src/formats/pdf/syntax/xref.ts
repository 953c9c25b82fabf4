import { ContentFault } from '../../../lib/faults.js';
import type { ReadBudget } from './budget.js';
import { decode, filtersOf } from './filters.js';
import { type FileBytes, positionsOf, readIndirect } from './indirect.js';
import { isInteger, isName, PdfDict, PdfStream, type PdfValue } from './objects.js';
import { SyntaxReader } from './syntax.js';

/** Where an object is: at `offset` of the file, or as number `offset` of the object stream `container`. */
export interface XrefEntry {
  readonly offset: number;
  readonly generation: number;
  /** The number of an object stream; −1 for an object of its own. */
  readonly container: number;
}

export interface Xref {
  readonly entries: Map<number, XrefEntry>;
  /** Numbers that the table lists as free. */
  readonly free: ReadonlySet<number>;
  readonly trailer: PdfDict;
  /** A part of the table could not be read: objects that it lacks may stand in the file all the same. */
  readonly isIncomplete: boolean;
}

/** Largest object number: Acrobat's own limit (ISO 32000-1, C.2). */
export const MAX_OBJECT_NUMBER = 8_388_607;
/** What an entry costs of memory, in the measure of ReadBudget. */
const ENTRY_COST = 4;
/** Sections of one file, so updates of it. Chosen: a hundred times what people make. */
const MAX_SECTIONS = 10_000;

/** What the sections say, the newest first. */
interface Table {
  readonly entries: Map<number, XrefEntry>;
  readonly free: Set<number>;
  readonly budget: ReadBudget;
}

const noLength = (value: PdfValue): PdfValue => value;

/** Reads the cross-reference tables and streams from the one that `startxref` names. Throws ContentFault. */
export function readXref(file: FileBytes, budget: ReadBudget): Xref {
  const { bytes } = file;
  const marker = bytes.lastIndexOf('startxref');
  if (marker < 0) throw new ContentFault('the cross-reference table is missing');
  const first = new SyntaxReader(bytes, marker + 'startxref'.length).takeInteger();
  if (first === undefined) throw new ContentFault('the cross-reference table is missing');
  const table: Table = { entries: new Map(), free: new Set(), budget };
  const seen = new Set<number>();
  const waiting = [first];
  let trailer: PdfDict | undefined;
  let isIncomplete = false;
  while (waiting.length > 0 && seen.size < MAX_SECTIONS) {
    const offset = waiting.pop();
    if (offset === undefined || seen.has(offset)) continue;
    seen.add(offset);
    const section = readSection(file, offset, table);
    if (section === undefined) {
      isIncomplete = true;
      continue;
    }
    trailer ??= section;
    const previous = section.get('Prev');
    if (isInteger(previous)) waiting.push(previous);
    // A hybrid file's stream comes before the older sections (ISO 32000-2, 7.5.8.4).
    const hybrid = section.get('XRefStm');
    if (isInteger(hybrid)) waiting.push(hybrid);
  }
  if (trailer === undefined) throw new ContentFault('the cross-reference table is damaged');
  return { entries: table.entries, free: table.free, trailer, isIncomplete };
}

function readSection(file: FileBytes, offset: number, table: Table): PdfDict | undefined {
  if (offset < 0 || offset >= file.bytes.length) return undefined;
  const reader = new SyntaxReader(file.bytes, offset);
  if (reader.take('xref')) return readTable(reader, table);
  try {
    return readStream(file, offset, table);
  } catch (error) {
    if (error instanceof ContentFault) return undefined;
    throw error;
  }
}

function readTable(reader: SyntaxReader, table: Table): PdfDict | undefined {
  while (!reader.take('trailer')) {
    const start = reader.takeInteger();
    const count = reader.takeInteger();
    if (start === undefined || count === undefined) return undefined;
    for (let i = 0; i < count; i += 1) {
      const before = reader.position;
      const offset = reader.takeInteger();
      const generation = reader.takeInteger();
      const isUsed = reader.take('n');
      if (offset === undefined || generation === undefined || !(isUsed || reader.take('f'))) {
        // Fewer entries than announced: the trailer may follow all the same.
        reader.position = before;
        break;
      }
      add(table, start + i, isUsed ? { offset, generation, container: -1 } : undefined);
    }
  }
  const trailer = reader.readValue();
  return trailer instanceof PdfDict ? trailer : undefined;
}

/** The first word on an object is the newest one. */
function add({ entries, free, budget }: Table, number: number, entry: XrefEntry | undefined): void {
  if (number > MAX_OBJECT_NUMBER || entries.has(number) || free.has(number)) return;
  budget.takeValues(ENTRY_COST);
  if (entry === undefined) free.add(number);
  else entries.set(number, entry);
}

/** ISO 32000-2, 7.5.8. */
function readStream(file: FileBytes, offset: number, table: Table): PdfDict | undefined {
  const stream = readIndirect(file, offset, noLength)?.value;
  if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'XRef')) return undefined;
  const { dict } = stream;
  const { bytes } = decode(
    stream.bytes,
    filtersOf(dict, (value) => value ?? null),
  );
  const widths = dict.get('W');
  if (!Array.isArray(widths)) return undefined;
  const [typeWidth, secondWidth, thirdWidth] = widths.map((width) => (isInteger(width) && width >= 0 ? width : 99));
  if (typeWidth === undefined || secondWidth === undefined || thirdWidth === undefined) return undefined;
  const width = typeWidth + secondWidth + thirdWidth;
  if (width === 0 || width > 24) return undefined;
  const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
  if (!Array.isArray(index)) return undefined;
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2) {
    const start = index[i];
    const count = index[i + 1];
    if (!isInteger(start) || !isInteger(count) || start < 0) return undefined;
    for (let n = 0; n < count && at + width <= bytes.length; n += 1, at += width) {
      const type = typeWidth === 0 ? 1 : bigEndian(bytes, at, typeWidth);
      const second = bigEndian(bytes, at + typeWidth, secondWidth);
      const third = bigEndian(bytes, at + typeWidth + secondWidth, thirdWidth);
      if (type === 1) add(table, start + n, { offset: second, generation: third, container: -1 });
      else if (type === 2) add(table, start + n, { offset: third, generation: 0, container: second });
      else if (type === 0) add(table, start + n, undefined);
    }
  }
  return dict;
}

function bigEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** What a look through the whole file finds. */
export interface Scan {
  /** Objects of their own; of several with one number the last. */
  readonly entries: Map<number, XrefEntry>;
  /** Numbers of the object streams, in the order of the file. */
  readonly containers: readonly number[];
  /** Trailers and dictionaries of cross-reference streams, in the order of the file. */
  readonly trailers: readonly PdfDict[];
  /** Objects that say they are the catalog, in the order of the file. */
  readonly catalogs: readonly number[];
}

/** Finds the objects of a file whose cross-reference table is lost. Linear: what is parsed twice has a budget. */
export function scanObjects(file: FileBytes): Scan {
  const { bytes } = file;
  const entries = new Map<number, XrefEntry>();
  const containers: number[] = [];
  const catalogs: number[] = [];
  const found: { at: number; dict: PdfDict }[] = [];
  let budget = 8 * bytes.length;
  for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at)) {
    const offset = headerStart(bytes, at);
    at += 3;
    if (offset === undefined || budget < 0) continue;
    const indirect = readLeniently(file, offset);
    if (indirect === undefined) continue;
    const { ref, value, end } = indirect;
    budget -= end - offset;
    if (ref.number > MAX_OBJECT_NUMBER) continue;
    entries.set(ref.number, { offset, generation: ref.generation, container: -1 });
    if (value instanceof PdfStream) {
      at = Math.max(at, end);
      if (isName(value.dict.get('Type'), 'ObjStm')) containers.push(ref.number);
      if (isName(value.dict.get('Type'), 'XRef')) found.push({ at: offset, dict: value.dict });
    } else if (value instanceof PdfDict && isName(value.get('Type'), 'Catalog')) {
      catalogs.push(ref.number);
    }
  }
  for (const at of positionsOf(bytes, 'trailer').slice(-MAX_SECTIONS)) {
    const reader = new SyntaxReader(bytes, at + 'trailer'.length);
    reader.skipSpace();
    if (bytes[reader.position] !== 0x3c || budget < 0) continue;
    const dict = reader.readValue();
    budget -= reader.position - at;
    if (dict instanceof PdfDict) found.push({ at, dict });
  }
  found.sort((a, b) => a.at - b.at);
  return { entries, containers, catalogs, trailers: found.map(({ dict }) => dict) };
}

function readLeniently(file: FileBytes, offset: number) {
  try {
    return readIndirect(file, offset, noLength);
  } catch (error) {
    // An object nested too deeply is passed over: the others may be whole.
    if (error instanceof ContentFault) return undefined;
    throw error;
  }
}

const isDigitAt = (bytes: Buffer, at: number): boolean => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39;
const isSpaceAt = (bytes: Buffer, at: number): boolean => [0, 9, 10, 12, 13, 32].includes(bytes[at] ?? -1);

/** Where `12 0 ` before the word `obj` at `at` begins. */
function headerStart(bytes: Buffer, at: number): number | undefined {
  let i = at - 1;
  while (isSpaceAt(bytes, i)) i -= 1;
  const generationEnd = i;
  while (isDigitAt(bytes, i)) i -= 1;
  const spaceEnd = i;
  if (i === generationEnd) return undefined;
  while (isSpaceAt(bytes, i)) i -= 1;
  const numberEnd = i;
  if (i === spaceEnd) return undefined;
  while (isDigitAt(bytes, i) && numberEnd - i < 10) i -= 1;
  return i === numberEnd ? undefined : i + 1;
}

import { ContentFault, PasswordFault } from '../../../lib/faults.js';
import { firstIndex } from '../../../lib/numbers/first-index.js';
import type { ReadBudget } from './budget.js';
import { type Decryption, dropCryptFilter } from './encryption.js';
import { PdfDict, type PdfRef, PdfStream, type PdfValue } from './objects.js';
import { SyntaxReader, startsWith } from './syntax.js';

/** What stands at an offset of a file: `12 0 obj … endobj`. */
export interface Indirect {
  readonly ref: PdfRef;
  readonly value: PdfValue;
  /** Where reading stopped. */
  readonly end: number;
  readonly isDamaged: boolean;
}

/** The bytes of a file and where its streams may end; found once, because a hostile file makes every stream look for its end. */
export class FileBytes {
  #streamEnds: readonly number[] | undefined;

  constructor(readonly bytes: Buffer) {}

  /** The first `endstream` at or after `offset`, or `endobj` before another object where that is missing, else the end of the file. */
  streamEndAfter(offset: number): number {
    this.#streamEnds ??= [...positionsOf(this.bytes, 'endstream'), ...objectEnds(this.bytes)].sort((a, b) => a - b);
    const ends = this.#streamEnds;
    return ends[firstIndex(ends.length, (i) => (ends[i] ?? 0) >= offset)] ?? this.bytes.length;
  }
}

/** Every place where `word` stands. */
export function positionsOf(bytes: Buffer, word: string): number[] {
  const positions: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) positions.push(at);
  return positions;
}

/** Every `endobj` that another object follows. */
const objectEnds = (bytes: Buffer): number[] =>
  positionsOf(bytes, 'endobj').filter((at) => {
    const reader = new SyntaxReader(bytes, at + 'endobj'.length);
    reader.skipSpace();
    return reader.takeObjectHeader() !== undefined;
  });

/** Reads the object at `offset`; `undefined` where none begins. `resolveLength` may be asked for a stream's length. */
export function readIndirect(
  file: FileBytes,
  offset: number,
  resolveLength: (value: PdfValue) => PdfValue,
  decryption?: Decryption,
  budget?: ReadBudget,
): Indirect | undefined {
  const header = new SyntaxReader(file.bytes, offset).takeObjectHeader();
  if (header === undefined) return undefined;
  const { number, generation } = header;
  const reader = new SyntaxReader(
    file.bytes,
    offset,
    decryption && ((bytes) => undamaged(() => decryption.decryptString(bytes, number, generation))),
    budget,
  );
  reader.takeObjectHeader();
  const value = reader.readValue();
  if (!(value instanceof PdfDict)) return { ref: header, value, end: reader.position, isDamaged: reader.isDamaged };
  reader.skipSpace();
  if (!startsWith(file.bytes, reader.position, 'stream')) {
    return { ref: header, value, end: reader.position, isDamaged: reader.isDamaged };
  }
  const start = dataStart(file.bytes, reader.position + 'stream'.length);
  const stated = statedEnd(file.bytes, start, resolveLength(value.get('Length') ?? null));
  const end = stated ?? withoutLineEnd(file.bytes, start, file.streamEndAfter(start));
  const stored = file.bytes.subarray(start, end);
  const data =
    decryption === undefined ? stored : undamaged(() => decryption.decryptStream(stored, value, number, generation));
  if (decryption !== undefined) dropCryptFilter(value);
  return {
    ref: header,
    value: new PdfStream(value, data),
    end,
    isDamaged: reader.isDamaged || stated === undefined,
  };
}

/** The data begins after the end of the line; a lone carriage return and spaces before it are seen in real files. */
function dataStart(bytes: Buffer, offset: number): number {
  let at = offset;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
  if (bytes[at] !== 0x0d && bytes[at] !== 0x0a) return offset;
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  return at + 1;
}

/** The end that `Length` states, where it is true. */
function statedEnd(bytes: Buffer, start: number, length: PdfValue): number | undefined {
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) return undefined;
  const end = start + length;
  if (end > bytes.length) return undefined;
  // Not SyntaxReader.skipSpace: data that ends in a percent sign is no comment.
  let at = end;
  while (at < end + 4 && (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x20 || bytes[at] === 0)) at += 1;
  return startsWith(bytes, at, 'endstream') || startsWith(bytes, at, 'endobj') ? end : undefined;
}

function withoutLineEnd(bytes: Buffer, start: number, end: number): number {
  let at = end;
  if (at > start && bytes[at - 1] === 0x0a) at -= 1;
  if (at > start && bytes[at - 1] === 0x0d) at -= 1;
  return at;
}

const damagedObject = (cause: unknown) =>
  new ContentFault('an encrypted object cannot be read', undefined, undefined, { cause });

/** Runs a decryption; what node's ciphers refuse (an impossible key length) is damage of the file. */
function undamaged<T>(decrypt: () => T): T {
  try {
    return decrypt();
  } catch (error) {
    throw error instanceof ContentFault && !(error instanceof PasswordFault) ? error : damagedObject(error);
  }
}

import { ContentFault } from '../../faults.js';
import { JsonNumber, type JsonValue, numberOf } from '../../json/values.js';
import { numberText } from '../model.js';

/** Cells by the names of their columns, in the order of the file; where two names are the same the last one counts. */
export type DbfRow = ReadonlyMap<string, JsonValue>;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const END_OF_FIELDS = 0x0d;
const MEMO = 'M';

/**
 * Reads a table of dBASE, as it stands beside a `.shp`. Numbers keep their digits, dates become `2001-12-31`, blanks null; memos,
 * which stand in a file of their own, are left out. `decode` reads texts. Throws ContentFault.
 * Format: dBASE .DBF File Structure, levels 3 to 7.
 */
export function readDbf(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): DbfRow[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES) throw new ContentFault('its .dbf file is cut off');
  const [count, headerBytes, rowBytes] = [file.readUInt32LE(4), file.readUInt16LE(8), file.readUInt16LE(10)];
  const fields = readFields(file.subarray(0, headerBytes), decode);
  const used = fields.reduce((sum, { length }) => sum + length, 1);
  if (headerBytes > file.length || rowBytes < used)
    throw new ContentFault(`the .dbf file announces rows of ${rowBytes} bytes, its columns take ${used}`);
  if (headerBytes + count * rowBytes > file.length)
    throw new ContentFault(`${count} rows are announced by the .dbf file, more than there is room for`);
  const shown = fields.filter(({ type }) => type !== MEMO);
  const rows: DbfRow[] = [];
  for (let row = 0; row < count; row++) {
    const content = file.subarray(headerBytes + row * rowBytes, headerBytes + (row + 1) * rowBytes);
    rows.push(new Map(shown.map((field) => [field.name, cellOf(field, content, decode)])));
  }
  return rows;
}

/** The number that says how texts are encoded where there is no `.cpg`: language driver. */
export const languageDriver = (dbf: Uint8Array): number => dbf[29] ?? 0;

function readFields(header: Buffer, decode: (bytes: Uint8Array) => string): Field[] {
  const fields: Field[] = [];
  let start = 1;
  for (let at = HEADER_BYTES; at < header.length && header[at] !== END_OF_FIELDS; at += FIELD_BYTES) {
    if (at + FIELD_BYTES > header.length) throw new ContentFault('the head of its .dbf file is cut off');
    const end = header.indexOf(0, at);
    const name = decode(header.subarray(at, end < 0 || end > at + 11 ? at + 11 : end)).trim();
    const type = String.fromCharCode(header[at + 11] ?? 0);
    // The decimals of a text are the high byte of its length: FoxPro.
    const length = type === 'C' ? header.readUInt16LE(at + 16) : (header[at + 16] ?? 0);
    fields.push({ name, type, start, length });
    start += length;
  }
  return fields;
}

function cellOf({ type, start, length }: Field, row: Buffer, decode: (bytes: Uint8Array) => string): JsonValue {
  const bytes = row.subarray(start, start + length);
  if (type === 'I' || type === '+') return length === 4 ? numberOf(bytes.readInt32LE()) : null;
  if (type === 'O') return length === 8 ? doubleCell(bytes.readDoubleLE()) : null;
  if (type === 'C') return textCell(decode(bytes));
  const text = bytes.toString('latin1').replaceAll('\0', ' ').trim();
  if (text === '') return null;
  if (type === 'L') return /^[TtYy]$/.test(text) ? true : /^[FfNn]$/.test(text) ? false : null;
  if (type === 'D') return /^\d{8}$/.test(text) ? text.replace(/(....)(..)(..)/, '$1-$2-$3') : null;
  if (type !== 'N' && type !== 'F') return text;
  const number = numberText(text);
  // Stars stand for a number that had no room.
  return number === undefined ? null : new JsonNumber(number);
}

const doubleCell = (value: number): JsonValue => (Number.isFinite(value) ? numberOf(value) : null);

/** Blanks behind a text fill its column. */
function textCell(text: string): JsonValue {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\0')) end--;
  return end === 0 ? null : text.slice(0, end);
}

import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet';
import { invalid, overLimit, ToolError } from '../../core/errors.js';
import { refusal } from '../../core/refusing.js';
import { ContentFault } from '../../lib/faults.js';
import { JsonNumber, numberOf } from '../../lib/json/values.js';
import type { Cell, Table } from '../../lib/table/table.js';
import { boundedCompressors, checkPages } from './check-pages.js';

const MAX_CELLS = 10_000_000;

/** A column as `schema` shows it. */
export interface ParquetColumn {
  readonly name: string;
  /** Such as INT64, DECIMAL(9,2), TIMESTAMP(MICROS, UTC), LIST, MAP, STRUCT. */
  readonly type: string;
  readonly optional: boolean;
  readonly children?: readonly ParquetColumn[];
}

export interface ParquetFile {
  readonly rows: number;
  readonly rowGroups: number;
  readonly createdBy: string | null;
  readonly compression: readonly string[];
  readonly columns: readonly ParquetColumn[];
  /** Rows from `start` on; of the named columns, or all. */
  readonly read: (names: readonly string[] | undefined, start: number, end: number) => Promise<Table>;
}

/** Opens a Parquet file. Throws INVALID_INPUT, naming it by `label`, where it is none or damaged. */
export async function openParquet(bytes: Uint8Array, label: string): Promise<ParquetFile> {
  const { parquetMetadata, parquetSchema } = await import('hyparquet');
  const file = Uint8Array.from(bytes).buffer;
  checkFrame(bytes, label);
  const metadata = guard(label, () => parquetMetadata(file, { geoparquet: false }));
  const tree = guard(label, () => parquetSchema(metadata));
  const described = guard(label, () => {
    checkPaths(metadata, tree);
    const codecs = metadata.row_groups.flatMap((group) => group.columns.map((column) => column.meta_data?.codec ?? ''));
    return {
      rows: Number(metadata.num_rows),
      rowGroups: metadata.row_groups.length,
      createdBy: metadata.created_by ?? null,
      compression: [...new Set(codecs)].filter((codec) => codec !== '').sort(),
      columns: tree.children.map(describeColumn),
    };
  });
  return { ...described, read: (names, start, end) => readRows({ file, metadata, tree, label, names, start, end }) };
}

/** Every element has a name, and every stored column a place in the schema: the reader relies on it. Throws where not so. */
function checkPaths({ schema, row_groups: groups }: FileMetaData, tree: SchemaTree): void {
  const names: readonly unknown[] = schema.map(({ name }) => name);
  if (names.some((name) => typeof name !== 'string')) throw new Error('an element has no name');
  const leaves = new Set<string>();
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.children.length === 0) leaves.add(JSON.stringify(node.path));
    open.push(...node.children);
  }
  for (const { columns } of groups) {
    for (const { meta_data: column } of columns) {
      if (!leaves.has(JSON.stringify(column?.path_in_schema))) throw new Error('a column is not in the schema');
    }
  }
}

interface ReadRequest {
  readonly file: ArrayBuffer;
  readonly metadata: FileMetaData;
  readonly tree: SchemaTree;
  readonly label: string;
  readonly names: readonly string[] | undefined;
  readonly start: number;
  readonly end: number;
}

async function readRows(asked: ReadRequest): Promise<Table> {
  const { file, metadata, tree, label, names, start, end } = asked;
  const { parquetReadObjects } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const nodes = tree.children.filter(({ element }) => names === undefined || names.includes(element.name));
  if (nodes.length === 0) return { columns: [], hasHeader: true, rows: [] };
  const count = Math.max(0, Math.min(end, Number(metadata.num_rows)) - start);
  if (count * nodes.length > MAX_CELLS) {
    throw overLimit(
      `${label} must have at most ${MAX_CELLS} cells in the rows and columns asked for, got ${count * nodes.length}`,
    );
  }
  try {
    checkPages({ ...asked, names: new Set(nodes.map(({ element }) => element.name)), compressors });
    const request = {
      file,
      metadata: withoutTypes(metadata, mapKeys(tree)),
      compressors: boundedCompressors(compressors, label),
      columns: nodes.map(({ element }) => element.name),
      utf8: false,
      geoparquet: false,
      // INT96 comes with its nanoseconds counted, all else as it is stored.
      parsers: { timestampFromNanoseconds: (value: bigint) => value },
    };
    const rows: Cell[][] = [];
    let groupStart = 0;
    // One group after the other: where one fails, the reader leaves the promises of the others to fail alone.
    for (const group of metadata.row_groups) {
      const groupEnd = groupStart + Number(group.num_rows);
      const [rowStart, rowEnd] = [Math.max(start, groupStart), Math.min(end, groupEnd)];
      const objects = rowStart < rowEnd ? await parquetReadObjects({ ...request, rowStart, rowEnd }) : [];
      for (const row of objects) rows.push(nodes.map((node) => cellOf(row[node.element.name], node, false)));
      groupStart = groupEnd;
    }
    const columns = nodes.map(({ element }) => element.name);
    return { columns, hasHeader: true, rows };
  } catch (error) {
    throw wrap(error, label);
  }
}

const MARK = 'PAR1';

function checkFrame(bytes: Uint8Array, label: string): void {
  const text = (start: number): string => Buffer.from(bytes.subarray(start, start + 4)).toString('latin1');
  if (bytes.length < 12 || text(0) !== MARK) {
    throw invalid(
      `Cannot read ${label} as Parquet: it does not begin with "PAR1"${text(0) === 'PARE' ? ', it is encrypted' : ''}`,
    );
  }
  const end = text(bytes.length - 4);
  if (end === 'PARE') throw invalid(`Cannot read ${label} as Parquet: it is encrypted`);
  if (end !== MARK) throw invalid(`Cannot read ${label} as Parquet: it does not end with "PAR1", so it is cut off`);
}

function guard<Value>(label: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw wrap(error, label);
  }
}

/** Whatever stops the reader is the file: nothing else goes in. */
function wrap(error: unknown, label: string): unknown {
  if (error instanceof ToolError) return error;
  const damage = 'it is damaged, or uses what is not read';
  const fault =
    error instanceof ContentFault ? error : new ContentFault(damage, undefined, undefined, { cause: error });
  return refusal(`Cannot read ${label} as Parquet`, fault);
}

/** Leaves as they are stored, so that no digit is lost on the way: their types are read here, in `leafCell`. */
function withoutTypes(metadata: FileMetaData, keys: ReadonlySet<SchemaElement>): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (element.type === undefined || keys.has(element)) return element;
    const { converted_type: _, logical_type: __, ...rest } = element;
    return rest;
  });
  return { ...metadata, schema };
}

/** Text keys of maps, which the reader makes property names of. */
function mapKeys(root: SchemaTree): Set<SchemaElement> {
  const keys = new Set<SchemaElement>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const key = mapEntry(node)?.children[0]?.element;
    if (key?.type === 'BYTE_ARRAY') keys.add(key);
    open.push(...node.children);
  }
  return keys;
}

const isRepeated = ({ element }: SchemaTree): boolean => element.repetition_type === 'REPEATED';

function listItem(node: SchemaTree): SchemaTree | undefined {
  const [only] = node.children;
  const isList = node.element.converted_type === 'LIST' || node.element.logical_type?.type === 'LIST';
  if (!isList || only === undefined || node.children.length > 1 || !isRepeated(only)) return undefined;
  // The item is inside the repeated group, or, as old writers have it, that group itself.
  return only.children.length === 1 ? only.children[0] : only;
}

function mapEntry(node: SchemaTree): SchemaTree | undefined {
  const [only] = node.children;
  const { converted_type: type, logical_type: logical } = node.element;
  const isMap = type === 'MAP' || type === 'MAP_KEY_VALUE' || logical?.type === 'MAP';
  return isMap && only !== undefined && isRepeated(only) && only.children.length === 2 ? only : undefined;
}

function cellOf(value: unknown, node: SchemaTree, isItem: boolean): Cell {
  if (value === null || value === undefined) return null;
  if (isRepeated(node) && !isItem && Array.isArray(value)) return value.map((item) => cellOf(item, node, true));
  if (node.children.length === 0) return leafCell(value, node.element);
  const item = listItem(node);
  if (item !== undefined && Array.isArray(value)) return value.map((one) => cellOf(one, item, true));
  const entry = mapEntry(node);
  if (entry !== undefined) return mapCell(value, entry);
  if (typeof value !== 'object') return plainCell(value);
  return new Map(
    node.children.map((child) => [child.element.name, cellOf(Reflect.get(value, child.element.name), child, false)]),
  );
}

function mapCell(value: unknown, entry: SchemaTree): Cell {
  const child = entry.children.find(({ element }) => element.name === 'value') ?? entry.children[1];
  if (child === undefined || typeof value !== 'object' || value === null) return plainCell(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return new Map(entries.map(([key, item]): [string, Cell] => [keyText(key), cellOf(item, child, false)]));
}

const keyText = (key: unknown): string => {
  const cell = plainCell(key);
  return cell instanceof JsonNumber ? cell.source : String(cell);
};

/** What a type that is not known holds. */
function plainCell(value: unknown): Cell {
  if (typeof value === 'bigint') return numberOf(value);
  if (typeof value === 'number') return doubleCell(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return bytesText(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainCell);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, plainCell(item)]));
  }
  return null;
}

const doubleCell = (value: number): Cell => (Number.isFinite(value) ? numberOf(value) : String(value));

/** The shortest decimal that means the same float. */
function floatCell(value: number): Cell {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return numberOf(short);
  }
  return numberOf(value);
}

function leafCell(value: unknown, element: SchemaElement): Cell {
  const { type, converted_type: converted, logical_type: logical } = element;
  const kind = logical?.type;
  if (type === 'BOOLEAN' || typeof value === 'boolean') return value === true || value === 1;
  if (type === 'FLOAT' && typeof value === 'number') return floatCell(value);
  if (type === 'INT96' && typeof value === 'bigint') return timestampText(value, 9, false);
  if (kind === 'DECIMAL' || converted === 'DECIMAL') return decimalCell(value, scaleOf(element));
  if (value instanceof Uint8Array) return byteCell(value, element);
  if (typeof value !== 'bigint' && typeof value !== 'number') return plainCell(value);
  if (type === 'DOUBLE') return doubleCell(Number(value));
  const whole = BigInt(value);
  if (kind === 'TIMESTAMP')
    return timestampText(whole, UNIT_DIGITS[logical?.type === 'TIMESTAMP' ? logical.unit : 'MILLIS'], isUtc(logical));
  if (converted === 'TIMESTAMP_MILLIS') return timestampText(whole, 3, true);
  if (converted === 'TIMESTAMP_MICROS') return timestampText(whole, 6, true);
  if (kind === 'DATE' || converted === 'DATE') return dateText(whole);
  if (kind === 'TIME') return timeText(whole, UNIT_DIGITS[logical?.type === 'TIME' ? logical.unit : 'MILLIS']);
  if (converted === 'TIME_MILLIS') return timeText(whole, 3);
  if (converted === 'TIME_MICROS') return timeText(whole, 6);
  const isUnsigned = (logical?.type === 'INTEGER' && !logical.isSigned) || /^UINT_/.test(converted ?? '');
  return numberOf(isUnsigned ? BigInt.asUintN(type === 'INT64' ? 64 : 32, whole) : whole);
}

const UNIT_DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

const isUtc = (logical: SchemaElement['logical_type']): boolean =>
  (logical?.type === 'TIMESTAMP' || logical?.type === 'TIME') && logical.isAdjustedToUTC;

const scaleOf = ({ scale, logical_type: logical }: SchemaElement): number =>
  logical?.type === 'DECIMAL' ? logical.scale : (scale ?? 0);

function decimalCell(value: unknown, scale: number): Cell {
  const whole =
    value instanceof Uint8Array
      ? signedBytes(value)
      : BigInt(typeof value === 'bigint' || typeof value === 'number' ? value : 0);
  if (scale <= 0) return numberOf(whole * 10n ** BigInt(-scale));
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  return new JsonNumber(`${whole < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

/** Two's complement, the highest byte first. */
function signedBytes(bytes: Uint8Array): bigint {
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  return bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, value);
}

function byteCell(bytes: Uint8Array, element: SchemaElement): Cell {
  const { converted_type: converted, logical_type: logical, type } = element;
  const kind = logical?.type as string | undefined;
  const isText = ['STRING', 'ENUM', 'JSON'].includes(kind ?? '') || ['UTF8', 'ENUM', 'JSON'].includes(converted ?? '');
  if (isText) return Buffer.from(bytes).toString('utf8');
  const hex = Buffer.from(bytes).toString('hex');
  if (kind === 'UUID' && bytes.length === 16) return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  if (kind === 'FLOAT16' && bytes.length === 2) return float16(bytes);
  if (converted === 'INTERVAL' && bytes.length === 12) return intervalText(Buffer.from(bytes));
  return type === 'BYTE_ARRAY' && kind === undefined && converted === undefined ? bytesText(bytes) : hex;
}

/** Bytes without a type: text where they are some, as old writers leave it, else hexadecimal. */
function bytesText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !/[\u0000-\u0008\u000e-\u001f]/.test(text);
  return isText ? text : Buffer.from(bytes).toString('hex');
}

function float16([low = 0, high = 0]: Uint8Array): Cell {
  const sign = high >> 7 === 1 ? -1 : 1;
  const exponent = (high >> 2) & 0x1f;
  const fraction = ((high & 3) << 8) | low;
  if (exponent === 31) return fraction > 0 ? 'NaN' : sign > 0 ? 'Infinity' : '-Infinity';
  const value = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return numberOf(sign * value);
}

/** ISO 8601: months, days and milliseconds apart. */
function intervalText(bytes: Buffer): string {
  const [months, days, milliseconds] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
  const time = milliseconds === 0 ? '' : `T${milliseconds / 1000}S`;
  return `P${months > 0 ? `${months}M` : ''}${days > 0 || (months === 0 && time === '') ? `${days}D` : ''}${time}`;
}

const DAY_SECONDS = 86_400n;

/** Days since 1970; beyond the years that dates have here, the number. */
function dateText(days: bigint): Cell {
  const date = new Date(Number(days) * 86_400_000);
  return Number.isNaN(date.getTime()) ? numberOf(days) : date.toISOString().replace(/T.*/, '');
}

function timeText(units: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const seconds = units / scale;
  const two = (part: bigint): string => String(part).padStart(2, '0');
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${fraction(units % scale, digits)}`;
}

const fraction = (units: bigint, digits: number): string =>
  units === 0n ? '' : `.${String(units).padStart(digits, '0')}`;

/** `2024-01-31T12:34:56.123456Z`; without the Z where it is no point of time but what a clock showed. */
function timestampText(units: bigint, digits: number, utc: boolean): Cell {
  const scale = 10n ** BigInt(digits);
  const part = ((units % scale) + scale) % scale;
  const seconds = (units - part) / scale;
  const rest = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const date = dateText((seconds - rest) / DAY_SECONDS);
  if (typeof date !== 'string') return numberOf(units);
  return `${date}T${timeText(rest * scale + part, digits)}${utc ? 'Z' : ''}`;
}

function describeColumn(node: SchemaTree): ParquetColumn {
  const { element } = node;
  const item = listItem(node);
  const entry = mapEntry(node);
  const type = item !== undefined ? 'LIST' : entry !== undefined ? 'MAP' : typeName(node);
  const children = item !== undefined ? [item] : (entry?.children ?? node.children);
  const column = { name: element.name, type, optional: element.repetition_type === 'OPTIONAL' };
  return children.length === 0 ? column : { ...column, children: children.map(describeColumn) };
}

function typeName({ element, children }: SchemaTree): string {
  if (children.length > 0)
    return element.logical_type?.type === 'VARIANT'
      ? 'VARIANT'
      : isRepeatedElement(element)
        ? 'LIST of STRUCT'
        : 'STRUCT';
  const { type = '', converted_type: converted, logical_type: logical, type_length: length } = element;
  const physical = type === 'FIXED_LEN_BYTE_ARRAY' ? `FIXED(${length ?? 0})` : type;
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL')
    return `DECIMAL(${logical?.type === 'DECIMAL' ? logical.precision : (element.precision ?? 0)},${scaleOf(element)})`;
  if (logical?.type === 'TIMESTAMP' || logical?.type === 'TIME')
    return `${logical.type}(${logical.unit}${logical.isAdjustedToUTC ? ', UTC' : ''})`;
  if (logical?.type === 'INTEGER') return `${logical.isSigned ? 'INT' : 'UINT'}${logical.bitWidth}`;
  if (logical !== undefined) return logical.type === 'STRING' ? 'STRING' : `${logical.type}`;
  if (converted === 'UTF8') return 'STRING';
  return converted ?? physical;
}

const isRepeatedElement = (element: SchemaElement): boolean => element.repetition_type === 'REPEATED';

import { ContentFault } from '../faults.js';

/** How a column is stored. Apache Parquet, LogicalTypes.md. */
export type StoredType =
  | { readonly kind: 'text' | 'integer' | 'int32' | 'double' | 'float32' | 'boolean' | 'date' | 'json' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'timestamp'; readonly utc: boolean; readonly nanoseconds: boolean };

/** A type that a caller wrote; of a timestamp the cells say the rest. */
export type StatedType = Exclude<StoredType, { readonly kind: 'timestamp' }> | { readonly kind: 'timestamp' };

/** The widest decimal: 128 bits. */
export const MAX_PRECISION = 38;

const LABELS = {
  text: 'STRING',
  integer: 'INT64',
  int32: 'INT32',
  double: 'DOUBLE',
  float32: 'FLOAT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  json: 'JSON',
} as const;

/** A type as readers of Parquet name it: INT64, DECIMAL(9,2), TIMESTAMP(MICROS, UTC). */
export function typeLabel(type: StoredType): string {
  if (type.kind === 'decimal') return `DECIMAL(${type.precision},${type.scale})`;
  if (type.kind !== 'timestamp') return LABELS[type.kind];
  return `TIMESTAMP(${type.nanoseconds ? 'NANOS' : 'MICROS'}${type.utc ? ', UTC' : ''})`;
}

type Word = Exclude<StatedType['kind'], 'decimal'>;

/** What SQL, pandas, Arrow and Parquet call them. */
const WORDS: ReadonlyMap<string, Word> = new Map([
  ...['text', 'string', 'str', 'varchar', 'char', 'utf8', 'object'].map((word) => [word, 'text'] as const),
  ...['integer', 'int', 'int64', 'bigint', 'long'].map((word) => [word, 'integer'] as const),
  ...['int32', 'int4'].map((word) => [word, 'int32'] as const),
  ...['double', 'float', 'float64', 'real', 'number'].map((word) => [word, 'double'] as const),
  ...['float32', 'float4'].map((word) => [word, 'float32'] as const),
  ...['boolean', 'bool'].map((word) => [word, 'boolean'] as const),
  ['date', 'date'],
  ...['timestamp', 'datetime', 'timestamptz'].map((word) => [word, 'timestamp'] as const),
  ...['json', 'jsonb'].map((word) => [word, 'json'] as const),
]);

const NAMES = 'text, integer, int32, double, float32, decimal(precision,scale), boolean, date, timestamp or json';

/**
 * The types of a list such as `zip: text, price: decimal(10,2)`, one on each line or separated by commas; `price decimal(10,2)` as SQL
 * writes it too. Throws ContentFault where one is no type, or a name comes twice.
 */
export function readStatedTypes(list: string): ReadonlyMap<string, StatedType> {
  const types = new Map<string, StatedType>();
  for (const part of partsOf(list)) {
    const [name, word] = splitPart(part);
    if (types.has(name)) throw new ContentFault(`it has column ${JSON.stringify(name)} twice`);
    types.set(name, typeOf(word, name));
  }
  return types;
}

/** Cut at line breaks and at commas outside of parentheses and quotes. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isOpen = false;
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at] ?? '\n';
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '(' || sign === ')')) isOpen = sign === '(';
    if (at < list.length && !/[\r\n]/.test(sign) && (sign !== ',' || isQuoted || isOpen)) continue;
    const part = list.slice(start, at).trim();
    if (part !== '') parts.push(part);
    start = at + 1;
    isQuoted = false;
    isOpen = false;
  }
  return parts;
}

function splitPart(part: string): readonly [name: string, type: string] {
  const quoted = part.startsWith('"') ? part.indexOf('"', 1) + 1 : 0;
  const sign = Math.max(part.lastIndexOf(':'), part.lastIndexOf('='));
  const bracket = part.lastIndexOf('(');
  const head = (bracket > 0 ? part.slice(0, bracket) : part).trimEnd();
  const at = sign > quoted - 1 ? sign : Math.max(head.lastIndexOf(' '), head.lastIndexOf('\t'));
  if (at <= 0)
    throw new ContentFault(
      `it must have a column and its type such as "price: double", got ${JSON.stringify(part.slice(0, 80))}`,
    );
  const name = part.slice(0, at).trim();
  return [quoted > 0 && name.endsWith('"') ? name.slice(1, -1) : name, part.slice(at + 1).trim()];
}

function typeOf(text: string, name: string): StatedType {
  const [, word = '', first, second] =
    /^([a-z]\w*)(?: ?\( ?(\d{1,5}) ?(?:, ?(\d{1,5}) ?)?\))?$/.exec(text.toLowerCase()) ?? [];
  if (word === 'decimal' || word === 'numeric') {
    const [precision, scale] = [Number(first ?? 0), Number(second ?? 0)];
    if (precision < 1 || precision > MAX_PRECISION || scale > precision)
      throw new ContentFault(
        `the type of column ${JSON.stringify(name)} must be such as decimal(10,2), with a precision of 1 to ${MAX_PRECISION} and a scale up to it, got ${JSON.stringify(text)}`,
      );
    return { kind: 'decimal', precision, scale };
  }
  const kind = WORDS.get(word);
  // VARCHAR(20): a length is no part of a type of Parquet.
  if (kind !== undefined && (first === undefined || kind === 'text')) return { kind };
  throw new ContentFault(
    `the type of column ${JSON.stringify(name)} must be ${NAMES}, got ${JSON.stringify(text.slice(0, 80))}`,
  );
}

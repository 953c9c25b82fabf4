import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../values.js';
import { Cursor } from './cursor.js';
import { jsonNumber, LITERAL_NUMBER } from './numbers.js';

/**
 * Reads a Python value that is written out, as `repr` prints it: dicts, lists, tuples, sets (as arrays), texts, numbers, None, True and
 * False. Keys become texts as `json.dumps` makes them. Nothing is run. Throws ContentFault, LimitFault.
 */
export function parsePythonLiteral(text: string): JsonValue {
  const cursor = new Cursor(text, ['#']);
  cursor.skipSpace();
  cursor.match(/[A-Za-z_][\w.]*\s*(?::[^={}]{0,200})?=(?!=)/y);
  cursor.skipSpace();
  const value = readValue(cursor, 0);
  cursor.skipSpace();
  if (!cursor.isAtEnd) throw cursor.fault(`the value must end here, got ${cursor.here()}`);
  return value;
}

const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const TEXT_START = /(?:[rR]|[uU]|[bBfF][rR]?|[rR][bBfF])?(?=["'])/y;

function readValue(cursor: Cursor, depth: number): JsonValue {
  cursor.skipSpace();
  const { unit, at } = cursor;
  if (unit === '{') return readBraces(cursor, depth);
  if (unit === '[') return readItems(cursor, depth, ']').items;
  if (unit === '(') {
    const { items, hasComma } = readItems(cursor, depth, ')');
    // `(1)` is 1, `(1,)` a tuple.
    return items.length === 1 && !hasComma ? (items[0] ?? null) : items;
  }
  const prefix = cursor.match(TEXT_START);
  if (prefix !== undefined) return readTexts(cursor, prefix);
  const sign = cursor.match(/[+-]\s*/y)?.startsWith('-') ? '-' : '';
  const number = cursor.match(LITERAL_NUMBER);
  if (number !== undefined) {
    const written = jsonNumber(number);
    if (written === undefined || number.endsWith('n') || /\w/.test(cursor.unit))
      throw cursor.fault('not a number that can be read', at);
    return new JsonNumber(sign + written);
  }
  const word = cursor.match(/[A-Za-z_]\w*/y) ?? '';
  const value = WORDS.get(word);
  if (value !== undefined && sign === '') return value;
  if (word === 'nan' || word === 'NaN') return new JsonNumber('NaN');
  if (word === 'inf' || word === 'Infinity') return new JsonNumber(`${sign}Infinity`);
  if (word === 'set' && cursor.match(/\(\s*\)/y) !== undefined) return [];
  cursor.at = at;
  throw cursor.fault(`expected a value that is written out, got ${cursor.here()}`);
}

function readItems(
  cursor: Cursor,
  depth: number,
  end: string,
): { readonly items: JsonValue[]; readonly hasComma: boolean } {
  cursor.checkDepth(depth);
  cursor.at++;
  const items: JsonValue[] = [];
  let hasComma = false;
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(end)) return { items, hasComma };
    items.push(readValue(cursor, depth + 1));
    cursor.skipSpace();
    if (cursor.take(',')) hasComma = true;
    else if (cursor.unit !== end) throw cursor.fault(`expected "," or "${end}", got ${cursor.here()}`);
  }
}

/** A dict, or a set. */
function readBraces(cursor: Cursor, depth: number): JsonValue {
  cursor.checkDepth(depth);
  cursor.at++;
  const members = new Map<string, JsonValue>();
  const items: JsonValue[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take('}')) return items.length > 0 ? items : members;
    const at = cursor.at;
    const first = readValue(cursor, depth + 1);
    cursor.skipSpace();
    if (cursor.take(':')) {
      if (items.length > 0) throw cursor.fault('a set has no ":"', cursor.at - 1);
      members.set(keyOf(cursor, first, at), readValue(cursor, depth + 1));
    } else if (members.size > 0) throw cursor.fault(`":" must follow a key, got ${cursor.here()}`);
    else items.push(first);
    cursor.skipSpace();
    if (!cursor.take(',') && cursor.unit !== '}') throw cursor.fault(`expected "," or "}", got ${cursor.here()}`);
  }
}

function keyOf(cursor: Cursor, key: JsonValue, at: number): string {
  if (typeof key === 'string') return key;
  if (key === null || typeof key === 'boolean') return String(key);
  if (key instanceof JsonNumber) return key.source;
  const kind = isJsonArray(key) ? 'a tuple' : isJsonObject(key) ? 'a dict' : 'this';
  throw cursor.fault(`JSON has texts as keys, and ${kind} is not one`, at);
}

/** One text, or several that follow each other and are one. */
function readTexts(cursor: Cursor, firstPrefix: string): string {
  const parts: string[] = [];
  for (let prefix: string | undefined = firstPrefix; prefix !== undefined; ) {
    if (/b/i.test(prefix)) throw cursor.fault('JSON has no bytes', cursor.at - prefix.length);
    if (/f/i.test(prefix))
      throw cursor.fault('a text that begins with f is not written out', cursor.at - prefix.length);
    parts.push(readText(cursor, /r/i.test(prefix)));
    cursor.skipSpace();
    prefix = cursor.match(TEXT_START);
  }
  return parts.join('');
}

function readText(cursor: Cursor, isRaw: boolean): string {
  const start = cursor.at;
  const quote = cursor.unit.repeat(cursor.startsWith(cursor.unit.repeat(3)) ? 3 : 1);
  cursor.at += quote.length;
  const parts: string[] = [];
  const isLong = quote.length === 3;
  const plain = isLong ? /[^"'\\]+/y : /[^"'\\\n\r]+/y;
  for (;;) {
    const part = cursor.match(plain);
    if (part !== undefined) parts.push(isLong ? part.replace(/\r\n?/g, '\n') : part);
    if (cursor.take(quote)) return parts.join('');
    if (cursor.take('\\')) parts.push(isRaw ? rawEscape(cursor) : readEscape(cursor));
    else if (/["']/.test(cursor.unit)) parts.push(cursor.text.charAt(cursor.at++));
    else throw cursor.fault('the text that begins here has no closing quote', start);
  }
}

/** In a raw text a backslash stays, and keeps a quote from being the end. */
function rawEscape(cursor: Cursor): string {
  return `\\${cursor.text.charAt(cursor.at++)}`;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

function readEscape(cursor: Cursor): string {
  const start = cursor.at - 1;
  const code = cursor.match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y);
  if (code !== undefined) {
    const point = Number.parseInt(code.slice(1), 16);
    if (point > 0x10ffff) throw cursor.fault('the escape is beyond Unicode', start);
    return String.fromCodePoint(point);
  }
  const octal = cursor.match(/[0-7]{1,3}/y);
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (cursor.match(/\r\n|[\n\r]/y) !== undefined) return '';
  const { unit } = cursor;
  if (unit === '' || /[xuUN]/.test(unit)) throw cursor.fault('the escape cannot be read', start);
  cursor.at++;
  // Python keeps the backslash of an escape that it does not know.
  return SIMPLE[unit] ?? `\\${unit}`;
}

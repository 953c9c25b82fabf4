import { JsonNumber, type JsonValue } from '../values.js';
import { Cursor } from './cursor.js';
import { jsonNumber, LITERAL_NUMBER } from './numbers.js';

const NAME = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy;
/** What people copy with an object: `export default`, `const settings =`, `module.exports =`, `window.data =`. */
const LEAD =
  /(?:export\s+default\b|(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*(?::[^={}]{0,200})?=|[\w$]+(?:\.[\w$]+)*\s*=(?!=))/y;

/**
 * Reads a JavaScript value that is written out: no calls, no functions, no names of other values. `undefined` is left out of objects
 * and null in arrays, as `JSON.stringify` has it. Nothing is run. Throws ContentFault, LimitFault.
 */
export function parseScriptLiteral(text: string): JsonValue {
  const cursor = new Cursor(text, ['//', '/*']);
  cursor.skipSpace();
  cursor.match(LEAD);
  const value = readValue(cursor, 0) ?? null;
  cursor.skipSpace();
  if (/^[\w$]/.test(cursor.unit)) cursor.match(/(?:as\s+const|satisfies\s+[\w$.<>[\]]{1,200})/y);
  cursor.skipSpace();
  cursor.take(';');
  cursor.skipSpace();
  if (!cursor.isAtEnd) throw cursor.fault(`the value must end here, got ${cursor.here()}`);
  return value;
}

function readValue(cursor: Cursor, depth: number): JsonValue | undefined {
  cursor.skipSpace();
  const { unit, at } = cursor;
  if (unit === '{') return readObject(cursor, depth);
  if (unit === '[') return readArray(cursor, depth);
  if (unit === '(') {
    cursor.checkDepth(depth);
    cursor.at++;
    const value = readValue(cursor, depth + 1);
    cursor.skipSpace();
    if (!cursor.take(')')) throw cursor.fault(`expected ")", got ${cursor.here()}`);
    return value;
  }
  if (unit === '"' || unit === "'" || unit === '`') return readText(cursor);
  if (cursor.match(/!0(?!\w)/y)) return true;
  if (cursor.match(/!1(?!\w)/y)) return false;
  if (cursor.match(/void 0(?!\w)/y)) return undefined;
  const sign = cursor.match(/[+-]\s*/y)?.startsWith('-') ? '-' : '';
  const number = cursor.match(LITERAL_NUMBER);
  if (number !== undefined) {
    const written = jsonNumber(number);
    if (written === undefined || /[\w$]/.test(cursor.unit)) throw cursor.fault('not a number that can be read', at);
    return new JsonNumber(sign + written);
  }
  const word = cursor.match(NAME);
  if (sign === '' && word !== undefined && WORDS.has(word)) return WORDS.get(word);
  if (word === 'NaN' || word === 'Infinity') return new JsonNumber(word === 'NaN' ? word : sign + word);
  cursor.at = at;
  throw cursor.fault(`expected a value that is written out, got ${cursor.here()}`);
}

const WORDS: ReadonlyMap<string, JsonValue | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

function readObject(cursor: Cursor, depth: number): JsonValue {
  cursor.checkDepth(depth);
  cursor.at++;
  const members = new Map<string, JsonValue>();
  for (;;) {
    cursor.skipSpace();
    if (cursor.take('}')) return members;
    const key = readKey(cursor);
    cursor.skipSpace();
    if (!cursor.take(':')) throw cursor.fault(`":" must follow a key, got ${cursor.here()}`);
    const value = readValue(cursor, depth + 1);
    if (value === undefined) members.delete(key);
    else members.set(key, value);
    cursor.skipSpace();
    if (!cursor.take(',') && cursor.unit !== '}') throw cursor.fault(`expected "," or "}", got ${cursor.here()}`);
  }
}

function readKey(cursor: Cursor): string {
  const { unit } = cursor;
  if (unit === '"' || unit === "'") return readText(cursor);
  if (unit === '[') {
    cursor.at++;
    cursor.skipSpace();
    if (!/["'`]/.test(cursor.unit)) throw cursor.fault(`expected a key that is written out, got ${cursor.here()}`);
    const key = readText(cursor);
    cursor.skipSpace();
    if (!cursor.take(']')) throw cursor.fault(`expected "]", got ${cursor.here()}`);
    return key;
  }
  const number = /\d/.test(unit) ? cursor.match(LITERAL_NUMBER) : undefined;
  // As JavaScript names a member: 1.0 is "1".
  if (number !== undefined)
    return String(
      /n$/.test(number) ? BigInt(number.slice(0, -1).replaceAll('_', '')) : Number(number.replaceAll('_', '')),
    );
  const name = cursor.match(NAME);
  if (name === undefined) throw cursor.fault(`expected a key, got ${cursor.here()}`);
  return name;
}

function readArray(cursor: Cursor, depth: number): JsonValue {
  cursor.checkDepth(depth);
  cursor.at++;
  const items: JsonValue[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(']')) return items;
    // A gap, `[1,,2]`.
    if (cursor.take(',')) {
      items.push(null);
      continue;
    }
    items.push(readValue(cursor, depth + 1) ?? null);
    cursor.skipSpace();
    if (!cursor.take(',') && cursor.unit !== ']') throw cursor.fault(`expected "," or "]", got ${cursor.here()}`);
  }
}

const SIMPLE: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' };

/** A text in quotes, or a template that has nothing to fill in. */
function readText(cursor: Cursor): string {
  const { at: start, unit: quote } = cursor;
  cursor.at++;
  const parts: string[] = [];
  const plain = quote === '`' ? /[^`\\$]+/y : quote === '"' ? /[^"\\\n\r]+/y : /[^'\\\n\r]+/y;
  for (;;) {
    const part = cursor.match(plain);
    if (part !== undefined) parts.push(quote === '`' ? part.replace(/\r\n?/g, '\n') : part);
    if (cursor.take(quote)) return parts.join('');
    if (cursor.take('\\')) parts.push(readEscape(cursor));
    else if (cursor.startsWith('${')) throw cursor.fault('a template with "${" is not written out');
    else if (cursor.take('$')) parts.push('$');
    else throw cursor.fault('the text that begins here has no closing quote', start);
  }
}

function readEscape(cursor: Cursor): string {
  const start = cursor.at - 1;
  const code = cursor.match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}/y);
  if (code !== undefined) {
    const point = Number.parseInt(code.replace(/[xu{}]/g, ''), 16);
    if (point > 0x10ffff) throw cursor.fault('the escape is beyond Unicode', start);
    return code.length === 5 ? String.fromCharCode(point) : String.fromCodePoint(point);
  }
  if (cursor.match(/\r\n|[\n\r\u2028\u2029]/y) !== undefined) return '';
  const { unit } = cursor;
  if (unit === '' || /[xu1-9]/.test(unit) || /^0\d/.test(cursor.text.slice(cursor.at, cursor.at + 2)))
    throw cursor.fault('the escape is not one of JavaScript', start);
  cursor.at++;
  return SIMPLE[unit] ?? unit;
}

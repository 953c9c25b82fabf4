import { JsonNumber, type JsonValue } from '../values.js';
import { Cursor } from './cursor.js';

/**
 * Reads Hjson (hjson.github.io, syntax of 2020): texts without quotes to the end of their line, `'''` texts of several lines, comments,
 * line breaks in place of commas, no braces around the document. Numbers keep their digits. Throws ContentFault, LimitFault.
 */
export function parseHjson(text: string): JsonValue {
  const cursor = new Cursor(text, ['#', '//', '/*']);
  cursor.skipSpace();
  const start = cursor.at;
  if (cursor.isAtEnd) return new Map();
  if (cursor.unit !== '{' && cursor.unit !== '[' && isMember(cursor)) {
    cursor.at = start;
    return readMembers(cursor, 0, '');
  }
  cursor.at = start;
  const value = readValue(cursor, 0);
  cursor.skipSpace();
  if (!cursor.isAtEnd) throw cursor.fault(`the value must end here, got ${cursor.here()}`);
  return value;
}

/** Whether a document without braces is an object: its first line begins with a key. */
function isMember(cursor: Cursor): boolean {
  return cursor.match(/(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s,:[\]{}"']+)\s*:/y) !== undefined;
}

function readValue(cursor: Cursor, depth: number): JsonValue {
  if (cursor.unit === '{') {
    cursor.checkDepth(depth);
    cursor.at++;
    return readMembers(cursor, depth, '}');
  }
  if (cursor.unit === '[') return readArray(cursor, depth);
  if (cursor.startsWith("'''")) return readLongText(cursor);
  if (cursor.unit === '"' || cursor.unit === "'") return readQuoted(cursor);
  return readBare(cursor);
}

/** Members up to `end`; to the end of the text where it is empty. */
function readMembers(cursor: Cursor, depth: number, end: string): JsonValue {
  const members = new Map<string, JsonValue>();
  for (;;) {
    cursor.skipSpace();
    if (end === '' ? cursor.isAtEnd : cursor.take(end)) return members;
    const key = readKey(cursor);
    cursor.skipSpace();
    if (!cursor.take(':')) throw cursor.fault(`":" must follow a key, got ${cursor.here()}`);
    cursor.skipSpace();
    members.set(key, readValue(cursor, depth + 1));
    cursor.skipSpace();
    cursor.take(',');
  }
}

function readArray(cursor: Cursor, depth: number): JsonValue {
  cursor.checkDepth(depth);
  cursor.at++;
  const items: JsonValue[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(']')) return items;
    items.push(readValue(cursor, depth + 1));
    cursor.skipSpace();
    cursor.take(',');
  }
}

function readKey(cursor: Cursor): string {
  if (cursor.unit === '"' || cursor.unit === "'") return readQuoted(cursor);
  const key = cursor.match(/[^\s,:[\]{}]+/y);
  if (key === undefined) throw cursor.fault(`expected a key, got ${cursor.here()}`);
  return key;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** A number or word up to a comma, bracket, comment or line break, else a text up to the end of the line. */
function readBare(cursor: Cursor): JsonValue {
  if (/[,:[\]{}]/.test(cursor.unit) || cursor.isAtEnd) throw cursor.fault(`expected a value, got ${cursor.here()}`);
  const start = cursor.at;
  const short = cursor.match(/[-\w.+]+/y) ?? '';
  const behind = cursor.match(/[^\S\n]*(?=[,\]}#\n]|\/[/*]|$)/y);
  if (behind !== undefined || cursor.isAtEnd) {
    const value = NUMBER.test(short) ? new JsonNumber(short) : WORDS.get(short);
    if (value !== undefined) return value;
  }
  cursor.at = start;
  return (cursor.match(/[^\n]+/y) ?? '').trim();
}

const SIMPLE: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function readQuoted(cursor: Cursor): string {
  const { at: start, unit: quote } = cursor;
  cursor.at++;
  const parts: string[] = [];
  const plain = quote === '"' ? /[^"\\\n\r]+/y : /[^'\\\n\r]+/y;
  for (;;) {
    parts.push(cursor.match(plain) ?? '');
    if (cursor.take(quote)) return parts.join('');
    if (!cursor.take('\\')) throw cursor.fault('the text that begins here has no closing quote', start);
    const code = cursor.match(/u[\da-fA-F]{4}/y);
    const unit = code === undefined ? cursor.text.charAt(cursor.at++) : '';
    if (code !== undefined) parts.push(String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    else if (/["'\\/]/.test(unit)) parts.push(unit);
    else if (Object.hasOwn(SIMPLE, unit)) parts.push(SIMPLE[unit] ?? '');
    else throw cursor.fault('the escape cannot be read', cursor.at - 2);
  }
}

/** A text in `'''`: what is left of its first quote is taken off every line, and so is the line break before its end. */
function readLongText(cursor: Cursor): string {
  const start = cursor.at;
  const indent = cursor.column();
  cursor.at += 3;
  const end = cursor.text.indexOf("'''", cursor.at);
  if (end < 0) throw cursor.fault('the text that begins here has no closing quote', start);
  const content = cursor.text
    .slice(cursor.at, end)
    .replaceAll('\r', '')
    .replace(/^[^\S\n]+/, '');
  const begin = new RegExp(`\\n[^\\S\\n]{0,${Math.min(indent, 10_000)}}`, 'g');
  cursor.at = end + 3;
  // The line break behind the opening quotes is none of the text's.
  return content.replace(begin, '\n').replace(/^\n/, '').replace(/\n$/, '');
}

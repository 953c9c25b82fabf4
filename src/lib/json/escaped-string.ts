import { ContentFault } from '../faults.js';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * The rest of a string that has escapes, and the offset behind its closing `quote`. It begins at `start`, behind the opening one; its first
 * escape is at `firstEscape`. Throws ContentFault at an escape that JSON, or with `json5` JSON5, does not know.
 */
export function readEscaped(
  text: string,
  start: number,
  firstEscape: number,
  quote: number,
  json5: boolean,
): { readonly value: string; readonly end: number } {
  const parts: string[] = [];
  let from = start;
  let index = firstEscape;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === quote) {
      parts.push(text.slice(from, index));
      return { value: parts.join(''), end: index + 1 };
    }
    if (unit < 0x20) checkControl(text, unit, index, json5);
    if (unit !== 0x5c) {
      index++;
      continue;
    }
    parts.push(text.slice(from, index));
    index = readEscape(text, index, parts, json5);
    from = index;
  }
  throw openString(text, start - 1);
}

/** Adds what an escape stands for; the offset behind it. */
function readEscape(text: string, index: number, parts: string[], json5: boolean): number {
  const letter = text.charAt(index + 1);
  if (letter === 'u') {
    parts.push(hexadecimal(text, index, 4));
    return index + 6;
  }
  const character = ESCAPES.get(letter);
  if (character !== undefined) {
    parts.push(character);
    return index + 2;
  }
  if (!json5 || letter === '') throw escapeFault(text, index, json5);
  if (letter === 'x') {
    parts.push(hexadecimal(text, index, 2));
    return index + 4;
  }
  // A line break after "\\" is not part of the string.
  if (/[\n\r\u2028\u2029]/.test(letter)) {
    return index + (letter === '\r' && text.charAt(index + 2) === '\n' ? 3 : 2);
  }
  const next = text.charAt(index + 2);
  if (/[1-9]/.test(letter) || (letter === '0' && /\d/.test(next))) throw escapeFault(text, index, json5);
  if (letter === 'v') parts.push('\v');
  else if (letter === '0') parts.push('\0');
  else parts.push(letter);
  return index + 2;
}

function hexadecimal(text: string, index: number, count: 2 | 4): string {
  const digits = text.slice(index + 2, index + 2 + count);
  if (digits.length !== count || !/^[0-9a-fA-F]+$/.test(digits)) {
    const shown = count === 4 ? '"\\u" must be followed by four' : '"\\x" must be followed by two';
    throw ContentFault.at(text, index, `${shown} hexadecimal digits`);
  }
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** Throws ContentFault at a control character that a string must not have as it is. */
export function checkControl(text: string, unit: number, offset: number, json5: boolean): void {
  // JSON5 forbids line breaks only.
  if (json5 && unit !== 0x0a && unit !== 0x0d) return;
  const point = unit.toString(16).toUpperCase().padStart(4, '0');
  const forbidden = json5 ? 'no line break' : 'no unescaped control character';
  throw ContentFault.at(text, offset, `a string must have ${forbidden}, got U+${point}`);
}

function escapeFault(text: string, offset: number, json5: boolean): ContentFault {
  const shown = JSON.stringify(text.slice(offset, offset + 2));
  return ContentFault.at(text, offset, `${shown} is not an escape that ${json5 ? 'JSON5' : 'JSON'} knows`);
}

/** The fault of a string whose opening quote is at `offset`. */
export const openString = (text: string, offset: number): ContentFault =>
  ContentFault.at(text, offset, 'the string that begins here has no end');

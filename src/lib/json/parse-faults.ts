import { ContentFault } from '../faults.js';

/** The letters, digits and signs at an offset, at most 40: a number, a word or nothing. */
export const wordAt = (text: string, offset: number): string =>
  /^[\w$.+-]{1,40}/.exec(text.slice(offset, offset + 40))?.[0] ?? '';

/** What stands at an offset, as a message says it. */
export function shownAt(text: string, offset: number): string {
  const point = text.codePointAt(offset);
  if (point === undefined) return 'the end of the text';
  if (point < 0x20 || point === 0xfeff) return `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  if (text.startsWith('```', offset)) return '"```" of a code block, which json-repair removes';
  const shown = JSON.stringify(wordAt(text, offset) || String.fromCodePoint(point));
  return /[“”„‘’]/.test(shown) ? `${shown}, a curly quote, which json-repair makes straight` : shown;
}

/** The fault where `word` stands for a value: what it most likely was meant for. */
export function scalarFault(text: string, offset: number, word: string, trailingCommas: boolean): ContentFault {
  if (/^[-+.]{0,2}\d/.test(word))
    return ContentFault.at(text, offset, `${JSON.stringify(word)} is not a number that JSON knows`);
  if (/^(NaN|[+-]?Infinity|undefined|None|True|False)$/.test(word))
    return ContentFault.at(text, offset, `JSON does not allow ${word}`);
  if (text.charAt(offset) === "'") {
    return ContentFault.at(text, offset, 'a string must stand in double quotes, got "\'"');
  }
  return valueFault(text, offset, trailingCommas);
}

/** Says what the fault most likely is: a comma too many, a comment, or just something else. */
function valueFault(text: string, offset: number, trailingCommas: boolean): ContentFault {
  const here = text.charAt(offset);
  const before = /,[ \t\n\r]*$/.test(text.slice(Math.max(0, offset - 100), offset));
  const comma = before && (here === ']' || here === '}') && !trailingCommas ? ' after an extra ","' : '';
  return ContentFault.at(text, offset, `expected a value, got ${shownAt(text, offset)}${comma}`);
}

/** The fault of a "/" that begins no comment, or one without an end. */
export function commentFault(text: string, offset: number): ContentFault {
  const isOpen = text.charAt(offset + 1) === '*';
  return ContentFault.at(text, offset, isOpen ? 'the comment that begins here has no end' : 'got "/"');
}

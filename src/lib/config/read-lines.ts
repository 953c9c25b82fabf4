import { ContentFault } from '../faults.js';
import type { JsonObject, JsonValue } from '../json/values.js';
import { DEFAULT_SECTION } from './write.js';

const splitLines = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n?|\n/);

/**
 * INI as Python's configparser reads it: `[sections]`, `=` or `:`, comments that fill a line, values of several lines that are
 * indented deeper. Keys keep their case, all values are texts. Keys before the first section and in `[DEFAULT]`
 * stand at the top.
 */
export function readIni(text: string): JsonObject {
  const root = new Map<string, JsonValue>();
  let section = root;
  let last: { key: string; indent: number; values: string[] } | undefined;
  const end = (): void => {
    if (last !== undefined) section.set(last.key, last.values.join('\n').trimEnd());
    last = undefined;
  };
  for (const [index, written] of splitLines(text).entries()) {
    const content = written.trim();
    if (/^[#;]/.test(content)) continue;
    if (content === '') {
      last?.values.push('');
      continue;
    }
    const indent = written.length - written.trimStart().length;
    if (last !== undefined && indent > last.indent) {
      last.values.push(content);
      continue;
    }
    end();
    const name = /^\[(.+)\]$/.exec(content)?.[1];
    if (name !== undefined) {
      if (name === DEFAULT_SECTION) {
        section = root;
        continue;
      }
      if (root.has(name)) throw faultIn(index + 1, `duplicate section or key ${JSON.stringify(name)}`);
      section = new Map();
      root.set(name, section);
      continue;
    }
    const divider = content.search(/[=:]/);
    if (divider <= 0) throw faultIn(index + 1, 'expected a section in brackets or a key with "="');
    const key = content.slice(0, divider).trimEnd();
    if (section.has(key)) throw faultIn(index + 1, `duplicate key ${JSON.stringify(key)}`);
    // Set at once, so that a key that comes again is found; the value follows at its end.
    section.set(key, '');
    last = { key, indent, values: [content.slice(divider + 1).trim()] };
  }
  end();
  return root;
}

/** java.util.Properties.load: continued lines, escapes, `=`, `:` or white space behind the key; the last of a name counts. */
export function readProperties(text: string): JsonObject {
  const result = new Map<string, JsonValue>();
  const lines = splitLines(text);
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1;
    let line = trimStart(lines[index] ?? '');
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue;
    const parts: string[] = [];
    while (endsOpen(line)) {
      parts.push(line.slice(0, -1));
      line = trimStart(lines[++index] ?? '');
    }
    parts.push(line);
    const whole = parts.join('');
    const keyEnd = endOfKey(whole);
    const rest = whole.slice(keyEnd).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    result.set(unescapeProperty(whole.slice(0, keyEnd), number), unescapeProperty(rest, number));
  }
  return result;
}

const trimStart = (line: string): string => line.replace(/^[ \t\f]+/, '');

/** An odd number of backslashes at the end. */
function endsOpen(line: string): boolean {
  let count = 0;
  while (line.charAt(line.length - 1 - count) === '\\') count++;
  return count % 2 === 1;
}

function endOfKey(line: string): number {
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === '\\') index++;
    else if (/[=: \t\f]/.test(character)) return index;
  }
  return line.length;
}

const PROPERTY_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);

function unescapeProperty(text: string, line: number): string {
  if (/\\u(?![0-9a-fA-F]{4})/.test(text.replaceAll('\\\\', '')))
    throw faultIn(line, '"\\u" must be followed by four hexadecimal digits');
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_whole, digits: string | undefined, letter: string) =>
    digits === undefined ? (PROPERTY_ESCAPES.get(letter) ?? letter) : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

const faultIn = (line: number, what: string): ContentFault => new ContentFault(`line ${line}: ${what}`, what);

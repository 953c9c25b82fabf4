import { ContentFault } from '../faults.js';

/** vCards 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), as address books write them. */

/** One content line. */
export interface VcardProperty {
  /** In capitals, without its group. */
  readonly name: string;
  readonly group: string;
  /** Values of `TYPE`, in lower case, and the bare words of 2.1. */
  readonly types: readonly string[];
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Decoded from quoted-printable; escapes are still in it. Undefined for binary content. */
  readonly value: string | undefined;
  readonly line: number;
}

export interface Vcard {
  readonly version: string;
  readonly properties: readonly VcardProperty[];
  readonly line: number;
}

/** Decodes the bytes of quoted-printable text in a charset. */
export type DecodeBytes = (bytes: Uint8Array, charset: string) => string;

/** Reads all cards of a text. Throws ContentFault where a card has no end or a line is not a property. */
export function readVcards(text: string, decode: DecodeBytes): Vcard[] {
  const cards: Vcard[] = [];
  let open: { properties: VcardProperty[]; line: number } | undefined;
  for (const { content, line } of unfold(text)) {
    if (content.trim() === '') continue;
    const property = readProperty(content, line, decode);
    const word = property.value?.trim().toUpperCase();
    if (property.name === 'BEGIN' && word === 'VCARD') {
      if (open !== undefined) throw faultOf(line, `a card begins inside the card of line ${open.line}`);
      open = { properties: [], line };
    } else if (open === undefined) {
      throw faultOf(line, 'BEGIN:VCARD must stand before any other line');
    } else if (property.name === 'END' && word === 'VCARD') {
      const version = open.properties.find(({ name }) => name === 'VERSION')?.value?.trim() ?? '2.1';
      cards.push({ version, properties: open.properties, line: open.line });
      open = undefined;
    } else open.properties.push(property);
  }
  if (open !== undefined) throw faultOf(open.line, 'the card that begins here has no END:VCARD');
  return cards;
}

interface LogicalLine {
  readonly content: string;
  readonly line: number;
}

/** Joins folded lines (RFC 6350 §3.2) and those that quoted-printable breaks with `=`. */
function unfold(text: string): LogicalLine[] {
  const lines: { content: string; line: number }[] = [];
  for (const [index, raw] of text.split(/\r\n|[\n\r]/).entries()) {
    const last = lines.at(-1);
    if (last !== undefined && /^[ \t]/.test(raw) && last.content !== '') last.content += raw.slice(1);
    else if (last !== undefined && isSoftBreak(last.content)) last.content = last.content.slice(0, -1) + raw;
    else lines.push({ content: raw, line: index + 1 });
  }
  return lines;
}

const isSoftBreak = (content: string): boolean =>
  content.endsWith('=') && /^[^:]{0,1000};(?:encoding=)?quoted-printable[;:]/i.test(content);

/** Name, parameters (quoted where they hold `:` or `;`), value. */
function readProperty(content: string, line: number, decode: DecodeBytes): VcardProperty {
  const colon = valueStart(content);
  if (colon < 0) throw faultOf(line, 'a property must have a name, ":" and a value');
  const [path = '', ...rest] = splitOutsideQuotes(content.slice(0, colon), ';');
  const dot = path.lastIndexOf('.');
  const name = path
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(name)) throw faultOf(line, `"${name.slice(0, 40)}" is not the name of a property`);
  const parameters = new Map<string, string[]>();
  for (const item of rest) {
    const equals = item.indexOf('=');
    // 2.1 has bare words: TEL;HOME;VOICE, NOTE;QUOTED-PRINTABLE.
    const key = equals < 0 ? bareKey(item) : item.slice(0, equals).trim().toUpperCase();
    const values = splitOutsideQuotes(equals < 0 ? item : item.slice(equals + 1), ',').map(unquote);
    const known = parameters.get(key);
    if (known === undefined) parameters.set(key, values);
    else for (const each of values) known.push(each);
  }
  const raw = content.slice(colon + 1);
  const encoding = parameters.get('ENCODING')?.[0]?.toLowerCase() ?? '';
  const types = (parameters.get('TYPE') ?? []).flatMap((type) => type.toLowerCase().split(','));
  const isBinary = encoding === 'b' || encoding === 'base64' || /^data:[^,]*;base64,/i.test(raw);
  const charset = parameters.get('CHARSET')?.[0] ?? 'utf-8';
  const value = encoding === 'quoted-printable' ? decode(readQuotedPrintable(raw), charset) : raw;
  return {
    name,
    group: dot < 0 ? '' : path.slice(0, dot),
    types,
    parameters,
    value: isBinary ? undefined : value,
    line,
  };
}

const bareKey = (word: string): string =>
  /^(?:quoted-printable|base64|8bit|7bit|b)$/i.test(word.trim()) ? 'ENCODING' : 'TYPE';

const unquote = (value: string): string => value.trim().replace(/^"(.*)"$/s, '$1');

/** The first `:` that is not inside quotes. */
function valueStart(content: string): number {
  let isQuoted = false;
  for (let index = 0; index < content.length; index++) {
    const letter = content.charAt(index);
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ':' && !isQuoted) return index;
  }
  // A quote that is never closed belongs to the value or is a slip: the first colon ends the name then.
  return content.indexOf(':');
}

function splitOutsideQuotes(text: string, mark: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === mark && !isQuoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function readQuotedPrintable(text: string): Uint8Array {
  const utf8 = Buffer.from(text);
  const bytes: number[] = [];
  for (let index = 0; index < utf8.length; index++) {
    const digits = utf8.toString('latin1', index + 1, index + 3);
    if (utf8[index] === 0x3d && /^[0-9A-Fa-f]{2}$/.test(digits)) {
      bytes.push(Number.parseInt(digits, 16));
      index += 2;
    } else bytes.push(utf8[index] ?? 0);
  }
  return Uint8Array.from(bytes);
}

/** Splits a structured value at unescaped marks and undoes the escapes (RFC 6350 §3.4). */
export function splitValue(value: string, mark: ';' | ','): string[] {
  const parts = [''];
  for (let index = 0; index < value.length; index++) {
    const letter = value.charAt(index);
    if (letter === '\\' && index + 1 < value.length) {
      parts[parts.length - 1] += letter + value.charAt(++index);
    } else if (letter === mark) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** A value with its escapes undone: `\n`, `\,`, `\;`, `\\`. */
export const unescapeValue = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, letter: string) => (letter === 'n' || letter === 'N' ? '\n' : letter));

const faultOf = (line: number, what: string): ContentFault => new ContentFault(`line ${line}: ${what}`, what);

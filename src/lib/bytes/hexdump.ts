import { ContentFault, LimitFault } from '../faults.js';

/** Hex dumps as the programs `hexdump -C`, `xxd` and `xxd -i` write them, and bytes read back from any of them. */

export type DumpStyle = 'canonical' | 'xxd' | 'c-array';

export interface DumpRequest {
  /** Bytes per line. */
  readonly width: number;
  /** Where the first byte stood in the file. */
  readonly offset: number;
  readonly style: DumpStyle;
}

export function writeDump(bytes: Uint8Array, request: DumpRequest): string {
  return WRITERS[request.style](bytes, request);
}

const WRITERS: Record<DumpStyle, (bytes: Uint8Array, request: DumpRequest) => string> = {
  canonical: writeCanonical,
  xxd: writeXxd,
  'c-array': writeArray,
};

/** As `hexdump -C`: groups of eight, the letters between bars, `*` for lines that repeat the one before, the end's offset last. */
function writeCanonical(bytes: Uint8Array, { width, offset }: DumpRequest): string {
  const lines: string[] = [];
  let before = '';
  for (let start = 0; start < bytes.length; start += width) {
    const row = bytes.subarray(start, start + width);
    const pairs = hexPairs(row);
    const key = pairs.join('');
    if (key === before && row.length === width) {
      if (lines.at(-1) !== '*') lines.push('*');
      continue;
    }
    before = key;
    const cells = Array.from({ length: width }, (_, i) => `${i % 8 === 0 ? ' ' : ''} ${pairs[i] ?? '  '}`).join('');
    lines.push(`${hex(offset + start, 8)}${cells}  |${letters(row)}|`);
  }
  if (bytes.length > 0) lines.push(hex(offset + bytes.length, 8));
  return lines.map((line) => `${line}\n`).join('');
}

/** As `xxd`: pairs of bytes, the letters behind. */
function writeXxd(bytes: Uint8Array, { width, offset }: DumpRequest): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += width) {
    const row = bytes.subarray(start, start + width);
    const pairs = hexPairs(row);
    const cells = Array.from(
      { length: width },
      (_, i) => `${pairs[i] ?? '  '}${i % 2 === 1 || i === width - 1 ? ' ' : ''}`,
    );
    lines.push(`${hex(offset + start, 8)}: ${cells.join('')} ${letters(row)}\n`);
  }
  return lines.join('');
}

/** As `xxd -i` writes what it reads from a file named `data`. */
function writeArray(bytes: Uint8Array, { width }: DumpRequest): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += width) {
    lines.push(
      `  ${hexPairs(bytes.subarray(start, start + width))
        .map((pair) => `0x${pair}`)
        .join(', ')}`,
    );
  }
  const body = lines.length === 0 ? '' : `${lines.join(',\n')}\n`;
  return `unsigned char data[] = {\n${body}};\nunsigned int data_len = ${bytes.length};\n`;
}

const hexPairs = (row: Uint8Array): string[] => Array.from(row, (byte) => hex(byte, 2));

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const letters = (row: Uint8Array): string =>
  Array.from(row, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');

/**
 * Reads a dump of `hexdump -C`, `xxd`, `xxd -p`, `xxd -i`, `od -A x -t x1` or plain hexadecimal digits. Offsets must grow; a `*` repeats
 * the line before up to the next offset; a gap of `xxd` is filled with zeros. Throws ContentFault naming the line, LimitFault beyond
 * `mostBytes`.
 */
export function readDump(text: string, mostBytes: number): Uint8Array {
  if (ARRAY.test(text)) return readArray(text);
  const lines = text.split(/\r\n|[\n\r]/);
  const style = styleOf(lines);
  const readLine = (line: string, number: number): DumpLine =>
    style === 'plain' ? readPlainLine(line, number) : readOffsetLine(line, number, style);
  const parts: Uint8Array[] = [];
  let length = 0;
  let first: number | undefined;
  let repeats = false;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > mostBytes) throw new LimitFault(`it represents more than ${mostBytes} bytes`, mostBytes);
    parts.push(bytes);
  };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (line.trim() === '*' && first !== undefined) {
      repeats = true;
      continue;
    }
    const { offset, bytes } = readLine(line, index + 1);
    if (offset !== undefined) {
      first ??= offset;
      const gap = offset - first - length;
      if (gap < 0) throw faultIn(index + 1, `offset ${hex(offset, 8)} is before the end of the line above`);
      if (gap > mostBytes) throw new LimitFault(`it represents more than ${mostBytes} bytes`, mostBytes);
      if (gap > 0) add(repeats ? repeated(parts.at(-1), gap) : new Uint8Array(gap));
    }
    repeats = false;
    if (bytes.length > 0) add(bytes);
  }
  return Buffer.concat(parts);
}

function repeated(row: Uint8Array | undefined, length: number): Uint8Array {
  const source = row === undefined || row.length === 0 ? new Uint8Array(1) : row;
  return Uint8Array.from({ length }, (_, i) => source[i % source.length] ?? 0);
}

interface DumpLine {
  readonly offset: number | undefined;
  readonly bytes: Uint8Array;
}

const OFFSET = /^([0-9a-f]{6,16})(:|[ \t]|$)/i;
const COLON = /^[0-9a-f]{6,16}:/i;
const BARS = /^[0-9a-f]{6,16}[ \t][^|]*\|/i;
/** The digits behind an offset: xxd writes groups of any size with one space between and ends them with two, the others write pairs. */
const GROUPS = /^[0-9a-f]{2,}(?: [0-9a-f]{2,})*(?=\s|$)/i;
const PAIRS = /^[0-9a-f]{2}(?:[ \t]+[0-9a-f]{2})*(?=[ \t]*(?:$|\|))/i;
const PLAIN = /^\s*((?:[0-9a-f]{2}\s*)+)$/i;

type LineStyle = 'colons' | 'offsets' | 'plain';

/**
 * How lines begin. Digits alone do not show it: 8 of them may be an offset or four bytes. A colon or the letters
 * between bars do; without them every offset must be that of the line before and its bytes, or the first must be 0.
 */
function styleOf(lines: readonly string[]): LineStyle {
  if (lines.some((line) => COLON.test(line))) return 'colons';
  return lines.some((line) => BARS.test(line)) || doOffsetsAgree(lines) ? 'offsets' : 'plain';
}

function doOffsetsAgree(lines: readonly string[]): boolean {
  let next: number | undefined;
  let isAgreed = false;
  let repeats = false;
  for (const line of lines) {
    const trimmed = line.trim();
    if (trimmed === '*') repeats = true;
    if (trimmed === '' || trimmed === '*') continue;
    const digits = OFFSET.exec(line)?.[1];
    const rest = line.slice(digits?.length).trim();
    if (digits === undefined || !(rest === '' || PAIRS.test(rest))) return false;
    const offset = Number.parseInt(digits, 16);
    if (next === undefined ? rest === '' : offset !== next && !(repeats && offset > next)) return false;
    isAgreed ||= next !== undefined || offset === 0;
    next = offset + (rest.match(/[0-9a-f]{2}/gi)?.length ?? 0);
    repeats = false;
  }
  return isAgreed;
}

function readOffsetLine(line: string, number: number, style: LineStyle): DumpLine {
  const [start, digits = '', mark] = OFFSET.exec(line) ?? [];
  if (start === undefined || (mark === ':') !== (style === 'colons')) throw notADump(number);
  const rest = line.slice(start.length);
  // xxd writes one space after the colon, and nothing where a line has no bytes.
  const cells =
    mark === ':' ? (GROUPS.exec(rest.replace(/^ /, ''))?.[0] ?? '') : (PAIRS.exec(rest.trimStart())?.[0] ?? '');
  const isRead = cells !== '' || /^\s*(?:\||$)/.test(rest) || (mark === ':' && /^ {2}/.test(rest));
  if (!isRead) throw notADump(number);
  const compact = cells.replace(/\s+/g, '');
  if (compact.length % 2 !== 0) throw faultIn(number, 'a byte must have two digits');
  return { offset: Number.parseInt(digits, 16), bytes: Buffer.from(compact, 'hex') };
}

function readPlainLine(line: string, number: number): DumpLine {
  const digits = PLAIN.exec(line)?.[1];
  if (digits !== undefined) return { offset: undefined, bytes: Buffer.from(digits.replace(/\s+/g, ''), 'hex') };
  const compact = line.replace(/\s+/g, '');
  if (/^[0-9a-f]+$/i.test(compact)) throw faultIn(number, 'a byte must have two digits');
  throw notADump(number);
}

const notADump = (line: number): ContentFault => faultIn(line, 'not a line of a hex dump');

/** `unsigned char data[] = { … }` of C, or the like. */
const ARRAY = /\]\s*=\s*\{([^}]*)\}/;

function readArray(text: string): Uint8Array {
  const body = ARRAY.exec(text)?.[1] ?? '';
  const items = body.split(',').map((item) => item.trim());
  if (items.at(-1) === '') items.pop();
  return Uint8Array.from(items, (item) => {
    const value = /^(?:0x[0-9a-f]{1,2}|\d{1,3})$/i.test(item) ? Number(item) : Number.NaN;
    if (!(value <= 255)) throw faultIn(lineOf(text, item), `${JSON.stringify(item.slice(0, 20))} is not a byte`);
    return value;
  });
}

const lineOf = (text: string, item: string): number => text.slice(0, text.indexOf(item)).split('\n').length;

const faultIn = (line: number, what: string): ContentFault => new ContentFault(`line ${line}: ${what}`, what);

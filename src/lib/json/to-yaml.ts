import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './values.js';
import { MAX_WRITTEN, tooLongWritten } from './write.js';

export interface YamlStyle {
  /** Spaces a level, at least 1. */
  readonly indent: number;
  /** Characters after which strings are broken at a space; 0 never. */
  readonly lineWidth: number;
  /** Every string and key in double quotes. */
  readonly quoteStrings: boolean;
}

const PLAIN_STYLE: YamlStyle = { indent: 2, lineWidth: 0, quoteStrings: false };

/**
 * JSON as YAML 1.2 (throws LimitFault beyond `MAX_WRITTEN`), written so that readers of YAML 1.1 see the same: what they would take for another type stands in quotes
 * (`no`, `1:30`, `0o7`, `2001-01-01`), and exponents have a point and a sign (`1.0e+3`), without which 1.1 sees a string.
 */
export function writeYaml(value: JsonValue, style: YamlStyle = PLAIN_STYLE): string {
  const writer = new YamlWriter(style);
  writer.writeNode(value, 0, 'document');
  return writer.finish();
}

type Place = 'document' | 'key' | 'item';

class YamlWriter {
  readonly #out: string[] = [];
  #length = 0;
  readonly #style: YamlStyle;
  readonly #spaces: string[] = [];

  constructor(style: YamlStyle) {
    this.#style = style;
  }

  finish(): string {
    return this.#out.join('');
  }

  #push(part: string): void {
    this.#out.push(part);
    this.#length += part.length;
    if (this.#length > MAX_WRITTEN) throw tooLongWritten();
  }

  /** Writes a value behind `key:` or `-` (or at the front), with the line break at its end. `level` is that of its children. */
  writeNode(value: JsonValue, level: number, place: Place): void {
    if (isJsonArray(value) && value.length > 0) this.#writeItems(value, level, place);
    else if (isJsonObject(value) && value.size > 0) this.#writeMembers(value, level, place);
    else this.#push(`${place === 'document' ? '' : ' '}${this.#scalar(value, level, place)}\n`);
  }

  #writeItems(items: readonly JsonValue[], level: number, place: Place): void {
    let isInline = place === 'item' && this.#style.indent > 1;
    if (place !== 'document' && !isInline) this.#push('\n');
    for (const item of items) {
      // The first item of a list in a list stands behind the dash of the outer.
      this.#push(`${isInline ? ' '.repeat(this.#style.indent - 1) : this.#space(level)}-`);
      isInline = false;
      this.writeNode(item, level + 1, 'item');
    }
  }

  #writeMembers(members: ReadonlyMap<string, JsonValue>, level: number, place: Place): void {
    let isInline = place === 'item' && this.#style.indent > 1;
    if (place !== 'document' && !isInline) this.#push('\n');
    for (const [key, item] of members) {
      this.#push((isInline ? ' '.repeat(this.#style.indent - 1) : this.#space(level)) + this.#key(key));
      isInline = false;
      this.writeNode(item, level + 1, 'key');
    }
  }

  #space(level: number): string {
    const known = this.#spaces[level];
    if (known !== undefined) return known;
    const made = ' '.repeat(level * this.#style.indent);
    this.#spaces[level] = made;
    return made;
  }

  // YAML 1.2.2 §8.2.2: a key on one line has at most 1,024 characters; a longer one needs `? `.
  #key(key: string): string {
    const written = !this.#style.quoteStrings && isPlain(key) ? key : quoted(key);
    return [...written].length > 1000 ? `? ${written}\n:` : `${written}:`;
  }

  #scalar(value: JsonValue, level: number, place: Place): string {
    if (value instanceof JsonNumber) return yamlNumber(value.source);
    if (value === null || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') return isJsonArray(value) ? '[]' : '{}';
    if (this.#style.quoteStrings) return this.#fold(quoted(value), level, place);
    if (isPlain(value)) return this.#fold(value, level, place);
    // A literal block cannot stand at the front of a document without an indentation of its own.
    return (place === 'document' ? undefined : this.#literal(value, level)) ?? this.#fold(quoted(value), level, place);
  }

  /** A text of several lines as it is, behind `|`; `undefined` where that would not keep it. */
  #literal(value: string, level: number): string | undefined {
    if (!value.includes('\n') || !/^[^\s]/.test(value) || !LITERAL.test(value)) return undefined;
    const isLong = this.#style.lineWidth === 0 || value.length < 100_000;
    if (!isLong) return undefined;
    const body = value.replace(/\n+$/, '');
    const breaks = value.length - body.length;
    const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
    const space = this.#space(level);
    const lines = body.split('\n').map((line) => (line === '' ? '' : space + line));
    return `|${chomping}\n${lines.join('\n')}${'\n'.repeat(Math.max(0, breaks - 1))}`;
  }

  /** Breaks a scalar at single spaces: a reader puts a space in place of each line break (YAML 1.2.2 §6.5). */
  #fold(scalar: string, level: number, place: Place): string {
    const { lineWidth, indent } = this.#style;
    const space = this.#space(place === 'document' ? 0 : level);
    const first = lineWidth - level * indent;
    if (lineWidth === 0 || place === 'document' || scalar.length <= first || level === 0) return scalar;
    const width = Math.max(20, lineWidth - space.length);
    const lines: string[] = [];
    let start = 0;
    while (scalar.length - start > width) {
      const end = breakingSpace(scalar, start, width);
      if (end < 0) break;
      lines.push(scalar.slice(start, end));
      start = end + 1;
    }
    lines.push(scalar.slice(start));
    return lines.join(`\n${space}`);
  }
}

/** The last space within the width that may become a line break, else the first behind it; -1 where there is none. */
function breakingSpace(scalar: string, start: number, width: number): number {
  for (let index = start + width; index > start + 1; index--) if (canBreak(scalar, index)) return index;
  for (let index = start + width + 1; index < scalar.length - 1; index++) if (canBreak(scalar, index)) return index;
  return -1;
}

/** A single space between letters that mean nothing at the front of a line, nor are part of an escape. */
function canBreak(scalar: string, index: number): boolean {
  if (scalar.charAt(index) !== ' ') return false;
  return /[^\s\\"]/.test(scalar.charAt(index - 1)) && /[\p{L}\p{Nd}]/u.test(scalar.charAt(index + 1));
}

/** Letters that a literal block keeps: no carriage returns, controls, or other line breaks. */
const LITERAL = /^[\t\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** A string that every reader takes for itself when it stands without quotes, as value or key, on one line. */
function isPlain(value: string): boolean {
  if (!/^[\p{L}_/.(][\p{L}\p{M}\p{N}\p{Pc}\p{Pd}\p{Sc} !"$%&'()*+,./:;<=>?@[\]^`{|}~#\\]*$/u.test(value)) return false;
  if (/[\p{Zs}:]$|: |:$| #|[\u00a0\u0085]/u.test(value) || value.length > 100_000) return false;
  return !OTHER_TYPES.test(value) && !/^\.*[\d.]/.test(value) && !/^(?:---|\.\.\.)/.test(value);
}

/** What YAML 1.1 or 1.2 reads as null, boolean, infinity, merge or value key, in any case. */
const OTHER_TYPES = /^(?:null|true|false|yes|no|on|off|y|n|\.nan|\.inf|nan|inf|infinity|_+|0[obx].*)$/i;

/** JSON's strings are YAML's, save for what YAML has as line breaks or does not print. */
const quoted = (value: string): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function yamlNumber(source: string): string {
  const [, mantissa = '', sign = '', digits = ''] = /^([^e]*)e([+-]?)(\d+)$/i.exec(source) ?? [];
  if (mantissa === '') return source;
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${sign || '+'}${digits}`;
}

import { ContentFault, LimitFault } from '../../lib/faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { hasLoneSurrogate } from '../../lib/unicode/code-points.js';

interface ToonStyle {
  readonly delimiter: 'comma' | 'tab' | 'pipe';
  /** Spaces per level. */
  readonly indent: number;
}

/** Deepest nesting that the package writes and reads. */
const MAX_DEPTH = 500;

const CHARACTERS = { comma: ',', tab: '\t', pipe: '|' } as const;

const tooDeep = (): LimitFault => new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);

/**
 * A mark that does not occur in a text, of private use characters: it stands before what the package would change. A number keeps its
 * digits in a marked text, and a key of digits its place: JavaScript puts such keys first.
 */
function markFor(text: string, character = '\ue0f0'): string {
  for (let length = 1; ; length++) {
    const mark = character.repeat(length);
    if (!text.includes(mark)) return mark;
  }
}

/** Writes TOON (Token-Oriented Object Notation), as the specification has it. Throws LimitFault beyond `MAX_DEPTH`. */
export async function writeToon(document: JsonValue, text: string, { delimiter, indent }: ToonStyle): Promise<string> {
  const { encode, rawString } = await import('@toon-format/toon');
  const mark = markFor(text);
  const plain = (value: JsonValue, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw tooDeep();
    if (value instanceof JsonNumber) return isSafe(value) ? value.toNumber() : mark + decimal(value.source);
    if (isJsonArray(value)) return value.map((item) => plain(item, depth + 1));
    if (!isJsonObject(value)) return typeof value === 'string' ? wellFormed(value) : value;
    const object: Record<string, unknown> = Object.create(null);
    for (const [key, item] of value) object[isIndexKey(key) ? mark + key : wellFormed(key)] = plain(item, depth + 1);
    return object;
  };
  const written = encode(plain(document, 0), {
    indentSize: indent,
    delimiter: CHARACTERS[delimiter],
    replacer: (_key, value) =>
      typeof value === 'string' && value.startsWith(mark) ? rawString(value.slice(mark.length)) : value,
  });
  return written.replaceAll(mark, '');
}

function wellFormed(text: string): string {
  if (hasLoneSurrogate(text)) throw new ContentFault('a text has a lone surrogate, which no character encoding holds');
  return text;
}

/** Whether a double says a number exactly, and TOON writes it as it came. */
const isSafe = (number: JsonNumber): boolean => String(number.toNumber()) === number.source;

/** Keys that JavaScript takes for places in an array. */
const isIndexKey = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key);

/** TOON has no exponents; one that would be long stays, and is read by its rules all the same. */
function decimal(source: string): string {
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  if (power === '') return source;
  const exponent = Number(power);
  if (Math.abs(exponent) > 400) return source;
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + (digits + '0'.repeat(point - digits.length)).replace(/^0+(?=\d)/, '');
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`;
}

/** A number where a value can be: behind a colon, a dash, a delimiter or at the start of a line, up to a delimiter or the line's end. */
const NUMBER = /(^[ \t]*|: |- |[,\t|])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[,\t|\r]|$)/gm;
const INDEX_KEY = /"(0|[1-9]\d{0,9})"(?=[:[{,|\t}])/g;

/** Reads TOON. Numbers keep their digits. Throws ContentFault with the line, LimitFault beyond `MAX_DEPTH`. */
export async function readToon(
  text: string,
  { indent, strict }: { readonly indent: number; readonly strict: boolean },
): Promise<JsonValue> {
  const { decode, ToonDecodeError } = await import('@toon-format/toon');
  // The package goes as deep as the text is indented, and as it has dashes in a row.
  for (const line of text.split('\n')) {
    const lead = /^[ \t-]*/.exec(line)?.[0] ?? '';
    if (lead.length > MAX_DEPTH * Math.max(indent, 2)) throw tooDeep();
  }
  const mark = markFor(text);
  // Another one, so that the text "5" is not taken for a number.
  const keyMark = markFor(text, '\ue0f1');
  const marked = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n/g, '\n')
    .replace(NUMBER, (all, before: string, number: string) =>
      String(Number(number)) === number ? all : `${before}${mark}${number}`,
    )
    .replace(INDEX_KEY, (_, key: string) => `"${keyMark}${key}"`);
  const unmarked = (value: string): string => value.replaceAll(mark, '').replaceAll(keyMark, '');
  const back = (value: unknown): JsonValue => {
    if (typeof value === 'number') return new JsonNumber(Object.is(value, -0) ? '0' : String(value));
    if (typeof value === 'string') return backText(value);
    if (Array.isArray(value)) return value.map(back);
    if (typeof value !== 'object' || value === null) return value as null | boolean;
    return new Map(Object.entries(value).map(([key, item]) => [unmarked(key), back(item)]));
  };
  const backText = (value: string): JsonValue => {
    const stripped = unmarked(value);
    return value.startsWith(mark) && isNumber(stripped) ? new JsonNumber(stripped) : stripped;
  };
  try {
    return back(decode(marked, { indentSize: indent, strict }));
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof ToonDecodeError)) throw error;
    const line = error instanceof ToonDecodeError ? error.line : undefined;
    const said = error.message
      .replaceAll(mark, '')
      .replace(/^Line \d+: /i, '')
      .split('\n', 1)[0]
      ?.replace(/\.$/, '')
      .slice(0, 200);
    throw new ContentFault(`${line === undefined ? '' : `line ${line}: `}${said ?? ''}`, said, undefined, {
      cause: error,
    });
  }
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

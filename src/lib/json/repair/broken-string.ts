/** Where a text of broken JSON stands. */
interface StringPlace {
  readonly isKey: boolean;
  /** In an object: what follows a comma is a key. */
  readonly isMember: boolean;
  /** In any bracket. */
  readonly isInside: boolean;
}

interface BrokenString {
  /** As JSON, or as it stands where it is for others to repair. */
  readonly written: string;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '"': '"', "'": "'", '`': '`' };
/** What may follow the comma behind a value of an object. */
const KEY = /\s*(?:["'“‘}\],/#]|[\p{L}_$][\p{L}\p{N}_$-]*\s*(?::|=>)|\.\.\.|$)/uy;
/** Quotes that are looked at before a text is taken for one without an end. */
const MAX_QUOTES = 2000;

/**
 * The text that begins with a quote at `start`. Its end is the first quote behind which JSON can go on, so that `'it's ok'` and
 * `"say "hi" to"` are whole. `undefined` where none is sure.
 */
export function readBrokenString(text: string, start: number, place: StringPlace): BrokenString | undefined {
  const open = text.charAt(start);
  const close = CLOSING[open] ?? open;
  const triple = open.repeat(3);
  if ((open === '"' || open === "'") && text.startsWith(triple, start) && place.isInside) {
    const end = text.indexOf(triple, start + 3);
    if (end >= 0) return { written: JSON.stringify(text.slice(start + 3, end)), end: end + 3 };
  }
  const inner: number[] = [];
  for (let at = start + 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '\\') at++;
    else if (letter === close) {
      if (isEnd(text, at, place, open)) {
        // Typographic quotes are for the repairer, which knows them.
        if (open === '“' || open === '‘') return { written: text.slice(start, at + 1), end: at + 1 };
        return { written: asJson(text.slice(start + 1, at)), end: at + 1 };
      }
      inner.push(at);
      if (inner.length > MAX_QUOTES) return undefined;
    }
  }
  // Cut off inside its last text.
  if (inner.length > 0 || !place.isInside || open === '“' || open === '‘') return undefined;
  return { written: asJson(cutEscape(text.slice(start + 1))), end: text.length };
}

/** Whether a quote closes: what follows it may follow a text. */
function isEnd(text: string, at: number, { isKey, isMember, isInside }: StringPlace, open: string): boolean {
  const after = /[^\S\r\n]*(\s*)([\s\S]?)/y;
  after.lastIndex = at + 1;
  const [, breaks = '', next = ''] = after.exec(text) ?? [];
  const nextAt = after.lastIndex - next.length;
  if (next === '' || !isInside) return true;
  if (isKey) return /[:=,}\]]/.test(next);
  if (/[}\])+;]/.test(next)) return true;
  if (next === ',') return !isMember || follows(text, nextAt + 1);
  // A comment, or a member on the next line whose comma is missing.
  if (next === '/' || (breaks !== '' && next !== ':')) return true;
  if (!/["'“‘]/.test(next)) return false;
  // Quotes side by side: a missing comma, or a quotation at the end of the text.
  const between = text.slice(at + 1, nextAt);
  return open === next ? between !== '' && !/[\s(]/.test(text.charAt(at - 1)) : between !== '';
}

function follows(text: string, at: number): boolean {
  KEY.lastIndex = at;
  return KEY.test(text);
}

/** An escape at the end of a text that was cut off, as far as it is not whole. */
const cutEscape = (content: string): string => {
  const [, cut = ''] = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?)$/.exec(content.slice(-12)) ?? [];
  return content.slice(0, content.length - cut.length);
};

const ESCAPES = /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|u[0-9a-fA-F]{4}|\r\n|[\s\S])|"/g;
const KNOWN: Readonly<Record<string, string>> = {
  "\\'": "'",
  '\\`': '`',
  '\\0': '\\u0000',
  '\\a': '\\u0007',
  '\\v': '\\u000b',
  '\\\n': '',
  '\\\r': '',
  '\\\r\n': '',
};

/** The content of a text with the escapes that JSON has, in double quotes. A backslash that escapes nothing stands for itself. */
function asJson(content: string): string {
  const escaped = content.replace(ESCAPES, (whole, byte?: string, braced?: string, long?: string) => {
    const code = byte ?? braced ?? long;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? JSON.stringify(String.fromCodePoint(point)).slice(1, -1) : `\\${whole}`;
    }
    if (whole === '"') return '\\"';
    return KNOWN[whole] ?? (/^\\(?:["\\/bfnrt]|u.{4})/.test(whole) ? whole : `\\${whole}`);
  });
  return `"${escaped}"`;
}

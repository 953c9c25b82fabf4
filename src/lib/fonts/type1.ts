/** A Type 1 font program, read as far as its glyphs need it (Adobe Type 1 Font Format, 1990). Charstrings are decrypted. */
export interface Type1Font {
  readonly name: string;
  /** Bytes of the program. */
  readonly size: number;
  /** Names by code of the built-in encoding; `undefined` for StandardEncoding. */
  readonly encoding: ReadonlyMap<number, string> | undefined;
  readonly matrix: readonly number[] | undefined;
  readonly box: readonly number[] | undefined;
  /** Numbers of the Private dictionary by key. */
  readonly private: ReadonlyMap<string, readonly number[]>;
  readonly subrs: ReadonlyMap<number, Uint8Array>;
  readonly glyphs: ReadonlyMap<string, Uint8Array>;
}

const MAX_CLEAR_TEXT = 2 ** 18;
const MAX_GLYPHS = 65_000;
const MAX_CODE = 255;
/** Keys for encryption (chapter 7). */
const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4_330;
const EEXEC_SKIPPED = 4;
const DEFAULT_LEN_IV = 4;

/** Of the Private dictionary, what a CFF font has too. */
const PRIVATE_KEYS = [
  'BlueValues',
  'OtherBlues',
  'FamilyBlues',
  'FamilyOtherBlues',
  'BlueScale',
  'BlueShift',
  'BlueFuzz',
  'StdHW',
  'StdVW',
  'StemSnapH',
  'StemSnapV',
  'ForceBold',
  'LanguageGroup',
];
/** What only fonts of several masters, stroked fonts and fonts with variants for printers have. */
const ODD = ['/WeightVector', '/BlendDesignMap', '/Blend ', 'hires'];

const SUBR = /[ \t\r\n\0]*dup[ \t\r\n\0]+(\d{1,5})[ \t\r\n\0]+(\d{1,5})[ \t\r\n\0]+[^ \t\r\n\0]{1,9} /y;
const AFTER_SUBR = /[ \t\r\n\0]*(?:noaccess[ \t\r\n\0]+put|[^ \t\r\n\0]{1,9})/y;
const GLYPH = /[ \t\r\n\0]*\/([^ \t\r\n\0/()<>[\]{}%]{0,127})[ \t\r\n\0]+(\d{1,5})[ \t\r\n\0]+[^ \t\r\n\0]{1,9} /y;
const AFTER_GLYPH = /[ \t\r\n\0]*(?:noaccess[ \t\r\n\0]+def|[^ \t\r\n\0/]{1,9})/y;
const END = /[ \t\r\n\0]*end/y;

/** `undefined` for what is damaged, of another kind, or unusual. */
export function readType1(bytes: Uint8Array): Type1Font | undefined {
  const font = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = font.subarray(0, MAX_CLEAR_TEXT).indexOf('eexec');
  if (font.toString('latin1', 0, 2) !== '%!' || start < 0) return undefined;
  const clear = font.toString('latin1', 0, start);
  const text = decrypted(font.subarray(start + 'eexec'.length))?.toString('latin1');
  if (text === undefined || ODD.some((word) => clear.includes(word) || text.includes(word))) return undefined;
  const subrsAt = text.indexOf('/Subrs');
  const glyphsAt = text.indexOf('/CharStrings');
  // Two of them are of a font within a font.
  if (glyphsAt < 0 || subrsAt > glyphsAt || text.includes('/CharStrings', glyphsAt + 1)) return undefined;
  if (subrsAt >= 0 && text.includes('/Subrs', subrsAt + 1)) return undefined;
  const lenIv = numbersOf(text, 'lenIV')?.[0] ?? DEFAULT_LEN_IV;
  if (!(lenIv >= 0 && lenIv <= 16) || (numbersOf(clear, 'PaintType')?.[0] ?? 0) !== 0) return undefined;
  const subrs = subrsAt < 0 ? { items: new Map<string, Uint8Array>(), end: 0 } : itemsOf(text, subrsAt, 'subrs', lenIv);
  const glyphs = itemsOf(text, glyphsAt, 'glyphs', lenIv);
  const encoding = encodingOf(clear);
  if (subrs === undefined || glyphs === undefined || encoding === 'unknown' || !glyphs.items.has('.notdef'))
    return undefined;
  const dictionary =
    text.slice(0, subrsAt < 0 ? glyphsAt : subrsAt) + (subrsAt < 0 ? '' : text.slice(subrs.end, glyphsAt));
  const values = new Map<string, readonly number[]>();
  for (const key of PRIVATE_KEYS) {
    const numbers = numbersOf(dictionary, key);
    if (numbers !== undefined) values.set(key, numbers);
  }
  return {
    size: bytes.length,
    name: /\/FontName[ \t\r\n]*\/([^ \t\r\n/()<>[\]{}%]{1,127})/.exec(clear)?.[1] ?? 'Font',
    encoding,
    matrix: numbersOf(clear, 'FontMatrix'),
    box: numbersOf(clear, 'FontBBox'),
    private: values,
    subrs: new Map([...subrs.items].map(([index, charstring]) => [Number(index), charstring])),
    glyphs: glyphs.items,
  };
}

/** The part that is encrypted, as bytes or as hexadecimal digits. */
function decrypted(encrypted: Buffer): Buffer | undefined {
  let at = 0;
  while (at < 4 && [9, 10, 13, 32].includes(encrypted[at] ?? 0)) at += 1;
  const first = encrypted.toString('latin1', at, at + 4);
  if (first.length < 4) return undefined;
  const isText = /^[\dA-Fa-f]{4}$/.test(first);
  // After a carriage return comes a line feed, or the data; a byte of data that looks like white space is not found otherwise.
  const data = isText
    ? Buffer.from(encrypted.toString('latin1', at).replace(/[^\dA-Fa-f]+/g, ''), 'hex')
    : encrypted.subarray(encrypted[0] === 13 && encrypted[1] === 10 ? 2 : 1);
  return decrypt(data, EEXEC_KEY).subarray(EEXEC_SKIPPED);
}

function decrypt(bytes: Uint8Array, start: number): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let key = start;
  for (const [i, byte] of bytes.entries()) {
    plain[i] = byte ^ (key >> 8);
    key = ((byte + key) * 52_845 + 22_719) & 0xffff;
  }
  return plain;
}

/** Charstrings one after another by their index or name, and where they end. */
function itemsOf(
  text: string,
  start: number,
  kind: 'subrs' | 'glyphs',
  lenIv: number,
): { readonly items: ReadonlyMap<string, Uint8Array>; readonly end: number } | undefined {
  const [item, after] = kind === 'subrs' ? [SUBR, AFTER_SUBR] : [GLYPH, AFTER_GLYPH];
  const opening = kind === 'subrs' ? /array/g : /begin/g;
  opening.lastIndex = start;
  if (opening.exec(text) === null || opening.lastIndex > start + 100) {
    // An empty list of subroutines: "/Subrs []".
    return kind === 'subrs' && /^\/Subrs[ \t\r\n]*\[[ \t\r\n]*\]/.test(text.slice(start, start + 40))
      ? { items: new Map(), end: start + '/Subrs'.length }
      : undefined;
  }
  const items = new Map<string, Uint8Array>();
  let at = opening.lastIndex;
  for (;;) {
    item.lastIndex = at;
    const found = item.exec(text);
    if (found === null) break;
    const [, name = '', length = ''] = found;
    const end = item.lastIndex + Number(length);
    if (end > text.length || items.has(name) || items.size >= MAX_GLYPHS || Number(length) < lenIv) return undefined;
    items.set(name, decrypt(Buffer.from(text.slice(item.lastIndex, end), 'latin1'), CHARSTRING_KEY).subarray(lenIv));
    after.lastIndex = end;
    if (!after.test(text)) return undefined;
    at = after.lastIndex;
  }
  END.lastIndex = at;
  return kind === 'subrs' || END.test(text) ? { items, end: at } : undefined;
}

/** The numbers of an entry: one, or an array of them; true is 1. */
function numbersOf(text: string, key: string): readonly number[] | undefined {
  const at = text.indexOf(`/${key}`);
  if (at < 0) return undefined;
  const value = text.slice(at + 1 + key.length, at + 1 + key.length + 600);
  const [, list, single] = /^[ \t\r\n]*(?:[[{]([^\]}]*)[\]}]|([^ \t\r\n/]+))/.exec(value) ?? [];
  const words = (list ?? single ?? '').split(/[ \t\r\n]+/).filter((word) => word !== '');
  const numbers = words.map((word) => (word === 'true' ? 1 : word === 'false' ? 0 : Number(word)));
  return numbers.every((number) => Number.isFinite(number)) ? numbers : undefined;
}

function encodingOf(clear: string): ReadonlyMap<number, string> | undefined | 'unknown' {
  const at = clear.indexOf('/Encoding');
  if (at < 0) return 'unknown';
  const text = clear.slice(at);
  if (/^\/Encoding[ \t\r\n]+StandardEncoding[ \t\r\n]+def/.test(text)) return undefined;
  if (!/^\/Encoding[ \t\r\n]+256[ \t\r\n]+array/.test(text)) return 'unknown';
  const names = new Map<number, string>();
  for (const [, code, name = ''] of text.matchAll(
    /dup[ \t\r\n]+(\d{1,3})[ \t\r\n]*\/([^ \t\r\n/()<>[\]{}%]{1,127})[ \t\r\n]+put/g,
  )) {
    if (Number(code) > MAX_CODE) return 'unknown';
    names.set(Number(code), name);
  }
  // Codes in another base than ten.
  return /dup[ \t\r\n]+\d+#/.test(text) ? 'unknown' : names;
}

/**
 * The eight kinds of PDF objects (ISO 32000-2, 7.3) as plain values: `null`, booleans, numbers and arrays are JavaScript's own.
 * Dictionaries and arrays are mutable: a tool changes them in place and saves the document.
 */
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfDict | PdfStream | PdfValue[];

/** A name without its solidus; one character a byte, `#xx` decoded. */
export class PdfName {
  constructor(readonly value: string) {}
}

/** A string of bytes. `isHex` only remembers how it was written. */
export class PdfString {
  constructor(
    readonly bytes: Uint8Array,
    readonly isHex = false,
  ) {}
}

/** A reference to an indirect object of one document. */
export class PdfRef {
  constructor(
    readonly number: number,
    readonly generation = 0,
  ) {}
}

/** A dictionary; its keys are written as the values of names are. */
export class PdfDict extends Map<string, PdfValue> {}

/** A stream: `bytes` as stored, so still encoded by the filters that `dict` names, but never encrypted. May be replaced in place. */
export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    public bytes: Uint8Array,
  ) {}
}

export const isName = (value: PdfValue | undefined, name: string): boolean =>
  value instanceof PdfName && value.value === name;

export const isInteger = (value: PdfValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

/** A dictionary from plain entries; `undefined` entries are left out. */
export function dictOf(entries: Readonly<Record<string, PdfValue | undefined>>): PdfDict {
  const dict = new PdfDict();
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) dict.set(key, value);
  }
  return dict;
}

/** The string whose bytes are the characters of `value`, each below 256. */
export const byteString = (value: string): PdfString => new PdfString(Buffer.from(value, 'latin1'));

/** A text string (ISO 32000-2, 7.9.2.2): ASCII as it is, everything else as UTF-16BE with its mark. */
export function textString(value: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(value)) return byteString(value);
  const bytes = Buffer.alloc(2 + 2 * value.length);
  bytes.writeUInt16BE(0xfeff, 0);
  for (let i = 0; i < value.length; i += 1) bytes.writeUInt16BE(value.charCodeAt(i), 2 + 2 * i);
  return new PdfString(bytes);
}

// PDFDocEncoding where it differs from Latin-1 (ISO 32000-2, D.2): 0x18-0x1f and 0x80-0xa0.
const DOC_ENCODING_LOW = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const DOC_ENCODING_HIGH =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac';

/** What a text string says: UTF-16 with a mark, UTF-8 with a mark (PDF 2.0), else PDFDocEncoding. */
export function stringText(string: PdfString): string {
  const { bytes } = string;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  let text = '';
  for (const byte of bytes) {
    if (byte >= 0x18 && byte <= 0x1f) text += DOC_ENCODING_LOW.charAt(byte - 0x18);
    else if (byte >= 0x80 && byte <= 0xa0) text += DOC_ENCODING_HIGH.charAt(byte - 0x80);
    else text += String.fromCharCode(byte);
  }
  return text;
}

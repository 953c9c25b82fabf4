import { ContentFault } from '../../../lib/faults.js';
import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { MAX_DECODED_BYTES } from '../syntax/filters.js';
import { PdfDict, PdfName, PdfStream, type PdfValue } from '../syntax/objects.js';
import { Keyword, type SyntaxReader } from '../syntax/syntax.js';

/** One operator of a content stream with what stands before it (ISO 32000-2, 7.8.2). */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly PdfValue[];
  /** The bytes of operands and operator. */
  readonly start: number;
  readonly end: number;
  /** Of `BI`: the entries of the picture in the content; its data ends at `end`. */
  readonly picture?: PdfDict;
}

/** More operands than any operator takes; the rest is rubbish. */
const MAX_OPERANDS = 64;
const isSpace = (byte: number | undefined): boolean =>
  byte === undefined || byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;

/**
 * The operators of decoded content, in order. Never throws for what is written wrongly; `reader.isDamaged` tells afterwards. Objects that
 * are nested too deeply end it before the last byte.
 */
export function* operationsOf(reader: SyntaxReader): Generator<Operation, void> {
  let operands: PdfValue[] = [];
  reader.skipSpace();
  let start = reader.position;
  for (;;) {
    reader.skipSpace();
    if (operands.length === 0) start = reader.position;
    const value = readNext(reader);
    if (value === undefined) return;
    if (!(value instanceof Keyword)) {
      if (operands.length < MAX_OPERANDS) operands.push(value);
      else reader.isDamaged = true;
      continue;
    }
    if (value.word === '') return;
    if (value.word === 'BI') {
      const picture = readInlinePicture(reader);
      if (picture === undefined) reader.isDamaged = true;
      yield { operator: 'BI', operands, start, end: reader.position, picture: picture ?? new PdfDict() };
    } else {
      yield { operator: value.word, operands, start, end: reader.position };
    }
    operands = [];
  }
}

/** `undefined` for what is nested too deeply: viewers do not read on there either. */
function readNext(reader: SyntaxReader): PdfValue | Keyword | undefined {
  try {
    return reader.read();
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    reader.isDamaged = true;
    return undefined;
  }
}

/** From behind `BI` to behind `EI` (ISO 32000-2, 8.9.7). */
function readInlinePicture(reader: SyntaxReader): PdfDict | undefined {
  const picture = new PdfDict();
  for (;;) {
    const key = readNext(reader);
    if (key instanceof Keyword) {
      if (key.word === 'ID') break;
      return undefined;
    }
    if (!(key instanceof PdfName)) return undefined;
    const value = readNext(reader);
    if (value === undefined || value instanceof Keyword) return undefined;
    picture.set(key.value, value);
  }
  const { bytes } = reader;
  let at = reader.position + 1;
  for (;;) {
    const found = bytes.indexOf('EI', at, 'latin1');
    if (found < 0) {
      reader.position = bytes.length;
      return undefined;
    }
    at = found + 2;
    if (isSpace(bytes[found - 1]) && isSpace(bytes[at]) && looksLikeContent(bytes.subarray(at, at + 16))) {
      reader.position = at;
      return picture;
    }
  }
}

/** Data of a picture may have the letters EI in it; behind the real ones stands text. */
const looksLikeContent = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => isSpace(byte) || (byte >= 0x21 && byte <= 0x7e));

/** The content of a page or form, decoded, parts joined; `undefined` where a part is damaged or all of it too long. */
export function contentBytes(
  document: PdfDocument,
  contents: PdfValue | undefined,
  limit = MAX_DECODED_BYTES,
): Buffer | undefined {
  const value = document.resolve(contents);
  const parts: Uint8Array[] = [];
  let left = limit;
  for (const part of Array.isArray(value) ? value : [value]) {
    const stream = document.resolve(part);
    if (!(stream instanceof PdfStream)) continue;
    const bytes = document.tryDecode(stream, left);
    if (bytes === undefined) return undefined;
    left -= bytes.length + 1;
    if (left < 0) return undefined;
    // Parts are divided between tokens (ISO 32000-2, 7.8.2).
    parts.push(bytes, Uint8Array.of(10));
  }
  return Buffer.concat(parts);
}

/** Six numbers as a matrix; `undefined` for anything else. */
export function matrixOf(values: readonly PdfValue[] | undefined): Matrix | undefined {
  if (values?.length !== 6 || !values.every((value) => typeof value === 'number')) return undefined;
  return values as unknown as Matrix;
}

import { createHash } from 'node:crypto';

import { deflateSync } from 'node:zlib';

import { ContentFault } from '../../../lib/faults.js';
import {
  dictOf,
  isInteger,
  PdfDict,
  PdfName,
  type PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import type { OpenPdf } from './open.js';
import { serialize } from './save.js';

/** An object that an update writes: a value, or text that is written as it is. */
export interface Update {
  readonly ref: PdfRef;
  readonly value: PdfValue | { readonly text: string };
}

/** Where the last cross-reference section of a file begins; `undefined` where the file is not one to append to. */
function lastSection(bytes: Uint8Array): number | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!all.subarray(0, 5).equals(Buffer.from('%PDF-'))) return undefined;
  const marker = all.lastIndexOf('startxref');
  if (marker < 0) return undefined;
  return new SyntaxReader(all, marker + 'startxref'.length).takeInteger();
}

/** The file can be appended to without writing anything of it anew. */
export const isAppendable = ({ document }: OpenPdf, bytes: Uint8Array): boolean =>
  !document.isRepaired && document.encryption === undefined && lastSection(bytes) !== undefined;

/**
 * The file with an update behind it (ISO 32000-2, 7.5.6): all its bytes stay where they are. The section is of the kind that the
 * last one is. `seed` makes the second half of the new file identifier.
 */
export function appendUpdate(
  { document }: OpenPdf,
  bytes: Uint8Array,
  updates: readonly Update[],
  seed: string,
): Uint8Array {
  const previous = lastSection(bytes);
  if (previous === undefined) throw new ContentFault('its end is damaged');
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Uint8Array[] = [all];
  let length = all.length;
  const push = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const text = (value: string): void => push(Buffer.from(value, 'latin1'));
  if (all[all.length - 1] !== 0x0a) text('\n');
  const places = new Map<number, { offset: number; generation: number }>();
  for (const { ref, value } of updates) {
    places.set(ref.number, { offset: length, generation: ref.generation });
    text(`${ref.number} ${ref.generation} obj\n`);
    if (value instanceof PdfStream) {
      text(`${serialize(new PdfDict(value.dict).set('Length', value.bytes.length))}\nstream\n`);
      push(value.bytes);
      text('\nendstream\nendobj\n');
    } else if (value !== null && typeof value === 'object' && 'text' in value) text(`${value.text}\nendobj\n`);
    else text(`${serialize(value)}\nendobj\n`);
  }
  const isTable = new SyntaxReader(all, previous).take('xref');
  const trailer = new PdfDict();
  for (const key of ['Root', 'Info']) {
    const value = document.trailer.get(key);
    if (value !== undefined) trailer.set(key, value);
  }
  const known = document.get(document.trailer, 'ID');
  const first = Array.isArray(known) ? document.resolve(known[0]) : null;
  const second = new PdfString(createHash('md5').update(all).update(seed).digest(), true);
  trailer.set('ID', [first instanceof PdfString ? first : second, second]).set('Prev', previous);
  const stated = document.get(document.trailer, 'Size');
  const start = length;
  const own = document.reserve().number;
  if (!isTable) places.set(own, { offset: start, generation: 0 });
  const highest = Math.max(...places.keys());
  trailer.set('Size', Math.max(isInteger(stated) ? stated : 0, highest + 1));
  const numbers = [...places.keys()].sort((a, b) => a - b);
  if (isTable) {
    text(
      `xref\n${numbers.map((number) => tableLine(number, places.get(number))).join('')}trailer\n${serialize(trailer)}\n`,
    );
  } else {
    const rows = Buffer.alloc(7 * numbers.length);
    for (const [i, number] of numbers.entries()) {
      const place = places.get(number);
      rows[7 * i] = 1;
      rows.writeUInt32BE(place?.offset ?? 0, 7 * i + 1);
      rows.writeUInt16BE(place?.generation ?? 0, 7 * i + 5);
    }
    const packed = deflateSync(rows);
    const dict = new PdfDict([
      ...trailer,
      ...dictOf({ Type: new PdfName('XRef'), W: [1, 4, 2], Filter: new PdfName('FlateDecode') }),
    ]).set(
      'Index',
      numbers.flatMap((number) => [number, 1]),
    );
    text(`${own} 0 obj\n${serialize(dict.set('Length', packed.length))}\nstream\n`);
    push(packed);
    text('\nendstream\nendobj\n');
  }
  text(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks, length);
}

const tableLine = (number: number, place: { offset: number; generation: number } | undefined): string =>
  `${number} 1\n${String(place?.offset ?? 0).padStart(10, '0')} ${String(place?.generation ?? 0).padStart(5, '0')} n \n`;

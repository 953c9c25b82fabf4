import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { ToolError } from '../../../core/errors.js';
import { CLASS_LIMITS } from '../../../core/limits.js';
import { latin1 } from '../../../lib/bytes/latin1.js';
import { type Encryption, encrypted } from '../syntax/encrypt.js';
import { dictOf, isName, PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { Copier } from './copy.js';
import { PdfDocument } from './document.js';

/** Objects in one object stream: qpdf's number too. */
const OBJECTS_A_STREAM = 100;
/** Smallest stream that is worth the entry that names its filter. */
const WORTH_PACKING = 100;
/** Largest file written. Chosen: above every class's output limit, so only what grew without measure is stopped. */
const MAX_SAVED_BYTES = 64 * 2 ** 20;

/**
 * The bytes of a document: all its objects, which must be added ones (see `assemblePdf`, `rewritePdf`).
 * The same document gives the same bytes. Throws OUTPUT_TOO_LARGE past MAX_SAVED_BYTES.
 */
export function savePdf(document: PdfDocument, version: string, encryption?: Encryption): Uint8Array {
  const writer = new Writer(document.usesObjectStreams && version < '1.5' ? '1.5' : version, encryption);
  const packed: [number, PdfValue][] = [];
  let highest = 0;
  for (const [number, value] of document.objects) {
    highest = Math.max(highest, number);
    if (document.usesObjectStreams && !(value instanceof PdfStream)) packed.push([number, value]);
    else writer.writeObject(number, value);
  }
  const trailer = new PdfDict(document.trailer);
  if (encryption !== undefined) {
    highest += 1;
    writer.writePlain(highest, encryption.dict);
    trailer.set('Encrypt', new PdfRef(highest));
  }
  if (!document.usesObjectStreams) return writer.finishWithTable(trailer, highest);
  for (let i = 0; i < packed.length; i += OBJECTS_A_STREAM) {
    highest += 1;
    writer.writePacked(highest, packed.slice(i, i + OBJECTS_A_STREAM));
  }
  return writer.finishWithStream(trailer, highest + 1);
}

/**
 * The bytes of a document that was opened and changed in place: everything that its catalog and its information reach, nothing else.
 * To change a document, set entries of its dictionaries (`pdf.pages[0].dict.set('Rotate', 90)`) and `add` new objects.
 */
export function rewritePdf(source: PdfDocument, encryption?: Encryption): Uint8Array {
  const target = PdfDocument.empty();
  const copier = new Copier(source, target, new Map(), true);
  target.usesObjectStreams = source.usesObjectStreams;
  for (const key of ['Root', 'Info']) {
    const value = source.trailer.get(key);
    const copied = value === undefined ? undefined : copier.copy(value);
    if (copied !== undefined) target.trailer.set(key, copied);
  }
  copier.finish();
  const version = [source.version, encryption?.version ?? '1.4'].toSorted().at(-1) ?? '1.4';
  const bytes = savePdf(target, version, encryption);
  if (bytes.length <= CLASS_LIMITS.native.outputFileBytes) return bytes;
  // A file of nearly 20 MiB may not become too large by being written otherwise.
  packStreams(target);
  return savePdf(target, version, encryption);
}

/** Makes a document smaller: compresses the streams that are not, and packs the other objects. */
export function packStreams(document: PdfDocument): void {
  document.usesObjectStreams = true;
  for (const [number, value] of document.objects) {
    if (!(value instanceof PdfStream) || value.dict.has('Filter') || value.bytes.length < WORTH_PACKING) continue;
    // Metadata is to be found by programs that know nothing of PDF.
    if (isName(value.dict.get('Type'), 'Metadata')) continue;
    const packed = deflateSync(value.bytes);
    if (packed.length >= value.bytes.length) continue;
    const dict = new PdfDict(value.dict).set('Filter', new PdfName('FlateDecode'));
    dict.delete('DecodeParms');
    document.set(new PdfRef(number), new PdfStream(dict, packed));
  }
}

interface Place {
  readonly type: 1 | 2;
  readonly second: number;
  readonly third: number;
}

class Writer {
  readonly #chunks: Uint8Array[] = [];
  readonly #places = new Map<number, Place>();
  #length = 0;

  constructor(
    version: string,
    private readonly encryption?: Encryption,
  ) {
    // ISO 32000-2, 7.5.2: four bytes above 127 tell that the file is binary.
    this.#push(Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'));
  }

  writeObject(number: number, value: PdfValue): void {
    this.writePlain(number, this.encryption === undefined ? value : encrypted(value, number, this.encryption));
  }

  /** What is never encrypted: the encryption's own dictionary, a cross-reference stream. */
  writePlain(number: number, value: PdfValue): void {
    this.#places.set(number, { type: 1, second: this.#length, third: 0 });
    if (!(value instanceof PdfStream)) {
      this.#text(`${number} 0 obj\n${serialize(value)}\nendobj\n`);
      return;
    }
    const dict = new PdfDict(value.dict).set('Length', value.bytes.length);
    this.#text(`${number} 0 obj\n${serialize(dict)}\nstream\n`);
    this.#push(value.bytes);
    this.#text('\nendstream\nendobj\n');
  }

  /** ISO 32000-2, 7.5.7. */
  writePacked(number: number, objects: readonly (readonly [number, PdfValue])[]): void {
    let index = '';
    let body = '';
    for (const [i, [inner, value]] of objects.entries()) {
      this.#places.set(inner, { type: 2, second: number, third: i });
      index += `${inner} ${body.length} `;
      body += `${serialize(value)}\n`;
    }
    const dict = dictOf({
      Type: new PdfName('ObjStm'),
      N: objects.length,
      First: index.length,
      Filter: new PdfName('FlateDecode'),
    });
    this.writeObject(number, new PdfStream(dict, deflateSync(Buffer.from(index + body, 'latin1'))));
  }

  finishWithTable(trailer: PdfDict, highest: number): Uint8Array {
    const start = this.#length;
    const lines = ['0000000000 65535 f \n'];
    for (let number = 1; number <= highest; number += 1) {
      const place = this.#places.get(number);
      lines.push(
        place === undefined ? '0000000000 00000 f \n' : `${place.second.toString().padStart(10, '0')} 00000 n \n`,
      );
    }
    const table = lines.join('');
    trailer.set('Size', highest + 1).set('ID', this.encryption?.id ?? fileId(trailer, table));
    this.#text(`xref\n0 ${highest + 1}\n${table}trailer\n${serialize(trailer)}\nstartxref\n${start}\n%%EOF\n`);
    return this.#done();
  }

  /** ISO 32000-2, 7.5.8. */
  finishWithStream(trailer: PdfDict, number: number): Uint8Array {
    const start = this.#length;
    this.#places.set(number, { type: 1, second: start, third: 0 });
    // One byte of type, four of offset or stream, two of index; a predictor row takes one more.
    const rows = Buffer.alloc(8 * (number + 1));
    for (let i = 0; i <= number; i += 1) {
      const place = this.#places.get(i);
      const at = 8 * i;
      rows[at] = 2;
      rows[at + 1] = place?.type ?? 0;
      rows.writeUInt32BE(place?.second ?? 0, at + 2);
      rows.writeUInt16BE(i === 0 ? 65_535 : (place?.third ?? 0), at + 6);
    }
    for (let at = rows.length - 8; at > 0; at -= 8) {
      for (let i = 1; i < 8; i += 1) rows[at + i] = (rows[at + i] ?? 0) - (rows[at + i - 8] ?? 0);
    }
    const dict = new PdfDict(trailer);
    dict
      .set('Type', new PdfName('XRef'))
      .set('Size', number + 1)
      .set('W', [1, 4, 2])
      .set('Filter', new PdfName('FlateDecode'))
      .set('DecodeParms', dictOf({ Predictor: 12, Columns: 7 }))
      .set('ID', this.encryption?.id ?? fileId(trailer, rows));
    this.writePlain(number, new PdfStream(dict, deflateSync(rows)));
    this.#text(`startxref\n${start}\n%%EOF\n`);
    return this.#done();
  }

  #text(text: string): void {
    this.#push(Buffer.from(text, 'latin1'));
  }

  #push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    if (this.#length > MAX_SAVED_BYTES) {
      throw new ToolError('OUTPUT_TOO_LARGE', `The PDF would be larger than ${MAX_SAVED_BYTES} bytes`);
    }
  }

  #done(): Uint8Array {
    return Buffer.concat(this.#chunks, this.#length);
  }
}

/** Not from the clock, so that the same input gives the same bytes: from the places of the objects and the trailer. */
function fileId(trailer: PdfDict, places: string | Uint8Array): PdfValue {
  const id = new PdfString(createHash('md5').update(places).update(serialize(trailer)).digest(), true);
  return [id, id];
}

/** An object as it is written, one character a byte. */
export function serialize(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return serializeNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfName) return serializeName(value.value);
  if (value instanceof PdfString) return serializeString(value);
  if (Array.isArray(value)) return `[${value.map(serialize).join(' ')}]`;
  // A stream is an indirect object always; inside another object nothing can be said of it.
  if (value instanceof PdfStream) return 'null';
  let text = '<<';
  for (const [key, entry] of value) {
    const written = serialize(entry);
    // Only words and numbers need a space before them.
    text += '/<[('.includes(written.charAt(0)) ? serializeName(key) + written : `${serializeName(key)} ${written}`;
  }
  return `${text}>>`;
}

function serializeNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  // PDF knows no exponents (ISO 32000-2, 7.3.3).
  return Math.abs(value) < 1 ? value.toFixed(10) : BigInt(value).toString();
}

const serializeName = (name: string): string =>
  `/${name.replace(/[^!"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]/g, escapeInName)}`;

const escapeInName = (character: string): string => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

function serializeString({ bytes, isHex }: PdfString): string {
  if (isHex) return `<${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}>`;
  return `(${latin1(bytes).replace(/[\\()\r]/g, (character) => (character === '\r' ? '\\r' : `\\${character}`))})`;
}

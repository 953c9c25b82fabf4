import {
  byteString,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  stringText,
  textString,
} from '../syntax/objects.js';
import { walkDocument } from '../syntax/walk.js';
import type { PdfDocument } from './document.js';
import { newXmp, withXmp, type XmpProperty, xmpOf } from './xmp.js';

/** What the information dictionary says (ISO 32000-2, 14.3.3); `null` for what it does not. Dates are ISO 8601, or as written where they are none. */
export interface DocumentInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly creationDate: string | null;
  readonly modificationDate: string | null;
}

export type InfoName = keyof DocumentInfo;

/** Keys of the information dictionary and properties of XMP that say the same (ISO 19005-1, 6.7.3). */
const PLACES: Readonly<Record<InfoName, Omit<XmpProperty, 'values'> & { readonly key: string }>> = {
  title: { key: 'Title', prefix: 'dc', name: 'title', kind: 'alt' },
  author: { key: 'Author', prefix: 'dc', name: 'creator', kind: 'seq' },
  subject: { key: 'Subject', prefix: 'dc', name: 'description', kind: 'alt' },
  keywords: { key: 'Keywords', prefix: 'pdf', name: 'Keywords', kind: 'simple' },
  creator: { key: 'Creator', prefix: 'xmp', name: 'CreatorTool', kind: 'simple' },
  producer: { key: 'Producer', prefix: 'pdf', name: 'Producer', kind: 'simple' },
  creationDate: { key: 'CreationDate', prefix: 'xmp', name: 'CreateDate', kind: 'simple' },
  modificationDate: { key: 'ModDate', prefix: 'xmp', name: 'ModifyDate', kind: 'simple' },
};

export const INFO_NAMES = Object.keys(PLACES) as readonly InfoName[];

const isDateName = (name: InfoName): boolean => name === 'creationDate' || name === 'modificationDate';

export function infoOf(document: PdfDocument): DocumentInfo {
  const info = document.dictOf(document.trailer.get('Info'));
  const entry = (name: InfoName): string | null => {
    const value = info && document.get(info, PLACES[name].key);
    if (value instanceof PdfName) return value.value;
    if (!(value instanceof PdfString)) return null;
    const text = stringText(value);
    return isDateName(name) ? isoDate(text) : text;
  };
  return {
    title: entry('title'),
    author: entry('author'),
    subject: entry('subject'),
    keywords: entry('keywords'),
    creator: entry('creator'),
    producer: entry('producer'),
    creationDate: entry('creationDate'),
    modificationDate: entry('modificationDate'),
  };
}

/** A PDF date (ISO 32000-2, 7.9.4) as ISO 8601; the text itself where it is none. */
export function isoDate(text: string): string {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z|[+-])(\d\d)?'?(\d\d)?'?)?/.exec(text.trim());
  if (match === null) return text;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours = '00',
    minutes = '00',
  ] = match;
  const zone = sign === undefined ? '' : sign === 'Z' ? 'Z' : `${sign}${hours}:${minutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}

/** An ISO 8601 date and time as a PDF date; `undefined` for what is none. */
export function pdfDate(iso: string): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(iso);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', zone = ''] = match;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const isReal = new Date(time).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  if (!isReal || (zone.length > 1 && (zone.slice(1, 3) > '23' || zone.slice(4) > '59'))) return undefined;
  const offset = zone.length > 1 ? `${zone.slice(0, 3)}'${zone.slice(4)}` : zone;
  return `D:${year}${month}${day}${hour}${minute}${second}${offset}`;
}

/**
 * Sets entries of the information dictionary and the same properties of the XMP packet; an empty value takes one out. Dates are
 * ISO 8601. A packet that is no XMP is written anew, with a warning.
 */
export function setInfo(document: PdfDocument, values: Readonly<Partial<Record<InfoName, string>>>): void {
  const known = document.dictOf(document.trailer.get('Info'));
  const info = known ?? new PdfDict();
  const properties: XmpProperty[] = [];
  for (const name of INFO_NAMES) {
    const value = values[name];
    if (value === undefined) continue;
    const { key, ...property } = PLACES[name];
    properties.push({ ...property, values: value === '' ? [] : [value] });
    if (name === 'keywords') properties.push(subjectsOf(value));
    if (value === '') info.delete(key);
    else info.set(key, isDateName(name) ? byteString(pdfDate(value) ?? '') : textString(value));
  }
  if (info.size === 0) document.trailer.delete('Info');
  else if (known === undefined) document.trailer.set('Info', document.add(info));
  setXmp(document, properties);
}

/** Keywords one by one, as `dc:subject` holds them. */
function subjectsOf(keywords: string): XmpProperty {
  const values = keywords.split(/[,;]/).map((word) => word.trim());
  return { prefix: 'dc', name: 'subject', kind: 'bag', values: values.filter((word) => word !== '') };
}

function setXmp(document: PdfDocument, properties: readonly XmpProperty[]): void {
  const isPresent = document.catalog.has('Metadata');
  const packet = xmpOf(document);
  const changed = packet === undefined ? undefined : withXmp(packet, properties);
  if (isPresent && changed === undefined) document.warn('its XMP metadata could not be read and was replaced');
  if (!isPresent && properties.every(({ values }) => values.length === 0)) return;
  const bytes = Buffer.from(changed ?? newXmp(properties));
  const dict = new PdfDict().set('Type', new PdfName('Metadata')).set('Subtype', new PdfName('XML'));
  const stream = new PdfStream(dict, bytes);
  const place = document.catalog.get('Metadata');
  // In its place: pages may refer to the same packet.
  if (place instanceof PdfRef && document.resolve(place) instanceof PdfStream) document.set(place, stream);
  else document.catalog.set('Metadata', document.add(stream));
}

/** Where metadata may stand besides the information dictionary: XMP, private data of programs, dates of the latter. */
const METADATA_KEYS = ['Metadata', 'PieceInfo', 'LastModified'] as const;

/** What `removeMetadata` took away. */
export interface RemovedMetadata {
  /** Entries of the information dictionary. */
  readonly info: number;
  /** XMP packets, of the document, of pages, pictures, fonts and others. */
  readonly packets: number;
  /** Private data of programs. */
  readonly pieces: number;
}

/** Takes out all metadata of the document and of everything in it. */
export function removeMetadata(document: PdfDocument): RemovedMetadata {
  const info = document.dictOf(document.trailer.get('Info'))?.size ?? 0;
  document.trailer.delete('Info');
  let packets = 0;
  let pieces = 0;
  for (const { dict } of walkDocument(document)) {
    // Resources may be named so.
    const metadata = document.get(dict, 'Metadata');
    if (
      metadata instanceof PdfStream &&
      !['Image', 'Form'].includes(document.getName(metadata.dict, 'Subtype') ?? '')
    ) {
      packets += 1;
      dict.delete('Metadata');
    }
    if (document.getDict(dict, 'PieceInfo') !== undefined) pieces += 1;
    for (const key of METADATA_KEYS.slice(1)) dict.delete(key);
  }
  return { info, packets, pieces };
}

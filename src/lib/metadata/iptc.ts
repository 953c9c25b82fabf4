import { latin1 } from '../bytes/latin1.js';

/** Datasets of the application record, IPTC IIM 4.2, chapter 6, by the names of the IPTC Photo Metadata Standard in short. */
const NAMES: Readonly<Record<number, string>> = {
  5: 'ObjectName',
  7: 'EditStatus',
  10: 'Urgency',
  12: 'SubjectReference',
  15: 'Category',
  20: 'SupplementalCategories',
  22: 'FixtureIdentifier',
  25: 'Keywords',
  26: 'ContentLocationCode',
  27: 'ContentLocationName',
  30: 'ReleaseDate',
  35: 'ReleaseTime',
  37: 'ExpirationDate',
  38: 'ExpirationTime',
  40: 'SpecialInstructions',
  55: 'DateCreated',
  60: 'TimeCreated',
  62: 'DigitalCreationDate',
  63: 'DigitalCreationTime',
  65: 'OriginatingProgram',
  70: 'ProgramVersion',
  80: 'By-line',
  85: 'By-lineTitle',
  90: 'City',
  92: 'Sub-location',
  95: 'Province-State',
  100: 'Country-PrimaryLocationCode',
  101: 'Country-PrimaryLocationName',
  103: 'OriginalTransmissionReference',
  105: 'Headline',
  110: 'Credit',
  115: 'Source',
  116: 'CopyrightNotice',
  118: 'Contact',
  120: 'Caption-Abstract',
  122: 'Writer-Editor',
  131: 'ImageOrientation',
  135: 'LanguageIdentifier',
};
/** Datasets that may stand several times. */
const LISTS = new Set([12, 20, 25, 26, 27, 80, 85, 118, 122]);
const UTF8_MARK = '\u001b%G';
const MAX_DATASETS = 5000;

export type IptcTable = Readonly<Record<string, string | readonly string[]>>;

/** The texts of IPTC IIM data (records of 0x1C, number, length); damaged ends are left out. */
export function readIptc(bytes: Uint8Array): IptcTable {
  const found = new Map<string, string[]>();
  const lists = new Set<string>();
  let isUtf8 = false;
  let at = 0;
  for (let count = 0; at + 5 <= bytes.length && bytes[at] === 0x1c && count < MAX_DATASETS; count += 1) {
    const [record = 0, dataset = 0] = bytes.subarray(at + 1, at + 3);
    const length = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    // Over 32 KiB the length has a length of its own; no text is that long.
    if (length > 0x7fff || at + 5 + length > bytes.length) break;
    const value = bytes.subarray(at + 5, at + 5 + length);
    at += 5 + length;
    if (record === 1 && dataset === 90) isUtf8 = latin1(value).startsWith(UTF8_MARK);
    if (record !== 2 || dataset === 0) continue;
    const name = NAMES[dataset] ?? `Dataset${dataset}`;
    if (LISTS.has(dataset)) lists.add(name);
    const utf8 = Buffer.from(value).toString();
    const text = isUtf8 || !utf8.includes('\ufffd') ? utf8 : latin1(value);
    found.set(name, [...(found.get(name) ?? []), text.replace(/\0+$/, '')]);
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, lists.has(name) ? values : (values[0] ?? '')]));
}

/** A resource of Photoshop: Adobe Photoshop File Formats Specification, "Image Resource Blocks". */
export interface PhotoshopResource {
  readonly id: number;
  readonly data: Uint8Array;
}

export const IPTC_RESOURCE = 0x0404;
export const EXIF_RESOURCE = 0x0422;
export const XMP_RESOURCE = 0x0424;
export const ICC_RESOURCE = 0x040f;

/** Besides Adobe's own, those of programs that work with it. */
const SIGNATURES: ReadonlySet<string> = new Set(['8BIM', 'AgHg', 'DCSR', 'MeSa', 'PHUT']);

/** The resources of a Photoshop segment or file; a damaged end is left out. */
export function photoshopResources(bytes: Uint8Array): PhotoshopResource[] {
  const found: PhotoshopResource[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (
    let at = 0;
    at + 12 <= bytes.length && SIGNATURES.has(latin1(bytes, at, at + 4)) && found.length < MAX_DATASETS;
  ) {
    const id = view.getUint16(at + 4);
    const nameBytes = (bytes[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > bytes.length) break;
    const size = view.getUint32(sizeAt);
    const start = sizeAt + 4;
    if (start + size > bytes.length) break;
    found.push({ id, data: bytes.subarray(start, start + size) });
    at = start + size + (size % 2);
  }
  return found;
}

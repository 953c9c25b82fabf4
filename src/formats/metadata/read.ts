import { invalid, quote } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { ContentFault } from '../../lib/faults.js';
import { type AiParameters, aiParameters } from '../../lib/metadata/ai-parameters.js';
import type { CanonRawTiffs } from '../../lib/metadata/camera-files.js';
import { labelled } from '../../lib/metadata/exif-labels.js';
import { type ExifTable, type ExifTables, exifTables, separateTables } from '../../lib/metadata/exif-values.js';
import { gpsPosition } from '../../lib/metadata/gps.js';
import { iccSummary } from '../../lib/metadata/icc-header.js';
import { readIptc } from '../../lib/metadata/iptc.js';
import { readCanonNotes, readMakerNote } from '../../lib/metadata/maker-notes/read.js';
import { withinFile } from '../../lib/metadata/parts.js';
import { tiffDensity } from '../../lib/metadata/stated-density.js';
import { Tiff } from '../../lib/metadata/tiff.js';
import { type PictureFormat, pictureFormat } from '../../lib/picture-files/picture-format.js';

import { hasMetadataReader, type MetadataPieces, metadataPieces } from './pieces.js';
import { readXmp, type XmpValue, xmpText } from './xmp.js';

/** Everything a picture says about itself, ready for JSON; what it does not say is left out. */
export type PictureMetadata = Readonly<Record<string, unknown>>;

/**
 * Reads the metadata of a picture. `raw` keeps the numbers of EXIF that stand for words. Throws INVALID_INPUT naming the file
 * where it is not a picture of a format that is read. Damaged parts are left out and named in `warnings`.
 */
export function readMetadata(file: InputFile, raw: boolean): PictureMetadata {
  const { name, bytes } = file;
  const format = pictureFormat(bytes, extensionOf(name));
  const pieces = format === undefined ? undefined : piecesOf(file, format);
  if (format === undefined || pieces === undefined)
    throw invalid(
      `File ${quote(name)} must be a JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, Photoshop, DNG, NEF, ARW, CR2, CR3 or RAF picture`,
    );
  const warnings: string[] = [];
  const exif = readExif(pieces, raw, warnings);
  const packet = pieces.xmp && xmpText(pieces.xmp);
  const xmp = packet === undefined ? undefined : readXmp(packet);
  if (pieces.xmp !== undefined && xmp === undefined) warnings.push('XMP is damaged');
  const iptc = pieces.iptc === undefined ? undefined : readIptc(pieces.iptc);
  const icc = pieces.profile === undefined ? undefined : iccSummary(pieces.profile);
  if (pieces.profile !== undefined && icc === undefined) warnings.push('the colour profile is damaged');
  const { image = {}, exif: camera = {}, gps = {} } = exif?.tables ?? {};
  const words = (table: ExifTable): ExifTable => (raw ? table : labelled(table));
  const position = gpsPosition(gps);
  const texts = new Map([
    ...(pieces.texts ?? []),
    ...(typeof camera.UserComment === 'string' ? [['UserComment', camera.UserComment] as const] : []),
  ]);
  const ai = aiOf(texts, xmp);
  const tables = Object.entries(exif?.tables ?? {}).map(([key, table]) => [key, words(table)]);
  return {
    file: name,
    format,
    fileBytes: bytes.length,
    ...defined({
      width: pieces.width ?? (pieces.canonRaw && image.ImageWidth),
      height: pieces.height ?? (pieces.canonRaw && image.ImageHeight),
      bitsPerSample: pieces.bitsPerSample,
      dotsPerInch: pieces.dotsPerInch ?? tiffDensity(image.XResolution, image.YResolution, image.ResolutionUnit),
    }),
    ...defined({
      camera:
        [image.Make, image.Model].filter((part) => typeof part === 'string' && part !== '').join(' ') || undefined,
      lens: camera.LensModel ?? lensOfNotes(exif?.makerNote?.values ?? {}),
      software: image.Software,
      taken: takenAt(camera),
      artist: image.Artist,
      copyright: image.Copyright,
      position,
      ai,
    }),
    ...(tables.length === 0 ? {} : { exif: Object.fromEntries(tables) }),
    ...defined({ makerNote: exif?.makerNote }),
    ...defined({ thumbnail: exif?.thumbnail === undefined ? undefined : { bytes: exif.thumbnail.bytes } }),
    ...defined({ xmp, iptc: iptc !== undefined && Object.keys(iptc).length > 0 ? iptc : undefined, icc }),
    ...defined({ comments: (pieces.comments ?? []).length > 0 ? pieces.comments : undefined }),
    ...defined({ texts: (pieces.texts?.size ?? 0) > 0 ? Object.fromEntries(pieces.texts ?? []) : undefined }),
    ...defined({ c2pa: pieces.c2pa === undefined ? undefined : credentials(pieces.c2pa) }),
    ...(pieces.hasMorePictures === true ? { morePictures: true } : {}),
    ...((pieces.trailingBytes ?? 0) > 0 ? { trailingBytes: pieces.trailingBytes } : {}),
    warnings,
  };
}

const defined = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function piecesOf({ name, bytes }: InputFile, format: PictureFormat): MetadataPieces | undefined {
  if (!hasMetadataReader(format)) return undefined;
  return refusing(`Cannot read file ${quote(name)}`, () => metadataPieces(bytes, format));
}

interface ReadExif extends Pick<ExifTables, 'tables' | 'thumbnail'> {
  readonly makerNote: { readonly bytes: number; readonly values: ExifTable } | undefined;
}

function readExif({ exif, canonRaw }: MetadataPieces, raw: boolean, warnings: string[]): ReadExif | undefined {
  try {
    if (canonRaw !== undefined) return withinFile(() => readCanonRaw(canonRaw, raw));
    if (exif === undefined) return undefined;
    const tiff = new Tiff(exif);
    const { tables, thumbnail, makerNote } = withinFile(() => exifTables(tiff));
    const values = makerNote === undefined ? {} : notesOf(tiff, makerNote, tables.image ?? {}, raw);
    return { tables, thumbnail, makerNote: makerNote && { bytes: makerNote.length, values } };
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    warnings.push('EXIF is damaged');
    return undefined;
  }
}

/** A note that is not as its maker writes it says nothing, and the picture is read all the same. */
function notesOf(tiff: Tiff, note: Uint8Array, { Make = '', Model = '' }: ExifTable, raw: boolean): ExifTable {
  try {
    return withinFile(() => readMakerNote(tiff, note, { make: String(Make), model: String(Model) }, raw));
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    return {};
  }
}

function readCanonRaw({ image, exif, gps, makerNote }: CanonRawTiffs, raw: boolean): ReadExif {
  const tiffOf = (bytes: Uint8Array | undefined): Tiff | undefined => bytes && new Tiff(bytes);
  const tables = separateTables({ image: tiffOf(image), exif: tiffOf(exif), gps: tiffOf(gps) });
  const values = makerNote === undefined ? {} : readCanonNotes(new Tiff(makerNote), raw);
  return { tables, thumbnail: undefined, makerNote: makerNote && { bytes: makerNote.length, values } };
}

/** What the maker calls it, or its focal lengths. */
const lensOfNotes = ({ LensModel, LensType, Lens }: ExifTable): unknown =>
  [LensModel, LensType, Lens].find((value) => typeof value === 'string');

/** ISO 8601 with fraction and offset where they are noted (Exif 3.0, 4.6.6.6). */
function takenAt(camera: ExifTable): string | undefined {
  const [, date, time] =
    /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)$/.exec(String(camera.DateTimeOriginal ?? camera.CreateDate ?? '')) ?? [];
  if (date === undefined || date.startsWith('0000')) return undefined;
  const fraction = String(camera.SubSecTimeOriginal ?? '').trim();
  const offset = String(camera.OffsetTimeOriginal ?? '').trim();
  const isOffset = /^[+-]\d\d:\d\d$/.test(offset);
  return `${date.replaceAll(':', '-')}T${time}${/^\d+$/.test(fraction) ? `.${fraction}` : ''}${isOffset ? offset : ''}`;
}

type Xmp = Readonly<Record<string, XmpValue>>;

/** What generators note, or the kind of source that the IPTC vocabulary names. */
function aiOf(
  texts: ReadonlyMap<string, string>,
  xmp: Xmp | undefined,
): (Partial<AiParameters> & { source?: string }) | undefined {
  const parameters = aiParameters(texts);
  const source =
    String(xmp?.['Iptc4xmpExt:DigitalSourceType'] ?? '')
      .split('/')
      .at(-1) ?? '';
  const isAi = /AlgorithmicMedia|compositeSynthetic|algorithmicallyEnhanced/i.test(source);
  return parameters === undefined && !isAi ? undefined : { ...parameters, ...(isAi ? { source } : {}) };
}

/** Whether and by whom, as far as it stands there in plain text: the claim itself is neither opened nor checked. */
function credentials(bytes: Uint8Array): { readonly bytes: number; readonly generator?: string } {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A text key of 15 bytes in CBOR, RFC 8949 section 3, and the text behind it.
  const at = data.indexOf('oclaim_generator', 0, 'latin1');
  const head = data[at + 16] ?? 0;
  if (at < 0 || head < 0x60 || head > 0x78) return { bytes: bytes.length };
  const [start, length] = head === 0x78 ? [at + 18, data[at + 17] ?? 0] : [at + 17, head - 0x60];
  return { bytes: bytes.length, generator: data.toString('utf8', start, start + length) };
}

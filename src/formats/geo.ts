import { invalid, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { openMapSystem } from '../engines/map-grids.js';
import { ZipArchive } from '../lib/archives/zip-reader.js';
import { writeZip } from '../lib/archives/zip-writer.js';
import { ContentFault } from '../lib/faults.js';
import { readGeoJsonIn, writeGeoJson } from '../lib/geo/geojson.js';
import { readGpx, writeGpx } from '../lib/geo/gpx.js';
import { readKml, writeKml } from '../lib/geo/kml.js';
import type { MappedFeatures } from '../lib/geo/map-system.js';
import { Budget, type Feature, forEachFeature, type GeoPosition, withPositions } from '../lib/geo/model.js';
import { type PlaceColumns, readGeoTable, writeGeoTable } from '../lib/geo/table.js';
import { readTopoJson, writeTopoJson } from '../lib/geo/topojson.js';
import { readWkb } from '../lib/geo/wkb.js';
import { readWkt, writeWkt } from '../lib/geo/wkt.js';
import { isJsonObject, type JsonValue } from '../lib/json/values.js';
import { typedTable } from '../lib/table/cell-types.js';
import { cellText, checkCells, tableOf } from '../lib/table/table.js';
import { isDatabase, readGeoPackage, writeGeoPackage } from './geopackage.js';
import { readJson } from './json-document.js';
import {
  areShapefileParts,
  hasShapefile,
  looseParts,
  packedParts,
  readShapefile,
  SHAPEFILE_ENDINGS,
  type ShapefileParts,
  writeShapefile,
} from './shapefile.js';
import { type DelimiterChoice, readCsvText } from './table-text.js';
import { type DocumentKind, KINDS, readTextSource, type TextSource } from './text-source.js';
import { readXml, readXmlFile } from './xml-document.js';

export const GEO_SOURCES = [
  'geojson',
  'kml',
  'kmz',
  'gpx',
  'topojson',
  'wkt',
  'wkb',
  'csv',
  'shapefile',
  'geopackage',
] as const;
export type GeoSource = (typeof GEO_SOURCES)[number];

/** What is written as a text. */
export const GEO_TARGETS = ['geojson', 'kml', 'gpx', 'topojson', 'wkt', 'csv'] as const;
export type GeoTarget = (typeof GEO_TARGETS)[number];

export const GEO_KINDS: Readonly<Record<GeoTarget, DocumentKind>> = {
  geojson: { extension: '.geojson', mime: KINDS.json.mime },
  topojson: { extension: '.topojson', mime: KINDS.json.mime },
  kml: { extension: '.kml', mime: 'application/vnd.google-earth.kml+xml' },
  gpx: { extension: '.gpx', mime: 'application/gpx+xml' },
  wkt: { extension: '.wkt', mime: KINDS.text.mime },
  csv: KINDS.csv,
};

/** What is written as a file. */
export const PACKED_TARGETS = ['kmz', 'shapefile', 'geopackage'] as const;
export type PackedTarget = (typeof PACKED_TARGETS)[number];

export const PACKED_KINDS: Readonly<Record<PackedTarget, DocumentKind>> = {
  kmz: { extension: '.kmz', mime: 'application/vnd.google-earth.kmz' },
  shapefile: { extension: '.zip', mime: 'application/zip' },
  geopackage: { extension: '.gpkg', mime: 'application/geopackage+sqlite3' },
};

const LABELS: Readonly<Record<GeoSource | GeoTarget, string>> = {
  shapefile: 'Shapefile',
  geopackage: 'GeoPackage',
  geojson: 'GeoJSON',
  topojson: 'TopoJSON',
  kml: 'KML',
  kmz: 'KMZ',
  gpx: 'GPX',
  wkt: 'WKT',
  wkb: 'WKB',
  csv: 'CSV',
};

/** What a KMZ or a packed shapefile may unpack to. */
const MAX_UNPACKED_BYTES = 100_000_000;

export interface GeoReading extends PlaceColumns {
  readonly from: 'auto' | GeoSource;
  readonly delimiter: DelimiterChoice;
  readonly types: boolean;
  /** The layer of a GeoPackage that is read; all where it is empty. */
  readonly layerName: string;
}

/** A text or an upload, and the features in it. */
export interface GeoDocument {
  readonly source: TextSource;
  readonly features: readonly Feature[];
}

/**
 * Reads the geographic text or file of a caller; `auto` finds out which. Throws INVALID_INPUT naming the place of the fault,
 * LIMIT_EXCEEDED beyond the features, vertices, depth and unpacked bytes that are read.
 */
export async function readGeo(
  request: { readonly input: string; readonly files: readonly InputFile[] },
  reading: GeoReading,
): Promise<GeoDocument> {
  const [upload, ...more] = request.files;
  const isZip = upload !== undefined && Buffer.from(upload.bytes.subarray(0, 4)).equals(ZIP_MARK);
  if (upload !== undefined && request.input !== '') {
    throw invalid('Property "input" must be empty where a file is given');
  }
  if (upload !== undefined && areShapefileParts(request.files)) {
    if (reading.from !== 'auto' && reading.from !== 'shapefile')
      throw invalid(`Option "from" is ${reading.from}: files of a shapefile are given`);
    return readLayer(upload, () => looseParts(request.files));
  }
  if (more.length > 0)
    throw invalid(`Only the files of one shapefile (${SHAPEFILE_ENDINGS.join(', ')}) may be given together`);
  if (upload !== undefined && isZip && ARCHIVES.has(reading.from)) return readArchive(upload, reading);
  if (upload !== undefined && (reading.from === 'geopackage' || (reading.from === 'auto' && isDatabase(upload.bytes))))
    return readDatabase(upload, reading.layerName);
  if (reading.from === 'geopackage') throw invalid('Option "from" is geopackage: a file must be given');
  if (reading.from === 'kmz' || reading.from === 'shapefile')
    throw invalid(`Option "from" is ${reading.from}: a ZIP archive must be given as file`);
  const isMarkup = upload !== undefined && startsWithMarkup(upload.bytes);
  const source = isMarkup && upload !== undefined ? await readXmlFile(upload) : await readTextSource(request);
  const from = reading.from === 'auto' ? detect(source.text) : reading.from;
  return { source, features: await readFeatures(from, source, reading) };
}

/** Formats that come as ZIP archives. */
const ARCHIVES: ReadonlySet<string> = new Set(['auto', 'kmz', 'shapefile']);

/** A ZIP archive is a shapefile where one is in it, else KMZ. */
async function readArchive(upload: InputFile, reading: GeoReading): Promise<GeoDocument> {
  const label = `file ${quote(upload.name)}`;
  let isShapefile = reading.from === 'shapefile';
  const archive = refusing(`Cannot read ${label} as ${LABELS[isShapefile ? 'shapefile' : 'kmz']}`, () => {
    const opened = new ZipArchive(upload.bytes, MAX_UNPACKED_BYTES);
    isShapefile ||= reading.from === 'auto' && hasShapefile(opened);
    return opened;
  });
  if (isShapefile) return readLayer(upload, () => packedParts(archive));
  const source = await readKmz(upload, archive);
  return { source, features: await readFeatures('kmz', source, reading) };
}

async function readLayer(upload: InputFile, takeParts: () => ShapefileParts): Promise<GeoDocument> {
  const label = `file ${quote(upload.name)}`;
  const refusal = `Cannot read ${label} as ${LABELS.shapefile}`;
  const read = refusing(refusal, () => readShapefile(takeParts(), new Budget()));
  return { source: sourceOf(upload, label), features: await inDegrees(read, refusal) };
}

async function readDatabase(upload: InputFile, layerName: string): Promise<GeoDocument> {
  const label = `file ${quote(upload.name)}`;
  const refusal = `Cannot read ${label} as ${LABELS.geopackage}`;
  const read = await refusing(refusal, () => readGeoPackage(upload.bytes, label, layerName, new Budget()));
  return { source: sourceOf(upload, label), features: await inDegrees(read, refusal) };
}

const sourceOf = (file: InputFile, label: string): TextSource => ({ text: '', label, file, encoding: undefined });

/** Features as longitude and latitude, whatever the systems of their coordinates. Throws INVALID_INPUT naming the feature that lies outside of its own. */
async function inDegrees({ features, systemOf }: MappedFeatures, refusal: string): Promise<readonly Feature[]> {
  return refusing(refusal, async () => {
    const opened = new Map<string, (position: GeoPosition) => GeoPosition>();
    for (let index = 0; index < features.length; index++) {
      const system = systemOf(index);
      if (system !== undefined && !opened.has(system.definition))
        opened.set(system.definition, await openMapSystem(system));
    }
    if (opened.size === 0) return features;
    const converted: Feature[] = [];
    forEachFeature(features, (feature, number) => {
      const convert = opened.get(systemOf(number - 1)?.definition ?? '');
      const { geometry } = feature;
      const isKept = convert === undefined || geometry === null;
      converted.push(isKept ? feature : { ...feature, geometry: withPositions(geometry, convert) });
    });
    return converted;
  });
}

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');

const startsWithMarkup = (bytes: Uint8Array): boolean =>
  /^[ \t\r\n]*</.test(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'));

/** The main document of a KMZ: `doc.kml`, or else the first `.kml` (KML 2.3, annex C). */
async function readKmz(upload: InputFile, archive: ZipArchive): Promise<TextSource> {
  const label = `file ${quote(upload.name)}`;
  const bytes = refusing(`Cannot read ${label} as ${LABELS.kmz}`, () => {
    const names = archive.names.filter((name) => name.toLowerCase().endsWith('.kml'));
    const name = names.find((one) => one.toLowerCase() === 'doc.kml') ?? names[0];
    const found = name === undefined ? undefined : archive.read(name);
    if (found === undefined) throw new ContentFault('it has no ".kml" file');
    return found;
  });
  const { text } = await readXmlFile({ name: upload.name, mime: undefined, bytes });
  return { text, label, file: upload, encoding: undefined };
}

const isTopology = (value: JsonValue): boolean => isJsonObject(value) && value.get('type') === 'Topology';

function detect(text: string): Exclude<GeoSource, 'kmz' | 'shapefile' | 'geopackage'> {
  const start = text.slice(0, 5000).trimStart();
  if (start.startsWith('{') || start.startsWith('['))
    return /"type"\s*:\s*"Topology"/.test(text) ? 'topojson' : 'geojson';
  if (start.startsWith('<')) return /<(?:[\w.-]+:)?gpx[\s>/]/i.test(start) ? 'gpx' : 'kml';
  if (/^(?:\\x|0x)?0[01][0-9a-f]{8}/i.test(start)) return 'wkb';
  if (/^(?:SRID\s*=\s*-?\d+\s*;\s*)?[a-z]{3,20}\s*(?:ZM|Z|M)?\s*(?:\(|EMPTY\b)/i.test(start)) return 'wkt';
  return 'csv';
}

async function readFeatures(
  from: Exclude<GeoSource, 'shapefile' | 'geopackage'>,
  source: TextSource,
  reading: GeoReading,
): Promise<readonly Feature[]> {
  const { text, label } = source;
  const budget = new Budget();
  const refusal = `Cannot read ${label} as ${LABELS[from]}`;
  const read = refusing(refusal, (): MappedFeatures => {
    switch (from) {
      case 'geojson': {
        const value = readJson(text, label);
        return isTopology(value) ? degrees(readTopoJson(value, budget)) : readGeoJsonIn(value, budget);
      }
      case 'topojson':
        return degrees(readTopoJson(readJson(text, label), budget));
      case 'kml':
      case 'kmz':
        return degrees(readKml(readXml(text, label).root, budget, reading.types));
      case 'gpx':
        return degrees(readGpx(readXml(text, label).root, budget));
      case 'wkt':
        return readWkt(text, budget);
      case 'wkb':
        return readWkb(text, budget);
      case 'csv':
        return readCsv(source, reading, budget);
    }
  });
  return inDegrees(read, refusal);
}

const degrees = (features: readonly Feature[]): MappedFeatures => ({ features, systemOf: () => undefined });

const isPlace = (cells: readonly string[]): boolean =>
  cells.every(
    (cell, i) => /^\s*-?\d{1,3}(?:\.\d{1,20})?\s*$/.test(cell) && Math.abs(Number(cell)) <= (i === 0 ? 90 : 180),
  );

function readCsv(source: TextSource, reading: GeoReading, budget: Budget): MappedFeatures {
  const { records } = readCsvText(source, reading.delimiter);
  // 52.5, 13.4: places without a header, latitude first as people write them.
  const isBare =
    reading.latColumn === 'lat' && reading.lonColumn === 'lon' && records[0]?.length === 2 && isPlace(records[0]);
  const table = tableOf(isBare ? [['lat', 'lon'], ...records] : records, true);
  checkCells(table.columns.length, table.rows.length);
  const texts = table.rows.map((row) => row.map(cellText));
  const { rows } = reading.types ? typedTable(table) : table;
  return readGeoTable(table.columns, rows, texts, reading, budget);
}

export interface GeoWriting extends PlaceColumns {
  /** The character between the columns of CSV. */
  readonly delimiter: string;
}

/** Writes features. Throws INVALID_INPUT naming the feature that the format cannot hold, LIMIT_EXCEEDED. */
export function writeGeo(features: readonly Feature[], to: GeoTarget, writing: GeoWriting): string {
  return refusing(`Cannot write ${LABELS[to]}`, () => {
    switch (to) {
      case 'geojson':
        return writeGeoJson(features);
      case 'topojson':
        return writeTopoJson(features);
      case 'kml':
        return writeKml(features);
      case 'gpx':
        return writeGpx(features);
      case 'wkt':
        return writeWkt(features);
      case 'csv':
        return writeGeoTable(features, writing, writing.delimiter);
    }
  });
}

/** Writes features as a file, whose layer bears that name. Throws as `writeGeo`. */
export function packGeo(
  features: readonly Feature[],
  to: PackedTarget,
  name: string,
): Uint8Array | Promise<Uint8Array> {
  return refusing(`Cannot write ${LABELS[to]}`, () => {
    switch (to) {
      case 'kmz':
        return writeZip([{ name: 'doc.kml', bytes: Buffer.from(writeKml(features)) }], { level: 6 });
      case 'shapefile':
        return writeShapefile(features, name);
      case 'geopackage':
        return writeGeoPackage(features, name);
    }
  });
}

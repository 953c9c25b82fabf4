import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import { decodeWith, hasEncoding } from '../engines/text/text-encoding.js';
import type { ZipArchive } from '../lib/archives/zip-reader.js';
import { writeZip, type ZipEntry } from '../lib/archives/zip-writer.js';
import { ContentFault } from '../lib/faults.js';
import { type MappedFeatures, systemOfWkt, WGS84_PRJ } from '../lib/geo/map-system.js';
import { type Budget, checkDegrees, type Feature, forEachFeature, propertiesWithId } from '../lib/geo/model.js';
import { languageDriver, readDbf } from '../lib/geo/shapefile/dbf.js';
import { readShapes } from '../lib/geo/shapefile/shapes.js';
import { writeDbf } from '../lib/geo/shapefile/write-dbf.js';
import { kindOf, type ShapeKind, writeShapes } from '../lib/geo/shapefile/write-shapes.js';

/** Files of a shapefile by their endings, with the dot. */
export type ShapefileParts = ReadonlyMap<string, Uint8Array>;

export const SHAPEFILE_ENDINGS = ['.shp', '.dbf', '.shx', '.prj', '.cpg'] as const;

const isPart = (name: string): boolean => (SHAPEFILE_ENDINGS as readonly string[]).includes(extensionOf(name));

/** Whether uploads are the loose files of a shapefile. */
export const areShapefileParts = (uploads: readonly InputFile[]): boolean =>
  uploads.length > 0 && uploads.every(({ name }) => isPart(name));

/** Loose files. Throws ContentFault where they are not those of one shapefile. */
export function looseParts(uploads: readonly InputFile[]): ShapefileParts {
  const parts = new Map<string, Uint8Array>();
  for (const { name, bytes } of uploads) {
    const ending = extensionOf(name);
    if (parts.has(ending)) throw new ContentFault(`one file ending in "${ending}" must be given, got several`);
    parts.set(ending, bytes);
  }
  return parts;
}

/** Whether an archive has a shapefile in it. */
export const hasShapefile = (archive: ZipArchive): boolean => shapesIn(archive).length > 0;

// macOS puts a folder of its own beside what it packs.
const shapesIn = ({ names }: ZipArchive): string[] =>
  names.filter((name) => extensionOf(name) === '.shp' && !name.startsWith('__MACOSX/'));

/** The files of the one shapefile in an archive. Throws ContentFault where there are several, LimitFault. */
export function packedParts(archive: ZipArchive): ShapefileParts {
  const [shp = '', ...more] = shapesIn(archive);
  if (more.length > 0) throw new ContentFault(`one .shp file must be in the archive, got ${more.length + 1}`);
  const stem = shp.slice(0, -4).toLowerCase();
  const parts = new Map<string, Uint8Array>();
  for (const name of archive.names) {
    const ending = extensionOf(name);
    if (!isPart(name) || name.toLowerCase() !== `${stem}${ending}`) continue;
    const bytes = archive.read(name);
    if (bytes !== undefined) parts.set(ending, bytes);
  }
  return parts;
}

/**
 * The features of a shapefile, and the system of their coordinates where it is not longitude and latitude. The index is not needed: the
 * shapes follow one another. Without a `.prj` the coordinates must be able to be degrees. Throws ContentFault, LimitFault.
 */
export function readShapefile(parts: ShapefileParts, budget: Budget): MappedFeatures {
  const shp = parts.get('.shp');
  if (shp === undefined) throw new ContentFault('it must have a .shp file');
  const prj = parts.get('.prj');
  const system = prj === undefined ? undefined : systemOfWkt(decodeWith(prj, 'utf-8'), 'the .prj file');
  const geometries = readShapes(shp, budget);
  const dbf = parts.get('.dbf');
  const rows = dbf === undefined ? [] : readDbf(dbf, decoderOf(dbf, parts.get('.cpg')));
  if (dbf !== undefined && rows.length !== geometries.length)
    throw new ContentFault(`its .dbf file has ${rows.length} rows, its .shp file ${geometries.length} shapes`);
  const features = geometries.map((geometry, index) => ({
    id: undefined,
    geometry,
    properties: rows[index] ?? new Map(),
  }));
  if (prj === undefined)
    forEachFeature(features, ({ geometry }) => {
      if (geometry !== null) checkDegrees(geometry, 360);
    });
  return { features, systemOf: () => system };
}

/** By the `.cpg`, else by the language driver of the table, else UTF-8 where the table is that, else Windows-1252. */
function decoderOf(dbf: Uint8Array, cpg: Uint8Array | undefined): (bytes: Uint8Array) => string {
  const encoding = (cpg === undefined ? undefined : namedEncoding(decodeWith(cpg, 'latin1'))) ?? driverEncoding(dbf);
  return (bytes) => decodeWith(bytes, encoding);
}

function driverEncoding(dbf: Uint8Array): string {
  const page = DRIVERS.get(languageDriver(dbf));
  if (page !== undefined) return page;
  return decodeWith(dbf.subarray(32), 'utf-8').includes('\ufffd') ? 'windows-1252' : 'utf-8';
}

/** Names as ESRI and GDAL write them: `UTF-8`, `ISO-8859-1`, `88591`, `1252`, `ANSI 1251`, `65001`, `Big5`. */
function namedEncoding(content: string): string | undefined {
  const name = content.replace(/[\0\ufeff]/g, '').trim();
  const number = /(\d{3,5})$/.exec(name)?.[1] ?? '';
  const latin = /^8859-?(\d{1,2})$/.exec(name.replace(/^ISO[ _-]*/i, ''))?.[1];
  if (/^utf-?8$/i.test(name) || number === '65001') return 'utf-8';
  const candidates = [
    name,
    ...(latin === undefined ? [] : [`iso-8859-${latin}`]),
    ...(number === '' ? [] : [`windows-${number}`, `cp${number}`]),
  ];
  return candidates.find((candidate) => candidate !== '' && hasEncoding(candidate));
}

/** dBASE, language driver ids: those that are not Windows-1252. */
const DRIVERS: ReadonlyMap<number, string> = new Map([
  [0x01, 'cp437'],
  [0x02, 'cp850'],
  [0x03, 'windows-1252'],
  [0x13, 'shift_jis'],
  [0x26, 'cp866'],
  [0x4d, 'gbk'],
  [0x4e, 'cp949'],
  [0x4f, 'big5'],
  [0x57, 'windows-1252'],
  [0x58, 'windows-1252'],
  [0x59, 'windows-1252'],
  [0x64, 'cp852'],
  [0x65, 'cp866'],
  [0x78, 'big5'],
  [0x79, 'cp949'],
  [0x7a, 'gbk'],
  [0x7b, 'shift_jis'],
  [0x7d, 'windows-1255'],
  [0x7e, 'windows-1256'],
  [0xc8, 'windows-1250'],
  [0xc9, 'windows-1251'],
  [0xca, 'windows-1254'],
  [0xcb, 'windows-1253'],
]);

const SUFFIXES: Readonly<Record<ShapeKind, string>> = {
  point: 'points',
  multiPoint: 'multipoints',
  polyLine: 'lines',
  polygon: 'polygons',
};

/**
 * A ZIP archive with a shapefile for each kind of geometry, which are told apart by their names where there are several. Features
 * without a geometry go with the first kind. Throws ContentFault for collections, and for texts that a table cannot hold.
 */
export function writeShapefile(features: readonly Feature[], name: string): Uint8Array {
  const layers = new Map<ShapeKind, Feature[]>();
  forEachFeature(features, ({ geometry }) => {
    if (geometry === null) return;
    const kind = kindOf(geometry);
    if (kind === undefined) throw new ContentFault('it has a GeometryCollection, which a shapefile cannot hold');
    if (!layers.has(kind)) layers.set(kind, []);
  });
  const [first] = layers.keys();
  if (first === undefined) throw new ContentFault('it must have a feature with a geometry');
  for (const feature of features) {
    const kind = feature.geometry === null ? first : (kindOf(feature.geometry) ?? first);
    layers.get(kind)?.push(feature);
  }
  const entries = [...layers].flatMap(([kind, inside]) =>
    layerEntries(kind, inside, layers.size === 1 ? name : `${name}-${SUFFIXES[kind]}`),
  );
  return writeZip(entries, { level: 6 });
}

function layerEntries(kind: ShapeKind, features: readonly Feature[], name: string): ZipEntry[] {
  const { shp, shx } = writeShapes(
    kind,
    features.map(({ geometry }) => geometry),
  );
  const dbf = writeDbf(features.map(propertiesWithId));
  return [
    { name: `${name}.shp`, bytes: shp },
    { name: `${name}.shx`, bytes: shx },
    { name: `${name}.dbf`, bytes: dbf },
    { name: `${name}.prj`, bytes: Buffer.from(WGS84_PRJ) },
    { name: `${name}.cpg`, bytes: Buffer.from('UTF-8') },
  ];
}

import type { SqlValue } from '../engines/sqlite/cells.js';
import { SqlDatabase } from '../engines/sqlite/database.js';
import { quoteName } from '../engines/sqlite/statements.js';
import { ContentFault, inPart, LimitFault } from '../lib/faults.js';
import {
  boundsOf,
  columnOf,
  layerKind,
  readGeoPackageGeometry,
  valueOfColumn,
  writeGeoPackageGeometry,
} from '../lib/geo/geopackage.js';
import { type MappedFeatures, type MapSystem, systemOfEpsg, systemOfWkt, WGS84_WKT } from '../lib/geo/map-system.js';
import { type Budget, checkDegrees, type Feature, propertiesWithId } from '../lib/geo/model.js';
import { JsonNumber, type JsonValue, numberOf } from '../lib/json/values.js';
import { type Cell, cellText, checkCells, sqlColumns } from '../lib/table/table.js';

const MAX_LAYERS = 1000;
/** What all texts, blobs and geometries may have. Views make much of few bytes. */
const MAX_VALUE_BYTES = 100_000_000;
/** Compiled into SQLite; the id and the geometry are two of them. */
const MAX_COLUMNS = 2000;

const DATABASE_MARK = Buffer.from('SQLite format 3\0', 'latin1');

export const isDatabase = (bytes: Uint8Array): boolean => DATABASE_MARK.equals(bytes.subarray(0, DATABASE_MARK.length));

interface Layer {
  readonly name: string;
  readonly geometryColumn: string;
  readonly srsId: number;
}

/** Where coordinates are: `undefined` for longitude and latitude, `unknown` where the file says that it does not know. */
type Reference = MapSystem | undefined | 'unknown';

/**
 * The features of the layer with that name, or of all where it is empty: then each has its layer's name in the property `layer`, as those
 * of a topology have. Throws ContentFault, LimitFault, and INVALID_INPUT naming `label` where it is not a database.
 */
export async function readGeoPackage(
  bytes: Uint8Array,
  label: string,
  layerName: string,
  budget: Budget,
): Promise<MappedFeatures> {
  const database = await SqlDatabase.open(bytes, label);
  try {
    const layers = chosenLayers(listLayers(database), layerName);
    const reader = new LayerReader(database, budget, layers.length > 1);
    for (const layer of layers) inPart(`layer ${shown(layer.name)}`, () => reader.read(layer));
    return { features: reader.features, systemOf: (index) => reader.systems[index] };
  } finally {
    database.close();
  }
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 80));

const TABLES = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

function listLayers(database: SqlDatabase): Layer[] {
  for (const table of TABLES) {
    const known: SqlValue[] = [];
    database.forEachRow('SELECT name FROM sqlite_schema WHERE lower(name) = ?', [table], ([name = null]) => {
      known.push(name);
    });
    if (known.length === 0) throw new ContentFault(`it has no table "${table}", which a GeoPackage with features has`);
  }
  const names = new Map<string, string>();
  const most = MAX_LAYERS + 1;
  const features = `SELECT table_name FROM gpkg_contents WHERE lower(data_type) = 'features' LIMIT ${most}`;
  database.forEachRow(features, [], ([name]) => names.set(textOf(name).toLowerCase(), textOf(name)));
  const layers: Layer[] = [];
  const columns = `SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns LIMIT ${most}`;
  database.forEachRow(columns, [], ([table, geometryColumn, srsId]) => {
    const name = names.get(textOf(table).toLowerCase());
    if (name === undefined) return;
    layers.push({ name, geometryColumn: textOf(geometryColumn), srsId: Number(textOf(srsId)) });
  });
  if (names.size > MAX_LAYERS || layers.length > MAX_LAYERS)
    throw new LimitFault(`it must have at most ${MAX_LAYERS} layers`, MAX_LAYERS);
  return layers;
}

function chosenLayers(layers: readonly Layer[], layerName: string): readonly Layer[] {
  if (layers.length === 0) throw new ContentFault('it has no layer with features');
  if (layerName === '') return layers;
  const chosen = layers.filter(({ name }) => name === layerName);
  if (chosen.length > 0) return chosen;
  const names = layers.slice(0, 20).map(({ name }) => shown(name));
  const more = layers.length > names.length ? ` and ${layers.length - names.length} more` : '';
  throw new ContentFault(`it has no layer ${shown(layerName)}, there are ${names.join(', ')}${more}`);
}

const textOf = (value: SqlValue | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : cellText(value);

interface Column {
  readonly name: string;
  readonly type: string;
}

class LayerReader {
  readonly features: Feature[] = [];
  readonly systems: (MapSystem | undefined)[] = [];
  readonly #references = new Map<number, Reference>();
  #bytes = 0;
  #cells = 0;

  constructor(
    readonly database: SqlDatabase,
    readonly budget: Budget,
    /** Features are told apart by the property `layer`, and ids, which several layers have, are properties. */
    readonly isOneOfMany: boolean,
  ) {}

  read({ name, geometryColumn, srsId }: Layer): void {
    const { columns, key } = this.#columnsOf(name);
    const place = columns.findIndex((column) => column.name.toLowerCase() === geometryColumn.toLowerCase());
    if (place < 0) throw new ContentFault(`it has no column ${shown(geometryColumn)} for its geometries`);
    const id = this.isOneOfMany ? -1 : columns.findIndex((column) => column.name === key);
    const list = columns.map((column) => quoteName(column.name)).join(', ');
    let number = 0;
    this.database.forEachRow(`SELECT ${list} FROM ${quoteName(name)}`, [], (row) => {
      number++;
      inPart(`feature ${number}`, () => {
        this.budget.addFeature();
        this.#count(row);
        const { geometry, reference } = this.#geometryOf(row[place] ?? null, srsId, name);
        const properties = new Map<string, JsonValue>();
        columns.forEach((column, index) => {
          if (index !== place && index !== id)
            properties.set(column.name, valueOfColumn(row[index] ?? null, column.type));
        });
        if (this.isOneOfMany && !properties.has('layer')) properties.set('layer', name);
        const stored = row[id];
        this.features.push({ id: stored instanceof JsonNumber ? stored : undefined, geometry, properties });
        this.systems.push(reference);
      });
    });
  }

  /** The columns that a query gives, and the one that is the id: the integer primary key. */
  #columnsOf(table: string): { readonly columns: readonly Column[]; readonly key: string | undefined } {
    const columns: Column[] = [];
    const keys: Column[] = [];
    const sql = 'SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid';
    this.database.forEachRow(sql, [table], ([name, type, pk]) => {
      const column = { name: textOf(name), type: textOf(type) };
      columns.push(column);
      if (textOf(pk) !== '0') keys.push(column);
    });
    if (columns.length === 0) throw new ContentFault('its table is missing');
    const [key] = keys;
    return { columns, key: keys.length === 1 && key?.type.toUpperCase() === 'INTEGER' ? key.name : undefined };
  }

  #count(row: readonly SqlValue[]): void {
    this.#cells += row.length;
    checkCells(1, this.#cells);
    for (const value of row) if (typeof value === 'string' || value instanceof Uint8Array) this.#bytes += value.length;
    if (this.#bytes > MAX_VALUE_BYTES)
      throw new LimitFault(`its texts and geometries must have at most ${MAX_VALUE_BYTES} bytes`, MAX_VALUE_BYTES);
  }

  #geometryOf(
    value: SqlValue,
    layerSrs: number,
    layer: string,
  ): { readonly geometry: Feature['geometry']; readonly reference: MapSystem | undefined } {
    if (value === null) return { geometry: null, reference: undefined };
    if (!(value instanceof Uint8Array)) throw new ContentFault('its geometry must be a blob');
    const { geometry, srsId } = readGeoPackageGeometry(value, this.budget);
    if (geometry === null) return { geometry, reference: undefined };
    // The header of a geometry must say what its layer says; where it says that it does not know, the layer does.
    const reference = this.#reference(srsId > 0 ? srsId : layerSrs, layer);
    if (reference !== 'unknown') return { geometry, reference };
    checkDegrees(geometry, 360);
    return { geometry, reference: undefined };
  }

  #reference(srsId: number, layer: string): Reference {
    if (this.#references.has(srsId)) return this.#references.get(srsId);
    const reference = this.#readReference(srsId, layer);
    this.#references.set(srsId, reference);
    return reference;
  }

  #readReference(srsId: number, layer: string): Reference {
    // Clause 1.1.2.1.2: undefined Cartesian and undefined geographic.
    if (srsId === -1 || srsId === 0) return 'unknown';
    const sql =
      'SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ? LIMIT 1';
    const found: string[][] = [];
    this.database.forEachRow(sql, [numberOf(srsId)], (row) => found.push(row.map(textOf)));
    const [organization = '', code = '', definition = ''] = found[0] ?? [];
    if (found.length === 0) throw new ContentFault(`its coordinate system ${srsId} is not in the file`);
    const known = organization.toUpperCase() === 'EPSG' ? systemOfEpsg(Number(code)) : 'unknown';
    return known === 'unknown' ? systemOfWkt(definition, `layer ${shown(layer)}`) : known;
  }
}

/** 'GPKG', and version 1.3.0 of the standard. */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;
const WGS84 = 4326;
/** The same features give the same bytes on any day. */
const LAST_CHANGE = '1980-01-01T00:00:00.000Z';

/** The tables that every GeoPackage with features has (annex C). */
const SCHEMA = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
PRAGMA application_id=${APPLICATION_ID};
PRAGMA user_version=${USER_VERSION};
`;

const REFERENCES: readonly (readonly Cell[])[] = [
  ['Undefined Cartesian SRS', numberOf(-1), 'NONE', numberOf(-1), 'undefined', 'undefined Cartesian coordinate system'],
  ['Undefined geographic SRS', numberOf(0), 'NONE', numberOf(0), 'undefined', 'undefined geographic coordinate system'],
  ['WGS 84 geodetic', numberOf(WGS84), 'EPSG', numberOf(WGS84), WGS84_WKT, 'longitude and latitude in degrees'],
];

/**
 * A GeoPackage with one layer of that name. Ids are those of the features where all are whole numbers that differ. Throws LimitFault for
 * more columns than a table can have.
 */
export async function writeGeoPackage(features: readonly Feature[], name: string): Promise<Uint8Array> {
  const ids = integerIds(features);
  const rows = features.map((feature) => (ids === undefined ? propertiesWithId(feature) : feature.properties));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (names.length > MAX_COLUMNS - 2)
    throw new LimitFault(`it must have at most ${MAX_COLUMNS - 2} different properties`, MAX_COLUMNS - 2);
  checkCells(names.length, rows.length);
  const columns = names.map((key) => columnOf(rows.map((row) => row.get(key) ?? null)));
  // The properties keep their names; the id and the geometry are named around them.
  const unique = sqlColumns([...names, 'fid', 'geom']);
  const [fid = 'fid', geom = 'geom'] = unique.slice(-2);
  const table = /^(?:gpkg|sqlite|rtree)_/i.test(name) ? `layer_${name}` : name.replaceAll('\0', '') || 'result';
  const geometries = features.flatMap(({ geometry }) => (geometry === null ? [] : [geometry]));
  const { type, z } = layerKind(geometries);
  const declared = columns.map((column, index) => `, ${quoteName(unique[index] ?? '')} ${column.type}`).join('');

  const database = await SqlDatabase.create();
  try {
    database.execute(SCHEMA);
    database.execute(
      `CREATE TABLE ${quoteName(table)} (${quoteName(fid)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${quoteName(geom)} ${type}${declared})`,
    );
    insert(database, 'gpkg_spatial_ref_sys', 6, REFERENCES);
    const [minX, maxX, minY, maxY] = boundsOf(geometries)?.map(numberOf) ?? [];
    const extent = [minX ?? null, minY ?? null, maxX ?? null, maxY ?? null];
    insert(database, 'gpkg_contents', 10, [[table, 'features', table, '', LAST_CHANGE, ...extent, numberOf(WGS84)]]);
    insert(database, 'gpkg_geometry_columns', 6, [[table, geom, type, numberOf(WGS84), numberOf(z), numberOf(0)]]);
    const values = features.map(({ geometry }, index): SqlValue[] => [
      ids?.[index] ?? null,
      geometry === null ? null : writeGeoPackageGeometry(geometry, WGS84),
      ...columns.map(({ store }, column) => store(rows[index]?.get(names[column] ?? '') ?? null)),
    ]);
    insert(database, table, columns.length + 2, values);
    return database.toBytes();
  } finally {
    database.close();
  }
}

function insert(database: SqlDatabase, table: string, columns: number, rows: Iterable<readonly SqlValue[]>): void {
  database.insertRows(`INSERT INTO ${quoteName(table)} VALUES (${Array(columns).fill('?').join(',')})`, rows);
}

function integerIds(features: readonly Feature[]): readonly JsonNumber[] | undefined {
  const ids = features.flatMap(({ id }) => (id instanceof JsonNumber && /^-?\d{1,18}$/.test(id.source) ? [id] : []));
  const isWhole = ids.length === features.length && new Set(ids.map(({ source }) => source)).size === ids.length;
  return isWhole ? ids : undefined;
}

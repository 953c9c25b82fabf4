/** GeoPackages, beside GDAL and sqlite3. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import {
  chance,
  collection,
  GEOMETRY_TYPES,
  geometriesOf,
  type PlainGeometry,
  randomGeometry,
} from '../../testing/random-geometries.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './geo-format-converter.js';

const hasGdal = hasProgram('ogr2ogr', ['--version'], 'GeoPackages against GDAL');
const hasSqlite = hasProgram('sqlite3', ['--version'], 'the tables of GeoPackages');

const folder = mkdtempSync(join(tmpdir(), 'geopackage-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

interface PlainFeature {
  readonly id?: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: PlainGeometry | null;
}

const featuresOf = (geojson: string): PlainFeature[] =>
  (JSON.parse(geojson) as { features: PlainFeature[] }).features.map(({ id, properties, geometry }) => ({
    ...(id === undefined ? {} : { id }),
    properties,
    geometry,
  }));

async function write(input: string): Promise<Buffer> {
  const { files, message } = await runTool(tool, { input, options: { to: 'geopackage' } });
  expect(message).toBeUndefined();
  return Buffer.from(files[0]!.bytes);
}

const read = (bytes: Uint8Array, options: Record<string, unknown> = {}) =>
  runTool(tool, { files: [{ name: 'Map.gpkg', bytes }], options });

async function readText(bytes: Uint8Array, options: Record<string, unknown> = {}): Promise<string> {
  const { files, message } = await read(bytes, options);
  expect(message).toBeUndefined();
  return files[0]!.bytes.toString();
}

const sql = (file: string, statements: string): string =>
  runProgram('sqlite3', [path(file)], `${statements}\n`).toString();

/** A GeoPackage of ours, changed by SQL. */
async function changed(name: string, input: string, statements: string): Promise<Buffer> {
  writeFileSync(path(name), await write(input));
  sql(name, statements);
  return readFileSync(path(name));
}

const JSON_OF_GDAL = ['-lco', 'COORDINATE_PRECISION=9', '-preserve_fid'];
const point = (properties: object, extra: object = {}): string =>
  JSON.stringify({ type: 'Feature', ...extra, properties, geometry: { type: 'Point', coordinates: [1, 2] } });
const featureCollection = (features: readonly string[]): string =>
  `{"type":"FeatureCollection","features":[${features.join(',')}]}`;

describe.skipIf(!hasGdal)('against ogr2ogr (GDAL 3.6.2)', () => {
  // All of them first: what each does alone is exhaustive.
  const SETS = [GEOMETRY_TYPES, ...GEOMETRY_TYPES.map((type) => [type])];

  inRows(
    1,
    SETS.map((types) => [types] as const),
  )('ogr2ogr reads our %s and we read its', async (types) => {
    const pick = chance(31);
    for (const withZ of [false, true]) {
      const made = Array.from({ length: 30 }, () => randomGeometry(pick, types, withZ));
      const wanted = [...made, null as unknown as PlainGeometry];
      writeFileSync(path('ours.gpkg'), await write(collection(wanted)));
      const theirs = runProgram('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path('ours.gpkg'), ...JSON_OF_GDAL]);
      expect(geometriesOf(theirs.toString())).toEqual(wanted);

      writeFileSync(path('in.geojson'), collection(wanted));
      runProgram('ogr2ogr', ['-f', 'GPKG', path('theirs.gpkg'), path('in.geojson')]);
      expect(geometriesOf(await readText(readFileSync(path('theirs.gpkg'))))).toEqual(wanted);
      rmSync(path('theirs.gpkg'));
    }
  });

  test('tables come through both ways, with ids, types and names', async () => {
    const rows = [
      {
        name: 'Zürich 東京 💥',
        'a "quoted" name': 'x',
        count: 9007199254740991,
        ratio: -12.5,
        open: true,
        day: '2024-02-29',
        at: '2024-02-29T23:59:58.125Z',
        gone: null,
      },
      { name: '', 'a "quoted" name': null, count: -7, ratio: 0.125, open: false, day: null, at: null, gone: null },
    ];
    const input = featureCollection(rows.map((row, index) => point(row, { id: index * 5 + 3 })));
    const wanted = featuresOf(input);
    writeFileSync(path('table.gpkg'), await write(input));
    const theirs = runProgram('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path('table.gpkg'), '-preserve_fid']);
    expect(featuresOf(theirs.toString())).toEqual(wanted);
    expect(featuresOf(await readText(readFileSync(path('table.gpkg'))))).toEqual(wanted);
    const about = runProgram('ogrinfo', ['-al', '-so', path('table.gpkg')]).toString();
    const types = ['String', 'String', 'Integer64', 'Real', 'Integer(Boolean)', 'Date', 'DateTime', 'String'];
    expect([...about.matchAll(/^\w[^:\n]*: ([A-Z]\w+(?:\(\w+\))?) \(0\.0\)/gm)].map(([, type]) => type)).toEqual(types);

    writeFileSync(path('table.geojson'), input);
    runProgram('ogr2ogr', ['-f', 'GPKG', path('table2.gpkg'), path('table.geojson'), '-preserve_fid']);
    expect(featuresOf(await readText(readFileSync(path('table2.gpkg'))))).toEqual(wanted);
  });

  test('measures are omitted, heights beside them kept, empty geometries are none', async () => {
    const texts = [
      'POINT ZM (1 2 3 4)',
      'LINESTRING ZM (1 2 3 4, 5 6 7 8)',
      'MULTIPOINT M ((1 2 3), (4 5 6))',
      'POINT EMPTY',
      'POLYGON EMPTY',
      'GEOMETRYCOLLECTION EMPTY',
    ];
    writeFileSync(path('m.csv'), `WKT,n\n${texts.map((wkt) => `"${wkt}",1\n`).join('')}`);
    runProgram('ogr2ogr', ['-f', 'GPKG', path('m.gpkg'), path('m.csv'), '-nlt', 'GEOMETRY']);
    expect(geometriesOf(await readText(readFileSync(path('m.gpkg')))).map((one) => one?.coordinates)).toEqual([
      [1, 2, 3],
      [
        [1, 2, 3],
        [5, 6, 7],
      ],
      [
        [1, 2],
        [4, 5],
      ],
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('layers are all read with their names, or one by its name', async () => {
    for (const [index, name] of ['roads', 'Städte'].entries()) {
      writeFileSync(path('layer.geojson'), featureCollection([point({ n: index })]));
      const again = index === 0 ? [] : ['-update'];
      runProgram('ogr2ogr', ['-f', 'GPKG', ...again, path('layers.gpkg'), path('layer.geojson'), '-nln', name]);
    }
    const bytes = readFileSync(path('layers.gpkg'));
    expect(featuresOf(await readText(bytes)).map(({ properties }) => properties)).toEqual([
      { fid: 1, n: 0, layer: 'roads' },
      { fid: 1, n: 1, layer: 'Städte' },
    ]);
    const geometry = { type: 'Point', coordinates: [1, 2] };
    expect(featuresOf(await readText(bytes, { layerName: 'Städte' }))).toEqual([
      { id: 1, properties: { n: 1 }, geometry },
    ]);
    expect((await read(bytes, { layerName: 'x' })).message).toBe(
      'Cannot read file "Map.gpkg" as GeoPackage: it has no layer "x", there are "roads", "Städte"',
    );
  });
});

describe.skipIf(!hasSqlite)('the database', () => {
  test('is whole, and the same for the same features', async () => {
    const input = collection(GEOMETRY_TYPES.map((type) => randomGeometry(chance(5), [type], true)));
    const bytes = await write(input);
    writeFileSync(path('whole.gpkg'), bytes);
    const told = sql(
      'whole.gpkg',
      `PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA application_id; PRAGMA user_version;
      SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY 1; SELECT * FROM gpkg_geometry_columns;`,
    );
    expect(told.split('\n')).toEqual([
      'ok',
      '1196444487',
      '10300',
      '-1',
      '0',
      '4326',
      'result|geom|GEOMETRY|4326|1|0',
      '',
    ]);
    expect((await write(input)).equals(bytes)).toBe(true);
    // The bounds of all positions, as JSON.parse reads them.
    const flat = JSON.stringify(geometriesOf(input))
      .match(/-?[\d.]+,-?[\d.]+,[\d.]+/g)!
      .map((one) => one.split(','));
    const [xs, ys] = [0, 1].map((i) => flat.map((one) => Number(one[i])));
    expect(
      sql('whole.gpkg', 'SELECT min_x, min_y, max_x, max_y FROM gpkg_contents;').trim().split('|').map(Number),
    ).toEqual([Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)]);
  });

  test('columns of types that others write', async () => {
    const bytes = await changed(
      'types.gpkg',
      point({ n: 1 }),
      `ALTER TABLE result ADD COLUMN photo BLOB; ALTER TABLE result ADD COLUMN yes BOOLEAN; ALTER TABLE result ADD COLUMN tiny TINYINT;
      ALTER TABLE result ADD COLUMN big REAL; ALTER TABLE result ADD COLUMN day DATE;
      UPDATE result SET photo = x'00ff10', yes = 2, tiny = -128, big = 1e300, day = '2024-02-29';`,
    );
    expect(featuresOf(await readText(bytes))[0]!.properties).toEqual({
      n: 1,
      photo: '00ff10',
      yes: 2,
      tiny: -128,
      big: 1e300,
      day: '2024-02-29',
    });
  });

  test('names that differ by case, the names of the key and of the geometry, numbers with many digits', async () => {
    const text =
      '{"type":"Feature","id":"a7","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"Name":1,"name":"b","fid":true,"geom":[1.50],"n":12345678901234567890123}}';
    const [feature] = featuresOf(await readText(await write(text)));
    expect(feature).toEqual({
      id: 1,
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: { id: 'a7', Name: 1, name_2: 'b', fid: true, geom: '[1.50]', n: '12345678901234567890123' },
    });
  });

  inRows<readonly [string, string]>(13, [
    ['DROP TABLE gpkg_contents', 'it has no table "gpkg_contents", which a GeoPackage with features has'],
    ['DELETE FROM gpkg_contents', 'it has no layer with features'],
    ["UPDATE gpkg_contents SET data_type = 'tiles'", 'it has no layer with features'],
    ['DROP TABLE result', 'layer "result": its table is missing'],
    ["UPDATE gpkg_geometry_columns SET column_name = 'x'", 'layer "result": it has no column "x" for its geometries'],
    ["UPDATE result SET geom = 'x'", 'layer "result": feature 1: its geometry must be a blob'],
    [
      "UPDATE result SET geom = x'4750'",
      'layer "result": feature 1: its geometry must begin with GP, as a GeoPackage stores it',
    ],
    [
      "UPDATE result SET geom = CAST(x'4750002100000000' || substr(geom, 9) AS BLOB)",
      'layer "result": feature 1: its geometry is stored in a way that is not read: version or extension',
    ],
    [
      "UPDATE result SET geom = CAST(x'4750000b00000000' || substr(geom, 9) AS BLOB)",
      'layer "result": feature 1: the envelope of its geometry must have a code from 0 to 4',
    ],
    [
      "UPDATE result SET geom = CAST(x'475000010000000001' || x'02000000ffffffff' AS BLOB)",
      'layer "result": feature 1: byte 6: 4294967295 parts are announced, 0 bytes follow',
    ],
    [
      "UPDATE gpkg_geometry_columns SET srs_id = 77; UPDATE result SET geom = CAST(x'4750000100000000' || substr(geom, 9) AS BLOB)",
      'layer "result": feature 1: its coordinate system 77 is not in the file',
    ],
    [
      `INSERT INTO gpkg_spatial_ref_sys VALUES ('GK', 31467, 'EPSG', 31467, 'PROJCS["DHDN / 3-degree Gauss-Kruger zone 3",GEOGCS["DHDN",DATUM["Deutsches_Hauptdreiecksnetz"]],PROJECTION["Transverse_Mercator"]]', '');
      UPDATE gpkg_geometry_columns SET srs_id = 31467; UPDATE result SET geom = CAST(x'4750000100000000' || substr(geom, 9) AS BLOB)`,
      'layer "result": feature 1: its coordinates must be in a system that can be converted to WGS 84, layer "result" says "DHDN / 3-degree Gauss-Kruger zone 3": convert it with "ogr2ogr -t_srs EPSG:4326" first',
    ],
    [
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) INSERT INTO gpkg_contents (table_name, data_type) SELECT 'l' || i, 'features' FROM n;
      INSERT INTO gpkg_geometry_columns SELECT table_name, 'geom', 'POINT', 4326, 0, 0 FROM gpkg_contents WHERE table_name <> 'result'`,
      'it must have at most 1000 layers',
    ],
    [
      `DROP TABLE result; CREATE VIEW result AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, NULL AS geom FROM n`,
      'it must have at most 500000 features',
    ],
    [
      `DROP TABLE result; CREATE VIEW result AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT hex(zeroblob(5000000)) AS t, NULL AS geom FROM n`,
      'its texts and geometries must have at most 100000000 bytes',
    ],
  ])('%s', async (statements, fault) => {
    const bytes = await changed('hostile.gpkg', point({ n: 1 }), `${statements};`);
    const { status, message } = await read(bytes);
    expect(message).toBe(`Cannot read file "Map.gpkg" as GeoPackage: ${fault}`);
    expect([400, 413]).toContain(status);
  });

  test('triggers and views do not run what they should not', async () => {
    const bytes = await changed(
      'trigger.gpkg',
      point({ n: 1 }),
      `CREATE TRIGGER t AFTER INSERT ON result BEGIN DELETE FROM result; END;
      ALTER TABLE gpkg_contents RENAME TO c; CREATE VIEW gpkg_contents AS SELECT *, load_extension('x') FROM c;`,
    );
    expect((await read(bytes)).message).toMatch(/^Cannot read file "Map.gpkg" as GeoPackage: /);
  });

  test('an unknown system is taken for degrees where the numbers can be some', async () => {
    const toZero =
      "UPDATE gpkg_geometry_columns SET srs_id = 0; UPDATE result SET geom = CAST(x'4750000100000000' || substr(geom, 9) AS BLOB);";
    expect(await readText(await changed('zero.gpkg', 'POINT (1 2)', toZero), { to: 'wkt' })).toBe('POINT (1 2)\n');
    expect((await read(await changed('zero.gpkg', 'POINT (500 2)', toZero))).message).toBe(
      'Cannot read file "Map.gpkg" as GeoPackage: layer "result": feature 1: longitude must be between -360 and 360 degrees, got 500',
    );
  });
});

test('what is not a database, or was cut, is refused', async () => {
  const bytes = await write('POINT (1 2)');
  for (const [content, message] of [
    [Buffer.from('x'), 'Cannot read file "Map.gpkg": it is not a SQLite database'],
    [bytes.subarray(0, 60), 'Cannot read file "Map.gpkg": it is cut off'],
  ] as const)
    expect((await read(content, { from: 'geopackage' })).message).toBe(message);
  expect((await runTool(tool, { input: 'x', options: { from: 'geopackage' } })).message).toBe(
    'Option "from" is geopackage: a file must be given',
  );
});

test('damaged files end in a result, 400 or 413', async () => {
  const pick = chance(37);
  const files = await Promise.all(
    GEOMETRY_TYPES.map((type) => write(collection([1, 2, 3].map(() => randomGeometry(pick, [type], true))))),
  );
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(files[round % files.length]!);
    // Most of a small database is empty: half of the changes hit the start of a page.
    for (let i = 0; i < 1 + pick(6); i++)
      bytes[pick(2) === 0 ? pick(bytes.length) : 4096 * pick(bytes.length / 4096) + pick(200)] = pick(256);
    const { status, cause } = await read(round % 10 === 0 ? bytes.subarray(0, pick(bytes.length)) : bytes, {
      from: 'geopackage',
    });
    expect([200, 400, 413], `${cause}`).toContain(status);
  }
});

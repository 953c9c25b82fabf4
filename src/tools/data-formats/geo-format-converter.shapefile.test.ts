import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import {
  chance,
  collection,
  geometriesOf,
  type PlainGeometry,
  randomGeometry,
} from '../../testing/random-geometries.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './geo-format-converter.js';

const TYPES = [['Point'], ['MultiPoint'], ['LineString', 'MultiLineString'], ['Polygon', 'MultiPolygon']] as const;

const toShapefile = (input: string) => runTool(tool, { input, options: { to: 'shapefile' } });

async function packed(input: string): Promise<Uint8Array> {
  const { files, message } = await toShapefile(input);
  expect(message).toBeUndefined();
  return files[0]!.bytes;
}

const read = (files: readonly { readonly name: string; readonly bytes: Uint8Array }[]) => runTool(tool, { files });

async function readZip(bytes: Uint8Array): Promise<string> {
  const { files, message } = await read([{ name: 'a.zip', bytes }]);
  expect(message).toBeUndefined();
  return files[0]!.bytes.toString();
}

const propertiesOf = (geojson: string): unknown[] =>
  (JSON.parse(geojson) as { features: { properties: unknown }[] }).features.map(({ properties }) => properties);

const entryOf = (zip: Uint8Array, name: string): Buffer => Buffer.from(new ZipArchive(zip, 1e9).read(name)!);

const point = (properties: object): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [1, 2] } });

const hasGdal = hasProgram('ogr2ogr', ['--version'], 'shapefiles against GDAL');

describe.skipIf(!hasGdal)('against ogr2ogr (GDAL 3.6.2)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shapefile-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string): string => join(folder, name);

  test.each(TYPES.map((types) => [types]))('ogr2ogr reads our %s and we read its', async (types) => {
    const pick = chance(23);
    // One start of GDAL takes longer than all its features.
    for (const withZ of [false, true]) {
      const made = Array.from({ length: 40 }, () => randomGeometry(pick, types, withZ));
      // GDAL takes a hole for a polygon where its heights are not those of the ring around it.
      const wanted = types[0] === 'Polygon' ? made.map(levelled) : made;
      writeFileSync(path('ours.zip'), await packed(collection(wanted)));
      const theirs = runProgram('ogr2ogr', [
        '-f',
        'GeoJSON',
        '/vsistdout/',
        `/vsizip/${path('ours.zip')}`,
        '-lco',
        'RFC7946=YES',
        '-lco',
        'COORDINATE_PRECISION=9',
      ]);
      expect(geometriesOf(theirs.toString())).toEqual(wanted);

      writeFileSync(path('in.geojson'), collection(wanted));
      const target = path(`${types[0]}${withZ}`);
      runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', target, path('in.geojson')]);
      const loose = readdirSync(target).map((name) => ({ name, bytes: readFileSync(join(target, name)) }));
      const { files, message } = await read(loose);
      expect(message).toBeUndefined();
      expect(geometriesOf(files[0]!.bytes.toString())).toEqual(wanted);
    }
  });

  test('tables come through both ways, with their types', async () => {
    const rows = [
      { name: 'Zürich 東京', count: 9007199254740991, ratio: -12.5, open: true, day: '2024-02-29', gone: null },
      { name: 'x', count: -7, ratio: 0.125, open: false, day: '1999-12-31', gone: null },
    ];
    const input = JSON.stringify({ type: 'FeatureCollection', features: rows.map((row) => JSON.parse(point(row))) });
    writeFileSync(path('table.zip'), await packed(input));
    const theirs = runProgram('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', `/vsizip/${path('table.zip')}`]).toString();
    // GDAL 3.6 takes a logical column for a text of one letter.
    expect(propertiesOf(theirs)).toEqual(rows.map((row) => ({ ...row, open: row.open ? 'T' : 'F' })));
    expect(propertiesOf(await readZip(await packed(input)))).toEqual(rows);

    writeFileSync(path('table.geojson'), input);
    runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', path('table.shp'), path('table.geojson'), '-lco', 'ENCODING=UTF-8']);
    const loose = readdirSync(folder)
      .filter((name) => /^table\.(shp|dbf|prj|cpg|shx)$/.test(name))
      .map((name) => ({ name, bytes: readFileSync(path(name)) }));
    expect(loose.length).toBe(5);
    const { files } = await read(loose);
    // GDAL has no logical column to write: 1 and 0; its doubles have 15 decimals.
    const expected = rows.map((row) => ({ ...row, open: row.open ? 1 : 0 }));
    expect(propertiesOf(files[0]!.bytes.toString())).toEqual(expected);
  });

  test.each([
    ['1251', 'Москва'],
    ['ISO-8859-1', 'Zürich'],
    ['CP932', '東京'],
  ])('texts in %s are read', async (encoding, name) => {
    writeFileSync(path('text.geojson'), point({ name }));
    const target = path(`text${encoding}`);
    runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', target, path('text.geojson'), '-lco', `ENCODING=${encoding}`]);
    const loose = readdirSync(target).map((file) => ({ name: file, bytes: readFileSync(join(target, file)) }));
    expect(propertiesOf((await read(loose)).files[0]!.bytes.toString())).toEqual([{ name }]);
  });

  test('measures are left out, heights beside them kept', async () => {
    for (const [wkt, coordinates] of [
      ['POINT ZM (1 2 3 4)', [1, 2, 3]],
      [
        'LINESTRING ZM (1 2 3 4, 5 6 7 8)',
        [
          [1, 2, 3],
          [5, 6, 7],
        ],
      ],
      [
        'MULTIPOINT M ((1 2 3), (4 5 6))',
        [
          [1, 2],
          [4, 5],
        ],
      ],
    ] as const) {
      writeFileSync(path('m.csv'), `WKT,n\n"${wkt}",1\n`);
      const target = path(`m${wkt.slice(0, 5)}`);
      runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', target, path('m.csv')]);
      const loose = readdirSync(target).map((name) => ({ name, bytes: readFileSync(join(target, name)) }));
      const { files } = await read(loose);
      expect(geometriesOf(files[0]!.bytes.toString())[0]?.coordinates).toEqual(coordinates);
    }
  });
});

test('several kinds of geometry are several shapefiles, features without one go with the first', async () => {
  const features = ['Point', 'Polygon', 'LineString', 'MultiPoint'].map((type) =>
    randomGeometry(chance(3), [type], false),
  );
  const zip = await packed(collection([...features, null as unknown as PlainGeometry]));
  const { names } = new ZipArchive(zip, 1e9);
  const kinds = ['points', 'polygons', 'lines', 'multipoints'];
  expect(names).toEqual(
    kinds.flatMap((kind) => ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((end) => `result-${kind}.${end}`)),
  );
  const points = ['shp', 'dbf'].map((end) => ({ name: `a.${end}`, bytes: entryOf(zip, `result-points.${end}`) }));
  const { files } = await read(points);
  expect(geometriesOf(files[0]!.bytes.toString())).toEqual([features[0], null]);
  expect(await read([{ name: 'a.zip', bytes: zip }])).toMatchObject({
    status: 400,
    message: 'Cannot read file "a.zip" as Shapefile: one .shp file must be in the archive, got 4',
  });
});

test('names are cut and told apart, numbers that have no room are texts', async () => {
  const zip = await packed(
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"population of 2020":1,"population of 2021":2,"größenwert":12345678901234567890123456,"list":[1.50]}}',
  );
  expect(await readZip(zip)).toContain(
    '"properties":{"population":1,"populati_2":2,"größenwe":"12345678901234567890123456","list":"[1.50]"}',
  );
});

test('a hole is found in its polygon, whatever the order', async () => {
  const square = (x: number, y: number, size: number) => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  const hole = (x: number, y: number, size: number) => square(x, y, size).reverse();
  const wanted = {
    type: 'MultiPolygon',
    coordinates: [
      [square(20, 20, 5), hole(21, 21, 1), hole(23, 23, 1)],
      [square(0, 0, 9), hole(1, 1, 1)],
    ],
  };
  expect(geometriesOf(await readZip(await packed(JSON.stringify(wanted))))[0]).toEqual({
    ...wanted,
    // The smallest first.
    coordinates: wanted.coordinates,
  });
});

describe('what is refused', () => {
  const good = async (): Promise<{ zip: Uint8Array; shp: Buffer; dbf: Buffer }> => {
    const zip = await packed(point({ name: 'a', n: 1.5 }));
    return { zip, shp: entryOf(zip, 'result.shp'), dbf: entryOf(zip, 'result.dbf') };
  };
  const readParts = (parts: Readonly<Record<string, Uint8Array>>) =>
    read(Object.entries(parts).map(([ending, bytes]) => ({ name: `a.${ending}`, bytes })));

  test('damage is named', async () => {
    const { shp, dbf } = await good();
    const cases: [Readonly<Record<string, Uint8Array>>, string][] = [
      [{ dbf }, 'it must have a .shp file'],
      [{ shp: shp.subarray(0, 50) }, 'its .shp file is none'],
      [{ shp: shp.subarray(0, -1) }, 'record 1: it goes on behind the end of the .shp file'],
      [
        { shp: changed(shp, (bytes) => bytes.writeInt32BE(0x7fffffff, 104)) },
        'record 1: it goes on behind the end of the .shp file',
      ],
      [
        { shp: changed(shp, (bytes) => bytes.writeInt32BE(-1, 104)) },
        'record 1: it goes on behind the end of the .shp file',
      ],
      [
        { shp: changed(shp, (bytes) => bytes.writeInt32LE(31, 108)) },
        'record 1: it is a MultiPatch, a surface in space, which is not read',
      ],
      [{ shp: changed(shp, (bytes) => bytes.writeInt32LE(7, 108)) }, 'record 1: shapes of type 7 are not read'],
      [{ shp: changed(shp, (bytes) => bytes.writeInt32LE(3, 108)) }, 'record 1: it ends within its shape'],
      [
        { shp: changed(shp, (bytes) => bytes.writeDoubleLE(Number.NaN, 112)) },
        'record 1: a coordinate must be a finite number, got NaN',
      ],
      [
        { shp: changed(shp, (bytes) => bytes.writeDoubleLE(500_000, 112)) },
        'feature 1: longitude must be between -360 and 360 degrees, got 500000',
      ],
      [
        { shp, dbf: changed(dbf, (bytes) => bytes.writeUInt32LE(2 ** 31, 4)) },
        '2147483648 rows are announced by the .dbf file, more than there is room for',
      ],
      [
        { shp, dbf: changed(dbf, (bytes) => bytes.writeUInt32LE(0, 4)) },
        'its .dbf file has 0 rows, its .shp file 1 shapes',
      ],
      [
        { shp, dbf: changed(dbf, (bytes) => bytes.writeUInt16LE(2, 10)) },
        'the .dbf file announces rows of 2 bytes, its columns take 5',
      ],
      [{ shp, dbf: dbf.subarray(0, 20) }, 'its .dbf file is cut off'],
      [
        { shp, prj: Buffer.from('PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984"]]') },
        'its coordinates must be in a system that can be converted to WGS 84, the .prj file says "WGS_1984_UTM_Zone_32N": convert it with "ogr2ogr -t_srs EPSG:4326" first',
      ],
    ];
    for (const [parts, fault] of cases) {
      const answer = await readParts(parts);
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.message).toMatch(/^Cannot read file "a\.\w+" as Shapefile: /);
      expect(answer.message?.replace(/^[^:]*: /, '')).toBe(fault);
    }
  });

  test('lying counts of parts and points are refused before room is made for them', async () => {
    const line = entryOf(await packed('LINESTRING(1 2,3 4)'), 'result.shp');
    for (const [at, value] of [
      [144, 2 ** 30],
      [144, -1],
      [148, 2 ** 30],
      [148, 3],
      [152, 2],
      [152, -1],
    ] as const) {
      const answer = await readParts({ shp: changed(line, (bytes) => bytes.writeInt32LE(value, at)) });
      expect([answer.status, at, value]).toEqual([400, at, value]);
    }
  });

  test('damaged files of all kinds end in a result, 400 or 413', async () => {
    const pick = chance(29);
    const zips = await Promise.all(
      TYPES.map((types) => packed(collection([1, 2, 3].map(() => randomGeometry(pick, types, true))))),
    );
    for (let round = 0; round < 400; round++) {
      const zip = zips[round % zips.length]!;
      const parts = Object.fromEntries(
        ['shp', 'dbf'].map((ending) => {
          const bytes = Buffer.from(entryOf(zip, `result.${ending}`));
          for (let i = 0; i < 1 + pick(4); i++) bytes[pick(Math.min(bytes.length, 300))] = pick(256);
          return [ending, bytes];
        }),
      );
      const answer = await readParts(parts);
      expect([200, 400, 413], `${answer.cause}`).toContain(answer.status);
    }
    for (let round = 0; round < 100; round++) {
      const bytes = Buffer.from(zips[round % zips.length]!);
      bytes[pick(bytes.length)] = pick(256);
      expect([200, 400, 413]).toContain((await read([{ name: 'a.zip', bytes }])).status);
    }
  });

  test('other files together, and what a shapefile cannot hold', async () => {
    const { shp } = await good();
    expect(
      (
        await read([
          { name: 'a.kml', bytes: shp },
          { name: 'b.kml', bytes: shp },
        ])
      ).message,
    ).toBe('Only the files of one shapefile (.shp, .dbf, .shx, .prj, .cpg) may be given together');
    expect(
      (
        await read([
          { name: 'a.shp', bytes: shp },
          { name: 'b.shp', bytes: shp },
        ])
      ).message,
    ).toBe('Cannot read file "a.shp" as Shapefile: one file ending in ".shp" must be given, got several');
    expect((await toShapefile('GEOMETRYCOLLECTION(POINT(1 2))')).message).toBe(
      'Cannot write Shapefile: feature 1: it has a GeometryCollection, which a shapefile cannot hold',
    );
    expect((await toShapefile(point({ text: 'é'.repeat(128) }))).message).toBe(
      'Cannot write Shapefile: a text of a .dbf file has at most 254 bytes, property "text" has one of 256',
    );
    const bomb = writeZip([{ name: 'a.shp', bytes: Buffer.alloc(101_000_000) }], { level: 1 });
    expect(await read([{ name: 'a.zip', bytes: bomb }])).toMatchObject({ status: 413 });
  });
});

/** The same with all heights equal. */
function levelled(geometry: PlainGeometry): PlainGeometry {
  const isPosition = (value: unknown): value is number[] => Array.isArray(value) && typeof value[0] === 'number';
  const text = JSON.stringify(geometry, (_, value: unknown) =>
    isPosition(value) && value.length > 2 ? [value[0], value[1], 100.5] : value,
  );
  return JSON.parse(text) as PlainGeometry;
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** Coordinate systems of shapefiles and of older GeoJSON, as GDAL writes them. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './geo-format-converter.js';

const hasGdal = hasProgram('ogr2ogr', ['--version'], 'coordinate systems of maps against GDAL');

const folder = mkdtempSync(join(tmpdir(), 'map-systems-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

/** Longitude and latitude of a place inside the system, and how many metres a position may be off. */
const SYSTEMS: readonly (readonly [system: string, longitude: number, latitude: number, metres: number])[] = [
  ['EPSG:25832', 9, 48, 0.001],
  ['EPSG:3857', 10, 40, 0.001],
  ['EPSG:27700', -1, 52, 0.05],
  ['EPSG:2154', 2, 47, 0.001],
  ['EPSG:2056', 8, 47, 0.1],
  ['EPSG:2263', -73.9, 40.7, 0.001],
  ['EPSG:32633', 15, 50, 0.001],
  ['EPSG:32719', -69, -30, 0.001],
  ['EPSG:32760', 179, -20, 0.001],
  ['EPSG:3035', 10, 50, 0.001],
  ['EPSG:21781', 8, 47, 0.1],
  ['EPSG:26910', -122, 40, 0.001],
  ['EPSG:3083', -99, 31, 0.001],
  ['EPSG:2180', 19, 52, 0.001],
  ['EPSG:3006', 15, 60, 0.001],
  ['EPSG:3067', 26, 62, 0.001],
  ['EPSG:28355', 147, -37, 0.001],
  ['EPSG:2193', 175, -40, 0.001],
  ['EPSG:3347', -95, 50, 0.001],
  ['EPSG:5070', -100, 40, 0.001],
  ['EPSG:31256', 16, 48, 1],
  ['EPSG:31287', 14, 47.5, 1],
  ['EPSG:3763', -8, 40, 0.001],
  ['EPSG:3812', 4.5, 50.5, 0.001],
  ['EPSG:26986', -71.5, 42.2, 0.001],
  ['EPSG:6669', 129, 33, 0.001],
  ['EPSG:5179', 127.5, 37, 0.001],
  ['EPSG:4258', 10, 50, 0.001],
  ['ESRI:54009', 20, 10, 0.001],
  ['ESRI:102039', -100, 40, 0.001],
];

type Places = readonly (readonly [number, number])[];

const collectionOf = (places: Places): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: places.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates },
    })),
  });

async function placesOf(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Promise<Places> {
  const { message, files: results } = await runTool(tool, { files });
  expect(message).toBeUndefined();
  const { features } = JSON.parse(results[0]!.bytes.toString()) as {
    features: { geometry: { coordinates: [number, number] } }[];
  };
  return features.map(({ geometry }) => geometry.coordinates);
}

const EARTH_METRES_A_DEGREE = 111_320;

/** The largest distance between places of the same index, in metres. */
const apart = (ours: Places, theirs: Places): number =>
  Math.max(
    ...theirs.map(([x, y], i) => {
      const [ourX = Number.NaN, ourY = Number.NaN] = ours[i] ?? [];
      return EARTH_METRES_A_DEGREE * Math.hypot((ourX - x) * Math.cos((y * Math.PI) / 180), ourY - y);
    }),
  );

function randomPlaces(seed: number, longitude: number, latitude: number): Places {
  const chance = chanceOf(seed);
  const near = (middle: number) => Number((middle + (chance(1_000_000) - 500_000) / 1_000_000).toFixed(6));
  return Array.from({ length: 40 }, () => [near(longitude), near(latitude)] as const);
}

describe.runIf(hasGdal)('places of shapefiles that ogr2ogr wrote', () => {
  inRows(6, SYSTEMS)('come back from %s', async (system, longitude, latitude, metres) => {
    const places = randomPlaces(5, longitude, latitude);
    writeFileSync(path('in.geojson'), collectionOf(places));
    const target = path(system.replace(':', ''));
    runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', '-t_srs', system, target, path('in.geojson')]);
    const loose = readdirSync(target).map((name) => ({ name, bytes: readFileSync(join(target, name)) }));
    expect(apart(await placesOf(loose), places)).toBeLessThan(metres);
  });
});

describe.runIf(hasGdal)('places of GeoPackages that ogr2ogr wrote', () => {
  inRows(6, SYSTEMS)('come back from %s', async (system, longitude, latitude, metres) => {
    const places = randomPlaces(8, longitude, latitude);
    writeFileSync(path('in.geojson'), collectionOf(places));
    const target = path(`${system.replace(':', '')}.gpkg`);
    runProgram('ogr2ogr', ['-f', 'GPKG', '-t_srs', system, target, path('in.geojson')]);
    const bytes = readFileSync(target);
    expect(apart(await placesOf([{ name: 'a.gpkg', bytes }]), places)).toBeLessThan(metres);
  });
});

/** Systems that are known by their code of EPSG alone. */
const CODES = new Set(['25832', '3857', '2154', '32633', '32719', '3035', '26910', '2180', '3006', '3067', '27700']);
const KNOWN_CODES = SYSTEMS.filter(([system]) => CODES.has(system.slice(5)));

describe.runIf(hasGdal)('places with the SRID of PostGIS', () => {
  inRows(3, KNOWN_CODES)('come back from %s', async (system, longitude, latitude, metres) => {
    const places = randomPlaces(9, longitude, latitude);
    writeFileSync(path('in.geojson'), collectionOf(places));
    const target = path(`${system.slice(5)}.sql`);
    const options = ['-lco', 'CREATE_TABLE=OFF', '--config', 'PG_USE_COPY', 'NO'];
    runProgram('ogr2ogr', ['-f', 'PGDump', '-t_srs', system, target, path('in.geojson'), ...options]);
    const ewkb = [...readFileSync(target, 'utf8').matchAll(/'(01[0-9A-F]{20,})'/g)].map(([, hex = '']) => hex);
    expect(ewkb).toHaveLength(places.length);
    const ewkt = ewkb.map((hex) => {
      const bytes = Buffer.from(hex, 'hex');
      return `SRID=${bytes.readUInt32LE(5)};POINT(${bytes.readDoubleLE(9)} ${bytes.readDoubleLE(17)})`;
    });
    const table = ['n,wkt', ...ewkt.map((wkt, index) => `${index},${wkt}`)];
    for (const lines of [ewkb, ewkt, table]) {
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      expect(apart(await placesOf([{ name: 'a.txt', bytes }]), places)).toBeLessThan(metres);
    }
  });
});

describe.runIf(hasGdal)('places of GeoJSON that ogr2ogr wrote', () => {
  inRows(3, KNOWN_CODES)('come back from %s', async (system, longitude, latitude, metres) => {
    const places = randomPlaces(6, longitude, latitude);
    writeFileSync(path('in.geojson'), collectionOf(places));
    const target = path(`${system.slice(5)}.geojson`);
    runProgram('ogr2ogr', ['-f', 'GeoJSON', '-t_srs', system, target, path('in.geojson')]);
    expect(readFileSync(target, 'utf8')).toContain(`EPSG::${system.slice(5)}`);
    expect(apart(await placesOf([{ name: 'a.geojson', bytes: readFileSync(target) }]), places)).toBeLessThan(metres);
  });
});

it.runIf(hasGdal)('KMZ is read by ogr2ogr, and here', async () => {
  const places = randomPlaces(7, 20, 10);
  const { files, message } = await runTool(tool, { input: collectionOf(places), options: { to: 'kmz' } });
  expect([message, files[0]?.name]).toEqual([undefined, 'result.kmz']);
  writeFileSync(path('result.kmz'), files[0]!.bytes);
  runProgram('ogr2ogr', ['-f', 'GeoJSON', path('kmz.geojson'), path('result.kmz')]);
  for (const bytes of [readFileSync(path('kmz.geojson')), files[0]!.bytes]) {
    const name = bytes === files[0]!.bytes ? 'a.kmz' : 'a.geojson';
    expect(apart(await placesOf([{ name, bytes }]), places)).toBeLessThan(0.001);
  }
});

const geojson = (name: string, coordinates: unknown): string =>
  JSON.stringify({ type: 'Point', coordinates, crs: { type: 'name', properties: { name } } });

it('every geometry has the SRID that is before it', async () => {
  const input = 'SRID=3857;POINT(829040.775733826 5933590.47541202);POINT(1 2);SRID=4326;POINT(3 4)';
  const { text } = await runTool(tool, { input, options: { to: 'wkt' } });
  // The first by gdaltransform of GDAL 3.6.2.
  expect(text).toBe('POINT (7.4474 46.948)\nPOINT (1 2)\nPOINT (3 4)\n');
});

it('refuses systems that are not known, and places outside of those that are', async () => {
  for (const [input, message] of [
    [
      geojson('EPSG:31467', [3_500_000, 5_500_000]),
      'its coordinates must be longitude and latitude (WGS 84), "crs" names "EPSG:31467"',
    ],
    [
      '0101000020EB7A000000000000000000000000000000000000',
      'line 1: its coordinates must be in a system that can be converted to WGS 84, got SRID 31467: convert it with "ogr2ogr -s_srs EPSG:31467 -t_srs EPSG:4326" first',
    ],
    [
      '0107000020E61000000100000001010000201100000000000000000000000000000000000000',
      'line 1: a part has SRID 17, the geometry that it is in 4326',
    ],
    [
      geojson('EPSG:999999', [1, 2]),
      'its coordinates must be longitude and latitude (WGS 84), "crs" names "EPSG:999999"',
    ],
    [geojson('EPSG:25832', [1e300, 2]), 'feature 1: position 1e+300, 2 must lie in "EPSG:25832"'],
  ] as const) {
    const { status, message: told } = await runTool(tool, { input });
    expect([status, told]).toEqual([
      400,
      `Cannot read property "input" as ${input.startsWith('01') ? 'WKB' : 'GeoJSON'}: ${message}`,
    ]);
  }
});

it.runIf(hasGdal)('is answered whatever is damaged in a .prj', async () => {
  writeFileSync(path('damage.geojson'), collectionOf([[9, 48]]));
  const target = path('damaged');
  runProgram('ogr2ogr', ['-f', 'ESRI Shapefile', '-t_srs', 'EPSG:25832', target, path('damage.geojson')]);
  const parts = readdirSync(target).map((name) => ({ name, bytes: readFileSync(join(target, name)) }));
  const prj = parts.find(({ name }) => name.endsWith('.prj'))?.bytes.toString() ?? '';
  const chance = chanceOf(9);
  const MORE = ['"', '[', ']', ',', '__proto__', '1e999', 'NaN', '0', '\u0000', 'PROJCS["', 'AXIS["X",EAST]'];
  let refused = 0;
  for (let round = 0; round < 150; round += 1) {
    let text = prj;
    for (let n = 0; n < 3; n += 1) {
      const at = chance(text.length);
      text = text.slice(0, at) + (MORE[chance(MORE.length)] ?? '') + text.slice(at + chance(6));
    }
    const files = parts.map(({ name, bytes }) => ({ name, bytes: name.endsWith('.prj') ? Buffer.from(text) : bytes }));
    const { status, message } = await runTool(tool, { files });
    expect([200, 400], `${text}: ${message}`).toContain(status);
    if (status === 400) refused += 1;
  }
  expect(refused).toBeGreaterThan(30);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

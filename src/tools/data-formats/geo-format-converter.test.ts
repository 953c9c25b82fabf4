import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { GEO_SOURCES, GEO_TARGETS } from '../../formats/geo.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import {
  chance,
  collection,
  geometriesOf,
  GEOMETRY_TYPES as KINDS,
  randomGeometry,
} from '../../testing/random-geometries.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './geo-format-converter.js';

async function convert(input: string, options: Record<string, unknown>): Promise<string> {
  const answer = await runTool(tool, { input, options });
  expect(answer.message).toBeUndefined();
  return answer.text ?? '';
}

const KINDS_OF = {
  geojson: KINDS,
  topojson: KINDS,
  wkt: KINDS,
  csv: KINDS,
  kml: KINDS,
  gpx: ['Point', 'LineString', 'MultiLineString'],
} as const;

describe('round trips', () => {
  for (const to of GEO_TARGETS) {
    test(`random geometries come back from ${to}`, async () => {
      const pick = chance(7);
      for (let round = 0; round < 20; round++) {
        const wanted = Array.from({ length: 5 }, () => randomGeometry(pick, KINDS_OF[to], round % 2 === 0));
        // GPX puts points before lines.
        if (to === 'gpx') wanted.sort((a, b) => Number(a.type !== 'Point') - Number(b.type !== 'Point'));
        const there = await convert(collection(wanted), { to });
        expect(geometriesOf(await convert(there, { from: to }))).toEqual(wanted);
        expect(geometriesOf(await convert(there, {}))).toEqual(wanted);
      }
    });
  }
});

const hasGdal = hasProgram('ogr2ogr', ['--version'], 'conversions of geographic formats against GDAL');

describe.skipIf(!hasGdal)('against ogr2ogr (GDAL 3.6.2)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const gdal = (name: string, content: string, format: string, extra: readonly string[] = []): string => {
    writeFileSync(join(folder, name), content);
    return runProgram('ogr2ogr', ['-f', format, '/vsistdout/', join(folder, name), ...extra]).toString();
  };

  for (const to of ['geojson', 'topojson', 'kml', 'csv', 'gpx'] as const) {
    test(`ogr2ogr reads the same geometries from our ${to}`, async () => {
      const pick = chance(11);
      // One start of GDAL takes longer than all its features.
      for (let round = 0; round < 2; round++) {
        // GDAL 3.6 leaves out geometry collections inside the objects of TopoJSON.
        const known = to === 'topojson' ? KINDS.slice(0, -1) : KINDS;
        const kinds = to === 'gpx' ? ['MultiLineString'] : known;
        const wanted = Array.from({ length: 36 }, () =>
          randomGeometry(pick, kinds, to !== 'topojson' && round % 2 === 0),
        );
        const written = await convert(collection(wanted), { to });
        const layer = to === 'gpx' ? ['tracks', '--config', 'GPX_ELE_AS_25D', 'YES'] : [];
        const read = gdal(`a.${to}`, written, 'GeoJSON', ['-lco', 'COORDINATE_PRECISION=9', ...layer]);
        expect(geometriesOf(read)).toEqual(wanted);
      }
    });
  }

  for (const [from, format, kinds] of [
    ['geojson', 'GeoJSON', KINDS],
    ['kml', 'KML', KINDS],
    ['wkt', 'CSV', KINDS],
    ['gpx', 'GPX', ['MultiLineString']],
  ] as const) {
    test(`ogr2ogr's ${format} is read with the same geometries`, async () => {
      const pick = chance(13);
      // One start of GDAL takes longer than all its features.
      for (let round = 0; round < 2; round++) {
        const wanted = Array.from({ length: 36 }, () => randomGeometry(pick, kinds, round % 2 === 0));
        const extra = format === 'CSV' ? ['-lco', 'GEOMETRY=AS_WKT'] : format === 'GPX' ? ['-select', ''] : [];
        const written = gdal('b.geojson', collection(wanted), format, extra);
        const read = await convert(written, { from: from === 'wkt' ? 'csv' : from });
        expect(geometriesOf(read)).toEqual(wanted);
      }
    });
  }

  test('EWKB for PostGIS as ogr2ogr writes it is read with the same geometries', async () => {
    const pick = chance(17);
    {
      const wanted = Array.from({ length: 40 }, () => randomGeometry(pick, KINDS, true));
      writeFileSync(join(folder, 'c.geojson'), collection(wanted));
      const target = join(folder, 'c.sql');
      runProgram('ogr2ogr', [
        '-f',
        'PGDump',
        target,
        join(folder, 'c.geojson'),
        '-nlt',
        'GEOMETRYZ',
        '-lco',
        'CREATE_TABLE=OFF',
        '--config',
        'PG_USE_COPY',
        'NO',
      ]);
      const hex =
        readFileSync(target, 'utf8')
          .match(/'(0[01][0-9A-F]{20,})'/g)
          ?.map((one) => one.slice(1, -1)) ?? [];
      expect(hex.length).toBe(40);
      expect(geometriesOf(await convert(hex.join('\n'), {}))).toEqual(wanted);
    }
  });
});

test('numbers keep their digits in every pair', async () => {
  const point = '{"type":"Point","coordinates":[12.340000000000000001,-0.10,1.50]}';
  for (const to of GEO_TARGETS) {
    const written = await convert(point, { to });
    expect(written).toContain('12.340000000000000001');
    expect(await convert(written, {})).toContain('[12.340000000000000001,-0.10,1.50]');
  }
});

test('neighbours share an arc in TopoJSON', async () => {
  const written = await convert('POLYGON((0 0,1 0,1 1,0 1,0 0)) POLYGON((1 0,2 0,2 1,1 1,1 0))', { to: 'topojson' });
  const { arcs } = JSON.parse(written) as { arcs: unknown[] };
  // The border from 1 0 to 1 1, and what is left of each ring.
  expect(arcs).toHaveLength(3);
});

test('a KMZ is read by its main document', async () => {
  const kml = '<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>';
  const bytes = writeZip(
    [
      { name: 'a.png', bytes: Buffer.from('x') },
      { name: 'doc.kml', bytes: Buffer.from(kml) },
    ],
    { level: 6 },
  );
  const answer = await runTool(tool, { files: [{ name: 'Tour.kmz', bytes }], options: { to: 'wkt' } });
  expect(answer.files[0]?.name).toBe('Tour.wkt');
  expect(answer.files[0]?.bytes.toString()).toBe('POINT (1 2)\n');
});

test('times and other values of track points come back', async () => {
  const gpx =
    '<gpx version="1.1"><trk><name>T</name><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time><extensions><h:hr xmlns:h="x">90</h:hr></extensions></trkpt><trkpt lat="3" lon="4"><ele>5</ele></trkpt></trkseg></trk></gpx>';
  const there = await convert(gpx, {});
  expect((JSON.parse(there) as { features: { properties: unknown }[] }).features[0]?.properties).toEqual({
    gpxType: 'trk',
    name: 'T',
    coordinateProperties: { time: ['2024-01-01T00:00:00Z', null], hr: ['90', null] },
  });
  expect(await convert(await convert(there, { to: 'gpx' }), {})).toBe(there);
});

test('broken and random texts end in a result, 400 or 413', async () => {
  const pick = chance(19);
  const seeds: string[] = [];
  for (const to of GEO_TARGETS) {
    seeds.push(
      await convert(collection([randomGeometry(pick, ['LineString'], true), randomGeometry(pick, ['Point'], false)]), {
        to,
      }),
    );
    if (to !== 'gpx')
      seeds.push(await convert(collection(KINDS.map((kind) => randomGeometry(pick, [kind], false))), { to }));
  }
  seeds.push('0101000020E6100000000000000000F03F0000000000000040', '010700000001000000010700000000000000');
  const odd = [
    '',
    '1e999',
    '-',
    'NaN',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    'null',
    '99999999999',
    'EMPTY',
    '(',
    ',',
    '\u0000',
    '💥',
    '"',
    'ff',
  ];
  for (let round = 0; round < 800; round++) {
    let text = seeds[pick(seeds.length)] as string;
    for (let edit = pick(4); edit >= 0; edit--) {
      const at = pick(text.length + 1);
      text = text.slice(0, at) + odd[pick(odd.length)] + text.slice(at + pick(12));
    }
    const from = pick(2) === 0 ? 'auto' : GEO_SOURCES[pick(GEO_SOURCES.length)];
    const answer = await runTool(tool, { input: text, options: { from, to: GEO_TARGETS[pick(GEO_TARGETS.length)] } });
    expect([200, 400, 413], `${JSON.stringify(text)} ${from}: ${answer.cause}`).toContain(answer.status);
  }
});

test('limits on nesting and vertices are kept', async () => {
  const deep = `${'GEOMETRYCOLLECTION ('.repeat(33)}POINT (1 2)${')'.repeat(33)}`;
  expect((await runTool(tool, { input: deep })).status).toBe(413);
  const arcs = JSON.stringify(Array.from({ length: 2000 }, () => 0));
  const arc = JSON.stringify(Array.from({ length: 2000 }, (_, i) => [i / 100, 1]));
  const bomb = `{"type":"Topology","objects":{"a":{"type":"LineString","arcs":${arcs}}},"arcs":[${arc}]}`;
  const answer = await runTool(tool, { input: bomb });
  expect(answer.message).toBe('Cannot read property "input" as TopoJSON: it must have at most 2000000 vertices');
  const wide = `lat,lon${',a'.repeat(16_000)}\n${'1,2\n'.repeat(20_000)}`;
  expect((await runTool(tool, { input: wide })).message).toBe(
    'Cannot read property "input" as CSV: columns times rows must be at most 10000000, got 16002 x 20000',
  );
  const spaces = `<kml><Placemark><Point><coordinates>1${' '.repeat(500_000)}2</coordinates></Point></Placemark></kml>`;
  expect((await runTool(tool, { input: spaces })).status).toBe(400);
});

test('reads places without a header, latitude first', async () => {
  const { text, message } = await runTool(tool, { input: '52.5, 13.4\n48.1, 11.5\n', options: { to: 'wkt' } });
  expect(text, message).toBe('POINT (13.4 52.5)\nPOINT (11.5 48.1)\n');
  expect((await runTool(tool, { input: '152.5, 13.4\n' })).status).toBe(400);
});

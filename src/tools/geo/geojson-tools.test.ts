import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { featuresOf, geoJsonRuns, geometriesOf, polygonOf, starRing } from '../../testing/geojson-runs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './geojson-tools.js';

const { run, changed } = geoJsonRuns(tool);

describe('geojson-tools', () => {
  it('a buffer of a point is a circle on the ellipsoid', async () => {
    for (const [x, y] of [
      [0, 0],
      [13.4, 52.5],
      [179.999, -70],
      [5, 89.9],
    ]) {
      const [circle] = geometriesOf(
        await changed({ type: 'Point', coordinates: [x, y] }, { action: 'buffer', distance: 1000 }),
      );
      const { data } = await run(circle, { action: 'measure' });
      const { areaSquareMeters } = data as { areaSquareMeters: number };
      // A polygon inside the circle, off by a four-hundredth of the radius at most.
      expect(areaSquareMeters / (Math.PI * 1e6)).toBeGreaterThan(0.994);
      expect(areaSquareMeters / (Math.PI * 1e6)).toBeLessThan(1.0001);
    }
  });

  it('area and perimeter of Antarctica as GeographicLib publishes them', async () => {
    // The example of its program Planimeter, as Planimeter 2.1.2 of Debian has it: 16831067.892791 m, 13662703680020.1 m².
    const antarctica = [
      [-58, -63.1],
      [-74, -72.9],
      [-102, -71.9],
      [-102, -74.9],
      [-131, -74.3],
      [-163, -77.5],
      [163, -77.4],
      [172, -71.7],
      [140, -65.9],
      [113, -65.7],
      [88, -66.6],
      [59, -66.9],
      [25, -69.8],
      [-4, -70.0],
      [-14, -71.0],
      [-33, -77.3],
      [-46, -77.9],
      [-61, -74.7],
    ];
    const { data } = await run(polygonOf([...antarctica, antarctica[0] as number[]]), { action: 'measure' });
    const { areaSquareMeters, perimeterMeters } = data as { areaSquareMeters: number; perimeterMeters: number };
    expect(Math.round(areaSquareMeters)).toBe(13_662_703_680_020);
    expect(Math.round(perimeterMeters)).toBe(16_831_068);
  });

  it('a simplified line is nowhere farther off than asked, and polygons stay polygons', async () => {
    const chance = chanceOf(4);
    const line = Array.from({ length: 400 }, (_, index) => [index / 1000, chance(100) / 10_000]);
    const [thin] = geometriesOf(
      await changed({ type: 'LineString', coordinates: line }, { action: 'simplify', tolerance: 400 }),
    );
    const kept = thin?.coordinates as number[][];
    expect(kept.length).toBeLessThan(300);
    expect([kept[0], kept.at(-1)]).toEqual([line[0], line.at(-1)]);
    for (const place of line) {
      const near = kept.slice(1).map((to, index) => distance(place, kept[index] as number[], to));
      expect(Math.min(...near)).toBeLessThanOrEqual(401);
    }
    const shapes = Array.from({ length: 30 }, () => polygonOf(starRing(chance, 10, 10, 0.1)));
    for (const shape of geometriesOf(await changed(featuresOf(shapes), { action: 'simplify', tolerance: 8000 })))
      expect((await run(shape, {})).data).toMatchObject({ errorCount: 0 });
  });

  it.each([
    [
      'Polygon',
      [
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [1, 0],
          [0, 0],
        ],
      ],
      /cross at 0.5, 0.5/,
    ],
    [
      'Polygon',
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
        [
          [5, 5],
          [5, 6],
          [6, 6],
          [5, 5],
        ],
      ],
      /a hole must be inside/,
    ],
    [
      'Polygon',
      [
        [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
      ],
      /at least 4 positions, has 3/,
    ],
    ['LineString', [[0, 0]], /at least 2 positions/],
    [
      'LineString',
      [
        [0, 0],
        [0, 'a'],
      ],
      /array of 2 or 3 numbers/,
    ],
    ['Point', [100], /array of 2 or 3 numbers/],
    ['Point', [10, 100], /longitude comes first/],
    [
      'LineString',
      [
        [170, 0],
        [-170, 0],
      ],
      /antimeridian/,
    ],
    [
      'LineString',
      [
        [0, 0],
        [0, 0],
      ],
      /same position as the one before/,
    ],
    [
      'Polygon',
      [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 0],
        ],
      ],
      /counter-clockwise/,
    ],
    ['Circle', [0, 0], /nine types of GeoJSON/],
  ])('validate: %s %j', async (type, coordinates, message) => {
    const { data } = await run({ type, coordinates }, {});
    const { faults } = data as { faults: { message: string }[] };
    expect(faults.map((fault) => fault.message).join('; ')).toMatch(message);
  });

  it('members, ids, boxes and nesting are checked', async () => {
    const document = {
      type: 'FeatureCollection',
      crs: {},
      bbox: [0, 5, 1, 4],
      properties: {},
      features: [
        { type: 'Feature', id: true, geometry: null },
        {
          type: 'Feature',
          properties: 1,
          geometry: { type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [] }] },
        },
        { type: 'Point', coordinates: [0, 0] },
      ],
    };
    const { data } = await run(document, {});
    const { errorCount, warningCount, faults } = data as {
      errorCount: number;
      warningCount: number;
      faults: { instance: string }[];
    };
    expect([errorCount, warningCount]).toEqual([6, 2]);
    expect(faults.map(({ instance }) => instance)).toEqual([
      '/bbox',
      '/properties',
      '/features/0/id',
      '/features/0',
      '/features/1/properties',
      '/features/2',
      '/crs',
      '/features/1/geometry/geometries/0',
    ]);
  });

  it('several files become one', async () => {
    const file = (name: string, document: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(document)) });
    const { files } = await runTool(tool, {
      files: [
        file('a.geojson', { type: 'Point', coordinates: [1, 2, 3] }),
        file('b.json', featuresOf([{ type: 'Point', coordinates: [3, 4] }])),
      ],
      options: { action: 'merge' },
    });
    expect(files[0]?.name).toBe('a.geojson');
    expect(
      JSON.parse(files[0]?.bytes.toString() ?? '').features.map((one: { geometry: unknown }) => one.geometry),
    ).toEqual([
      { type: 'Point', coordinates: [1, 2, 3] },
      { type: 'Point', coordinates: [3, 4] },
    ]);
  });

  it('a hole of as many corners as its outer ring is placed by its first corner', async () => {
    const circle = (radius: number, turn: 1 | -1) => {
      const ring = Array.from({ length: 60_000 }, (_, index) => {
        const angle = (turn * 2 * Math.PI * index) / 60_000;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      return [...ring, ring[0] as number[]];
    };
    const bytes = Buffer.from(JSON.stringify(polygonOf(circle(10, 1), circle(5, -1))));
    const { data } = await runTool(tool, { files: [{ name: 'ring.json', bytes }] });
    expect(data).toMatchObject({ valid: true, warningCount: 0 });
  });

  it('hostile: many edges, large circles, nothing to work on', async () => {
    const comb = Array.from({ length: 20_000 }, (_, index) => [index % 2 === 0 ? 0 : 80, index / 1000]);
    const { status } = await run(polygonOf([...comb, comb[0] as number[]]), {});
    expect([200, 413]).toContain(status);
    expect((await run({ type: 'Point', coordinates: [0, 90] }, { action: 'buffer', distance: 1_000_000 })).status).toBe(
      200,
    );
    expect((await run({ type: 'FeatureCollection', features: [] }, { action: 'dissolve' })).message).toContain(
      'none of the features is a polygon',
    );
    expect((await run({ type: 'FeatureCollection', features: [] }, { action: 'buffer' })).status).toBe(200);
    expect((await run('{"type":"Point","coordinates":[1e308,1]}', { action: 'buffer' })).message).toContain(
      'longitude must be between',
    );
  });
});

/** From a place to a stretch, in metres near the equator. */
function distance(place: readonly number[], from: readonly number[], to: readonly number[]): number {
  const [px, py] = [(place[0] ?? 0) - (from[0] ?? 0), (place[1] ?? 0) - (from[1] ?? 0)];
  const [dx, dy] = [(to[0] ?? 0) - (from[0] ?? 0), (to[1] ?? 0) - (from[1] ?? 0)];
  const along = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - along * dx, py - along * dy) * 111_195;
}

import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { featuresOf, geoJsonRuns, geometriesOf, polygonOf, starRing } from '../../testing/geojson-runs.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import tool from './geojson-tools.js';

const { run, changed } = geoJsonRuns(tool);

const PYTHON = '/usr/bin/python3';
const hasShapely = hasProgram(PYTHON, ['-c', 'import shapely'], 'GeoJSON beside Shapely');

/** Rings on a coarse grid, so that many touch and cross. */
function randomRing(chance: Chance, size: number, grid: number): number[][] {
  const ring = Array.from({ length: 3 + chance(size) }, () => [chance(grid), chance(grid)]);
  return [...ring, ring[0] as number[]];
}

async function compareValidity(count: number): Promise<void> {
  const chance = chanceOf(3);
  const shapes = Array.from({ length: count }, (_, index) =>
    index % 4 === 0
      ? polygonOf(starRing(chance, 0, 0, 5), starRing(chance, chance(8) - 4, 0, 1))
      : polygonOf(randomRing(chance, 6, index % 2 === 0 ? 9 : 60)),
  );
  const valid: boolean[] = [];
  for (const shape of shapes) valid.push(((await run(shape, {})).data as { valid: boolean }).valid);
  const expected = runPython<boolean[]>(
    'from shapely.geometry import shape\nprint(json.dumps([bool(shape(one).is_valid) for one in data]))',
    shapes,
    PYTHON,
  );
  // A ring of no area, or with a hole cut off by touching, is a matter of reading: both are told apart below.
  const odd = shapes.filter((_, index) => valid[index] !== expected[index]);
  expect(odd.map((shape) => JSON.stringify(shape))).toEqual([]);
}

async function compareAreas(count: number): Promise<void> {
  const chance = chanceOf(5);
  // No place twice: an edge that goes back over another is cut in another way by GEOS than by counting how often a place is enclosed.
  const crossed = Array.from({ length: count }, () => {
    const places = new Map(randomRing(chance, 9, 40).map((place) => [String(place), place]));
    return polygonOf([...places.values(), [...places.values()][0] as number[]]);
  });
  const stars = Array.from({ length: count }, () => polygonOf(starRing(chance, chance(20), chance(20), 4)));
  const box = [3, 2, 14, 12];
  const input = {
    fixed: [crossed, geometriesOf(await changed(featuresOf(crossed), { action: 'fix' }))],
    clipped: [stars, geometriesOf(await changed(featuresOf(stars), { action: 'clip', box: box.join(',') }))],
    dissolved: [stars, geometriesOf(await changed(featuresOf(stars), { action: 'dissolve' }))],
    grouped: [stars, geometriesOf(await changed(featuresOf(stars), { action: 'dissolve', property: 'n' }))],
    centred: [stars, geometriesOf(await changed(featuresOf(stars), { action: 'centroid' }))],
    box,
  };
  const answer = runPython<{
    fixed: number;
    clipped: number;
    dissolved: number;
    grouped: number;
    centred: number;
    valid: unknown[];
  }>(
    `
from shapely.geometry import shape, box
from shapely.ops import unary_union
from shapely.validation import make_valid
area = lambda one: sum(g.area for g in getattr(one, 'geoms', [one]) if g.geom_type.endswith('Polygon') or g.geom_type == 'GeometryCollection')
def polygons(one):
    return unary_union([g for g in getattr(one, 'geoms', [one]) if g.geom_type.endswith('Polygon')])
different = lambda a, b: polygons(a).symmetric_difference(polygons(b)).area
b = box(*data['box'])
before, after = data['fixed']
# An empty geometry stands for a ring that encloses nothing.
fixed = max(different(make_valid(shape(x)), shape(y)) if y else area(make_valid(shape(x))) for x, y in zip(before, after))
before, after = data['clipped']
kept = [x for x in before if shape(x).intersection(b).area > 0]
clipped = max(different(shape(x).intersection(b), shape(y)) for x, y in zip(kept, after)) if len(kept) == len(after) else 999
before, after = data['dissolved']
dissolved = different(unary_union([shape(x) for x in before]), shape(after[0]))
before, after = data['grouped']
grouped = max(different(unary_union([shape(x) for i, x in enumerate(before) if i % 3 == n]), shape(after[n])) for n in range(3))
before, after = data['centred']
centred = max(shape(x).centroid.distance(shape(y)) for x, y in zip(before, after))
from shapely.validation import explain_validity
valid = [[key, explain_validity(shape(y)), json.dumps(data[key][0][i]), json.dumps(y)] for key in ('fixed', 'clipped', 'dissolved', 'grouped') for i, y in enumerate(data[key][1]) if y and not shape(y).is_valid and not explain_validity(shape(y)).startswith('Interior is disconnected')]
print(json.dumps(dict(fixed=fixed, clipped=clipped, dissolved=dissolved, grouped=grouped, centred=centred, valid=valid)))
`,
    input,
    PYTHON,
  );
  expect(answer.valid).toEqual([]);
  const { valid: _, ...differences } = answer;
  // A hundred-millionth of a degree along the edges.
  for (const [name, difference] of Object.entries(differences)) expect(difference, name).toBeLessThan(1e-5);
}

async function compareBuffers(count: number): Promise<void> {
  const chance = chanceOf(8);
  const pairs = [];
  for (let index = 0; index < count; index++) {
    const distance = pick([30, 500, 20_000, -40], index);
    const size = Math.abs(distance) / 30_000;
    const at: [number, number] = [chance(300) - 150, chance(120) - 60];
    const shape =
      distance > 0 && index % 3 === 0
        ? { type: 'LineString', coordinates: starRing(chance, at[0], at[1], size).slice(0, -2) }
        : polygonOf(starRing(chance, at[0], at[1], size));
    const [after] = geometriesOf(await changed(shape, { action: 'buffer', distance }));
    pairs.push({ shape, after, distance, at });
  }
  const ratios = runPython<number[]>(
    `
import math
from shapely.geometry import shape
from shapely.ops import transform
def plane(at):
    # Metres of a degree on WGS 84 at this latitude: right for small shapes.
    p = math.radians(at[1])
    a, e2 = 6378137.0, 0.00669437999014
    w = math.sqrt(1 - e2 * math.sin(p) ** 2)
    east, north = a / w * math.cos(p) * math.pi / 180, a * (1 - e2) / w ** 3 * math.pi / 180
    return lambda x, y, z=None: ((x - at[0]) * east, (y - at[1]) * north)
out = []
for one in data:
    flat = plane(one['at'])
    want = transform(flat, shape(one['shape'])).buffer(one['distance'], resolution=64)
    got = transform(flat, shape(one['after'])) if one['after'] else want.buffer(-1e9)
    size = max(want.area, math.pi * one['distance'] ** 2)
    out.append(want.symmetric_difference(got).area / size)
print(json.dumps(out))
`,
    pairs,
    PYTHON,
  );
  expect(Math.max(...ratios)).toBeLessThan(0.012);
}

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

describe('geojson-tools beside Shapely', () => {
  exhaustive.skipIf(!hasShapely)('validity, areas and buffers beside Shapely', async () => {
    await compareValidity(60);
    await compareAreas(25);
    await compareBuffers(12);
  });

  exhaustive('validity, areas and buffers beside Shapely, many', async () => {
    await compareValidity(400);
    await compareAreas(200);
    await compareBuffers(100);
  });

  it.skipIf(!hasShapely)('points in polygons beside Shapely', async () => {
    const chance = chanceOf(9);
    const areas = Array.from({ length: 20 }, () => polygonOf(starRing(chance, chance(20), chance(20), 4)));
    const points = Array.from({ length: 500 }, () => ({
      type: 'Point',
      coordinates: [chance(2400) / 100 - 2, chance(2400) / 100 - 2],
    }));
    const { features } = await changed(featuresOf([...areas, ...points]), { action: 'points-in-polygons' });
    const expected = runPython<(number | null)[]>(
      'from shapely.geometry import shape\nareas = [shape(one) for one in data[0]]\nprint(json.dumps([next((i + 1 for i, a in enumerate(areas) if a.covers(shape(p))), None) for p in data[1]]))',
      [areas, points],
      PYTHON,
    );
    expect(features.map(({ properties }) => properties.polygon)).toEqual(expected);
  });
});

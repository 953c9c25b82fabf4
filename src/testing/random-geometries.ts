/** Geometries for tests of geographic formats. */

/** Numerical Recipes' linear congruence: the same geometries on every run. */
export function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Nested = number | readonly Nested[];

/** A geometry of GeoJSON as JSON.parse gives it. */
export interface PlainGeometry {
  readonly type: string;
  readonly coordinates?: Nested;
  readonly geometries?: readonly PlainGeometry[];
}

export const GEOMETRY_TYPES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

/** Any of the types that are given, within -170 to 170 and -80 to 80 degrees; polygons with a hole or without, wound as RFC 7946 has it. */
export function randomGeometry(
  pick: (below: number) => number,
  kinds: readonly string[],
  withZ: boolean,
): PlainGeometry {
  const point = (x = (pick(340_000) - 170_000) / 1000, y = (pick(160_000) - 80_000) / 1000): number[] =>
    withZ ? [x, y, pick(9000) / 10] : [x, y];
  const several = <Item>(least: number, make: () => Item): Item[] => Array.from({ length: least + pick(3) }, make);
  // A square of 2 degrees with a hole, its outer ring counter-clockwise.
  const polygon = (): number[][][] => {
    const [x, y] = [pick(300) - 150, pick(150) - 75];
    const ring = (corners: number[][]): number[][] => {
      const made = corners.map(([dx = 0, dy = 0]) => point(x + dx, y + dy));
      return [...made, made[0] as number[]];
    };
    const outer = ring([
      [0, 0],
      [2, 0],
      [2.5, 1.125],
      [2, 2],
      [0, 2],
    ]);
    return pick(2) === 0
      ? [outer]
      : [
          outer,
          ring([
            [0.5, 0.5],
            [0.5, 1.5],
            [1.5, 1.5],
            [1.5, 0.5],
          ]),
        ];
  };
  const type = kinds[pick(kinds.length)] as string;
  switch (type) {
    case 'Point':
      return { type, coordinates: point() };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: several(2, () => point()) };
    case 'MultiLineString':
      return { type, coordinates: several(2, () => several(2, () => point())) };
    case 'Polygon':
      return { type, coordinates: polygon() };
    case 'MultiPolygon':
      return { type, coordinates: several(2, polygon) };
    default:
      // A point and a line: of one type alone, KML makes a multi geometry of them.
      return {
        type,
        geometries: [randomGeometry(pick, ['Point'], withZ), randomGeometry(pick, ['LineString'], withZ)],
      };
  }
}

/** A GeoJSON text. */
export const collection = (geometries: readonly PlainGeometry[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: geometries.map((geometry, index) => ({ type: 'Feature', properties: { n: index }, geometry })),
  });

export const geometriesOf = (geojson: string): PlainGeometry[] =>
  (JSON.parse(geojson) as { features: { geometry: PlainGeometry }[] }).features.map(({ geometry }) => geometry);

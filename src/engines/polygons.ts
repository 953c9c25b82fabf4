import type { Path64, Paths64, PolyPath64 } from 'clipper2-ts';
import { type Box, oriented, type Rings, type XY } from '../lib/geo/parts.js';
import { simplePolygons } from '../lib/geo/simple-rings.js';

/** Polygons in a plane: the numbers of a caller times `scale` are whole ones within. */
export interface Polygons {
  /** What is inside any of the polygons; rings may cross themselves (`even-odd` counts how often a place is enclosed). */
  readonly union: (polygons: readonly Rings[], rule: 'even-odd' | 'non-zero') => Rings[];
  readonly clip: (polygons: readonly Rings[], box: Box) => Rings[];
  readonly clipLines: (lines: readonly (readonly XY[])[], box: Box) => XY[][];
  /** All places within a distance of the parts; a negative distance shrinks polygons. Arcs are `tolerance` off at most. */
  readonly offset: (
    parts: {
      readonly points: readonly XY[];
      readonly lines: readonly (readonly XY[])[];
      readonly polygons: readonly Rings[];
    },
    distance: number,
    tolerance: number,
  ) => Rings[];
}

/** Times that a result is joined with itself. */
const PASSES = 2;

export async function openPolygons(scale: number): Promise<Polygons> {
  const { Clipper64, ClipperOffset, ClipType, EndType, FillRule, JoinType, PathType, PolyTree64, rectClipLines } =
    await import('clipper2-ts');
  const inward = (line: readonly XY[]): Path64 =>
    line.map(([x, y]) => ({ x: Math.round(x * scale), y: Math.round(y * scale) }));
  const outward = (path: Path64): XY[] => path.map(({ x, y }) => [x / scale, y / scale]);
  const closed = (path: Path64): XY[] => {
    const ring = outward(path);
    return [...ring, ring[0] as XY];
  };
  /** Outer rings are at odd levels of the tree, their holes below them. */
  const ringsOf = (tree: PolyPath64): Rings[] => {
    const found: Rings[] = [];
    const left = Array.from({ length: tree.count }, (_, index) => tree.child(index));
    for (let outer = left.pop(); outer !== undefined; outer = left.pop()) {
      const holes = Array.from({ length: outer.count }, (_, index) => (outer as PolyPath64).child(index));
      found.push(...simplePolygons([outer, ...holes].map(({ poly }) => closed(poly ?? []))));
      for (const hole of holes) left.push(...Array.from({ length: hole.count }, (_, index) => hole.child(index)));
    }
    return found.reverse();
  };
  const openRings = (polygons: readonly Rings[]): Paths64 =>
    polygons.flatMap((rings) => oriented(rings).map((ring) => inward(ring.slice(0, -1))));
  const once = (subject: Paths64, clip: Paths64 | undefined, rule: 'even-odd' | 'non-zero'): PolyPath64 => {
    const work = new Clipper64();
    work.addPaths(subject, PathType.Subject);
    if (clip !== undefined) work.addPaths(clip, PathType.Clip);
    const tree = new PolyTree64();
    work.execute(
      clip === undefined ? ClipType.Union : ClipType.Intersection,
      rule === 'even-odd' ? FillRule.EvenOdd : FillRule.NonZero,
      tree,
    );
    return tree;
  };
  /** Where edges crossed, corners are rounded, which can make others cross by a hair: the result goes through once more, and again. */
  const settled = (polygons: Rings[]): Rings[] => {
    let all = polygons;
    for (let pass = 0; pass < PASSES; pass++) all = ringsOf(once(openRings(all), undefined, 'non-zero'));
    return all;
  };
  const combined = (subject: Paths64, clip: Paths64 | undefined, rule: 'even-odd' | 'non-zero'): Rings[] =>
    settled(ringsOf(once(subject, clip, rule)));
  return {
    union: (polygons, rule) => combined(openRings(polygons), undefined, rule),
    clip: (polygons, { west, south, east, north }) => {
      const box: XY[] = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ];
      return combined(openRings(polygons), [inward(box)], 'even-odd');
    },
    clipLines: (lines, { west, south, east, north }) => {
      const rect = { left: west * scale, top: south * scale, right: east * scale, bottom: north * scale };
      return lines.flatMap((line) => rectClipLines(rect, [inward(line)]).map(outward));
    },
    offset: ({ points, lines, polygons }, distance, tolerance) => {
      const work = new ClipperOffset(2, tolerance * scale);
      work.addPaths(openRings(polygons), JoinType.Round, EndType.Polygon);
      if (distance > 0) {
        work.addPaths(lines.map(inward), JoinType.Round, EndType.Round);
        work.addPaths(
          points.map((point) => inward([point])),
          JoinType.Round,
          EndType.Round,
        );
      }
      const tree = new PolyTree64();
      work.execute(distance * scale, tree);
      return settled(ringsOf(tree));
    },
  };
}

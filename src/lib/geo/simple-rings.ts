import { holds, type Rings, signedArea, type XY } from './parts.js';

/**
 * A polygon whose rings may touch themselves as polygons whose rings go through no place twice: a ring is cut where it comes back to a
 * place. Outer rings run counter-clockwise, holes clockwise, before and after.
 */
export function simplePolygons(rings: Rings): Rings[] {
  const loops = rings.flatMap(loopsOf).map((ring) => ({ ring, area: signedArea(ring) }));
  const outers = loops.filter(({ area }) => area > 0).map(({ ring }) => [ring]);
  for (const { ring, area } of loops) {
    if (area >= 0) continue;
    // The innermost of those that hold it is the last that does: they do not cross.
    const around = outers.filter(([outer]) => outer !== undefined && holds(outer, ring));
    const smallest = around.toSorted((a, b) => signedArea(a[0] as XY[]) - signedArea(b[0] as XY[]))[0];
    smallest?.push(ring);
  }
  return outers;
}

function loopsOf(ring: readonly XY[]): XY[][] {
  const loops: XY[][] = [];
  let open: XY[] = [];
  const at = new Map<string, number>();
  for (const place of ring) {
    const key = `${place[0]},${place[1]}`;
    const before = at.get(key);
    if (before === undefined) {
      at.set(key, open.length);
      open.push(place);
      continue;
    }
    const loop = [...open.slice(before), place];
    for (const [x, y] of open.slice(before + 1)) at.delete(`${x},${y}`);
    open = open.slice(0, before + 1);
    if (loop.length >= 4) loops.push(loop);
  }
  return loops;
}

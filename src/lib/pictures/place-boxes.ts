/** Boxes side by side without overlaps, from the middle of an area outwards: words of a cloud. */

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

export interface PlacedBox extends BoxSize {
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
}

export type AreaShape = 'rectangle' | 'ellipse';

/** Of the spiral: pixels from turn to turn, and from place to place. */
const [TURN, STEP] = [8, 6];

/** In order, each as near to the middle as there is room; `undefined` for one that finds none. */
export function placeBoxes(
  boxes: readonly BoxSize[],
  area: BoxSize,
  shape: AreaShape,
): readonly (PlacedBox | undefined)[] {
  const placed: PlacedBox[] = [];
  const flat = area.height / area.width;
  const farthest = Math.hypot(area.width, area.height) / 2 / Math.min(1, flat);
  return boxes.map(({ width, height }) => {
    let last: PlacedBox | undefined;
    const hits = (x: number, y: number, { x: a, y: b, width: w, height: h }: PlacedBox): boolean =>
      Math.abs(x - a) < (width + w) / 2 && Math.abs(y - b) < (height + h) / 2;
    for (let angle = 0; ; ) {
      const radius = (TURN * angle) / (2 * Math.PI);
      if (radius > farthest) return undefined;
      const [x, y] = [area.width / 2 + radius * Math.cos(angle), area.height / 2 + radius * flat * Math.sin(angle)];
      angle += STEP / Math.max(STEP, radius);
      if (!isInside({ x, y, width, height }, area, shape)) continue;
      // What was in the way a step ago mostly still is.
      if (last !== undefined && hits(x, y, last)) continue;
      last = placed.find((box) => hits(x, y, box));
      if (last !== undefined) continue;
      const box = { x, y, width, height };
      placed.push(box);
      return box;
    }
  });
}

function isInside({ x, y, width, height }: PlacedBox, area: BoxSize, shape: AreaShape): boolean {
  const [across, down] = [Math.abs(x - area.width / 2) + width / 2, Math.abs(y - area.height / 2) + height / 2];
  if (shape === 'rectangle') return across <= area.width / 2 && down <= area.height / 2;
  return (2 * across) ** 2 / area.width ** 2 + (2 * down) ** 2 / area.height ** 2 <= 1;
}

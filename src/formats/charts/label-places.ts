/** Where values are written, so that they cover neither one another nor what they belong to. */

import type { ChartOption, DrawnLabel, LabelBox, LabelPlace } from '../../engines/charts.js';
import type { ChartLook } from './chart-look.js';

/** A label without room is not drawn. */
export type Placed = LabelPlace | 'keep' | 'hide';

interface Point {
  readonly x: number;
  readonly y: number;
}

const GAP = 3;

const boxAt = ({ x, y }: Point, width: number, height: number): LabelBox => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const meet = (a: LabelBox, b: LabelBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = ({ x, y, width, height }: LabelBox, room: LabelBox): boolean =>
  x >= room.x && y >= room.y && x + width <= room.x + room.width && y + height <= room.y + room.height;

const middleOf = ({ x, y, width, height }: LabelBox): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Whether a line between two points runs through a box (Liang and Barsky). */
function crosses(from: Point, to: Point, { x, y, width, height }: LabelBox): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - x],
    [dx, x + width - from.x],
    [-dy, from.y - y],
    [dy, y + height - from.y],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false;
    } else if (step < 0) enters = Math.max(enters, room / step);
    else leaves = Math.min(leaves, room / step);
  }
  return enters <= leaves;
}

/**
 * Beside the points of lines: where there is a place free of labels, marks and lines, there; else over a line, else nowhere.
 */
export function besidePoints(labels: readonly DrawnLabel[], room: LabelBox): Placed[] {
  const points = labels.map(({ mark }) => middleOf(mark));
  const segments = labels.flatMap(({ series, index }, at): (readonly [Point, Point])[] => {
    const [next, from, to] = [labels[at + 1], points[at], points[at + 1]];
    const isNext = next?.series === series && next.index === index + 1;
    return isNext && from !== undefined && to !== undefined ? [[from, to]] : [];
  });
  const taken: LabelBox[] = [];
  return labels.map(({ mark, label: { width, height } }, at) => {
    const { x, y } = points[at] ?? { x: 0, y: 0 };
    const [up, side] = [mark.height / 2 + GAP + height / 2, mark.width / 2 + GAP + width / 2];
    const spots: Point[] = [
      ...[-up, up].map((by) => ({ x, y: y + by })),
      ...[-up, up].flatMap((by) => [side * 0.7, -side * 0.7].map((shift) => ({ x: x + shift, y: y + by }))),
      ...[side, -side].map((shift) => ({ x: x + shift, y })),
      ...[-up, up].map((by) => ({ x, y: y + by + Math.sign(by) * height })),
    ];
    const free = spots
      .map((spot) => boxAt(spot, width, height))
      .filter(
        (box) =>
          isInside(box, room) &&
          !taken.some((other) => meet(box, other)) &&
          !labels.some((other) => meet(box, other.mark)),
      );
    const found = free.find((box) => !segments.some(([from, to]) => crosses(from, to, box))) ?? free[0];
    if (found === undefined) return 'hide';
    taken.push(found);
    return { ...middleOf(found), rotate: 0 };
  });
}

/** Beyond the ends of bars that begin at 0: above or below them, right or left of them; all turned where they are too wide. */
export function beyondBars(
  labels: readonly (DrawnLabel & { readonly isNegative: boolean })[],
  room: LabelBox,
  isHorizontal: boolean,
): Placed[] {
  const place = (isTurned: boolean): Placed[] => {
    const taken: LabelBox[] = [];
    return labels.map(({ mark, label, isNegative }) => {
      const [width, height] = isTurned ? [label.height, label.width] : [label.width, label.height];
      const { x, y } = middleOf(mark);
      const sign = isNegative ? -1 : 1;
      const spot = isHorizontal
        ? { x: x + sign * (mark.width / 2 + GAP + width / 2), y }
        : { x, y: y - sign * (mark.height / 2 + GAP + height / 2) };
      const box = boxAt(spot, width, height);
      const isFree = (other: LabelBox): boolean => !meet(box, other);
      if (!isInside(box, room) || !taken.every(isFree) || !labels.every((other) => isFree(other.mark))) return 'hide';
      taken.push(box);
      return { ...spot, rotate: isTurned ? 90 : 0 };
    });
  };
  const lost = (places: readonly Placed[]): number => places.filter((one) => one === 'hide').length;
  const upright = place(false);
  if (isHorizontal || lost(upright) === 0) return upright;
  const turned = place(true);
  return lost(turned) < lost(upright) ? turned : upright;
}

/** Inside marks that have room, turned where only that fits. */
export function insideMarks(labels: readonly DrawnLabel[], canTurn: boolean): Placed[] {
  return labels.map(({ mark, label: { width, height } }) => {
    if (width <= mark.width && height <= mark.height) return 'keep';
    return canTurn && height <= mark.width && width <= mark.height ? { ...middleOf(mark), rotate: 90 } : 'hide';
  });
}

/** The option that places labels by a rule, and tells the caller how many had no room. */
export const placing = (look: ChartLook, rule: (labels: readonly DrawnLabel[]) => Placed[]): ChartOption => ({
  placeLabels: (labels) => {
    const places = rule(labels);
    const lost = places.filter((place) => place === 'hide').length;
    if (lost > 0) look.warnings.add(`Values without room, not written: ${lost} of ${labels.length}`);
    return places;
  },
});

/** Pixels beyond the outermost marks. */
export interface Beyond {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

/** Where labels of values may be: about the marks, so that those of the axes stay free. */
export function roomAbout(labels: readonly DrawnLabel[], { width, height }: ChartLook, beyond: Beyond): LabelBox {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const { mark } of labels) {
    [left, right] = [Math.min(left, mark.x), Math.max(right, mark.x + mark.width)];
    [top, bottom] = [Math.min(top, mark.y), Math.max(bottom, mark.y + mark.height)];
  }
  const [x, y] = [Math.max(2, left - beyond.left), Math.max(2, top - beyond.above)];
  return {
    x,
    y,
    width: Math.min(width - 2, right + beyond.right) - x,
    height: Math.min(height - 2, bottom + beyond.below) - y,
  };
}

/** How far an axis goes on beyond its values so that so many of its pixels are free there. */
export const gapFor = (needed: number, length: number): string =>
  `${Math.min(60, Math.round((130 * needed) / Math.max(needed, length - 2 * needed)))}%`;

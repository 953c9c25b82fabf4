import { overLimit } from '../../core/errors.js';
import type { Geodesics } from '../../engines/geodesics.js';
import { measured } from '../../formats/geojson-actions.js';
import type { Feature } from '../../lib/geo/model.js';
import { boxOf, type GeoParts, partsOf, placesOf } from '../../lib/geo/parts.js';

/** Features that are measured one by one. */
const MAX_MEASURED = 50_000;

/** A millimetre: sums of rounded numbers are rounded again. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function boxNumbers(parts: readonly GeoParts[]): number[] {
  const box = boxOf(
    (function* () {
      for (const one of parts) yield* placesOf(one);
    })(),
  );
  return box === undefined ? [] : [box.west, box.south, box.east, box.north];
}

const positionsIn = ({ points, lines, polygons }: GeoParts): number =>
  points.length + [...lines, ...polygons.flat()].reduce((sum, { length }) => sum + length, 0);

/** Lengths and areas of features, each and together. Throws LIMIT_EXCEEDED for too many. */
export function featureMeasures(features: readonly Feature[], geodesics: Geodesics) {
  if (features.length > MAX_MEASURED)
    throw overLimit(`At most ${MAX_MEASURED} features can be measured, got ${features.length}`);
  const parts = features.map(({ geometry }) => partsOf(geometry));
  const list = parts.map((one, index) => ({
    feature: index + 1,
    type: features[index]?.geometry?.type ?? '',
    positions: positionsIn(one),
    bbox: boxNumbers([one]),
    ...measured(one, geodesics),
  }));
  const total = (key: 'positions' | 'lengthMeters' | 'perimeterMeters' | 'areaSquareMeters'): number =>
    rounded(list.reduce((sum, item) => sum + item[key], 0));
  return {
    featureCount: features.length,
    positionCount: total('positions'),
    bbox: boxNumbers(parts),
    lengthMeters: total('lengthMeters'),
    perimeterMeters: total('perimeterMeters'),
    areaSquareMeters: total('areaSquareMeters'),
    features: list,
  };
}

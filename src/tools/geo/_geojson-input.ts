import { invalid, quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { readJson } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { readGeoJson } from '../../lib/geo/geojson.js';
import { type Budget, checkDegrees, type Feature } from '../../lib/geo/model.js';
import type { Box } from '../../lib/geo/parts.js';

/** The box of option `box`. Throws INVALID_INPUT. */
export function readBox(text: string): Box {
  const [west, south, east, north, ...more] = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const isBox =
    west !== undefined && south !== undefined && east !== undefined && north !== undefined && more.length === 0;
  if (!isBox || ![west, south, east, north].every(Number.isFinite) || west >= east || south >= north)
    throw invalid(
      `Option "box" must be four numbers, west, south, east, north, such as 5.9,47.2,15.1,55.1, got ${quote(text)}`,
    );
  if (Math.abs(west) > 360 || Math.abs(east) > 360 || Math.abs(south) > 90 || Math.abs(north) > 90)
    throw invalid(`Option "box" must be in degrees, got ${quote(text)}`);
  return { west, south, east, north };
}

/** The features of a text. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export function readFeatures({ text, label }: TextSource, budget: Budget): Feature[] {
  const document = readJson(text, label);
  return refusing(`Cannot read ${label} as GeoJSON`, () => {
    const features = readGeoJson(document, budget);
    for (const { geometry } of features) if (geometry !== null) checkDegrees(geometry, 360);
    return features;
  });
}

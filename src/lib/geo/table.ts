import { formatRecord } from '../csv/write.js';
import { ContentFault, inPart, LimitFault } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import { type Cell, cellText, uniqueColumns } from '../table/table.js';
import { BoundedText } from '../text/bounded-text.js';

import type { MappedFeatures, MapSystem } from './map-system.js';
import { type Budget, build, type Feature, type Geometry, numberText, propertiesWithId } from './model.js';
import { readWkt, wktOf } from './wkt.js';

export interface PlaceColumns {
  readonly latColumn: string;
  readonly lonColumn: string;
}

const DEFAULTS: PlaceColumns = { latColumn: 'lat', lonColumn: 'lon' };
const LATITUDES = ['lat', 'latitude', 'y'];
const LONGITUDES = ['lon', 'lng', 'long', 'longitude', 'x'];
const HEIGHTS = ['ele', 'elevation', 'alt', 'altitude', 'z'];
const TEXTS = ['wkt', 'geometry', 'geom', 'the_geom'];

/**
 * Rows as points, or as the geometries of a column of WKT. With the names left as they are by default, other usual names are found
 * too. A row without a place has no geometry. Throws ContentFault naming the row (from 1, below the header), LimitFault.
 */
export function readGeoTable(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  texts: readonly (readonly string[])[],
  names: PlaceColumns,
  budget: Budget,
): MappedFeatures {
  const lower = columns.map((column) => column.trim().toLowerCase());
  const find = (wanted: readonly string[]): number => {
    for (const name of wanted) if (lower.includes(name)) return lower.indexOf(name);
    return -1;
  };
  const own = (key: keyof PlaceColumns, usual: readonly string[]): number => {
    const exact = columns.indexOf(names[key]);
    if (exact >= 0) return exact;
    return find(names[key] === DEFAULTS[key] ? usual : [names[key].trim().toLowerCase()]);
  };
  const lat = own('latColumn', LATITUDES);
  const lon = own('lonColumn', LONGITUDES);
  const wkt = lat < 0 || lon < 0 ? find(TEXTS) : -1;
  if (wkt < 0) {
    const missing = lat < 0 ? 'latColumn' : lon < 0 ? 'lonColumn' : undefined;
    if (missing !== undefined)
      throw new ContentFault(`there is no column ${JSON.stringify(names[missing].slice(0, 80))} (option "${missing}")`);
  }
  const ele = wkt < 0 ? find(HEIGHTS) : -1;
  const isEle = ele !== lat && ele !== lon && isHeightColumn(texts, ele);
  const places = wkt < 0 ? (isEle ? [lat, lon, ele] : [lat, lon]) : [wkt];
  const keys = uniqueColumns(columns);
  const systems: (MapSystem | undefined)[] = [];
  const features = rows.map((row, index): Feature => {
    budget.addFeature();
    const cells = texts[index] ?? [];
    return inPart(`row ${index + 1}`, () => {
      const properties = new Map<string, JsonValue>();
      // Cells that a short row lacks are left out: many columns and many rows would else make billions of nothing.
      keys.slice(0, row.length).forEach((key, i) => {
        if (!places.includes(i)) properties.set(key, row[i] ?? null);
      });
      if (wkt < 0) return { id: undefined, geometry: placeOf(cells, places, columns, budget), properties };
      const { geometry, system } = wktGeometry(cells[wkt] ?? '', budget);
      systems[index] = system;
      return { id: undefined, geometry, properties };
    });
  });
  return { features, systemOf: (index) => systems[index] };
}

/** A column with a usual name for heights that holds something else stays a property. */
const isHeightColumn = (texts: readonly (readonly string[])[], column: number): boolean =>
  column >= 0 &&
  texts.every((cells) => (cells[column] ?? '').trim() === '' || numberText((cells[column] ?? '').trim()) !== undefined);

function wktGeometry(text: string, budget: Budget): { geometry: Geometry | null; system: MapSystem | undefined } {
  if (text.trim() === '') return { geometry: null, system: undefined };
  const { features, systemOf } = readWkt(text, budget);
  if (features.length > 1) throw new ContentFault(`one geometry must stand in a cell, got ${features.length}`);
  return { geometry: features[0]?.geometry ?? null, system: systemOf(0) };
}

function placeOf(
  cells: readonly string[],
  [lat = 0, lon = 0, ele]: readonly number[],
  columns: readonly string[],
  budget: Budget,
): Geometry | null {
  const textAt = (column: number): string => (cells[column] ?? '').trim();
  if (textAt(lat) === '' && textAt(lon) === '') return null;
  budget.addVertices(1);
  const part = (column: number, most: number): string => {
    const number = numberText(textAt(column));
    if (number === undefined || Math.abs(Number(number)) > most) {
      const wanted = `${JSON.stringify((columns[column] ?? '').slice(0, 80))} must be a number from -${most} to ${most}`;
      throw new ContentFault(`column ${wanted}, got ${JSON.stringify(textAt(column).slice(0, 40))}`);
    }
    return number;
  };
  const position = [part(lon, 360), part(lat, 90)];
  const height = ele === undefined ? undefined : numberText(textAt(ele));
  return build.point(height === undefined ? position : [...position, height]);
}

const MAX_COLUMNS = 16_384;

/**
 * CSV: latitude and longitude (and `ele`) where all geometries are points, else a column `wkt`. Properties that bear those names
 * get a number. Throws LimitFault. LimitFault where it gets too long.
 */
export function writeGeoTable(features: readonly Feature[], names: PlaceColumns, delimiter: string): string {
  const all = features.map(propertiesWithId);
  const keys = new Set<string>();
  for (const properties of all) {
    for (const key of properties.keys()) keys.add(key);
    if (keys.size > MAX_COLUMNS) throw new LimitFault(`it must have at most ${MAX_COLUMNS} different properties`);
  }
  const isPoints = features.every(({ geometry }) => geometry === null || geometry.type === 'Point');
  const hasZ = features.some(({ geometry }) => geometry?.type === 'Point' && geometry.coordinates.length > 2);
  const placeNames = isPoints ? [names.latColumn, names.lonColumn, ...(hasZ ? ['ele'] : [])] : ['wkt'];
  const out = new BoundedText();
  out.add(`${formatRecord(uniqueColumns([...placeNames, ...keys]), delimiter)}\n`);
  features.forEach(({ geometry }, index) => {
    const point = geometry?.type === 'Point' ? geometry.coordinates : [];
    const place = isPoints
      ? [point[1] ?? '', point[0] ?? '', ...(hasZ ? [point[2] ?? ''] : [])]
      : [geometry === null ? '' : wktOf(geometry)];
    const cells = Array.from(keys, (key) => cellText(all[index]?.get(key)));
    out.add(`${formatRecord([...place, ...cells], delimiter)}\n`);
  });
  return out.toString();
}

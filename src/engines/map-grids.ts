/** Grids of maps over WGS 84: UTM, MGRS, Web Mercator, the grid of Great Britain, Plus Codes; and the systems of other maps. */

import { ContentFault } from '../lib/faults.js';
import { BRITISH_GRID, type MapSystem, utmZone, WEB_MERCATOR } from '../lib/geo/map-system.js';
import { doubleText, type GeoPosition } from '../lib/geo/model.js';
import type { Place } from '../lib/geo/place-text.js';

interface GridPoint {
  readonly easting: number;
  readonly northing: number;
}

export interface UtmPoint extends GridPoint {
  readonly zone: number;
  readonly isNorth: boolean;
}

export interface MapGrids {
  readonly toUtm: (place: Place) => UtmPoint;
  readonly fromUtm: (point: UtmPoint) => Place;
  /** `digits` of easting and of northing, 0 to 5. */
  readonly toMgrs: (place: Place, digits: number) => string;
  /** The middle of the square; `undefined` where it is not one. */
  readonly fromMgrs: (text: string) => Place | undefined;
  readonly toWebMercator: (place: Place) => GridPoint;
  readonly fromWebMercator: (point: GridPoint) => Place;
  /** OSGB36 by seven parameters: right to about five metres. */
  readonly toBritish: (place: Place) => GridPoint;
  readonly fromBritish: (point: GridPoint) => Place;
  readonly toPlusCode: (place: Place, length: number) => string;
  /** The middle of the area; `undefined` where it is not a full code. */
  readonly fromPlusCode: (text: string) => Place | undefined;
}

const WGS84 = '+proj=longlat +datum=WGS84 +no_defs';
/** The zone with the exceptions of Norway and Svalbard (DMA TM 8358.1). */
function zoneOf({ latitude, longitude }: Place): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && latitude <= 84 && longitude >= 0 && longitude < 42)
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

export async function openMapGrids(): Promise<MapGrids> {
  const [{ default: proj4 }, loaded, { default: locations }] = await Promise.all([
    import('proj4'),
    import('mgrs'),
    import('open-location-code'),
  ]);
  // Node gives what a CommonJS module exports as its default alone, which its types do not know.
  const mgrs = 'default' in loaded ? (loaded.default as typeof loaded) : loaded;
  const codes = new locations.OpenLocationCode();
  // Definitions are read once each: that takes longer than to convert a place.
  const open = (to: string) => proj4(WGS84, to);
  const converters = new Map<string, ReturnType<typeof open>>();
  const converter = (to: string) => {
    const found = converters.get(to) ?? open(to);
    converters.set(to, found);
    return found;
  };
  const forward = (to: string, { latitude, longitude }: Place): GridPoint => {
    const [easting = 0, northing = 0] = converter(to).forward([longitude, latitude]);
    return { easting, northing };
  };
  const back = (from: string, { easting, northing }: GridPoint): Place => {
    const [longitude = 0, latitude = 0] = converter(from).inverse([easting, northing]);
    return { latitude, longitude };
  };
  return {
    toUtm: (place) => {
      const [zone, isNorth] = [zoneOf(place), place.latitude >= 0];
      return { zone, isNorth, ...forward(utmZone(zone, isNorth), place) };
    },
    fromUtm: (point) => back(utmZone(point.zone, point.isNorth), point),
    toMgrs: ({ latitude, longitude }, digits) => mgrs.forward([longitude, latitude], digits),
    fromMgrs: (text) => {
      try {
        const [longitude, latitude] = mgrs.toPoint(text);
        return { latitude, longitude };
      } catch {
        // The package throws texts and errors of no class of its own for what is not a reference.
        return undefined;
      }
    },
    toWebMercator: (place) => forward(WEB_MERCATOR, place),
    fromWebMercator: (point) => back(WEB_MERCATOR, point),
    toBritish: (place) => forward(BRITISH_GRID, place),
    fromBritish: (point) => back(BRITISH_GRID, point),
    // The package subtracts, so that what is on an edge would fall below it: a tenth of a millimetre puts it right.
    toPlusCode: ({ latitude, longitude }, length) => codes.encode(latitude + 1e-9, longitude + 1e-9, length),
    fromPlusCode: (text) => {
      if (!codes.isFull(text)) return undefined;
      const { latitudeCenter, longitudeCenter } = codes.decode(text);
      return { latitude: latitudeCenter, longitude: longitudeCenter };
    },
  };
}

/** Decimals of a degree: a tenth of a millimetre. */
const DECIMALS = 9;

/**
 * What turns positions of a system into longitude and latitude in degrees; heights stay. Throws ContentFault for a system that is not
 * known or whose parameters are none, and so does what it returns for positions that lie outside of the system.
 */
export async function openMapSystem({ name, definition }: MapSystem): Promise<(position: GeoPosition) => GeoPosition> {
  const { default: proj4 } = await import('proj4');
  const shown = JSON.stringify(name.slice(0, 80));
  const converter = opened(() => proj4(definition), shown);
  return ([x = '', y = '', ...rest]) => {
    const place = opened(() => converter.inverse([Number(x), Number(y)]), shown);
    const [longitude = Number.NaN, latitude = Number.NaN] = place;
    if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
      throw new ContentFault(`position ${x.slice(0, 40)}, ${y.slice(0, 40)} must lie in ${shown}`);
    return [degrees(longitude), degrees(latitude), ...rest];
  };
}

function opened<Result>(work: () => Result, shown: string): Result {
  try {
    return work();
  } catch (error) {
    // The package throws errors, and texts, of many kinds.
    const message = `its coordinate system ${shown} cannot be converted to WGS 84`;
    throw new ContentFault(message, message, undefined, { cause: error });
  }
}

const degrees = (value: number): string => doubleText(Number(value.toFixed(DECIMALS)));

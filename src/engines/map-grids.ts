/** Grids of maps over WGS 84: UTM, MGRS, Web Mercator, the grid of Great Britain, Plus Codes. */

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
/** EPSG:27700 with the transformation EPSG:1314. */
const BRITISH =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs';
const WEB_MERCATOR =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';

/** The zone with the exceptions of Norway and Svalbard (DMA TM 8358.1). */
function utmZone({ latitude, longitude }: Place): number {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  if (latitude >= 72 && latitude <= 84 && longitude >= 0 && longitude < 42)
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

const utm = (zone: number, isNorth: boolean): string =>
  `+proj=utm +zone=${zone}${isNorth ? '' : ' +south'} +datum=WGS84 +units=m +no_defs`;

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
      const [zone, isNorth] = [utmZone(place), place.latitude >= 0];
      return { zone, isNorth, ...forward(utm(zone, isNorth), place) };
    },
    fromUtm: (point) => back(utm(point.zone, point.isNorth), point),
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
    toBritish: (place) => forward(BRITISH, place),
    fromBritish: (point) => back(BRITISH, point),
    // The package subtracts, so that what is on an edge would fall below it: a tenth of a millimetre puts it right.
    toPlusCode: ({ latitude, longitude }, length) => codes.encode(latitude + 1e-9, longitude + 1e-9, length),
    fromPlusCode: (text) => {
      if (!codes.isFull(text)) return undefined;
      const { latitudeCenter, longitudeCenter } = codes.decode(text);
      return { latitude: latitudeCenter, longitude: longitudeCenter };
    },
  };
}

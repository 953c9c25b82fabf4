/** Coordinate systems of maps, as `.prj` files (WKT) and the member "crs" of older GeoJSON name them. */

import { ContentFault } from '../faults.js';
import type { Feature } from './model.js';

/** WGS 84 in longitude and latitude, as ESRI writes it. */
export const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** The same as OGC writes it, in a GeoPackage. */
export const WGS84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** What describes the system of a map: WKT, or a text of PROJ. `name` is for messages. */
export interface MapSystem {
  readonly name: string;
  readonly definition: string;
}

/** Features as they were read, and the system of each where it is not longitude and latitude. */
export interface MappedFeatures {
  readonly features: readonly Feature[];
  readonly systemOf: (index: number) => MapSystem | undefined;
}

const MAX_WKT_CHARACTERS = 20_000;

/**
 * The system of a definition in WKT, which `.prj` files and GeoPackages have; `undefined` for longitude and latitude of WGS 84. Systems
 * within a metre or two of it (ETRS89, NAD83, GDA94 and 2020, CGCS2000) are taken as they are, as maps on the web take them. Throws
 * ContentFault for what cannot be converted; `source` is what has the definition: `the .prj file`.
 */
export function systemOfWkt(prj: string, source: string): MapSystem | undefined {
  const [, kind = '', name = ''] = /^\ufeff?\s*(\w+)\s*\[\s*"([^"]*)"/.exec(prj) ?? [];
  if (/^(?:GEOGCS|GEOGCRS|GEODCRS|BASEGEOGCRS|GEODETICCRS|GEOGRAPHICCRS)$/i.test(kind) && isNear(name))
    return undefined;
  const projection = /\bPROJECTION\s*\[\s*"([^"]{0,60})"/i.exec(prj)?.[1] ?? '';
  const datum = /\bDATUM\s*\[\s*"([^"]{0,80})"/i.exec(prj)?.[1] ?? '';
  const isShiftKnown = isNear(datum) || SHIFTED.has(plain(datum)) || /\bTOWGS84\s*\[/i.test(prj);
  if (kind.toUpperCase() === 'PROJCS' && PROJECTIONS.has(plain(projection)) && isShiftKnown) {
    if (prj.length > MAX_WKT_CHARACTERS)
      throw new ContentFault(
        `${source} must have at most ${MAX_WKT_CHARACTERS} characters for its coordinate system, got ${prj.length}`,
      );
    return { name, definition: prj.replace(/^\ufeff/, '') };
  }
  const shown = name === '' ? 'no coordinate system' : JSON.stringify(name.slice(0, 80));
  throw new ContentFault(
    `its coordinates must be in a system that can be converted to WGS 84, ${source} says ${shown}: convert it with "ogr2ogr -t_srs EPSG:4326" first`,
  );
}

/** The system of a number of EPSG; `undefined` for longitude and latitude of WGS 84 or near it, `'unknown'` for others. */
export function systemOfEpsg(code: number): MapSystem | undefined | 'unknown' {
  if (LONGITUDE_LATITUDE.has(code)) return undefined;
  const definition = definitionOf(code);
  return definition === undefined ? 'unknown' : { name: `EPSG:${code}`, definition };
}

/**
 * The system of an SRID as PostGIS and others write it, which is a code of EPSG; 0 stands for none. Throws ContentFault for what cannot
 * be converted.
 */
export function systemOfSrid(srid: number): MapSystem | undefined {
  const system = srid === 0 ? undefined : systemOfEpsg(srid);
  if (system !== 'unknown') return system;
  throw new ContentFault(
    `its coordinates must be in a system that can be converted to WGS 84, got SRID ${srid}: convert it with "ogr2ogr -s_srs EPSG:${srid} -t_srs EPSG:4326" first`,
  );
}

/** WGS 84 in two and three dimensions, ETRS89, NAD83, GDA94, GDA2020. */
const LONGITUDE_LATITUDE: ReadonlySet<number> = new Set([4326, 4979, 4258, 4937, 4269, 4283, 7844]);

export const WEB_MERCATOR =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
/** EPSG:27700 with the transformation EPSG:1314. */
export const BRITISH_GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs';

const utm = (zone: number, datum: string): string => `+proj=utm +zone=${zone} ${datum} +units=m +no_defs`;

/** A zone of UTM on WGS 84. */
export const utmZone = (zone: number, isNorth: boolean): string =>
  utm(zone, isNorth ? '+datum=WGS84' : '+south +datum=WGS84');

/** The EPSG Geodetic Parameter Dataset: the systems whose coordinates are met most often without a definition beside them. */
function definitionOf(code: number): string | undefined {
  if (code === 3857 || code === 900913 || code === 102100) return WEB_MERCATOR;
  if (code > 32600 && code <= 32660) return utmZone(code - 32600, true);
  if (code > 32700 && code <= 32760) return utmZone(code - 32700, false);
  if (code >= 25828 && code <= 25838) return utm(code - 25800, GRS80);
  if (code >= 26901 && code <= 26923) return utm(code - 26900, GRS80);
  return NATIONAL.get(code);
}

const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0';

const NATIONAL: ReadonlyMap<number, string> = new Map([
  [2154, `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80} +units=m +no_defs`],
  [3035, `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${GRS80} +units=m +no_defs`],
  [3006, utm(33, GRS80)],
  [3067, utm(35, GRS80)],
  [2180, `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${GRS80} +units=m +no_defs`],
  [27700, BRITISH_GRID],
]);

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:gcs|d)_/, '')
    .replace(/[^a-z0-9+]/g, '');

const isNear = (name: string): boolean => NEAR_WGS84.test(plain(name));

/** Names of datums and of longitude and latitude on them. */
const NEAR_WGS84 =
  /^(?:wgs(?:19)?84.*|worldgeodeticsystem1984.*|etrs(?:19)?89|etrf.*|europeanterrestrialreferencesystem1989.*|nad(?:19)?83.*|northamerican(?:datum)?(?:of)?1983.*|gda(?:19)?94|geocentricdatumofaustralia(?:1994|2020)|gda2020|chinageodeticcoordinatesystem2000|china2000|cgcs2000|itrf.*|rgf(?:19)?93.*|reseaugeodesiquefrancais1993.*|sirgas2000|sirgas|sistemadereferenciageocentricoparalasamericas2000|sweref99|nzgd2000|newzealandgeodeticdatum2000|jgd2000|jgd2011|japanesegeodeticdatum20(?:00|11)|korea2000|geocentricdatumofkorea|kgd2002|estonia1997|irenet95|hartebeesthoek(?:19)?94)$/;

/** Datums whose shift the converter knows by name: a few metres for OSGB 1936 and MGI, under a metre for Switzerland. */
const SHIFTED: ReadonlySet<string> = new Set([
  'osgb1936',
  'osgb36',
  'ch1903',
  'ch1903+',
  'mgi',
  'militargeographischeinstitut',
]);

/** Projections whose results were compared with those of PROJ. */
const PROJECTIONS: ReadonlySet<string> = new Set([
  'transversemercator',
  'gausskruger',
  'mercatorauxiliarysphere',
  'lambertconformalconic',
  'lambertconformalconic1sp',
  'lambertconformalconic2sp',
  'albers',
  'albersconicequalarea',
  'lambertazimuthalequalarea',
  'mollweide',
  'hotineobliquemercatorazimuthcenter',
]);

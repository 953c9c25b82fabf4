import type { MapGrids } from '../../engines/map-grids.js';
import { ContentFault, unlessFaulty } from '../../lib/faults.js';
import {
  fromBritishGrid,
  fromGeohash,
  fromMaidenhead,
  toBritishGrid,
  toGeohash,
  toMaidenhead,
  toTile,
} from '../../lib/geo/place-codes.js';
import { checkedPlace, type Place, readPlace } from '../../lib/geo/place-text.js';

export const READ_FORMS = [
  'auto',
  'degrees',
  'utm',
  'mgrs',
  'geohash',
  'plus-code',
  'maidenhead',
  'osgb',
  'web-mercator',
] as const;
export type ReadForm = (typeof READ_FORMS)[number];

export const WRITTEN_FORMS = [
  'decimal',
  'dms',
  'ddm',
  'utm',
  'mgrs',
  'geohash',
  'plus-code',
  'maidenhead',
  'osgb',
  'web-mercator',
  'tile',
  'geo-uri',
] as const;
export type WrittenForm = (typeof WRITTEN_FORMS)[number];

type EverywhereForm = 'decimal' | 'dms' | 'ddm' | 'geohash' | 'plus-code' | 'maidenhead' | 'geo-uri';

const UTM = /^(\d{1,2})\s*([A-HJ-NP-Z])?\s+(\d{4,7}(?:\.\d+)?)\s*m?\s*e?[\s,]+(\d{1,8}(?:\.\d+)?)\s*m?\s*n?$/i;
const MGRS = /^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z]{2}(?:\d\d){0,5}$/i;
const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]*$|^[2-9CFGHJMPQRVWX]{2,6}0{2,6}\+$/i;

/** N and S may be the hemisphere or, as the letter of a band, both north of 0 and south: bands from N on are north. */
function fromUtm(text: string, grids: MapGrids): Place | undefined {
  const [, zone = '', band = '', easting, northing] = UTM.exec(text) ?? [];
  if (northing === undefined) return undefined;
  const letter = band.toUpperCase();
  if (letter === '')
    throw new ContentFault('UTM needs the letter of a band or hemisphere behind the zone, as in 33N or 33U');
  if (Number(zone) < 1 || Number(zone) > 60) throw new ContentFault(`UTM has zones 1 to 60, not ${zone}`);
  // 33S alone is read as south, as most software writes hemispheres; the band S is found by its northing only.
  const isNorth = letter !== 'S' && letter >= 'N';
  return grids.fromUtm({ zone: Number(zone), isNorth, easting: Number(easting), northing: Number(northing) });
}

const READERS: Readonly<Record<Exclude<ReadForm, 'auto'>, (text: string, grids: MapGrids) => Place | undefined>> = {
  degrees: readPlace,
  utm: fromUtm,
  mgrs: (text, grids) =>
    MGRS.test(text.replace(/\s/g, '')) ? grids.fromMgrs(text.replace(/\s/g, '').toUpperCase()) : undefined,
  geohash: (text) => (/^[0-9a-z]{1,20}$/i.test(text) ? fromGeohash(text) : undefined),
  'plus-code': (text, grids) => (PLUS_CODE.test(text) ? grids.fromPlusCode(text.toUpperCase()) : undefined),
  maidenhead: (text) => fromMaidenhead(text),
  osgb: (text, grids) => {
    const point = fromBritishGrid(text);
    return point === undefined ? undefined : grids.fromBritish(point);
  },
  'web-mercator': (text, grids) => {
    const [, easting, northing] = /^\(?(-?\d{1,8}(?:\.\d+)?)[\s,;]+(-?\d{1,8}(?:\.\d+)?)\)?$/.exec(text) ?? [];
    return northing === undefined
      ? undefined
      : grids.fromWebMercator({ easting: Number(easting), northing: Number(northing) });
  },
};

/** In this order: what one form takes, no later one has. */
const GUESSES = ['plus-code', 'mgrs', 'utm', 'osgb', 'maidenhead'] as const;

/** Six characters and more, with a digit and a letter: shorter ones are words. */
const GEOHASH = /^(?=.*\d)(?=.*[a-z])[0-9b-hjkmnp-z]{6,12}$/;

/** A place in a form, and which it was. Throws `ContentFault`. */
function readForm(written: string, form: ReadForm, grids: MapGrids): { readonly place: Place; readonly form: string } {
  const text = written.trim();
  if (text.length > 2000) throw new ContentFault('a place must have fewer than 2001 characters');
  if (form !== 'auto') {
    const place = READERS[form](text, grids);
    if (place === undefined)
      throw new ContentFault(`${JSON.stringify(text.slice(0, 60))} is not a place in the form ${form}`);
    return { place: checkedPlace(place.latitude, place.longitude), form };
  }
  for (const guess of GUESSES) {
    const place = READERS[guess](text, grids);
    if (place !== undefined && Number.isFinite(place.latitude))
      return { place: checkedPlace(place.latitude, place.longitude), form: guess };
  }
  const place = GEOHASH.test(text) ? fromGeohash(text) : undefined;
  return place === undefined ? { place: readPlace(text), form: 'degrees' } : { place, form: 'geohash' };
}

type Found = ReturnType<typeof readForm>;

/** The places of a line: one, or several with `;` or `|` between where it is not one. Throws `ContentFault`. */
export function readPlaces(written: string, form: ReadForm, grids: MapGrids): readonly Found[] {
  const parts = written.split(/[;|]/).filter((part) => part.trim() !== '');
  const several =
    parts.length < 2 || parts.length > 500 || unlessFaulty(() => readForm(written, form, grids)) !== undefined
      ? undefined
      : unlessFaulty(() => parts.map((part) => readForm(part, form, grids)));
  return several ?? [readForm(written, form, grids)];
}

/** Whole units of the last part, so that 59.999″ never reads as 60″. */
function sexagesimal(value: number, sides: readonly [string, string], parts: 2 | 3, decimals: number): string {
  const scale = 60 ** (parts - 1) * 10 ** decimals;
  let units = Math.round(Math.abs(value) * scale);
  const last = 60 * 10 ** decimals;
  const smallest = units % last;
  units = Math.floor(units / last);
  const shown = (smallest / 10 ** decimals).toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, '0');
  const side = sides[value < 0 ? 1 : 0];
  return parts === 2
    ? `${units}°${shown}'${side}`
    : `${Math.floor(units / 60)}°${String(units % 60).padStart(2, '0')}'${shown}"${side}`;
}

const BANDS = 'CDEFGHJKLMNPQRSTUVWXX';
const bandOf = (latitude: number): string => BANDS[Math.floor((latitude + 80) / 8)] ?? '';

/** A place in every form; null where a grid does not reach. */
export function writeForms(
  place: Place,
  grids: MapGrids,
): Readonly<Record<EverywhereForm, string> & Record<Exclude<WrittenForm, EverywhereForm>, string | null>> {
  const { latitude, longitude } = place;
  const decimal = (value: number): string => String(Number(value.toFixed(7)) + 0);
  const isInUtm = latitude >= -80 && latitude <= 84;
  const utm = isInUtm ? grids.toUtm(place) : undefined;
  const isInMercator = Math.abs(latitude) <= 85.06;
  const mercator = isInMercator ? grids.toWebMercator(place) : undefined;
  const isNearBritain = latitude > 49 && latitude < 62 && longitude > -9.5 && longitude < 4;
  const british = isNearBritain ? grids.toBritish(place) : undefined;
  const angles = (parts: 2 | 3, decimals: number): string =>
    `${sexagesimal(latitude, ['N', 'S'], parts, decimals)} ${sexagesimal(longitude, ['E', 'W'], parts, decimals)}`;
  return {
    decimal: `${decimal(latitude)}, ${decimal(longitude)}`,
    dms: angles(3, 2),
    ddm: angles(2, 4),
    utm:
      utm === undefined ? null : `${utm.zone}${bandOf(latitude)} ${utm.easting.toFixed(2)} ${utm.northing.toFixed(2)}`,
    mgrs: isInUtm ? grids.toMgrs(place, 5) : null,
    geohash: toGeohash(place, 11),
    'plus-code': grids.toPlusCode(place, 11),
    maidenhead: toMaidenhead(place, 4),
    osgb: british === undefined ? null : (toBritishGrid(british.easting, british.northing) ?? null),
    'web-mercator': mercator === undefined ? null : `${mercator.easting.toFixed(2)}, ${mercator.northing.toFixed(2)}`,
    tile: isInMercator ? toTile(place, 15) : null,
    'geo-uri': `geo:${decimal(latitude)},${decimal(longitude)}`,
  };
}

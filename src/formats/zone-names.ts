import { invalid, quote } from '../core/errors.js';
import { canonicalName, namedZone, zoneNames } from '../engines/zone-data.js';
import { isoOffset } from '../lib/time/civil.js';
import { UTC_OFFSET_HOURS } from '../lib/time/read-time.js';
import { PLACES_BY_ZONE } from '../lib/zones/places.data.js';
import { fixedZone, type Zone } from '../lib/zones/zone.js';

/** Time zones as people name them: by the IANA database, an offset, a city, a country with one time, or an abbreviation. */

const AREAS = /^(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[^/]+$/;
/** Names of islands and regions by which people mean larger places. */
const NOT_CITIES =
  /^(?:America\/Santa_Isabel|Atlantic\/Stanley|Australia\/(?:North|South|Victoria|West)|Indian\/Mahe|Pacific\/(?:Chatham|Johnston|Norfolk|Samoa))$/;

const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replaceAll('’', "'");

/** Zones by what people call their places, in lower case. */
let places: ReadonlyMap<string, string> | undefined;

function placeZones(): ReadonlyMap<string, string> {
  if (places !== undefined) return places;
  const known = new Map<string, string>();
  const several = new Set<string>();
  for (const name of zoneNames()) {
    if (!AREAS.test(name) || NOT_CITIES.test(name)) continue;
    const key = keyOf(name.slice(name.indexOf('/') + 1));
    const other = known.get(key);
    if (other !== undefined && canonicalName(other) !== canonicalName(name)) several.add(key);
    // Of two names of one zone the one that the database itself uses.
    if (other === undefined || canonicalName(name) === name) known.set(key, name);
  }
  for (const key of several) known.delete(key);
  for (const [zone, list] of Object.entries(PLACES_BY_ZONE))
    for (const name of list.split(', ')) known.set(keyOf(name), zone);
  places = known;
  return known;
}

/** Names that stand for one zone without the database having them, by their zone; for tests. */
export const namedPlaces = (): ReadonlyMap<string, string> => placeZones();

function offsetZone(text: string): Zone | undefined {
  const [, sign, hours = '', minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const size = Number(hours) * 3600 + Number(minutes) * 60;
  return zoneOfOffset(sign === '-' ? 0 - size : size);
}

const zoneOfOffset = (seconds: number): Zone => fixedZone(isoOffset(seconds), seconds);

let abbreviations: ReadonlyMap<string, ReadonlyMap<number, string>> | undefined;

/** The offsets that zones use an abbreviation for by the rules of today, with a zone for each. */
function abbreviated(text: string): ReadonlyMap<number, string> {
  abbreviations ??= abbreviationsOfToday();
  return abbreviations.get(text) ?? new Map();
}

function abbreviationsOfToday(): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const known = new Map<string, Map<number, string>>();
  for (const name of zoneNames()) {
    const zone = AREAS.test(name) && canonicalName(name) === name ? namedZone(name) : undefined;
    for (const { abbreviation, offset } of zone === undefined ? [] : rulesOfToday(zone)) {
      const offsets = known.get(abbreviation) ?? new Map<number, string>();
      known.set(abbreviation, offsets);
      if (!offsets.has(offset)) offsets.set(offset, name);
    }
  }
  return known;
}

const rulesOfToday = ({ changes, abbreviations: names, offsets }: Zone) =>
  changes.length > 0 ? changes : [{ abbreviation: names.at(-1) ?? '', offset: offsets.at(-1) ?? 0 }];

/**
 * The zone that a text names: one of the IANA database in any case, an offset such as +05:30, a city or country with one time, or an
 * abbreviation that has one meaning (JST) or is of RFC 2822 (PST). `undefined` for others.
 */
export function findZone(written: string): Zone | undefined {
  const text = written
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\u2212/g, '-');
  if (text === '' || text === 'Z') return namedZone('UTC');
  const named = namedZone(text.replaceAll(' ', '_')) ?? offsetZone(text.replaceAll(' ', ''));
  if (named !== undefined) return named;
  const place = placeZones().get(keyOf(text));
  if (place !== undefined) return namedZone(place);
  if (!/^[A-Za-z]{3,5}$/.test(text)) return undefined;
  const short = text.toUpperCase();
  const hours = Object.hasOwn(UTC_OFFSET_HOURS, short) ? UTC_OFFSET_HOURS[short] : undefined;
  if (hours !== undefined) return zoneOfOffset(hours * 3600);
  const [[offset] = [], ...more] = abbreviated(short);
  return offset === undefined || more.length > 0 ? undefined : zoneOfOffset(offset);
}

/** The zone of an option, as `findZone` has it. Throws INVALID_INPUT with the zones that may be meant. */
export function readZone(name: string, option = 'timezone'): Zone {
  return findZone(name) ?? refuseZone(`Option ${quote(option)}`, name);
}

/** Says which zones a text may mean. Throws INVALID_INPUT. */
export function refuseZone(what: string, name: string): never {
  const meant = suggestedZones(name);
  const hint = meant.length === 0 ? '' : `; ${meant.join(' or ')} may be meant`;
  throw invalid(
    `${what} is not a time zone such as Europe/Berlin, a known city or an offset, got ${quote(name)}${hint}`,
  );
}

function suggestedZones(written: string): string[] {
  const key = written.trim().toLowerCase().replaceAll(' ', '_');
  if (key.length < 3) return [];
  const short = /^[a-z]{3,5}$/.test(key) ? [...abbreviated(key.toUpperCase()).values()] : [];
  if (short.length > 0) return short.slice(0, 4);
  const named = zoneNames().filter((name) => name.includes('/') && !name.startsWith('Etc/'));
  const same = named.filter((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase() === key);
  return (same.length > 0 ? same : named.filter((name) => name.toLowerCase().includes(key))).slice(0, 3);
}

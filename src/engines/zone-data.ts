import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { unpackZone } from '../lib/zones/packed-zones.js';
import type { Zone } from '../lib/zones/zone.js';

/** The IANA time zone database of the version that Moment Timezone carries: the same on every machine, whatever its ICU has. */

interface ZoneData {
  readonly version: string;
  /** By lower-case name, packed or unpacked. */
  readonly zones: Map<string, string | Zone>;
  /** Lower-case alias to name of the zone it stands for. */
  readonly links: ReadonlyMap<string, string>;
  /** Every name as the database spells it, aliases too, by lower-case name. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of zones by ISO 3166 code of the country. */
  readonly countries: ReadonlyMap<string, readonly string[]>;
}

interface PackedData {
  readonly version: string;
  readonly zones: readonly string[];
  readonly links: readonly string[];
  readonly countries: readonly string[];
}

let loaded: ZoneData | undefined;

function zoneData(): ZoneData {
  loaded ??= load();
  return loaded;
}

function load(): ZoneData {
  const path = createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json');
  const data = JSON.parse(readFileSync(path, 'utf8')) as PackedData;
  const zones = new Map<string, string | Zone>();
  const names = new Map<string, string>();
  const links = new Map<string, string>();
  for (const packed of data.zones) {
    const name = packed.slice(0, packed.indexOf('|'));
    zones.set(name.toLowerCase(), packed);
    names.set(name.toLowerCase(), name);
  }
  for (const link of data.links) {
    const [target = '', alias = ''] = link.split('|');
    links.set(alias.toLowerCase(), target);
    names.set(alias.toLowerCase(), alias);
  }
  const countries = new Map(
    data.countries.map((country) => {
      const [code = '', list = ''] = country.split('|');
      return [code, list.split(' ')] as const;
    }),
  );
  return { version: data.version, zones, links, names, countries };
}

export const zoneVersion = (): string => zoneData().version;

/** The zone of a name in any case, under the name that was asked for; `undefined` where the database has none. */
export function namedZone(name: string): Zone | undefined {
  const { zones, links, names } = zoneData();
  const key = name.toLowerCase();
  const spelled = names.get(key);
  if (spelled === undefined) return undefined;
  const own = (links.get(key) ?? spelled).toLowerCase();
  const held = zones.get(own);
  if (held === undefined) return undefined;
  const zone = typeof held === 'string' ? unpackZone(held) : held;
  zones.set(own, zone);
  if (zone.name === spelled) return zone;
  const renamed = { ...zone, name: spelled };
  zones.set(key, renamed);
  return renamed;
}

/** The name of the zone that an alias stands for. */
export const canonicalName = (name: string): string => zoneData().links.get(name.toLowerCase()) ?? name;

/** Other names of the same zone. */
export const aliasesOf = (name: string): string[] => {
  const { links, names } = zoneData();
  return [...links].flatMap(([alias, target]) => (target === name ? [names.get(alias) ?? alias] : [])).sort();
};

export const zoneNames = (): string[] => [...zoneData().names.values()].sort();

export const zonesOfCountry = (code: string): readonly string[] | undefined => zoneData().countries.get(code);

/** Codes of the countries that a zone is used in. */
export const countriesOf = (name: string): string[] =>
  [...zoneData().countries].flatMap(([code, zones]) => (zones.includes(name) ? [code] : [])).sort();
